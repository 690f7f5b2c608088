import Foundation
import ModelDeclaration
import ModelImport
import ModelSchema
import Testing

@testable import ModelStorage

/// Core Data models with many versions, imported; stores of each version, filled with random data, arrive in the last.
@Suite struct RealChainTests {
    /// Models of public apps, which are not part of this package; nil where they do not lie beside it.
    private static let folder: URL? = {
        if let named = ProcessInfo.processInfo.environment["MODELGEN_SHARED"] {
            return URL(filePath: named).appending(path: "data/coredata")
        }
        var folder = URL(filePath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appending(path: "shared/data/coredata")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        return nil
    }()

    private static let models = [
        "inaturalist/INaturalist.xcdatamodeld", "scout/ScoutModel.xcdatamodeld",
        "duckduckgo/BookmarksModel.xcdatamodeld", "duckduckgo/SyncMetadata.xcdatamodeld",
    ]

    @Test(
        "imported chains arrive in their last version from every start",
        .enabled(if: folder != nil, "the Core Data models of public apps are not beside the package"), arguments: models
    )
    func chain(_ model: String) throws {
        var chain = try versions(of: #require(Self.folder).appending(path: model))
        // A Core Data model fills what is new and required with zero; here that is a default.
        var defaults: [String: [StoredValue]] = [:]
        for index in chain.indices { defaults.merge(fillDefaults(&chain[index])) { first, _ in first } }
        var random = SeededSequence(state: UInt64(model.utf8.count))
        var (rows, links) = (0, 0)
        for start in chain.indices.dropLast() {
            let later = Array(chain[(start + 1)...])
            let store = try MigratedStore(chain[start])
            var data = ChainData(chain[start], later: later, &random)
            try data.write(to: store)
            rows += data.rows.count
            links += data.linkCount
            try store.migrate(later, TestDefaults(values: defaults))
            for index in chain.indices where index > start {
                data.change(SchemaMapping(from: chain[index - 1], to: chain[index]), defaults)
            }
            try data.compare(store, "\(model) from \(chain[start].version)")
        }
        print("\(model): \(chain.count) versions, \(rows) rows, \(links) links")
        #expect(chain.count >= 4)
        // SyncMetadata has one model and no links.
        #expect(links > 0 || !chain.contains { !$0.links.isEmpty })
    }

    private func versions(of folder: URL) throws -> [SchemaDescription] {
        func document(_ name: String) throws -> SourceDocument {
            SourceDocument(path: name, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
        }
        let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let bundle = CoreDataBundle(
            name: String(folder.lastPathComponent.prefix { $0 != "." }),
            versions: try entries.filter { $0.hasSuffix(".xcdatamodel") }.map {
                .init(name: String($0.dropLast(".xcdatamodel".count)), document: try document("\($0)/contents"))
            }, currentVersion: entries.contains(".xccurrentversion") ? try document(".xccurrentversion") : nil)
        let result = CoreDataImporter(bundle, features: .all).run()
        let documents = result.documents.map { SourceDocument(path: $0.name, bytes: Array($0.text.utf8)) }
        let resolved = Declarations.resolve(documents, features: .all)
        #expect(resolved.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        return resolved.schemas.map(\.description).sorted { $0.version < $1.version }
    }

    /// Gives each required attribute without a default one, and says what they are.
    private func fillDefaults(_ schema: inout SchemaDescription) -> [String: [StoredValue]] {
        var defaults: [String: [StoredValue]] = [:]
        for (index, model) in schema.models.enumerated() {
            for (position, attribute) in model.attributes.enumerated() where attribute.isStored {
                if !attribute.isOptional { schema.models[index].attributes[position].defaultKind = .constant }
                for heir in schema.family(of: model) {
                    defaults["\(heir.name).\(attribute.name)"] = [ChainData.zero(attribute.type)]
                }
            }
        }
        return defaults
    }
}
