import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct DeleteRuleTests {
    private func makeAlbums(_ store: TestStore, _ count: Int = 3) throws {
        let context = store.context()
        for index in 0..<count {
            let album = Album(title: "\(index)", tracks: [Track(title: "a"), Track(title: "b")])
            album.cover = Cover(name: "c")
            context.insert(album)
        }
        try context.save()
    }

    @Test(arguments: Place.allCases) func r01_cascadeReachesObjectsThatWereNeverLoaded(place: Place) throws {
        let store = try TestStore(place)
        try makeAlbums(store)
        let context = try store.reopened()
        for album in try context.all(Album.self).prefix(2) { context.delete(album) }
        try context.save()
        let other = try store.reopened()
        #expect(try other.count(Album.self) == 1)
        #expect(try other.count(Track.self) == 2)
        #expect(try other.count(Cover.self) == 1)
    }

    @Test(arguments: Place.allCases) func r01_cascadeReachesLoadedAndUnsavedObjects(place: Place) throws {
        let store = try TestStore(place)
        try makeAlbums(store, 1)
        let context = try store.reopened()
        let album = try #require(try context.all(Album.self).first)
        let loaded = album.tracks
        let new = Track(title: "new", album: album)
        context.delete(album)
        #expect(loaded.allSatisfy { $0.isDeleted })
        #expect(new.isDeleted && new.modelContext == nil)
        #expect(album.isDeleted && album.hasChanges)
        try context.save()
        #expect(album.isDeleted)
        #expect(album.modelContext == nil)
        #expect(album.title == "0")  // the last values stay readable
        #expect(loaded[0].modelContext == nil)
        #expect(try context.count(Track.self) == 0)
        #expect(try context.count(Cover.self) == 0)
    }

    @Test func r01_anObjectInsertedAndDeletedBeforeTheSaveLeavesNothing() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let album = Album(title: "A", tracks: [Track(title: "t")])
        context.insert(album)
        context.delete(album)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try context.count(Album.self) == 0)
        #expect(try context.count(Track.self) == 0)
    }

    @Test(arguments: Place.allCases) func r01_batchDeleteFollowsTheRules(place: Place) throws {
        let store = try TestStore(place)
        try makeAlbums(store)
        let context = try store.reopened()
        let tracks = try context.all(Track.self)
        let watcher = store.context()
        let watched = try watcher.all(Track.self)
        try context.delete(model: Album.self)
        #expect(try context.count(Track.self) == 0)
        #expect(tracks.allSatisfy { $0.isDeleted })
        #expect(try watcher.count(Cover.self) == 0)
        #expect(watched.allSatisfy { $0.isDeleted })
    }

    @Test(arguments: Place.allCases) func aMovedChildSurvivesItsOldParent(place: Place) throws {
        let store = try TestStore(place)
        try makeAlbums(store, 2)
        let context = try store.reopened()
        let albums = try context.all(Album.self)
        let track = try #require(albums[0].tracks.first)
        track.album = albums[1]
        context.delete(albums[0])
        try context.save()
        #expect(track.album === albums[1])
        let other = try store.reopened()
        #expect(try other.all(Album.self).first?.tracks.count == 3)
        #expect(try other.count(Track.self) == 3)
    }

    @Test(arguments: Place.allCases) func nullifyCutsTheLinks(place: Place) throws {
        let store = try TestStore(place)
        try makeAlbums(store, 1)
        let context = try store.reopened()
        let album = try #require(try context.all(Album.self).first)
        let label = Label(name: "l", albums: [album])
        context.insert(label)
        try context.save()
        context.delete(album)
        #expect(label.albums == [])
        try context.save()
        #expect(try context.count(Label.self) == 1)
        let other = try store.reopened()
        #expect(try other.all(Label.self).first?.albums == [])
    }

    @Test(arguments: Place.allCases) func r06_nullifyIntoARequiredLinkThrowsAndChangesNothing(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(Blog(name: "b", posts: []))
            let blog = try #require(context.insertedModelsArray.first as? Blog)
            _ = Post(title: "p", blog: blog)
            try context.save()
        }
        let context = try store.reopened()
        let blog = try #require(try context.all(Blog.self).first)
        context.delete(blog)
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.deleteDenied(let violations) = error else { return false }
            return violations.map(\.property) == ["blog"]
        }
        #expect(SwiftDataError.modelValidationFailure ~= StorageError.deleteDenied([]))
        context.rollback()
        #expect(!blog.isDeleted)
        #expect(blog.posts.first?.title == "p")
        // Post and blog together go well.
        context.delete(blog)
        for post in try context.all(Post.self) { context.delete(post) }
        try context.save()
        #expect(try context.count(Post.self) == 0)
    }

    @Test(arguments: Place.allCases) func r10_denyRefusesAndTheContextGoesOn(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(Shelf(name: "s", things: [Thing(name: "t")]))
            context.insert(Shelf(name: "empty"))
            try context.save()
        }
        let context = try store.reopened()
        let shelves = try context.all(Shelf.self)
        context.delete(shelves[0])
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.deleteDenied(let violations) = error else { return false }
            return violations.count == 1 && violations[0].property == "things"
                && violations[0].identifier.entityName == "Shelf"
        }
        context.rollback()
        shelves[0].name = "renamed"
        try context.save()
        // The last thing moves away, in the same save.
        let thing = try #require(shelves[0].things.first)
        thing.shelf = shelves[1]
        context.delete(shelves[0])
        try context.save()
        // Both go, in one save.
        context.delete(shelves[1])
        context.delete(thing)
        try context.save()
        #expect(try context.count(Shelf.self) == 0)
        #expect(try context.count(Thing.self) == 0)
    }

    @Test(arguments: Place.allCases) func noActionLeavesALinkThatReadsAsNil(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let folder = Folder(name: "f", notes: [Note(text: "n")])
        context.insert(folder)
        try context.save()
        context.delete(folder)
        try context.save()
        let other = try store.reopened()
        let note = try #require(try other.all(Note.self).first)
        #expect(note.folder == nil)
    }

    @Test(arguments: Place.allCases) func cascadesAreAsDeepAsTheData(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            var parent: Folder? = nil
            for depth in 0..<1_500 {
                let folder = Folder(name: "\(depth)", parent: parent)
                context.insert(folder)
                parent = folder
            }
            try context.save()
        }
        let context = try store.reopened()
        let first = try #require(try context.all(Folder.self).first)
        #expect(first.name == "0")
        context.delete(first)
        try context.save()
        #expect(try context.count(Folder.self) == 0)
    }

    @Test func cyclesOfCascadesEnd() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let a = Folder(name: "a")
        let b = Folder(name: "b", parent: a)
        context.insert(b)
        try context.save()
        a.parent = b
        try context.save()
        context.delete(a)
        try context.save()
        #expect(try context.count(Folder.self) == 0)
    }

    @Test func rollbackBringsBackWhatWasThere() throws {
        let store = try TestStore(.file)
        try makeAlbums(store, 2)
        let context = try store.reopened()
        let albums = try context.all(Album.self)
        let track = try #require(albums[0].tracks.first)
        albums[0].title = "changed"
        albums[0].tracks.append(Track(title: "new"))
        track.album = albums[1]
        context.delete(albums[1])
        context.rollback()
        #expect(!context.hasChanges)
        #expect(albums[0].title == "0")
        #expect(Set(albums[0].tracks.map(\.title)) == ["a", "b"])
        #expect(track.album === albums[0])
        #expect(!albums[1].isDeleted)
        #expect(albums[1].tracks.count == 2)
        try context.save()
        #expect(try store.reopened().count(Track.self) == 4)
    }
}
