internal import CSQLite
internal import Foundation

/// What elements of stored collections are, as a number that SQL functions take.
enum ElementKind: Int64 {
    case bool, integer, unsigned64, real, text, uuid, url, data, decimal
    /// Structs and collections within collections: their JSON text, nil as `null`.
    case json

    init?(_ type: ScalarType) {
        switch type {
        case .bool: self = .bool
        case .signed, .unsigned: self = .integer
        case .unsigned64: self = .unsigned64
        case .double, .float, .date: self = .real
        case .string: self = .text
        case .uuid: self = .uuid
        case .url: self = .url
        case .data: self = .data
        case .decimal: self = .decimal
        case .character, .identifier, .codable: return nil
        }
    }
}

/// Functions over the JSON text of stored collections. SQLite's own cut strings at NUL and make doubles of large integers.
enum CollectionFunctions {
    /// `ms_has_element(text, kind, value)`; a NULL value asks for a nil element.
    static let hasElement: SQLFunction.Body = { context, _, arguments in
        guard let kind = ElementKind(rawValue: SQLArgument(arguments, 1).integer) else {
            return SQLResult.setNull(context)
        }
        let value = SQLArgument(arguments, 2)
        var found = false
        let isRead = visit(arguments) { element in
            if element.reader.take(word: "null") {
                found = value.isNull
            } else if value.isNull {
                _ = try element.reader.rawValue()
            } else {
                found = try isEqual(&element.reader, kind, value)
            }
            return !found
        }
        if isRead { SQLResult.set(context, found) } else { SQLResult.setNull(context) }
    }

    /// `ms_elements(text)`: how many elements or pairs there are.
    static let count: SQLFunction.Body = { context, _, arguments in
        var count: Int64 = 0
        let isRead = visit(arguments) { element in
            count += 1
            try element.skip()
            return true
        }
        if isRead { SQLResult.set(context, count) } else { SQLResult.setNull(context) }
    }

    /// `ms_value(text, kind, key)`: the value of a dictionary's key or of a struct's member, or NULL.
    static let value: SQLFunction.Body = { context, _, arguments in
        let key = SQLArgument(arguments, 2)
        guard !key.isNull, let kind = ElementKind(rawValue: SQLArgument(arguments, 1).integer) else {
            return SQLResult.setNull(context)
        }
        let wanted = key.string
        SQLResult.setNull(context)
        visit(arguments) { element in
            guard element.isInObject else { return false }
            let name = try element.reader.string()
            try element.reader.expect(":")
            guard name.utf8.elementsEqual(wanted.utf8) else {
                _ = try element.reader.rawValue()
                return true
            }
            if element.reader.peeks("null") { return false }
            try set(context, &element.reader, kind)
            return false
        }
    }

    /// `ms_element(text, kind, index)`: the element at a place; NULL where there is none.
    static let element: SQLFunction.Body = { context, _, arguments in
        let index = SQLArgument(arguments, 2)
        guard !index.isNull, let kind = ElementKind(rawValue: SQLArgument(arguments, 1).integer) else {
            return SQLResult.setNull(context)
        }
        var remaining = index.integer
        SQLResult.setNull(context)
        if remaining < 0 { return }
        visit(arguments) { element in
            if remaining == 0 {
                try set(context, &element.reader, kind)
                return false
            }
            remaining -= 1
            try element.skip()
            return true
        }
    }

    /// `ms_slice(text, lower, upper)`: some elements as a collection of their own; NULL where the places are not all there.
    static let slice: SQLFunction.Body = { context, _, arguments in
        let (lower, upper) = (SQLArgument(arguments, 1), SQLArgument(arguments, 2))
        if lower.isNull || upper.isNull { return SQLResult.setNull(context) }
        let (first, end) = (lower.integer, upper.integer)
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        var place: Int64 = 0
        let isRead = visit(arguments) { element in
            let raw = try element.reader.rawValue()
            if place >= first, place < end {
                if place > first { bytes.append(UInt8(ascii: ",")) }
                bytes += raw
            }
            place += 1
            return true
        }
        guard isRead, first >= 0, first <= end, end <= place else { return SQLResult.setNull(context) }
        bytes.append(UInt8(ascii: "]"))
        SQLResult.set(context, String(decoding: bytes, as: UTF8.self))
    }

    // MARK: Parts

    /// An element or a pair that is about to be read.
    struct Element {
        var reader: _$CollectionReader
        let isInObject: Bool

        mutating func skip() throws {
            _ = try reader.rawValue()
            if reader.take(":") { _ = try reader.rawValue() }
        }
    }

    /// Visits the elements of the first argument until the visitor says that it is enough; false for NULL and what is no
    /// collection.
    @discardableResult
    private static func visit(
        _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ visit: (inout Element) throws -> Bool
    ) -> Bool {
        let text = SQLArgument(arguments, 0)
        if text.isNull { return false }
        var reader = _$CollectionReader(text.text.bindMemory(to: UInt8.self))
        do {
            try forEachElement(&reader, visit)
            return true
        } catch {
            return false
        }
    }

    /// Visits the elements of an array, or the pairs of an object, until the visitor says that it is enough.
    static func forEachElement(
        _ reader: inout _$CollectionReader, _ visit: (inout Element) throws -> Bool
    ) throws {
        let isObject = reader.take("{")
        if !isObject { try reader.expect("[") }
        if reader.take(isObject ? "}" : "]") { return }
        var element = Element(reader: reader, isInObject: isObject)
        repeat {
            element.reader.skipSpace()
            if try !visit(&element) { return }
        } while element.reader.take(",")
        try element.reader.expect(isObject ? "}" : "]")
    }

    private static func isEqual(
        _ reader: inout _$CollectionReader, _ kind: ElementKind, _ value: SQLArgument
    ) throws -> Bool {
        switch kind {
        case .bool: try Bool._$decode(&reader) == (value.integer != 0)
        case .integer: try Int64._$decode(&reader) == value.integer
        case .unsigned64: try unsigned(&reader) == UInt64(bitPattern: value.integer) ^ (1 << 63)
        case .real: try Double._$decode(&reader) == value.real
        case .text, .url: try reader.string().utf8.elementsEqual(value.text)
        case .uuid: try withUnsafeBytes(of: UUID._$decode(&reader).uuid) { $0.elementsEqual(value.blob) }
        case .data: try Data._$decode(&reader).elementsEqual(value.blob)
        case .decimal: try StoredDecimal.encode(decimal(&reader))?.elementsEqual(value.blob) ?? false
        case .json: try reader.rawValue().elementsEqual(value.text)
        }
    }

    static func set(
        _ context: OpaquePointer?, _ reader: inout _$CollectionReader, _ kind: ElementKind
    ) throws {
        if kind != .json, reader.take(word: "null") { return SQLResult.setNull(context) }
        switch kind {
        case .bool: SQLResult.set(context, try Bool._$decode(&reader))
        case .integer: SQLResult.set(context, try Int64._$decode(&reader))
        case .unsigned64: SQLResult.set(context, Int64(bitPattern: try unsigned(&reader) ^ (1 << 63)))
        case .real: SQLResult.set(context, try Double._$decode(&reader))
        case .text, .url: SQLResult.set(context, try reader.string())
        case .uuid: withUnsafeBytes(of: try UUID._$decode(&reader).uuid) { SQLResult.set(context, blob: $0) }
        case .data: try Data._$decode(&reader).withUnsafeBytes { SQLResult.set(context, blob: $0) }
        case .decimal:
            guard let bytes = StoredDecimal.encode(try decimal(&reader)) else { return SQLResult.setNull(context) }
            bytes.withUnsafeBytes { SQLResult.set(context, blob: $0) }
        case .json: SQLResult.set(context, String(decoding: try reader.rawValue(), as: UTF8.self))
        }
    }

    /// A string in a collection, a number in a struct's text.
    private static func unsigned(_ reader: inout _$CollectionReader) throws -> UInt64 {
        if reader.peeks("\"") { return try UInt64._$decode(&reader) }
        guard let value = UInt64(try reader.number()) else { throw reader.error }
        return value
    }

    private static func decimal(_ reader: inout _$CollectionReader) throws -> Decimal {
        if reader.peeks("\"") { return try Decimal._$decode(&reader) }
        guard let value = Decimal(string: String(try reader.number())) else { throw reader.error }
        return value
    }
}

extension _$CollectionReader {
    /// Whether some text comes next; it is not consumed.
    fileprivate func peeks(_ text: StaticString) -> Bool {
        var copy = self
        return copy.take(word: text)
    }
}
