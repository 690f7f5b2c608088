internal import ModelSchema

extension Schema {
    /// A value of a model.
    ///
    /// Unchecked, as SwiftData declares it: it can be changed, and nobody should change one that others read. Stores do not read it.
    public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        public var name: String
        public var originalName: String
        public var options: [Option]
        public var valueType: any Any.Type { didSet { storedType = NamedType(valueType) } }
        /// The value that new objects get. Not known for attributes of generated models: their initializers have it.
        public var defaultValue: Any?
        public var isOptional: Bool
        /// Makes a version differ from another of the same shape; without meaning here, where shapes are compared.
        public var hashModifier: String?
        private var storedType: NamedType

        public var isAttribute: Bool { true }
        public var isRelationship: Bool { false }
        public var isTransient: Bool { false }
        public var isUnique: Bool { options.contains(.unique) }
        public var isTransformable: Bool { options.contains(where: \.isTransformable) }
        /// Whether the value is stored as the text that its `Codable` conformance writes.
        public var isCodable: Bool { options.contains(.codable) }

        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options
            valueType = Any.self
            storedType = NamedType(Any.self)
            isOptional = false
            self.hashModifier = hashModifier
        }

        public init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            self.name = name
            self.originalName = originalName ?? name
            self.options = options
            self.valueType = valueType
            storedType = NamedType(valueType)
            self.defaultValue = defaultValue
            isOptional = valueType is any OptionalValue.Type
            self.hashModifier = hashModifier
        }

        private enum Key: String, CodingKey {
            case name, originalName, options, valueType, isOptional, hashModifier, properties
        }

        public required init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            name = try values.decode(String.self, forKey: .name)
            originalName = try values.decode(String.self, forKey: .originalName)
            options = try values.decode([Option].self, forKey: .options)
            storedType = try values.decode(NamedType.self, forKey: .valueType)
            valueType = storedType.type
            isOptional = try values.decode(Bool.self, forKey: .isOptional)
            hashModifier = try values.decodeIfPresent(String.self, forKey: .hashModifier)
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(name, forKey: .name)
            try values.encode(originalName, forKey: .originalName)
            try values.encode(options, forKey: .options)
            try values.encode(storedType, forKey: .valueType)
            try values.encode(isOptional, forKey: .isOptional)
            try values.encodeIfPresent(hashModifier, forKey: .hashModifier)
        }

        func isEqual(_ other: Attribute) -> Bool {
            type(of: self) == type(of: other) && name == other.name && originalName == other.originalName
                && Set(options) == Set(other.options) && storedType == other.storedType
                && isOptional == other.isOptional && hashModifier == other.hashModifier
        }

        public static func == (left: Attribute, right: Attribute) -> Bool { left.isEqual(right) }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(storedType)
        }

        public var debugDescription: String {
            "Attribute(\(name): \(storedType.name)\(options.isEmpty ? "" : ", \(options.map(\.name))"))"
        }
    }

    /// A struct whose members have columns of their own. Unchecked as its superclass is.
    public final class CompositeAttribute: Attribute, @unchecked Sendable {
        /// The members.
        public var properties: [Attribute] = []

        override public init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            super.init(
                name: name, originalName: originalName, options: options, valueType: valueType,
                defaultValue: defaultValue, hashModifier: hashModifier)
        }

        private enum Key: String, CodingKey { case properties }

        public required init(from decoder: any Decoder) throws {
            properties = try decoder.container(keyedBy: Key.self).decode(
                [AnySchemaProperty].self, forKey: .properties
            ).compactMap { $0.value as? Attribute }
            try super.init(from: decoder)
        }

        override public func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(properties.map { AnySchemaProperty(value: $0) }, forKey: .properties)
        }

        override func isEqual(_ other: Attribute) -> Bool {
            super.isEqual(other) && (other as? CompositeAttribute)?.properties == properties
        }

        public static func == (left: CompositeAttribute, right: CompositeAttribute) -> Bool { left.isEqual(right) }
    }
}

extension Schema.Attribute {
    /// What is special about an attribute.
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
        let name: String
        var isTransformable: Bool { name.hasPrefix("transformable") }

        /// The value is unique among all stored objects of the model.
        public static var unique: Option { Option(name: "unique") }
        /// Large values are kept in files beside the store.
        public static var externalStorage: Option { Option(name: "externalStorage") }
        public static var allowsCloudEncryption: Option { Option(name: "allowsCloudEncryption") }
        /// The value outlives its object in the history.
        public static var preserveValueOnDeletion: Option { Option(name: "preserveValueOnDeletion") }
        /// Changes are tracked, but not stored.
        public static var ephemeral: Option { Option(name: "ephemeral") }
        public static var spotlight: Option { Option(name: "spotlight") }
        /// The value is stored as the text that its `Codable` conformance writes.
        public static var codable: Option { Option(name: "codable") }
        /// The value is stored through a transformer of a name. Declarations have no transformers: they name a `Codable` type.
        public static func transformable(by transformerName: String) -> Option {
            Option(name: "transformable(\(transformerName))")
        }

        public var debugDescription: String { name }
    }
}
