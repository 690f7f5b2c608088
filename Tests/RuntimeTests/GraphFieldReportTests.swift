import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Field reports about relationships, uniqueness and contexts that have no place elsewhere.
@Suite struct GraphFieldReportTests {
    @Test(arguments: Place.allCases) func r04_aFetchWithoutPendingChangesCutsNoLink(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "A")
        context.insert(album)
        try context.save()
        let track = Track(title: "t", album: album)
        context.insert(track)
        var descriptor = FetchDescriptor<Album>()
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor) == [album])
        #expect(track.album === album && album.tracks == [track])
        try context.save()
        #expect(track.album === album)
        let other = try store.reopened()
        #expect(try other.all(Track.self).map { $0.album?.title } == ["A"])
    }

    @Test(arguments: Place.allCases, [0, 1, 100]) func r07_cascadesIntoRequiredInverses(
        place: Place, count: Int
    ) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            let user = User(key: "u")
            for number in 0..<count { _ = Role(name: "\(number)", user: user) }
            context.insert(user)
            try context.save()
        }
        let context = try store.reopened()
        let user = try #require(try context.all(User.self).first)
        // One child is deleted already, one is new.
        if let first = try context.all(Role.self).first { context.delete(first) }
        let new = Role(name: "new", user: user)
        context.insert(new)
        context.delete(user)
        #expect(new.isDeleted)
        try context.save()
        let other = try store.reopened()
        #expect(try other.count(User.self) == 0 && other.count(Role.self) == 0)
    }

    @Test(arguments: Place.allCases) func u05_nilKeysCoexistAndOthersMergeOrThrow(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for number in 0..<100 { context.insert(Human(name: "\(number)", number: number)) }
        try context.save()
        for number in 100..<110 { context.insert(Human(name: "\(number)", number: number)) }
        try context.save()
        let humans = try context.fetch(FetchDescriptor<Human>(sortBy: [SortDescriptor(\.number)]))
        #expect(humans.count == 110 && humans.allSatisfy { $0.email == nil })
        humans[3].email = "x"
        humans[7].email = "x"
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.uniqueConflict(let conflict) = error else { return false }
            return conflict.properties == ["email"] && conflict.identifiers.count == 2
        }
        humans[7].email = nil
        try context.save()
        context.insert(Human(name: "same", number: 200, email: "x"))
        try context.save()
        #expect(try store.reopened().count(Human.self) == 110)
    }

    /// Of two partners that two contexts chose for one object, the later save wins.
    @Test(arguments: Place.allCases) func oneToOneIsTakenOverByTheLaterSave(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for title in ["a", "b"] { first.insert(Album(title: title)) }
        first.insert(Cover(name: "c"))
        try first.save()
        let second = store.context()
        let mine = try first.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
        let theirs = try second.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
        mine[0].cover = try first.all(Cover.self).first
        theirs[1].cover = try second.all(Cover.self).first
        try first.save()
        try second.save()
        #expect(try first.all(Album.self).map { $0.cover?.name } == [nil, "c"])
        #expect(theirs.map { $0.cover?.name } == [nil, "c"])
        let third = try store.reopened()
        #expect(try third.all(Album.self).map { $0.cover?.name } == [nil, "c"])
    }

    /// What others delete is cut from unsaved changes.
    @Test(arguments: Place.allCases) func linksToWhatOthersDeletedAreSavedAsNil(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        first.insert(Album(title: "a"))
        first.insert(Label(name: "l"))
        first.insert(Blog(name: "b"))
        try first.save()
        let second = store.context()
        let album = try #require(try second.all(Album.self).first)
        let label = try #require(try second.all(Label.self).first)
        let track = Track(title: "t", album: album)
        let other = Album(title: "o", labels: [label])
        second.insert(other)
        for model in try first.all(Album.self) { first.delete(model) }
        for model in try first.all(Label.self) { first.delete(model) }
        try first.save()
        second.processPendingChanges()
        #expect(album.isDeleted && track.album == nil && other.labels.isEmpty)
        try second.save()
        let post = Post(title: "p", blog: try #require(try second.all(Blog.self).first))
        second.insert(post)
        for model in try first.all(Blog.self) { first.delete(model) }
        try first.save()
        #expect {
            try second.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.property) == ["blog"]
        }
        second.rollback()
        let fresh = try store.reopened()
        #expect(try fresh.all(Track.self).map { $0.album == nil } == [true])
        #expect(try fresh.all(Album.self).map { $0.labels.count } == [0])
    }

    @Test func severalConfigurations() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func open() throws -> ModelContainer {
            try ModelContainer(
                for: Schema([Album.self, Team.self]),
                configurations: [
                    ModelConfiguration("music", schema: Schema([Album.self]), url: folder.appendingPathComponent("m")),
                    ModelConfiguration("users", schema: Schema([User.self]), url: folder.appendingPathComponent("u")),
                    ModelConfiguration("rest", isStoredInMemoryOnly: true),
                ])
        }
        let container = try open()
        let context = ModelContext(container)
        context.insert(Album(title: "a", tracks: [Track(title: "t")]))
        let user = User(key: "u")
        context.insert(user)
        context.insert(Team(name: "Ab", players: [Player(name: "p")]))
        #expect(user.modelContext === context && context.insertedModelsArray.count == 5)
        _ = Message(text: "m", user: user)
        try context.save()
        #expect(!context.hasChanges)
        #expect(context.model(for: user.persistentModelID) === user)
        let other = ModelContext(container)
        #expect(try other.count(Album.self) == 1 && other.count(Message.self) == 1 && other.count(Player.self) == 1)
        let found = try #require(try other.all(User.self).first)
        found.name = "n"
        other.delete(try #require(try other.all(Album.self).first))
        #expect(other.hasChanges && other.deletedModelsArray.count == 1 && other.changedModelsArray.count == 1)
        other.rollback()
        #expect(!other.hasChanges && found.name == "")
        found.name = "n"
        try other.save()
        #expect(try context.all(User.self).first?.name == "n" && user.name == "n")
        // Each file holds its own rows; what was in memory is gone.
        let again = ModelContext(try open())
        #expect(try again.count(Track.self) == 1 && again.all(User.self).map(\.name) == ["n"])
        #expect(try again.count(Team.self) == 0)
        let alone = ModelContext(
            try ModelContainer(
                for: Album.self, configurations: ModelConfiguration(url: folder.appendingPathComponent("u"))))
        #expect(try alone.count(Album.self) == 0 && alone.count(User.self) == 1)
        // Related models cannot be parted.
        #expect(throws: StorageError.self) {
            try ModelContainer(
                for: Schema([Album.self]),
                configurations: [
                    ModelConfiguration("a", schema: Schema([Album.self]), isStoredInMemoryOnly: true),
                    ModelConfiguration("b", schema: Schema([Track.self]), isStoredInMemoryOnly: true),
                ])
        }
    }

    @Test(arguments: Place.allCases) func anErasedContainerIsEmpty(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", tracks: [Track(title: "t")], labels: [Label(name: "l")])
        context.insert(album)
        context.insert(Dog(name: "d", number: 1))
        try context.save()
        let identifier = album.persistentModelID
        try store.container.erase()
        #expect(try context.count(Album.self) == 0 && context.count(Track.self) == 0 && context.count(Being.self) == 0)
        #expect(album.isDeleted)
        context.insert(Album(title: "b"))
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Album.self).map(\.title) == ["b"])
        #expect(try other.all(Album.self).first?.persistentModelID != identifier)
    }
}
