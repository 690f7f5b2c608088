import ModelSchema

extension SchemaSet {
    /// Compares neighbouring versions of a schema, from the lowest to the highest.
    func checkVersions(of schema: [SchemaResolver]) {
        guard let current = schema.last, schema.count > 1 else { return }
        for frozen in schema.dropLast() {
            frozen.require(
                .severalVersions, "the current one is \(current.version)", at: frozen.versionLocation)
        }
        for (old, new) in zip(schema, schema.dropFirst()) {
            for model in new.models { checkOriginalNames(of: model, old) }
            guard !problems.hasErrors else { continue }
            if old.assemble(isCurrent: false).description.fingerprint
                == new.assemble(isCurrent: false).description.fingerprint
            {
                problems.report(
                    .equalVersions,
                    "versions \(old.version) and \(new.version) of \(Escaping.quoted(new.name)) store the same",
                    at: new.versionLocation,
                    notes: [Problems.Note("the other one is declared here", at: old.versionLocation)])
            }
        }
    }

    private func checkOriginalNames(of model: ModelNode, _ old: SchemaResolver) {
        let name = model.declared.originalName ?? model.declared.name
        let predecessor = old.modelsByName[name.value]
        if let original = model.declared.originalName, predecessor == nil, !old.mayBeElsewhere(original.value) {
            problems.report(
                .unknownOriginalName, "version \(old.version) has no model \(Escaping.quoted(original.value))",
                at: original.location, suggestion: Suggestions.didYouMean(original.value, among: old.models.map(\.name))
            )
        }
        let originals =
            model.attributes.compactMap(\.declared.originalName)
            + model.relationships.compactMap(\.declared.originalName)
        for original in originals {
            guard let predecessor else {
                if model.declared.originalName == nil, !old.mayBeElsewhere(model.name) {
                    problems.report(
                        .unknownOriginalName,
                        "version \(old.version) has no model \(Escaping.quoted(model.name)), so nothing of it was renamed",
                        at: original.location)
                }
                continue
            }
            // A property may have moved up from an heir.
            let candidates = [predecessor] + predecessor.family
            guard !candidates.contains(where: { $0.property(named: original.value) != nil }) else { continue }
            problems.report(
                .unknownOriginalName,
                "version \(old.version) of \(Escaping.quoted(predecessor.name)) has no property \(Escaping.quoted(original.value))",
                at: original.location,
                suggestion: Suggestions.didYouMean(original.value, among: predecessor.propertyNames))
        }
    }
}
