internal import ModelSchema

/// What the data of a version forbids.
extension StoreMigration {
    /// Rows whose values a constraint does not allow twice.
    func duplicates(in schema: SchemaDescription) throws -> [String] {
        var problems: [String] = []
        for model in schema.models {
            var keys = model.unique.map { names in
                (names, names.compactMap { schema.columns(of: $0, in: model)?.first?.name })
            }
            for relationship in model.relationships {
                guard case .column(let column) = relationship.storage,
                    let inverse = schema.inverse(of: relationship), !inverse.isToMany
                else { continue }
                keys.append(([relationship.name], [column]))
            }
            for (names, columns) in keys where !columns.isEmpty {
                let list = columns.map(SQL.quote).joined(separator: ", ")
                let condition =
                    columns.map { "\(SQL.quote($0)) IS NOT NULL" }
                    + (model.parent == nil ? [] : ["\"$class\" IN (\(schema.classList(of: model)))"])
                let query = try connection.prepare(
                    """
                    SELECT group_concat("$id", ', ') FROM (SELECT "$id", \(list) FROM \(SQL.quote(model.table)) \
                    WHERE \(condition.joined(separator: " AND "))) GROUP BY \(list) HAVING count(*) > 1 LIMIT 5
                    """)
                while try query.step() {
                    problems.append(
                        "\(names.map { "'\($0)'" }.joined(separator: ", ")) of '\(model.name)' must be unique, and these have "
                            + "the same: \(model.name) \(query.text(0).prefix(200))")
                }
            }
        }
        return problems
    }

    /// Holds where a column leads to no object of a model.
    func dangling(
        _ table: String, _ column: String, _ model: ModelDescription, in schema: SchemaDescription
    ) -> String {
        let isPart = schema.hierarchy(of: schema.root(of: model)).count > 1
        return """
            NOT EXISTS (SELECT 1 FROM \(SQL.quote(model.table)) AS "$other" WHERE "$other"."$id" = \
            \(SQL.quote(table)).\(SQL.quote(column))\(isPart ? " AND \"$other\".\"$class\" IN (\(schema.classList(of: model)))" : ""))
            """
    }

    /// Required attributes and to-ones whose columns take NULL all the same.
    func checkRequired() throws {
        var problems: [String] = []
        for model in stored.models where hasLostRows || written.contains(model.table) {
            let condition =
                stored.hierarchy(of: stored.root(of: model)).count > 1
                ? " AND \"$class\" IN (\(stored.classList(of: model)))" : ""
            func check(_ property: String, _ column: String, orWhere other: String = "0") throws {
                let ids = try rows(
                    "SELECT \"$id\" FROM \(SQL.quote(model.table)) WHERE (\(SQL.quote(column)) IS NULL OR \(other))"
                        + "\(condition) LIMIT 10"
                )
                if !ids.isEmpty {
                    problems.append("'\(model.name).\(property)' is required: \(Self.list(ids, of: model.name))")
                }
            }
            for attribute in model.attributes where attribute.isStored && !attribute.isOptional {
                // A composite has no column of its own; its leaves may be optional.
                guard case .composite = attribute.type else {
                    try check(attribute.name, attribute.column ?? "")
                    continue
                }
            }
            for relationship in model.relationships where !relationship.isOptional && !relationship.isToMany {
                guard case .column(let column) = relationship.storage,
                    let destination = stored.model(named: relationship.destination)
                else { continue }
                // Foreign keys see to the table, not to the class.
                let isWrong =
                    destination.parent == nil ? "0" : dangling(model.table, column, destination, in: stored)
                try check(relationship.name, column, orWhere: isWrong)
            }
        }
        if !problems.isEmpty { throw failed(problems) }
    }

    func checkForeignKeys() throws {
        let statement = try connection.prepare("PRAGMA foreign_key_check")
        var problems: [String] = []
        while try statement.step(), problems.count < 10 {
            let table = statement.text(0)
            let row = statement.isNull(1) ? "" : " \(statement.integer(1))"
            let columns = try connection.prepare(
                "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE \"id\" = ?")
            columns.bind(table, at: 1)
            columns.bind(statement.integer(3), at: 2)
            let column = try columns.step() ? columns.text(0) : "?"
            problems.append("'\(column)' of \(table)\(row) leads to no object of \(statement.text(2))")
        }
        if !problems.isEmpty { throw failed(problems) }
    }
}
