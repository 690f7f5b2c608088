import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Descriptors: order, limit, offset, prefetching, batches")
struct QueryDescriptorTests {
    private func users(_ place: Place, saved: Bool) throws -> (TestStore, ModelContext) {
        let store = try TestStore(place)
        let context = store.context()
        let names = ["d", "b", "a", "c", "b", "e"]
        for (index, name) in names.enumerated() {
            context.insert(User(key: "k\(index)", name: name, age: index == 2 ? nil : index % 3))
        }
        if saved { try context.save() }
        return (store, saved ? try store.reopened() : context)
    }

    private func keys(_ context: ModelContext, _ change: (inout FetchDescriptor<User>) -> Void) throws -> [String] {
        var descriptor = FetchDescriptor<User>()
        change(&descriptor)
        return try context.fetch(descriptor).map(\.key)
    }

    @Test("the order is total; nil comes first", arguments: Place.allCases, [false, true])
    func order(_ place: Place, _ saved: Bool) throws {
        let (store, context) = try users(place, saved: saved)
        #expect(try keys(context) { _ in } == ["k0", "k1", "k2", "k3", "k4", "k5"])
        #expect(try keys(context) { $0.sortBy = [SortDescriptor(\.name)] } == ["k2", "k1", "k4", "k3", "k0", "k5"])
        #expect(
            try keys(context) { $0.sortBy = [SortDescriptor(\.name, order: .reverse)] }
                == ["k5", "k0", "k3", "k4", "k1", "k2"])
        #expect(
            try keys(context) { $0.sortBy = [SortDescriptor(\.age), SortDescriptor(\.name, order: .reverse)] }
                == ["k2", "k0", "k3", "k4", "k1", "k5"])
        withExtendedLifetime(store) {}
    }

    @Test("limit and offset", arguments: Place.allCases, [false, true])
    func limits(_ place: Place, _ saved: Bool) throws {
        let (store, context) = try users(place, saved: saved)
        #expect(
            try keys(context) {
                $0.sortBy = [SortDescriptor(\.name)]
                ($0.fetchLimit, $0.fetchOffset) = (2, 1)
            } == ["k1", "k4"])
        #expect(try keys(context) { $0.fetchOffset = 4 } == ["k4", "k5"])
        #expect(try keys(context) { $0.fetchLimit = 0 }.count == 6)
        var descriptor = FetchDescriptor<User>(predicate: #Predicate { $0.name != "a" })
        descriptor.fetchLimit = 3
        #expect(try context.fetchCount(descriptor) == 3)
        descriptor.fetchOffset = 4
        #expect(try context.fetchCount(descriptor) == 1)
        #expect(try context.fetchIdentifiers(descriptor).count == 1)
        withExtendedLifetime(store) {}
    }

    @Test("prefetching reads each relationship once; afterwards nothing is read", arguments: Place.allCases)
    func prefetching(_ place: Place) throws {
        let world = try QueryWorld(place, .saved)
        var descriptor = FetchDescriptor<User>()
        descriptor.relationshipKeyPathsForPrefetching = [\.messages, \.friends, \.mentor]
        let fresh = try QueryWorld(place, .saved)
        let plain = try fresh.context.fetch(FetchDescriptor<User>())
        let users = try world.context.fetch(descriptor)
        #expect(users.map { $0.messages.map(\.text).sorted() } == plain.map { $0.messages.map(\.text).sorted() })
        #expect(users.map { $0.friends.map(\.key).sorted() } == plain.map { $0.friends.map(\.key).sorted() })
        #expect(users.map { $0.mentor?.key } == plain.map { $0.mentor?.key })
        descriptor.relationshipKeyPathsForPrefetching = [\.name]
        #expect(throws: StorageError.self) { try world.context.fetch(descriptor) }
    }

    @Test("enumeration and batches give what a fetch gives", arguments: Place.allCases, PendingState.allCases)
    func batches(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let descriptor = FetchDescriptor<User>(sortBy: [SortDescriptor(\.name), SortDescriptor(\.key)])
        let expected = try world.context.fetch(descriptor).map(\.key)
        var seen: [String] = []
        try world.context.enumerate(descriptor, batchSize: 4) { seen.append($0.key) }
        #expect(seen == expected)
        let batches = try world.context.fetch(descriptor, batchSize: 5)
        #expect(batches.map(\.key) == expected)
        #expect(batches.last?.key == expected.last)
    }

    @Test("declared indexes are used")
    func indexes() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let (title, year, key) = ("x", 1_999, "k")
        func plan<T: PersistentModel>(_ predicate: Predicate<T>) throws -> String {
            try context.explain(FetchDescriptor(predicate: predicate)).plan.joined(separator: "\n")
        }
        #expect(try plan(#Predicate<Album> { $0.title == title }).contains("USING INDEX"))
        #expect(try plan(#Predicate<Album> { $0.title.starts(with: title) }).contains("USING INDEX"))
        #expect(try plan(#Predicate<Album> { $0.year == year && $0.title == title }).contains("USING INDEX"))
        #expect(try plan(#Predicate<User> { $0.key == key }).contains("USING INDEX"))
        #expect(try plan(#Predicate<User> { !($0.key != key) }).contains("USING INDEX"))
        let user = User(key: "u")
        context.insert(user)
        try context.save()
        let id = user.persistentModelID
        #expect(try plan(#Predicate<Message> { $0.user?.persistentModelID == id }).contains("USING INDEX"))
        let keys = (0..<1_000).map { "\($0)" }
        #expect(try plan(#Predicate<User> { keys.contains($0.key) }).contains("USING INDEX"))
    }
}
