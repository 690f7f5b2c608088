internal import ModelDeclaration
internal import ModelSchema

extension DatabaseConversion {
    /// Foreign keys of one column become to-ones; their columns are no attributes.
    mutating func convertLinks(of index: Int) {
        let table = entities[index].table
        for key in table.foreignKeys {
            let location = importer.place(of: table.name, key.columns.first)
            let what =
                "the foreign key \(Escaping.quoted(key.columns.map { "\(table.name).\($0)" }.joined(separator: ", ")))"
            guard let destination = indices[key.table.lowercased()] else {
                lose("\(what) to \(Escaping.quoted(key.table)), which is no table of a model", location)
                continue
            }
            guard isComplete(key) else {
                let targets = key.targets.map { "\(key.table).\($0)" }.joined(separator: ", ")
                lose("\(what) to \(Escaping.quoted(targets)), where there is no such column", location)
                continue
            }
            let isSingle = key.columns.count == 1
            let columns = key.columns.compactMap { name in
                table.columns.first { $0.name.lowercased() == name.lowercased() }
            }
            guard columns.count == key.columns.count else {
                lose("\(what), whose columns are not all there", location)
                continue
            }
            if isSingle, entities[index].properties[key.columns[0].lowercased()] != nil {
                lose("\(what), a second one on that column", location)
                continue
            }
            let words =
                isSingle
                ? Self.linkWords(key.columns[0], to: key.table)
                : EnglishNames.singular(EnglishNames.words(key.table))
            let guess = Identifier.cleaned(EnglishNames.lowerCamel(words)) ?? "link"
            // A column of the same name stays the attribute's.
            let isTaken = table.columns.contains { column in
                !key.columns.contains { $0.lowercased() == column.name.lowercased() }
                    && EnglishNames.lowerCamel(EnglishNames.words(column.name)) == guess
            }
            let preferred = isTaken ? guess + entities[destination].model.name : guess
            let name = entities[index].names.choose(key.columns[0], preferred: preferred).name
            var relationship = DraftRelationship(
                name: name, destination: entities[destination].model.name, isToMany: false)
            relationship.isOptional = !columns.allSatisfy { $0.isRequired || $0.primaryKeyPosition > 0 }
            if isSingle {
                remarkKey(columns[0], of: table)
                loseDefault(columns[0], of: table)
                if columns[0].isRowKey(in: table) {
                    remark(
                        "the key \(Escaping.quoted("\(table.name).\(columns[0].name)")) becomes the link \(Escaping.quoted(name)); each object has an identifier of its own",
                        location)
                }
            }
            remarkUpdates(key, table)
            relationship.inverse = .none
            if isSingle {
                entities[index].properties[key.columns[0].lowercased()] = name
            } else {
                remark(
                    "\(what) becomes \(Escaping.quoted(name)); its columns stay attributes, which the app has to keep equal",
                    location)
            }
            entities[index].model.relationships.append(relationship)
            links.append(Link(entity: index, relationship: name, key: key, destination: destination))
        }
    }

    /// A link has no default.
    private func loseDefault(_ column: Column, of table: Table) {
        guard let text = column.defaultValue, text.uppercased() != "NULL" else { return }
        lose(
            "the default \(Escaping.quoted(text)) of \(Escaping.quoted("\(table.name).\(column.name)")), a foreign key",
            importer.place(of: table.name, column.name))
    }

    /// `author_id`, `AuthorId`, `authorID`, and `author_no` to `authors` → `author`.
    private static func linkWords(_ column: String, to table: String) -> [String] {
        let words = EnglishNames.words(column)
        let destination = EnglishNames.singular(EnglishNames.words(table))
        if words.starts(with: destination) { return destination }
        guard words.count > 1, ["id", "fk", "key", "uuid", "ref"].contains(words[words.count - 1]) else { return words }
        return words.dropLast()
    }

    /// The sides that look back, which hold the rules for deletes.
    mutating func addInverses(of index: Int) {
        let table = entities[index].table
        for link in links where link.entity == index {
            guard let position = entities[index].model.relationships.firstIndex(where: { $0.name == link.relationship })
            else { continue }
            let isToOne = table.isUnique(link.key.columns)
            let words = EnglishNames.words(table.name)
            let own = isToOne ? EnglishNames.singular(words) : EnglishNames.plural(words)
            // The one that is called as the model that it leads to needs no more than the table's name.
            let destination = EnglishNames.singular(EnglishNames.words(entities[link.destination].table.name))
            let isAmbiguous =
                EnglishNames.lowerCamel(destination) != link.relationship
                && links.contains {
                    $0.entity == index && $0.destination == link.destination && $0.relationship != link.relationship
                }
            var guess = Identifier.cleaned(EnglishNames.lowerCamel(own)) ?? "links"
            if link.destination == index, !isAmbiguous {
                guess = link.relationship == "parent" ? "children" : guess + "As" + Self.capitalized(link.relationship)
            } else if isAmbiguous {
                guess += "As" + Self.capitalized(link.relationship)
            }
            let name = entities[link.destination].names.choose(guess).name
            var inverse = DraftRelationship(name: name, destination: entities[index].model.name, isToMany: !isToOne)
            inverse.isOptional = isToOne
            inverse.inverse = .named(link.relationship)
            inverse.deleteRule = deleteRule(link.key, table)
            entities[index].model.relationships[position].inverse = .named(name)
            entities[link.destination].model.relationships.append(inverse)
        }
    }

    /// What an update of the key at the other end does, in SQL.
    private func remarkUpdates(_ key: ForeignKey, _ table: Table) {
        guard key.onUpdate.uppercased() != "NO ACTION" else { return }
        let columns = key.columns.map { "\(table.name).\($0)" }.joined(separator: ", ")
        remark(
            "ON UPDATE \(key.onUpdate) of the foreign key \(Escaping.quoted(columns)) is left out: objects keep their identifiers",
            importer.place(of: table.name, key.columns.first))
    }

    private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// What a delete at the other end does to these rows.
    private func deleteRule(_ key: ForeignKey, _ table: Table) -> DeleteRule {
        switch key.onDelete.uppercased() {
        case "CASCADE": return .cascade
        case "SET NULL": return .nullify
        case "SET DEFAULT":
            change(
                "the foreign key \(Escaping.quoted("\(table.name).\(key.columns.joined(separator: ", "))")) is set to its default by a delete: it is nullified",
                importer.place(of: table.name, key.columns.first))
            return .nullify
        default: return .deny
        }
    }

    /// A many-to-many relationship, named on each side for the column that leads to the other.
    mutating func convertJoinTable(_ table: Table) {
        let sides = table.foreignKeys.compactMap { key in indices[key.table.lowercased()].map { (key, $0) } }
        guard sides.count == 2 else { return }
        if !table.isUnique(table.foreignKeys.map { $0.columns[0] }) {
            remark(
                "\(Escaping.quoted(table.name)) may hold a pair twice; the objects of a relationship are there once",
                importer.place(of: table.name))
        }
        for column in table.columns {
            if sides.contains(where: { $0.0.columns[0].lowercased() == column.name.lowercased() }) {
                loseDefault(column, of: table)
            } else {
                lose(
                    "the key \(Escaping.quoted("\(table.name).\(column.name)")) of links",
                    importer.place(of: table.name, column.name))
            }
        }
        func name(_ side: Int) -> String {
            let words = EnglishNames.plural(
                Self.linkWords(sides[side].0.columns[0], to: sides[side].0.table))
            let guess = Identifier.cleaned(EnglishNames.lowerCamel(words)) ?? "links"
            return guess
        }
        let first = entities[sides[0].1].names.choose(name(1)).name
        let second = entities[sides[1].1].names.choose(name(0)).name
        for (side, other, own, back) in [(0, 1, first, second), (1, 0, second, first)] {
            var relationship = DraftRelationship(
                name: own, destination: entities[sides[other].1].model.name, isToMany: true)
            relationship.inverse = .named(back)
            relationship.deleteRule = joinRule(sides[side].0, table)
            remarkUpdates(sides[side].0, table)
            entities[sides[side].1].model.relationships.append(relationship)
        }
        remark(
            "\(Escaping.quoted(table.name)) becomes \(Escaping.quoted("\(entities[sides[0].1].model.name).\(first)")) and \(Escaping.quoted("\(entities[sides[1].1].model.name).\(second)")), many to many",
            importer.place(of: table.name))
    }

    /// What becomes of links when a row at one end of them goes: they go with it, unless they keep it from going.
    private func joinRule(_ key: ForeignKey, _ table: Table) -> DeleteRule {
        let rule = key.onDelete.uppercased()
        let what = "the rows of \(Escaping.quoted(table.name)) that point at a row of \(Escaping.quoted(key.table))"
        let place = importer.place(of: table.name, key.columns.first)
        switch rule {
        case "CASCADE": return .nullify
        case "RESTRICT":
            remark("\(what) keep it from being deleted: the rule of the relationship is 'deny'", place)
            return .deny
        case "NO ACTION":
            change(
                "\(what) must be deleted before it: here links go with the object", place, "or choose the rule 'deny'")
        default: change("\(what) lose it by ON DELETE \(rule): here links go with the object", place)
        }
        return .nullify
    }

    mutating func breakRequiredCircles() {
        let models = entities.map(\.model)
        for link in RequiredCircles.links(in: models) {
            let relationship = models[link.model].relationships[link.relationship]
            entities[link.model].model.relationships[link.relationship].isOptional = true
            change(
                "\(Escaping.quoted("\(models[link.model].name).\(relationship.name)")) becomes optional: \(RequiredCircles.reason)",
                importer.place(of: entities[link.model].table.name))
        }
    }
}
