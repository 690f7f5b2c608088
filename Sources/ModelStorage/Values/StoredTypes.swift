internal import Foundation
public import ModelSchema

/// An enum of a declaration, or a hand-written type that is stored as its raw value.
public protocol _$StoredEnum: RawRepresentable, Sendable, _$Element where RawValue: _$RawColumn {
    /// What a placeholder reads as.
    static var _$zero: Self { get }
    /// What a raw value that no case has reads as; nil makes such a value an error.
    static var _$unknown: Self? { get }
}

extension _$StoredEnum {
    public static var _$unknown: Self? { nil }
}

/// A raw value: a string or an integer.
public protocol _$RawColumn: Sendable, _$Element {
    static func _$read(_ row: _$Row, _ column: Int32) -> Self?
    func _$bind(_ statement: _$Binder)
}

extension String: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> String? { row.optionalString(column) }
    public func _$bind(_ statement: _$Binder) { statement.string(self) }
}
extension Int: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> Int? { row.optionalInt(column) }
    public func _$bind(_ statement: _$Binder) { statement.int(self) }
}
extension Int8: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> Int8? { row.optionalInt8(column) }
    public func _$bind(_ statement: _$Binder) { statement.int8(self) }
}
extension Int16: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> Int16? { row.optionalInt16(column) }
    public func _$bind(_ statement: _$Binder) { statement.int16(self) }
}
extension Int32: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> Int32? { row.optionalInt32(column) }
    public func _$bind(_ statement: _$Binder) { statement.int32(self) }
}
extension Int64: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> Int64? { row.optionalInt64(column) }
    public func _$bind(_ statement: _$Binder) { statement.int64(self) }
}
extension UInt: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> UInt? { row.optionalUint(column) }
    public func _$bind(_ statement: _$Binder) { statement.uint(self) }
}
extension UInt8: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> UInt8? { row.optionalUint8(column) }
    public func _$bind(_ statement: _$Binder) { statement.uint8(self) }
}
extension UInt16: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> UInt16? { row.optionalUint16(column) }
    public func _$bind(_ statement: _$Binder) { statement.uint16(self) }
}
extension UInt32: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> UInt32? { row.optionalUint32(column) }
    public func _$bind(_ statement: _$Binder) { statement.uint32(self) }
}
extension UInt64: _$RawColumn {
    public static func _$read(_ row: _$Row, _ column: Int32) -> UInt64? { row.optionalUint64(column) }
    public func _$bind(_ statement: _$Binder) { statement.uint64(self) }
}

/// A struct of a declaration, stored as a column per leaf.
public protocol _$Composite: Sendable, Codable, _$Element {
    init(_$row row: _$Row, at index: Int32)
    func _$bind(_ statement: _$Binder)
    /// How many columns the members take, presence columns of optional composites among them included.
    static var _$columnCount: Int32 { get }
    static var _$type: StoredType { get }
    static var _$keyPaths: [_$CompositeMember] { get }
}

/// A member of a composite as predicates name it.
public struct _$CompositeMember {
    public let keyPath: AnyKeyPath
    public let name: String

    public init(_ keyPath: AnyKeyPath, _ name: String) {
        self.keyPath = keyPath
        self.name = name
    }
}

/// URLs are stored as their text, one with a base as both, so that the value read is the one written.
enum StoredURL {
    // A space cannot stand in a URL's text, so it separates base and relative part.
    static func encode(_ url: URL) -> String {
        guard let base = url.baseURL else { return url.relativeString }
        return "\(url.relativeString) \(base.absoluteString)"
    }

    static func decode(_ text: String) -> URL? {
        guard let space = text.utf8.firstIndex(of: 0x20) else { return URL(string: text) ?? empty(text) }
        guard let base = URL(string: String(text[text.index(after: space)...])) else { return nil }
        let relative = String(text[..<space])
        return URL(string: relative, relativeTo: base)
    }

    /// `URL(string: "")` is nil.
    private static func empty(_ text: String) -> URL? { nil }
}
