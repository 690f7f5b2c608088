internal import CSQLite
internal import Foundation

/// A connection to a database with its statement cache. Not safe for use by two threads at once: who borrows it from the
/// store has it alone.
final class Connection {
    enum Mode {
        case readOnly, readWrite, create
        /// For files that nobody can change: SQLite makes no files beside them.
        case immutable
    }

    let handle: OpaquePointer
    let path: String
    let isImmutable: Bool
    /// Statements by their text, kept for the connection's life.
    private var statements: [String: Statement] = [:]
    /// Plans and statements of predicates.
    let queries = QueryCache()
    /// Text beyond this many statements is prepared for one use only, so that odd queries do not pile up.
    private static let cacheLimit = 2_000

    /// Statements of models by what they do, so that their text is made once.
    private var modelStatements: [ModelStatement: Statement] = [:]

    /// Whether the connection reads from a write-ahead log: known once it has been asked.
    var hasLog = false
    /// The commit that the snapshot which was left open shows, or an older one; nil outside of a snapshot.
    private var snapshot: UInt64?

    private static let disabledStatistics: Bool = modelgen_disable_memory_statistics() == SQLITE_OK

    /// Opens a database; `:memory:` makes a private one in memory.
    init(path: String, mode: Mode) throws {
        _ = Self.disabledStatistics
        guard sqlite3_libversion_number() >= 3_037_000 else {
            throw StorageError.unsupportedSQLite(version: String(cString: sqlite3_libversion()))
        }
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            | (mode == .readOnly || mode == .immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
            | (mode == .create ? SQLITE_OPEN_CREATE : 0) | (mode == .immutable ? SQLITE_OPEN_URI : 0)
        var handle: OpaquePointer?
        let name = mode == .immutable ? URL(fileURLWithPath: path).absoluteString + "?immutable=1" : path
        let code = sqlite3_open_v2(name, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw StorageError.sqlite(code: code, message: message, statement: nil, path: path)
        }
        self.handle = handle
        self.path = path
        isImmutable = mode == .immutable
        StatementLog.attach(to: handle, path)
    }

    deinit {
        statements.removeAll()
        modelStatements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs statements that return nothing, one after the other.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql) }
    }

    /// A statement from the cache, ready to bind.
    func cached(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try prepare(sql)
        if statements.count < Self.cacheLimit { statements[sql] = statement }
        return statement
    }

    /// A model's statement, whose text is only made the first time.
    func cached(_ key: ModelStatement, _ sql: () -> String) throws -> Statement {
        if let statement = modelStatements[key] { return statement }
        let statement = try prepare(sql())
        if modelStatements.count < Self.cacheLimit { modelStatements[key] = statement }
        return statement
    }

    /// A statement outside the cache.
    func prepare(_ sql: String) throws -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code, sql) }
        return Statement(statement, on: self)
    }

    /// Runs a cached statement that returns nothing.
    func run(_ sql: String, _ bind: (Statement) -> Void = { _ in }) throws {
        let statement = try cached(sql)
        bind(statement)
        try statement.run()
    }

    /// The first column of the first row as an integer; nil where there is no row or it is NULL.
    func integer(_ sql: String, _ bind: (Statement) -> Void = { _ in }) throws -> Int64? {
        let statement = try cached(sql)
        defer { statement.reset() }
        bind(statement)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.integer(0)
    }

    /// The first column of the first row as text; nil where there is no row or it is NULL.
    func text(_ sql: String, _ bind: (Statement) -> Void = { _ in }) throws -> String? {
        let statement = try cached(sql)
        defer { statement.reset() }
        bind(statement)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.text(0)
    }

    /// Turns one of SQLite's switches on or off and makes sure that it took.
    func setSwitch(_ option: Int32, _ isOn: Bool, named name: String) throws {
        var result: Int32 = -1
        let code = modelgen_set_switch(handle, option, isOn ? 1 : 0, &result)
        guard code == SQLITE_OK, result == (isOn ? 1 : 0) else {
            throw StorageError.sqlite(
                code: code, message: "SQLite does not allow to set \(name)", statement: nil, path: path)
        }
    }

    /// What the write-ahead log's header says; nil where there is no log.
    ///
    /// - Returns: a number that every commit changes, and the pages that the log holds.
    var logState: (commit: UInt64, pages: UInt32)? {
        var (commit, pages): (UInt64, UInt32) = (0, 0)
        return hasLog && modelgen_read_log_header(handle, &commit, &pages) == 1 ? (commit, pages) : nil
    }

    /// The log is copied back into the file when it has grown to so many pages. Fewer, larger checkpoints: pages written
    /// several times meanwhile are copied once.
    static let pagesPerCheckpoint: UInt32 = 4_000

    // MARK: Snapshots

    /// Whether a read transaction was left open.
    var holdsSnapshot: Bool { snapshot != nil }

    /// Sees to it that what is read next is the last commit, in a transaction that stays open: while nobody commits, further
    /// reads need none of their own, whose locks cost more than many a query.
    func takeSnapshot() throws {
        // Asked before the snapshot begins: a commit in between makes the next reading take another, no worse.
        guard let log = logState else { return }
        if let snapshot {
            if snapshot == log.commit { return }
            try endSnapshot()
        }
        // A log that waits for its checkpoint must find moments in which nobody reads.
        if log.pages >= Self.pagesPerCheckpoint { return }
        try run("BEGIN")
        snapshot = log.commit
    }

    func endSnapshot() throws {
        guard snapshot != nil else { return }
        snapshot = nil
        try run("COMMIT")
    }

    // MARK: Memory

    /// Sets how much of the file may be mapped, in bytes; returns what it was. While a statement runs nothing changes.
    @discardableResult
    func setMapping(_ size: Int64) -> Int64 {
        var size = size
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_MMAP_SIZE, &size)
        return size
    }

    /// Gives back the memory of pages that were read: cached ones, and mapped ones unless a statement runs.
    func releasePages() {
        setMapping(setMapping(0))
        sqlite3_db_release_memory(handle)
    }

    /// False after an error that ended the transaction by itself, and took temporary tables along.
    var isSound: Bool { snapshot == nil || isInTransaction }

    var changes: Int { Int(sqlite3_changes64(handle)) }
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(_ code: Int32, _ sql: String?) -> StorageError {
        StorageError.sqlite(
            code: code, message: String(cString: sqlite3_errmsg(handle)), statement: sql, path: path)
    }
}

/// What a statement does for a class of models.
struct ModelStatement: Hashable {
    enum Kind: Hashable { case update, lookUp, select, list }

    let kind: Kind
    /// The class.
    let ordinal: Int
    /// The bits of the properties that it writes, the number of the constraint that it looks up, the index of the list.
    let detail: UInt64
}

/// Extended result codes, which SQLite defines by macros that Swift does not see.
enum SQLiteCode {
    static let uniqueConstraint = SQLITE_CONSTRAINT | (8 << 8)
    static let foreignKeyConstraint = SQLITE_CONSTRAINT | (3 << 8)
    static let readOnlyRollback = SQLITE_READONLY | (3 << 8)
}
