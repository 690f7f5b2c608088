internal import ModelSchema

/// Where the rows of a version's tables come from before they are written: statements over the tables that are stored.
///
/// A lightweight change only wraps one statement into the next, so that however many versions a store is behind, each table
/// is written once.
struct TableSources {
    /// The version whose tables the sources give.
    let schema: SchemaDescription
    /// By table, what to select from: the stored table's quoted name, or a statement in parentheses.
    private(set) var sources: [String: String]
    /// Whether rows went on the way, because their model did: links to them have to go too.
    private(set) var hasLostRows: Bool

    /// What is stored.
    init(stored schema: SchemaDescription) {
        self.schema = schema
        hasLostRows = false
        sources = [:]
        for table in schema.tables { sources[table.name] = SQL.quote(table.name) }
    }

    fileprivate init(schema: SchemaDescription, sources: [String: String], hasLostRows: Bool) {
        self.schema = schema
        self.sources = sources
        self.hasLostRows = hasLostRows
    }

    /// The same tables under a description that says the same of the shape in other words.
    func described(by schema: SchemaDescription) -> TableSources {
        TableSources(schema: schema, sources: sources, hasLostRows: hasLostRows)
    }

    func source(of table: String) -> String { sources[table] ?? SQL.quote(table) }

    /// Whether a table's rows are just those of the stored table of the same name.
    func isStored(_ table: String) -> Bool { sources[table] == SQL.quote(table) }

    /// The rows of one class; a condition on the alias `t`.
    static func condition(of model: ModelDescription, in schema: SchemaDescription) -> String {
        schema.hierarchy(of: schema.root(of: model)).count > 1 ? "t.\"$class\" = \(SQL.literal(model.name))" : "1"
    }
}

/// Something that rows must not be like for a version to be reached.
struct Demand {
    /// The model, as the new version calls it, and the old class whose rows are meant.
    var model: String
    var oldModel: String
    var property: String?
    /// Selects the `$id` of the rows that stand in the way.
    var query: String
    var reason: String
}

/// Works out, for two neighbouring versions, what the new tables hold.
struct LightweightChange {
    let mapping: SchemaMapping
    private let before: TableSources
    /// Finds a default's number for the function that gives its value; see `MigrationFunctions`.
    private let defaults: MigrationDefaults
    private(set) var demands: [Demand] = []
    /// Attributes that hold nothing but a stand-in until someone sets them, by old class and property.
    private(set) var standIns: [String: Set<String>] = [:]
    private var hasLostRows = false

    private var old: SchemaDescription { mapping.old }
    private var new: SchemaDescription { mapping.new }

    init(_ mapping: SchemaMapping, after before: TableSources, defaults: MigrationDefaults) {
        self.mapping = mapping
        self.before = before
        self.defaults = defaults
    }

    mutating func sources() -> TableSources {
        let tables = Dictionary(new.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var sources: [String: String] = [:]
        // Rows that are gone, or are no objects any more of what links lead to.
        hasLostRows = old.models.contains { model in
            guard let successor = mapping.successor(of: model), !successor.isAbstract else { return !model.isAbstract }
            let parent = model.parent.flatMap { old.model(named: $0) }.flatMap(mapping.successor)
            return parent?.name != successor.parent
        }
        for root in new.models where root.parent == nil {
            if let table = tables[root.table] { sources[table.name] = hierarchySource(root, table) }
        }
        for model in new.models {
            for relationship in model.relationships {
                guard case .joinTable(let name, true) = relationship.storage, let table = tables[name] else { continue }
                sources[name] = joinSource(relationship, of: model, table)
            }
        }
        return TableSources(schema: new, sources: sources, hasLostRows: before.hasLostRows || hasLostRows)
    }

    // MARK: Tables of models

    private mutating func hierarchySource(_ root: ModelDescription, _ table: TableDescription) -> String {
        let classes = new.hierarchy(of: root).filter { !$0.isAbstract }
        var groups: [(table: String, members: [(old: ModelDescription, new: ModelDescription)])] = []
        for model in new.hierarchy(of: root) {
            guard let predecessor = mapping.predecessor(of: model), !predecessor.isAbstract else { continue }
            if model.isAbstract {
                demands.append(
                    Demand(
                        model: model.name, oldModel: predecessor.name, property: nil,
                        query: rows(of: predecessor, where: "1"),
                        reason: "'\(model.name)' is abstract, and there are objects of exactly this model"))
                continue
            }
            let table = old.root(of: predecessor).table
            if let index = groups.firstIndex(where: { $0.table == table }) {
                groups[index].members.append((predecessor, model))
            } else {
                groups.append((table, [(predecessor, model)]))
            }
        }
        guard !groups.isEmpty else {
            return "(SELECT \(table.columns.map { "NULL AS \(SQL.quote($0.name))" }.joined(separator: ", ")) WHERE 0)"
        }
        var selects: [String] = []
        for group in groups {
            let columns = group.members.map { member in
                expressions(for: member.new, from: member.old, classes.count > 1 || new.hierarchy(of: root).count > 1)
            }
            let oldClasses = old.hierarchy(of: old.root(of: group.members[0].old))
            let isHierarchy = oldClasses.count > 1
            let mapped = Set(group.members.map(\.old.name))
            let isComplete = oldClasses.allSatisfy { $0.isAbstract || mapped.contains($0.name) }
            var list: [(String, String)] = []
            for column in table.columns {
                let choices = zip(group.members, columns).map { ($0.old.name, $1[column.name] ?? "NULL") }
                list.append((column.name, Self.choice(choices, isHierarchy: isHierarchy, column: column.name)))
            }
            let condition =
                isHierarchy && !isComplete
                ? "t.\"$class\" IN (\(group.members.map { SQL.literal($0.old.name) }.joined(separator: ", ")))" : nil
            // The stored table as it is needs no statement.
            if groups.count == 1, condition == nil, isIdentity(list, group.table, table) {
                return before.source(of: group.table)
            }
            selects.append(
                "SELECT \(list.map { "\($0.1) AS \(SQL.quote($0.0))" }.joined(separator: ", ")) "
                    + "FROM \(before.source(of: group.table)) AS t" + (condition.map { " WHERE \($0)" } ?? ""))
        }
        return "(\(selects.joined(separator: " UNION ALL ")))"
    }

    /// Whether a list of columns is the old table's own, name for name.
    private func isIdentity(_ list: [(String, String)], _ oldTable: String, _ table: TableDescription) -> Bool {
        guard oldTable == table.name, list.allSatisfy({ $0.1 == "t.\(SQL.quote($0.0))" }) else { return false }
        let columns = old.tables.first { $0.name == oldTable }?.columns.map(\.name) ?? []
        return Set(columns) == Set(table.columns.map(\.name))
    }

    /// One expression for all classes of a table.
    private static func choice(_ choices: [(name: String, sql: String)], isHierarchy: Bool, column: String) -> String {
        guard let first = choices.first else { return "NULL" }
        if choices.allSatisfy({ $0.sql == first.sql }) { return first.sql }
        if column == "$class", isHierarchy, choices.allSatisfy({ $0.sql == SQL.literal($0.name) }) {
            return "t.\"$class\""
        }
        // What other classes have in a column of their own is NULL already.
        let own = choices.filter { $0.sql != "NULL" }
        if let only = own.first, own.allSatisfy({ $0.sql == only.sql }), only.sql.hasPrefix("t."),
            own.count < choices.count
        {
            return "CASE WHEN t.\"$class\" IN (\(own.map { SQL.literal($0.name) }.joined(separator: ", "))) "
                + "THEN \(only.sql) END"
        }
        return "CASE t.\"$class\" "
            + own.map { "WHEN \(SQL.literal($0.name)) THEN \($0.sql)" }.joined(separator: " ") + " END"
    }

    private func rows(of model: ModelDescription, where condition: String) -> String {
        let table = old.root(of: model).table
        return "SELECT t.\"$id\" FROM \(before.source(of: table)) AS t "
            + "WHERE \(TableSources.condition(of: model, in: old)) AND (\(condition)) LIMIT 10"
    }

    /// An expression for each column of a class, over the row `t` of the old class.
    private mutating func expressions(
        for model: ModelDescription, from predecessor: ModelDescription, _ hasClass: Bool
    ) -> [String: String] {
        var columns = ["$id": "t.\"$id\"", "$version": "t.\"$version\""]
        if hasClass { columns["$class"] = SQL.literal(model.name) }
        let origins = mapping.origins(in: model)
        let lineage = mapping.newLineage(of: model)
        let uniqueMembers = Set(new.hierarchy(of: new.root(of: model)).flatMap { $0.unique.joined() })
        for owner in lineage.reversed() {
            for attribute in owner.attributes where attribute.isStored {
                var before: AttributeDescription?
                if case .attribute(let origin, _)? = origins[attribute.name] { before = origin }
                let isNullable = owner.parent != nil || uniqueMembers.contains(attribute.name)
                let value = AttributeChange(from: before, to: attribute).expressions { leaf in
                    defaults.expression(model.name, attribute.name, leaf, in: new)
                }
                if let obstacle = value.obstacle {
                    demands.append(
                        Demand(
                            model: model.name, oldModel: predecessor.name, property: attribute.name,
                            query: rows(of: predecessor, where: obstacle.condition), reason: obstacle.reason))
                    standIns[predecessor.name, default: []].insert(attribute.name)
                }
                for (leaf, column) in attribute.columns.enumerated() {
                    var sql = value.sql[leaf]
                    // Until a step has set it; where the column takes NULL, several of them are not equal.
                    if value.obstacle != nil, !column.isNullable, !isNullable {
                        let standIn = StandIn.literal(for: attribute, leaf: leaf)
                        sql = sql == "NULL" ? standIn : "coalesce(\(sql), \(standIn))"
                    }
                    columns[column.name] = sql
                }
            }
            for relationship in owner.relationships {
                guard case .column(let column) = relationship.storage else { continue }
                let link = link(of: relationship, owner: owner, in: model, origins)
                var sql = link.sql
                if !relationship.isOptional {
                    demands.append(
                        Demand(
                            model: model.name, oldModel: predecessor.name, property: relationship.name,
                            query: rows(of: predecessor, where: "\(sql) IS NULL"),
                            reason: "'\(model.name).\(relationship.name)' is required, and nothing is there"))
                    standIns[predecessor.name, default: []].insert(relationship.name)
                    let isOneToOne = mapping.newInverse(of: relationship).map { !$0.isToMany } ?? false
                    if owner.parent == nil, !isOneToOne, !uniqueMembers.contains(relationship.name) {
                        // No row has this id; the check of foreign keys finds those that nobody set.
                        sql = sql == "NULL" ? "0" : "coalesce(\(sql), 0)"
                    }
                }
                columns[column] = sql
                if mapping.newInverse(of: relationship)?.isOrdered == true {
                    columns[SQL.positionColumn(of: column)] = link.position ?? "NULL"
                }
                if let several = link.several {
                    demands.append(
                        Demand(
                            model: model.name, oldModel: predecessor.name, property: relationship.name,
                            query: rows(of: predecessor, where: several),
                            reason: "'\(model.name).\(relationship.name)' leads to one object, and there are several"))
                }
            }
        }
        return columns
    }

    // MARK: Links

    private struct Link {
        var sql: String
        var position: String?
        /// A condition that holds where more than one object is linked.
        var several: String?
    }

    /// The id that a foreign key of a class holds.
    private func link(
        of relationship: RelationshipDescription, owner: ModelDescription, in model: ModelDescription,
        _ origins: [String: SchemaMapping.Property]
    ) -> Link {
        if case .relationship(let origin, let declarer)? = origins[relationship.name] {
            return link(through: origin, declaredBy: declarer, isBackwards: false)
        }
        // The other side may have been there before.
        if let (origin, declarer) = originOfInverse(of: relationship) {
            return link(through: origin, declaredBy: declarer, isBackwards: true)
        }
        return Link(sql: "NULL")
    }

    /// The old relationship that the other side of a new one was, and who declared it.
    private func originOfInverse(of relationship: RelationshipDescription) -> (RelationshipDescription, String)? {
        guard let inverse = mapping.newInverse(of: relationship),
            let destination = new.model(named: relationship.destination)
        else { return nil }
        for model in mapping.newLineage(of: destination) + mapping.concreteFamily(ofNew: destination) {
            if case .relationship(let origin, let declarer)? = mapping.origins(in: model)[inverse.name] {
                return (origin, declarer)
            }
        }
        return nil
    }

    /// The object at the other end of an old relationship, for a row `t` at its beginning, or at its end where
    /// `isBackwards`.
    private func link(
        through origin: RelationshipDescription, declaredBy declarer: String, isBackwards: Bool
    ) -> Link {
        let inverse = mapping.oldInverse(of: origin)
        switch origin.storage {
        case .column(let column):
            if isBackwards { return lookUp(in: declarer, column) }
            let position = inverse?.isOrdered == true ? "t.\(SQL.quote(SQL.positionColumn(of: column)))" : nil
            return Link(sql: "t.\(SQL.quote(column))", position: position)
        case .inverseColumn(let column):
            if isBackwards {
                let position = origin.isOrdered ? "t.\(SQL.quote(SQL.positionColumn(of: column)))" : nil
                return Link(sql: "t.\(SQL.quote(column))", position: position)
            }
            return lookUp(in: origin.destination, column)
        case .joinTable(let join, let isSource):
            let (mine, theirs) = isSource != isBackwards ? ("$source", "$target") : ("$target", "$source")
            let source = before.source(of: join)
            let rows = "FROM \(source) AS x WHERE x.\(SQL.quote(mine)) = t.\"$id\""
            let isOrdered = isBackwards ? origin.isOrdered : inverse?.isOrdered == true
            let position = SQL.quote(SQL.joinPositionColumn(isSource: isSource == isBackwards))
            return Link(
                sql: "(SELECT min(x.\(SQL.quote(theirs))) \(rows))",
                position: isOrdered ? "(SELECT min(x.\(position)) \(rows))" : nil,
                several: "(SELECT count(*) \(rows)) > 1")
        }
    }

    /// The row of a model whose foreign key points here.
    private func lookUp(in model: String, _ column: String) -> Link {
        guard let model = old.model(named: model) else { return Link(sql: "NULL") }
        let rows = "FROM \(before.source(of: old.root(of: model).table)) AS x WHERE x.\(SQL.quote(column)) = t.\"$id\""
        return Link(sql: "(SELECT min(x.\"$id\") \(rows))", several: "(SELECT count(*) \(rows)) > 1")
    }

    // MARK: Join tables

    private func joinSource(
        _ relationship: RelationshipDescription, of model: ModelDescription, _ table: TableDescription
    ) -> String {
        var selects: [String] = []
        var seen: Set<String> = []
        for heir in mapping.newLineage(of: model) + mapping.concreteFamily(ofNew: model) {
            guard case .relationship(let origin, let declarer)? = mapping.origins(in: heir)[relationship.name],
                seen.insert("\(declarer).\(origin.name)").inserted
            else { continue }
            selects.append(links(through: origin, declaredBy: declarer, isBackwards: false, table))
        }
        if selects.isEmpty, let (origin, declarer) = originOfInverse(of: relationship) {
            selects.append(links(through: origin, declaredBy: declarer, isBackwards: true, table))
        }
        if selects.isEmpty {
            let columns = table.columns.map { "NULL AS \(SQL.quote($0.name))" }.joined(separator: ", ")
            return "(SELECT \(columns) WHERE 0)"
        }
        if selects.count == 1, selects[0].hasPrefix("\"") { return selects[0] }
        return "(\(selects.joined(separator: " UNION ")))"
    }

    /// All links of an old relationship as rows of a join table; a table that has just these columns by its name.
    private func links(
        through origin: RelationshipDescription, declaredBy declarer: String, isBackwards: Bool,
        _ table: TableDescription
    ) -> String {
        let inverse = mapping.oldInverse(of: origin)
        var columns: [String: String] = [:]
        let (mine, theirs) = isBackwards ? ("$target", "$source") : ("$source", "$target")
        let (myPlace, theirPlace) =
            isBackwards
            ? (SQL.joinPositionColumn(isSource: false), SQL.joinPositionColumn(isSource: true))
            : (SQL.joinPositionColumn(isSource: true), SQL.joinPositionColumn(isSource: false))
        let source: String
        var condition = ""
        switch origin.storage {
        case .column(let column):
            source = before.source(of: tableName(of: declarer))
            columns[mine] = "t.\"$id\""
            columns[theirs] = "t.\(SQL.quote(column))"
            if inverse?.isOrdered == true { columns[theirPlace] = "t.\(SQL.quote(SQL.positionColumn(of: column)))" }
            condition = " WHERE t.\(SQL.quote(column)) IS NOT NULL"
        case .inverseColumn(let column):
            source = before.source(of: tableName(of: origin.destination))
            columns[mine] = "t.\(SQL.quote(column))"
            columns[theirs] = "t.\"$id\""
            if origin.isOrdered { columns[myPlace] = "t.\(SQL.quote(SQL.positionColumn(of: column)))" }
            condition = " WHERE t.\(SQL.quote(column)) IS NOT NULL"
        case .joinTable(let join, let isSource):
            source = before.source(of: join)
            columns[mine] = isSource ? "t.\"$source\"" : "t.\"$target\""
            columns[theirs] = isSource ? "t.\"$target\"" : "t.\"$source\""
            if origin.isOrdered {
                columns[myPlace] = "t.\(SQL.quote(SQL.joinPositionColumn(isSource: isSource)))"
            }
            if inverse?.isOrdered == true {
                columns[theirPlace] = "t.\(SQL.quote(SQL.joinPositionColumn(isSource: !isSource)))"
            }
            let oldColumns = old.tables.first { $0.name == join }?.columns.map(\.name) ?? []
            if join == table.name, oldColumns == table.columns.map(\.name),
                table.columns.allSatisfy({ columns[$0.name] == "t.\(SQL.quote($0.name))" })
            {
                return source
            }
        }
        let list = table.columns.map { "\(columns[$0.name] ?? "NULL") AS \(SQL.quote($0.name))" }
        return "SELECT \(list.joined(separator: ", ")) FROM \(source) AS t\(condition)"
    }

    private func tableName(of model: String) -> String {
        old.model(named: model).map { old.root(of: $0).table } ?? model
    }
}
