import Foundation
import ModelStorage
import Observation
import SnapshotModels
import Synchronization
import Testing

@Suite struct ContextTests {
    @Test(arguments: Place.allCases) func oneRowIsOneObject(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Album(title: "A", tracks: [Track(title: "t")]))
        try context.save()
        let other = try store.reopened()
        let first = try #require(try other.all(Album.self).first)
        let second = try #require(try other.all(Album.self).first)
        #expect(first === second)
        #expect(first.tracks[0].album === first)
        #expect(try other.all(Track.self)[0] === first.tracks[0])
        #expect(other.model(for: first.persistentModelID) as? Album === first)
        #expect(other.registeredModel(for: first.persistentModelID) as Album? === first)
    }

    @Test func unchangedObjectsAreNotKeptAlive() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        let identifier = try #require(try context.all(Label.self).first).persistentModelID
        #expect(context.registeredModel(for: identifier) as Label? == nil)
        weak var changed: Label?
        do {
            let label = try #require(try context.all(Label.self).first)
            label.name = "b"
            changed = label
        }
        #expect(changed?.name == "b")
        try context.save()
        #expect(changed == nil)
        #expect(try context.all(Label.self).map(\.name) == ["b"])
    }

    @Test func objectsOutliveTheirContext() throws {
        let store = try TestStore(.file)
        let album: Album
        do {
            let context = store.context()
            context.insert(Album(title: "A", tracks: [Track(title: "t")]))
            try context.save()
            album = try #require(try context.all(Album.self).first)
        }
        #expect(album.title == "A" && album.modelContext != nil)
        album.title = "B"
        #expect(album.title == "B")
    }

    @Test(arguments: Place.allCases) func identifiersGoFromTemporaryToPermanent(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let outside = Label(name: "x").persistentModelID
        #expect(outside.isTemporary && outside.storeIdentifier == nil)
        let label = Label(name: "a")
        context.insert(label)
        let temporary = label.persistentModelID
        #expect(temporary.isTemporary && temporary.entityName == "Label")
        #expect(context.model(for: temporary) as? Label === label)
        try context.save()
        let permanent = label.persistentModelID
        #expect(!permanent.isTemporary && permanent != temporary)
        // The context resolves the temporary one for ever; others do not know it.
        #expect(context.model(for: temporary) as? Label === label)
        let other = store.context()
        #expect((other.model(for: temporary) as? Label)?.isDeleted == true)
        #expect((other.model(for: permanent) as? Label)?.name == "a")
        let text = try JSONEncoder().encode(permanent)
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: text) == permanent)
        let storeIdentifier = try #require(permanent.storeIdentifier)
        let key = text.split(separator: UInt8(ascii: "p")).last.map { _ in
            permanent.description.dropFirst("Label/".count)
        }
        #expect(
            try PersistentIdentifier.identifier(
                for: storeIdentifier, entityName: "Label", primaryKey: String(try #require(key))) == permanent)
    }

    @Test(arguments: Place.allCases) func aVanishedRowGivesAPlaceholder(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let label = Label(name: "a")
        context.insert(label)
        try context.save()
        let identifier = label.persistentModelID
        context.delete(label)
        try context.save()
        let model = try #require(context.model(for: identifier) as? Label)
        #expect(model.isDeleted && model.name == "" && model.albums == [])
        #expect(model.persistentModelID == identifier)
    }

    @Test(arguments: Place.allCases) func c02_savesOfOtherContextsAreTakenIn(place: Place) throws {
        let store = try TestStore(place)
        let writer = store.context()
        for name in ["a", "b", "c"] { writer.insert(Album(title: name, tracks: [Track(title: name)])) }
        try writer.save()
        let reader = store.context()
        let albums = try reader.all(Album.self)
        #expect(albums[0].tracks.count == 1)
        let mine = try writer.all(Album.self)
        mine[0].title = "A"
        mine[0].tracks.append(Track(title: "new"))
        writer.delete(mine[1])
        writer.insert(Album(title: "d"))
        try writer.save()
        // Nothing moves inside a getter; the next fetch takes the save in.
        #expect(albums[0].title == "a" && !albums[1].isDeleted)
        #expect(try reader.count(Album.self) == 3)
        #expect(albums[0].title == "A")
        #expect(albums[0].tracks.count == 2)
        #expect(albums[1].isDeleted && albums[1].modelContext == nil && albums[1].title == "b")
        #expect(try reader.all(Album.self).map(\.title) == ["A", "c", "d"])
    }

    @Test(arguments: Place.allCases) func c04_changedPropertiesSurviveOthersRefresh(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        first.insert(Album(title: "t", year: 1))
        try first.save()
        let second = store.context()
        let a = try #require(try first.all(Album.self).first)
        let b = try #require(try second.all(Album.self).first)
        a.title = "mine"
        b.title = "theirs"
        b.year = 2
        try second.save()
        first.processPendingChanges()
        #expect(a.title == "mine")
        #expect(a.year == 2)
        try first.save()
        second.processPendingChanges()
        #expect(b.title == "mine" && b.year == 2)
    }

    @Test(arguments: Place.allCases) func c01_changesToARowThatOthersDeletedThrow(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        first.insert(Album(title: "t", tracks: [Track(title: "x")]))
        try first.save()
        let second = store.context()
        let mine = try #require(try first.all(Album.self).first)
        let theirs = try #require(try second.all(Album.self).first)
        mine.title = "changed"
        second.delete(theirs)
        try second.save()
        #expect(mine.title == "changed")
        #expect(mine.tracks.allSatisfy { $0.isDeleted })
        #expect {
            try first.save()
        } throws: { error in
            guard case StorageError.conflict(let identifiers, _) = error else { return false }
            return identifiers == [mine.persistentModelID]
        }
        #expect(mine.isDeleted)
        first.rollback()
        #expect(!first.hasChanges)
        #expect(mine.isDeleted && mine.modelContext == nil)
        try first.save()
        #expect(try first.count(Album.self) == 0)
    }

    @Test(arguments: Place.allCases) func theFailPolicyRefusesWhatOthersChanged(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        first.insert(Album(title: "t", year: 1))
        try first.save()
        first.mergePolicy = .fail
        let second = store.context()
        let mine = try #require(try first.all(Album.self).first)
        let theirs = try #require(try second.all(Album.self).first)
        mine.title = "mine"
        theirs.year = 2
        try second.save()
        #expect(try first.count(Album.self) == 1)
        #expect {
            try first.save()
        } throws: { error in
            guard case StorageError.conflict(let identifiers, _) = error else { return false }
            return identifiers == [mine.persistentModelID]
        }
        #expect(mine.title == "mine" && mine.year == 1)
        first.rollback()
        #expect(mine.title == "t" && mine.year == 2)
        mine.title = "again"
        try first.save()
        mine.title = "and again"
        try first.save()
        #expect(try store.reopened().all(Album.self).map(\.title) == ["and again"])
    }

    @Test(arguments: Place.allCases) func theFailPolicyRefusesToDeleteWhatOthersChanged(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for title in ["a", "b", "c"] { first.insert(Album(title: title, tracks: [Track(title: "t")])) }
        try first.save()
        first.mergePolicy = .fail
        let mine = try first.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
        let second = store.context()
        let theirs = try second.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
        for album in mine { first.delete(album) }
        theirs[1].year = 7
        second.delete(theirs[2])
        try second.save()
        #expect {
            try first.save()
        } throws: { error in
            guard case StorageError.conflict(let identifiers, _) = error else { return false }
            return identifiers == [mine[1].persistentModelID]
        }
        #expect(try store.reopened().count(Album.self) == 2)
        first.rollback()
        #expect(mine[1].year == 7 && !mine[1].isDeleted)
        first.delete(mine[0])
        first.delete(mine[1])
        try first.save()
        #expect(try store.reopened().count(Album.self) == 0)
    }

    @Test func onlyChangedColumnsAreWritten() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Album(title: "t", year: 1))
        try context.save()
        let album = try #require(try context.all(Album.self).first)
        album.title = "u"
        // Another program, whose save this context hears nothing of.
        try store.execute("UPDATE Album SET year = 1999, \"$version\" = \"$version\" + 1")
        try context.save()
        #expect(album.title == "u")
        #expect(try store.reopened().all(Album.self).map(\.year) == [1999])
        // The next fetch meets a newer row.
        #expect(try context.all(Album.self).map(\.year) == [1999])
        #expect(album.year == 1999)
    }

    @Test(arguments: Place.allCases) func idsAreNeverUsedAgain(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        var seen: Set<PersistentIdentifier> = []
        for round in 0..<5 {
            let labels = (0..<300).map { Label(name: "\(round).\($0)") }
            for label in labels { context.insert(label) }
            try context.save()
            for label in labels { #expect(seen.insert(label.persistentModelID).inserted) }
            for label in labels { context.delete(label) }
            try context.save()
        }
        #expect(seen.count == 1_500)
    }

    @Test(arguments: Place.allCases) func aFailedSaveLeavesObjectsAsTheyWere(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let good = Album(title: "good", tracks: [Track(title: "t")])
        context.insert(good)
        let bad = Everything(number: 1)
        bad.double = .nan
        context.insert(bad)
        let identifier = good.persistentModelID
        #expect(throws: StorageError.self) { try context.save() }
        #expect(good.persistentModelID == identifier && identifier.isTemporary)
        #expect(good.tracks[0].album === good)
        #expect(context.insertedModelsArray.count == 3)
        #expect(try store.context().count(Album.self) == 0)
        bad.double = 0
        try context.save()
        #expect(!good.persistentModelID.isTemporary)
        #expect(good.tracks[0].album === good)
        #expect(try store.context().count(Track.self) == 1)
    }

    @Test(arguments: Place.allCases) func aSaveNamesEveryValueThatCannotBeStored(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (one, other) = (Everything(number: 1), Everything(number: 2))
        context.insert(one)
        context.insert(other)
        func refused() throws -> [String] {
            do {
                try context.save()
            } catch StorageError.validation(let violations) {
                return violations.map { "\($0.property) \($0.message)" }.sorted()
            }
            return []
        }
        (one.double, one.optionalDouble, one.point) = (.nan, .nan, Point(x: 1, y: .nan))
        other.float = .nan
        let expected = ["double", "float", "optionalDouble", "point"].map { "\($0) NaN cannot be stored" }
        #expect(try refused() == expected)
        (one.double, one.optionalDouble, one.point, other.float) = (0, 0, Point(x: 1, y: 1), 0)
        #expect(try refused() == [])
        // The same for rows that are there.
        (one.double, one.optionalDouble, one.point, other.float) = (.nan, .nan, Point(x: .nan, y: 1), .nan)
        #expect(try refused() == expected)
        context.rollback()
        #expect(one.double == 0 && other.float == 0)
    }

    @Test(arguments: Place.allCases) func aRollbackTellsTheObserversOfLists(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "t")])
        context.insert(album)
        try context.save()
        let calls = Mutex(0)
        func track() -> Int {
            withObservationTracking {
                album.tracks.count
            } onChange: {
                calls.withLock { $0 += 1 }
            }
        }
        context.insert(Track(title: "u", number: 1, album: album))
        #expect(track() == 2)
        context.rollback()
        #expect(calls.withLock { $0 } == 1)
        #expect(track() == 1)
        context.rollback()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func transactionsSaveUnlessTheirBlockThrows() throws {
        struct Stop: Error {}
        let store = try TestStore(.memory)
        let context = store.context()
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Label(name: "a"))
                throw Stop()
            }
        }
        #expect(context.hasChanges)
        #expect(try store.context().count(Label.self) == 0)
        try context.transaction { context.insert(Label(name: "b")) }
        #expect(try store.context().count(Label.self) == 2)
    }

    /// Sixteen tasks look for a row and insert it where it is missing.
    @Test func c05_parallelUpsertsGiveOneRowPerKey() async throws {
        let rounds = 1_000
        let store = try TestStore(.file)
        let container = store.container
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    for round in 0..<rounds {
                        let context = ModelContext(container)
                        let user = User(key: "\(round % 5)", name: "\(worker)")
                        context.insert(user)
                        context.insert(Message(text: "\(worker).\(round)", user: user))
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let context = store.context()
        #expect(try context.count(User.self) == 5)
        #expect(try context.count(Message.self) == 16 * rounds)
        #expect(try context.all(User.self).map(\.messages.count) == Array(repeating: 16 * rounds / 5, count: 5))
    }

    @MainActor @Test func theMainContextSavesByItself() async throws {
        let store = try TestStore(.file)
        let context = store.container.mainContext
        #expect(context.autosaveEnabled)
        context.insert(Label(name: "a"))
        for _ in 0..<100 where context.hasChanges { await Task.yield() }
        #expect(!context.hasChanges)
        #expect(try store.context().count(Label.self) == 1)
        #expect(!store.context().autosaveEnabled)
    }

    @Test func savesArePosted() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        nonisolated(unsafe) var names: [String] = []
        nonisolated(unsafe) var inserted: [PersistentIdentifier] = []
        let observers = [ModelContext.willSave, ModelContext.didSave].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
                names.append(note.name == ModelContext.willSave ? "will" : "did")
                inserted += note.userInfo?["insertedIdentifiers"] as? [PersistentIdentifier] ?? []
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        let label = Label(name: "a")
        context.insert(label)
        try context.save()
        #expect(names == ["will", "did"])
        #expect(inserted == [label.persistentModelID])
    }

    @Test func observersHearOfTheirPropertyOnly() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        let first = Album(title: "a")
        let second = Album(title: "b")
        context.insert(first)
        context.insert(second)
        try context.save()
        nonisolated(unsafe) var count = 0
        func track(_ read: () -> Void) { withObservationTracking(read) { count += 1 } }
        track { _ = first.title }
        second.title = "c"
        first.year = 3
        #expect(count == 0)
        first.title = "d"
        #expect(count == 1)
        first.title = "e"
        #expect(count == 1)
        track { _ = first.tracks.count }
        let track1 = Track(title: "t")
        track1.album = first
        #expect(count == 2)
        track { _ = track1.album?.title }
        track1.album = second
        #expect(count == 3)
        let outside = Album(title: "o")
        track { _ = outside.title }
        outside.title = "p"
        #expect(count == 4)
    }
}
