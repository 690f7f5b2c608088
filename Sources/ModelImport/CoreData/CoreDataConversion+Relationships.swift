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

    /// Core Data checks on save, so two objects may require each other. A declaration needs a first object that can be
    /// made: one link of each such circle becomes optional.
    mutating func breakRequiredCircles() {
        while let (entity, relationship) = linkOfCircle() {
            let model = entities[entity].model
            entities[entity].model.relationships[relationship].isOptional = true
            let link = model.relationships[relationship]
            let element = entities[entity].relationships.first {
                entities[entity].propertyNames[$0.value("name") ?? ""] == link.name
            }
            change(
                "\(Escaping.quoted("\(model.name).\(link.name)")) becomes optional: objects require each other in a circle, so that none could be made first",
                element?.place("name") ?? entities[entity].element.location)
        }
    }

    /// A required to-one on a circle of such; nil if all models can be made one after the other.
    private func linkOfCircle() -> (entity: Int, relationship: Int)? {
        let indices = Dictionary(
            entities.enumerated().map { ($1.model.name, $0) }, uniquingKeysWith: { first, _ in first })
        var makeable: Set<Int> = []
        var isChanged = true
        func isMakeable(_ name: String) -> Bool {
            entities.indices.contains { index in
                makeable.contains(index)
                    && lineage(of: index).contains { entities[$0].model.name == name }
            }
        }
        while isChanged {
            isChanged = false
            for index in entities.indices where !makeable.contains(index) {
                let required = lineage(of: index).flatMap { entities[$0].model.relationships }
                    .filter { !$0.isToMany && !$0.isOptional }
                if required.allSatisfy({ isMakeable($0.destination) }) {
                    isChanged = makeable.insert(index).inserted
                }
            }
        }
        // What is left waits on a circle; follow the links until one is met again.
        guard var index = entities.indices.first(where: { !makeable.contains($0) }) else { return nil }
        var seen: [Int] = []
        while true {
            let blocked = lineage(of: index).lazy.compactMap { owner -> (Int, Int)? in
                entities[owner].model.relationships.firstIndex {
                    !$0.isToMany && !$0.isOptional && !isMakeable($0.destination)
                }.map { (owner, $0) }
            }.first
            guard let blocked else { return nil }
            if seen.contains(index) { return blocked }
            seen.append(index)
            guard let next = indices[entities[blocked.0].model.relationships[blocked.1].destination] else {
                return blocked
            }
            index = next
        }
    }
}
