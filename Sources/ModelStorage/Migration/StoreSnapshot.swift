internal import CSQLite
internal import Foundation
internal import ModelSchema

/// The tables of one version of a schema, copied in the middle of a migration for steps that look back. The copy lives beside
/// the store while a stage runs.
struct StoreSnapshot {
    private let path: String

    static let suffix = "-migration"

    /// Copies the tables as the connection sees them, what it has not committed included.
    ///
    /// Row by row: SQLite's online backup and VACUUM INTO refuse to read a database inside a transaction that writes.
    init(of schema: SchemaDescription, on connection: Connection, report: (String) -> Void) throws {
        path = connection.path + Self.suffix
        Self.remove(beside: connection.path)
        do {
            let copy = try Connection(path: path, mode: .create)
            // Nobody needs it after a crash.
            try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; BEGIN")
            for table in schema.tables {
                report(table.name)
                try copy.execute(SQL.createTable(table))
                try Self.copy(table, from: connection, to: copy)
            }
            for statement in schema.tables.flatMap(\.statements) { try copy.execute(statement) }
            try copy.execute("COMMIT")
        } catch {
            remove()
            throw (error as? StorageError)?.classified ?? error
        }
    }

    func open() throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        try StoreOpening.configure(connection, isWriter: false)
        // Read once from end to end: mapped pages would fill memory for nothing.
        connection.setMapping(0)
        return connection
    }

    func remove() { Self.remove(atPath: path) }

    /// Removes what a killed migration left.
    static func remove(beside store: String) { remove(atPath: store + suffix) }

    private static func remove(atPath path: String) {
        for suffix in ["", "-journal"] { unlink(path + suffix) }
    }

    private static func copy(_ table: TableDescription, from source: Connection, to destination: Connection) throws {
        let columns = table.columns.map { SQL.quote($0.name) }.joined(separator: ", ")
        let places = Array(repeating: "?", count: table.columns.count).joined(separator: ", ")
        let rows = try source.prepare("SELECT \(columns) FROM \(SQL.quote(table.name))")
        let insert = try destination.prepare("INSERT INTO \(SQL.quote(table.name)) (\(columns)) VALUES (\(places))")
        while try rows.step() {
            for column in 0..<Int32(table.columns.count) {
                sqlite3_bind_value(insert.handle, column + 1, sqlite3_column_value(rows.handle, column))
            }
            try insert.run()
        }
    }
}

/// A copy of a whole store, made before a migration changes it.
enum StoreBackup {
    /// Takes the place of an older copy at once, so that there is always a whole one.
    static func make(of connection: Connection, at path: String) throws {
        let unfinished = path + ".unfinished"
        unlink(unfinished)
        do {
            let copy = try Connection(path: unfinished, mode: .create)
            guard let backup = sqlite3_backup_init(copy.handle, "main", connection.handle, "main") else {
                throw copy.error(sqlite3_errcode(copy.handle), nil)
            }
            var code = SQLITE_OK
            while code == SQLITE_OK { code = sqlite3_backup_step(backup, 1_024) }
            sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE else {
                throw StorageError.sqlite(
                    code: code, message: String(cString: sqlite3_errstr(code)), statement: nil, path: unfinished
                ).classified
            }
        }
        guard rename(unfinished, path) == 0 else {
            throw StorageError.cannotOpen(
                path: path, reason: "the backup cannot be put there: \(String(cString: strerror(errno)))")
        }
    }
}
