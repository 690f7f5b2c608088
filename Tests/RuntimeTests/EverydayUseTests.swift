import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// What apps do with objects all day, in the ways that go wrong most easily.
@Suite struct EverydayUseTests {
    @Test(arguments: Place.allCases) func deletingWhileIterating(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: (0..<6).map { Track(title: "\($0)") })
        context.insert(album)
        try context.save()
        for track in album.tracks where track.title > "2" { context.delete(track) }
        #expect(album.tracks.map(\.title).sorted() == ["0", "1", "2"])
        while let track = album.tracks.last { context.delete(track) }
        #expect(album.tracks.isEmpty)
        try context.save()
        #expect(try album.tracks.isEmpty && store.reopened().count(Track.self) == 0)
    }

    @Test(arguments: Place.allCases) func insertingADeletedObjectBeforeTheSaveTakesTheDeletionBack(place: Place) throws
    {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "1"), Track(title: "2")], labels: [Label(name: "l")])
        let playlist = Playlist(name: "p", songs: ["x", "y", "z"].map { Tune(title: $0) })
        context.insert(album)
        context.insert(playlist)
        try context.save()
        let (track, label, tune) = (album.tracks[0], album.labels[0], playlist.songs[1])
        for object in [track, label, tune] as [any PersistentModel] { context.remove(object) }
        #expect(album.tracks.count == 1 && album.labels.isEmpty && playlist.songs.count == 2)
        for object in [track, label, tune] as [any PersistentModel] { context.add(object) }
        #expect(!track.isDeleted && track.album === album)
        #expect(Set(album.tracks) == Set([track, album.tracks[0]]) && album.tracks.count == 2)
        #expect(album.labels == [label] && label.albums == [album])
        #expect(Set(playlist.songs.map(\.title)) == ["x", "y", "z"])
        #expect(!context.hasChanges || context.deletedModelsArray.isEmpty)
        try context.save()
        let other = try store.reopened()
        let found = try #require(try other.all(Album.self).first)
        #expect(found.tracks.count == 2 && found.labels.count == 1)
        #expect(try other.all(Playlist.self).first?.songs.count == 3)
    }

    @Test(arguments: Place.allCases) func insertingADeletedObjectAfterTheSaveMakesANewRow(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "1")], labels: [Label(name: "l")])
        let user = User(key: "k", name: "n")
        context.insert(album)
        context.insert(user)
        try context.save()
        let old = album.persistentModelID
        context.delete(album)
        context.delete(user)
        try context.save()
        context.insert(album)
        context.insert(user)
        #expect(!album.isDeleted && album.modelContext === context)
        #expect(album.tracks.isEmpty && album.labels.isEmpty)
        try context.save()
        #expect(album.persistentModelID != old && album.tracks.isEmpty && album.labels.isEmpty)
        let other = try store.reopened()
        #expect(try other.all(Album.self).map(\.title) == ["a"])
        #expect(try other.all(User.self).map(\.name) == ["n"] && other.count(Track.self) == 0)
    }

    @Test(arguments: Place.allCases) func insertingADeletedParentBringsItsChildrenBack(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let root = Folder(
            name: "root", children: [Folder(name: "a", children: [Folder(name: "b")]), Folder(name: "c")])
        context.insert(root)
        try context.save()
        let (a, c) = (root.children[0], root.children[1])
        let b = a.children[0]
        // What was deleted for itself stays deleted.
        context.delete(c)
        context.delete(root)
        #expect(b.isDeleted && b.hasChanges)
        context.insert(root)
        #expect(!root.isDeleted && !a.isDeleted && !b.isDeleted && c.isDeleted)
        #expect(root.children == [a] && a.children == [b] && b.parent === a)
        #expect(try context.count(Folder.self) == 3)
        try context.save()
        #expect(try store.reopened().all(Folder.self).map(\.name).sorted() == ["a", "b", "root"])
    }

    @Test(arguments: Place.allCases) func aPlaceholderIsNotSaved(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let label = Label(name: "a")
        context.insert(label)
        try context.save()
        let identifier = label.persistentModelID
        context.delete(label)
        try context.save()
        let placeholder = try #require(context.model(for: identifier) as? Label)
        placeholder.name = "x"
        #expect(!context.hasChanges && placeholder.isDeleted)
        context.insert(placeholder)
        #expect {
            try context.save()
        } throws: { error in
            if case StorageError.conflict = error { true } else { false }
        }
        context.rollback()
        try context.save()
        #expect(try context.count(Label.self) == 0)
    }

    @Test(arguments: Place.allCases) func anotherContextSavesInBetween(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        let playlist = Playlist(name: "p", songs: [Tune(title: "0")])
        let album = Album(title: "a", tracks: [Track(title: "0")], labels: [Label(name: "0")])
        first.insert(playlist)
        first.insert(album)
        try first.save()
        let second = store.context()
        let (theirs, list) = (try second.all(Album.self)[0], try second.all(Playlist.self)[0])
        album.tracks.append(Track(title: "mine"))
        album.labels.append(Label(name: "mine"))
        playlist.songs.append(Tune(title: "mine"))
        theirs.tracks.append(Track(title: "theirs"))
        theirs.labels.append(Label(name: "theirs"))
        list.songs.append(Tune(title: "theirs"))
        try second.save()
        try first.save()
        for context in [first, second, try store.reopened()] {
            let (album, playlist) = (try context.all(Album.self)[0], try context.all(Playlist.self)[0])
            #expect(album.tracks.map(\.title).sorted() == ["0", "mine", "theirs"])
            #expect(album.labels.map(\.name).sorted() == ["0", "mine", "theirs"])
            #expect(playlist.songs.map(\.title).sorted() == ["0", "mine", "theirs"])
        }
        let orders = [try first.all(Playlist.self)[0], try second.all(Playlist.self)[0]].map { $0.songs.map(\.title) }
        #expect(orders[0] == orders[1])
    }

    @Test(arguments: Place.allCases) func doublesInAnOrderedListAreDropped(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (a, b, c) = (Tune(title: "a"), Tune(title: "b"), Tune(title: "c"))
        let playlist = Playlist(name: "p", songs: [a, b, a])
        #expect(playlist.songs == [a, b])
        context.insert(playlist)
        playlist.songs.insert(b, at: 0)
        #expect(playlist.songs == [b, a])
        playlist.songs.append(contentsOf: [c, c, a])
        #expect(playlist.songs == [b, a, c])
        try context.save()
        playlist.songs.append(b)
        #expect(playlist.songs == [b, a, c])
        // The last but one and the last are what they would be after an append.
        playlist.songs = [c, a, c, b]
        #expect(playlist.songs == [c, a, b])
        let album = Album(title: "a", tracks: ["1", "2", "3"].map { Track(title: $0) })
        context.insert(album)
        let gone = album.tracks[0]
        album.tracks = [Track(title: "new"), album.tracks[1], album.tracks[2], Track(title: "4")]
        #expect(gone.album == nil && album.tracks[0].album === album)
        try context.save()
        #expect(try store.reopened().all(Playlist.self).map { $0.songs.map(\.title) } == [["c", "a", "b"]])
    }

    @Test(arguments: Place.allCases) func changingAndDeletingInsideAnEnumeration(place: Place) throws {
        let store = try TestStore(place)
        let filling = store.context()
        for number in 0..<20 { filling.insert(Album(title: "\(number)", year: number, tracks: [Track(title: "t")])) }
        try filling.save()
        let context = try store.reopened()
        let descriptor = FetchDescriptor<Album>(sortBy: [SortDescriptor(\.year)])
        var seen: [Int] = []
        try context.enumerate(descriptor, batchSize: 3, allowEscapingMutations: true) { album in
            seen.append(album.year)
            if album.year % 2 == 0 { context.delete(album) } else { album.year += 100 }
            if seen.count % 5 == 0 { try context.save() }
        }
        #expect(seen == Array(0..<20))
        try context.save()
        let other = try store.reopened()
        #expect(try other.fetch(descriptor).map(\.year) == (0..<20).filter { $0 % 2 == 1 }.map { $0 + 100 })
        #expect(try other.count(Track.self) == 10)
    }

    @Test(arguments: Place.allCases) func modelForAnIdentifierOfADeletedObject(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let label = Label(name: "a")
        context.insert(label)
        let temporary = label.persistentModelID
        context.delete(label)
        #expect((context.model(for: temporary) as? Label)?.isDeleted == true)
        let saved = Label(name: "b")
        context.insert(saved)
        try context.save()
        let identifier = saved.persistentModelID
        context.delete(saved)
        #expect(context.model(for: identifier) === saved && saved.isDeleted)
        #expect(saved.persistentModelID == identifier)
        try context.save()
        #expect(saved.persistentModelID == identifier)
        #expect((context.registeredModel(for: identifier) as Label?) == nil)
        #expect((context.model(for: identifier) as? Label)?.isDeleted == true)
    }

    @Test(arguments: Place.allCases) func settingWhatIsThereAlready(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "1")])
        album.cover = Cover(name: "c")
        context.insert(album)
        try context.save()
        // As in SwiftData, a value that is set counts as changed; links and lists that stay as they are do not.
        album.tracks[0].album = album
        album.cover = album.cover
        album.tracks = album.tracks
        album.labels = []
        album.tracks.removeAll { $0.title == "none" }
        #expect(!context.hasChanges)
        try context.save()
        #expect(album.tracks.count == 1 && album.cover?.album === album)
    }

    @Test(arguments: Place.allCases) func emptyingAListDeletesNothing(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "1"), Track(title: "2")], labels: [Label(name: "l")])
        context.insert(album)
        try context.save()
        let tracks = album.tracks
        album.tracks = []
        album.labels = []
        #expect(tracks.allSatisfy { $0.album == nil && !$0.isDeleted })
        try context.save()
        let other = try store.reopened()
        #expect(try other.count(Track.self) == 2 && other.count(Label.self) == 1)
        #expect(try other.all(Album.self).map { $0.tracks.count + $0.labels.count } == [0])
    }

    @Test(arguments: Place.allCases) func linksToADeletedParent(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a")
        let track = Track(title: "t")
        let user = User(key: "k")
        for object in [album, track, user] as [any PersistentModel] { context.add(object) }
        try context.save()
        context.delete(album)
        context.delete(user)
        track.album = album
        let late = Track(title: "late", album: album)
        let message = Message(text: "m", user: user)
        album.tracks.append(Track(title: "appended"))
        try context.save()
        #expect(track.album == nil && late.album == nil && message.user == nil)
        let other = try store.reopened()
        #expect(try other.all(Track.self).allSatisfy { $0.album == nil })
        #expect(try other.count(Album.self) == 0 && other.count(User.self) == 0)
        try context.save()
    }

    @Test(arguments: Place.allCases) func deletingTwiceEditingAfterwardsAndDeletingWhatIsFree(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "1")])
        context.insert(album)
        try context.save()
        context.delete(Album(title: "free"))
        #expect(!context.hasChanges)
        context.delete(album)
        context.delete(album)
        album.title = "x"
        for track in album.tracks { track.title = "y" }
        #expect(context.deletedModelsArray.count == 2)
        try context.save()
        album.title = "z"
        context.delete(album)
        #expect(!context.hasChanges && album.title == "z")
        #expect(try store.reopened().count(Track.self) == 0)
    }

    @Test(arguments: Place.allCases) func rollbackAfterAFailedSave(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let team = Team(name: "Ab", players: ["a", "b"].map { Player(name: $0) })
        let album = Album(title: "a", tracks: [Track(title: "1")])
        context.insert(team)
        context.insert(album)
        try context.save()
        let track = album.tracks[0]
        team.players[0].age = 999
        team.players.swapAt(0, 1)
        album.title = "changed"
        context.delete(track)
        let new = Track(title: "new", album: album)
        #expect(throws: StorageError.self) { try context.save() }
        #expect(album.tracks == [new] && track.isDeleted && team.players.map(\.name) == ["b", "a"])
        context.rollback()
        #expect(team.players.map(\.name) == ["a", "b"] && team.players[0].age == 20)
        #expect(album.title == "a" && album.tracks == [track] && track.album === album && !track.isDeleted)
        #expect(new.modelContext == nil && new.album == nil)
        try context.save()
        album.title = "b"
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Album.self).map(\.title) == ["b"] && other.count(Track.self) == 1)
    }

    @Test(arguments: Place.allCases) func objectsThatPointAtThemselves(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (ann, bob) = (User(key: "ann"), User(key: "bob"))
        context.insert(ann)
        context.insert(bob)
        ann.mentor = ann
        ann.friends = [ann, bob]
        bob.mentor = ann
        bob.friends = [ann]
        let (x, y, z) = (Partner(name: "x"), Partner(name: "y"), Partner(name: "z"))
        for partner in [x, y, z] { context.insert(partner) }
        x.spouse = y
        z.spouse = y
        x.spouse = x
        #expect(z.spouse === y && y.spouse === z && x.spouse === x)
        try context.save()
        let other = try store.reopened()
        let users = try other.all(User.self)
        #expect(users[0].mentor === users[0] && Set(users[0].friends) == Set(users))
        other.delete(users[0])
        try other.save()
        #expect(users[1].mentor == nil && users[1].friends.isEmpty)
        let partners = try other.all(Partner.self)
        other.delete(partners[1])
        #expect(partners[2].spouse == nil && partners[0].spouse === partners[0])
        try other.save()
        #expect(try store.reopened().all(Partner.self).map { $0.spouse?.name } == ["x", nil])
    }

    /// Time stamps are set by observers of the save.
    @Test(arguments: Place.allCases) func changesMadeWhileASaveIsAnnouncedAreSaved(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        nonisolated(unsafe) let observed = context
        let will = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in
            for case let album as Album in observed.insertedModelsArray + observed.changedModelsArray {
                album.year += 1
                album.tracks.append(Track(title: "t"))
            }
        }
        let did = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
            _ in
            try? observed.save()
        }
        defer { for token in [will, did] { NotificationCenter.default.removeObserver(token) } }
        let album = Album(title: "a", year: 0)
        context.insert(album)
        try context.save()
        album.title = "b"
        try context.save()
        #expect(!context.hasChanges)
        let found = try #require(try store.reopened().all(Album.self).first)
        #expect(found.year == 2 && found.tracks.count == 2)
    }

    @Test @MainActor func anAutosaveThatFailsIsPostedAndTriedAgainAfterAChange() async throws {
        let store = try TestStore(.file)
        let context = store.container.mainContext
        nonisolated(unsafe) var errors: [any Error] = []
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.autosaveFailed, object: context, queue: nil
        ) { errors += [$0.userInfo?["error"] as? any Error].compactMap { $0 } }
        defer { NotificationCenter.default.removeObserver(token) }
        let player = Player(name: "p", age: 999)
        context.insert(player)
        try await Task.sleep(for: .milliseconds(30))
        #expect(errors.count == 1 && context.hasChanges)
        #expect(errors.first.map { SwiftDataError.modelValidationFailure ~= $0 } == true)
        try await Task.sleep(for: .milliseconds(30))
        #expect(errors.count == 1)
        player.age = 9
        try await Task.sleep(for: .milliseconds(30))
        #expect(errors.count == 1 && !context.hasChanges)
        #expect(try store.context().all(Player.self).map(\.age) == [9])
    }

    /// The property that made it fail is set again.
    @Test @MainActor func anAutosaveIsTriedAgainAfterEachChangeOfTheSameProperty() async throws {
        let store = try TestStore(.file)
        let context = store.container.mainContext
        let player = Player(name: "p", age: 20)
        context.insert(player)
        try context.save()
        nonisolated(unsafe) var errors = 0
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.autosaveFailed, object: context, queue: nil
        ) { _ in errors += 1 }
        defer { NotificationCenter.default.removeObserver(token) }
        for (age, failures) in [(999, 1), (-5, 2), (30, 2)] {
            player.age = age
            for _ in 0..<500 where errors < failures || (failures == 2 && age == 30 && context.hasChanges) {
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(errors == failures)
        }
        #expect(!context.hasChanges)
        #expect(try store.context().all(Player.self).map(\.age) == [30])
    }

    @Test(arguments: Place.allCases) func whatIsChangedWhileDeletedIsAChangeOnceItIsBack(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "t")])
        context.insert(album)
        try context.save()
        let track = try #require(album.tracks.first)
        context.delete(album)
        album.title = "b"
        track.title = "u"
        context.insert(album)
        #expect(context.hasChanges && context.changedModelsArray.count == 2)
        album.title = "c"
        try context.save()
        #expect(!context.hasChanges)
        let found = try #require(try store.reopened().all(Album.self).first)
        #expect(found.title == "c" && found.tracks.map(\.title) == ["u"])
    }

    @Test(arguments: [true, false]) func whatWasDeletedForItselfStaysDeleted(parentFirst: Bool) throws {
        let store = try TestStore(.file)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "1"), Track(title: "2", number: 1)])
        context.insert(album)
        try context.save()
        let track = try #require(album.tracks.first)
        for object in parentFirst ? [album, track] as [any PersistentModel] : [track, album] { context.delete(object) }
        context.insert(album)
        #expect(track.isDeleted && album.tracks.map(\.title) == ["2"])
        try context.save()
        #expect(try store.reopened().all(Track.self).map(\.title) == ["2"])
    }

    @Test(arguments: Place.allCases) func anUnsavedListThatGoesLeavesNothingToSave(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let tune = Tune(title: "t")
        let playlist = Playlist(name: "p", songs: [tune])
        context.insert(playlist)
        context.delete(playlist)
        context.delete(tune)
        #expect(!context.hasChanges)
    }

    /// The rows that a save deletes are asked for while no other save uses the writer.
    @Test(arguments: Place.allCases) func deletionsOfManyThreadsAreToldToTheirOwnObjects(place: Place) async throws {
        let store = try TestStore(place)
        let container = store.container
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    let context = ModelContext(container)
                    for round in 0..<60 {
                        let album = Album(title: "\(worker).\(round)", tracks: [Track(title: "t")])
                        context.insert(album)
                        try context.save()
                        let track = try #require(album.tracks.first)
                        context.delete(album)
                        try context.save()
                        #expect(album.modelContext == nil && track.modelContext == nil)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.context().count(Album.self) == 0 && store.context().count(Track.self) == 0)
    }

    @Test(arguments: Place.allCases) func theLastPlayerLeavesWithTheTeam(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (old, new) = (
            Team(name: "Ab", players: [Player(name: "a")]), Team(name: "Cd", players: [Player(name: "b")])
        )
        context.insert(old)
        context.insert(new)
        try context.save()
        let player = old.players[0]
        new.players.insert(player, at: 0)
        context.delete(old)
        try context.save()
        #expect(player.team === new && !player.isDeleted)
        #expect(try store.reopened().all(Team.self).map { $0.players.map(\.name) } == [["a", "b"]])
    }
}

extension ModelContext {
    fileprivate func add(_ model: some PersistentModel) { insert(model) }
    fileprivate func remove(_ model: some PersistentModel) { delete(model) }
}
