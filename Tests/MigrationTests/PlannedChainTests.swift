import Foundation
import ModelSchema
import Testing

@testable import ModelStorage
@testable import SnapshotChains

/// Chains of versions of public apps with steps between them: stores of each version, filled with random data, arrive in
/// every later one by the generated plan, with the code that its users write.
@Suite struct PlannedChainTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// - Parameters:
    ///   - decided: what steps decide, as `Model.attribute` of the version that has it first.
    ///   - check: looks at what steps have decided.
    private func migrate(
        _ plan: any SchemaMigrationPlan.Type, rawValues: [String: [String]], decided: Set<String>, seed: UInt64,
        check: (ChainData, MigratedStore, SchemaDescription) throws -> Void
    ) throws {
        let versions = try plan.schemas.map { version in
            (version, try #require(version.models.first?._$entity.schema.description))
        }
        var random = SeededSequence(state: seed)
        for start in versions.indices.dropLast() {
            for end in versions.indices where end > start {
                let (first, last) = (versions[start].1, versions[end].1)
                let what = "seed \(seed): \(first.name) \(first.version) to \(last.version)"
                let url = folder.appendingPathComponent(UUID().uuidString)
                var data = ChainData(
                    first, later: versions[(start + 1)...end].map(\.1), rawValues: rawValues, &random)
                let original = data
                try data.write(to: try MigratedStore(first, path: url.path))
                do {
                    _ = try ModelContainer(
                        for: Schema(versionedSchema: versions[end].0), migrationPlan: plan,
                        configurations: ModelConfiguration(url: url))
                }
                for next in (start + 1)...end {
                    data.change(
                        SchemaMapping(from: versions[next - 1].1, to: versions[next].1), [:], decided: decided)
                }
                let store = try MigratedStore(migrated: last, path: url.path)
                try data.compare(store, what)
                try check(original, store, last)
            }
        }
    }

    @Test("LoopKit's versions, with a step that fills a required attribute", arguments: UInt64(1)...4)
    func loopKit(_ seed: UInt64) throws {
        try migrate(LoopKitMigrationPlan.self, rawValues: [:], decided: [], seed: seed) { data, store, _ in
            for row in data.rows where row.model == "CachedCarbObject" {
                let isOwn = row.values["createdByCurrentApp"] == [.integer(1)]
                let outer = (row.values["externalID"] ?? nil)?.first ?? .null
                let expected: StoredValue = isOwn ? "own" : outer == .null ? "" : outer
                let found = try store.rows(
                    "SELECT provenanceIdentifier FROM CachedCarbObject WHERE \"$id\" = \(row.id)")
                #expect(found == [[expected]])
            }
        }
    }

    @Test("KMReader's versions, with steps that turn structs into JSON", arguments: UInt64(1)...3)
    func kmReader(_ seed: UInt64) throws {
        let structs = [
            "KomgaSeries": ["metadata", "booksMetadata"], "KomgaBook": ["media", "metadata", "readProgress"],
        ]
        let raws = Set(structs.flatMap { model, names in names.map { "\(model).\($0)Raw" } })
        try migrate(
            KMReaderMigrationPlan.self, rawValues: ["AuthenticationMethod": ["basicAuth", "apiKey"]], decided: raws,
            seed: seed
        ) { data, store, last in
            guard last.version.major >= 4 else { return }
            for row in data.rows {
                for name in structs[row.model] ?? [] {
                    // Of the versions that had the struct: whether there is JSON where there was one.
                    guard let values = row.values[name] ?? nil else { continue }
                    let found = try store.rows("SELECT \(name)Raw IS NULL FROM \(row.model) WHERE \"$id\" = \(row.id)")
                    #expect(found == [[.integer(values[0] == .null ? 1 : 0)]], "\(row.model).\(name) of \(row.id)")
                }
            }
        }
    }
}
