internal import CSQLite
internal import Foundation

/// A copy of a store in the middle of a migration, for steps that look back. It lives beside the store while a stage runs.
struct StoreSnapshot {
    private let path: String

    /// Copies the database as the connection sees it, what it has not committed included.
    init(of connection: Connection) throws {
        path = connection.path + Self.suffix
        remove()
        let copy = try Connection(path: path, mode: .create)
        // Nobody needs it after a crash.
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        do {
            try Self.copy(connection, to: copy)
        } catch {
            remove()
            throw error
        }
    }

    static let suffix = "-migration"

    func open() throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        try StoreOpening.configure(connection, isWriter: false)
        return connection
    }

    func remove() {
        for suffix in ["", "-journal", "-wal", "-shm"] { _ = Foundation.unlink(path + suffix) }
    }

    /// Copies a database page by page (SQLite's online backup).
    static func copy(_ source: Connection, to destination: Connection) throws {
        guard let backup = sqlite3_backup_init(destination.handle, "main", source.handle, "main") else {
            throw destination.error(sqlite3_errcode(destination.handle), nil)
        }
        var code = SQLITE_OK
        while code == SQLITE_OK { code = sqlite3_backup_step(backup, 1_024) }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw StorageError.sqlite(
                code: code, message: String(cString: sqlite3_errstr(code)), statement: nil, path: destination.path
            ).classified
        }
    }
}
