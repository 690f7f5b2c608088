internal import ModelSchema

/// What an SQL value is in Swift: it decides how the value is bound, compared and computed with.
enum ScalarType: Hashable {
    case bool
    /// Integers of up to 64 bits, stored as they are.
    case signed(bits: Int)
    case unsigned(bits: Int)
    /// `UInt` and `UInt64`, stored as the value − 2⁶³.
    case unsigned64
    case float, double
    /// Bytes in the order of the numbers.
    case decimal
    case string, character
    case date, data, uuid, url
    /// A row's id, standing for an object's identifier.
    case identifier
    /// Text of a type's own `Codable` conformance.
    case codable(String)

    /// Nil for composites and collections, which are no single value.
    init?(_ type: StoredType) {
        switch type {
        case .bool: self = .bool
        case .int, .int64: self = .signed(bits: 64)
        case .int8: self = .signed(bits: 8)
        case .int16: self = .signed(bits: 16)
        case .int32: self = .signed(bits: 32)
        case .uint, .uint64: self = .unsigned64
        case .uint8: self = .unsigned(bits: 8)
        case .uint16: self = .unsigned(bits: 16)
        case .uint32: self = .unsigned(bits: 32)
        case .float: self = .float
        case .double: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = .date
        case .data: self = .data
        case .uuid: self = .uuid
        case .url: self = .url
        case .rawValue(_, let raw): self.init(raw)
        case .codable(let name): self = .codable(name)
        case .composite, .array, .set, .dictionary: return nil
        }
    }

    /// Whether the stored values have an order that means something.
    var isSortable: Bool { if case .codable = self { false } else { self != .data } }

    /// Numbers whose results may be NaN, which SQLite turns into NULL.
    var isFloating: Bool { self == .double || self == .float }
}
