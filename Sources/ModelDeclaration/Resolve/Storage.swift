import ModelSchema

extension SchemaResolver {
    /// Decides where everything is stored: tables, columns, foreign keys, join tables. Nothing else decides that.
    func decideStorage() {
        for model in models where model.parent == nil {
            model.table = model.declared.table?.value ?? model.name
            if let table = model.declared.table { check(storedName: table, "table") }
            if model.declared.table == nil, let fault = StoredNames.fault(model.name), Identifier.isValid(model.name) {
                problems.report(
                    .storedName, "\(Escaping.quoted(model.name)) cannot be the name of a table: \(fault)",
                    at: model.declared.name.location, suggestion: "choose another name with 'table'")
            }
        }
        for model in models where model.parent != nil {
            model.table = model.root.table
            if let table = model.declared.table {
                problems.report(
                    .inheritedTable,
                    "\(Escaping.quoted(model.name)) has no table of its own: its objects are in that of \(Escaping.quoted(model.root.name))",
                    at: table.location, suggestion: "remove 'table', or declare it in the topmost model")
            }
        }
        for model in models {
            for attribute in model.attributes where attribute.isStored {
                attribute.column = attribute.declared.column?.value ?? model.defaultColumn(for: attribute.name)
            }
        }
        for model in models {
            for relationship in model.relationships where relationship.storage == nil {
                decideStorage(of: relationship)
            }
        }
        checkTables()
        for model in models where model.parent == nil { checkColumns(of: model) }
    }

    private func decideStorage(of relationship: RelationshipNode) {
        guard relationship.destination != nil else { return }
        guard let inverse = relationship.inverse else {
            relationship.storage =
                relationship.isToMany
                ? .joinTable(relationship.qualifiedName, isSource: true)
                : .column(relationship.owner.defaultColumn(for: relationship.name))
            return
        }
        // Of two equal sides the one whose name sorts first, by bytes, holds the column or names the join table.
        let comesFirst = !Array(inverse.qualifiedName.utf8).lexicographicallyPrecedes(
            Array(relationship.qualifiedName.utf8))
        let (first, second) = comesFirst ? (relationship, inverse) : (inverse, relationship)
        switch (relationship.isToMany, inverse.isToMany) {
        case (true, true):
            first.storage = .joinTable(first.qualifiedName, isSource: true)
            if first !== second { second.storage = .joinTable(first.qualifiedName, isSource: false) }
        case (false, false):
            let (holder, other) = second.isRequired && !first.isRequired ? (second, first) : (first, second)
            hold(holder, other)
        case (false, true): hold(relationship, inverse)
        case (true, false): hold(inverse, relationship)
        }
    }

    private func hold(_ holder: RelationshipNode, _ other: RelationshipNode) {
        let column = holder.owner.defaultColumn(for: holder.name)
        holder.storage = .column(column)
        if other !== holder { other.storage = .inverseColumn(column) }
    }

    private func checkTables() {
        var tables: [String: (name: String, location: Location)] = [:]
        for model in models where model.parent == nil && !model.name.isEmpty {
            let location = model.declared.table?.location ?? model.declared.name.location
            guard let first = tables[model.table.lowercased()] else {
                tables[model.table.lowercased()] = (model.table, location)
                continue
            }
            // Models of equal names, or such that differ only in case, have been reported as that.
            if model.declared.table == nil, first.name.lowercased() == model.name.lowercased(),
                models.contains(where: { $0 !== model && $0.name.lowercased() == model.name.lowercased() })
            {
                continue
            }
            problems.report(
                .tableCollision,
                "the table \(Escaping.quoted(model.table)) is another model's too\(caseRemark(first.name, model.table))",
                at: location, notes: [Problems.Note("it is declared here", at: first.location)])
        }
        // A join table is named for one side's property; two models' cannot meet, two properties' can.
        var joins: [String: RelationshipNode] = [:]
        for relationship in models.flatMap(\.relationships) {
            guard case .joinTable(let name, true) = relationship.storage else { continue }
            if name.lowercased().hasPrefix("sqlite_") {
                problems.report(
                    .storedName,
                    "\(Escaping.quoted(name)) cannot be the name of a join table: names that begin with 'sqlite_' are SQLite's own",
                    at: relationship.declared.name.location, suggestion: "give the model another name")
            }
            guard let first = joins.updateValue(joins[name.lowercased()] ?? relationship, forKey: name.lowercased()),
                first.name != relationship.name
            else { continue }
            problems.report(
                .tableCollision,
                "the join table \(Escaping.quoted(name)) is another relationship's too\(caseRemark(first.name, relationship.name))",
                at: relationship.declared.name.location,
                notes: [Problems.Note("it is this one's", at: first.declared.name.location)])
        }
    }

    private func caseRemark(_ first: String, _ second: String) -> String {
        first == second ? "" : ": SQLite does not tell \(Escaping.quoted(first)) from \(Escaping.quoted(second))"
    }

    private func checkColumns(of root: ModelNode) {
        var columns: [String: (name: String, owner: String, property: String, location: Location)] = [:]
        var count = 2
        /// Whether the column is the property's own; of a property that has several one clash is told.
        func claim(_ name: String, _ model: ModelNode, _ property: Located<String>, _ location: Location) -> Bool {
            let key = name.lowercased()
            guard let first = columns[key] else {
                columns[key] = (name, model.name, property.value, location)
                return true
            }
            // A property declared twice has been reported as that.
            guard first.property != property.value || first.owner != model.name else { return true }
            problems.report(
                .columnCollision,
                "the column \(Escaping.quoted(name)) is another property's too\(caseRemark(first.name, name))",
                at: location, notes: [Problems.Note("it is this one's", at: first.location)])
            return false
        }
        let family = root.family
        if family.count > 1 { count += 1 }
        for model in family {
            for attribute in model.attributes {
                guard let column = attribute.column, let type = attribute.type, !attribute.name.isEmpty else {
                    continue
                }
                let location = attribute.declared.column?.location ?? attribute.declared.name.location
                let taken = columnCount(type, isOptional: attribute.isOptional)
                count += taken
                guard claim(column, model, attribute.declared.name, location), case .composite = type,
                    taken <= Self.columnLimit
                else { continue }
                let description = AttributeDescription(name: attribute.name, type: type, column: column)
                for leaf in description.columns
                where !claim(leaf.name, model, attribute.declared.name, location) { break }
            }
            for relationship in model.relationships {
                guard let column = relationship.column, !relationship.name.isEmpty else { continue }
                count += 1
                _ = claim(column, model, relationship.declared.name, relationship.declared.name.location)
            }
        }
        if count > Self.columnLimit {
            problems.report(
                .tooManyColumns,
                "the table of \(Escaping.quoted(root.name)) has more than \(Self.columnLimit) columns, which SQLite does not take",
                at: root.declared.name.location)
        }
    }
}
