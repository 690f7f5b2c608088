internal import CSQLite
public import Foundation

/// A row as generated code reads it. Only for generated code.
///
/// Every reader gives the type's zero value where the column holds nothing that fits, and notes the first such column;
/// who made the row asks afterwards. Without a statement all columns are zero: placeholders are made that way.
public struct _$Row {
    let statement: OpaquePointer?
    let context: Unmanaged<ModelContext>?
    let failure: UnsafeMutablePointer<ReadFailure>?

    /// The first column that could not be read.
    struct ReadFailure {
        var column: Int32 = -1
        var value = ""
        /// The columns that were asked for, where not all were: others hold nothing.
        var selected: [Bool]?
        /// Rows may lack values: nothing fails.
        var isLenient = false
        /// Columns of data that is too large to come with its row.
        var deferred: [Int32] = []
    }

    /// A row without values.
    static var zero: _$Row { _$Row(statement: nil, context: nil, failure: nil) }

    @inline(never)
    func fail(_ column: Int32, _ value: @autoclosure () -> String? = nil) {
        guard let failure, failure.pointee.column < 0, !failure.pointee.isLenient else { return }
        if let selected = failure.pointee.selected, !selected[Int(column)] { return }
        failure.pointee.column = column
        failure.pointee.value = value() ?? storedText(column)
    }

    /// What the column holds, for messages.
    private func storedText(_ column: Int32) -> String {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: "NULL"
        case SQLITE_BLOB: "\(sqlite3_column_bytes(statement, column)) bytes"
        default: string(unchecked: column) ?? "NULL"
        }
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    private func string(unchecked column: Int32) -> String? {
        guard let text = sqlite3_column_text(statement, column) else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column))),
            as: UTF8.self)
    }

    // MARK: Integers

    /// A 64-bit value; 0 asks for the type, since NULL reads as 0 too.
    private func integer(_ column: Int32) -> Int64? {
        let value = sqlite3_column_int64(statement, column)
        if value == 0, isNull(column) { return nil }
        return value
    }

    private func integer<T: FixedWidthInteger>(_ column: Int32, as type: T.Type) -> T {
        guard let value = integer(column) else {
            fail(column)
            return 0
        }
        guard let result = T(exactly: value) else {
            fail(column)
            return 0
        }
        return result
    }

    private func optionalInteger<T: FixedWidthInteger>(_ column: Int32, as type: T.Type) -> T? {
        guard let value = integer(column) else { return nil }
        guard let result = T(exactly: value) else {
            fail(column)
            return nil
        }
        return result
    }

    public func bool(_ column: Int32) -> Bool { optionalBool(column) ?? missing(column, false) }
    public func optionalBool(_ column: Int32) -> Bool? {
        guard let value = integer(column) else { return nil }
        if value != 0 && value != 1 { fail(column) }
        return value != 0
    }

    public func int(_ column: Int32) -> Int { Int(truncatingIfNeeded: int64(column)) }
    public func int8(_ column: Int32) -> Int8 { integer(column, as: Int8.self) }
    public func int16(_ column: Int32) -> Int16 { integer(column, as: Int16.self) }
    public func int32(_ column: Int32) -> Int32 { integer(column, as: Int32.self) }
    public func int64(_ column: Int32) -> Int64 {
        let value = sqlite3_column_int64(statement, column)
        if value == 0, isNull(column) { fail(column) }
        return value
    }
    public func uint8(_ column: Int32) -> UInt8 { integer(column, as: UInt8.self) }
    public func uint16(_ column: Int32) -> UInt16 { integer(column, as: UInt16.self) }
    public func uint32(_ column: Int32) -> UInt32 { integer(column, as: UInt32.self) }
    public func uint(_ column: Int32) -> UInt { UInt(truncatingIfNeeded: uint64(column)) }
    public func uint64(_ column: Int32) -> UInt64 { optionalUint64(column) ?? missing(column, 0) }

    public func optionalInt(_ column: Int32) -> Int? { integer(column).map { Int(truncatingIfNeeded: $0) } }
    public func optionalInt8(_ column: Int32) -> Int8? { optionalInteger(column, as: Int8.self) }
    public func optionalInt16(_ column: Int32) -> Int16? { optionalInteger(column, as: Int16.self) }
    public func optionalInt32(_ column: Int32) -> Int32? { optionalInteger(column, as: Int32.self) }
    public func optionalInt64(_ column: Int32) -> Int64? { integer(column) }
    public func optionalUint8(_ column: Int32) -> UInt8? { optionalInteger(column, as: UInt8.self) }
    public func optionalUint16(_ column: Int32) -> UInt16? { optionalInteger(column, as: UInt16.self) }
    public func optionalUint32(_ column: Int32) -> UInt32? { optionalInteger(column, as: UInt32.self) }
    public func optionalUint(_ column: Int32) -> UInt? { optionalUint64(column).map { UInt(truncatingIfNeeded: $0) } }
    /// Stored as value − 2⁶³, so that SQLite orders them.
    public func optionalUint64(_ column: Int32) -> UInt64? {
        integer(column).map { UInt64(bitPattern: $0) ^ (1 << 63) }
    }

    // MARK: Floating point, dates

    private func real(_ column: Int32) -> Double? {
        let value = sqlite3_column_double(statement, column)
        if value == 0 {
            // 0.0 and −0.0 are kept; text and blobs read as 0 too.
            switch sqlite3_column_type(statement, column) {
            case SQLITE_NULL: return nil
            case SQLITE_FLOAT, SQLITE_INTEGER: break
            default: fail(column)
            }
        }
        return value
    }

    public func double(_ column: Int32) -> Double { real(column) ?? missing(column, 0) }
    public func optionalDouble(_ column: Int32) -> Double? { real(column) }
    public func float(_ column: Int32) -> Float { Float(double(column)) }
    public func optionalFloat(_ column: Int32) -> Float? { real(column).map { Float($0) } }
    /// Seconds since the reference date, bit for bit.
    public func date(_ column: Int32) -> Date { Date(timeIntervalSinceReferenceDate: double(column)) }
    public func optionalDate(_ column: Int32) -> Date? {
        real(column).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    // MARK: Text and bytes

    public func string(_ column: Int32) -> String { string(unchecked: column) ?? missing(column, "") }
    public func optionalString(_ column: Int32) -> String? { string(unchecked: column) }

    public func data(_ column: Int32) -> Data { optionalData(column) ?? missing(column, Data()) }
    public func optionalData(_ column: Int32) -> Data? {
        if let failure, sqlite3_column_type(statement, column) == SQLITE_INTEGER {
            failure.pointee.deferred.append(column)
            return Data()
        }
        let count = Int(sqlite3_column_bytes(statement, column))
        guard let bytes = sqlite3_column_blob(statement, column) else { return isNull(column) ? nil : Data() }
        return Data(bytes: bytes, count: count)
    }

    public func uuid(_ column: Int32) -> UUID {
        guard let bytes = sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column) == 16 else {
            fail(column)
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
        return bytes.loadUnaligned(as: UUID.self)
    }
    public func optionalUuid(_ column: Int32) -> UUID? { isNull(column) ? nil : uuid(column) }

    public func url(_ column: Int32) -> URL { optionalURL(column) ?? missing(column, Self.zeroURL) }
    public func optionalUrl(_ column: Int32) -> URL? { optionalURL(column) }
    private func optionalURL(_ column: Int32) -> URL? {
        guard let text = string(unchecked: column) else { return nil }
        guard let url = StoredURL.decode(text) else {
            fail(column)
            return nil
        }
        return url
    }
    private static let zeroURL = URL(fileURLWithPath: "/")

    public func decimal(_ column: Int32) -> Decimal { optionalDecimal(column) ?? missing(column, Decimal()) }
    public func optionalDecimal(_ column: Int32) -> Decimal? {
        guard let bytes = sqlite3_column_blob(statement, column) else {
            if !isNull(column) { fail(column) }
            return nil
        }
        let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column)))
        guard let value = StoredDecimal.decode(buffer) else {
            fail(column)
            return nil
        }
        return value
    }

    // MARK: Generated and hand-written types

    public func rawValue<T: _$StoredEnum>(_ column: Int32, _ type: T.Type) -> T {
        guard let raw = T.RawValue._$read(self, column) else { return missing(column, T._$zero) }
        guard let value = T(rawValue: raw) ?? T._$unknown else { return missing(column, T._$zero) }
        return value
    }
    public func optionalRawValue<T: _$StoredEnum>(_ column: Int32, _ type: T.Type) -> T? {
        guard let raw = T.RawValue._$read(self, column) else { return nil }
        guard let value = T(rawValue: raw) ?? T._$unknown else {
            fail(column)
            return nil
        }
        return value
    }

    /// A hand-written type with a raw value. Where the column has none that the type accepts, the value that `zero` makes.
    public func rawValue<T: RawRepresentable>(_ column: Int32, _ type: T.Type, zero: @autoclosure () -> T) -> T
    where T.RawValue: _$RawColumn {
        optionalRawValue(column, type) ?? missing(column, zero())
    }
    @_disfavoredOverload
    public func optionalRawValue<T: RawRepresentable>(_ column: Int32, _ type: T.Type) -> T?
    where T.RawValue: _$RawColumn {
        guard let raw = T.RawValue._$read(self, column) else { return nil }
        let value = T(rawValue: raw)
        if value == nil { fail(column) }
        return value
    }

    public func composite<T: _$Composite>(_ column: Int32, _ type: T.Type) -> T { T(_$row: self, at: column) }
    /// The column is the presence column, which the value's own columns follow.
    public func optionalComposite<T: _$Composite>(_ column: Int32, _ type: T.Type) -> T? {
        isNull(column) ? nil : T(_$row: self, at: column + 1)
    }

    public func collection<T: _$StoredCollection>(_ column: Int32, _ type: T.Type) -> T {
        optionalCollection(column, type) ?? missing(column, T._$empty)
    }
    public func optionalCollection<T: _$StoredCollection>(_ column: Int32, _ type: T.Type) -> T? {
        guard let text = sqlite3_column_text(statement, column) else { return nil }
        var reader = _$CollectionReader(
            UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column))))
        do {
            let value = try T._$decode(&reader)
            try reader.expectEnd()
            return value
        } catch {
            fail(column)
            return nil
        }
    }

    /// A hand-written type, from the JSON text that its `Codable` conformance wrote. One whose text cannot be read, or that
    /// a placeholder needs, has no zero value: then the value that `zero` makes.
    public func codable<T: Codable>(_ column: Int32, _ type: T.Type, zero: @autoclosure () -> T) -> T {
        optionalCodable(column, type) ?? missing(column, zero())
    }
    public func optionalCodable<T: Codable>(_ column: Int32, _ type: T.Type) -> T? {
        guard let text = sqlite3_column_text(statement, column) else { return nil }
        let data = Data(bytes: text, count: Int(sqlite3_column_bytes(statement, column)))
        do {
            return try StoredJSON.decode(type, from: data)
        } catch {
            fail(column)
            return nil
        }
    }

    /// A foreign key; 0 where there is none.
    public func link(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    @inline(never)
    private func missing<T>(_ column: Int32, _ zero: T) -> T {
        fail(column)
        return zero
    }
}
