import ModelSchema

extension SchemaResolver {
    /// Folds the flags into the lists, and checks every name in `unique`, `index` and `preserve`.
    func resolveConstraints() {
        for model in models {
            resolveUnique(of: model)
            resolveIndexes(of: model)
            resolvePreserved(of: model)
        }
    }

    private func resolveUnique(of model: ModelNode) {
        for attribute in model.attributes where attribute.declared.isSet("unique") {
            guard let flag = attribute.declared.flags["unique"] else { continue }
            if isUsable(.attribute(attribute), as: .unique, at: flag.location) { model.unique.append([attribute.name]) }
        }
        var places: [Set<String>: Location] = [:]
        for constraint in model.declared.unique {
            guard let names = usable(constraint.value, of: model, as: .unique) else { continue }
            if let first = places.updateValue(places[Set(names)] ?? constraint.location, forKey: Set(names)) {
                problems.report(
                    .repeated, "the same properties are declared unique twice", at: constraint.location,
                    notes: [Problems.Note("they are declared here", at: first)])
            } else if !model.unique.contains(names) {
                model.unique.append(names)
            }
        }
    }

    private func resolveIndexes(of model: ModelNode) {
        var places: [IndexDescription: Location] = [:]
        for declared in model.declared.indexes {
            if let orders = declared.orders, declared.isComplete, orders.count != declared.parts.count {
                problems.report(
                    .indexOrder, "'order' has \(orders.count) entries for \(declared.parts.count) properties",
                    at: orders.first?.location ?? declared.location)
            }
            guard let names = usable(declared.parts, of: model, as: .index) else { continue }
            let orders = declared.orders?.map { IndexDescription.Order(rawValue: $0.value) ?? .ascending } ?? []
            let parts = names.enumerated().map { index, name in
                IndexDescription.Part(name, index < orders.count ? orders[index] : .ascending)
            }
            var condition: String?
            if let text = declared.condition {
                guard let sql = resolveCondition(text, of: model) else { continue }
                condition = sql
            }
            let description = IndexDescription(parts, condition: condition)
            if let first = places.updateValue(places[description] ?? declared.location, forKey: description) {
                problems.report(
                    .repeated, "the same index is declared twice", at: declared.location,
                    notes: [Problems.Note("it is declared here", at: first)])
            } else {
                model.indexes.append(description)
            }
        }
    }

    private func resolvePreserved(of model: ModelNode) {
        guard features.contains(.preservedValues) else { return }
        for attribute in model.attributes where attribute.declared.isSet("preserve") {
            guard let flag = attribute.declared.flags["preserve"] else { continue }
            if isUsable(.attribute(attribute), as: .preserve, at: flag.location) {
                model.preserved.append(attribute.name)
            }
        }
        for name in usable(model.declared.preserve, of: model, as: .preserve) ?? []
        where !model.preserved.contains(name) {
            model.preserved.append(name)
        }
    }

    enum Use: String {
        case unique, index, preserve
    }

    /// The names, where each is a property that can be used so; nil where one is not.
    private func usable(_ names: [Located<String>], of model: ModelNode, as use: Use) -> [String]? {
        var seen: Set<String> = []
        var isComplete = !names.isEmpty
        for name in names {
            guard let property = model.property(named: name.value) else {
                isComplete = false
                guard !model.mayHave(name.value) else { continue }
                problems.report(
                    .unknownProperty, "\(Escaping.quoted(model.name)) has no property \(Escaping.quoted(name.value))",
                    at: name.location,
                    suggestion: remark(onMember: name.value, of: model)
                        ?? Suggestions.didYouMean(name.value, among: model.propertyNames))
                continue
            }
            // Which one is meant of two properties of one name, cannot be said.
            guard model.isDeclaredOnce(name.value) else {
                isComplete = false
                continue
            }
            if !isUsable(property, as: use, at: name.location) { isComplete = false }
            if !seen.insert(name.value).inserted {
                isComplete = false
                problems.report(
                    .repeated, "\(Escaping.quoted(name.value)) stands twice in one list", at: name.location)
            }
        }
        return isComplete ? names.map(\.value) : nil
    }

    /// Names with a dot are thought to lead into a struct, or on to another model.
    private func remark(onMember name: String, of model: ModelNode) -> Suggestion? {
        guard let dot = name.firstIndex(of: "."), model.property(named: String(name[..<dot])) != nil else { return nil }
        return "only properties of the model itself can be named, not what they hold"
    }

    private func isUsable(_ property: PropertyNode, as use: Use, at location: Location) -> Bool {
        let fault: String?
        let name: String
        let place: Location
        switch property {
        case .attribute(let attribute):
            (name, place) = (attribute.name, attribute.declared.name.location)
            fault = self.fault(of: attribute, as: use)
        case .relationship(let relationship):
            (name, place) = (relationship.name, relationship.declared.name.location)
            // Where the type is unknown, so is everything else.
            fault = relationship.destination == nil ? nil : self.fault(of: relationship, as: use)
        }
        guard let fault else { return true }
        problems.report(
            .unusableProperty, "\(Escaping.quoted(name)) cannot be in '\(use.rawValue)': \(fault)", at: location,
            notes: [Problems.Note("it is declared here", at: place)])
        return false
    }

    private func fault(of attribute: AttributeNode, as use: Use) -> String? {
        if !attribute.isStored { return attribute.isTransient ? "it is transient" : "it is ephemeral" }
        if attribute.isExternal { return "it is stored externally" }
        switch (attribute.type, use) {
        case (.composite?, .unique), (.composite?, .index): return "it is a struct, which takes several columns"
        case (.codable?, .unique): return "one value can have several JSON texts"
        default: return nil
        }
    }

    private func fault(of relationship: RelationshipNode, as use: Use) -> String? {
        if use == .preserve { return "only attributes are preserved" }
        if relationship.isToMany { return "it is a to-many relationship" }
        if relationship.column == nil, let inverse = relationship.inverse {
            return "the link is kept in the rows of \(Escaping.quoted(inverse.owner.name)), where it is unique"
        }
        return nil
    }
}
