internal import Foundation
internal import ModelSchema

/// What a query is for.
enum QueryPurpose {
    case objects, count, identifiers
    /// Objects of which some attributes are read.
    case part(PartialRow)
    /// Aggregates.
    case figures(Selection)
    /// Identifiers, and what expressions are for each object.
    case values([any SelectedExpression])

    var word: UInt {
        switch self {
        case .objects: 0
        case .count: 1
        case .identifiers: 2
        case .figures: 3
        case .values: 4
        case .part: 5
        }
    }

    var isCount: Bool { if case .count = self { true } else { false } }
    var isObjects: Bool {
        switch self {
        case .objects, .part: true
        default: false
        }
    }
    var part: PartialRow? { if case .part(let part) = self { part } else { nil } }
    var expressions: [any SelectedExpression] { if case .values(let expressions) = self { expressions } else { [] } }
    var selection: Selection? { if case .figures(let selection) = self { selection } else { nil } }
}

/// The text of a fetch.
struct SelectStatement {
    let entity: _$Entity
    let purpose: QueryPurpose
    let hasLimit: Bool
    let hasOffset: Bool

    /// - Parameter condition: what the objects have to meet, over `object`.
    func sql(
        _ lowering: Lowering, _ scope: Scope, _ object: ObjectTerm, where condition: Condition, order: [SortKey]
    ) throws -> String {
        if case .figures(let selection) = purpose {
            return try figures(selection, lowering, scope, object, where: condition, order: order)
        }
        if let sql = plainCount(lowering, condition) { return sql }
        let isOverlaid = !lowering.tables.overlays.isEmpty
        // Rows are read after the order and the limit are settled, unless `$id` gives the order anyway. Nested loops keep
        // the order of the outer one.
        let isLate = purpose.isObjects && hasLimit && order.count > 1 && !isOverlaid
        let what: String
        switch purpose {
        case .objects where isLate, .part where isLate: what = object.key
        case .objects, .part: what = columns(of: object.key.dropLast("\"$id\"".count))
        case .count: what = hasLimit || hasOffset ? "1" : "count(*)"
        case .identifiers, .figures, .values:
            let values = try purpose.expressions.flatMap { try $0.columns(lowering, object) }
            what = ([object.key] + (isHierarchy ? [object.column("$class")] : []) + values).joined(separator: ", ")
        }
        var sql = "SELECT \(what) FROM \(scope.from)"
        sql += conditionText(object, condition)
        sql += orderText(lowering, order)
        if purpose.isCount, hasLimit || hasOffset { sql = "SELECT count(*) FROM (\(sql))" }
        if isLate {
            let table = lowering.tables.name(entity.root.table)
            sql =
                "SELECT \(columns(of: "row.")) FROM (\(sql.replacingFirst(object.key, with: "\(object.key) AS \"key\""))) "
                + "AS page CROSS JOIN \(table) AS row ON row.\"$id\" = page.\"key\""
        }
        return sql
    }

    private func conditionText(_ object: ObjectTerm, _ condition: Condition) -> String {
        var conditions: [String] = []
        if let family = familyCondition(object) { conditions.append(family) }
        if case .always(true) = condition {} else { conditions.append(condition.sql) }
        return conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    }

    private func orderText(_ lowering: Lowering, _ order: [SortKey]) -> String {
        var sql = ""
        if !purpose.isCount, !order.isEmpty { sql += " ORDER BY \(order.map(\.sql).joined(separator: ", "))" }
        let first = lowering.parameterCount + 1
        if hasLimit || hasOffset { sql += hasLimit ? " LIMIT ?\(first)" : " LIMIT -1" }
        if hasOffset { sql += " OFFSET ?\(hasLimit ? first + 1 : first)" }
        return sql
    }

    /// Figures of all objects or of groups; with a limit or an offset of the objects that these leave.
    private func figures(
        _ selection: Selection, _ lowering: Lowering, _ scope: Scope, _ object: ObjectTerm, where condition: Condition,
        order: [SortKey]
    ) throws -> String {
        var (keys, arguments) = try selection.columns(object)
        var names = arguments.map { $0?.sql ?? "" }
        let conditions = conditionText(object, condition)
        var source = "\(scope.from)\(conditions)"
        if hasLimit || hasOffset {
            let parts =
                keys.enumerated().map { "\($0.element) AS \"k\($0.offset)\"" }
                + arguments.enumerated().compactMap { place, argument in argument.map { "\($0.sql) AS \"a\(place)\"" } }
            let columns = parts.isEmpty ? "1" : parts.joined(separator: ", ")
            source = "(SELECT \(columns) FROM \(source)\(orderText(lowering, order)))"
            keys = keys.indices.map { "\"k\($0)\"" }
            names = names.indices.map { "\"a\($0)\"" }
        }
        let figures = try zip(selection.figures, zip(arguments, names)).map { figure, argument in
            try selection.sql(figure, argument.0, argument.1)
        }
        let sql = "SELECT \((keys + figures).joined(separator: ", ")) FROM \(source)"
        if keys.isEmpty { return sql }
        let list = keys.joined(separator: ", ")
        return "\(sql) GROUP BY \(list) ORDER BY \(list)"
    }

    /// A count without a condition, where changes are pending: a view's rows would all be looked at.
    private func plainCount(_ lowering: Lowering, _ condition: Condition) -> String? {
        guard purpose.isCount, !hasLimit, !hasOffset, case .always(true) = condition,
            let overlay = lowering.tables.overlays[entity.root.table]
        else { return nil }
        let table = "main.\(SQL.quote(entity.root.table))"
        let family = entity.classCondition.map { " AND \($0)" } ?? ""
        return """
            SELECT (SELECT count(*) FROM \(table) WHERE 1\(family)) \
            - (SELECT count(*) FROM \(table) WHERE "$id" IN (SELECT "$id" FROM \(overlay.hidden))\(family)) \
            + (SELECT count(*) FROM \(overlay.pending) WHERE 1\(family))
            """
    }

    private var isHierarchy: Bool { entity.root.hierarchy.count > 1 }

    /// The entity's row layout; columns of other branches of the hierarchy are not read.
    private func columns(of prefix: some StringProtocol) -> String {
        entity.selectList(alias: String(prefix.dropLast()), isSelected: purpose.part?.isSelected)
    }

    /// Keeps a subclass's query to its own rows (I01).
    private func familyCondition(_ object: ObjectTerm) -> String? {
        guard entity !== entity.root as _$Entity else { return nil }
        return Self.classCondition(entity, object)
    }

    static func classCondition(_ entity: _$Entity, _ object: ObjectTerm) -> String {
        let names = entity.family.map { SQL.literal($0.name) }
        let column = object.column("$class")
        return names.count == 1 ? "\(column) = \(names[0])" : "\(column) IN (\(names.joined(separator: ", ")))"
    }
}

/// A part of an ORDER BY.
struct SortKey {
    var sql: String
}

extension String {
    fileprivate func replacingFirst(_ part: String, with other: String) -> String {
        guard let range = range(of: part) else { return self }
        return replacingCharacters(in: range, with: other)
    }
}
