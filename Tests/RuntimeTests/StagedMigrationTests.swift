import CSQLite
import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Migrations by generated plans and by plans written by hand, through containers.
@Suite final class StagedMigrationTests {
    private let folder: URL
    private var url: URL { folder.appendingPathComponent("voyages.store") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil,
        _ change: (inout ModelConfiguration) -> Void = { _ in }
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: url)
        change(&configuration)
        return try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: plan, configurations: configuration)
    }

    private func fillFirstVersion() throws {
        let context = ModelContext(try container(VoyagesV1.self))
        let kiel = VoyagesV1.Port(name: "Kiel")
        let twin = VoyagesV1.Port(name: "Kiel")
        let ship = VoyagesV1.Ship(name: "Gorch", captain: "Brandt")
        let derelict = VoyagesV1.Ship(name: "Wreck", captain: "")
        let voyage = VoyagesV1.Voyage(
            title: "North", Cause: .family,
            home: VoyagesV1.Harbour(name: "Husum", depth: 3, opened: Date(timeIntervalSinceReferenceDate: 9)),
            start: VoyagesV1.Harbour(name: "Kiel", opened: Date(timeIntervalSinceReferenceDate: 1)), length: 12,
            cost: "12.50",
            booked: Date(timeIntervalSinceReferenceDate: 5), remindAt: nil, flag: "green",
            route: "{\"points\":[1,2.5]}",
            labels: ["a", "b"],
            ship: ship,
            crew: [VoyagesV1.Sailor(fullName: "Ann Lee", age: 30), VoyagesV1.Sailor(fullName: "Bob", age: 40)],
            ports: [kiel, twin])
        let charter = VoyagesV1.Charter(
            title: "South", Cause: .work, start: VoyagesV1.Harbour(name: "Rom", opened: .distantPast), cost: "7",
            booked: .distantFuture, remindAt: .distantPast, flag: "red", fee: 99.5)
        context.insert(voyage)
        context.insert(charter)
        context.insert(derelict)
        context.insert(VoyagesV1.Ticket(number: 4, seat: "4A"))
        context.insert(VoyagesV1.Ticket(number: -1, seat: "?"))
        try context.save()
    }

    /// A plan whose stage deletes what has rules, as somebody would write it.
    private enum DeletingPlan: SchemaMigrationPlan {
        // The last has the expressions of defaults.
        static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV1_1.self, VoyagesV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: VoyagesV1.self, toVersion: VoyagesV1_1.self,
                    willMigrate: { context in
                        let voyages = FetchDescriptor<VoyagesV1.Voyage>(predicate: #Predicate { $0.title == "North" })
                        for voyage in try context.fetch(voyages) { context.delete(voyage) }
                        try context.save()
                    },
                    didMigrate: { context in
                        try context.delete(model: VoyagesV1_1.Port.self)
                    })
            ]
        }
    }

    @Test func r12_rulesHoldInsideAStage() throws {
        try fillFirstVersion()
        let context = ModelContext(try container(VoyagesV1_1.self, plan: DeletingPlan.self))
        // The crew goes with its voyage, the links to its ports too.
        #expect(try context.fetch(FetchDescriptor<VoyagesV1_1.Journey>()).map(\.name) == ["South"])
        #expect(try context.fetchCount(FetchDescriptor<VoyagesV1_1.Sailor>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<VoyagesV1_1.Ship>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<VoyagesV1_1.Port>()) == 0)
        var handle: OpaquePointer?
        var statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close(handle)
        }
        #expect(sqlite3_open(url.path, &handle) == SQLITE_OK)
        let sql =
            "SELECT (SELECT count(*) FROM pragma_foreign_key_check), (SELECT count(*) FROM \"Journey.ports\")"
        #expect(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        #expect(sqlite3_step(statement) == SQLITE_ROW)
        #expect(sqlite3_column_int(statement, 0) == 0 && sqlite3_column_int(statement, 1) == 0)
    }

    @Test(
        "a store of the first version arrives in the last, through every stage, with the generated plan and without asking"
    )
    func generatedPlan() throws {
        try fillFirstVersion()
        try expectArrived()
    }

    /// Writes what ``keptStore(_:)`` is to read when there is a newer version: `MODELGEN_WRITE_STORES` names the folder.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["MODELGEN_WRITE_STORES"] != nil))
    func writeStores() throws {
        let place = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["MODELGEN_WRITE_STORES"]))
        try fillFirstVersion()
        for version in [VoyagesV1.self, VoyagesV1_1.self, VoyagesV2.self] as [any VersionedSchema.Type] {
            _ = try container(version, plan: VoyagesMigrationPlan.self)
            try FileManager.default.copyItem(
                at: url, to: place.appendingPathComponent("Voyages-\(version.versionIdentifier).store"))
        }
    }

    /// What programs of November 2026 wrote, of each version there was. Never write them anew: that older programs' stores can
    /// be read is the point.
    private static let keptStores = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Stores")

    @Test(
        "M01 stores that older programs wrote, kept since, arrive in the last version",
        arguments: ["1.0.0", "1.1.0", "2.0.0"])
    func keptStore(_ version: String) throws {
        try FileManager.default.copyItem(
            at: Self.keptStores.appendingPathComponent("Voyages-\(version)-2026-11.store"), to: url)
        try expectArrived(isNow: version == "1.0.0")
    }

    /// - Parameter isNow: whether the version that asks for the time of the migration is reached just now.
    private func expectArrived(isNow: Bool = true) throws {
        let context = ModelContext(try ModelContainer(for: Journey.self, configurations: ModelConfiguration(url: url)))
        let journeys = try context.fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)]))
        #expect(journeys.map(\.name) == ["North", "South"])
        let north = try #require(journeys.first)
        #expect(north.Cause == .family)
        #expect(north.home == Harbour(name: "Husum", depth: 3, opened: Date(timeIntervalSinceReferenceDate: 9)))
        #expect(north.start == Harbour(name: "Kiel", opened: Date(timeIntervalSinceReferenceDate: 1)))
        #expect(north.length == 12)
        #expect(north.cost == Decimal(string: "12.5"))
        #expect(north.booked == Date(timeIntervalSinceReferenceDate: 5))
        #expect(north.flag == .green)
        #expect(north.route == Route(points: [1, 2.5]))
        #expect(north.labels == ["a", "b"])
        // Defaults of what is new; an expression is evaluated while migrating.
        #expect(north.stars == 3)
        #expect(!isNow || abs(north.changed.timeIntervalSinceNow) < 600)
        #expect(north.sailors.map { "\($0.firstName)|\($0.lastName)|\($0.age)" }.sorted() == ["Ann|Lee|30", "Bob||40"])
        #expect(north.ship?.name == "Gorch")
        #expect(north.ship?.captain?.lastName == "Brandt")
        // One of two equal ports went before the constraint came.
        #expect(north.ports.map(\.name) == ["Kiel"])
        let south = try #require(journeys.last as? Charter)
        #expect(south.fee == 99.5)
        #expect(south.Cause == .leisure)
        #expect(south.cost == 7)
        #expect(south.booked == .distantFuture)
        #expect(try context.fetch(FetchDescriptor<Berth>(sortBy: [SortDescriptor(\.number)])).map(\.number) == [0, 4])
        #expect(
            try context.fetch(FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.name)])).map { $0.captain?.age } == [
                50, nil,
            ])
        #expect(try context.fetchCount(FetchDescriptor<VoyagesV2.Port>()) == 1)
        // Nothing is left beside the store, and the next opening has nothing to do.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.allSatisfy { $0.hasPrefix("voyages.store") && !$0.hasSuffix("-migration") })
        nonisolated(unsafe) var reports = 0
        _ = try container(VoyagesV2.self) { $0.migrationProgress = { _ in reports += 1 } }
        #expect(reports == 0)
    }

    @Test("progress is told, and the copy that was asked for is the old store, whole")
    func progressAndBackup() throws {
        try fillFirstVersion()
        let copy = folder.appendingPathComponent("copy.store")
        nonisolated(unsafe) var reports: [MigrationProgress] = []
        _ = try container(VoyagesV2.self) {
            $0.migrationBackupURL = copy
            $0.migrationProgress = { reports.append($0) }
        }
        #expect(reports.allSatisfy { $0.schema == "Voyages" && $0.completedUnitCount <= $0.totalUnitCount })
        #expect(
            reports.contains {
                $0.activity == "step for Sailor" && $0.completedUnitCount == 2 && $0.totalUnitCount == 2
            })
        #expect(Set(reports.map(\.toVersion)) == ["2.0.0"])
        let old = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: VoyagesV1.self), configurations: ModelConfiguration(url: copy)))
        #expect(
            try old.fetch(FetchDescriptor<VoyagesV1.Voyage>(sortBy: [SortDescriptor(\.title)])).map(\.cost) == [
                "12.50", "7",
            ])
        // Configurations that differ in the closure only are one.
        var one = ModelConfiguration(url: url)
        one.migrationProgress = { _ in }
        #expect(one == ModelConfiguration(url: url))
    }

    /// A plan as SwiftData's samples write it.
    private enum HandWrittenPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV1_1.self, VoyagesV2.self] }
        static var stages: [MigrationStage] { [migrateV1toV1_1, VoyagesMigrationPlan.stages[1]] }

        static let migrateV1toV1_1 = MigrationStage.custom(
            fromVersion: VoyagesV1.self, toVersion: VoyagesV1_1.self,
            willMigrate: { context in
                let voyages = try context.fetch(FetchDescriptor<VoyagesV1.Voyage>())
                for voyage in voyages where voyage is VoyagesV1.Charter { context.delete(voyage) }
                try context.save()
            },
            didMigrate: { context in
                for sailor in try context.fetch(FetchDescriptor<VoyagesV1_1.Sailor>()) { sailor.age += 1 }
                try context.save()
            })
    }

    @Test("a plan written by hand, with code before and after")
    func handWrittenPlan() throws {
        try fillFirstVersion()
        let context = ModelContext(try container(VoyagesV2.self, plan: HandWrittenPlan.self))
        #expect(try context.fetch(FetchDescriptor<Journey>()).map(\.name) == ["North"])
        // Two of the crew, a year older, and the captain who was an attribute.
        #expect(try context.fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.age)])).map(\.age) == [31, 41, 50])
    }

    private struct Refusal: Error {}

    private enum FailingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV1_1.self, VoyagesV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: VoyagesV1.self, toVersion: VoyagesV1_1.self,
                    willMigrate: { context in
                        try context.delete(model: VoyagesV1.Ticket.self)
                        try context.save()
                    },
                    didMigrate: { context in
                        try context.delete(model: VoyagesV1_1.Sailor.self)
                        try context.save()
                        throw Refusal()
                    }),
                VoyagesMigrationPlan.stages[1],
            ]
        }
    }

    @Test("an error of a stage leaves the store as it was")
    func failingStage() throws {
        try fillFirstVersion()
        #expect(throws: Refusal.self) { _ = try container(VoyagesV2.self, plan: FailingPlan.self) }
        let context = ModelContext(try container(VoyagesV1.self))
        #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Ticket>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Sailor>()) == 2)
    }

    private enum ForgetfulPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV1_1.self, VoyagesV2.self] }
        static var stages: [MigrationStage] {
            let journeys = MigrationStep(VoyagesV1_1.Journey.self, to: VoyagesV2.Journey.self) { old, new, _ in
                new.cost = Decimal(string: old.cost) ?? 0
                new.Cause = .leisure
            }
            let charters = MigrationStep(VoyagesV1_1.Charter.self, to: VoyagesV2.Charter.self) { old, new, context in
                new.cost = Decimal(string: old.cost) ?? 0
                new.Cause = .leisure
                // Old and new are both there, and what is linked to them.
                #expect(context.successor(of: old, as: VoyagesV2.Charter.self) === new)
                let journeys = try context.fetch(FetchDescriptor<VoyagesV2.Journey>())
                #expect(journeys.count == 2)
            }
            let sailors = MigrationStep(VoyagesV1_1.Sailor.self, to: VoyagesV2.Sailor.self) { old, new, _ in
                new.firstName = old.fullName
            }
            return [
                .lightweight(fromVersion: VoyagesV1.self, toVersion: VoyagesV1_1.self),
                .steps(
                    fromVersion: VoyagesV1_1.self, toVersion: VoyagesV2.self, [journeys, charters, sailors],
                    willMigrate: { context in
                        let ports = try context.fetch(FetchDescriptor<VoyagesV1_1.Port>())
                        for port in ports.dropFirst() { context.delete(port) }
                        try context.save()
                    }),
            ]
        }
    }

    @Test("a step that leaves a required attribute without a value is found, and nothing is changed")
    func forgetfulStep() throws {
        try fillFirstVersion()
        #expect {
            _ = try container(VoyagesV2.self, plan: ForgetfulPlan.self)
        } throws: { error in
            guard case StorageError.migrationFailed(_, "Voyages 1.1.0", "Voyages 2.0.0", let problems) = error else {
                return false
            }
            return problems.count == 1 && problems[0].hasPrefix("the step for Sailor ")
                && problems[0].hasSuffix(" gave 'lastName' no value")
        }
        #expect(try ModelContext(container(VoyagesV1.self)).fetchCount(FetchDescriptor<VoyagesV1.Port>()) == 2)
    }

    @Test("M13 an older program refuses the migrated store and leaves it as it is")
    func olderProgram() throws {
        try fillFirstVersion()
        _ = try container(VoyagesV2.self)
        let before = try Data(contentsOf: url)
        #expect {
            _ = try container(VoyagesV1.self)
        } throws: { error in
            guard case StorageError.newerStore(_, "Voyages 2.0.0", "Voyages 1.0.0") = error else { return false }
            return SwiftDataError.backwardMigration ~= error
        }
        #expect(try Data(contentsOf: url) == before)
    }

    @Test("a reader of a store without a write-ahead log, as a migration leaves it, is waited for and named too")
    func readerOfAStoreWithoutALog() throws {
        try fillFirstVersion()
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        #expect(sqlite3_open(url.path, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, "PRAGMA journal_mode = DELETE", nil, nil, nil) == SQLITE_OK)
        #expect(sqlite3_exec(handle, "BEGIN; SELECT * FROM \"Voyage\"", nil, nil, nil) == SQLITE_OK)
        #expect {
            _ = try container(VoyagesV2.self)
        } throws: { error in
            guard case StorageError.storeInUse = error else { return false }
            return true
        }
        #expect(sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK)
        try expectArrived()
    }

    @Test("a store that someone else has open is not migrated under them")
    func storeInUse() throws {
        try fillFirstVersion()
        let other = ModelContext(try container(VoyagesV1.self))
        #expect(try other.fetchCount(FetchDescriptor<VoyagesV1.Voyage>()) == 2)
        #expect {
            _ = try container(VoyagesV2.self)
        } throws: { error in
            guard case StorageError.storeInUse = error else { return false }
            return true
        }
        #expect(try other.fetchCount(FetchDescriptor<VoyagesV1.Voyage>()) == 2)
    }

    @Test("a store that may not be saved is not migrated")
    func readOnly() throws {
        try fillFirstVersion()
        #expect(throws: StorageError.self) {
            _ = try ModelContainer(
                for: Journey.self, configurations: ModelConfiguration(url: url, allowsSave: false))
        }
        #expect(try ModelContext(container(VoyagesV1.self)).fetchCount(FetchDescriptor<VoyagesV1.Voyage>()) == 2)
    }
}
