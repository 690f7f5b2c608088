/// What an attribute's value is, as far as storage is concerned.
///
/// Optionality is not part of it: see ``AttributeDescription/isOptional``.
public indirect enum StoredType: Hashable, Sendable {
    case bool
    case int, int8, int16, int32, int64
    case uint, uint8, uint16, uint32, uint64
    case float, double
    case decimal
    case string
    case date, data, uuid, url
    /// A type with a raw value, stored as that: an enum of the declaration or a type written by hand. `raw` is `string`
    /// or one of the integers.
    case rawValue(name: String, raw: StoredType)
    /// A struct of the declaration: one column per leaf.
    case composite(name: String, fields: [FieldDescription])
    /// A type written by hand, stored as the JSON text that its `Codable` conformance writes.
    case codable(name: String)
    /// Collections, stored as JSON text with elements in storage form.
    case array(StoredType, optionalElements: Bool)
    case set(StoredType)
    case dictionary(StoredType, optionalElements: Bool)
}

/// A member of a composite.
public struct FieldDescription: Hashable, Sendable, Codable {
    public var name: String
    public var type: StoredType
    public var isOptional: Bool

    public init(name: String, type: StoredType, isOptional: Bool) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
    }
}

extension StoredType {
    /// The scalars that have no parts, by the names the declaration language gives them.
    public static let scalars: [String: StoredType] = [
        "Bool": .bool, "Int": .int, "Int8": .int8, "Int16": .int16, "Int32": .int32, "Int64": .int64,
        "UInt": .uint, "UInt8": .uint8, "UInt16": .uint16, "UInt32": .uint32, "UInt64": .uint64,
        "Float": .float, "Double": .double, "Decimal": .decimal, "String": .string,
        "Date": .date, "Data": .data, "UUID": .uuid, "URL": .url,
    ]

    /// The type as the declaration language and Swift spell it, without module names.
    public var name: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .int8: "Int8"
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64: "Int64"
        case .uint: "UInt"
        case .uint8: "UInt8"
        case .uint16: "UInt16"
        case .uint32: "UInt32"
        case .uint64: "UInt64"
        case .float: "Float"
        case .double: "Double"
        case .decimal: "Decimal"
        case .string: "String"
        case .date: "Date"
        case .data: "Data"
        case .uuid: "UUID"
        case .url: "URL"
        case .rawValue(let name, _), .composite(let name, _), .codable(let name): name
        case .array(let element, let optional): "[\(element.name)\(optional ? "?" : "")]"
        case .set(let element): "Set<\(element.name)>"
        case .dictionary(let element, let optional): "[String: \(element.name)\(optional ? "?" : "")]"
        }
    }

    /// The column type that SQLite's STRICT tables know for it; nil for composites, which have a column per leaf.
    ///
    /// Floating-point values and dates live in `ANY` columns: a `REAL` column turns −0.0 into 0.0.
    public var columnType: ColumnType? {
        switch self {
        case .bool, .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: .integer
        case .float, .double, .date: .any
        case .string, .url, .codable, .array, .set, .dictionary: .text
        case .decimal, .data, .uuid: .blob
        case .rawValue(_, let raw): raw.columnType
        case .composite: nil
        }
    }
}

/// A column type of SQLite's STRICT tables.
public enum ColumnType: String, Hashable, Sendable, Codable {
    case integer = "INTEGER"
    case text = "TEXT"
    case blob = "BLOB"
    case any = "ANY"
}

extension StoredType: Codable {
    private enum Key: String, CodingKey { case kind, name, raw, fields, element, optionalElements }

    public init(from decoder: any Decoder) throws {
        if let single = try? decoder.singleValueContainer(), let name = try? single.decode(String.self) {
            guard let scalar = Self.scalars[name] else {
                throw DecodingError.dataCorruptedError(in: single, debugDescription: "'\(name)' is no stored type")
            }
            self = scalar
            return
        }
        let values = try decoder.container(keyedBy: Key.self)
        let kind = try values.decode(String.self, forKey: .kind)
        switch kind {
        case "rawValue":
            self = .rawValue(
                name: try values.decode(String.self, forKey: .name),
                raw: try values.decode(StoredType.self, forKey: .raw))
        case "composite":
            self = .composite(
                name: try values.decode(String.self, forKey: .name),
                fields: try values.decode([FieldDescription].self, forKey: .fields))
        case "codable": self = .codable(name: try values.decode(String.self, forKey: .name))
        case "array", "dictionary":
            let element = try values.decode(StoredType.self, forKey: .element)
            let optional = try values.decodeIfPresent(Bool.self, forKey: .optionalElements) ?? false
            self =
                kind == "array"
                ? .array(element, optionalElements: optional) : .dictionary(element, optionalElements: optional)
        case "set": self = .set(try values.decode(StoredType.self, forKey: .element))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: values, debugDescription: "'\(kind)' is no kind of stored type")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .rawValue(let name, let raw):
            var values = encoder.container(keyedBy: Key.self)
            try values.encode("rawValue", forKey: .kind)
            try values.encode(name, forKey: .name)
            try values.encode(raw, forKey: .raw)
        case .composite(let name, let fields):
            var values = encoder.container(keyedBy: Key.self)
            try values.encode("composite", forKey: .kind)
            try values.encode(name, forKey: .name)
            try values.encode(fields, forKey: .fields)
        case .codable(let name):
            var values = encoder.container(keyedBy: Key.self)
            try values.encode("codable", forKey: .kind)
            try values.encode(name, forKey: .name)
        case .array(let element, let optional), .dictionary(let element, let optional):
            var values = encoder.container(keyedBy: Key.self)
            if case .array = self {
                try values.encode("array", forKey: .kind)
            } else {
                try values.encode("dictionary", forKey: .kind)
            }
            try values.encode(element, forKey: .element)
            if optional { try values.encode(true, forKey: .optionalElements) }
        case .set(let element):
            var values = encoder.container(keyedBy: Key.self)
            try values.encode("set", forKey: .kind)
            try values.encode(element, forKey: .element)
        default:
            var single = encoder.singleValueContainer()
            try single.encode(name)
        }
    }
}
