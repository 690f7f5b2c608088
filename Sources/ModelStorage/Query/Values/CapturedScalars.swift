internal import Foundation
internal import ModelSchema

// How values of the stored types are bound: as D25 stores them.

extension Bool: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Bool? { row.optionalBool(column) }
    static var scalarType: ScalarType { .bool }
    func bind(_ binding: inout ValueBinding) { binding.integer(self ? 1 : 0) }
}

extension CapturedScalar where Self: FixedWidthInteger {
    static var scalarType: ScalarType {
        if isSigned { return .signed(bits: bitWidth) }
        return bitWidth == 64 ? .unsigned64 : .unsigned(bits: bitWidth)
    }
    func bind(_ binding: inout ValueBinding) {
        if Self.isSigned || Self.bitWidth < 64 {
            binding.integer(Int64(truncatingIfNeeded: self))
        } else {
            binding.integer(Int64(bitPattern: UInt64(truncatingIfNeeded: self) ^ (1 << 63)))
        }
    }
}

extension Int: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Int? { row.optionalInt(column) }
}
extension Int8: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Int8? { row.optionalInt8(column) }
}
extension Int16: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Int16? { row.optionalInt16(column) }
}
extension Int32: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Int32? { row.optionalInt32(column) }
}
extension Int64: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Int64? { row.optionalInt64(column) }
}
extension UInt: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> UInt? { row.optionalUint(column) }
}
extension UInt8: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> UInt8? { row.optionalUint8(column) }
}
extension UInt16: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> UInt16? { row.optionalUint16(column) }
}
extension UInt32: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> UInt32? { row.optionalUint32(column) }
}
extension UInt64: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> UInt64? { row.optionalUint64(column) }
}

extension Double: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Double? { row.optionalDouble(column) }
    static var scalarType: ScalarType { .double }
    func bind(_ binding: inout ValueBinding) { binding.real(self) }
    var isUnbindable: Bool { isNaN }
}

extension Float: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Float? { row.optionalFloat(column) }
    static var scalarType: ScalarType { .float }
    func bind(_ binding: inout ValueBinding) { binding.real(Double(self)) }
    var isUnbindable: Bool { isNaN }
}

extension Decimal: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Decimal? { row.optionalDecimal(column) }
    static var scalarType: ScalarType { .decimal }
    func bind(_ binding: inout ValueBinding) {
        guard let bytes = StoredDecimal.encode(self) else { return binding.null() }
        bytes.withUnsafeBytes { binding.bytes($0) }
    }
    var isUnbindable: Bool { isNaN }
}

extension String: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> String? { row.optionalString(column) }
    static var scalarType: ScalarType { .string }
    func bind(_ binding: inout ValueBinding) { binding.text(self) }
}

extension Substring: CapturedScalar {
    static var scalarType: ScalarType { .string }
    func bind(_ binding: inout ValueBinding) { binding.text(String(self)) }
}

extension Character: CapturedScalar {
    static var scalarType: ScalarType { .character }
    func bind(_ binding: inout ValueBinding) { binding.text(String(self)) }
}

extension Date: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Date? { row.optionalDate(column) }
    static var scalarType: ScalarType { .date }
    func bind(_ binding: inout ValueBinding) { binding.real(timeIntervalSinceReferenceDate) }
    var isUnbindable: Bool { timeIntervalSinceReferenceDate.isNaN }
}

extension Data: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> Data? { row.optionalData(column) }
    static var scalarType: ScalarType { .data }
    func bind(_ binding: inout ValueBinding) { withUnsafeBytes { binding.bytes($0) } }
}

extension UUID: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> UUID? { row.optionalUuid(column) }
    static var scalarType: ScalarType { .uuid }
    func bind(_ binding: inout ValueBinding) { withUnsafeBytes(of: uuid) { binding.bytes($0) } }
}

extension URL: CapturedScalar {
    static func read(_ row: _$Row, _ column: Int32) -> URL? { row.optionalUrl(column) }
    static var scalarType: ScalarType { .url }
    func bind(_ binding: inout ValueBinding) { binding.text(StoredURL.encode(self)) }
}

/// A temporary identifier of the context stands for its object also after the save.
extension PersistentIdentifier: CapturedScalar {
    static var scalarType: ScalarType { .identifier }
    static func makeCodec() -> ValueCodec { IdentifierCodec() }
    func bind(_ binding: inout ValueBinding) { binding.integer(binding.context.rowID(of: self)) }
}

/// The model that an identifier names is part of the statement's text.
final class IdentifierCodec: ValueCodec {
    override var scalarType: ScalarType? { .identifier }

    private func identifier(_ value: UnsafeRawPointer) -> PersistentIdentifier {
        value.assumingMemoryBound(to: PersistentIdentifier.self).pointee
    }
    override func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {
        shape.add(UInt(bitPattern: shape.context?.hierarchy(of: identifier(value)) ?? -1))
    }
    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        identifier(value).bind(&binding)
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        .scalar(
            Scalar(
                sql: lowering.parameter(), type: .identifier, isConstant: true,
                hierarchy: lowering.context.hierarchy(of: identifier(value))))
    }
}

extension ModelContext {
    /// The slot of the hierarchy in which an identifier names a row, or -1 where it names none of this context's.
    func hierarchy(of identifier: PersistentIdentifier) -> Int {
        guard rowID(of: identifier) != 0 else { return -1 }
        for part in store.parts {
            if let entity = part.entity(named: identifier.entityName) { return entity.slot }
        }
        return -1
    }

    /// The row that an identifier names: negative for an object of this context that is not saved, 0 for objects of other
    /// stores and unsaved ones of other contexts.
    func rowID(of identifier: PersistentIdentifier) -> Int64 {
        if let storeIdentifier = identifier.storeIdentifier {
            return storeIdentifier == store.identifier ? identifier.key : 0
        }
        return identifier.scope == scope ? permanentID(of: identifier.key) : 0
    }
}
