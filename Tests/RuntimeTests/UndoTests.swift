import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct UndoTests {
    private func make(_ place: Place) throws -> (TestStore, ModelContext, ModelStorage.UndoManager) {
        let store = try TestStore(place)
        let context = store.context()
        let manager = UndoManager()
        context.undoManager = manager
        return (store, context, manager)
    }

    @Test(arguments: Place.allCases) func changesAreUndoneAndDoneAgain(place: Place) throws {
        let (store, context, manager) = try make(place)
        #expect(!manager.canUndo)
        let album = Album(title: "A")
        context.insert(album)
        try context.save()
        album.title = "B"
        album.year = 1
        album.title = "C"
        #expect(manager.canUndo)
        manager.undo()
        #expect(album.title == "A" && album.year == 2000)
        #expect(manager.canRedo)
        manager.redo()
        #expect(album.title == "C" && album.year == 1)
        // A save ends a group and forgets nothing.
        try context.save()
        manager.undo()
        #expect(album.title == "A" && context.hasChanges)
        try context.save()
        #expect(try store.reopened().all(Album.self).map(\.title) == ["A"])
        manager.undo()
        #expect(album.isDeleted)
        try context.save()
        #expect(try store.reopened().count(Album.self) == 0)
        manager.redo()
        #expect(!album.isDeleted && album.modelContext === context && album.title == "A")
        manager.redo()
        try context.save()
        #expect(try store.reopened().all(Album.self).map(\.title) == ["C"])
        #expect(!manager.canRedo)
    }

    @Test(arguments: Place.allCases) func whatWasSetAfterADeletionIsUndoneToo(place: Place) throws {
        let (store, context, manager) = try make(place)
        let album = Album(title: "A")
        context.insert(album)
        try context.save()
        context.delete(album)
        album.title = "late"
        manager.undo()
        #expect(!album.isDeleted && album.title == "A")
        try context.save()
        #expect(try store.reopened().all(Album.self).map(\.title) == ["A"])
        manager.redo()
        #expect(album.isDeleted)
        manager.undo()
        #expect(!album.isDeleted && album.title == "A")
    }

    @Test(arguments: Place.allCases) func relationshipsAreUndone(place: Place) throws {
        let (store, context, manager) = try make(place)
        let first = Album(title: "1", tracks: [Track(title: "a"), Track(title: "b")])
        let second = Album(title: "2")
        let label = Label(name: "l")
        first.cover = Cover(name: "c")
        for model in [first, second] { context.insert(model) }
        context.insert(label)
        try context.save()
        let track = first.tracks[0]
        second.tracks.append(track)
        second.cover = first.cover
        label.albums = [first, second]
        context.processPendingChanges()
        track.album = nil
        manager.undo()
        #expect(track.album === second)
        manager.undo()
        #expect(track.album === first && first.tracks.count == 2 && second.tracks.isEmpty)
        #expect(first.cover?.name == "c" && second.cover == nil)
        #expect(label.albums.isEmpty && first.labels.isEmpty)
        manager.redo()
        #expect(track.album === second && second.cover?.name == "c" && first.cover == nil)
        #expect(Set(label.albums.map(\.title)) == ["1", "2"])
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Album.self).map { $0.tracks.count } == [1, 1])
        #expect(try other.all(Label.self).map { $0.albums.count } == [2])
    }

    @Test(arguments: Place.allCases, [false, true]) func aDeletionIsUndoneWithAllThatWentAlong(
        place: Place, saves: Bool
    ) throws {
        let (store, context, manager) = try make(place)
        do {
            let album = Album(title: "A", tracks: [Track(title: "a"), Track(title: "b")])
            album.cover = Cover(name: "c")
            album.labels = [Label(name: "l")]
            let other = store.context()
            other.insert(album)
            other.insert(Playlist(name: "p", songs: ["x", "y", "z"].map { Tune(title: $0) }))
            try other.save()
        }
        let album = try #require(try context.all(Album.self).first)
        let playlist = try #require(try context.all(Playlist.self).first)
        context.delete(album)
        context.delete(playlist.songs[1])
        if saves { try context.save() }
        #expect(try context.count(Track.self) == 0)
        for round in 0..<2 {
            manager.undo()
            #expect(!album.isDeleted && album.modelContext === context)
            #expect(try context.all(Album.self) == [album])
            #expect(album.tracks.map(\.title).sorted() == ["a", "b"])
            #expect(album.tracks.allSatisfy { $0.album === album })
            #expect(album.cover?.name == "c" && album.cover?.album === album)
            #expect(album.labels.map(\.name) == ["l"])
            #expect(playlist.songs.map(\.title) == ["x", "y", "z"])
            if saves { try context.save() }
            let seen = try saves ? store.reopened() : context
            #expect(try seen.all(Album.self).map { $0.tracks.count } == [2])
            #expect(try seen.all(Playlist.self).map { $0.songs.map(\.title) } == [["x", "y", "z"]])
            manager.redo()
            #expect(album.isDeleted, "round \(round)")
            #expect(try context.count(Track.self) == 0)
            #expect(playlist.songs.map(\.title) == ["x", "z"])
            if saves { try context.save() }
        }
    }

    @Test func orderIsUndone() throws {
        let (_, context, manager) = try make(.memory)
        let playlist = Playlist(name: "p", songs: ["x", "y", "z"].map { Tune(title: $0) })
        context.insert(playlist)
        try context.save()
        playlist.songs.swapAt(0, 2)
        context.processPendingChanges()
        playlist.songs.remove(at: 0)
        manager.undo()
        #expect(playlist.songs.map(\.title) == ["z", "y", "x"])
        manager.undo()
        #expect(playlist.songs.map(\.title) == ["x", "y", "z"])
        manager.redo()
        manager.redo()
        #expect(playlist.songs.map(\.title) == ["y", "x"])
    }

    @Test func groupsAndTheirLimits() throws {
        let (_, context, manager) = try make(.memory)
        let album = Album(title: "0")
        context.insert(album)
        try context.save()
        manager.removeAllActions()
        manager.beginUndoGrouping()
        album.title = "1"
        manager.beginUndoGrouping()
        album.title = "2"
        manager.endUndoGrouping()
        manager.setActionName("Rename")
        manager.endUndoGrouping()
        #expect(manager.undoActionName == "Rename" && manager.undoMenuItemTitle == "Undo Rename")
        manager.undo()
        #expect(album.title == "0" && !manager.canUndo && manager.redoActionName == "Rename")
        // A new change ends what could be done again.
        album.title = "3"
        #expect(!manager.canRedo)
        context.processPendingChanges()
        manager.disableUndoRegistration()
        album.year = 3
        manager.enableUndoRegistration()
        manager.undo()
        #expect(album.title == "0" && album.year == 3)
        manager.groupsByEvent = false
        manager.levelsOfUndo = 2
        for number in 1...4 { album.year = number * 10 }
        for label in 1...3 { album.title = "t\(label)" }
        manager.undo()
        manager.undo()
        #expect(!manager.canUndo)
        context.rollback()
        #expect(!manager.canUndo && !manager.canRedo)
        #expect(album.title == "0" && album.year == 2000)
    }

    /// In the main context a turn of the main actor is a group, whatever is saved meanwhile.
    @Test @MainActor func turnsOfTheMainActorAreGroups() async throws {
        let store = try TestStore(.memory)
        let context = store.container.mainContext
        let manager = UndoManager()
        context.undoManager = manager
        let album = Album(title: "0")
        context.insert(album)
        try await Task.sleep(for: .milliseconds(20))
        album.title = "1"
        try context.save()
        album.title = "2"
        context.processPendingChanges()
        album.year = 2
        try await Task.sleep(for: .milliseconds(20))
        album.title = "3"
        manager.undo()
        #expect(album.title == "2")
        manager.undo()
        #expect(album.title == "0" && album.year == 2000)
        manager.undo()
        #expect(album.isDeleted || album.modelContext == nil)
    }
}
