internal import ModelSchema

/// `contains(_:)`
enum Membership {
    static func condition(of element: Term, in sequence: Term, _ lowering: Lowering) throws -> Condition {
        switch sequence {
        case .captured(let captured): return try captured.contains(element)
        case .range(let range): return try range.contains(element, lowering)
        case .relation(let relation):
            if let own = relation.object {
                guard case .object(let object) = element else { break }
                guard object.entity.root === own.entity.root else { return .always(false) }
                let found = relation.contains(.leaf("\(own.key) = \(object.key)", ""))
                guard object.mayTrap else { return found }
                return .value("CASE WHEN \(object.key) IS NOT NULL THEN \(found.value) END")
            }
            return relation.contains(try Equality.condition(relation.element, element))
        case .collection(let collection):
            return try collection.contains(element, lowering)
        case .scalar(let scalar) where scalar.type == .string:
            // A character in a string.
            return try TextCondition.contains(scalar, try element.scalar("contains"))
        case .choice(let test, let first, let second):
            return test.choose(
                try condition(of: element, in: first, lowering), try condition(of: element, in: second, lowering))
        default: break
        }
        throw StorageError.unsupportedPredicate("contains(\(element.kindName)) on \(sequence.kindName)")
    }
}

extension CapturedCollection {
    func contains(_ element: Term) throws -> Condition {
        if case .null = element { return .always(containsNil) }
        if case .optional(let isNil, let payload) = element {
            let found = try contains(payload)
            return isNil.choose(.always(containsNil), found)
        }
        if case .choice(let test, let first, let second) = element, Equality.isSimple(first), Equality.isSimple(second)
        {
            return test.choose(try contains(first), try contains(second))
        }
        let scalar: Scalar
        if case .object(let object) = element {
            scalar = object.identifier
        } else {
            scalar = try element.scalar("contains")
        }
        guard let list else {
            let isNil = try Term.scalar(scalar).isNil()
            if scalar.mayTrap { return .value("CASE WHEN \(scalar.sql) IS NOT NULL THEN 0 END") }
            return containsNil ? isNil : .always(false)
        }
        let found = "\(scalar.sql) IN (\(list))"
        let missing = "\(scalar.sql) NOT IN (\(list))"
        if scalar.mayBeNil {
            return containsNil
                ? .leaf("(\(found) OR \(scalar.sql) IS NULL)", missing)
                : .leaf(found, "(\(missing) OR \(scalar.sql) IS NULL)")
        }
        if scalar.mayBeNaN, !scalar.mayTrap { return .leaf(found, "(\(found)) IS NOT TRUE") }
        return .leaf(found, missing, mayTrap: scalar.mayTrap)
    }
}

extension RangeTerm {
    func contains(_ element: Term, _ lowering: Lowering) throws -> Condition {
        let element = Term.scalar(try element.scalar("a range's contains"))
        var result = Condition.always(true)
        if let lower { result = result.and(try Ordering.greaterOrEqual.condition(element, lower, lowering)) }
        if let upper {
            let ordering: Ordering = includesUpper ? .lessOrEqual : .less
            result = result.and(try ordering.condition(element, upper, lowering))
        }
        guard mayBeInvalid, let lower, let upper else { return result }
        let valid = try Ordering.lessOrEqual.condition(lower, upper, lowering)
        // Swift traps where the bounds are the wrong way round; then no value is between them.
        return .leaf(
            Condition.Leaf(
                whenTrue: result.sql, whenFalse: "(\(valid.sql) AND \(result.negated.sql))", mayTrap: true,
                exactValue: "(CASE WHEN \(valid.sql) THEN \(result.value) END)"))
    }
}

extension Term {
    /// The elements of a sequence, for closures over them.
    func elements(_ purpose: String, _ lowering: Lowering) throws -> Relation {
        switch self {
        case .relation(let relation): return relation
        case .collection(let collection): return try collection.elements(lowering)
        default: throw StorageError.unsupportedPredicate("\(purpose) on \(kindName)")
        }
    }
}
