import ModelStorage
import SnapshotModels
import Testing

/// Objects that are still referenced when their context goes.
@Suite struct OutlivingTests {
    private func fill(_ store: TestStore) throws {
        let context = store.context()
        let label = Label(name: "l")
        for title in ["a", "b"] {
            let album = Album(title: title, tracks: [Track(title: "1"), Track(title: "2")], labels: [label])
            album.cover = Cover(name: "c\(title)")
            context.insert(album)
        }
        context.insert(Post(title: "p", blog: Blog(name: "n")))
        try context.save()
    }

    private func load(_ store: TestStore, _ title: String = "a") throws -> Album {
        let context = store.context()
        let descriptor = FetchDescriptor<Album>(predicate: #Predicate { $0.title == title })
        return try #require(try context.fetch(descriptor).first)
    }

    @Test(arguments: Place.allCases) func anObjectKeepsItsIdentifierWhenItsContextGoes(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(Album(title: "A"))
            try context.save()
        }
        // The context is released before the identifier is asked for.
        let identifier = try #require(try store.context().all(Album.self).first).persistentModelID
        let context = store.context()
        let album = try #require(try context.all(Album.self).first)
        #expect(album.persistentModelID == identifier)
        #expect(context.model(for: identifier) === album)
    }

    @Test(arguments: Place.allCases) func relationshipsAreReadAfterTheContextHasGone(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let album = try load(store)
        #expect(album.tracks.map(\.title) == ["1", "2"])
        #expect(album.tracks[0] === album.tracks[0] && album.tracks[1].album === album)
        #expect(album.cover?.name == "ca" && album.cover?.album === album)
        #expect(album.labels.map(\.name) == ["l"])
        #expect(album.labels.first?.albums.map(\.title) == ["a", "b"])
        #expect(album.labels.first?.albums.first === album)
        #expect(try album.count(of: \.tracks) == 2)
        let post = try #require(try store.context().all(Post.self).first)
        #expect(post.blog.name == "n" && post.blog.posts == [post])
    }

    @Test(arguments: Place.allCases) func changesAreSavedThroughTheObjectsContext(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let changed: Album
        do {
            let context = store.context()
            changed = try #require(try context.all(Album.self).first)
            changed.year = 1
        }
        // What was changed before the context went is a change of the one that follows.
        changed.title = "x"
        let context = try #require(changed.modelContext)
        #expect(context.hasChanges && changed.hasChanges)
        #expect(context.changedModelsArray.count == 1)
        changed.tracks.append(Track(title: "3"))
        changed.labels.removeAll()
        context.delete(changed.tracks[0])
        try context.save()
        #expect(!context.hasChanges)
        let other = try store.reopened()
        let found = try #require(try other.all(Album.self).first)
        #expect(found.title == "x" && found.year == 1 && found.labels.isEmpty)
        #expect(found.tracks.map(\.title) == ["2", "3"])
        changed.title = "y"
        context.rollback()
        #expect(changed.title == "x" && !context.hasChanges)
    }

    @Test(arguments: Place.allCases) func whatWasNotSavedIsForgottenWithTheContext(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let (album, other, deleted, new): (Album, Album, Track, Track)
        do {
            let context = store.context()
            let albums = try context.all(Album.self)
            (album, other) = (albums[0], albums[1])
            deleted = album.tracks[0]
            new = Track(title: "new", album: album)
            album.tracks[1].album = other
            album.cover = Cover(name: "unsaved")
            context.delete(deleted)
        }
        #expect(new.modelContext == nil && new.album == nil && new.persistentModelID.isTemporary)
        #expect(!deleted.isDeleted && deleted.album === album)
        #expect(album.tracks.contains(deleted) && !album.tracks.contains(new))
        #expect(album.labels.map(\.name) == ["l"])
        // What is free may go anywhere.
        let context = store.context()
        context.insert(new)
        #expect(new.album == nil)
        try context.save()
        #expect(try store.reopened().count(Track.self) == 5)
    }

    /// Objects keep no context by being read, nor each other; and none keeps the container.
    @Test(arguments: Place.allCases) func everythingGoesWithTheLastObject(place: Place) throws {
        weak var context: ModelContext?
        weak var heir: ModelContext?
        weak var container: ModelContainer?
        weak var label: Label?
        do {
            let store = try TestStore(place)
            try fill(store)
            container = store.container
            var album: Album?
            do {
                let first = store.context()
                album = try first.all(Album.self).first
                // Both sides of a many-to-many relationship hold each other while their context is there.
                #expect(album?.labels.first?.albums.count == 2)
                label = album?.labels.first
                context = first
            }
            #expect(context == nil && album != nil && label == nil)
            heir = album?.modelContext
            #expect(album?.labels.first?.albums.count == 2 && album?.cover?.album === album)
            #expect(album?.tracks.first?.album === album)
            album?.title = "changed and dropped"
            #expect(heir != nil)
            album = nil
        }
        #expect(heir == nil && label == nil && container == nil)
    }

    @Test func theContextOfAnObjectMayGoAgain() throws {
        let store = try TestStore(.file)
        try fill(store)
        let album = try load(store)
        let track: Track
        do {
            let context = try #require(album.modelContext)
            track = try #require(try context.all(Track.self).last)
            #expect(try context.count(Album.self) == 2)
        }
        #expect(album.tracks.count == 2 && track.album?.title == "b")
        #expect(track.album?.modelContext === album.modelContext)
    }

    @Test(arguments: Place.allCases) func savesOfOthersAreTakenInWhenAsked(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let (album, gone) = (try load(store), try load(store, "b"))
        let context = store.context()
        for found in try context.all(Album.self) {
            if found.title == "b" { context.delete(found) } else { found.title = "new" }
        }
        try context.save()
        #expect(album.title == "a" && !gone.isDeleted)
        album.modelContext?.processPendingChanges()
        gone.modelContext?.processPendingChanges()
        #expect(album.title == "new" && gone.isDeleted)
    }

    @Test func anUndoManagerThatOutlivesItsContextHasNothingToUndo() throws {
        let store = try TestStore(.memory)
        let manager = UndoManager()
        do {
            let context = store.context()
            context.undoManager = manager
            context.insert(Album(title: "a"))
            #expect(manager.canUndo)
        }
        #expect(!manager.canUndo)
        manager.undo()
    }
}
