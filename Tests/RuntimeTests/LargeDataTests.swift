import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Data of more than 4 KB is read when it is first touched.
@Suite struct LargeDataTests {
    private static func bytes(_ count: Int, _ first: UInt8) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0) &+ first })
    }

    private let large = bytes(200_000, 1)
    private let edge = bytes(4_096, 2)
    private let beyond = bytes(4_097, 3)

    private func filled(_ place: Place) throws -> TestStore {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Everything(number: 1, data: large, optionalData: beyond))
        context.insert(Everything(number: 2, data: edge, optionalData: nil))
        context.insert(Everything(number: 3, data: Data(), optionalData: Data()))
        try context.save()
        return store
    }

    private func reads(_ log: StatementLog) -> [String] { log.take().filter { $0.hasPrefix("SELECT") } }

    private func object(_ number: Int, _ context: ModelContext) throws -> Everything {
        try #require(
            try context.fetch(FetchDescriptor<Everything>(predicate: #Predicate { $0.number == number })).first)
    }

    @Test("a fetch leaves large data where it is, a touch reads it, small data comes along")
    func firstTouch() throws {
        let store = try filled(.file)
        let log = StatementLog.begin(store.url.path)
        let context = try store.reopened()
        let objects = try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.number)]))
        _ = reads(log)
        #expect(objects.map(\.number) == [1, 2, 3])
        #expect(objects.map(\.int8) == [-8, -8, -8])
        #expect(objects[1].data == edge)
        #expect(objects[1].optionalData == nil)
        #expect(objects[2].data == Data())
        #expect(objects[2].optionalData == Data())
        #expect(reads(log).isEmpty)
        #expect(objects[0].data == large)
        #expect(reads(log).count == 1)
        #expect(objects[0].optionalData == beyond)
        #expect(reads(log).isEmpty)
        #expect(!context.hasChanges)
    }

    @Test("another fetch that meets the object, a look-up and a list leave it as well")
    func metAgain() throws {
        let store = try filled(.file)
        let log = StatementLog.begin(store.url.path)
        let context = try store.reopened()
        let first = try object(1, context)
        #expect(try object(1, context) === first)
        #expect(context.model(for: first.persistentModelID) === first)
        _ = reads(log)
        #expect(first.data == large)
        #expect(reads(log).count == 1)
        let other = try #require(ModelContext(store.container).model(for: first.persistentModelID) as? Everything)
        _ = reads(log)
        #expect(other.number == 1)
        #expect(reads(log).isEmpty)
        #expect(other.optionalData == beyond)
        #expect(reads(log).count == 1)
    }

    @Test("what is asked for by name comes at once")
    func propertiesToFetch() throws {
        let store = try filled(.file)
        let log = StatementLog.begin(store.url.path)
        let context = try store.reopened()
        var descriptor = FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.number)])
        descriptor.propertiesToFetch = [\.number, \.data]
        let objects = try context.fetch(descriptor)
        _ = reads(log)
        #expect(objects.map(\.data) == [large, edge, Data()])
        #expect(reads(log).isEmpty)
        #expect(objects[0].optionalData == beyond)
        #expect(reads(log).count == 1)
    }

    @Test("saves of others, changes and rollbacks keep untouched data right", arguments: Place.allCases)
    func changes(_ place: Place) throws {
        let store = try filled(place)
        let (one, other) = (store.context(), store.context())
        let (mine, theirs) = (try object(1, one), try object(1, other))
        theirs.optionalData = large
        theirs.int8 = 5
        try other.save()
        one.processPendingChanges()
        #expect(mine.int8 == 5)
        #expect(mine.optionalData == large)
        #expect(mine.data == large)
        mine.data = edge
        #expect(mine.data == edge)
        one.rollback()
        #expect(mine.data == large)
        mine.int16 = 9
        try one.save()
        let reopened = try object(1, store.reopened())
        #expect(reopened.int16 == 9)
        reopened.int16 = 10
        try reopened.modelContext?.save()
        let last = try object(1, store.reopened())
        #expect(last.int16 == 10)
        #expect(last.data == large)
        #expect(last.optionalData == large)
    }

    @Test("data that was changed elsewhere before it was touched is the new one; of a row that went it is empty")
    func touchedLate() throws {
        let store = try filled(.file)
        let (one, other) = (store.context(), store.context())
        let (first, second) = (try object(1, one), try object(2, one))
        second.data = large
        try one.save()
        let late = try object(2, other)
        try object(1, other).data = beyond
        try other.save()
        #expect(first.data == beyond)
        let gone = try object(1, ModelContext(store.container))
        try one.delete(model: Everything.self)
        try one.save()
        #expect(gone.data == Data())
        #expect(late.data == Data())
    }

    @Test("predicates and sorts see all of it", arguments: Place.allCases)
    func queries(_ place: Place) throws {
        let store = try filled(place)
        let (context, large) = (store.context(), large)
        #expect(
            try context.fetch(FetchDescriptor<Everything>(predicate: #Predicate { $0.data == large })).map(\.number)
                == [1])
        #expect(
            try context.fetchCount(FetchDescriptor<Everything>(predicate: #Predicate { $0.data.count > 4_096 })) == 1)
        let pending = try object(2, context)
        pending.data = large
        #expect(
            try context.fetch(
                FetchDescriptor<Everything>(
                    predicate: #Predicate { $0.data == large }, sortBy: [SortDescriptor(\.number)])
            ).map(\.data) == [large, large])
    }
}
