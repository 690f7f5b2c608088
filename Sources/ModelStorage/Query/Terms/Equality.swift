internal import ModelSchema

/// `==` and `!=`, for values, objects, structs and optionals of them.
enum Equality {
    static func condition(_ left: Term, _ right: Term) throws -> Condition {
        switch (left, right) {
        case (.null, _): return try right.isNil()
        case (_, .null): return try left.isNil()
        case (.optional, _), (_, .optional): return try optionals(left, right)
        case (.choice(let test, let first, let second), let other),
            (let other, .choice(let test, let first, let second)):
            if isSimple(other) { return try choice(test, first, second, other) }
            return try scalars(try left.scalar("=="), try right.scalar("=="))
        case (.condition(let condition), _): return try conditions(condition, right)
        case (_, .condition(let condition)): return try conditions(condition, left)
        case (.object, .object): return try objects(left, right)
        case (.composite(let first), .composite(let second)): return try composites(first, second)
        case (.collection(let first), .collection(let second)): return try scalars(first.text, second.text)
        case (.scalar(let first), .scalar(let second)): return try scalars(first, second)
        default: throw StorageError.unsupportedPredicate("== between \(left.kindName) and \(right.kindName)")
        }
    }

    /// A term that may be written twice without much cost.
    static func isSimple(_ term: Term) -> Bool {
        switch term {
        case .scalar(let scalar): scalar.sql.utf8.count < 64
        case .object, .composite, .null: true
        default: false
        }
    }

    private static func scalars(_ left: Scalar, _ right: Scalar) throws -> Condition {
        let (a, b) = (left.sql, right.sql)
        if let first = left.hierarchy, let second = right.hierarchy, first != second, !left.mayTrap, !right.mayTrap {
            // Identifiers of other models or stores equal nothing here, whatever their numbers (P15).
            return try Term.scalar(left).isNil().and(try Term.scalar(right).isNil())
        }
        if left.mayTrap || right.mayTrap {
            guard left.mayBeNil || right.mayBeNil else {
                return .leaf("(\(a) = \(b))", "(\(a) <> \(b))", mayTrap: true)
            }
            let tested = left.mayTrap ? a : b
            return .value("CASE WHEN \(tested) IS NULL THEN NULL ELSE \(a) IS \(b) END")
        }
        if left.mayBeNaN || right.mayBeNaN {
            // NaN equals nothing; neither does it equal nil.
            return .leaf("\(a) = \(b)", "(\(a) = \(b)) IS NOT TRUE")
        }
        switch (left.mayBeNil, right.mayBeNil) {
        case (false, false): return .leaf("\(a) = \(b)", "\(a) <> \(b)")
        case (true, true): return .leaf("\(a) IS \(b)", "\(a) IS NOT \(b)")
        // `=` with a NULL does not hold, which is right, and uses an index.
        default: return .leaf("\(a) = \(b)", "\(a) IS NOT \(b)")
        }
    }

    private static func conditions(_ left: Condition, _ right: Term) throws -> Condition {
        if case .condition(.always(let value)) = right { return value ? left : left.negated }
        if case .scalar(let scalar) = right, scalar.mayBeNil {
            return try scalars(Scalar(sql: left.value, type: .bool, mayTrap: left.mayTrap), scalar)
        }
        let right = try right.condition()
        if case .always(let value) = left { return value ? right : right.negated }
        return .leaf(
            "\(left.value) = \(right.value)", "\(left.value) <> \(right.value)", mayTrap: left.mayTrap || right.mayTrap)
    }

    /// Objects are equal where they are one row.
    private static func objects(_ left: Term, _ right: Term) throws -> Condition {
        guard case .object(let first) = left, case .object(let second) = right else {
            throw StorageError.unsupportedPredicate("== between \(left.kindName) and \(right.kindName)")
        }
        guard first.entity.root === second.entity.root else { return .always(false) }
        return try scalars(first.identifier, second.identifier)
    }

    private static func composites(_ left: CompositeTerm, _ right: CompositeTerm) throws -> Condition {
        guard left.leaves.count == right.leaves.count else {
            throw StorageError.unsupportedPredicate("== between \(left.name) and \(right.name)")
        }
        var all = Condition.always(true)
        for (first, second) in zip(left.leaves, right.leaves) { all = all.and(try scalars(first, second)) }
        let leftNil = try Term.composite(left).isNil()
        let rightNil = try Term.composite(right).isNil()
        return leftNil.and(rightNil).or(leftNil.negated.and(rightNil.negated).and(all))
    }

    private static func optionals(_ left: Term, _ right: Term) throws -> Condition {
        let leftNil = try left.isNil()
        let rightNil = try right.isNil()
        let equal = try condition(left.unwrapped(), right.unwrapped())
        if case .always(false) = rightNil { return leftNil.negated.and(equal) }
        if case .always(false) = leftNil { return rightNil.negated.and(equal) }
        return leftNil.and(rightNil).or(leftNil.negated.and(rightNil.negated).and(equal))
    }

    /// `(test ? first : second) == other`, taken apart so that an index may serve either part.
    private static func choice(_ test: Condition, _ first: Term, _ second: Term, _ other: Term) throws -> Condition {
        test.choose(try condition(first, other), try condition(second, other))
    }
}

extension ObjectTerm {
    /// The object's identifier: the id of its row.
    var identifier: Scalar {
        Scalar(
            sql: mayBeNil ? rowKey : key, type: .identifier, mayBeNil: mayBeNil, mayTrap: mayTrap,
            strictness: strictness, hierarchy: entity.slot)
    }
}

/// `<`, `<=`, `>` and `>=`.
enum Ordering: String {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    private var opposite: Ordering {
        switch self {
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        }
    }

    func condition(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Condition {
        switch (left, right) {
        case (.choice(let test, let first, let second), _) where Equality.isSimple(right):
            return test.choose(try condition(first, right, lowering), try condition(second, right, lowering))
        case (_, .choice(let test, let first, let second)) where Equality.isSimple(left):
            return test.choose(try condition(left, first, lowering), try condition(left, second, lowering))
        default: break
        }
        let first = try left.scalar(rawValue)
        let second = try right.scalar(rawValue)
        guard first.type.isOrdered else { throw StorageError.unsupportedPredicate("\(rawValue) on \(left.kindName)") }
        let a = lowering.operand(first, comparedWith: second)
        let b = lowering.operand(second, comparedWith: first)
        if first.mayBeNaN || second.mayBeNaN, !first.mayTrap, !second.mayTrap {
            return .leaf("\(a) \(rawValue) \(b)", "(\(a) \(rawValue) \(b)) IS NOT TRUE")
        }
        var range: Condition.RangeTest?
        if a != first.sql || b != second.sql {
            range = .init(
                column: a != first.sql ? first.sql : second.sql, whenTrue: "\(first.sql) \(rawValue) \(second.sql)",
                whenFalse: "\(first.sql) \(opposite.rawValue) \(second.sql)")
        }
        return .leaf(
            Condition.Leaf(
                whenTrue: "\(a) \(rawValue) \(b)", whenFalse: "\(a) \(opposite.rawValue) \(b)",
                mayTrap: first.mayTrap || second.mayTrap, range: range))
    }
}

extension ScalarType {
    /// Whether SQLite orders the stored values as Swift orders the values.
    var isOrdered: Bool {
        switch self {
        case .bool, .data, .url, .codable: false
        default: true
        }
    }
}

extension Lowering {
    /// A column in a comparison of order. A plus sign keeps its index from being used where the query's order and limit
    /// want another way (`runtime-measurements.md` 10).
    fileprivate func operand(_ scalar: Scalar, comparedWith other: Scalar) -> String {
        guard let orderColumns, other.isConstant, !scalar.isConstant, scalar.sql.hasPrefix("t0."),
            !orderColumns.contains(scalar.sql)
        else { return scalar.sql }
        return "+\(scalar.sql)"
    }
}
