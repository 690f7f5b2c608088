internal import ModelSchema

/// What a part of a predicate is in SQL.
indirect enum Term {
    case scalar(Scalar)
    /// A Boolean that is no plain column or parameter.
    case condition(Condition)
    /// A model object, known by the id of its row.
    case object(ObjectTerm)
    case composite(CompositeTerm)
    /// The objects of a to-many relationship or the elements of a collection, perhaps filtered.
    case relation(Relation)
    /// A stored array, set or dictionary, or a captured one of which more than `contains` is asked: JSON text.
    case collection(CollectionTerm)
    /// A captured array or set.
    case captured(CapturedCollection)
    case range(RangeTerm)
    /// `nil`
    case null
    /// An optional value whose nil is told by a condition instead of by NULL.
    case optional(isNil: Condition, Term)
    /// One of two values, for `??` and `? :`.
    case choice(Condition, Term, Term)
    /// Something that only certain nodes can use.
    case special(any SpecialTerm)
}

/// A term that only one kind of node understands.
protocol SpecialTerm {}

/// A single SQL value.
struct Scalar {
    /// Text that needs no parentheses around it.
    var sql: String
    var type: ScalarType
    /// NULL is nil.
    var mayBeNil = false
    /// NULL stands for a trap.
    var mayTrap = false
    /// NULL stands for NaN.
    var mayBeNaN = false
    /// The unwrapped optionals that make this NULL where they are nil, as bits.
    var strictness: UInt64 = 0
    /// The value is known before the statement runs.
    var isConstant = false
    /// For identifiers: the hierarchy whose rows it can name, by its slot in identity maps; -1 for none of the store's.
    var hierarchy: Int?

    /// Whether NULL can mean two things, so that nil has to be told otherwise.
    var isAmbiguousIfOptional: Bool { mayTrap || mayBeNaN }
}

/// An object.
struct ObjectTerm {
    var entity: _$Entity
    /// The SQL value of its row's id.
    var key: String
    /// Where its row is joined.
    var scope: Scope
    var mayBeNil = false
    /// A NULL key stands for a trap.
    var mayTrap = false
    var strictness: UInt64 = 0
    /// A to-one whose foreign key no constraint guards: it is nil as well where the row is gone.
    var mayDangle = false
    /// The row's id where `mayDangle`: NULL where there is no row.
    var rowKey: String { mayDangle ? column("$id") : key }

    func column(_ name: String) -> String { "\(scope.alias(of: self)).\(SQL.quote(name))" }
}

/// A struct with a column per leaf.
struct CompositeTerm {
    var name: String
    var fields: [FieldDescription]
    /// The column that is NULL where an optional composite is nil.
    var presence: String?
    var mayBeNil: Bool
    /// SQL values of the leaves in order, presence columns of optional composites within included.
    var leaves: [Scalar]
    var strictness: UInt64 = 0
}

/// A stored or captured collection as JSON text.
struct CollectionTerm {
    enum Kind { case array, set, dictionary }
    var text: Scalar
    var kind: Kind
    /// The type of the elements, or of a dictionary's values.
    var element: ElementType
    var hasOptionalElements: Bool
}

/// What elements of a collection are.
indirect enum ElementType {
    case scalar(ScalarType)
    case composite(name: String, fields: [FieldDescription])
    case collection(CollectionTerm.Kind, ElementType, hasOptionalElements: Bool)

    init(_ type: StoredType) {
        switch type {
        case .composite(let name, let fields): self = .composite(name: name, fields: fields)
        case .array(let element, let optional):
            self = .collection(.array, ElementType(element), hasOptionalElements: optional)
        case .set(let element): self = .collection(.set, ElementType(element), hasOptionalElements: false)
        case .dictionary(let element, let optional):
            self = .collection(.dictionary, ElementType(element), hasOptionalElements: optional)
        default: self = .scalar(ScalarType(type) ?? .codable(type.name))
        }
    }
}

/// A captured collection: a list of parameters, or a TEMP table.
struct CapturedCollection {
    /// What stands in parentheses after `IN`; nil for an empty collection.
    var list: String?
    /// The parameters, where it is a list.
    var parameters: [String]
    /// The element's type; nil where elements are not single values.
    var type: ScalarType?
    var containsNil = false
    /// How many elements it has.
    var count: Scalar
}

/// Bounds, each of which may be missing.
struct RangeTerm {
    var lower: Term?
    var upper: Term?
    var includesUpper: Bool
    /// Swift traps when the lower bound is above the upper one.
    var mayBeInvalid: Bool
}
