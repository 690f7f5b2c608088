internal import ModelDeclaration
internal import ModelSchema

extension CoreDataConversion {
    mutating func convertConstraints(of index: Int) {
        let entity = entities[index]
        for constraint in entity.element.children(named: "uniquenessConstraints").flatMap(\.children) {
            let parts = constraint.children(named: "constraint")
            let what = "the uniqueness constraint of \(Escaping.quoted(entity.name))"
            guard constraint.name == "uniquenessConstraint", !parts.isEmpty else {
                loseElement(constraint, what)
                continue
            }
            guard let names = columns(parts.map { ($0.value("value") ?? "", $0.location) }, of: index, what) else {
                continue
            }
            if !entities[index].model.unique.contains(where: { Set($0) == Set(names) }) {
                entities[index].model.unique.append(names)
            }
        }
    }

    mutating func convertIndexes(of index: Int) {
        let entity = entities[index]
        for element in entity.element.children(named: "attribute") where element.isSet("indexed") {
            let what = "an index of \(Escaping.quoted(entity.name))"
            guard let names = columns([(element.value("name") ?? "", element.place("indexed"))], of: index, what) else {
                continue
            }
            add(DraftIndex(names), to: index)
        }
        for element in entity.element.children(named: "compoundIndexes").flatMap(\.children) {
            let what = "an index of \(Escaping.quoted(entity.name))"
            let parts = element.children(named: "index").map { ($0.value("value") ?? "", $0.location) }
            guard !parts.isEmpty, let names = columns(parts, of: index, what) else { continue }
            add(DraftIndex(names), to: index)
        }
        for element in entity.element.children(named: "fetchIndex") {
            let name = Escaping.quoted("\(entity.name).\(element.value("name") ?? "")")
            convertFetchIndex(element, of: index, "the index \(name)")
        }
    }

    private mutating func convertFetchIndex(_ element: XMLElement, of index: Int, _ what: String) {
        checkKeys(of: element, what, known: CoreDataKeys.index)
        let parts = element.children(named: "fetchIndexElement")
        for child in element.children where child.name != "fetchIndexElement" { loseElement(child, what) }
        guard !parts.isEmpty else { return }
        for part in parts {
            checkKeys(of: part, what, known: CoreDataKeys.indexElement)
            if let expression = part.value("expression"), part.value("property") == nil {
                return lose("\(what) is over the expression \(Escaping.quoted(expression))", part.place("expression"))
            }
            if let type = part.value("type"), type != "Binary" {
                return lose("\(what) is of the type \(Escaping.quoted(type))", part.place("type"))
            }
        }
        let named = parts.map { ($0.value("property") ?? "", $0.place("property")) }
        guard let names = columns(named, of: index, what) else { return }
        var condition: String?
        if let predicate = element.value("partialIndexPredicate") {
            condition = PartialIndexPredicate.condition(predicate) { propertyName($0, of: index) }
            if condition == nil {
                change(
                    "\(what) holds all rows, not only those where \(Escaping.quoted(predicate))",
                    element.place("partialIndexPredicate"))
            }
        }
        let isDescending = parts.map { $0.value("order") == "descending" }
        add(DraftIndex(names, isDescending: isDescending, condition: condition), to: index)
    }

    private mutating func add(_ draft: DraftIndex, to index: Int) {
        if !entities[index].model.indexes.contains(draft) { entities[index].model.indexes.append(draft) }
    }

    /// The declared name of an own or inherited property.
    private func propertyName(_ source: String, of index: Int) -> String? {
        lineage(of: index).lazy.compactMap { entities[$0].propertyNames[source] }.first
    }

    /// The declared names of properties that have a column; nil where one has none, which is reported.
    private func columns(_ parts: [(name: String, location: Location)], of index: Int, _ what: String) -> [String]? {
        var names: [String] = []
        for part in parts {
            guard let name = propertyName(part.name, of: index) else {
                lose("\(what) names \(Escaping.quoted(part.name)), which is not declared", part.location)
                return nil
            }
            if let fault = columnFault(name, of: index) {
                lose("\(what) names \(Escaping.quoted(part.name)): \(fault)", part.location)
                return nil
            }
            // A property that stands twice adds nothing.
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func columnFault(_ name: String, of index: Int) -> String? {
        for owner in lineage(of: index) {
            let model = entities[owner].model
            if let attribute = model.attributes.first(where: { $0.name == name }) {
                if attribute.flags.contains("ephemeral") { return "it is not stored" }
                if attribute.flags.contains("externalStorage") { return "it is stored externally" }
                if draft.structs.contains(where: { $0.name == attribute.type }) { return "it is a struct" }
                return nil
            }
            if let relationship = model.relationships.first(where: { $0.name == name }) {
                if relationship.isToMany { return "it is a to-many relationship" }
                return isLinkElsewhere(relationship, of: model) ? "the link is kept at its other end" : nil
            }
        }
        return nil
    }

    /// One to one has one column: on the required side, else on the side whose name sorts first.
    private func isLinkElsewhere(_ relationship: DraftRelationship, of model: DraftModel) -> Bool {
        guard case .named(let inverse) = relationship.inverse,
            let other = entities.first(where: { $0.model.name == relationship.destination })?.model
                .relationships.first(where: { $0.name == inverse }), !other.isToMany
        else { return false }
        if relationship.isOptional != other.isOptional { return relationship.isOptional }
        let mine = "\(model.name).\(relationship.name)"
        return "\(relationship.destination).\(inverse)".utf8.lexicographicallyPrecedes(mine.utf8)
    }
}

/// The predicates of partial indexes that the language has too: comparisons with nil and equality with literals, joined
/// by AND.
enum PartialIndexPredicate {
    /// - Parameter name: The declared name of a property.
    static func condition(_ predicate: String, name: (String) -> String?) -> String? {
        var terms: [String] = []
        for term in split(predicate) {
            let words = term.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3, let property = name(words[0]) else { return nil }
            let value = words[2].drop { $0 == " " }
            let isEqual = words[1] == "==" || words[1] == "="
            switch value.lowercased() {
            case "nil", "null":
                guard isEqual || words[1] == "!=" || words[1] == "<>" else { return nil }
                terms.append("\(property) is \(isEqual ? "" : "not ")null")
            case "yes", "true":
                guard isEqual else { return nil }
                terms.append("\(property) = true")
            case "no", "false":
                guard isEqual else { return nil }
                terms.append("\(property) = false")
            default:
                guard isEqual else { return nil }
                if let number = Int64(value) {
                    terms.append("\(property) = \(number)")
                } else if value.count > 1, let quote = value.first, quote == "'" || quote == "\"", value.last == quote,
                    !value.dropFirst().dropLast().contains(where: { $0 == "'" || $0 == "\"" || $0 == "\\" })
                {
                    terms.append("\(property) = '\(value.dropFirst().dropLast())'")
                } else {
                    return nil
                }
            }
        }
        return terms.isEmpty ? nil : terms.joined(separator: " and ")
    }

    private static func split(_ predicate: String) -> [String] {
        var terms: [[Substring]] = [[]]
        for word in predicate.split(separator: " ") {
            if word.lowercased() == "and" || word == "&&" {
                terms.append([])
            } else {
                terms[terms.count - 1].append(word)
            }
        }
        return terms.map { $0.joined(separator: " ") }
    }
}
