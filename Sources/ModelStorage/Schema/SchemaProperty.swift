/// What a model's property is in a schema: an attribute, a relationship, or a pseudo-property that stands for an index or a
/// uniqueness constraint.
public protocol SchemaProperty: Codable, Hashable {
    var name: String { get set }
    /// The property's name in the previous version, where it differs; else its name.
    var originalName: String { get set }
    /// The property's Swift type, optionality included. In a schema that was decoded, types that the library does not know
    /// are `Any`.
    var valueType: any Any.Type { get set }
    var isAttribute: Bool { get }
    var isRelationship: Bool { get }
    var isTransient: Bool { get }
    var isOptional: Bool { get }
    var isUnique: Bool { get }
}

extension SchemaProperty {
    public var isAttribute: Bool { false }
    public var isRelationship: Bool { false }
    public var isTransient: Bool { false }
    public var isOptional: Bool { valueType is any OptionalValue.Type }
}

/// Tells optional types from others.
protocol OptionalValue {}
extension Optional: OptionalValue {}

/// A Swift type by name, so that a schema can be written down and compared.
struct NamedType: Hashable, Codable, Sendable {
    let name: String
    private static let known: [String: any Any.Type] = {
        var types: [String: any Any.Type] = [:]
        func add<T>(_ type: T.Type) {
            types[String(reflecting: type)] = type
            types[String(reflecting: T?.self)] = T?.self
            types[String(reflecting: [T].self)] = [T].self
        }
        add(Bool.self)
        add(Int.self)
        add(Int8.self)
        add(Int16.self)
        add(Int32.self)
        add(Int64.self)
        add(UInt.self)
        add(UInt8.self)
        add(UInt16.self)
        add(UInt32.self)
        add(UInt64.self)
        add(Float.self)
        add(Double.self)
        add(Decimal.self)
        add(String.self)
        add(Date.self)
        add(Data.self)
        add(UUID.self)
        add(URL.self)
        return types
    }()

    init(_ type: any Any.Type) { name = String(reflecting: type) }

    var type: any Any.Type { Self.known[name] ?? Any.self }

    init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
