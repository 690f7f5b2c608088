import Foundation
import ModelStorage
import Testing

@testable import SnapshotChains

/// The examples of Documentation/Migration.md, run.
nonisolated struct StaysTests {
    private let folder: URL
    private var configuration: ModelConfiguration {
        ModelConfiguration(url: folder.appendingPathComponent("stays.store"))
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func old(_ fill: (ModelContext) throws -> Void) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: StaysV1.self), configurations: configuration)
        let context = ModelContext(container)
        try fill(context)
        try context.save()
    }

    private func new() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: StaysV2.self), migrationPlan: StaysMigrationPlan.self,
                configurations: configuration))
    }

    @Test("A model is split: each object gets a related one with part of its values")
    func split() throws {
        try old { context in
            context.insert(StaysV1.Guest(name: "Ann", street: "Main", city: "Ulm"))
            context.insert(StaysV1.Guest(name: "Bob", street: "Side", city: "Rom"))
        }
        let context = try new()
        let guests = try context.fetch(FetchDescriptor<Guest>(sortBy: [SortDescriptor(\.name)]))
        #expect(
            guests.map { "\($0.name) \($0.address.street) \($0.address.city)" } == ["Ann Main Ulm", "Bob Side Rom"])
        #expect(guests.allSatisfy { $0.address.guest === $0 })
    }

    @Test("Two models are merged, and who was in both is there once")
    func merge() throws {
        try old { context in
            context.insert(StaysV1.Lead(name: "Ann", phone: "1"))
            context.insert(StaysV1.Lead(name: "Bob", phone: "2"))
            context.insert(StaysV1.Client(name: "Bob", since: .distantPast))
            context.insert(StaysV1.Client(name: "Cid", since: .distantFuture))
        }
        let context = try new()
        let contacts = try context.fetch(FetchDescriptor<Contact>(sortBy: [SortDescriptor(\.name)]))
        #expect(contacts.map(\.name) == ["Ann", "Bob", "Cid"])
        #expect(contacts.map(\.phone) == ["1", "2", nil])
        #expect(contacts.map(\.since) == [nil, .distantPast, .distantFuture])
    }

    @Test("An attribute moves into a related model; links stay")
    func move() throws {
        try old { context in
            let room = StaysV1.Room(floor: 3, kind: "double")
            context.insert(room)
            context.insert(StaysV1.Booking(code: "a", roomNumber: 31, room: room))
            context.insert(StaysV1.Booking(code: "b", roomNumber: 7))
        }
        let context = try new()
        let bookings = try context.fetch(FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.code)]))
        #expect(bookings.map(\.code) == ["a", "b"])
        #expect(bookings.map { $0.room?.number } == [31, nil])
        #expect(bookings.map { $0.room?.floor } == [3, nil])
    }

    @Test("Cases whose raw value changed are what they were, one by one and in a list")
    func cases() throws {
        try old { context in
            context.insert(StaysV1.Booking(code: "a", roomNumber: 1, grade: .fine, wishes: [.fine, .plain, .fine]))
            context.insert(StaysV1.Booking(code: "b", roomNumber: 2, grade: .plain))
        }
        #expect(StaysV1.Grade.fine.rawValue == Grade.middle.rawValue)
        let context = try new()
        let bookings = try context.fetch(FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.code)]))
        #expect(bookings.map(\.grade) == [.fine, .plain])
        #expect(bookings.map(\.wishes) == [[.fine, .plain, .fine], []])
        let fine = Grade.fine
        #expect(try context.fetchCount(FetchDescriptor<Booking>(predicate: #Predicate { $0.grade == fine })) == 1)
    }

    @Test("An attribute becomes a model, which objects with equal values share")
    func promote() throws {
        try old { context in
            for floor in 0..<1_200 {
                context.insert(StaysV1.Room(floor: floor, kind: floor.isMultiple(of: 3) ? "single" : "double"))
            }
        }
        let context = try new()
        let kinds = try context.fetch(FetchDescriptor<RoomKind>(sortBy: [SortDescriptor(\.name)]))
        #expect(kinds.map(\.name) == ["double", "single"])
        #expect(kinds.map(\.rooms.count) == [800, 400])
        #expect(kinds[1].rooms.allSatisfy { $0.floor.isMultiple(of: 3) })
    }

    @Test("A type changes, and a required attribute is filled")
    func convert() throws {
        try old { context in
            context.insert(StaysV1.Invoice(total: "12.50", memo: "tea"))
            context.insert(StaysV1.Invoice(total: "-1"))
        }
        let context = try new()
        let invoices = try context.fetch(FetchDescriptor<Invoice>(sortBy: [SortDescriptor(\.total)]))
        #expect(invoices.map(\.total) == [-1, Decimal(string: "12.5")])
        #expect(invoices.map(\.memo) == ["-", "tea"])
    }

    @Test("A step that throws leaves the store as it was")
    func refused() throws {
        try old { context in
            context.insert(StaysV1.Invoice(total: "a lot"))
            context.insert(StaysV1.Lead(name: "Ann", phone: "1"))
        }
        #expect(throws: (any Error).self) { try new() }
        let container = try ModelContainer(
            for: Schema(versionedSchema: StaysV1.self), configurations: configuration)
        #expect(try ModelContext(container).fetch(FetchDescriptor<StaysV1.Invoice>()).map(\.total) == ["a lot"])
        #expect(try ModelContext(container).fetch(FetchDescriptor<StaysV1.Lead>()).map(\.name) == ["Ann"])
    }
}
