import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Aggregates are computed in the store")
struct QueryAggregateTests {
    @Test("sums, averages, extremes, counts", arguments: Place.allCases, PendingState.allCases)
    func figures(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let descriptor = FetchDescriptor<Everything>(predicate: #Predicate { $0.number > 2 })
        let all = try world.context.fetch(descriptor)
        let (count, numbers, least, greatest) = try world.context.aggregate(
            descriptor, .count, .sum(\.number), .minimum(\.string), .maximum(\.optionalDate))
        #expect(count == all.count)
        #expect(numbers == all.reduce(0) { $0 + $1.number })
        #expect(
            least == all.map(\.string).min { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(greatest == all.compactMap(\.optionalDate).max())
        let (small, unsigned, decimals, average, none) = try world.context.aggregate(
            descriptor, .sum(\.int8), .sum(\.uint8), .sum(\.optionalDecimal), .average(\.number),
            .average(\.optionalInt8))
        #expect(small == all.reduce(0) { $0 + Int($1.int8) })
        #expect(unsigned == all.reduce(0) { $0 + UInt($1.uint8) })
        #expect(decimals == all.compactMap(\.optionalDecimal).reduce(0, +))
        #expect(average == Double(numbers) / Double(count))
        #expect(none == nil)
        let (low, high) = try world.context.aggregate(descriptor, .minimum(\.uint64), .maximum(\.optionalUInt64))
        #expect(low == all.map(\.uint64).min())
        #expect(high == all.compactMap(\.optionalUInt64).max())
        let (moods, words) = try world.context.aggregate(
            descriptor, .distinctCount(\.mood), .distinctCount(\.optionalString))
        #expect(moods == Set(all.map(\.mood)).count)
        #expect(words == Set(all.compactMap(\.optionalString).map { Array($0.utf8) }).count)
        #expect(try world.context.aggregate(descriptor, .sum(\.double)).isNaN)
        #expect(
            try world.context.aggregate(
                FetchDescriptor<Everything>(predicate: #Predicate { $0.number < -1 }), .sum(\.double)) == 0)
    }

    @Test("a sum that does not fit throws")
    func overflow() throws {
        let world = try QueryWorld(.file, .saved)
        let max = Int64.max
        let error = #expect(throws: StorageError.self) {
            try world.context.aggregate(
                FetchDescriptor<Everything>(predicate: #Predicate { $0.int64 == max || $0.int64 == 42 }), .sum(\.int64))
        }
        guard case .arithmeticOverflow? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "groups by a value, an optional, a struct, a relationship and through one", arguments: Place.allCases,
        PendingState.allCases)
    func groups(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let context = world.context
        let all = try context.all(Everything.self)
        let byMood = try context.aggregate(
            FetchDescriptor<Everything>(), by: \.optionalMood, .count, .maximum(\.number))
        let moods = Dictionary(grouping: all, by: \.optionalMood)
        #expect(byMood.count == moods.count)
        #expect(byMood.first?.0 == nil)
        for (mood, count, number) in byMood {
            #expect(count == moods[mood]?.count)
            #expect(number == moods[mood]?.map(\.number).max())
        }
        let points = Dictionary(grouping: all, by: \.optionalPoint)
        for (point, count) in try context.aggregate(FetchDescriptor<Everything>(), by: \.optionalPoint, .count) {
            #expect(count == points[point]?.count)
        }
        #expect(try context.distinct(\Everything.point).count == Set(all.map(\.point)).count)
        let users = Dictionary(grouping: try context.all(Message.self), by: \.user)
        let byUser = try context.aggregate(FetchDescriptor<Message>(), by: \.user, .count)
        #expect(byUser.count == users.count)
        for (user, count) in byUser { #expect(count == users[user]?.count) }
        for (user, count) in try context.aggregate(FetchDescriptor<Role>(), by: \.user, .count) {
            #expect(count == user.roles.count)
        }
        let names = Dictionary(grouping: try context.all(Message.self)) { $0.user.map { Array($0.name.utf8) } }
        for (name, count) in try context.aggregate(FetchDescriptor<Message>(), by: \.user?.name, .count) {
            #expect(count == names[name.map { Array($0.utf8) }]?.count)
        }
    }

    @Test(
        "limit and offset leave some objects out; distinct values are ordered", arguments: Place.allCases,
        PendingState.allCases)
    func limits(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        var descriptor = FetchDescriptor<Everything>(
            predicate: #Predicate { $0.number > 2 }, sortBy: [SortDescriptor(\.number, order: .reverse)])
        descriptor.fetchLimit = 5
        descriptor.fetchOffset = 2
        let some = try world.context.fetch(descriptor)
        let (count, sum) = try world.context.aggregate(descriptor, .count, .sum(\.number))
        #expect(count == 5)
        #expect(sum == some.reduce(0) { $0 + $1.number })
        #expect(
            try world.context.distinct(\.level, of: descriptor)
                == Set(some.map(\.level)).sorted { $0.rawValue < $1.rawValue })
        var total = 0
        for (_, count) in try world.context.aggregate(descriptor, by: \.bool, .count) { total += count }
        #expect(total == 5)
        descriptor.includePendingChanges = false
        if state == .pending { #expect(try world.context.aggregate(descriptor, .count) == 0) }
    }

    @Test("what cannot be computed is named")
    func unsupported() throws {
        let world = try QueryWorld(.memory, .saved)
        #expect(throws: StorageError.self) { try world.context.distinct(\User.messages) }
        #expect(throws: StorageError.self) { try world.context.distinct(\User.persistentModelID.entityName) }
        #expect(throws: StorageError.self) {
            let sum = try world.context.aggregate(FetchDescriptor<Album>(), .sum(\.plays))
            #expect(sum == 0)
        }
    }
}
