internal import ModelSchema

extension ElementType {
    /// How functions read an element.
    func kind(_ purpose: @autoclosure () -> String) throws -> ElementKind {
        guard case .scalar(let type) = self else { return .json }
        guard let kind = ElementKind(type) else {
            throw StorageError.unsupportedPredicate("\(purpose()) of a stored collection of \(type)")
        }
        return kind
    }

    /// An element whose SQL value is known.
    ///
    /// - Parameter value: the SQL of the element, read as its kind.
    func term(_ value: Scalar) -> Term {
        switch self {
        case .scalar(let type):
            var scalar = value
            scalar.type = type
            return .scalar(scalar)
        case .collection(let kind, let element, let optional):
            return .collection(
                CollectionTerm(text: value, kind: kind, element: element, hasOptionalElements: optional))
        case .composite(let name, let fields):
            return .composite(
                CompositeTerm(
                    name: name, fields: fields, presence: nil, mayBeNil: false,
                    leaves: JSONLeaves.leaves(of: fields, in: value.sql, isOptional: false),
                    strictness: value.strictness))
        }
    }
}

/// The members of a struct that is JSON text.
private enum JSONLeaves {
    static func leaves(of fields: [FieldDescription], in text: String, isOptional: Bool) -> [Scalar] {
        fields.flatMap { field -> [Scalar] in
            let name = SQL.literal(field.name)
            func value(_ kind: ElementKind) -> String { "\(SQLFunction.value)(\(text), \(kind.rawValue), \(name))" }
            if case .composite(_, let inner) = field.type {
                let own = value(.json)
                let leaves = leaves(of: inner, in: own, isOptional: isOptional || field.isOptional)
                return field.isOptional ? [Scalar(sql: own, type: .bool, mayBeNil: true)] + leaves : leaves
            }
            let type = ScalarType(field.type)
            let kind = type.flatMap { ElementKind($0) } ?? .json
            return [Scalar(sql: value(kind), type: type ?? .string, mayBeNil: isOptional || field.isOptional)]
        }
    }
}

/// A pair of a dictionary.
struct PairTerm: SpecialTerm, CustomStringConvertible {
    let key: Term
    let value: Term
    var description: String { "a pair of a dictionary" }
}

extension CollectionTerm {
    /// The elements as rows.
    func elements(_ lowering: Lowering) throws -> Relation {
        let value = try valueTerm(lowering, "a closure over")
        return Relation(
            scope: value.scope, element: kind == .dictionary ? .special(value.pair) : value.term,
            order: ["\(value.alias).rowid"], trappingText: text.mayTrap ? text.sql : nil)
    }

    private func valueTerm(
        _ lowering: Lowering, _ purpose: String
    ) throws -> (scope: Scope, alias: String, term: Term, pair: PairTerm) {
        let kind = try element.kind(purpose)
        if hasOptionalElements, kind == .json {
            throw StorageError.unsupportedPredicate("\(purpose) a stored collection of optional structs or collections")
        }
        let alias = lowering.nextAlias()
        let scope = Scope(
            lowering, depth: 1, from: "\(EachElement.name)(\(text.sql), \(kind.rawValue)) AS \(alias)")
        let value = element.term(
            Scalar(
                sql: "\(alias).\"value\"", type: .string, mayBeNil: hasOptionalElements,
                mayBeNaN: text.isConstant && kind == .real))
        let key = Term.scalar(Scalar(sql: "\(alias).\"key\"", type: .string))
        return (scope, alias, value, PairTerm(key: key, value: value))
    }

    /// `keys` or `values` of a dictionary.
    func part(_ part: DictionaryPart, _ lowering: Lowering) throws -> Term {
        let value = try valueTerm(lowering, "\(part) of")
        return .relation(
            Relation(
                scope: value.scope, element: part == .keys ? value.pair.key : value.term,
                order: ["\(value.alias).rowid"], trappingText: text.mayTrap ? text.sql : nil))
    }

    /// Whether a value is among the elements.
    func contains(_ value: Term, _ lowering: Lowering) throws -> Condition {
        guard self.kind != .dictionary else {
            throw StorageError.unsupportedPredicate("contains on a stored dictionary")
        }
        var single: Scalar?
        if value.isNilLiteral { single = Scalar(sql: "NULL", type: .bool) }
        if case .scalar(let scalar) = value { single = scalar }
        guard case .scalar(let type) = element, let kind = ElementKind(type), let single, !single.mayTrap,
            !single.mayBeNaN
        else {
            let elements = try elements(lowering)
            return elements.contains(try Equality.condition(elements.element, value))
        }
        return TextCondition.call(
            "\(SQLFunction.hasElement)(\(text.sql), \(kind.rawValue), \(single.sql))", text, single)
    }

    /// The value of a dictionary's key; nil where there is none.
    func value(of key: Term) throws -> Term {
        guard self.kind == .dictionary, !hasOptionalElements else {
            throw StorageError.unsupportedPredicate("a subscript by key of a stored collection")
        }
        let kind = try element.kind("a subscript")
        let key = try key.text("a subscript")
        if text.mayTrap || key.mayTrap {
            throw StorageError.unsupportedPredicate("a subscript by key of what may trap")
        }
        let value = Scalar(
            sql: "\(SQLFunction.value)(\(text.sql), \(kind.rawValue), \(key.sql))", type: .string, mayBeNil: true,
            strictness: text.strictness)
        if case .composite = element {
            return .optional(isNil: try Term.scalar(value).isNil(), element.term(value))
        }
        return element.term(value)
    }

    /// The element at a place; a trap where there is none.
    func element(at index: Scalar) throws -> Term {
        guard self.kind == .array, index.type.isInteger else {
            throw StorageError.unsupportedPredicate("a subscript by index of a stored collection")
        }
        let kind = try element.kind("a subscript")
        func sql(_ kind: ElementKind) -> String {
            "\(SQLFunction.element)(\(text.sql), \(kind.rawValue), \(index.sql))"
        }
        let value = Scalar(sql: sql(kind), type: .string, mayTrap: true)
        if hasOptionalElements {
            // Nil and a place that is not there are told apart by the element's own text.
            var payload = value
            payload.mayTrap = false
            return .optional(isNil: .value("\(sql(.json)) = 'null'"), element.term(payload))
        }
        if case .composite = element { throw StorageError.unsupportedPredicate("a subscript by index of structs") }
        return element.term(value)
    }

    /// Some of the elements; a trap where they are not all there.
    func slice(_ range: RangeTerm) throws -> Term {
        guard self.kind == .array, let lower = try range.lower?.scalar("a range"),
            let upper = try range.upper?.scalar("a range"), !range.includesUpper, lower.type.isInteger
        else { throw StorageError.unsupportedPredicate("a subscript by range of a stored collection") }
        var result = self
        result.text.sql = "\(SQLFunction.slice)(\(text.sql), \(lower.sql), \(upper.sql))"
        result.text.mayTrap = true
        return .collection(result)
    }

    var count: Scalar {
        var count = text
        (count.sql, count.type, count.isConstant) = (
            "\(SQLFunction.elementCount)(\(text.sql))", .signed(bits: 64), false
        )
        return count
    }

    var isEmpty: Condition {
        .leaf("\(text.sql) IN ('[]', '{}')", "\(text.sql) NOT IN ('[]', '{}')", mayTrap: text.mayTrap)
    }
}

extension ScalarType {
    var isInteger: Bool { if case .signed = self { true } else { false } }
}

extension Term {
    fileprivate var isNilLiteral: Bool { if case .null = self { true } else { false } }
}
