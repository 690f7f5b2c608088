/// A table of the store as SQL sees it.
public struct TableDescription: Hashable, Sendable {
    public var name: String
    public var columns: [ColumnDescription]
    /// Indexes, triggers and what else belongs to the table, as complete statements in the order to run them.
    public var statements: [String]
    /// A join table has no row id of its own.
    public var isJoinTable: Bool
}

/// A column of a table.
public struct ColumnDescription: Hashable, Sendable {
    public var name: String
    public var type: ColumnType
    public var isNullable: Bool
    /// The table that a foreign key points at; nil for plain columns and for links that no constraint guards.
    public var references: Reference?

    public struct Reference: Hashable, Sendable {
        public var table: String
        /// What SQLite does to this row when that one goes, for writers other than the runtime.
        public var action: String
    }

    public init(name: String, type: ColumnType, isNullable: Bool, references: Reference? = nil) {
        self.name = name
        self.type = type
        self.isNullable = isNullable
        self.references = references
    }
}

extension AttributeDescription {
    /// The columns of an attribute: none for a transient one, one per leaf for a composite, else one. An optional
    /// composite has a presence column in front, which holds 1 where there is a value.
    public var columns: [ColumnDescription] {
        guard let column else { return [] }
        return Self.columns(of: type, named: column, isOptional: isOptional)
    }

    static func columns(of type: StoredType, named name: String, isOptional: Bool) -> [ColumnDescription] {
        guard case .composite(_, let fields) = type else {
            // Every type but a composite has a column type.
            return [ColumnDescription(name: name, type: type.columnType ?? .any, isNullable: isOptional)]
        }
        var columns: [ColumnDescription] = []
        if isOptional { columns.append(ColumnDescription(name: name, type: .integer, isNullable: true)) }
        for field in fields {
            for leaf in Self.columns(of: field.type, named: "\(name).\(field.name)", isOptional: field.isOptional) {
                var leaf = leaf
                if isOptional { leaf.isNullable = true }
                columns.append(leaf)
            }
        }
        return columns
    }
}

extension ModelDescription {
    /// The model's own columns, in storage order: attributes as declared, then foreign keys.
    public func ownColumns(in schema: SchemaDescription) -> [ColumnDescription] {
        let inSubclass = parent != nil
        let uniqueMembers = Set(
            schema.family(of: schema.root(of: self)).flatMap { $0.unique.joined() })
        var columns: [ColumnDescription] = []
        for attribute in attributes {
            for column in attribute.columns {
                var column = column
                // Values that move between rows are parked as NULL, and rows of other classes have none.
                if inSubclass || uniqueMembers.contains(attribute.name) { column.isNullable = true }
                columns.append(column)
            }
        }
        for relationship in orderedRelationships {
            guard case .column(let name) = relationship.storage else { continue }
            let isOneToOne = schema.inverse(of: relationship).map { !$0.isToMany } ?? false
            let isNullable =
                relationship.isOptional || inSubclass || isOneToOne || uniqueMembers.contains(relationship.name)
            columns.append(
                ColumnDescription(
                    name: name, type: .integer, isNullable: isNullable,
                    references: schema.reference(of: relationship)))
        }
        return columns
    }
}

extension SchemaDescription {
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

    /// The relationship that looks back, found on the destination or an ancestor of it.
    public func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let name = relationship.inverse, let destination = model(named: relationship.destination) else { return nil }
        for model in lineage(of: destination) {
            if let found = model.relationships.first(where: { $0.name == name }) { return found }
        }
        return nil
    }

    /// All tables, join tables last, each with its indexes and triggers.
    public var tables: [TableDescription] {
        var tables: [TableDescription] = []
        for root in models where root.parent == nil {
            let hierarchy = hierarchy(of: root)
            var columns = [
                ColumnDescription(name: "$id", type: .integer, isNullable: false),
                ColumnDescription(name: "$version", type: .integer, isNullable: false),
            ]
            if hierarchy.count > 1 { columns.append(ColumnDescription(name: "$class", type: .text, isNullable: false)) }
            for model in hierarchy { columns += model.ownColumns(in: self) }
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

    /// Columns that hold a property's value, by property name; nil for what has no column in the row.
    public func columns(of property: String, in model: ModelDescription) -> [ColumnDescription]? {
        for owner in lineage(of: model) {
            if let attribute = owner.attributes.first(where: { $0.name == property }) {
                return attribute.isStored ? attribute.columns : nil
            }
            if let relationship = owner.relationships.first(where: { $0.name == property }) {
                guard case .column(let name) = relationship.storage else { return nil }
                return [ColumnDescription(name: name, type: .integer, isNullable: relationship.isOptional)]
            }
        }
        return nil
    }

    /// The names of `model` and its heirs as an SQL list, to restrict statements on a hierarchy's table.
    public func classList(of model: ModelDescription) -> String {
        family(of: model).map { SQL.literal($0.name) }.joined(separator: ", ")
    }

    private func statements(for hierarchy: [ModelDescription]) -> [String] {
        var statements: [String] = []
        var names: Set<String> = []
        for model in hierarchy {
            let condition = model.parent == nil ? nil : "\(SQL.quote("$class")) IN (\(classList(of: model)))"
            for constraint in model.unique {
                let columns = constraint.compactMap { self.columns(of: $0, in: model)?.first?.name }
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
                    self.columns(of: part.property, in: model)?.first.map { ($0.name, part.order == .descending) }
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
                        condition: "\(SQL.quote(column)) IS NOT NULL"))
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
        if relationship.isOrdered { columns.append(ColumnDescription(name: "$position", type: .integer, isNullable: true)) }
        if inverse?.isOrdered == true {
            columns.append(ColumnDescription(name: "$inversePosition", type: .integer, isNullable: true))
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
