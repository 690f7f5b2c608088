internal import CSQLite
internal import Foundation

/// `ms_each(text, kind)`: the elements of a stored collection as rows, in order.
///
/// SQLite's own `json_each` cuts strings at NUL and makes doubles of large integers (D26).
enum EachElement {
    static let name = "ms_each"

    private static let schema = "CREATE TABLE x(\"key\", \"value\", \"text\" HIDDEN, \"kind\" HIDDEN)"
    private enum Column {
        static let key: Int32 = 0
        static let value: Int32 = 1
        static let text: Int32 = 2
        static let kind: Int32 = 3
    }

    /// SQLite keeps a pointer to it for the life of connections.
    nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
        let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        var value = sqlite3_module()
        value.xConnect = { db, _, _, _, table, _ in connect(db, table) }
        value.xDisconnect = { table in
            table?.deallocate()
            return SQLITE_OK
        }
        value.xBestIndex = { _, info in bestIndex(info) }
        value.xOpen = { _, cursor in open(cursor) }
        value.xClose = { cursor in
            Cursor.state(cursor)?.release()
            UnsafeMutableRawPointer(cursor)?.deallocate()
            return SQLITE_OK
        }
        value.xFilter = { cursor, _, _, _, arguments in
            Cursor.state(cursor)?.takeUnretainedValue().start(
                SQLArgument(arguments, 0), SQLArgument(arguments, 1).integer) ?? SQLITE_ERROR
        }
        value.xNext = { cursor in
            Cursor.state(cursor)?.takeUnretainedValue().place += 1
            return SQLITE_OK
        }
        value.xEof = { cursor in Cursor.state(cursor)?.takeUnretainedValue().isAtEnd ?? true ? 1 : 0 }
        value.xColumn = { cursor, context, column in
            Cursor.state(cursor)?.takeUnretainedValue().set(column, in: context) ?? SQLITE_ERROR
        }
        value.xRowid = { cursor, id in
            id?.pointee = Int64(Cursor.state(cursor)?.takeUnretainedValue().place ?? 0)
            return SQLITE_OK
        }
        module.initialize(to: value)
        return UnsafePointer(module)
    }()

    static func register(on connection: Connection) throws {
        let code = sqlite3_create_module_v2(connection.handle, name, module, nil, nil)
        guard code == SQLITE_OK else { throw connection.error(code, name) }
    }

    // MARK: The table

    private static func connect(
        _ db: OpaquePointer?, _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
    ) -> Int32 {
        let code = sqlite3_declare_vtab(db, schema)
        guard code == SQLITE_OK else { return code }
        _ = modelgen_vtab_direct_only(db)
        let made = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
        made.initialize(to: sqlite3_vtab())
        table?.pointee = made
        return SQLITE_OK
    }

    /// There is one way: with the text and the kind.
    private static func bestIndex(_ info: UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 {
        guard let info else { return SQLITE_ERROR }
        var found = 0
        for index in 0..<Int(info.pointee.nConstraint) {
            let constraint = info.pointee.aConstraint[index]
            guard constraint.iColumn >= Column.text, Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ else {
                continue
            }
            // Another order of joining makes them usable.
            if constraint.usable == 0 { return SQLITE_CONSTRAINT }
            info.pointee.aConstraintUsage[index].argvIndex = constraint.iColumn - Column.text + 1
            info.pointee.aConstraintUsage[index].omit = 1
            found += 1
        }
        guard found == 2 else { return SQLITE_CONSTRAINT }
        info.pointee.estimatedCost = 10
        info.pointee.estimatedRows = 10
        return SQLITE_OK
    }

    private static func open(
        _ cursor: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
    ) -> Int32 {
        let made = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
        made.initialize(to: Cursor(state: .passRetained(State())))
        cursor?.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
        return SQLITE_OK
    }

    /// SQLite's part comes first.
    private struct Cursor {
        var base = sqlite3_vtab_cursor()
        var state: Unmanaged<State>

        static func state(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Unmanaged<State>? {
            UnsafeRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).pointee.state
        }
    }

    /// The elements of one collection.
    private final class State {
        private var bytes: [UInt8] = []
        private var kind: ElementKind?
        private var elements: [(key: String?, value: Range<Int>)] = []
        var place = 0
        var isAtEnd: Bool { place >= elements.count }

        func start(_ text: SQLArgument, _ kind: Int64) -> Int32 {
            place = 0
            elements.removeAll(keepingCapacity: true)
            if text.isNull { return SQLITE_OK }
            self.kind = ElementKind(rawValue: kind)
            bytes = Array(text.text)
            do {
                try bytes.withUnsafeBufferPointer { buffer in
                    var reader = _$CollectionReader(buffer)
                    try CollectionFunctions.forEachElement(&reader) { reader in
                        var key: String?
                        if reader.isInObject {
                            key = try reader.reader.string()
                            try reader.reader.expect(":")
                            reader.reader.skipSpace()
                        }
                        let start = reader.reader.offset
                        _ = try reader.reader.rawValue()
                        elements.append((key, start..<reader.reader.offset))
                        return true
                    }
                }
            } catch {
                return SQLITE_ERROR
            }
            return SQLITE_OK
        }

        func set(_ column: Int32, in context: OpaquePointer?) -> Int32 {
            guard !isAtEnd, let kind else { return SQLITE_ERROR }
            let element = elements[place]
            if column == Column.key {
                if let key = element.key { SQLResult.set(context, key) } else { SQLResult.setNull(context) }
                return SQLITE_OK
            }
            do {
                try bytes.withUnsafeBufferPointer { buffer in
                    var reader = _$CollectionReader(UnsafeBufferPointer(rebasing: buffer[element.value]))
                    try CollectionFunctions.set(context, &reader, kind)
                }
            } catch {
                return SQLITE_ERROR
            }
            return SQLITE_OK
        }
    }
}
