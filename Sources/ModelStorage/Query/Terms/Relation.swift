internal import ModelSchema

/// The objects of a to-many relationship, or the elements of a collection: a subquery under construction.
struct Relation {
    /// The subquery's own FROM clause; the elements' rows have an alias in it.
    var scope: Scope
    var element: Term
    /// What ties the rows to the owner; nil where the FROM clause does.
    var link: String?
    /// What the elements have to meet.
    var filter: Condition = .always(true)
    /// The order of `first` and `last`.
    var order: [String]
    /// The scope that the subquery stands in, for objects.
    var owner: Scope?
    /// A declared order, which indices may count in.
    var isOrdered = false
    /// Unsaved changes may have moved the elements: their positions are known to objects only.
    var hasUnsavedOrder = false
    /// A text that is NULL where making the collection traps.
    var trappingText: String?

    var object: ObjectTerm? { if case .object(let object) = element { object } else { nil } }

    /// `SELECT … FROM … WHERE …`
    func select(_ what: String, where condition: Condition? = nil) -> String {
        var conditions = [link].compactMap { $0 }
        for part in [filter, condition ?? .always(true)] {
            if case .always(true) = part { continue }
            conditions.append(part.sql)
        }
        let text = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        return "SELECT \(what) FROM \(scope.from)\(text)"
    }

    func exists(where condition: Condition? = nil) -> String { "EXISTS (\(select("1", where: condition)))" }

    /// Conditions under which Swift traps before it looks at the filtered elements.
    private var traps: [String] {
        var traps: [String] = []
        if let trappingText { traps.append("\(trappingText) IS NULL") }
        if filter.mayTrap {
            var all = self
            all.filter = .always(true)
            traps.append(all.exists(where: .leaf("(\(filter.value)) IS NULL", "")))
        }
        return traps
    }

    /// Whether an element meets a condition.
    func contains(_ condition: Condition) -> Condition {
        let traps = traps
        if case .always(false) = condition, traps.isEmpty { return .always(false) }
        let exists = exists(where: condition)
        guard condition.mayTrap || !traps.isEmpty else { return .leaf(exists, "NOT \(exists)") }
        let before = traps.map { "WHEN \($0) THEN NULL " }.joined()
        let after =
            condition.mayTrap
            ? "WHEN \(self.exists(where: .leaf("(\(condition.value)) IS NULL", ""))) THEN NULL " : ""
        return .value("CASE \(before)WHEN \(exists) THEN 1 \(after)ELSE 0 END")
    }

    var isEmpty: Condition { contains(.always(true)).negated }

    var count: Scalar { aggregate("count(*)", .signed(bits: 64)) }

    /// The least or greatest element; nil where there is none.
    func extreme(_ function: String) throws -> Term {
        guard case .scalar(let scalar) = element, !scalar.mayBeNil, scalar.type.isOrdered else {
            throw StorageError.unsupportedPredicate("\(function)() of \(element.kindName)")
        }
        var result = aggregate("\(function)(\(scalar.sql))", scalar.type)
        guard result.mayTrap else {
            result.mayBeNil = true
            return .scalar(result)
        }
        // NULL means two things then.
        result.mayTrap = false
        return .optional(isNil: isEmpty, .scalar(result))
    }

    private func aggregate(_ function: String, _ type: ScalarType) -> Scalar {
        let sql = "(\(select(function)))"
        let traps = traps
        if traps.isEmpty { return Scalar(sql: sql, type: type) }
        return Scalar(
            sql: "CASE WHEN NOT (\(traps.joined(separator: " OR "))) THEN \(sql) END", type: type, mayTrap: true)
    }

    /// The element at a place from either end; nil where there is none.
    func element(at place: String = "0", fromEnd: Bool = false) throws -> Term {
        if hasUnsavedOrder {
            throw StorageError.unsupportedPredicate(
                "an element's place in an ordered relationship with unsaved changes")
        }
        guard traps.isEmpty else { throw StorageError.unsupportedPredicate("first or last of what may trap") }
        let direction = fromEnd ? " DESC" : ""
        let order = order.map { $0 + direction }.joined(separator: ", ")
        func row(_ what: String) -> String { "(\(select(what)) ORDER BY \(order) LIMIT 1 OFFSET \(place))" }
        switch element {
        case .object(let object):
            guard let owner else { break }
            return .object(ObjectTerm(entity: object.entity, key: row(object.key), scope: owner, mayBeNil: true))
        case .scalar(var scalar):
            if scalar.mayBeNil { break }
            scalar.sql = row(scalar.sql)
            scalar.mayBeNil = true
            return .scalar(scalar)
        default: break
        }
        throw StorageError.unsupportedPredicate("first or last of \(element.kindName) elements")
    }
}
