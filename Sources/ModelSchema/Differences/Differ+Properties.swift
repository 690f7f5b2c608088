/// Properties that go on, come and go.
extension Differ {
    mutating func compareProperties(_ predecessor: ModelDescription, _ model: ModelDescription) {
        let origins = mapping.origins(in: model)
        var added: [SchemaMapping.Property] = []
        // What a new parent declares is new in each of its heirs, or has moved up from there.
        let declarers =
            [model] + mapping.newLineage(of: model).dropFirst().filter { mapping.predecessor(of: $0) == nil }
        for attribute in declarers.flatMap(\.attributes) where attribute.isStored {
            let property = SchemaMapping.Property.attribute(attribute, owner: model.name)
            guard let origin = origin(of: attribute.name, in: model, origins) else {
                added.append(property)
                reportAdded(attribute, model)
                continue
            }
            guard case .attribute(let before, let owner) = origin else {
                report(
                    .typeChanged, .step, model.name, attribute.name,
                    "'\(model.name).\(attribute.name)' was a relationship and is an attribute")
                continue
            }
            compareNames(before.name, owner, attribute.name, model, isAttribute: true)
            compare(before, of: mapping.oldModels.model(named: owner), attribute, model)
            // What moved up from one heir is new for the others.
            for heir in mapping.concreteFamily(ofNew: model) {
                guard let predecessor = mapping.predecessor(of: heir), !predecessor.isAbstract,
                    mapping.origins(in: heir)[attribute.name] == nil
                else { continue }
                reportAdded(attribute, heir)
            }
        }
        for relationship in declarers.flatMap(\.orderedRelationships) {
            let property = SchemaMapping.Property.relationship(relationship, owner: model.name)
            guard let origin = origin(of: relationship.name, in: model, origins) else {
                added.append(property)
                reportAdded(relationship, model)
                continue
            }
            guard case .relationship(let before, let owner) = origin else {
                report(
                    .typeChanged, .step, model.name, relationship.name,
                    "'\(model.name).\(relationship.name)' was an attribute and is a relationship")
                continue
            }
            compareNames(before.name, owner, relationship.name, model, isAttribute: false)
            compare(before, relationship, model)
        }
        if model.parent != nil { compareInherited(model, origins) }
        reportLost(predecessor, model, added)
    }

    /// What a property was; one that moved up from an heir was that heir's.
    func origin(
        of property: String, in model: ModelDescription, _ origins: [String: SchemaMapping.Property]
    ) -> SchemaMapping.Property? {
        if let origin = origins[property] { return origin }
        for heir in mapping.newModels.family(of: model) {
            if let origin = mapping.origins(in: heir)[property] { return origin }
        }
        return nil
    }

    func isReported(_ kind: SchemaChange.Kind, _ model: ModelDescription, _ property: String) -> Bool {
        changes.contains { $0.kind == kind && $0.model == model.name && $0.property == property }
    }

    /// What a model gets from a parent that it did not have: its objects need it too.
    mutating func compareInherited(_ model: ModelDescription, _ origins: [String: SchemaMapping.Property]) {
        for parent in mapping.newLineage(of: model).dropFirst() {
            let known = mapping.origins(in: parent)
            for attribute in parent.attributes
            where attribute.isStored && !isReported(.attributeAdded, model, attribute.name)
                && origins[attribute.name] == nil && known[attribute.name] != nil
            {
                reportAdded(attribute, model)
            }
            for relationship in parent.orderedRelationships
            where origins[relationship.name] == nil && known[relationship.name] != nil {
                reportAdded(relationship, model)
            }
        }
    }

    mutating func reportAdded(_ relationship: RelationshipDescription, _ model: ModelDescription) {
        let needsValue = !relationship.isToMany && !relationship.isOptional
        report(
            .relationshipAdded, needsValue ? .step : .lightweight, model.name, relationship.name,
            "relationship '\(model.name).\(relationship.name)' is new"
                + (needsValue ? ": objects that are there need one" : ""))
    }

    /// Whether all objects would get the same value where each needs its own.
    func collides(_ attribute: AttributeDescription, _ model: ModelDescription) -> Bool {
        let origins = mapping.origins(in: model)
        let lineage = mapping.newLineage(of: model)
        return lineage.flatMap(\.unique).contains { constraint in
            constraint.contains(attribute.name)
                && constraint.allSatisfy { name in
                    origins[name] == nil
                        && lineage.contains { owner in
                            owner.attributes.contains { $0.name == name && $0.defaultKind == .constant }
                        }
                }
        }
    }

    mutating func reportAdded(_ attribute: AttributeDescription, _ model: ModelDescription) {
        let name = "\(model.name).\(attribute.name)"
        if collides(attribute, model) {
            report(
                .attributeAdded, .step, model.name, attribute.name,
                "attribute '\(name)' is new and unique, and its default is one for all: objects that are there need "
                    + "values of their own",
                to: attribute.spelledType)
        } else if attribute.isOptional || attribute.defaultKind != nil {
            let value = attribute.defaultKind == nil ? "nil" : "the default"
            report(
                .attributeAdded, .lightweight, model.name, attribute.name,
                "attribute '\(name)' is new; objects that are there get \(value)", to: attribute.spelledType)
        } else {
            report(
                .attributeAdded, .step, model.name, attribute.name,
                "attribute '\(name)' is new and has no default: objects that are there need a value",
                to: attribute.spelledType)
        }
    }

    mutating func reportLost(
        _ predecessor: ModelDescription, _ model: ModelDescription, _ added: [SchemaMapping.Property]
    ) {
        var lost: [SchemaMapping.Property] = []
        for property in mapping.lost(in: predecessor) {
            // Once for the model that declared it, or for the heir that lost it alone.
            let isOwn = property.owner == predecessor.name
            let owner = mapping.oldModels.model(named: property.owner)
            let isReportedByOwner =
                owner.flatMap(mapping.successor).map { successor in
                    mapping.lost(in: owner ?? predecessor).contains(property) && successor.name != model.name
                } ?? false
            if !isOwn && isReportedByOwner { continue }
            // What moved down to all heirs that hold objects, or up to a parent, is there still.
            if isOwn, predecessor.isAbstract || model.isAbstract {
                let heirs = mapping.concreteFamily(ofNew: model)
                if !heirs.isEmpty,
                    heirs.allSatisfy({ heir in mapping.origins(in: heir).values.contains { $0.name == property.name } })
                {
                    continue
                }
            }
            switch property {
            case .attribute(let attribute, _):
                report(
                    .attributeRemoved, .destructive, model.name, attribute.name,
                    "attribute '\(model.name).\(attribute.name)' is gone, and with it its values",
                    from: attribute.spelledType)
            case .relationship(let relationship, _):
                report(
                    .relationshipRemoved, .destructive, model.name, relationship.name,
                    "relationship '\(model.name).\(relationship.name)' is gone, and with it its links")
            }
            lost.append(property)
        }
        proposeRenames(lost, added, model)
    }
}
