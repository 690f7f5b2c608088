import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Field reports (g): contexts that do not know of each other.
@Suite struct ConcurrencyFieldReportTests {
    @Test(arguments: Place.allCases) func c01_whatOthersDeletedCanBeReadAndCompared(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        first.insert(Album(title: "a", year: 1, tracks: [Track(title: "1"), Track(title: "2")]))
        first.insert(Album(title: "b", year: 2, tracks: [Track(title: "3")]))
        first.insert(Post(title: "p", blog: Blog(name: "n")))
        try first.save()
        let reader = store.context()
        let albums = try reader.all(Album.self)
        let loaded = albums[0].tracks
        let post = try #require(try reader.all(Post.self).first)
        let identifiers = albums.map(\.persistentModelID)
        let writer = store.context()
        for album in try writer.all(Album.self) { writer.delete(album) }
        for post in try writer.all(Post.self) { writer.delete(post) }
        for blog in try writer.all(Blog.self) { writer.delete(blog) }
        try writer.save()
        // Before the save is taken in and after it: nothing traps, and the last values stay.
        for isTakenIn in [false, true] {
            if isTakenIn { reader.processPendingChanges() }
            #expect(albums.map(\.title) == ["a", "b"] && albums.map(\.year) == [1, 2])
            #expect(loaded.map(\.title) == ["1", "2"])
            #expect(albums[1].tracks.isEmpty && albums[1].cover == nil && albums[1].labels.isEmpty)
            #expect(post.title == "p" && post.blog.isDeleted && post.blog.name == "")
            #expect(albums.map(\.isDeleted) == [isTakenIn, isTakenIn])
            #expect(albums.map(\.persistentModelID) == identifiers && albums[0] != albums[1])
            #expect(Set(albums).count == 2 && albums[0].hashValue == albums[0].hashValue)
            #expect((albums[0].modelContext == nil) == isTakenIn)
        }
        // Editing what is known to be gone has no effect; what is not known yet is a conflict.
        albums[0].title = "x"
        albums[0].tracks.append(Track(title: "new"))
        #expect(!reader.hasChanges)
        try reader.save()
        #expect(try store.reopened().count(Album.self) == 0)
    }

    /// Children's rows point at their parent's, which is not touched.
    @Test func c07_addingChildrenDoesNotCollideWithEditsOfTheirParent() async throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Album(title: "a"))
        try context.save()
        let identifier = try #require(try context.all(Album.self).first).persistentModelID
        let container = store.container
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let context = ModelContext(container)
                context.mergePolicy = .fail
                let album = try #require(context.model(for: identifier) as? Album)
                for year in 1...60 {
                    album.year = year
                    try context.save()
                }
            }
            for worker in 0..<4 {
                group.addTask {
                    let context = ModelContext(container)
                    context.mergePolicy = .fail
                    let album = try #require(context.model(for: identifier) as? Album)
                    for number in 0..<30 {
                        album.tracks.append(Track(title: "\(worker).\(number)"))
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let other = try store.reopened()
        #expect(try other.all(Album.self).map(\.year) == [60])
        #expect(try other.all(Album.self).map(\.tracks.count) == [120])
    }

    /// A context that looks at nothing for long compares its rows with the store's when it looks.
    @Test(arguments: Place.allCases) func aContextThatLooksAwayForLongFindsWhatChanged(place: Place) throws {
        let store = try TestStore(place)
        let writer = store.context()
        for title in ["a", "b", "c"] { writer.insert(Album(title: title, tracks: [Track(title: title)])) }
        try writer.save()
        let reader = store.context()
        let albums = try reader.all(Album.self)
        #expect(albums.map(\.tracks.count) == [1, 1, 1])
        let theirs = try writer.all(Album.self)
        for round in 0..<1_100 {
            theirs[0].year = round
            try writer.save()
        }
        writer.delete(theirs[1])
        theirs[2].tracks.append(Track(title: "new"))
        try writer.save()
        reader.processPendingChanges()
        #expect(albums[0].year == 1_099 && albums[1].isDeleted && albums[2].tracks.count == 2)
    }

    /// Nobody asks the main context for anything: its next turn is enough, and observers hear of what has changed.
    @Test(arguments: Place.allCases) @MainActor func c04_theMainContextTakesInSavesByItself(place: Place) async throws {
        let store = try TestStore(place)
        let main = store.container.mainContext
        main.autosaveEnabled = false
        main.insert(Album(title: "a", year: 1, tracks: [Track(title: "1")]))
        main.insert(Album(title: "b"))
        try main.save()
        let albums = try main.all(Album.self)
        nonisolated(unsafe) var heard: [String] = []
        func track(_ name: String, _ read: () -> Void) { withObservationTracking(read) { heard.append(name) } }
        track("title") { _ = albums[0].title }
        track("year") { _ = albums[0].year }
        track("tracks") { _ = albums[0].tracks.count }
        track("cover") { _ = albums[0].cover }
        track("other") { _ = (albums[1].title, albums[1].tracks.count) }
        albums[0].year = 2
        #expect(heard == ["year"])
        let other = store.context()
        let theirs = try other.all(Album.self)[0]
        theirs.title = "new"
        theirs.tracks.append(Track(title: "2"))
        try other.save()
        #expect(albums[0].title == "a")
        for _ in 0..<100 where albums[0].title == "a" { await Task.yield() }
        #expect(albums[0].title == "new" && albums[0].year == 2 && albums[0].tracks.count == 2)
        #expect(heard.sorted() == ["title", "tracks", "year"])
    }
}
