/// A JSON value with its place.
struct JSONNode {
    enum Value {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
    }

    var value: Value
    /// Where its first byte is.
    var location: Location
}

/// A number: what json-c read, and the digits as they were written, since JSON does not bound them.
struct JSONNumber {
    var text: String
    var double: Double
}

/// A member of an object. No two of an object have the same key.
struct JSONMember {
    var key: String
    var keyLocation: Location
    var value: JSONNode
    /// Whether the key is there twice, so that it may have meant another value.
    var isRepeated = false
}

extension JSONNode {
    /// What the value is, for messages.
    var noun: String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    var text: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    var elements: [JSONNode]? {
        guard case .array(let elements) = value else { return nil }
        return elements
    }

    var members: [JSONMember]? {
        guard case .object(let members) = value else { return nil }
        return members
    }
}

extension JSONNumber {
    /// The number where it is whole, written without fraction or exponent, and fits.
    var integer: Int128? { Int128(text) }

    /// The number where it is whole, however it is spelled.
    var whole: Int128? { integer ?? Int128(exactly: double) }
}
