import ModelSchema

extension SchemaResolver {
    /// Finds each model's parent, and cuts the circles.
    func linkParents() {
        for model in models {
            guard let name = model.declared.inherits else { continue }
            if let parent = modelsByName[name.value] {
                model.inherit(from: parent)
            } else if typePlaces[name.value] != nil || StoredType.scalars[name.value] != nil {
                problems.report(
                    .unknownModel, "\(Escaping.quoted(name.value)) is no model, so nothing can inherit from it",
                    at: name.location)
            } else if !mayBeModelElsewhere(name.value) {
                problems.report(
                    .unknownModel, "there is no model \(Escaping.quoted(name.value))", at: name.location,
                    suggestion: Suggestions.didYouMean(name.value, among: models.map(\.name)))
            }
        }
        var settled: Set<ObjectIdentifier> = []
        for model in models {
            var path: [ModelNode] = []
            var onPath: Set<ObjectIdentifier> = []
            var next: ModelNode? = model
            while let current = next, !settled.contains(ObjectIdentifier(current)) {
                guard onPath.insert(ObjectIdentifier(current)).inserted else {
                    reportCycle(of: current)
                    break
                }
                path.append(current)
                next = current.parent
            }
            settled.formUnion(path.map(ObjectIdentifier.init))
        }
    }

    /// Tells of a circle once, at its model that stands first, and takes it apart.
    private func reportCycle(of model: ModelNode) {
        var circle = [model]
        while let parent = circle[circle.count - 1].parent, parent !== model { circle.append(parent) }
        let place = { (node: ModelNode) in node.declared.inherits?.location ?? node.declared.name.location }
        let first = circle.indices.min { place(circle[$0]) < place(circle[$1]) } ?? 0
        let ordered = Array(circle[first...] + circle[..<first])
        let names = (ordered + [ordered[0]]).map { Escaping.quoted($0.name) }.joined(separator: " → ")
        problems.report(
            .inheritanceCycle, "the model inherits from itself: \(names)", at: place(ordered[0]),
            notes: ordered.dropFirst().map { Problems.Note("\(Escaping.quoted($0.name)) inherits here", at: place($0)) }
        )
        for node in circle { node.disinherit() }
    }

    /// Makes a node of each property and checks the names, against inherited ones too.
    func registerProperties() {
        for model in models {
            model.attributes = model.declared.attributes.map { AttributeNode($0, owner: model) }
            model.relationships = model.declared.relationships.map { RelationshipNode($0, owner: model) }
        }
        for root in models where root.parent == nil { checkNames(in: root) }
        for model in models { checkConformances(of: model) }
    }

    private func checkConformances(of model: ModelNode) {
        var places: [String: Location] = [:]
        for ancestor in model.lineage.dropFirst() {
            for conformance in ancestor.declared.conformances { places[conformance.value] = conformance.location }
        }
        for conformance in model.declared.conformances {
            let name = Escaping.quoted(conformance.value)
            guard TypeName.isValid(conformance.value) else {
                problems.report(
                    .protocolName, "\(name) is no name of a protocol", at: conformance.location,
                    suggestion: conformance.value.contains("&")
                        ? "list them one by one" : conformance.value.withoutMarks.map { .write(text: $0) })
                continue
            }
            if let kind = declaredKind(of: conformance.value) {
                problems.report(
                    .protocolName, "\(name) is \(kind), not a protocol", at: conformance.location,
                    suggestion: kind == "a model" && conformance.value != model.name
                        ? "a parent is named by 'inherits'" : nil)
            } else if ReservedNames.isNoProtocol(conformance.value) {
                problems.report(.protocolName, "\(name) is no protocol of a model", at: conformance.location)
            } else if ReservedNames.modelProtocols.contains(conformance.value) {
                problems.report(
                    .repeated, "every model conforms to \(name)", at: conformance.location,
                    suggestion: "remove it")
            } else if let first = places[conformance.value] {
                problems.report(
                    .repeated, "\(Escaping.quoted(model.name)) conforms to \(name) already", at: conformance.location,
                    notes: [Problems.Note("it says so here", at: first)])
            }
            places[conformance.value] = places[conformance.value] ?? conformance.location
        }
    }

    /// What the schema declares under a name; nil where that is nothing.
    private func declaredKind(of name: String) -> String? {
        if modelsByName[name] != nil { return "a model" }
        if enumsByName[name] != nil { return "an enum" }
        if structsByName[name] != nil { return "a struct" }
        return typePlaces[name] == nil ? nil : "an actor"
    }

    /// Walks down a hierarchy with the names that are taken so far.
    private func checkNames(in root: ModelNode) {
        var waiting: [(model: ModelNode, taken: [String: (owner: String, location: Location)])] = [(root, [:])]
        while let (model, inherited) = waiting.popLast() {
            var taken = inherited
            let names = model.attributes.map(\.declared.name) + model.relationships.map(\.declared.name)
            for name in names.sorted(by: { $0.location < $1.location }) where !name.value.isEmpty {
                // What is no identifier has been reported as that.
                if let fault = ReservedNames.propertyFault(name.value), Identifier.isValid(name.value) {
                    problems.report(
                        .reservedPropertyName, "no property can be called \(Escaping.quoted(name.value)): \(fault)",
                        at: name.location)
                }
                guard let first = taken[name.value] else {
                    taken[name.value] = (model.name, name.location)
                    continue
                }
                let verb = first.owner == model.name ? "has" : "inherits"
                problems.report(
                    .duplicateProperty,
                    "\(Escaping.quoted(model.name)) \(verb) a property \(Escaping.quoted(name.value)) already"
                        + name.value.compositionRemark(in: taken.keys),
                    at: name.location, notes: [Problems.Note("it is declared here", at: first.location)])
            }
            for heir in model.heirs { waiting.append((heir, taken)) }
        }
    }
}
