internal import ModelSchema

/// A Boolean of Swift in SQL: two values, where SQL's conditions have three.
///
/// A condition is kept as two SQL texts, one that holds exactly when it is true and one that holds exactly when it is
/// false; where neither holds Swift would have trapped. Negation so is a swap and ends up at the leaves, where indexes
/// can serve it.
indirect enum Condition {
    case always(Bool)
    case leaf(Leaf)
    case all([Condition])
    case any([Condition])

    struct Leaf {
        /// Holds when the condition is true; otherwise 0, or NULL.
        var whenTrue: String
        /// Holds when the condition is false; otherwise 0, or NULL.
        var whenFalse: String
        /// Neither holds where Swift would trap. Then ``whenTrue`` is NULL exactly in that case, or ``exactValue`` is.
        var mayTrap = false
        /// 1, 0, or NULL where Swift would trap, if the texts above do not tell.
        var exactValue: String?
        /// The comparison of a column that an index might serve, where the query's order keeps it from doing so.
        var range: RangeTest?
    }

    /// `column < value` and its negation, as an index could serve them.
    struct RangeTest {
        var column: String
        var whenTrue: String
        var whenFalse: String
    }

    /// The comparisons that have to hold for the whole to hold.
    var ranges: [RangeTest] {
        switch self {
        case .leaf(let leaf): [leaf.range].compactMap { $0 }
        case .all(let parts): parts.flatMap(\.ranges)
        case .always, .any: []
        }
    }

    static func leaf(_ whenTrue: String, _ whenFalse: String, mayTrap: Bool = false) -> Condition {
        .leaf(Leaf(whenTrue: whenTrue, whenFalse: whenFalse, mayTrap: mayTrap))
    }

    /// An SQL condition that is never NULL.
    static func plain(_ sql: String) -> Condition { .leaf(sql, "NOT \(sql)") }

    var mayTrap: Bool {
        switch self {
        case .always: false
        case .leaf(let leaf): leaf.mayTrap
        case .all(let parts), .any(let parts): parts.contains(where: \.mayTrap)
        }
    }

    var negated: Condition {
        switch self {
        case .always(let value): .always(!value)
        case .leaf(let leaf):
            .leaf(
                Leaf(
                    whenTrue: leaf.whenFalse, whenFalse: leaf.whenTrue, mayTrap: leaf.mayTrap,
                    exactValue: leaf.exactValue.map { "(NOT \($0))" },
                    range: leaf.range.map {
                        RangeTest(column: $0.column, whenTrue: $0.whenFalse, whenFalse: $0.whenTrue)
                    }))
        case .all(let parts): .any(parts.map(\.negated))
        case .any(let parts): .all(parts.map(\.negated))
        }
    }

    /// `self && other`, where `other` counts only if `self` is true.
    func and(_ other: Condition) -> Condition {
        switch (self, other) {
        case (.always(true), _): return other
        case (.always(false), _): return self
        case (_, .always(true)): return self
        case (_, .always(false)) where !mayTrap: return other
        default: break
        }
        // A trap on the left must not be hidden by a right side that is false.
        if mayTrap { return .value("CASE \(value) WHEN 1 THEN \(other.value) WHEN 0 THEN 0 END") }
        var parts: [Condition]
        if case .all(let left) = self { parts = left } else { parts = [self] }
        if case .all(let right) = other { parts += right } else { parts.append(other) }
        return .all(parts)
    }

    /// `self || other`, where `other` counts only if `self` is false.
    func or(_ other: Condition) -> Condition { negated.and(other.negated).negated }

    /// `self ? whenTrue : whenFalse`
    func choose(_ whenTrue: Condition, _ whenFalse: Condition) -> Condition {
        switch (self, whenTrue, whenFalse) {
        case (.always(let value), _, _): return value ? whenTrue : whenFalse
        case (_, _, .always(false)): return and(whenTrue)
        case (_, _, .always(true)): return negated.or(whenTrue)
        case (_, .always(true), _): return or(whenFalse)
        case (_, .always(false), _): return negated.and(whenFalse)
        default: break
        }
        if mayTrap { return .value("CASE \(value) WHEN 1 THEN \(whenTrue.value) WHEN 0 THEN \(whenFalse.value) END") }
        // Written as two guarded parts, so that an index may serve each; false when the chosen part is false.
        let positive = "\(and(whenTrue).sql) OR \(negated.and(whenFalse).sql)"
        let negative = "\(and(whenTrue.negated).sql) OR \(negated.and(whenFalse.negated).sql)"
        if whenTrue.mayTrap || whenFalse.mayTrap {
            return .value("CASE WHEN \(sql) THEN \(whenTrue.value) ELSE \(whenFalse.value) END")
        }
        return .leaf("(\(positive))", "(\(negative))")
    }

    /// A condition given by an SQL value that is 1, 0, or NULL where Swift would trap.
    static func value(_ sql: String) -> Condition { .leaf("(\(sql))", "(NOT (\(sql)))", mayTrap: true) }

    /// An SQL condition that holds exactly when this is true.
    var sql: String {
        switch self {
        case .always(let value): value ? "1" : "0"
        case .leaf(let leaf): leaf.whenTrue
        case .all(let parts): Self.balanced(parts.map(\.sql)[...], " AND ")
        case .any(let parts): Self.balanced(parts.map(\.sql)[...], " OR ")
        }
    }

    /// The condition as a value: 1 or 0, or NULL where Swift would trap.
    var value: String {
        switch self {
        case .always(let value): return value ? "1" : "0"
        case .leaf(let leaf) where leaf.mayTrap: return leaf.exactValue ?? leaf.whenTrue
        case .all(let parts), .any(let parts):
            guard mayTrap else { break }
            // Only the last part can trap, or `and` would have made a value of the whole.
            return Self.balanced(parts.map(\.value)[...], isConjunction ? " AND " : " OR ")
        default: break
        }
        return "(\(sql) IS TRUE)"
    }

    private var isConjunction: Bool { if case .all = self { true } else { false } }

    /// SQLite limits the depth of an expression, and a chain is as deep as it is long: so chains become trees.
    private static func balanced(_ parts: ArraySlice<String>, _ separator: String) -> String {
        if parts.count == 1, let only = parts.first { return only }
        if parts.count <= 8 { return "(\(parts.joined(separator: separator)))" }
        let middle = parts.startIndex + parts.count / 2
        return "(\(balanced(parts[..<middle], separator))\(separator)\(balanced(parts[middle...], separator)))"
    }
}
