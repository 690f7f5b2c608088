public import Foundation

/// A value inside a stored collection: scalars, enums, composites, collections of these, optionals of these.
public protocol _$Element {
    static func _$decode(_ reader: inout _$CollectionReader) throws -> Self
    func _$encode(_ writer: inout _$CollectionWriter)
}

/// A collection that is stored as JSON text.
public protocol _$StoredCollection: _$Element {
    static var _$empty: Self { get }
}

// MARK: Scalars

extension Bool: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Bool {
        if reader.take(word: "true") { return true }
        if reader.take(word: "false") { return false }
        throw reader.error
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(self ? "true" : "false") }
}

extension FixedWidthInteger {
    fileprivate static func decodeNumber(_ reader: inout _$CollectionReader) throws -> Self {
        guard let value = Self(try reader.number()) else { throw reader.error }
        return value
    }
    /// Numbers that SQLite's JSON functions would turn into floating point are strings.
    fileprivate static func decodeString(_ reader: inout _$CollectionReader) throws -> Self {
        guard let value = Self(try reader.string()) else { throw reader.error }
        return value
    }
}

extension Int: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Int { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension Int8: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Int8 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension Int16: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Int16 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension Int32: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Int32 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension Int64: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Int64 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension UInt8: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> UInt8 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension UInt16: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> UInt16 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension UInt32: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> UInt32 { try decodeNumber(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append(description) }
}
extension UInt: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> UInt { try decodeString(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append("\"\(description)\"") }
}
extension UInt64: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> UInt64 { try decodeString(&reader) }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append("\"\(description)\"") }
}

extension Double: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Double {
        if reader.take(word: "\"inf\"") { return .infinity }
        if reader.take(word: "\"-inf\"") { return -.infinity }
        if reader.take(word: "\"-0.0\"") { return -0.0 }
        guard let value = Double(try reader.number()) else { throw reader.error }
        return value
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        if isNaN {
            writer.refuse()
            writer.append("null")
        } else if isInfinite || (self == 0 && sign == .minus) {
            writer.append("\"\(description)\"")
        } else {
            // The shortest text that reads back as the same bits.
            writer.append(description)
        }
    }
}
extension Float: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Float {
        Float(try Double._$decode(&reader))
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { Double(self)._$encode(&writer) }
}
extension Date: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Date {
        Date(timeIntervalSinceReferenceDate: try Double._$decode(&reader))
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { timeIntervalSinceReferenceDate._$encode(&writer) }
}
extension Decimal: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Decimal {
        guard let value = Decimal(string: try reader.string()) else { throw reader.error }
        return value
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        // By way of the column form, so that 1.0 and 1.00 are one text.
        let canonical = StoredDecimal.encode(self).flatMap { $0.withUnsafeBytes { StoredDecimal.decode($0) } }
        guard let canonical else {
            writer.refuse()
            writer.append("null")
            return
        }
        writer.appendString(canonical.description)
    }
}
extension String: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> String {
        reader.skipSpace()
        return try reader.string()
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.appendString(self) }
}
extension UUID: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> UUID {
        guard let value = UUID(uuidString: try reader.string()) else { throw reader.error }
        return value
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append("\"\(uuidString)\"") }
}
extension URL: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> URL {
        guard let value = StoredURL.decode(try reader.string()) else { throw reader.error }
        return value
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.appendString(StoredURL.encode(self)) }
}
extension Data: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Data {
        guard let value = Data(base64Encoded: try reader.string()) else { throw reader.error }
        return value
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { writer.append("\"\(base64EncodedString())\"") }
}

// MARK: Generated types

extension _$StoredEnum {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Self {
        guard let value = Self(rawValue: try RawValue._$decode(&reader)) ?? _$unknown else { throw reader.error }
        return value
    }
    public func _$encode(_ writer: inout _$CollectionWriter) { rawValue._$encode(&writer) }
}

extension _$Composite {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Self {
        try StoredJSON.decode(Self.self, from: try reader.rawValue())
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        guard let text = try? StoredJSON.encode(self) else {
            writer.refuse()
            writer.append("null")
            return
        }
        writer.append(Array(text))
    }
}

/// JSON text of `Codable` types: sorted keys, numbers that JSON lacks as strings.
enum StoredJSON {
    static func encode<T: Encodable>(_ value: T) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }

    static func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: data)
    }
}

// MARK: Optionals and collections

extension Optional: _$Element where Wrapped: _$Element {
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Wrapped? {
        reader.take(word: "null") ? nil : try Wrapped._$decode(&reader)
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        if let self { self._$encode(&writer) } else { writer.append("null") }
    }
}

extension Array: _$Element, _$StoredCollection where Element: _$Element {
    public static var _$empty: [Element] { [] }
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> [Element] {
        try reader.expect("[")
        var elements: [Element] = []
        if reader.take("]") { return elements }
        repeat { elements.append(try Element._$decode(&reader)) } while reader.take(",")
        try reader.expect("]")
        return elements
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        writer.append("[")
        var isFirst = true
        for element in self {
            if !isFirst { writer.append(",") }
            isFirst = false
            element._$encode(&writer)
        }
        writer.append("]")
    }
}

extension Set: _$Element, _$StoredCollection where Element: _$Element {
    public static var _$empty: Set<Element> { [] }
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> Set<Element> {
        Set(try [Element]._$decode(&reader))
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        // Equal sets are equal texts.
        var texts: [[UInt8]] = []
        for element in self {
            var part = _$CollectionWriter()
            element._$encode(&part)
            if part.isRefused { writer.refuse() }
            texts.append(part.bytes)
        }
        texts.sort { $0.lexicographicallyPrecedes($1) }
        writer.append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { writer.append(",") }
            writer.append(text)
        }
        writer.append("]")
    }
}

extension Dictionary: _$Element, _$StoredCollection where Key == String, Value: _$Element {
    public static var _$empty: [String: Value] { [:] }
    public static func _$decode(_ reader: inout _$CollectionReader) throws -> [String: Value] {
        try reader.expect("{")
        var values: [String: Value] = [:]
        if reader.take("}") { return values }
        repeat {
            reader.skipSpace()
            let key = try reader.string()
            try reader.expect(":")
            values[key] = try Value._$decode(&reader)
        } while reader.take(",")
        try reader.expect("}")
        return values
    }
    public func _$encode(_ writer: inout _$CollectionWriter) {
        writer.append("{")
        var isFirst = true
        for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            if !isFirst { writer.append(",") }
            isFirst = false
            writer.appendString(key)
            writer.append(":")
            value._$encode(&writer)
        }
        writer.append("}")
    }
}
