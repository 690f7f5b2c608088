internal import ModelSchema

/// The FROM clause of a query or subquery while it is built.
///
/// Rows of to-one targets are joined when a column of theirs is asked for; a LEFT JOIN, so that a missing target gives
/// NULLs and keeps the row.
final class Scope {
    /// The walk that makes the scope; it knows terms that know the scope.
    unowned let lowering: Lowering
    /// How many queries are around this one.
    let depth: Int
    private(set) var from: String
    private var aliases: [String: String] = [:]
    private(set) var joinCount = 1

    init(_ lowering: Lowering, depth: Int, from: String) {
        self.lowering = lowering
        self.depth = depth
        self.from = from
    }

    /// Says that rows of an object are in the FROM clause already.
    func setAlias(_ alias: String, ofKey key: String) { aliases[key] = alias }

    /// The alias of the row of an object, joined if it is not there yet.
    func alias(of object: ObjectTerm) -> String {
        let table = object.entity.root.table
        if let alias = aliases[object.key] ?? aliases["\(object.key) \(table)"] { return alias }
        let alias = lowering.nextAlias()
        join(alias, table: table, on: "\(alias).\"$id\" = \(object.key)")
        aliases["\(object.key) \(table)"] = alias
        return alias
    }

    /// The row of another table whose column holds the key: the far side of one to one.
    func alias(table: String, column: String, key: String) -> String {
        let name = "\(key) \(table).\(column)"
        if let alias = aliases[name] { return alias }
        let alias = lowering.nextAlias()
        join(alias, table: table, on: "\(alias).\(SQL.quote(column)) = \(key)")
        aliases[name] = alias
        return alias
    }

    /// Puts a table in front of what is there.
    func prepend(_ table: String, on condition: String) { from = "\(table) JOIN \(from) ON \(condition)" }

    private func join(_ alias: String, table: String, on condition: String) {
        from += " LEFT JOIN \(lowering.tables.name(table)) AS \(alias) ON \(condition)"
        joinCount += 1
        lowering.noteTable(table)
    }
}
