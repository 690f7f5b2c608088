/// One schema at one version, resolved: everything that storage depends on, as plain values.
///
/// The generator makes it from declarations, generated code makes the same again at run time, and a store keeps it in
/// its metadata, so that two of them can be compared.
public struct SchemaDescription: Hashable, Sendable, Codable {
    public var name: String
    public var version: SchemaVersion
    /// Parents stand before their children; otherwise in declared order.
    public var models: [ModelDescription]

    public init(name: String, version: SchemaVersion, models: [ModelDescription]) {
        self.name = name
        self.version = version
        self.models = models
    }

    public func model(named name: String) -> ModelDescription? { models.first { $0.name == name } }

    /// The model and its ancestors, the model first.
    public func lineage(of model: ModelDescription) -> [ModelDescription] {
        var lineage = [model]
        while let name = lineage[lineage.count - 1].parent, let parent = self.model(named: name),
            !lineage.contains(where: { $0.name == parent.name })
        {
            lineage.append(parent)
        }
        return lineage
    }

    /// The topmost ancestor of a model, or the model itself: its table holds the rows.
    public func root(of model: ModelDescription) -> ModelDescription { lineage(of: model).last ?? model }

    /// The models of a hierarchy, the root first, each parent before its children.
    public func hierarchy(of root: ModelDescription) -> [ModelDescription] {
        models.filter { self.root(of: $0).name == root.name }
    }

    /// The model and all that inherit from it, in the order of ``models``.
    public func family(of model: ModelDescription) -> [ModelDescription] {
        models.filter { lineage(of: $0).contains { $0.name == model.name } }
    }
}

/// A model: what it declares itself, without what it inherits.
public struct ModelDescription: Hashable, Sendable, Codable {
    public var name: String
    /// The model's name in the previous version, where it differs.
    public var originalName: String?
    public var parent: String?
    public var isAbstract: Bool
    /// The table that holds the rows of the model's whole hierarchy.
    public var table: String
    public var attributes: [AttributeDescription]
    public var relationships: [RelationshipDescription]
    /// Uniqueness constraints, each a list of property names, own or inherited.
    public var unique: [[String]]
    public var indexes: [IndexDescription]
    /// Attributes whose last values outlive the object in the history.
    public var preserved: [String]

    public init(
        name: String, originalName: String? = nil, parent: String? = nil, isAbstract: Bool = false, table: String,
        attributes: [AttributeDescription] = [], relationships: [RelationshipDescription] = [],
        unique: [[String]] = [], indexes: [IndexDescription] = [], preserved: [String] = []
    ) {
        self.name = name
        self.originalName = originalName
        self.parent = parent
        self.isAbstract = isAbstract
        self.table = table
        self.attributes = attributes
        self.relationships = relationships
        self.unique = unique
        self.indexes = indexes
        self.preserved = preserved
    }

    /// Attributes, then to-one, then to-many relationships: the order of bits, initializers and columns.
    public var orderedRelationships: [RelationshipDescription] {
        relationships.filter { !$0.isToMany } + relationships.filter(\.isToMany)
    }
}

/// A stored or transient attribute.
public struct AttributeDescription: Hashable, Sendable, Codable {
    public var name: String
    public var originalName: String?
    public var type: StoredType
    public var isOptional: Bool
    /// The column, or for a composite the first part of its columns' names; nil where nothing is stored.
    public var column: String?
    /// Large values may live in files beside the store.
    public var isExternal: Bool
    /// Rules that a save checks.
    public var validation: ValidationRules?
    /// Where a value for rows that have none yet comes from; nil without a default.
    public var defaultKind: DefaultKind?

    /// What kind of default an attribute has. A migration asks the model's code, or the declaration, for the value.
    public enum DefaultKind: String, Hashable, Sendable, Codable {
        case constant
        /// Evaluated for each row.
        case expression
    }

    public init(
        name: String, originalName: String? = nil, type: StoredType, isOptional: Bool = false, column: String?,
        isExternal: Bool = false, validation: ValidationRules? = nil, defaultKind: DefaultKind? = nil
    ) {
        self.name = name
        self.originalName = originalName
        self.type = type
        self.isOptional = isOptional
        self.column = column
        self.isExternal = isExternal
        self.validation = validation
        self.defaultKind = defaultKind
    }

    public var isStored: Bool { column != nil }
}

/// Rules on an attribute's value; a rule that is nil holds always, and nil values keep every rule.
public struct ValidationRules: Hashable, Sendable, Codable {
    /// Bounds of the value, both inclusive, as the declaration spells the number.
    public var min: String?
    public var max: String?
    /// Bounds of a string's length in characters, or of data's in bytes.
    public var minLength: Int?
    public var maxLength: Int?
    /// A regular expression in Swift's syntax that the whole string matches.
    public var pattern: String?

    public init(
        min: String? = nil, max: String? = nil, minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil
    ) {
        self.min = min
        self.max = max
        self.minLength = minLength
        self.maxLength = maxLength
        self.pattern = pattern
    }
}

/// What happens to the objects at the other end when an object goes.
public enum DeleteRule: String, Hashable, Sendable, Codable {
    case noAction, nullify, cascade, deny
}

public struct RelationshipDescription: Hashable, Sendable, Codable {
    public var name: String
    public var originalName: String?
    public var destination: String
    public var isToMany: Bool
    /// A to-one that may be nil. To-manys may always be empty; see ``minimumCount``.
    public var isOptional: Bool
    /// The property of the destination (or of an ancestor of it) that looks back; nil for a one-way relationship.
    public var inverse: String?
    public var deleteRule: DeleteRule
    public var minimumCount: Int?
    public var maximumCount: Int?
    public var isOrdered: Bool
    public var storage: RelationshipStorage

    public init(
        name: String, originalName: String? = nil, destination: String, isToMany: Bool, isOptional: Bool,
        inverse: String?, deleteRule: DeleteRule = .nullify, minimumCount: Int? = nil, maximumCount: Int? = nil,
        isOrdered: Bool = false, storage: RelationshipStorage
    ) {
        self.name = name
        self.originalName = originalName
        self.destination = destination
        self.isToMany = isToMany
        self.isOptional = isOptional
        self.inverse = inverse
        self.deleteRule = deleteRule
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.isOrdered = isOrdered
        self.storage = storage
    }
}

/// Where a relationship's links are kept.
public enum RelationshipStorage: Hashable, Sendable, Codable {
    /// A foreign key in the row of the object itself (to-one).
    case column(String)
    /// The foreign key in the row of the other object (to-many with a to-one inverse, and the far side of one to one).
    case inverseColumn(String)
    /// Rows of a join table. `isSource` tells which of its two columns, `$source` or `$target`, this side's objects are in.
    case joinTable(String, isSource: Bool)
}

public struct IndexDescription: Hashable, Sendable, Codable {
    public enum Order: String, Hashable, Sendable, Codable { case ascending, descending }

    public struct Part: Hashable, Sendable, Codable {
        public var property: String
        public var order: Order

        public init(_ property: String, _ order: Order = .ascending) {
            self.property = property
            self.order = order
        }
    }

    public var parts: [Part]
    /// The condition of a partial index, in SQL over quoted column names; nil for a full one.
    public var condition: String?

    public init(_ parts: [Part], condition: String? = nil) {
        self.parts = parts
        self.condition = condition
    }
}
