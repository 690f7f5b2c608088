internal import CSQLite
internal import Foundation

/// What elements of stored collections are, as a number that SQL functions take.
enum ElementKind: Int64 {
    case bool, integer, unsigned64, real, text, uuid, url, data, decimal

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
        let text = SQLArgument(arguments, 0)
        guard !text.isNull, let kind = ElementKind(rawValue: SQLArgument(arguments, 1).integer) else {
            return SQLResult.setNull(context)
        }
        let value = SQLArgument(arguments, 2)
        var found = false
        do {
            try forEachElement(text) { reader in
                if reader.take(word: "null") { return value.isNull }
                if value.isNull {
                    _ = try reader.rawValue()
                    return false
                }
                return try isEqual(&reader, kind, value)
            } found: {
                found = true
            }
        } catch {
            return SQLResult.setNull(context)
        }
        SQLResult.set(context, found)
    }

    /// `ms_elements(text)`: how many elements or pairs there are.
    static let count: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        if text.isNull { return SQLResult.setNull(context) }
        var count: Int64 = 0
        do {
            try forEachElement(text) { reader in
                count += 1
                _ = try reader.rawValue()
                if reader.take(":") { _ = try reader.rawValue() }
                return false
            } found: {
            }
        } catch {
            return SQLResult.setNull(context)
        }
        SQLResult.set(context, count)
    }

    /// `ms_value(text, kind, key)`: the value of a dictionary's key, or NULL.
    static let value: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        let key = SQLArgument(arguments, 2)
        guard !text.isNull, !key.isNull, let kind = ElementKind(rawValue: SQLArgument(arguments, 1).integer) else {
            return SQLResult.setNull(context)
        }
        let wanted = key.string
        var isSet = false
        try? forEachElement(text) { reader in
            let name = try reader.string()
            try reader.expect(":")
            guard name.utf8.elementsEqual(wanted.utf8) else {
                _ = try reader.rawValue()
                return false
            }
            if !reader.take(word: "null") {
                try set(context, &reader, kind)
                isSet = true
            }
            return true
        } found: {
        }
        if !isSet { SQLResult.setNull(context) }
    }

    /// Visits the elements of an array, or the pairs of an object, until the visitor finds what it wants.
    private static func forEachElement(
        _ text: SQLArgument, _ visit: (inout _$CollectionReader) throws -> Bool, found: () -> Void
    ) throws {
        let bytes = text.text
        var reader = _$CollectionReader(bytes.bindMemory(to: UInt8.self))
        let isObject = reader.take("{")
        if !isObject { try reader.expect("[") }
        if reader.take(isObject ? "}" : "]") { return }
        repeat {
            reader.skipSpace()
            if try visit(&reader) { return found() }
        } while reader.take(",")
    }

    private static func isEqual(
        _ reader: inout _$CollectionReader, _ kind: ElementKind, _ value: SQLArgument
    ) throws -> Bool {
        switch kind {
        case .bool: try Bool._$decode(&reader) == (value.integer != 0)
        case .integer: try Int64._$decode(&reader) == value.integer
        case .unsigned64: try UInt64._$decode(&reader) == UInt64(bitPattern: value.integer) ^ (1 << 63)
        case .real: try Double._$decode(&reader) == value.real
        case .text, .url: try reader.string().utf8.elementsEqual(value.text)
        case .uuid: try withUnsafeBytes(of: UUID._$decode(&reader).uuid) { $0.elementsEqual(value.blob) }
        case .data: try Data._$decode(&reader).elementsEqual(value.blob)
        case .decimal: try StoredDecimal.encode(Decimal._$decode(&reader))?.elementsEqual(value.blob) ?? false
        }
    }

    private static func set(
        _ context: OpaquePointer?, _ reader: inout _$CollectionReader, _ kind: ElementKind
    ) throws {
        switch kind {
        case .bool: SQLResult.set(context, try Bool._$decode(&reader))
        case .integer: SQLResult.set(context, try Int64._$decode(&reader))
        case .unsigned64: SQLResult.set(context, Int64(bitPattern: try UInt64._$decode(&reader) ^ (1 << 63)))
        case .real: SQLResult.set(context, try Double._$decode(&reader))
        case .text, .url: SQLResult.set(context, try reader.string())
        case .uuid: withUnsafeBytes(of: try UUID._$decode(&reader).uuid) { SQLResult.set(context, blob: $0) }
        case .data: try Data._$decode(&reader).withUnsafeBytes { SQLResult.set(context, blob: $0) }
        case .decimal:
            guard let bytes = StoredDecimal.encode(try Decimal._$decode(&reader)) else {
                return SQLResult.setNull(context)
            }
            bytes.withUnsafeBytes { SQLResult.set(context, blob: $0) }
        }
    }
}
