internal import CSQLite
internal import Foundation
internal import ModelSchema

/// A value as SQLite stores it.
enum StoredValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    init(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let bytes = sqlite3_value_text(value)
            self = .text(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))))
        case SQLITE_BLOB:
            let bytes = sqlite3_value_blob(value)
            self = .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))))
        default: self = .null
        }
    }

    /// Makes it the result of an SQL function.
    func set(_ context: OpaquePointer?) {
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        case .text(let bytes):
            bytes.withUnsafeBytes { buffer in
                let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Statement.empty
                sqlite3_result_text64(context, text, UInt64(buffer.count), Statement.copied, UInt8(SQLITE_UTF8))
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes { buffer in
                sqlite3_result_blob64(
                    context, buffer.baseAddress ?? UnsafeRawPointer(Statement.empty), UInt64(buffer.count),
                    Statement.copied)
            }
        }
    }
}

/// Where the values of defaults come from: the models' code, or a declaration.
protocol DefaultValues: Sendable {
    /// The columns of an attribute's default, in order, evaluated now; nil if this version's default is not known.
    func columns(of property: String, in model: String, _ schema: SchemaDescription, on connection: Connection) throws
        -> [StoredValue]?

    /// Versions of a schema that are known though a migration ends before them, in order.
    func versions(of name: String, after version: SchemaVersion) -> [SchemaDescription]
}

extension DefaultValues {
    func versions(of name: String, after version: SchemaVersion) -> [SchemaDescription] { [] }
}

/// The defaults that a migration uses, by number, so that statements can ask for them.
///
/// Statements call a function instead of binding values: they are nested into each other, and some defaults are to be
/// evaluated for each row.
final class MigrationDefaults {
    private struct Entry {
        var model: String
        var property: String
        var schema: SchemaDescription
        var isConstant: Bool
        var columns: [StoredValue]?
    }

    private var entries: [Entry] = []
    private let values: any DefaultValues
    /// The versions that come after, in order: where an expression of a version that is frozen is not known any more, what
    /// the attribute has become may still have it.
    private let later: [SchemaDescription]
    private let start: SchemaVersion
    private unowned let connection: Connection
    /// What went wrong in a call from SQLite, which cannot throw.
    private(set) var failure: (any Error)?

    init(_ values: any DefaultValues, _ route: MigrationRoute, on connection: Connection) throws {
        self.values = values
        later = route.stages.map(\.to) + values.versions(of: route.name, after: route.target.version)
        start = route.stored.version
        self.connection = connection
        try MigrationFunctions.register(on: connection, self)
    }

    /// The expression that gives a column of a default.
    func expression(_ model: String, _ property: String, _ leaf: Int, in schema: SchemaDescription) -> String {
        let index =
            entries.firstIndex { $0.model == model && $0.property == property && $0.schema.version == schema.version }
            ?? add(model, property, schema)
        return "\(MigrationFunctions.defaultValue)(\(index), \(leaf))"
    }

    private func add(_ model: String, _ property: String, _ schema: SchemaDescription) -> Int {
        let lineage = schema.model(named: model).map(schema.lineage) ?? []
        let attribute = lineage.lazy.flatMap(\.attributes).first { $0.name == property }
        entries.append(
            Entry(
                model: model, property: property, schema: schema, isConstant: attribute?.defaultKind == .constant))
        return entries.count - 1
    }

    func value(_ index: Int, _ leaf: Int) -> StoredValue? {
        guard entries.indices.contains(index) else { return nil }
        if leaf == 0 && !entries[index].isConstant || entries[index].columns == nil {
            do {
                entries[index].columns = try columns(of: entries[index])
            } catch {
                failure = failure ?? error
                return nil
            }
        }
        guard let columns = entries[index].columns, leaf < columns.count else { return nil }
        return columns[leaf]
    }

    private func columns(of entry: Entry) throws -> [StoredValue] {
        var (model, property, schema) = (entry.model, entry.property, entry.schema)
        if let columns = try values.columns(of: property, in: model, schema, on: connection) { return columns }
        for next in later where next.version > schema.version {
            let mapping = SchemaMapping(from: schema, to: next)
            guard let successor = schema.model(named: model).flatMap(mapping.successor),
                let name = mapping.origins(in: successor).first(where: { $0.value.name == property })?.key
            else { break }
            (model, property, schema) = (successor.name, name, next)
            if let columns = try values.columns(of: property, in: model, schema, on: connection) { return columns }
        }
        throw StorageError.migrationFailed(
            path: connection.path, from: "\(entry.schema.name) \(start)",
            to: "\(entry.schema.name) \(entry.schema.version)",
            problems: [
                "the default of '\(entry.model).\(entry.property)' takes code that is not here: migrate with a program "
                    + "that has it, give it a default that is a constant, or write a step"
            ])
    }
}

/// The functions of statements of migrations.
enum MigrationFunctions {
    static let defaultValue = "ms_default"
    static let decimal = "ms_to_decimal"

    static func register(on connection: Connection, _ defaults: MigrationDefaults) throws {
        // Not deterministic: an expression is evaluated for each row. The migration outlives its statements.
        var code = sqlite3_create_function_v2(
            connection.handle, defaultValue, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            Unmanaged.passUnretained(defaults).toOpaque(),
            { context, _, arguments in
                guard let data = sqlite3_user_data(context) else { return }
                let defaults = Unmanaged<MigrationDefaults>.fromOpaque(data).takeUnretainedValue()
                let index = Int(SQLArgument(arguments, 0).integer)
                guard let value = defaults.value(index, Int(SQLArgument(arguments, 1).integer)) else {
                    sqlite3_result_error(context, "a default has no value", -1)
                    return
                }
                value.set(context)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw connection.error(code, defaultValue) }
        code = sqlite3_create_function_v2(
            connection.handle, decimal, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
            { context, _, arguments in
                let value = SQLArgument(arguments, 0)
                if value.isNull { return sqlite3_result_null(context) }
                let isOffset = SQLArgument(arguments, 1).integer != 0
                let number =
                    isOffset
                    ? Decimal(UInt64(bitPattern: value.integer) ^ (1 << 63)) : Decimal(value.integer)
                StoredValue.blob(StoredDecimal.encode(number) ?? [2]).set(context)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw connection.error(code, decimal) }
    }
}
