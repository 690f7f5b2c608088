/// The spelling of SQL, in one place.
public enum SQL {
    /// A name as an SQL identifier.
    public static func quote(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A text as an SQL literal. Only for names of our own making, which hold no NUL; values are bound, never pasted.
    public static func literal(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    /// The condition of an index over columns that have other names: all of them at once, and nothing in literals.
    static func renaming(_ columns: [String: String], in condition: String) -> String {
        var result = ""
        var rest = condition[...]
        while let start = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) {
            let mark = rest[start]
            result += rest[..<start]
            var end = rest.index(after: start)
            var text = ""
            while end < rest.endIndex {
                let next = rest.index(after: end)
                if rest[end] == mark {
                    // A mark in the text is there twice.
                    guard next < rest.endIndex, rest[next] == mark else { break }
                    end = next
                }
                text.append(rest[end])
                end = rest.index(after: end)
            }
            result += mark == "'" ? literal(text) : quote(columns[text] ?? text)
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
        }
        return result + rest
    }

    /// The column beside a foreign key that keeps an ordered list's order.
    public static func positionColumn(of column: String) -> String { "\(column).$position" }

    /// The column of a join table that keeps the order of a side's lists.
    public static func joinPositionColumn(isSource: Bool) -> String { isSource ? "$position" : "$inversePosition" }

    public static func createTable(_ table: TableDescription) -> String {
        var lines: [String] = []
        for column in table.columns {
            var line = "\(quote(column.name)) \(column.type.rawValue)"
            switch column.name {
            case "$id": line += " PRIMARY KEY NOT NULL"
            case "$version": line += " NOT NULL DEFAULT 1"
            default: if !column.isNullable { line += " NOT NULL" }
            }
            if let reference = column.references {
                line += " REFERENCES \(quote(reference.table)) (\(quote("$id")))"
                line += " ON DELETE \(reference.action) DEFERRABLE INITIALLY DEFERRED"
            }
            lines.append(line)
        }
        if table.isJoinTable { lines.append("PRIMARY KEY (\(quote("$source")), \(quote("$target")))") }
        return "CREATE TABLE \(quote(table.name)) (\n  \(lines.joined(separator: ",\n  "))\n) "
            + (table.isJoinTable ? "STRICT, WITHOUT ROWID" : "STRICT")
    }

    public static func createIndex(
        name: String, isUnique: Bool, table: String, columns: [(name: String, isDescending: Bool)], condition: String?
    ) -> String {
        let list = columns.map { quote($0.name) + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
        return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(quote(name)) ON \(quote(table)) (\(list))"
            + (condition.map { " WHERE \($0)" } ?? "")
    }
}

extension SchemaDescription {
    /// The statements that make the schema's tables, indexes and triggers in an empty store, in order.
    public var statements: [String] {
        let tables = tables
        return tables.map(SQL.createTable) + tables.flatMap(\.statements)
    }
}
