internal import CSQLite
public import ModelImport

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads the catalog of a SQLite database. Nothing is written, and nothing that the database holds is run.
public enum DatabaseReader {
    /// What kept the database from being read.
    public struct Failure: Error, Hashable, Sendable {
        public var path: String
        public var reason: String

        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// Rows of a table whose values are looked at to guess a type.
    private static let sampleSize = 1000

    /// - Parameter label: How messages name the file.
    public static func read(_ path: String, label: String) throws(Failure) -> DatabaseDescription {
        let connection = try Connection(path)
        defer { connection.close() }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        var result = DatabaseDescription(name: name, path: label, tables: [])
        // Tables that belong to virtual tables, and SQLite's own, are not the database's.
        let entries = try connection.rows(
            """
            SELECT s.name, l.type, coalesce(s.sql, '') FROM sqlite_schema AS s \
            JOIN pragma_table_list AS l ON l.name = s.name AND l.schema = 'main' \
            WHERE s.type IN ('table', 'view') AND l.type <> 'shadow' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
            ORDER BY s.rowid
            """)
        for entry in entries {
            let kind: DatabaseDescription.Table.Kind =
                entry[1] == "view" ? .view : entry[1] == "virtual" ? .virtual : .table
            var table = DatabaseDescription.Table(name: entry[0], kind: kind, sql: entry[2])
            // The columns of a virtual table would need its module, those of a view would run the view.
            if kind == .table {
                table.columns = try columns(of: table.name, connection)
                table.foreignKeys = try foreignKeys(of: table.name, connection)
                table.indexes = try indexes(of: table.name, connection)
            }
            result.tables.append(table)
        }
        for row in try connection.rows("SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE type = 'trigger'") {
            result.triggers[row[0]] = row[1]
        }
        return result
    }

    private static func columns(
        of table: String, _ connection: Connection
    ) throws(Failure) -> [DatabaseDescription.Column] {
        var columns: [DatabaseDescription.Column] = []
        let rows = try connection.rows(
            """
            SELECT name, type, "notnull", dflt_value IS NOT NULL, coalesce(dflt_value, ''), pk, hidden \
            FROM pragma_table_xinfo(?1) ORDER BY cid
            """, table)
        for row in rows {
            var column = DatabaseDescription.Column(
                name: row[0], type: row[1], isRequired: row[2] != "0", defaultValue: row[3] == "0" ? nil : row[4],
                primaryKeyPosition: Int(row[5]) ?? 0, isGenerated: row[6] == "2" || row[6] == "3")
            // Generated columns would run expressions of the database.
            if !column.isGenerated {
                let classes = try connection.rows(
                    """
                    SELECT DISTINCT typeof(v) FROM (SELECT \(quote(column.name)) AS v FROM \(quote(table)) \
                    LIMIT \(sampleSize)) WHERE v IS NOT NULL
                    """)
                column.storageClasses = Set(classes.map { $0[0] })
            }
            columns.append(column)
        }
        return columns
    }

    private static func foreignKeys(
        of table: String, _ connection: Connection
    ) throws(Failure) -> [DatabaseDescription.ForeignKey] {
        var keys: [(id: String, key: DatabaseDescription.ForeignKey)] = []
        let rows = try connection.rows(
            """
            SELECT id, "table", "from", on_delete, on_update, "to" IS NULL, coalesce("to", '') \
            FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq
            """, table)
        for row in rows {
            if let last = keys.last, last.id == row[0] {
                keys[keys.count - 1].key.columns.append(row[2])
            } else {
                keys.append((row[0], .init(table: row[1], columns: [row[2]], onDelete: row[3], onUpdate: row[4])))
            }
            if row[5] == "0" { keys[keys.count - 1].key.targets.append(row[6]) }
        }
        return keys.map(\.key)
    }

    private static func indexes(
        of table: String, _ connection: Connection
    ) throws(Failure) -> [DatabaseDescription.Index] {
        var indexes: [DatabaseDescription.Index] = []
        let rows = try connection.rows(
            """
            SELECT l.name, l."unique", l.origin, l.partial, s.sql IS NOT NULL, coalesce(s.sql, '') \
            FROM pragma_index_list(?1) AS l LEFT JOIN sqlite_schema AS s ON s.type = 'index' AND s.name = l.name \
            ORDER BY l.seq DESC
            """, table)
        for row in rows {
            let parts = try connection.rows(
                "SELECT name IS NOT NULL, coalesce(name, ''), desc, coalesce(coll, 'BINARY') FROM pragma_index_xinfo(?1) "
                    + "WHERE key ORDER BY seqno", row[0])
            indexes.append(
                .init(
                    name: row[0], isUnique: row[1] != "0", isPrimaryKey: row[2] == "pk",
                    parts: parts.map {
                        .init(column: $0[0] == "0" ? nil : $0[1], isDescending: $0[2] != "0", collation: $0[3])
                    }, sql: row[4] == "0" ? nil : row[5], isPartial: row[3] != "0"))
        }
        return indexes
    }

    private static func quote(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A connection for a handful of small queries.
    private struct Connection {
        private let path: String
        private let handle: OpaquePointer

        init(_ path: String) throws(Failure) {
            self.path = path
            // Without a log to read, SQLite is told that nobody writes: else it would put files beside the database.
            let uri = Self.uri(path, isImmutable: !Self.hasContent(path + "-wal"))
            var handle: OpaquePointer?
            let code = sqlite3_open_v2(uri, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
            guard let handle else { throw Failure(path: path, reason: "SQLite has no memory") }
            self.handle = handle
            do throws(Failure) {
                guard code == SQLITE_OK else { throw failure() }
                // The file is a stranger's: functions and virtual tables that its schema names are not run.
                _ = try rows("PRAGMA trusted_schema = OFF")
                _ = try rows("PRAGMA cell_size_check = ON")
                _ = try rows("SELECT count(*) FROM sqlite_schema")
            } catch {
                sqlite3_close(handle)
                throw error
            }
        }

        private static func hasContent(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_size > 0
        }

        private static func uri(_ path: String, isImmutable: Bool) -> String {
            var uri = "file:"
            for byte in path.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    uri.unicodeScalars.append(Unicode.Scalar(byte))
                default: uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }
            return uri + (isImmutable ? "?immutable=1" : "")
        }

        func close() { sqlite3_close(handle) }

        /// All rows, as texts.
        func rows(_ sql: String, _ argument: String? = nil) throws(Failure) -> [[String]] {
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
            defer { sqlite3_finalize(statement) }
            if let argument {
                // Names of a catalog hold no NUL. SQLite copies the text.
                let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                guard sqlite3_bind_text(statement, 1, argument, -1, copy) == SQLITE_OK else { throw failure() }
            }
            var rows: [[String]] = []
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW:
                    rows.append(
                        (0..<sqlite3_column_count(statement)).map { index in
                            sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
                        })
                case SQLITE_DONE: return rows
                default: throw failure()
                }
            }
        }

        private func failure() -> Failure {
            Failure(path: path, reason: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
