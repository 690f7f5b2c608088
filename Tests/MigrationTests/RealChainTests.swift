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
        var rows = 0
        for start in chain.indices.dropLast() {
            let store = try MigratedStore(chain[start])
            var data = try ChainData(chain[start], store, &random)
            rows += data.rows.count
            try store.migrate(Array(chain[(start + 1)...]), TestDefaults(values: defaults))
            for index in chain.indices where index > start {
                data.change(SchemaMapping(from: chain[index - 1], to: chain[index]), defaults)
            }
            try data.compare(store, "\(model) from \(chain[start].version)")
        }
        print("\(model): \(chain.count) versions, \(rows) rows")
        #expect(chain.count >= 4)
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

/// Random rows and links of a version, and what becomes of them.
private struct ChainData {
    struct Row {
        var id: Int64
        var model: String
        var values: [String: StoredValue]
    }

    var rows: [Row] = []
    var schema: SchemaDescription

    static func zero(_ type: StoredType) -> StoredValue {
        switch type.columnType {
        case .integer: 0
        case .text: "zero"
        case .blob: .blob([2])
        default: 0.0
        }
    }

    init(_ schema: SchemaDescription, _ store: MigratedStore, _ random: inout SeededSequence) throws {
        self.schema = schema
        var id: Int64 = 0
        for model in schema.models where !model.isAbstract {
            for _ in 0..<4 {
                id += 1
                var values: [String: StoredValue] = [:]
                let lineage = schema.lineage(of: model)
                let unique = Set(lineage.flatMap { $0.unique.joined() })
                for attribute in lineage.flatMap(\.attributes) where attribute.isStored {
                    if attribute.isOptional, random.chance(30) {
                        values[attribute.name] = .null
                        continue
                    }
                    let number = unique.contains(attribute.name) ? id : Int64.random(in: 0...100, using: &random)
                    values[attribute.name] =
                        switch attribute.type.columnType {
                        case .integer:
                            attribute.type == .bool && !unique.contains(attribute.name)
                                ? .integer(number % 2) : .integer(number)
                        case .text: .text(Array("text \(number)".utf8))
                        case .blob: .blob([3, 128, 1, UInt8(number % 90) + 2])
                        default: .real(Double(number) + 0.25)
                        }
                }
                rows.append(Row(id: id, model: model.name, values: values))
            }
        }
        // Required links lead to the first object there is.
        func first(_ name: String) -> Int64? {
            guard let model = schema.model(named: name) else { return nil }
            let family = Set(schema.family(of: model).map(\.name))
            return rows.first { family.contains($0.model) }?.id
        }
        try store.run("PRAGMA foreign_keys = OFF")
        for row in rows {
            guard let model = schema.model(named: row.model) else { continue }
            var columns = ["\"$id\"", "\"$version\""]
            var values: [StoredValue] = [.integer(row.id), 1]
            if schema.hierarchy(of: schema.root(of: model)).count > 1 {
                columns.append("\"$class\"")
                values.append(.text(Array(model.name.utf8)))
            }
            for owner in schema.lineage(of: model) {
                for attribute in owner.attributes where attribute.isStored {
                    columns.append(SQL.quote(attribute.column ?? ""))
                    values.append(row.values[attribute.name] ?? .null)
                }
                for relationship in owner.relationships where !relationship.isToMany && !relationship.isOptional {
                    guard case .column(let column) = relationship.storage, let target = first(relationship.destination)
                    else { continue }
                    columns.append(SQL.quote(column))
                    values.append(.integer(target))
                }
            }
            let statement = try store.connection.prepare(
                "INSERT INTO \(SQL.quote(model.table)) (\(columns.joined(separator: ", "))) "
                    + "VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))")
            for (index, value) in values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
            try statement.run()
        }
    }

    /// What the next version holds.
    mutating func change(_ mapping: SchemaMapping, _ defaults: [String: [StoredValue]]) {
        rows = rows.compactMap { row in
            guard let model = mapping.old.model(named: row.model), let successor = mapping.successor(of: model) else {
                return nil
            }
            let origins = mapping.origins(in: successor)
            var values: [String: StoredValue] = [:]
            for attribute in mapping.newLineage(of: successor).flatMap(\.attributes) where attribute.isStored {
                let standard =
                    attribute.defaultKind == nil ? nil : defaults["\(successor.name).\(attribute.name)"]?.first
                guard case .attribute(let origin, _)? = origins[attribute.name], let value = row.values[origin.name]
                else {
                    values[attribute.name] = standard ?? .null
                    continue
                }
                values[attribute.name] = value == .null && !attribute.isOptional ? standard ?? .null : value
            }
            return Row(id: row.id, model: successor.name, values: values)
        }
        schema = mapping.new
    }

    func compare(_ store: MigratedStore, _ what: String) throws {
        for root in schema.models where root.parent == nil {
            let family = Set(schema.family(of: root).map(\.name))
            let expected = rows.filter { family.contains($0.model) }.map(\.id).sorted()
            #expect(
                try store.rows("SELECT \"$id\" FROM \(SQL.quote(root.table)) ORDER BY 1")
                    == expected.map { [.integer($0)] },
                "\(what): \(root.name)")
        }
        for row in rows {
            guard let model = schema.model(named: row.model) else { continue }
            for attribute in schema.lineage(of: model).flatMap(\.attributes) where attribute.isStored {
                let found = try store.rows(
                    "SELECT \(SQL.quote(attribute.column ?? "")) FROM \(SQL.quote(model.table)) WHERE \"$id\" = \(row.id)"
                )
                let value = row.values[attribute.name] ?? .null
                if found != [[value]] {
                    Issue.record("\(what): \(model.name).\(attribute.name) of \(row.id) is \(found), not \(value)")
                    return
                }
            }
        }
    }
}

extension StoredValue {
    func bind(to statement: Statement, at index: Int32) {
        switch self {
        case .null: statement.bindNull(at: index)
        case .integer(let value): statement.bind(value, at: index)
        case .real(let value): statement.bind(value, at: index)
        case .text(let bytes): statement.bind(String(decoding: bytes, as: UTF8.self), at: index)
        case .blob(let bytes): bytes.withUnsafeBytes { statement.bind($0, at: index) }
        }
    }
}
