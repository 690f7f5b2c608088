package import ModelSchema

/// A property of a model at run time: what it is, where its values are, what looks back.
///
/// Instances are made once per process; those of a parent serve its subclasses too.
package final class Property: @unchecked Sendable {
    package enum Kind {
        case attribute(AttributeDescription)
        /// Observed, but not stored.
        case transient
        case toOne(RelationshipDescription)
        case toMany(RelationshipDescription)
    }

    package let name: String
    /// Counts through the model's own and inherited properties.
    package let index: Int
    package let kind: Kind
    let observer: any PropertyObserver
    /// An attribute that is tracked, but has no column.
    var isEphemeral = false

    // Set while the schema is linked, before any object is made; never changed afterwards.
    @exclusivity(unchecked) package internal(set) unowned(unsafe) var entity: _$Entity!
    /// Position of the first column in the row layout of the hierarchy; -1 without a column.
    @exclusivity(unchecked) package internal(set) var column: Int32 = -1
    /// Names of the columns in the row, in order.
    @exclusivity(unchecked) package internal(set) var columnNames: [String] = []
    @exclusivity(unchecked) package internal(set) var destination: _$Entity?
    @exclusivity(unchecked) package internal(set) var inverse: Property?
    /// The statement that reads the objects of a list; its parameter is the owner's id.
    @exclusivity(unchecked) package internal(set) var listSQL = ""

    /// The property is a foreign key in the row.
    package let isLink: Bool
    package let isToMany: Bool
    package let isJoin: Bool
    /// The property is a relationship.
    private let hasObjects: Bool

    init(name: String, index: Int, kind: Kind, observer: any PropertyObserver) {
        self.name = name
        self.index = index
        self.kind = kind
        self.observer = observer
        // Asked of each row that is read, and too slow to take out of the description each time.
        if case .toMany = kind { isToMany = true } else { isToMany = false }
        switch kind {
        case .toOne(let relationship), .toMany(let relationship):
            if case .column = relationship.storage { isLink = !isToMany } else { isLink = false }
            if case .joinTable = relationship.storage { isJoin = true } else { isJoin = false }
            hasObjects = true
        case .attribute, .transient:
            isLink = false
            isJoin = false
            hasObjects = false
        }
    }

    /// The property's bit in masks of changed properties. Models with more than 64 properties share the last bit.
    package var bit: UInt64 { 1 << UInt64(min(index, 63)) }

    package var relationship: RelationshipDescription? {
        switch kind {
        case .toOne(let relationship), .toMany(let relationship): relationship
        default: nil
        }
    }

    package var attribute: AttributeDescription? {
        if case .attribute(let attribute) = kind { attribute } else { nil }
    }

    package var isOptional: Bool { attribute?.isOptional ?? relationship?.isOptional ?? false }

    var isOrdered: Bool { relationship?.isOrdered ?? false }

    /// A save has more to do about the list than to write its links: to keep its order, or to check its count.
    var needsCare: Bool {
        guard let relationship else { return false }
        return relationship.isOrdered || relationship.minimumCount != nil || relationship.maximumCount != nil
    }

    /// The relationship looks back at itself: friends are each other's.
    var isOwnInverse: Bool { inverse === self }

    /// The property's objects are kept in a list: to-manys, and the far side of one to one.
    package var isList: Bool { !isLink && hasObjects }
}

/// Tells observers about one property, with its typed key path.
protocol PropertyObserver: Sendable {
    var keyPath: AnyKeyPath { get }
    var valueType: any Any.Type { get }
    /// Gives an object the value that another has, through the property's setter.
    func copy(from source: ModelObject, to object: ModelObject)
    func access(_ object: ModelObject, _ registrar: ObservationRegistrar)
    func willSet(_ object: ModelObject, _ registrar: ObservationRegistrar)
    func didSet(_ object: ModelObject, _ registrar: ObservationRegistrar)
    /// The property's value; nil where it is optional and has none. Only for rules that a save checks: it boxes.
    func value(of object: ModelObject) -> Any?
}

extension PropertyObserver {
    /// Whether two objects have equal values. Values that cannot be compared count as different.
    func hasSameValue(_ left: ModelObject, _ right: ModelObject) -> Bool {
        func isEqual<T: Equatable>(_ left: T, _ right: Any) -> Bool { (right as? T) == left }
        switch (value(of: left), value(of: right)) {
        case (nil, nil): return true
        case (let left as any Equatable, let right?): return isEqual(left, right)
        default: return false
        }
    }
}

struct TypedObserver<Root: ModelObject & Observable, Value>: PropertyObserver, @unchecked Sendable {
    let typed: KeyPath<Root, Value>
    var keyPath: AnyKeyPath { typed }
    var valueType: any Any.Type { Value.self }

    func copy(from source: ModelObject, to object: ModelObject) {
        guard let source = source as? Root, let object = object as? Root,
            let writable = typed as? ReferenceWritableKeyPath<Root, Value>
        else { return }
        object[keyPath: writable] = source[keyPath: typed]
    }

    func access(_ object: ModelObject, _ registrar: ObservationRegistrar) {
        if let object = object as? Root { registrar.access(object, keyPath: typed) }
    }
    func willSet(_ object: ModelObject, _ registrar: ObservationRegistrar) {
        if let object = object as? Root { registrar.willSet(object, keyPath: typed) }
    }
    func didSet(_ object: ModelObject, _ registrar: ObservationRegistrar) {
        if let object = object as? Root { registrar.didSet(object, keyPath: typed) }
    }
    func value(of object: ModelObject) -> Any? {
        guard let object = object as? Root else { return nil }
        // Unwraps an optional inside the `Any`.
        return object[keyPath: typed] as Any?
    }
}
