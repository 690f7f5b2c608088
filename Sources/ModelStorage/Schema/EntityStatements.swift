internal import ModelSchema

extension _$Entity {
    /// The part of a condition that keeps statements on the hierarchy's table to this class and its heirs; nil for a root.
    var classCondition: String? {
        if parent == nil { return nil }
        return "\"$class\" IN (\(family.map { SQL.literal($0.name) }.joined(separator: ", ")))"
    }

    /// The class's own and inherited columns, in the order in which objects bind them.
    var boundColumns: [String] {
        properties.sorted { $0.column < $1.column }.filter { $0.column >= 0 }.flatMap(\.columnNames)
    }

    /// The columns that an index begins with.
    var indexedColumns: Set<String> {
        var columns: Set<String> = []
        for entity in root.hierarchy {
            let first = entity.indexes.compactMap(\.parts.first?.property) + entity.unique.compactMap(\.first)
            columns.formUnion(first.compactMap { entity.propertyByName[$0]?.columnNames.first })
            columns.formUnion(entity.links.compactMap(\.columnNames.first))
        }
        return columns
    }

    func prepareStatements() {
        let table = SQL.quote(root.table)
        let condition = "FROM \(table) AS t WHERE t.\"$id\" = ?" + (classCondition.map { " AND t.\($0)" } ?? "")
        selectByIDSQL = "SELECT \(selectList(alias: "t")) \(condition)"
        selectWholeByIDSQL = "SELECT \(selectList(alias: "t", isWhole: true)) \(condition)"
        var names = ["\"$id\"", "\"$version\""]
        var values = ["?", "1"]
        if root.hierarchy.count > 1 {
            names.append("\"$class\"")
            // A literal, so that SQLite can tell which partial indexes the row belongs to.
            values.append(SQL.literal(name))
        }
        for column in boundColumns {
            names.append(SQL.quote(column))
            values.append("?")
        }
        insertSQL = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }

    /// Reads the object of a row; the parameter is the row's id.
    func selectByID(on connection: Connection, isWhole: Bool = false) throws -> Statement {
        try connection.cached(ModelStatement(kind: .select, ordinal: ordinal, detail: isWhole ? 1 : 0)) {
            isWhole ? selectWholeByIDSQL : selectByIDSQL
        }
    }

    /// Changes the columns of some properties; the last parameter is the row's id.
    func update(_ mask: UInt64, on connection: Connection) throws -> Statement {
        try connection.cached(ModelStatement(kind: .update, ordinal: ordinal, detail: mask)) { updateSQL(mask) }
    }

    /// Finds the rows with certain values of a constraint; the values are bound in column order.
    func lookUp(_ number: Int, on connection: Connection) throws -> Statement {
        try connection.cached(ModelStatement(kind: .lookUp, ordinal: ordinal, detail: UInt64(number))) {
            lookUpSQL(constraints[number])
        }
    }

    /// Changes the columns of some properties; the last parameter is the row's id.
    func updateSQL(_ mask: UInt64) -> String {
        let columns = properties.sorted { $0.column < $1.column }
            .filter { $0.column >= 0 && $0.bit & mask != 0 }.flatMap(\.columnNames)
        let assignments = columns.map { "\(SQL.quote($0)) = ?" } + ["\"$version\" = \"$version\" + 1"]
        return "UPDATE \(SQL.quote(root.table)) SET \(assignments.joined(separator: ", ")) WHERE \"$id\" = ?"
    }

    /// Finds the rows with certain values of a constraint; the values are bound in column order.
    func lookUpSQL(_ constraint: UniqueConstraint) -> String {
        // An object binds all columns of the constraint's bits. From the 64th property on a bit is shared, so parameters are
        // numbered, and those of other columns stay unused.
        let bound = properties.sorted { $0.column < $1.column }
            .filter { $0.column >= 0 && $0.bit & constraint.bits != 0 }.flatMap(\.columnNames)
        let members = Set(constraint.columns)
        var conditions = bound.enumerated().filter { members.contains($0.element) }
            .map { "\(SQL.quote($0.element)) = ?\($0.offset + 1)" }
        if let condition = constraint.owner.classCondition { conditions.append(condition) }
        return "SELECT \"$id\"\(root.hierarchy.count > 1 ? ", \"$class\"" : "") FROM \(SQL.quote(root.table)) WHERE "
            + conditions.joined(separator: " AND ")
    }
}

extension Property {
    /// Reads the objects of a list; the parameter is the owner's id.
    func selectList(on connection: Connection) throws -> Statement {
        try connection.cached(ModelStatement(kind: .list, ordinal: entity.ordinal, detail: UInt64(index))) { listSQL }
    }
}
