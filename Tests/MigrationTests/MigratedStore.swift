import Foundation
import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelStorage

/// A store in memory that holds one version of a declared schema, filled with SQL and migrated to others.
final class MigratedStore {
    let connection: Connection
    private(set) var schema: SchemaDescription
    var progress: [MigrationProgress] = []

    init(_ schema: SchemaDescription, path: String = ":memory:") throws {
        self.schema = schema
        connection = try Connection(path: path, mode: .create)
        try SQLFunction.register(on: connection)
        try StoreMetadata.create("A-STORE", on: connection)
        try StoreMetadata.add(schema, on: connection)
    }

    /// A store that something else has migrated; checked.
    init(migrated schema: SchemaDescription, path: String) throws {
        self.schema = schema
        connection = try Connection(path: path, mode: .readOnly)
        try check()
    }

    func run(_ sql: String) throws { try connection.execute(sql) }

    /// Goes through the versions in order, without code; on an error the store is as before.
    func migrate(to versions: SchemaDescription..., defaults: TestDefaults = TestDefaults()) throws {
        try migrate(versions, defaults)
    }

    func migrate(_ versions: [SchemaDescription], _ defaults: any DefaultValues) throws {
        var stages: [MigrationRoute.Stage] = []
        var last = schema
        for version in versions {
            stages.append(MigrationRoute.Stage(from: last, to: version))
            last = version
        }
        let route = MigrationRoute(stored: schema, stages: stages)
        try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; BEGIN EXCLUSIVE")
        do {
            let migration = try StoreMigration(route, on: connection, identifier: "A-STORE", defaults: defaults) {
                self.progress.append($0)
            }
            try migration.run(route)
            try connection.execute("COMMIT")
        } catch {
            try connection.execute("ROLLBACK")
            throw error
        }
        schema = last
        try check()
    }

    /// The file is what the version says, and sound.
    private func check() throws {
        var present: Set<String> = []
        let statement = try connection.prepare("SELECT \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL")
        while try statement.step() { present.insert(statement.text(0)) }
        let expected = Set(schema.statements)
        #expect(expected.subtracting(present) == [])
        #expect(
            present.subtracting(expected).filter { !$0.contains("\"$metadata\"") && !$0.contains("\"$schemas\"") } == []
        )
        #expect(try connection.text("PRAGMA integrity_check") == "ok")
        #expect(try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        let stored = try #require(try StoreMetadata.schema(named: schema.name, on: connection))
        #expect(stored.version == schema.version)
        #expect(stored.fingerprint == schema.fingerprint)
        #expect(try stored.description() == schema)
    }

    /// All rows of a statement.
    func rows(_ sql: String) throws -> [[StoredValue]] {
        let statement = try connection.prepare(sql)
        var rows: [[StoredValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    /// The whole content of the file as text, to see that nothing changed.
    func dump() throws -> String {
        var text = ""
        for table in try rows("SELECT \"name\", \"sql\" FROM sqlite_schema WHERE \"type\" = 'table' ORDER BY \"name\"")
        {
            guard case .text(let name) = table[0] else { continue }
            let quoted = SQL.quote(String(decoding: name, as: UTF8.self))
            text += "\(table[1]) \(try rows("SELECT * FROM \(quoted) ORDER BY 1"))\n"
        }
        return text
    }

    /// What a migration that cannot be done says.
    func problems(_ versions: SchemaDescription..., defaults: TestDefaults = TestDefaults()) throws -> [String] {
        let before = try dump()
        var found: [String] = []
        do {
            try migrate(versions, defaults)
            Issue.record("the migration was done")
        } catch StorageError.migrationFailed(_, _, _, let problems) {
            found = problems
        }
        #expect(try dump() == before)
        return found
    }
}

/// Defaults by `Model.property`.
struct TestDefaults: DefaultValues {
    var values: [String: [StoredValue]] = [:]

    func columns(
        of property: String, in model: String, _ schema: SchemaDescription, on connection: Connection
    ) -> [StoredValue]? {
        values["\(model).\(property)"]
    }
}

/// Versions of the schema `S` from the models of their declarations, each with its number.
func versions(_ documents: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [SchemaDescription] {
    try documents.enumerated().map { index, body in
        try resolve(
            "{ \"schema\": \"S\", \"version\": \"\(index + 1).0.0\", \(body) }", sourceLocation: sourceLocation)
    }
}

/// Resolves one declaration with the whole language.
func resolve(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> SchemaDescription {
    let result = Declarations.resolve(
        [SourceDocument(path: "S.model.json", bytes: Array(text.utf8))], features: .all)
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [], sourceLocation: sourceLocation)
    return try #require(result.schemas.first?.description, sourceLocation: sourceLocation)
}

extension StoredValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .real(value) }
    public init(stringLiteral value: String) { self = .text(Array(value.utf8)) }
    public init(nilLiteral: ()) { self = .null }
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
