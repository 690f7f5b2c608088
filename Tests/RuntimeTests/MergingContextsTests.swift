import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// What random steps in two contexts have found.
@Suite struct MergingContextsTests {
    /// A link that came and went is none of the row's that its object merges with.
    @Test(arguments: Place.allCases) func aLinkThatCameAndWentLeavesTheStoredOneAlone(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", labels: [Label(name: "l")])
        context.insert(album)
        try context.save()
        let duplicate = Label(name: "l")
        context.insert(duplicate)
        album.labels.append(duplicate)
        album.labels.removeAll { $0 === duplicate }
        try context.save()
        #expect(album.labels.map(\.name) == ["l"])
        #expect(try store.reopened().all(Album.self).map { $0.labels.count } == [1])
    }

    /// Lists that look nowhere back have the surviving object, once.
    @Test(arguments: Place.allCases) func aOneWayListHasTheObjectThatSurvivesAMerge(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (owner, friend) = (User(key: "o"), User(key: "f"))
        owner.friends = [friend]
        context.insert(owner)
        try context.save()
        #expect(owner.friends == [friend])
        let duplicate = User(key: "f", name: "new")
        let other = User(key: "p", friends: [duplicate])
        context.insert(other)
        owner.friends.append(duplicate)
        try context.save()
        #expect(owner.friends == [friend] && other.friends == [friend] && friend.name == "new")
        #expect(try store.reopened().all(User.self).map(\.friends.count) == [1, 0, 1])
    }

    /// Its name is unsaved here, its place was changed by someone else.
    @Test(arguments: Place.allCases) func anObjectWithOtherChangesFollowsItsParent(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for name in ["a", "b"] { first.insert(Folder(name: name, children: [Folder(name: name + name)])) }
        try first.save()
        let second = store.context()
        let theirs = try second.all(Folder.self)
        let mine = try first.all(Folder.self)
        let child = mine[0].children[0]
        #expect(mine[2].children.count == 1)
        child.name = "mine"
        // Any save that reads the list again comes before the one that moves the child.
        for step in 0..<2 {
            if step == 0 { theirs[3].name = "x" } else { theirs[1].parent = theirs[2] }
            try second.save()
            #expect(try first.count(Folder.self) == 4)
            #expect(mine[0].children.count == 1 - step)
        }
        #expect(child.parent === mine[2] && Set(mine[2].children) == [child, mine[3]])
        try first.save()
        #expect(try store.reopened().all(Folder.self).map(\.name) == ["a", "mine", "b", "x"])
    }

    /// What was read while a deletion waited shows what it cuts; no more when it is taken back.
    @Test(arguments: Place.allCases) func linksAreWholeAgainWhenADeletionIsTakenBack(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(User(key: "b", mentor: User(key: "a")))
            try context.save()
        }
        let context = try store.reopened()
        for isRollback in [true, false] {
            let mentor = try #require(try context.all(User.self).first { $0.key == "a" })
            context.delete(mentor)
            let user = try #require(try context.all(User.self).first)
            #expect(user.key == "b" && user.mentor == nil)
            if isRollback { context.rollback() } else { context.insert(mentor) }
            #expect(user.mentor === mentor)
            user.name = "n"
            #expect(try context.all(User.self).contains(user) && user.mentor === mentor)
        }
        try context.save()
        #expect(try store.reopened().all(User.self).compactMap { $0.mentor?.key } == ["a"])
    }

    @Test(arguments: Place.allCases) func aMemberThatMovedComesBackToItsPlace(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let manager = UndoManager()
        context.undoManager = manager
        let (old, new) = (
            Team(name: "Ab", players: ["a", "b", "c"].map { Player(name: $0) }),
            Team(name: "Cd", players: [Player(name: "d")])
        )
        context.insert(old)
        context.insert(new)
        try context.save()
        new.players.append(old.players[1])
        context.processPendingChanges()
        old.players[0].team = new
        #expect(new.players.map(\.name) == ["d", "b", "a"])
        manager.undo()
        manager.undo()
        #expect(old.players.map(\.name) == ["a", "b", "c"] && new.players.map(\.name) == ["d"])
        manager.redo()
        #expect(old.players.map(\.name) == ["a", "c"] && new.players.map(\.name) == ["d", "b"])
        try context.save()
        #expect(try store.reopened().all(Team.self).map { $0.players.map(\.name) } == [["a", "c"], ["d", "b"]])
    }

    @Test(arguments: Place.allCases) func anUnsavedParentComesBackWithItsChildren(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let manager = UndoManager()
        context.undoManager = manager
        let (blog, shelf) = (Blog(name: "b"), Shelf(name: "s", things: [Thing(name: "t")]))
        let post = Post(title: "p", blog: blog)
        context.insert(post)
        context.insert(shelf)
        context.processPendingChanges()
        context.delete(blog)
        context.delete(shelf)
        manager.undo()
        #expect(post.blog === blog && blog.posts == [post] && shelf.things.map(\.name) == ["t"])
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Post.self).map(\.blog.name) == ["b"])
        #expect(try other.all(Shelf.self).map(\.things.count) == [1])
    }

    /// The row takes the new object's target, and leaves the list of the one that it had.
    @Test(arguments: Place.allCases) func aMergeMovesItsRowFromListToList(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (old, new) = (Home(street: "old"), Home(street: "new"))
        let human = Human(name: "h", number: 1, home: old, email: "e")
        context.insert(human)
        context.insert(new)
        try context.save()
        #expect(old.residents == [human] && new.residents.isEmpty)
        context.insert(Human(name: "i", number: 1, home: new, email: "e"))
        try context.save()
        #expect(human.home === new && old.residents.isEmpty && new.residents == [human])
        #expect(try store.reopened().all(Home.self).map(\.residents.count) == [0, 1])
    }

    /// A partner that was set and left again while lists were read anew.
    @Test(arguments: Place.allCases) func aPartnerThatWasLeftIsNotListedAgain(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for title in ["a", "b"] { first.insert(Album(title: title)) }
        first.insert(Cover(name: "c"))
        try first.save()
        let second = store.context()
        let (albums, cover) = (try first.all(Album.self), try first.all(Cover.self)[0])
        #expect(cover.album == nil)
        for (step, album) in albums.enumerated() {
            cover.album = album
            second.insert(Album(title: "\(step)"))
            try second.save()
            first.processPendingChanges()
            #expect(cover.album === album)
        }
        #expect(albums[0].cover == nil)
        try first.save()
        #expect(try store.reopened().all(Album.self).map { $0.cover?.name } == [nil, "c", nil, nil])
    }

    /// A batch delete works in the store; what is not saved follows it.
    @Test(arguments: Place.allCases) func r01_unsavedObjectsGoWithABatchDelete(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for title in ["a", "b"] { context.insert(Album(title: title, tracks: [Track(title: title)])) }
        try context.save()
        let albums = try context.all(Album.self)
        let moved = albums[1].tracks[0]
        moved.album = albums[0]
        let (new, cover) = (Track(title: "new", album: albums[0]), Cover(name: "c"))
        albums[0].cover = cover
        let label = Label(name: "l", albums: albums)
        context.insert(label)
        try context.delete(model: Album.self, where: #Predicate { $0.title == "a" })
        #expect(new.isDeleted && cover.isDeleted && moved.isDeleted && label.albums == [albums[1]])
        #expect(try context.count(Track.self) == 0 && context.count(Cover.self) == 0)
        try context.save()
        let other = try store.reopened()
        #expect(try other.count(Track.self) == 0 && other.count(Cover.self) == 0)
        #expect(try other.all(Label.self).map { $0.albums.map(\.title) } == [["b"]])
    }

    /// The undo manager reads lists to keep their order: before they change, and what was read is not listed twice.
    @Test(arguments: Place.allCases) func orderedListsAreRightWhereChangesCanBeUndone(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(Playlist(name: "p", songs: ["x", "y"].map { Tune(title: $0) }))
            for name in ["Ab", "Cd"] { context.insert(Team(name: name, players: [Player(name: name)])) }
            try context.save()
        }
        let context = try store.reopened()
        context.undoManager = UndoManager()
        let (playlist, tune) = (try context.all(Playlist.self)[0], try context.all(Tune.self)[0])
        playlist.remove(tune, from: \.songs)
        #expect(playlist.songs.map(\.title) == ["y"])
        context.undoManager?.undo()
        #expect(playlist.songs.map(\.title) == ["x", "y"])
        // From the other side.
        tune.playlists.removeAll()
        #expect(playlist.songs.map(\.title) == ["y"])
        let (teams, player) = (try context.all(Team.self), try context.all(Player.self)[0])
        player.team = teams[1]
        player.team = teams[0]
        #expect(teams.map { $0.players.map(\.name) } == [["Ab"], ["Cd"]])
        context.undoManager?.undo()
        #expect(playlist.songs.map(\.title) == ["x", "y"])
    }

    /// What the later of two saves will do to partners shows before.
    @Test(arguments: Place.allCases) func aPartnerThatOthersTookIsTakenBack(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for title in ["a", "b"] { first.insert(Album(title: title)) }
        first.insert(Cover(name: "c"))
        for name in ["x", "y", "z"] { first.insert(Partner(name: name)) }
        try first.save()
        let second = store.context()
        let (mine, cover) = (try first.all(Album.self), try first.all(Cover.self)[0])
        let (theirs, partners) = (try second.all(Album.self), try second.all(Partner.self))
        let own = try first.all(Partner.self)
        mine[0].cover = cover
        own[0].spouse = own[1]
        theirs[1].cover = try second.all(Cover.self)[0]
        partners[2].spouse = partners[1]
        try second.save()
        first.processPendingChanges()
        #expect(cover.album === mine[0] && mine[1].cover == nil)
        #expect(own[1].spouse === own[0] && own[2].spouse == nil)
        try first.save()
        for context in [first, second, try store.reopened()] {
            #expect(try context.all(Album.self).map { $0.cover?.name } == ["c", nil])
            #expect(try context.all(Partner.self).map { $0.spouse?.name } == ["y", "x", nil])
        }
    }

    /// A team's last player was moved there by someone else before it is moved on.
    @Test(arguments: Place.allCases) func countsOfListsThatOthersFilledAreChecked(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for name in ["Ab", "Cd", "Ef"] {
            first.insert(Team(name: name, players: [Player(name: "1"), Player(name: "2")]))
        }
        try first.save()
        let second = store.context()
        let teams = try second.all(Team.self)
        let mine = try first.all(Team.self)
        let moved = mine[0].players[0]
        moved.team = mine[2]
        let (player, others) = (teams[0].players[0], teams[1].players)
        player.team = teams[1]
        for other in others { second.delete(other) }
        try second.save()
        #expect {
            try first.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.property) == ["players"]
                && violations[0].identifier == teams[1].persistentModelID
        }
        first.rollback()
        #expect(moved.team === mine[1])
    }
}
