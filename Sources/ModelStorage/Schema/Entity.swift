public import ModelSchema
internal import Synchronization

/// What the runtime knows of a model: made once by generated code. Only for generated code.
public final class _$Entity: @unchecked Sendable {
    package let type: any PersistentModel.Type
    package let name: String
    package let parentType: ModelObject.Type?
    package let isAbstract: Bool
    let table: String
    /// Own and inherited properties by index.
    package let properties: [Property]
    /// Key paths as this class spells them, also those of inherited properties.
    package let propertyByKeyPath: [AnyKeyPath: Property]
    package let propertyByName: [String: Property]
    let ownProperties: ArraySlice<Property>
    let unique: [[String]]
    let indexes: [IndexDescription]
    let preserved: [String]
    let originalName: String?
    private let schemaProvider: @Sendable () -> _$Schema
    private let describeHops: (@Sendable (inout _$HopBuilder) -> Void)?
    private let pathTable = Mutex<PropertyPaths?>(nil)

    // Set by linking; see `Property`.
    @exclusivity(unchecked) package internal(set) unowned(unsafe) var root: _$Entity!
    /// The parent, or nil for a root.
    @exclusivity(unchecked) package internal(set) var parent: _$Entity?
    /// The hierarchy's classes, the root first.
    @exclusivity(unchecked) package internal(set) var hierarchy: [_$Entity] = []
    /// This model and its heirs.
    @exclusivity(unchecked) package internal(set) var family: [_$Entity] = []
    @exclusivity(unchecked) package internal(set) var description: ModelDescription!
    /// Column names of the hierarchy in row layout: `$id`, `$version`, `$class` where there are several classes, then all.
    @exclusivity(unchecked) package internal(set) var layout: [String] = []
    /// Which parts of the layout this class and its heirs have; the others are read as NULL.
    @exclusivity(unchecked) package internal(set) var isInLayout: [Bool] = []
    /// Which parts of the layout hold data that may be large: more than ``mostDataBytes`` are read on first touch.
    @exclusivity(unchecked) package internal(set) var isDeferred: [Bool] = []
    /// The uniqueness constraints that hold for this class, inherited ones included.
    @exclusivity(unchecked) package internal(set) var constraints: [UniqueConstraint] = []
    /// Links that are part of a constraint.
    @exclusivity(unchecked) package internal(set) var constraintLinks: [Property] = []
    /// Properties whose values must be unique, alone or with others; foreign keys of one to one are among them.
    @exclusivity(unchecked) package internal(set) var uniqueProperties: [Property] = []
    /// Bits of all properties that are part of a constraint.
    @exclusivity(unchecked) package internal(set) var uniqueBits: UInt64 = 0
    /// The relationships whose objects a deletion has to look at, own and inherited.
    @exclusivity(unchecked) package internal(set) var relationships: [Property] = []
    @exclusivity(unchecked) package internal(set) var links: [Property] = []
    @exclusivity(unchecked) package internal(set) var lists: [Property] = []
    /// Links of other models' rows to this model's, with or without an inverse.
    @exclusivity(unchecked) package internal(set) var incomingLinks: [Property] = []
    /// One-way relationships of other models to this one that are kept in join tables.
    @exclusivity(unchecked) package internal(set) var incomingJoins: [Property] = []
    /// The relationships of this model and its heirs that take their objects along.
    @exclusivity(unchecked) package internal(set) var familyCascades: [Property] = []
    /// The hierarchies that deleting an object of this model may reach, its own first.
    @exclusivity(unchecked) package internal(set) var cascadeSlots: [Int] = []
    /// Reads the object of one row.
    @exclusivity(unchecked) package internal(set) var selectByIDSQL = ""
    /// The same with all data, however large.
    @exclusivity(unchecked) package internal(set) var selectWholeByIDSQL = ""
    /// Inserts a row; parameters are the id and then the columns in order.
    @exclusivity(unchecked) package internal(set) var insertSQL = ""
    /// Links that a save must find set.
    @exclusivity(unchecked) package internal(set) var requiredLinks: [Property] = []
    /// Links of one to one.
    @exclusivity(unchecked) package internal(set) var singleLinks: [Property] = []
    /// Links that lists with a least count look back at.
    @exclusivity(unchecked) package internal(set) var countedLinks: [Property] = []
    /// Attributes whose values a save checks.
    @exclusivity(unchecked) package internal(set) var validated: [Property] = []
    /// Bits of all properties that have columns.
    @exclusivity(unchecked) package internal(set) var storedBits: UInt64 = 0
    private let linked = Atomic<Bool>(false)

    /// Slot of the hierarchy in identity maps.
    let slot: Int
    /// Slot of the class in per-class tables of contexts and stores.
    let ordinal: Int

    private static let nextOrdinal = Atomic<Int>(0)

    public init(
        _ type: any PersistentModel.Type, name: String, table: String, isAbstract: Bool = false,
        schema: @escaping @Sendable () -> _$Schema, hops: (@Sendable (inout _$HopBuilder) -> Void)? = nil,
        _ describe: (inout _$ModelBuilder) -> Void
    ) {
        self.type = type
        self.name = name
        self.table = table
        self.isAbstract = isAbstract
        schemaProvider = schema
        describeHops = hops
        var builder = _$ModelBuilder()
        describe(&builder)
        parentType = builder.parent?.type
        properties = builder.properties
        ownProperties = builder.properties[builder.inheritedCount...]
        unique = builder.uniqueLists
        indexes = builder.indexes
        preserved = builder.preserved
        originalName = builder.originalName
        var byKeyPath: [AnyKeyPath: Property] = [:]
        for (keyPath, property) in builder.keyPaths { byKeyPath[keyPath] = property }
        propertyByKeyPath = byKeyPath
        propertyByName = Dictionary(builder.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        ordinal = Self.nextOrdinal.wrappingAdd(1, ordering: .relaxed).oldValue
        slot = builder.parent?.slot ?? ordinal
    }

    /// The schema that the model belongs to; asking for it links all its models.
    package var schema: _$Schema { schemaProvider() }

    /// Makes sure that relationships know their other ends.
    @inline(__always)
    package func link() {
        if !linked.load(ordering: .acquiring) { schemaProvider().link() }
    }

    /// Key paths of several components: made when the first one is asked for.
    var paths: PropertyPaths {
        pathTable.withLock { table in
            if let table { return table }
            let made = PropertyPaths(of: self)
            table = made
            return made
        }
    }

    /// Key paths through optional to-one relationships, with the names of the relationship and of the other model's property.
    var hops: [(keyPath: AnyKeyPath, link: String, target: String)] {
        var builder = _$HopBuilder()
        describeHops?(&builder)
        return builder.hops
    }

    func markLinked() { linked.store(true, ordering: .releasing) }

    /// Data of up to so many bytes comes with its row.
    static let mostDataBytes = 4_096

    /// The layout as a list of result columns; what this class and its heirs do not have is NULL.
    ///
    /// - Parameters:
    ///   - isSelected: the columns that are read; nil for all. What is asked for by name is never put off.
    ///   - isWhole: whether large data is read at once. Else its length stands for it.
    func selectList(alias: String, isSelected: [Bool]? = nil, isWhole: Bool = false) -> String {
        let selected = isSelected ?? isInLayout
        return layout.indices.map { place in
            guard selected[place] else { return "NULL" }
            let column = "\(alias).\(SQL.quote(layout[place]))"
            guard isDeferred[place], !isWhole, isSelected == nil else { return column }
            // SQLite knows the length without reading what lies in overflow pages.
            return "CASE WHEN length(\(column)) > \(Self.mostDataBytes) THEN length(\(column)) ELSE \(column) END"
        }.joined(separator: ", ")
    }

    package func isKind(of other: _$Entity) -> Bool {
        var entity: _$Entity? = self
        while let current = entity {
            if current === other { return true }
            entity = current.parent
        }
        return false
    }
}

/// A uniqueness constraint of a class.
package struct UniqueConstraint: Sendable {
    package var properties: [Property]
    package var columns: [String]
    /// The class that declares it: the constraint holds among it and its heirs.
    package var owner: _$Entity
    package var bits: UInt64
}

/// Lists key paths through optional to-one relationships, by which objects may be sorted. Only for generated code.
public struct _$HopBuilder {
    private(set) var hops: [(keyPath: AnyKeyPath, link: String, target: String)] = []

    public mutating func hop(_ keyPath: AnyKeyPath, _ link: String, _ target: String) {
        hops.append((keyPath, link, target))
    }
}

/// Describes a model to the runtime, property by property. Only for generated code.
public struct _$ModelBuilder {
    var properties: [Property] = []
    var keyPaths: [(AnyKeyPath, Property)] = []
    var uniqueLists: [[String]] = []
    var indexes: [IndexDescription] = []
    var preserved: [String] = []
    var parent: _$Entity?
    var inheritedCount = 0
    var originalName: String?

    /// The model's name in the previous version.
    public mutating func renamed(from name: String) { originalName = name }

    /// Takes over the parent's properties; comes first.
    public mutating func inherits(_ type: any PersistentModel.Type) {
        let entity = type._$entity
        parent = entity
        properties = entity.properties
        inheritedCount = properties.count
    }

    /// Names an inherited property as this class spells it.
    public mutating func inherited<Root: PersistentModel, Value>(_ name: String, _ keyPath: KeyPath<Root, Value>) {
        if let property = parent?.propertyByName[name] { keyPaths.append((keyPath, property)) }
    }

    public mutating func attribute<Root: PersistentModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value>, _ type: StoredType, isOptional: Bool = false, column: String,
        isExternal: Bool = false, originalName: String? = nil, validation: ValidationRules? = nil,
        default defaultKind: AttributeDescription.DefaultKind? = nil
    ) {
        add(
            name, keyPath,
            .attribute(
                AttributeDescription(
                    name: name, originalName: originalName, type: type, isOptional: isOptional, column: column,
                    isExternal: isExternal, validation: validation, defaultKind: defaultKind)))
    }

    /// Tracked and observed, but not stored.
    public mutating func ephemeral<Root: PersistentModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value>, _ type: StoredType, isOptional: Bool = false
    ) {
        add(name, keyPath, .transient)
        properties.last?.isEphemeral = true
    }

    public mutating func transient<Root: PersistentModel, Value>(_ name: String, _ keyPath: KeyPath<Root, Value>) {
        add(name, keyPath, .transient)
    }

    public mutating func toOne<Root: PersistentModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value>, _ destination: String, isOptional: Bool = false,
        inverse: String? = nil, rule: DeleteRule = .nullify, originalName: String? = nil, storage: RelationshipStorage
    ) {
        add(
            name, keyPath,
            .toOne(
                RelationshipDescription(
                    name: name, originalName: originalName, destination: destination, isToMany: false,
                    isOptional: isOptional, inverse: inverse,
                    deleteRule: rule, storage: storage)))
    }

    public mutating func toMany<Root: PersistentModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value>, _ destination: String, inverse: String? = nil,
        rule: DeleteRule = .nullify, minimumCount: Int? = nil, maximumCount: Int? = nil, isOrdered: Bool = false,
        originalName: String? = nil, storage: RelationshipStorage
    ) {
        add(
            name, keyPath,
            .toMany(
                RelationshipDescription(
                    name: name, originalName: originalName, destination: destination, isToMany: true, isOptional: true,
                    inverse: inverse,
                    deleteRule: rule, minimumCount: minimumCount, maximumCount: maximumCount, isOrdered: isOrdered,
                    storage: storage)))
    }

    public mutating func unique(_ names: String...) { uniqueLists.append(names) }

    /// Attributes whose last values outlive the object in the history.
    public mutating func preserve(_ name: String) { preserved.append(name) }

    public mutating func index(_ parts: IndexDescription.Part..., condition: String? = nil) {
        indexes.append(IndexDescription(parts, condition: condition))
    }

    private mutating func add<Root: PersistentModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value>, _ kind: Property.Kind
    ) {
        let property = Property(
            name: name, index: properties.count, kind: kind, observer: TypedObserver<Root, Value>(typed: keyPath))
        properties.append(property)
        keyPaths.append((keyPath, property))
    }
}
