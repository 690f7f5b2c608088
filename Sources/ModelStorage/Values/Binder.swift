internal import CSQLite
public import Foundation

/// A statement as generated code binds it, parameter after parameter. Only for generated code.
///
/// Bytes of strings are copied into an arena that is reused from row to row, and bound without a copy by SQLite: what is
/// bound is good until the next ``start()``.
public final class _$Binder {
    private(set) var statement: OpaquePointer
    private(set) var index: Int32 = 0
    /// Resolves links to objects that get their row in this save.
    private let context: ModelContext?
    /// The parameters of values that no column can hold (NaN).
    private(set) var refused: [Int32] = []

    private var arena: UnsafeMutableRawPointer
    private var capacity: Int
    private var used = 0
    /// Arenas that a row outgrew; statements may point into them until the next start.
    private var outgrown: [UnsafeMutableRawPointer] = []

    init(_ statement: OpaquePointer, in context: ModelContext?) {
        self.statement = statement
        self.context = context
        capacity = 4_096
        arena = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        arena.deallocate()
        for arena in outgrown { arena.deallocate() }
    }

    func retarget(_ statement: OpaquePointer) { self.statement = statement }

    /// Begins a row: the next value is parameter 1.
    func start() {
        index = 0
        used = 0
        if !refused.isEmpty { refused.removeAll() }
        if !outgrown.isEmpty {
            for arena in outgrown { arena.deallocate() }
            outgrown.removeAll()
        }
    }

    /// Begins after parameters that someone else binds.
    func start(after parameters: Int32) {
        start()
        index = parameters
    }

    @inline(never)
    private func refuse(_ parameter: Int32) { refused.append(parameter) }

    private func next() -> Int32 {
        index += 1
        return index
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        if used + bytes.count > capacity {
            outgrown.append(arena)
            capacity = max(capacity * 2, bytes.count)
            arena = .allocate(byteCount: capacity, alignment: 16)
            used = 0
        }
        let place = arena + used
        if let base = bytes.baseAddress { place.copyMemory(from: base, byteCount: bytes.count) }
        used += bytes.count
        return place
    }

    public func null() { sqlite3_bind_null(statement, next()) }

    // MARK: Integers

    public func bool(_ value: Bool) { sqlite3_bind_int(statement, next(), value ? 1 : 0) }
    public func int(_ value: Int) { sqlite3_bind_int64(statement, next(), Int64(value)) }
    public func int8(_ value: Int8) { sqlite3_bind_int(statement, next(), Int32(value)) }
    public func int16(_ value: Int16) { sqlite3_bind_int(statement, next(), Int32(value)) }
    public func int32(_ value: Int32) { sqlite3_bind_int(statement, next(), value) }
    public func int64(_ value: Int64) { sqlite3_bind_int64(statement, next(), value) }
    public func uint(_ value: UInt) { uint64(UInt64(value)) }
    public func uint8(_ value: UInt8) { sqlite3_bind_int(statement, next(), Int32(value)) }
    public func uint16(_ value: UInt16) { sqlite3_bind_int(statement, next(), Int32(value)) }
    public func uint32(_ value: UInt32) { sqlite3_bind_int64(statement, next(), Int64(value)) }
    public func uint64(_ value: UInt64) {
        sqlite3_bind_int64(statement, next(), Int64(bitPattern: value ^ (1 << 63)))
    }

    public func optionalBool(_ value: Bool?) { if let value { bool(value) } else { null() } }
    public func optionalInt(_ value: Int?) { if let value { int(value) } else { null() } }
    public func optionalInt8(_ value: Int8?) { if let value { int8(value) } else { null() } }
    public func optionalInt16(_ value: Int16?) { if let value { int16(value) } else { null() } }
    public func optionalInt32(_ value: Int32?) { if let value { int32(value) } else { null() } }
    public func optionalInt64(_ value: Int64?) { if let value { int64(value) } else { null() } }
    public func optionalUint(_ value: UInt?) { if let value { uint(value) } else { null() } }
    public func optionalUint8(_ value: UInt8?) { if let value { uint8(value) } else { null() } }
    public func optionalUint16(_ value: UInt16?) { if let value { uint16(value) } else { null() } }
    public func optionalUint32(_ value: UInt32?) { if let value { uint32(value) } else { null() } }
    public func optionalUint64(_ value: UInt64?) { if let value { uint64(value) } else { null() } }

    // MARK: Floating point, dates

    public func double(_ value: Double) {
        let index = next()
        // SQLite would store NaN as NULL.
        if value.isNaN { refuse(index) }
        sqlite3_bind_double(statement, index, value)
    }
    public func float(_ value: Float) { double(Double(value)) }
    public func date(_ value: Date) { double(value.timeIntervalSinceReferenceDate) }
    public func optionalDouble(_ value: Double?) { if let value { double(value) } else { null() } }
    public func optionalFloat(_ value: Float?) { if let value { float(value) } else { null() } }
    public func optionalDate(_ value: Date?) { if let value { date(value) } else { null() } }

    // MARK: Text and bytes

    public func string(_ value: String) {
        var value = value
        let index = next()
        value.withUTF8 { bytes in
            let place = keep(UnsafeRawBufferPointer(bytes))
            sqlite3_bind_text64(
                statement, index, place.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), nil,
                UInt8(SQLITE_UTF8))
        }
    }
    public func optionalString(_ value: String?) { if let value { string(value) } else { null() } }

    func bytes(_ bytes: UnsafeRawBufferPointer) {
        sqlite3_bind_blob64(statement, next(), keep(bytes), UInt64(bytes.count), nil)
    }

    public func data(_ value: Data) {
        let index = next()
        value.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Void in
            if bytes.count > 65_536 {
                // Large values are not worth an arena of their size.
                sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), Statement.copied)
            } else {
                sqlite3_bind_blob64(statement, index, keep(bytes), UInt64(bytes.count), nil)
            }
        }
    }
    public func optionalData(_ value: Data?) { if let value { data(value) } else { null() } }

    public func uuid(_ value: UUID) {
        let bytes = value.uuid
        withUnsafePointer(to: bytes) { self.bytes(UnsafeRawBufferPointer(start: $0, count: 16)) }
    }
    public func optionalUuid(_ value: UUID?) { if let value { uuid(value) } else { null() } }

    public func url(_ value: URL) { string(StoredURL.encode(value)) }
    public func optionalUrl(_ value: URL?) { if let value { url(value) } else { null() } }

    public func decimal(_ value: Decimal) {
        guard let key = StoredDecimal.encode(value) else {
            let index = next()
            refuse(index)
            sqlite3_bind_null(statement, index)
            return
        }
        key.withUnsafeBytes { bytes in self.bytes(bytes) }
    }
    public func optionalDecimal(_ value: Decimal?) { if let value { decimal(value) } else { null() } }

    // MARK: Generated and hand-written types

    public func rawValue<T: RawRepresentable>(_ value: T) where T.RawValue: _$RawColumn { value.rawValue._$bind(self) }
    public func optionalRawValue<T: RawRepresentable>(_ value: T?) where T.RawValue: _$RawColumn {
        if let value { rawValue(value) } else { null() }
    }

    public func composite<T: _$Composite>(_ value: T) { value._$bind(self) }
    public func optionalComposite<T: _$Composite>(_ value: T?) {
        guard let value else {
            for _ in 0...T._$columnCount { null() }
            return
        }
        bool(true)
        value._$bind(self)
    }

    public func collection<T: _$StoredCollection>(_ value: T) {
        var writer = _$CollectionWriter()
        value._$encode(&writer)
        text(writer.bytes, isRefused: writer.isRefused)
    }
    public func optionalCollection<T: _$StoredCollection>(_ value: T?) {
        if let value { collection(value) } else { null() }
    }

    /// A hand-written type, as its `Codable` conformance writes it; a value that it refuses to write is refused here too.
    public func codable<T: Codable>(_ value: T) {
        let data = try? StoredJSON.encode(value)
        text(data.map(Array.init) ?? [], isRefused: data == nil)
    }
    public func optionalCodable<T: Codable>(_ value: T?) { if let value { codable(value) } else { null() } }

    private func text(_ bytes: [UInt8], isRefused: Bool) {
        let index = next()
        if isRefused { refuse(index) }
        bytes.withUnsafeBytes { buffer in
            let place = keep(buffer)
            _ = sqlite3_bind_text64(
                statement, index, place.assumingMemoryBound(to: CChar.self), UInt64(buffer.count), nil,
                UInt8(SQLITE_UTF8))
        }
    }

    /// A link to an object without a row binds its temporary id, for tables that hold such objects too.
    var keepsTemporaryIDs = false

    /// A foreign key; 0 binds NULL, a temporary id the row that the object gets in this save.
    public func link(_ id: Int64) {
        if id > 0 {
            if let context, !context.deletedIDs.isEmpty, context.deletedIDs.contains(id) {
                null()
            } else {
                sqlite3_bind_int64(statement, next(), id)
            }
        } else if id == 0 {
            null()
        } else {
            let resolved = context?.permanentID(of: id) ?? id
            if resolved > 0 || keepsTemporaryIDs { sqlite3_bind_int64(statement, next(), resolved) } else { null() }
        }
    }
}
