internal import ModelSchema

extension Term {
    /// The term as a single SQL value.
    func scalar(_ purpose: @autoclosure () -> String) throws -> Scalar {
        switch self {
        case .scalar(let scalar): return scalar
        case .condition(let condition):
            return Scalar(sql: condition.value, type: .bool, mayTrap: condition.mayTrap)
        case .choice(let test, let first, let second):
            let first = try first.scalar(purpose())
            let second = try second.scalar(purpose())
            return Scalar(
                sql: test.mayTrap
                    ? "CASE \(test.value) WHEN 1 THEN \(first.sql) WHEN 0 THEN \(second.sql) END"
                    : "CASE WHEN \(test.sql) THEN \(first.sql) ELSE \(second.sql) END",
                type: first.type, mayBeNil: first.mayBeNil || second.mayBeNil,
                mayTrap: test.mayTrap || first.mayTrap || second.mayTrap,
                mayBeNaN: first.mayBeNaN || second.mayBeNaN, strictness: first.strictness & second.strictness)
        case .optional(let isNil, let payload):
            let payload = try payload.scalar(purpose())
            if isNil.mayTrap || payload.isAmbiguousIfOptional { break }
            return Scalar(
                sql: "CASE WHEN \(isNil.sql) THEN NULL ELSE \(payload.sql) END", type: payload.type, mayBeNil: true)
        default: break
        }
        throw StorageError.unsupportedPredicate("\(purpose()) of \(kindName)")
    }

    /// The term as a condition; it is a `Bool`.
    func condition() throws -> Condition {
        switch self {
        case .condition(let condition): return condition
        case .scalar(let scalar) where scalar.type == .bool:
            // A comparison, so that an index on the column serves.
            return .leaf("\(scalar.sql) = 1", "\(scalar.sql) = 0", mayTrap: scalar.mayTrap)
        case .choice(let test, let first, let second):
            return test.choose(try first.condition(), try second.condition())
        default: throw StorageError.unsupportedPredicate("\(kindName) as a condition")
        }
    }

    /// Where the term is nil.
    func isNil() throws -> Condition {
        switch self {
        case .scalar(let scalar):
            return scalar.mayBeNil ? .leaf("\(scalar.sql) IS NULL", "\(scalar.sql) IS NOT NULL") : .always(false)
        case .object(let object):
            guard object.mayBeNil else { return .always(false) }
            let key = object.rowKey
            return .leaf("\(key) IS NULL", "\(key) IS NOT NULL")
        case .composite(let composite):
            guard composite.mayBeNil, let presence = composite.presence else { return .always(false) }
            return .leaf("\(presence) IS NULL", "\(presence) IS NOT NULL")
        case .collection(let collection): return try Term.scalar(collection.text).isNil()
        case .null: return .always(true)
        case .optional(let isNil, let payload):
            // A nil value is evaluated no further.
            return isNil.or(try payload.isNil())
        case .choice(let test, let first, let second): return test.choose(try first.isNil(), try second.isNil())
        case .condition, .relation, .captured, .range, .special: return .always(false)
        }
    }

    /// The term where it is known not to be nil. With a token, what becomes NULL where it is nil carries that token.
    func unwrapped(_ token: UInt64 = 0) -> Term {
        switch self {
        case .scalar(var scalar):
            scalar.mayBeNil = false
            scalar.strictness |= token
            return .scalar(scalar)
        case .object(var object):
            object.mayBeNil = false
            object.strictness |= token
            return .object(object)
        case .composite(var composite):
            composite.mayBeNil = false
            composite.strictness |= token
            return .composite(composite)
        case .collection(var collection):
            collection.text.mayBeNil = false
            collection.text.strictness |= token
            return .collection(collection)
        case .optional(_, let payload): return payload.unwrapped()
        case .choice(let test, let first, let second): return .choice(test, first.unwrapped(), second.unwrapped())
        case .condition, .relation, .captured, .range, .null, .special: return self
        }
    }

    /// The payload of an optional that Swift unwraps by force: nil is a trap.
    func forced() throws -> Term {
        switch self {
        case .scalar(var scalar) where scalar.mayBeNil:
            scalar.mayBeNil = false
            scalar.mayTrap = true
            return .scalar(scalar)
        case .object(var object) where object.mayBeNil:
            object.key = object.rowKey
            object.mayDangle = false
            object.mayBeNil = false
            object.mayTrap = true
            return .object(object)
        case .null: throw StorageError.unsupportedPredicate("! on nil")
        case .scalar, .object: return self
        default:
            let isNil = try self.isNil()
            if case .always(false) = isNil { return unwrapped() }
            switch unwrapped() {
            case .condition(let condition):
                return .condition(.value("CASE \(isNil.value) WHEN 0 THEN \(condition.value) END"))
            case .object(var object):
                object.key = "CASE \(isNil.value) WHEN 0 THEN \(object.rowKey) END"
                object.mayDangle = false
                object.mayTrap = true
                return .object(object)
            case let payload:
                var scalar = try payload.scalar("!")
                scalar.sql = "CASE \(isNil.value) WHEN 0 THEN \(scalar.sql) END"
                scalar.mayTrap = true
                return .scalar(scalar)
            }
        }
    }

    /// The bits of the unwrapped optionals that make the term NULL.
    var strictness: UInt64 {
        switch self {
        case .scalar(let scalar): scalar.strictness
        case .object(let object): object.strictness
        case .composite(let composite): composite.presence == nil ? 0 : composite.strictness
        case .collection(let collection): collection.text.strictness
        default: 0
        }
    }

    /// An optional of this term that is nil under a condition.
    func optional(nilWhen isNil: Condition, token: UInt64) throws -> Term {
        if case .null = self { return .null }
        if token != 0, strictness & token != 0 {
            switch self {
            case .scalar(var scalar) where !scalar.isAmbiguousIfOptional:
                scalar.mayBeNil = true
                return .scalar(scalar)
            case .object(var object) where !object.mayTrap:
                object.mayBeNil = true
                return .object(object)
            case .composite(var composite):
                composite.mayBeNil = true
                return .composite(composite)
            case .collection(var collection) where !collection.text.isAmbiguousIfOptional:
                collection.text.mayBeNil = true
                return .collection(collection)
            default: break
            }
        }
        if case .optional(let inner, let payload) = self { return .optional(isNil: isNil.or(inner), payload) }
        // Asking for nil evaluates the value too, so a trap in it is a trap of the test.
        var isNil = isNil
        if case .scalar(let scalar) = self, scalar.mayTrap {
            isNil = .value("CASE WHEN \(isNil.sql) THEN 1 WHEN \(scalar.sql) IS NOT NULL THEN 0 END")
        }
        if case .condition(let condition) = self, condition.mayTrap {
            isNil = .value("CASE WHEN \(isNil.sql) THEN 1 WHEN \(condition.value) IS NOT NULL THEN 0 END")
        }
        return .optional(isNil: isNil, self)
    }

    /// What the term is, for messages.
    var kindName: String {
        switch self {
        case .scalar(let scalar): "a value (\(scalar.type))"
        case .condition: "a condition"
        case .object(let object): "an object (\(object.entity.name))"
        case .composite(let composite): "a struct (\(composite.name))"
        case .relation: "a to-many relationship"
        case .collection: "a stored collection"
        case .captured: "a captured collection"
        case .range: "a range"
        case .null: "nil"
        case .optional(_, let payload): payload.kindName
        case .choice(_, let first, _): first.kindName
        case .special(let special): "\(special)"
        }
    }
}
