internal import ModelSchema

extension Schema {
    /// A model in a schema.
    ///
    /// Unchecked, as SwiftData declares it: it can be changed, and nobody should change one that others read. Stores do not read it.
    public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
        public var name: String
        /// The models that inherit from this one directly.
        public var subentities: Set<Entity> = []
        public var superentityName: String?
        /// The model that this one inherits from. It is not kept alive by its heirs.
        public weak var superentity: Entity? { didSet { superentityName = superentity?.name ?? superentityName } }
        /// What the model declares itself, in declared order.
        public var storedProperties: [any SchemaProperty]
        public var inheritedProperties: [any SchemaProperty] = []
        /// Inherited, then own properties.
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
        /// Groups of properties whose values together are unique.
        public var uniquenessConstraints: [[String]] = []
        /// The properties of each index.
        public var indices: [[String]] = []

        public var attributes: Set<Attribute> {
            get { Set(properties.compactMap { $0 as? Attribute }) }
            set { replace(Array(newValue), isAttribute: true) }
        }
        public var relationships: Set<Relationship> {
            get { Set(properties.compactMap { $0 as? Relationship }) }
            set { replace(Array(newValue), isAttribute: false) }
        }
        public var attributesByName: [String: Attribute] {
            get { Self.byName(properties.compactMap { $0 as? Attribute }) }
            set { attributes = Set(newValue.values) }
        }
        public var relationshipsByName: [String: Relationship] {
            get { Self.byName(properties.compactMap { $0 as? Relationship }) }
            set { relationships = Set(newValue.values) }
        }
        public var storedPropertiesByName: [String: any SchemaProperty] {
            get { Dictionary(storedProperties.map { ($0.name, $0) }) { first, _ in first } }
            set { storedProperties = newValue.values.sorted { $0.name < $1.name } }
        }
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            get { Dictionary(inheritedProperties.map { ($0.name, $0) }) { first, _ in first } }
            set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
        }

        private static func byName<P: SchemaProperty>(_ properties: [P]) -> [String: P] {
            Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
        }

        /// Own properties of one kind become others; inherited ones stay with the parent.
        private func replace(_ properties: [any SchemaProperty], isAttribute: Bool) {
            let inherited = Set(inheritedProperties.map(\.name))
            let names = properties.filter { !inherited.contains($0.name) }.sorted { $0.name < $1.name }
            storedProperties =
                storedProperties.filter { isAttribute ? !($0 is Attribute) : !($0 is Relationship) } + names
        }

        public init(_ name: String) {
            self.name = name
            storedProperties = []
        }

        public init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
            self.name = name
            storedProperties = properties
            self.subentities = Set(subentities)
            for entity in subentities {
                entity.superentity = self
                entity.inheritedProperties = properties
            }
        }

        public init(_ name: String, properties: any SchemaProperty...) {
            self.name = name
            storedProperties = properties
        }

        /// A generated model; its relatives are tied by the schema.
        init(_ entity: _$Entity) {
            name = entity.name
            superentityName = entity.parent?.name
            storedProperties = entity.ownProperties.compactMap { $0.schemaProperty(in: entity) }
            inheritedProperties = entity.properties.prefix(entity.ownProperties.startIndex).compactMap {
                $0.schemaProperty(in: entity)
            }
            uniquenessConstraints = entity.unique
            indices = entity.indexes.map { $0.parts.map(\.property) }
        }

        private enum Key: String, CodingKey {
            case name, subentities, superentityName, storedProperties, inheritedProperties, uniquenessConstraints,
                indices
        }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            name = try values.decode(String.self, forKey: .name)
            superentityName = try values.decodeIfPresent(String.self, forKey: .superentityName)
            storedProperties = try values.decode([AnySchemaProperty].self, forKey: .storedProperties).map(\.value)
            inheritedProperties = try values.decode([AnySchemaProperty].self, forKey: .inheritedProperties).map(\.value)
            uniquenessConstraints = try values.decode([[String]].self, forKey: .uniquenessConstraints)
            indices = try values.decode([[String]].self, forKey: .indices)
            subentities = Set(try values.decode([Entity].self, forKey: .subentities))
            for entity in subentities { entity.superentity = self }
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(name, forKey: .name)
            try values.encodeIfPresent(superentityName, forKey: .superentityName)
            try values.encode(storedProperties.compactMap(AnySchemaProperty.init), forKey: .storedProperties)
            try values.encode(inheritedProperties.compactMap(AnySchemaProperty.init), forKey: .inheritedProperties)
            try values.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
            try values.encode(indices, forKey: .indices)
            try values.encode(subentities.sorted { $0.name < $1.name }, forKey: .subentities)
        }

        public static func == (left: Entity, right: Entity) -> Bool {
            if left === right { return true }
            return left.name == right.name && left.superentityName == right.superentityName
                && left.properties.compactMap(AnySchemaProperty.init)
                    == right.properties.compactMap(AnySchemaProperty.init)
                && left.uniquenessConstraints == right.uniquenessConstraints && left.indices == right.indices
                && left.subentities == right.subentities
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(superentityName)
        }

        public var debugDescription: String {
            "Entity(\(name)\(superentityName.map { ": \($0)" } ?? ""), \(properties.map(\.name)))"
        }
    }
}

/// A property of any kind, with a word on which.
struct AnySchemaProperty: Codable, Equatable {
    let value: any SchemaProperty

    private enum Key: String, CodingKey { case attribute, composite, relationship }

    init(value: any SchemaProperty) { self.value = value }

    /// Nil for pseudo-properties: an entity has its indexes and constraints by name.
    init?(_ value: any SchemaProperty) {
        guard value is Schema.Attribute || value is Schema.Relationship else { return nil }
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let composite = try values.decodeIfPresent(Schema.CompositeAttribute.self, forKey: .composite) {
            value = composite
        } else if let attribute = try values.decodeIfPresent(Schema.Attribute.self, forKey: .attribute) {
            value = attribute
        } else {
            value = try values.decode(Schema.Relationship.self, forKey: .relationship)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch value {
        case let composite as Schema.CompositeAttribute: try values.encode(composite, forKey: .composite)
        case let attribute as Schema.Attribute: try values.encode(attribute, forKey: .attribute)
        case let relationship as Schema.Relationship: try values.encode(relationship, forKey: .relationship)
        default: break
        }
    }

    static func == (left: AnySchemaProperty, right: AnySchemaProperty) -> Bool {
        switch (left.value, right.value) {
        case (let left as Schema.Attribute, let right as Schema.Attribute): left.isEqual(right)
        case (let left as Schema.Relationship, let right as Schema.Relationship): left == right
        default: false
        }
    }
}

extension Property {
    /// The property as users see it in a model that has or inherits it; nil for what is not part of a schema.
    ///
    /// A model may say of what it inherits that it is unique, or outlives the object, among its own objects.
    func schemaProperty(in model: _$Entity) -> (any SchemaProperty)? {
        switch kind {
        case .transient where isEphemeral:
            return Schema.Attribute(name: name, options: [.ephemeral], valueType: observer.valueType)
        case .transient: return nil
        case .toOne(let relationship), .toMany(let relationship): return Schema.Relationship(self, relationship)
        case .attribute(let attribute):
            var options: [Schema.Attribute.Option] = []
            let owners = Array(sequence(first: model, next: \.parent))
            if owners.contains(where: { $0.unique.contains([name]) }) { options.append(.unique) }
            if attribute.isExternal { options.append(.externalStorage) }
            if owners.contains(where: { $0.preserved.contains(name) }) { options.append(.preserveValueOnDeletion) }
            if case .codable = attribute.type { options.append(.codable) }
            guard case .composite(_, let fields) = attribute.type else {
                return Schema.Attribute(
                    name: name, originalName: attribute.originalName, options: options, valueType: observer.valueType)
            }
            let composite = Schema.CompositeAttribute(
                name: name, originalName: attribute.originalName, options: options, valueType: observer.valueType)
            composite.properties = fields.map { $0.schemaAttribute }
            return composite
        }
    }
}

extension FieldDescription {
    /// The field as a schema shows it. The types of members are known where the library has them.
    fileprivate var schemaAttribute: Schema.Attribute {
        let attribute: Schema.Attribute
        if case .composite(_, let fields) = type {
            let composite = Schema.CompositeAttribute(name: name, valueType: Any.self)
            composite.properties = fields.map { $0.schemaAttribute }
            attribute = composite
        } else {
            attribute = Schema.Attribute(name: name, valueType: type.swiftType(isOptional: isOptional))
        }
        attribute.isOptional = isOptional
        return attribute
    }
}

extension StoredType {
    fileprivate func swiftType(isOptional: Bool) -> any Any.Type {
        func type<T>(_ type: T.Type) -> any Any.Type { isOptional ? T?.self : T.self }
        return switch self {
        case .bool: type(Bool.self)
        case .int: type(Int.self)
        case .int8: type(Int8.self)
        case .int16: type(Int16.self)
        case .int32: type(Int32.self)
        case .int64: type(Int64.self)
        case .uint: type(UInt.self)
        case .uint8: type(UInt8.self)
        case .uint16: type(UInt16.self)
        case .uint32: type(UInt32.self)
        case .uint64: type(UInt64.self)
        case .float: type(Float.self)
        case .double: type(Double.self)
        case .decimal: type(Decimal.self)
        case .string: type(String.self)
        case .date: type(Date.self)
        case .data: type(Data.self)
        case .uuid: type(UUID.self)
        case .url: type(URL.self)
        case .rawValue, .composite, .codable, .array, .set, .dictionary: Any.self
        }
    }
}
