internal import ModelDeclaration
internal import ModelSchema

extension CoreDataConversion {
    mutating func convertRelationships(of index: Int) {
        for element in entities[index].relationships {
            guard let relationship = convertRelationship(element, of: index) else {
                if let name = element.value("name") { entities[index].propertyNames[name] = nil }
                continue
            }
            entities[index].model.relationships.append(relationship)
        }
    }

    private func convertRelationship(_ element: XMLElement, of index: Int) -> DraftRelationship? {
        let entity = entities[index]
        let source = element.value("name") ?? ""
        guard let name = entity.propertyNames[source] else { return nil }
        let path = Escaping.quoted("\(entity.name).\(source)")
        checkKeys(of: element, path, known: CoreDataKeys.relationship)
        for child in element.children {
            if child.name == "userInfo" { remarkUserInfo(child, path) } else { loseElement(child, path) }
        }
        guard let destinationName = element.value("destinationEntity"), let destination = entityIndices[destinationName]
        else {
            lose(
                "\(path) leads to \(Escaping.quoted(element.value("destinationEntity") ?? "")), which is not in the model",
                element.place("destinationEntity"))
            return nil
        }
        if element.isSet("transient") {
            lose("\(path) is transient", element.place("transient"), "write it in an extension")
            return nil
        }
        let maxCount = element.value("maxCount").flatMap { Int($0) }
        var relationship = DraftRelationship(
            name: name, destination: entities[destination].model.name,
            isToMany: element.isSet("toMany") || (maxCount ?? 1) != 1)
        let isOptional = element.isSet("optional")
        relationship.deleteRule = deleteRule(of: element, path)
        relationship.inverse = inverse(of: element, index, destination, path)
        if relationship.isToMany {
            relationship.isOrdered = element.isSet("ordered")
            convertCounts(of: element, &relationship, isOptional: isOptional, path)
        } else {
            relationship.isOptional = isOptional
        }
        return relationship
    }

    private func deleteRule(of element: XMLElement, _ path: String) -> DeleteRule {
        switch element.value("deletionRule") {
        case nil, "Nullify": return .nullify
        case "Cascade": return .cascade
        case "Deny": return .deny
        case "No Action": return .noAction
        case let rule?:
            change(
                "\(path) has the delete rule \(Escaping.quoted(rule)), which the importer does not know: it nullifies",
                element.place("deletionRule"))
            return .nullify
        }
    }

    /// An optional to-many may be empty whatever its minimum; a required one has at least one object.
    private func convertCounts(
        of element: XMLElement, _ relationship: inout DraftRelationship, isOptional: Bool, _ path: String
    ) {
        let minimum = element.value("minCount").flatMap { Int32($0) }.map(Int.init) ?? 0
        let maximum = element.value("maxCount").flatMap { Int32($0) }.map(Int.init) ?? 0
        if maximum > 0 { relationship.maxCount = maximum }
        if !isOptional {
            relationship.minCount = max(1, minimum)
        } else if minimum > 1 {
            lose("\(path) has no objects, or at least \(minimum) of them", element.place("minCount"))
        }
        if let least = relationship.minCount, let most = relationship.maxCount, least > most {
            lose("\(path) has at least \(least) objects and at most \(most)", element.place("minCount"))
            relationship.minCount = nil
        }
    }

    /// The language pairs properties that lead exactly to each other's models. Core Data lets an inverse be inherited.
    private func inverse(
        of element: XMLElement, _ index: Int, _ destination: Int, _ path: String
    ) -> DraftRelationship.Inverse {
        guard let name = element.value("inverseName"), !name.isEmpty else { return .none }
        let target = entities[destination]
        func refuse(_ why: String) -> DraftRelationship.Inverse {
            change("\(path) loses its inverse: \(why)", element.place("inverseName"))
            return .none
        }
        guard let other = target.relationships.first(where: { $0.value("name") == name }),
            let otherName = target.propertyNames[name]
        else {
            let owner = lineage(of: destination).first { ancestor in
                entities[ancestor].relationships.contains { $0.value("name") == name }
            }
            guard let owner else {
                return refuse("\(Escaping.quoted(target.name)) has no relationship \(Escaping.quoted(name))")
            }
            return refuse(
                "\(Escaping.quoted(name)) belongs to \(Escaping.quoted(entities[owner].name)), and not each of these is a \(Escaping.quoted(target.name))"
            )
        }
        guard other.value("destinationEntity") == entities[index].name else {
            return refuse(
                "\(Escaping.quoted("\(target.name).\(name)")) leads to \(Escaping.quoted(other.value("destinationEntity") ?? ""))"
            )
        }
        guard other.value("inverseName") == element.value("name") else {
            return refuse(
                other.value("inverseName").map {
                    "\(Escaping.quoted("\(target.name).\(name)")) looks back to \(Escaping.quoted($0))"
                } ?? "\(Escaping.quoted("\(target.name).\(name)")) has none")
        }
        guard !other.isSet("transient") else { return refuse("the other side is transient") }
        if destination == index, name == element.value("name"), !features.contains(.ownInverses) {
            return refuse("it is its own, which this version of modelgen does not build")
        }
        return .named(otherName)
    }

    /// Core Data checks on save, so two objects may require each other.
    mutating func breakRequiredCircles() {
        let models = entities.map(\.model)
        for link in RequiredCircles.links(in: models) {
            let model = models[link.model]
            let relationship = model.relationships[link.relationship]
            let entity = entities[link.model]
            let element = entity.relationships.first {
                entity.propertyNames[$0.value("name") ?? ""] == relationship.name
            }
            entities[link.model].model.relationships[link.relationship].isOptional = true
            change(
                "\(Escaping.quoted("\(model.name).\(relationship.name)")) becomes optional: \(RequiredCircles.reason)",
                element?.place("name") ?? entity.element.location)
        }
    }
}
