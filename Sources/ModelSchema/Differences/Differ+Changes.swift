/// What has changed of a property that goes on.
extension Differ {
    mutating func compareNames(
        _ before: String, _ owner: String, _ now: String, _ model: ModelDescription, isAttribute: Bool
    ) {
        let what = isAttribute ? "attribute" : "relationship"
        if before != now {
            report(
                isAttribute ? .attributeRenamed : .relationshipRenamed, .lightweight, model.name, now,
                "\(what) '\(model.name).\(before)' is now '\(now)'", from: before, to: now)
        }
        let successor = mapping.oldModels.model(named: owner).flatMap(mapping.successor)
        let declarer = mapping.newLineage(of: model).first { ancestor in
            ancestor.attributes.contains { $0.name == now } || ancestor.relationships.contains { $0.name == now }
        }
        if let declarer, successor?.name != declarer.name {
            report(
                isAttribute ? .attributeMoved : .relationshipMoved, .lightweight, model.name, now,
                "\(what) '\(now)' has moved from '\(owner)' to '\(declarer.name)'", from: owner, to: declarer.name)
        }
    }

    /// - Parameter owner: The old model that declared the attribute.
    mutating func compare(
        _ before: AttributeDescription, of owner: ModelDescription?, _ attribute: AttributeDescription,
        _ model: ModelDescription
    ) {
        let name = "\(model.name).\(attribute.name)"
        if let effect = effect(of: before.type, attribute.type) {
            let message =
                switch effect {
                case .lightweight: "every value fits"
                case .step: "values have to be converted"
                case .destructive: "values of fields that are gone are lost"
                }
            let fields = before.type.fieldChanges(to: attribute.type)
            let what =
                before.type.name == attribute.type.name && !fields.isEmpty
                ? "'\(name)' has other fields"
                : "'\(name)' is \(attribute.type.shownName), not \(before.type.shownName)"
            report(
                .typeChanged, effect, model.name, attribute.name,
                "\(what): \(fields.isEmpty ? message : fields.joined(separator: "; "))", from: before.type.name,
                to: attribute.type.name)
        }
        if before.isOptional && !attribute.isOptional {
            let hasDefault = attribute.defaultKind != nil
            report(
                .madeRequired, hasDefault ? .lightweight : .step, model.name, attribute.name,
                "'\(name)' is required"
                    + (hasDefault ? "; where there was none it is the default" : ": where there was none one is needed")
            )
        } else if !before.isOptional && attribute.isOptional {
            report(.madeOptional, .lightweight, model.name, attribute.name, "'\(name)' is optional")
        }
        // A column that is named for its property follows it.
        let followed = owner.map { $0.defaultColumn(for: before.name) == before.column } ?? false
        if before.column != attribute.column,
            !(followed && attribute.column == model.defaultColumn(for: attribute.name))
        {
            report(
                .columnRenamed, .lightweight, model.name, attribute.name,
                "the column of '\(name)' is '\(attribute.column ?? "")', not '\(before.column ?? "")'",
                from: before.column, to: attribute.column)
        }
        if before.isExternal != attribute.isExternal {
            report(
                .externalStorageChanged, .lightweight, model.name, attribute.name,
                attribute.isExternal
                    ? "large values of '\(name)' may live in files" : "values of '\(name)' live in the store")
        }
    }

    /// What a change of type does; nil where both are the same, names of the declaration's own types aside.
    func effect(of before: StoredType, _ now: StoredType) -> SchemaChange.Effect? {
        if case .composite = before, case .composite = now {
            if before.widening(to: now) == .same { return nil }
            if !before.fieldsThatGoOn(to: now) { return .step }
            return before.losesFields(to: now) ? .destructive : .lightweight
        }
        switch before.widening(to: now) {
        case nil: return .step
        case .same: return before.isSpelledAs(now) ? nil : .lightweight
        default: return .lightweight
        }
    }

    mutating func compare(
        _ before: RelationshipDescription, _ relationship: RelationshipDescription, _ model: ModelDescription
    ) {
        let name = "\(model.name).\(relationship.name)"
        let successor = mapping.oldModels.model(named: before.destination).flatMap(mapping.successor)
        let destination = successor?.name ?? before.destination
        if destination != relationship.destination {
            report(
                .destinationChanged,
                mapping.covers(before.destination, relationship.destination) ? .lightweight : .step, model.name,
                relationship.name, "'\(name)' leads to '\(relationship.destination)', not to '\(before.destination)'",
                from: before.destination, to: relationship.destination)
        } else if !mapping.covers(before.destination, relationship.destination) {
            report(
                .destinationChanged, .destructive, model.name, relationship.name,
                "'\(name)' cannot lead to all objects that it led to: some are no '\(relationship.destination)' any more"
            )
        }
        if before.isToMany != relationship.isToMany {
            relationship.isToMany
                ? report(.madeToMany, .lightweight, model.name, relationship.name, "'\(name)' leads to many objects")
                : report(
                    .madeToOne, .step, model.name, relationship.name,
                    "'\(name)' leads to one object: which of several stays?")
        } else if !relationship.isToMany, before.isOptional != relationship.isOptional {
            relationship.isOptional
                ? report(.madeOptional, .lightweight, model.name, relationship.name, "'\(name)' is optional")
                : report(
                    .madeRequired, .step, model.name, relationship.name,
                    "'\(name)' is required: objects without one need one")
        }
        compareInverses(before, relationship, model)
        if before.deleteRule != relationship.deleteRule {
            report(
                .deleteRuleChanged, .lightweight, model.name, relationship.name,
                "the delete rule of '\(name)' is \(relationship.deleteRule.rawValue), not \(before.deleteRule.rawValue)",
                from: before.deleteRule.rawValue, to: relationship.deleteRule.rawValue)
        }
        if before.minimumCount != relationship.minimumCount || before.maximumCount != relationship.maximumCount {
            report(
                .boundsChanged, .lightweight, model.name, relationship.name,
                "the number of objects of '\(name)' has other bounds; the next save of each list checks them")
        }
        if before.isOrdered != relationship.isOrdered {
            report(
                .orderChanged, relationship.isOrdered ? .lightweight : .destructive, model.name, relationship.name,
                relationship.isOrdered
                    ? "the objects of '\(name)' keep their order, at first that of their identifiers"
                    : "the objects of '\(name)' lose their order")
        }
    }

    mutating func compareInverses(
        _ before: RelationshipDescription, _ relationship: RelationshipDescription, _ model: ModelDescription
    ) {
        let inverse = mapping.newInverse(of: relationship)
        let destination = mapping.newModels.model(named: relationship.destination)
        let origin = inverse.flatMap { inverse in destination.flatMap { mapping.origins(in: $0)[inverse.name] } }
        if before.inverse == nil && relationship.inverse == nil { return }
        if case .relationship(let twin, _)? = origin {
            if before.inverse == twin.name { return }
            report(
                .inverseChanged, .destructive, model.name, relationship.name,
                "'\(model.name).\(relationship.name)' and '\(relationship.destination).\(inverse?.name ?? "")' "
                    + "look at each other: links that only one of them had follow the side that keeps the column",
                from: before.inverse, to: relationship.inverse)
            return
        }
        // A new look back takes over the links; one that is gone has been reported as that.
        if before.inverse != nil && relationship.inverse != nil && origin == nil && inverse != nil { return }
        if (before.inverse == nil) != (relationship.inverse == nil) {
            report(
                .inverseChanged, .lightweight, model.name, relationship.name,
                "'\(model.name).\(relationship.name)' has "
                    + (relationship.inverse.map { "the inverse '\($0)'" } ?? "no inverse any more"),
                from: before.inverse, to: relationship.inverse)
        }
    }
}

extension ModelDescription {
    /// The column of a property if nothing else is declared.
    fileprivate func defaultColumn(for property: String) -> String { parent == nil ? property : "\(name).\(property)" }
}

extension AttributeDescription {
    /// The type as a declaration spells it.
    public var spelledType: String { type.name + (isOptional ? "?" : "") }
}

extension StoredType {
    /// The type as a message tells it from another: with what is stored for types that have raw values.
    var shownName: String {
        switch self {
        case .rawValue(let name, let raw): "\(name) (\(raw.name))"
        case .array(let element, let optional): "[\(element.shownName)\(optional ? "?" : "")]"
        case .set(let element): "Set<\(element.shownName)>"
        case .dictionary(let element, let optional): "[String: \(element.shownName)\(optional ? "?" : "")]"
        default: name
        }
    }

    /// The same type, the names of the declaration's and hand-written types aside.
    fileprivate func isSpelledAs(_ other: StoredType) -> Bool {
        switch (self, other) {
        case (.rawValue(_, let raw), .rawValue(_, let other)): raw == other
        case (.codable, .codable): true
        case (.rawValue, _), (_, .rawValue): false
        default: widening(to: other) == .same && name == other.name || isCollection
        }
    }

    private var isCollection: Bool {
        switch self {
        case .array, .set, .dictionary: true
        default: false
        }
    }
}
