internal import CSQLite

/// A prepared statement. Columns count from 0, parameters from 1, as in SQLite.
final class Statement {
    let handle: OpaquePointer
    /// Unowned: the connection's cache holds statements, and no statement outlives its connection.
    unowned let connection: Connection

    init(_ handle: OpaquePointer, on connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    var sql: String { String(cString: sqlite3_sql(handle)) }

    /// Goes to the next row; false at the end.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = connection.error(code, sql)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs to the end and resets.
    func run() throws {
        defer { reset() }
        while try step() {}
    }

    /// What holds the memory of values that are bound without a copy.
    private var keptAlive: [AnyObject] = []

    func keep(_ owner: AnyObject) { keptAlive.append(owner) }

    func reset() {
        sqlite3_reset(handle)
        if !keptAlive.isEmpty {
            sqlite3_clear_bindings(handle)
            keptAlive.removeAll()
        }
    }

    func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }
    func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

    func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }

    func bind(_ value: String, at index: Int32) {
        var value = value
        value.withUTF8 { bytes in
            _ = UnsafeRawBufferPointer(bytes).withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text64(
                    handle, index, characters.baseAddress ?? Self.empty, UInt64(characters.count), Self.copied,
                    UInt8(SQLITE_UTF8))
            }
        }
    }

    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_blob64(
            handle, index, bytes.baseAddress ?? UnsafeRawPointer(Self.empty), UInt64(bytes.count), Self.copied)
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Steps once, without bindings being touched, and gives the row's columns as stored.
    func values() throws -> [StoredValue] {
        defer { reset() }
        return try step() ? row : []
    }

    /// The columns of the row that the statement stands at, as stored.
    var row: [StoredValue] {
        (0..<sqlite3_column_count(handle)).map { StoredValue(sqlite3_column_value(handle, $0)) }
    }

    /// SQLite copies what is bound with this destructor (`SQLITE_TRANSIENT`, a macro that Swift does not see).
    static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// An address for empty values: a null pointer would bind NULL.
    nonisolated(unsafe) static let empty: UnsafePointer<CChar> = {
        let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return UnsafePointer(byte)
    }()
}
