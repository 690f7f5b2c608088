internal import Foundation
internal import ModelSchema

// How values of the stored types are bound: as D25 stores them.

extension Bool: CapturedScalar {
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

extension Int: CapturedScalar {}
extension Int8: CapturedScalar {}
extension Int16: CapturedScalar {}
extension Int32: CapturedScalar {}
extension Int64: CapturedScalar {}
extension UInt: CapturedScalar {}
extension UInt8: CapturedScalar {}
extension UInt16: CapturedScalar {}
extension UInt32: CapturedScalar {}
extension UInt64: CapturedScalar {}

extension Double: CapturedScalar {
    static var scalarType: ScalarType { .double }
    func bind(_ binding: inout ValueBinding) { binding.real(self) }
    var isUnbindable: Bool { isNaN }
}

extension Float: CapturedScalar {
    static var scalarType: ScalarType { .float }
    func bind(_ binding: inout ValueBinding) { binding.real(Double(self)) }
    var isUnbindable: Bool { isNaN }
}

extension Decimal: CapturedScalar {
    static var scalarType: ScalarType { .decimal }
    func bind(_ binding: inout ValueBinding) {
        guard let bytes = StoredDecimal.encode(self) else { return binding.null() }
        bytes.withUnsafeBytes { binding.bytes($0) }
    }
    var isUnbindable: Bool { isNaN }
}

extension String: CapturedScalar {
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
    static var scalarType: ScalarType { .date }
    func bind(_ binding: inout ValueBinding) { binding.real(timeIntervalSinceReferenceDate) }
    var isUnbindable: Bool { timeIntervalSinceReferenceDate.isNaN }
}

extension Data: CapturedScalar {
    static var scalarType: ScalarType { .data }
    func bind(_ binding: inout ValueBinding) { withUnsafeBytes { binding.bytes($0) } }
}

extension UUID: CapturedScalar {
    static var scalarType: ScalarType { .uuid }
    func bind(_ binding: inout ValueBinding) { withUnsafeBytes(of: uuid) { binding.bytes($0) } }
}

extension URL: CapturedScalar {
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
