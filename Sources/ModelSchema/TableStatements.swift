extension Hierarchies {
    /// The foreign-key clause of a to-one's column. It follows the rule of the other side, whose deletion it answers.
    func reference(of relationship: RelationshipDescription) -> ColumnDescription.Reference? {
        guard let destination = model(named: relationship.destination) else { return nil }
        let action: String
        if let inverse = inverse(of: relationship) {
            switch inverse.deleteRule {
            case .cascade: action = "CASCADE"
            case .nullify: action = relationship.isOptional ? "SET NULL" : "NO ACTION"
            case .deny: action = "NO ACTION"
            case .noAction: return nil
            }
        } else {
            action = relationship.isOptional ? "SET NULL" : "NO ACTION"
        }
        return ColumnDescription.Reference(table: root(of: destination).table, action: action)
    }

    /// All tables, join tables last, each with its indexes and triggers.
    var tables: [TableDescription] {
        var tables: [TableDescription] = []
        for root in models where root.parent == nil {
            let hierarchy = family(of: root)
            let uniqueMembers = Set(hierarchy.flatMap { $0.unique.joined() })
            var columns = [
                ColumnDescription(name: "$id", type: .integer, isNullable: false),
                ColumnDescription(name: "$version", type: .integer, isNullable: false),
            ]
            if hierarchy.count > 1 { columns.append(ColumnDescription(name: "$class", type: .text, isNullable: false)) }
            for model in hierarchy { columns += model.ownColumns(in: self, uniqueMembers) }
            columns += hierarchy.flatMap(positionColumns)
            tables.append(
                TableDescription(
                    name: root.table, columns: columns, statements: statements(for: hierarchy), isJoinTable: false))
        }
        for model in models {
            for relationship in model.relationships {
                if let table = joinTable(of: relationship, in: model) { tables.append(table) }
            }
        }
        return tables
    }

    /// Beside each foreign key whose other side is an ordered list: the place in that list.
    private func positionColumns(of model: ModelDescription) -> [ColumnDescription] {
        model.orderedRelationships.compactMap { relationship in
            guard case .column(let column) = relationship.storage, inverse(of: relationship)?.isOrdered == true else {
                return nil
            }
            return ColumnDescription(name: SQL.positionColumn(of: column), type: .integer, isNullable: true)
        }
    }

    private func statements(for hierarchy: [ModelDescription]) -> [String] {
        var statements: [String] = []
        var names: Set<String> = []
        for model in hierarchy {
            let lineage = lineage(of: model)
            let condition = model.parent == nil ? nil : classCondition(of: model)
            for constraint in model.unique {
                let columns = constraint.compactMap { lineage.columns(of: $0)?.first?.name }
                let isInherited = !constraint.contains { name in
                    model.attributes.contains { $0.name == name } || model.relationships.contains { $0.name == name }
                }
                statements.append(
                    SQL.createIndex(
                        name: indexName("$unique", model, constraint, &names), isUnique: true, table: model.table,
                        columns: columns.map { ($0, false) }, condition: isInherited ? condition : nil))
            }
            for index in model.indexes {
                let columns = index.parts.compactMap { part in
                    lineage.columns(of: part.property)?.first.map { ($0.name, part.order == .descending) }
                }
                let conditions = [condition, index.condition].compactMap { $0 }
                statements.append(
                    SQL.createIndex(
                        name: indexName("$index", model, index.parts.map(\.property), &names), isUnique: false,
                        table: model.table, columns: columns,
                        condition: conditions.isEmpty ? nil : conditions.joined(separator: " AND ")))
            }
            for relationship in model.orderedRelationships {
                guard case .column(let column) = relationship.storage else { continue }
                let isOneToOne = inverse(of: relationship).map { !$0.isToMany } ?? false
                // One to one: at most one row may point at another. A unique index on the same column would be a second one.
                statements.append(
                    SQL.createIndex(
                        name: indexName("$link", model, [relationship.name], &names), isUnique: isOneToOne,
                        table: model.table, columns: [(column, false)],
                        // Not a partial index: "points at nothing" is asked as often as "points at this one".
                        condition: nil))
                if relationship.deleteRule == .cascade, let destination = self.model(named: relationship.destination) {
                    statements.append(
                        """
                        CREATE TRIGGER \(SQL.quote("$cascade.\(model.name).\(relationship.name)")) \
                        AFTER DELETE ON \(SQL.quote(model.table)) WHEN OLD.\(SQL.quote(column)) IS NOT NULL BEGIN \
                        DELETE FROM \(SQL.quote(root(of: destination).table)) \
                        WHERE \(SQL.quote("$id")) = OLD.\(SQL.quote(column)); END
                        """)
                }
            }
            for relationship in model.relationships where relationship.deleteRule == .cascade {
                guard case .joinTable(let name, let isSource) = relationship.storage,
                    let destination = self.model(named: relationship.destination)
                else { continue }
                let (mine, theirs) = isSource ? ("$source", "$target") : ("$target", "$source")
                statements.append(
                    """
                    CREATE TRIGGER \(SQL.quote("$cascade.\(model.name).\(relationship.name)")) \
                    BEFORE DELETE ON \(SQL.quote(model.table)) BEGIN \
                    DELETE FROM \(SQL.quote(root(of: destination).table)) WHERE \(SQL.quote("$id")) IN \
                    (SELECT \(SQL.quote(theirs)) FROM \(SQL.quote(name)) WHERE \(SQL.quote(mine)) = OLD.\(SQL.quote("$id"))); END
                    """)
            }
        }
        return statements
    }

    /// Restricts a statement on a hierarchy's table to the rows of a model and its heirs.
    private func classCondition(of model: ModelDescription) -> String {
        let names = family(of: model).map { SQL.literal($0.name) }.joined(separator: ", ")
        return "\(SQL.quote("$class")) IN (\(names))"
    }

    /// Two constraints over the same properties in different order have one set of names; a number tells them apart.
    private func indexName(
        _ kind: String, _ model: ModelDescription, _ properties: [String], _ taken: inout Set<String>
    ) -> String {
        let base = ([kind, model.name] + properties).joined(separator: ".")
        var name = base
        var number = 2
        while !taken.insert(name.lowercased()).inserted {
            name = "\(base).\(number)"
            number += 1
        }
        return name
    }

    private func joinTable(of relationship: RelationshipDescription, in model: ModelDescription) -> TableDescription? {
        guard case .joinTable(let name, true) = relationship.storage,
            let destination = self.model(named: relationship.destination)
        else { return nil }
        let inverse = inverse(of: relationship)
        func reference(to model: ModelDescription, rule: DeleteRule?) -> ColumnDescription.Reference? {
            switch rule {
            case .noAction: nil
            case .deny: ColumnDescription.Reference(table: root(of: model).table, action: "NO ACTION")
            default: ColumnDescription.Reference(table: root(of: model).table, action: "CASCADE")
            }
        }
        var columns = [
            ColumnDescription(
                name: "$source", type: .integer, isNullable: false,
                references: reference(to: model, rule: relationship.deleteRule)),
            ColumnDescription(
                name: "$target", type: .integer, isNullable: false,
                references: reference(to: destination, rule: inverse?.deleteRule)),
        ]
        if relationship.isOrdered {
            columns.append(
                ColumnDescription(name: SQL.joinPositionColumn(isSource: true), type: .integer, isNullable: true))
        }
        if inverse?.isOrdered == true {
            columns.append(
                ColumnDescription(name: SQL.joinPositionColumn(isSource: false), type: .integer, isNullable: true))
        }
        return TableDescription(
            name: name, columns: columns,
            statements: [
                SQL.createIndex(
                    name: "$link.\(name)", isUnique: false, table: name,
                    columns: [("$target", false), ("$source", false)], condition: nil)
            ],
            isJoinTable: true)
    }
}
