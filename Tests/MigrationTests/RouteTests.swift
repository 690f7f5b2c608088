import Foundation
import ModelSchema
import SnapshotModels
import Testing

@testable import ModelStorage

/// How a store gets from the version it has to the one that is asked for, and why it sometimes cannot.
@Suite struct RouteTests {
    private func stored(_ schema: SchemaDescription) throws -> StoredSchema {
        StoredSchema(
            name: schema.name, version: schema.version, fingerprint: schema.fingerprint,
            text: try StoreMetadata.text(of: schema), path: "a.store")
    }

    private func part(_ version: any VersionedSchema.Type) throws -> _$Schema {
        let part = try #require(version.models.first?._$entity.schema)
        part.link()
        return part
    }

    private func route(
        _ stored: SchemaDescription, to part: _$Schema,
        plan: (any SchemaMigrationPlan.Type)? = VoyagesMigrationPlan.self,
        isLocked: Bool = false
    ) throws -> [String]? {
        try RouteFinder(path: "a.store", part: part, plan: plan, isLocked: { _ in isLocked }).route(
            from: self.stored(stored))?.stages
            .map { "\($0.from.version)→\($0.to.version)" }
    }

    /// What an error lists.
    private func differences(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            Issue.record("nothing was thrown")
        } catch StorageError.schemaMismatch(_, _, let differences) {
            return differences
        } catch {
            Issue.record(error)
        }
        return []
    }

    @Test("every version has its way through all that follow")
    func everyStart() throws {
        let current = try part(VoyagesV2.self)
        #expect(try route(part(VoyagesV1.self).description, to: current) == ["1.0.0→1.1.0", "1.1.0→2.0.0"])
        #expect(try route(part(VoyagesV1_1.self).description, to: current) == ["1.1.0→2.0.0"])
        #expect(try route(current.description, to: current) == nil)
        #expect(throws: StorageError.self) { try route(current.description, to: part(VoyagesV1.self)) }
    }

    @Test("a version that is not frozen follows its declaration, and goes on from there")
    func unfrozen() throws {
        let current = try part(VoyagesV2.self)
        var draft = current.description
        draft.models[0].attributes.removeLast()
        #expect(try route(draft, to: current) == ["2.0.0→2.0.0"])
        var first = try part(VoyagesV1.self).description
        first.models[0].attributes.removeLast()
        #expect(try route(first, to: current) == ["1.0.0→1.0.0", "1.0.0→1.1.0", "1.1.0→2.0.0"])
    }

    @Test(
        "M02 a shape that no version has is refused, with what is different from the nearest; never followed where frozen"
    )
    func unknownShape() throws {
        let current = try part(VoyagesV2.self)
        var strange = current.description
        strange.models[0].attributes[0].type = .data
        let found = differences { _ = try route(strange, to: current, isLocked: true) }
        #expect(found.first?.contains("version 2.0.0 is frozen") == true)
        #expect(found.contains { $0.contains("'Journey.name' is String, not Data") })
        // Before the first version that the plan knows.
        strange = try part(VoyagesV1.self).description
        strange.version = SchemaVersion(0, 5, 0)
        strange.models[5].attributes.removeLast()
        let older = differences { _ = try route(strange, to: current) }
        #expect(older.first?.contains("the plan knows no version 0.5.0") == true)
        #expect(older.first?.contains("version 1.0.0") == true)
        #expect(older.contains { $0.contains("attribute 'Ticket.seat' is new") })
        // The shape that is asked for, under an older number that no version has.
        var same = current.description
        same.version = SchemaVersion(0, 7, 0)
        #expect(try route(same, to: current) == ["0.7.0→2.0.0"])
        // A version whose shape the plan has under another number is that version.
        var renumbered = try part(VoyagesV1.self).description
        renumbered.version = SchemaVersion(0, 9, 0)
        #expect(try route(renumbered, to: current) == ["1.0.0→1.1.0", "1.1.0→2.0.0"])
    }

    private enum HoledPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV1_1.self, VoyagesV2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: VoyagesV1.self, toVersion: VoyagesV1_1.self)] }
    }

    @Test("a plan without a stage between two versions says so")
    func missingStage() throws {
        #expect {
            _ = try route(part(VoyagesV1.self).description, to: part(VoyagesV2.self), plan: HoledPlan.self)
        } throws: { error in
            guard case StorageError.migrationFailed(_, "Voyages 1.1.0", "Voyages 2.0.0", let problems) = error else {
                return false
            }
            return problems == ["the migration plan has no stage between these versions"]
        }
    }

    @Test("metadata that was changed by hand is noticed before anything is done")
    func damagedMetadata() throws {
        var strange = try stored(part(VoyagesV1.self).description)
        strange.text = strange.text.replacingOccurrences(of: "fullName", with: "fullname")
        #expect(throws: StorageError.self) {
            _ = try RouteFinder(path: "a.store", part: part(VoyagesV2.self), plan: VoyagesMigrationPlan.self)
                .route(from: strange)
        }
    }

    /// A store file of a changed shape of the current, unfrozen version of `Runtime`.
    @Test("before the first freeze a store follows its declaration when it is opened")
    func followsDeclaration() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
        let part = try #require(Album.self._$entity.schema as _$Schema?)
        var older = part.description
        let label = try #require(older.models.firstIndex { $0.name == "Label" })
        // The older shape: no constraint, another name, and an attribute that is gone since.
        older.models[label].unique = []
        older.models[label].attributes.append(AttributeDescription(name: "gone", type: .int, column: "gone"))
        do {
            let connection = try Connection(path: url.path, mode: .create)
            try StoreMetadata.create("X", on: connection)
            try StoreMetadata.add(older, on: connection)
            try StoreMetadata.recordTables(on: connection)
            try connection.execute(
                "INSERT INTO \"Label\" (\"$id\", \"name\", \"gone\") VALUES (5, 'a', 1), (6, 'b', 2)")
        }
        let context = ModelContext(try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: url)))
        let labels = try context.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
        #expect(labels.map(\.name) == ["a", "b"])
        #expect(labels.map { $0._$id } == [5, 6])
        #expect(
            try StoreTools(path: url.path).verify(against: [#require(StoreTools.DeclaredSchema([part.description]))])
                .map(\.message) == [])
    }
}
