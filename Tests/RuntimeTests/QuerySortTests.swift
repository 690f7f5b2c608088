import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Sorting by what Foundation's descriptors lack")
struct QuerySortTests {
    private func check<T: PersistentModel, Key>(
        _ world: QueryWorld, _ descriptor: SortDescriptor<T>, _ key: (T) -> Key, _ less: (Key, Key) -> Bool,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let context = world.context
        let found = try context.fetch(FetchDescriptor(sortBy: [descriptor]))
        #expect(found.count == (try context.count(T.self)), sourceLocation: location)
        for (first, second) in zip(found, found.dropFirst()) {
            let (a, b) = descriptor.order == .forward ? (key(first), key(second)) : (key(second), key(first))
            #expect(!less(b, a), "\(a) before \(b)", sourceLocation: location)
            // In memory the descriptor says the same.
            #expect(descriptor.compare(first, second) != .orderedDescending, sourceLocation: location)
        }
        // The same statement again, from the cache.
        #expect(
            try context.fetch(FetchDescriptor(sortBy: [descriptor])).map(\.persistentModelID)
                == found.map(\.persistentModelID))
        var page = FetchDescriptor(sortBy: [descriptor])
        page.fetchLimit = 5
        #expect(
            try context.fetch(page).map(\.persistentModelID) == found.prefix(5).map(\.persistentModelID),
            sourceLocation: location)
    }

    @Test("by a Boolean", arguments: Place.allCases, PendingState.allCases)
    func booleans(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        func rank(_ flag: Bool?) -> Int { flag.map { $0 ? 1 : 0 } ?? -1 }
        for order in [SortOrder.forward, .reverse] {
            try check(world, SortDescriptor(\Everything.bool, order: order), \.bool) { rank($0) < rank($1) }
            try check(world, SortDescriptor(\Everything.optionalBool, order: order), \.optionalBool) {
                rank($0) < rank($1)
            }
        }
    }

    @Test("by text in the locale's order", arguments: Place.allCases, PendingState.allCases)
    func localized(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        for order in [SortOrder.forward, .reverse] {
            try check(world, SortDescriptor(\User.name, comparator: .localizedStandard, order: order), \.name) {
                $0.localizedStandardCompare($1) == .orderedAscending
            }
            try check(world, SortDescriptor(\User.name, comparator: .localized, order: order), \.name) {
                $0.localizedCompare($1) == .orderedAscending
            }
        }
        try check(world, SortDescriptor(\Everything.optionalString, comparator: .localizedStandard), \.optionalString) {
            guard let left = $0, let right = $1 else { return $0 == nil && $1 != nil }
            return left.localizedStandardCompare(right) == .orderedAscending
        }
    }

    @Test(
        "through one to-one relationship, optional or required, from either side", arguments: Place.allCases,
        PendingState.allCases)
    func hops(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        func precedes(_ left: String?, _ right: String?) -> Bool {
            guard let left, let right else { return left == nil && right != nil }
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        func bytes<T: PersistentModel>(_ descriptor: SortDescriptor<T>, _ key: (T) -> String?) throws {
            let found = try world.context.fetch(FetchDescriptor(sortBy: [descriptor]))
            #expect(found.count == (try world.context.count(T.self)))
            for (first, second) in zip(found, found.dropFirst()) { #expect(!precedes(key(second), key(first))) }
        }
        try bytes(SortDescriptor(\Message.user?.name), { $0.user?.name })
        try bytes(SortDescriptor(\Role.user.name), { $0.user.name })
        try bytes(SortDescriptor(\Album.cover?.name), { $0.cover?.name })
        try bytes(SortDescriptor(\User.mentor?.key), { $0.mentor?.key })
        try check(world, SortDescriptor(\Cover.album?.year), \.album?.year) { ($0 ?? -1) < ($1 ?? -1) }
        try check(world, SortDescriptor(\User.mentor?.age), \.mentor?.age) { ($0 ?? .min) < ($1 ?? .min) }
        try check(world, SortDescriptor(\Message.user?.name, comparator: .localized), \.user?.name) {
            guard let left = $0, let right = $1 else { return $0 == nil && $1 != nil }
            return left.localizedCompare(right) == .orderedAscending
        }
        try check(world, SortDescriptor(\Everything.point.y), \.point.y, <)
        #expect(throws: StorageError.self) {
            try world.context.fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.mentor?.mentor?.name)]))
        }
    }

    @Test("subclasses sort through inherited relationships", arguments: Place.allCases)
    func inheritance(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for (index, street) in ["b", "a", "c"].enumerated() {
            let home = Home(street: street)
            context.insert(home)
            context.insert(Dog(name: "d\(index)", number: index, home: home, breed: "x"))
        }
        let sorted = FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.home?.street)])
        #expect(try context.fetch(sorted).map(\.number) == [1, 0, 2])
        try context.save()
        #expect(try store.reopened().fetch(sorted).map(\.number) == [1, 0, 2])
        #expect(
            try context.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.home?.street)])).map(\.number)
                == [1, 0, 2])
    }
}
