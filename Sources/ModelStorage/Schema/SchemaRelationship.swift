internal import ModelSchema

extension Schema {
    /// A link of a model to another.
    ///
    /// Unchecked, as SwiftData declares it: it can be changed, and nobody should change one that others read. Stores do not read it.
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        public var name: String
        public var originalName: String
        /// The property's key path; nil in a schema that was decoded.
        public var keypath: AnyKeyPath?
        public var options: [Option]
        public var valueType: any Any.Type { didSet { storedType = NamedType(valueType) } }
        /// The name of the model at the other end.
        public var destination: String
        public var deleteRule: DeleteRule
        /// The property that looks back; nil for a one-way relationship.
        public var inverseName: String?
        public var inverseKeyPath: AnyKeyPath?
        /// Bounds of a to-many's count; nil and 0 for none.
        public var minimumModelCount: Int?
        public var maximumModelCount: Int?
        public var hashModifier: String?
        private var storedType: NamedType
        private var isToMany: Bool
        private var mayBeNil: Bool

        public enum DeleteRule: String, Codable, Sendable { case noAction, nullify, cascade, deny }

        public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
            let name: String
            /// No two objects have the same target.
            public static var unique: Option { Option(name: "unique") }
            public var debugDescription: String { name }
        }

        public var isRelationship: Bool { true }
        public var isAttribute: Bool { false }
        public var isTransient: Bool { false }
        public var isOptional: Bool { mayBeNil }
        public var isToOneRelationship: Bool { !isToMany }
        public var isUnique: Bool { options.contains(.unique) }

        public init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options
            valueType = Any.self
            storedType = NamedType(Any.self)
            destination = ""
            self.deleteRule = deleteRule
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            inverseKeyPath = inverse
            self.hashModifier = hashModifier
            isToMany = false
            mayBeNil = true
        }

        init(_ property: Property, _ relationship: RelationshipDescription) {
            name = property.name
            originalName = relationship.originalName ?? property.name
            keypath = property.observer.keyPath
            options =
                property.entity.unique.contains { $0 == [property.name] } ? [.unique] : []
            valueType = property.observer.valueType
            storedType = NamedType(property.observer.valueType)
            destination = relationship.destination
            deleteRule = DeleteRule(rawValue: relationship.deleteRule.rawValue) ?? .nullify
            inverseName = relationship.inverse
            inverseKeyPath = property.inverse?.observer.keyPath
            minimumModelCount = relationship.minimumCount ?? 0
            maximumModelCount = relationship.maximumCount ?? 0
            isToMany = relationship.isToMany
            mayBeNil = relationship.isOptional
        }

        private enum Key: String, CodingKey {
            case name, originalName, options, valueType, destination, deleteRule, inverseName, minimumModelCount,
                maximumModelCount, hashModifier, isToMany, isOptional
        }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            name = try values.decode(String.self, forKey: .name)
            originalName = try values.decode(String.self, forKey: .originalName)
            options = try values.decode([Option].self, forKey: .options)
            storedType = try values.decode(NamedType.self, forKey: .valueType)
            valueType = storedType.type
            destination = try values.decode(String.self, forKey: .destination)
            deleteRule = try values.decode(DeleteRule.self, forKey: .deleteRule)
            inverseName = try values.decodeIfPresent(String.self, forKey: .inverseName)
            minimumModelCount = try values.decodeIfPresent(Int.self, forKey: .minimumModelCount)
            maximumModelCount = try values.decodeIfPresent(Int.self, forKey: .maximumModelCount)
            hashModifier = try values.decodeIfPresent(String.self, forKey: .hashModifier)
            isToMany = try values.decode(Bool.self, forKey: .isToMany)
            mayBeNil = try values.decode(Bool.self, forKey: .isOptional)
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(name, forKey: .name)
            try values.encode(originalName, forKey: .originalName)
            try values.encode(options, forKey: .options)
            try values.encode(storedType, forKey: .valueType)
            try values.encode(destination, forKey: .destination)
            try values.encode(deleteRule, forKey: .deleteRule)
            try values.encodeIfPresent(inverseName, forKey: .inverseName)
            try values.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
            try values.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
            try values.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try values.encode(isToMany, forKey: .isToMany)
            try values.encode(mayBeNil, forKey: .isOptional)
        }

        public static func == (left: Relationship, right: Relationship) -> Bool {
            left.name == right.name && left.originalName == right.originalName && left.options == right.options
                && left.storedType == right.storedType && left.destination == right.destination
                && left.deleteRule == right.deleteRule && left.inverseName == right.inverseName
                && left.minimumModelCount == right.minimumModelCount
                && left.maximumModelCount == right.maximumModelCount && left.hashModifier == right.hashModifier
                && left.isToMany == right.isToMany && left.mayBeNil == right.mayBeNil
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(destination)
        }

        public var debugDescription: String {
            "Relationship(\(name) -> \(isToMany ? "[\(destination)]" : destination), \(deleteRule.rawValue))"
        }
    }
}
