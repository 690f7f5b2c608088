import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Field reports (b): relationships and delete rules, on the ways that other tests do not take.
@Suite struct RelationshipFieldReportTests {
    private func orphans(_ context: ModelContext) throws -> Int {
        try context.fetchCount(FetchDescriptor<Track>(predicate: #Predicate { $0.album == nil }))
    }

    @Test(arguments: Place.allCases) func r01_noChildStaysBehindInALoopOfInsertsAndDeletes(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        var last: PersistentIdentifier?
        for round in 0..<20 {
            let album = Album(title: "\(round)", tracks: [Track(title: "a"), Track(title: "b")])
            context.insert(album)
            if let last, let old = context.model(for: last) as? Album { context.delete(old) }
            #expect(try orphans(context) == 0)
            try context.save()
            last = album.persistentModelID
        }
        let other = try store.reopened()
        #expect(try orphans(other) == 0 && other.count(Track.self) == 2)
    }

    @Test(arguments: Place.allCases) func r01_noChildStaysBehindWhenAnotherContextDeletes(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        first.insert(Album(title: "a", tracks: [Track(title: "1")]))
        try first.save()
        let album = try #require(try first.all(Album.self).first)
        let second = store.context()
        second.delete(try #require(try second.all(Album.self).first))
        // A child that is not saved yet when its parent goes stays, as what it is: an object of this context.
        let late = Track(title: "2", album: album)
        try second.save()
        #expect(try first.count(Album.self) == 0)
        #expect(late.album == nil)
        try first.save()
        let other = try store.reopened()
        #expect(try other.all(Track.self).map(\.title) == ["2"])
    }

    @Test(arguments: Place.allCases) func r03_bothOrdersBeforeAndAfterASave(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "A")
        context.insert(album)
        let tracks = (0..<4).map { Track(title: "\($0)") }
        tracks[0].album = album
        album.tracks.append(tracks[0])
        album.tracks.append(tracks[1])
        tracks[1].album = album
        album.tracks.append(contentsOf: [tracks[2], tracks[2]])
        album.tracks += [tracks[2], tracks[3]]
        #expect(album.tracks.count == 4)
        try context.save()
        album.tracks.append(tracks[3])
        tracks[3].album = album
        album.add(tracks[0], to: \.tracks)
        #expect(album.tracks.count == 4)
        try context.save()
        let other = try store.reopened()
        let found = try #require(try other.all(Album.self).first)
        let byTitle = Dictionary(uniqueKeysWithValues: found.tracks.map { ($0.title, $0) })
        #expect(try byTitle.count == 4 && other.count(Track.self) == 4)
    }

    @Test(arguments: Place.allCases) func r06_aRequiredLinkThatIsLostOnADetourThrows(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let blog = Blog(name: "b")
        let post = Post(title: "p", blog: blog)
        context.insert(post)
        try context.save()
        // The list is emptied; the blog's other life is another blog that goes.
        for cut in 0..<2 {
            if cut == 0 {
                blog.posts.removeAll()
            } else {
                let other = Blog(name: "other")
                post.blog = other
                context.delete(other)
            }
            #expect {
                try context.save()
            } throws: { error in
                guard case StorageError.validation(let violations) = error else { return false }
                return violations.map(\.property) == ["blog"] && violations[0].identifier.entityName == "Post"
            }
            context.rollback()
            #expect(post.blog === blog && blog.posts == [post])
        }
        let fresh = try store.reopened()
        #expect(try fresh.all(Post.self).map(\.blog.name) == ["b"])
        try context.save()
    }

    /// Whoever deletes: the rules are the same.
    @Test func r12_rulesHoldFromEveryConnection() async throws {
        let store = try TestStore(.file)
        let filling = store.context()
        for title in ["actor", "main", "other", "stays"] {
            filling.insert(Album(title: title, tracks: [Track(title: title)], labels: [Label(name: title)]))
        }
        try filling.save()
        let container = store.container
        try await Deleting(container).delete("actor")
        try await MainActor.run {
            let context = container.mainContext
            context.delete(try #require(try context.all(Album.self).first { $0.title == "main" }))
            try context.save()
        }
        let other = try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: store.url))
        try ModelContext(other).delete(model: Album.self, where: #Predicate { $0.title == "other" })
        #expect(try filling.all(Track.self).map(\.title) == ["stays"])
        #expect(try store.query("PRAGMA foreign_key_check") == [])
        #expect(try store.query("SELECT count(*) FROM \"Album.labels\"") == [["1"]])
    }
}

private actor Deleting {
    private let context: ModelContext

    init(_ container: ModelContainer) { context = ModelContext(container) }

    func delete(_ title: String) throws {
        let descriptor = FetchDescriptor<Album>(predicate: #Predicate { $0.title == title })
        for album in try context.fetch(descriptor) { context.delete(album) }
        try context.save()
    }
}
