import ModelSchema

extension SchemaSet {
    /// Compares neighbouring versions of a schema, from the lowest to the highest.
    func checkVersions(of schema: [SchemaResolver]) {
        for (index, version) in schema.enumerated() {
            checkMigrations(of: version, from: index == 0 ? nil : schema[index - 1])
        }
        guard let current = schema.last, schema.count > 1 else { return }
        for frozen in schema.dropLast() {
            frozen.require(
                .severalVersions, "the current one is \(current.version)", at: frozen.versionLocation)
        }
        for (old, new) in zip(schema, schema.dropFirst()) {
            checkRepeatedOriginals(new)
            for model in new.models { checkOriginalNames(of: model, old) }
            guard !problems.hasErrors else { continue }
            let (before, now) = (old.assemble(isCurrent: false), new.assemble(isCurrent: false))
            let hasOneShape = before.description.fingerprint == now.description.fingerprint
            guard hasOneShape || new === current else { continue }
            let step = VersionStep(from: before, to: now, asked: now.migration)
            if hasOneShape, step.changes.isEmpty, step.isLightweight {
                problems.report(
                    .equalVersions,
                    "versions \(old.version) and \(new.version) of \(Escaping.quoted(new.name)) store the same",
                    at: new.versionLocation,
                    notes: [Problems.Note("the other one is declared here", at: old.versionLocation)])
            }
            // What older versions did is done.
            if new === current { askForRenames(step.proposals, of: new, since: old) }
        }
    }

    /// What has another name is gone and new, unless somebody says otherwise: nothing is dropped without a question.
    private func askForRenames(_ proposals: [RenameProposal], of new: SchemaResolver, since old: SchemaResolver) {
        for proposal in proposals {
            let model = new.modelsByName[proposal.model ?? proposal.to]
            let place: Location?
            let (before, now): (String, String)
            if let owner = proposal.model {
                place = model?.property(named: proposal.to)?.nameLocation
                (before, now) = ("\(owner).\(proposal.from)", "\(owner).\(proposal.to)")
            } else {
                place = model?.declared.name.location
                (before, now) = (proposal.from, proposal.to)
            }
            guard let place else { continue }
            problems.report(
                .likelyRename,
                "\(Escaping.quoted(before)) of version \(old.version) is gone and \(Escaping.quoted(now)) is new: "
                    + "has it been renamed?",
                at: place,
                suggestion: Suggestion(
                    "write \"originalName\": \(JSONText.string(proposal.from).oneLine) to keep its data, or "
                        + "\"originalName\": null if it is new and the data goes"))
        }
    }

    /// A version says what the step from the one before it needs, and each thing once.
    private func checkMigrations(of new: SchemaResolver, from old: SchemaResolver?) {
        var places: [String: Location] = [:]
        func once(_ what: String, at location: Location) {
            guard let first = places.updateValue(places[what] ?? location, forKey: what) else { return }
            problems.report(
                .repeated, "\(what) is there twice", at: location, notes: [Problems.Note("it is here first", at: first)]
            )
        }
        let migrations = new.documents.flatMap(\.migrations)
        for other in migrations.dropFirst() {
            problems.report(
                .migration, "'migrations' has one object, which says all of the step to a version",
                at: other.location,
                notes: migrations.prefix(1).map { Problems.Note("it is here", at: $0.location) },
                suggestion: "put what this one says into that one")
        }
        for migration in migrations.prefix(1) {
            guard let from = migration.from else { continue }
            guard let old else {
                // A document that could not be read, or put to a schema, may declare it.
                guard !new.isIncomplete, strays.isEmpty else { continue }
                problems.report(
                    .migrationFromNowhere,
                    "no document declares a version of \(Escaping.quoted(new.name)) before \(new.version)",
                    at: from.location)
                continue
            }
            guard from.value == old.version else {
                problems.report(
                    .migration, "the version before \(new.version) is \(old.version), not \(from.value)",
                    at: from.location, suggestion: .write(text: old.version.description))
                continue
            }
            if let flag = migration.willMigrate, flag.value { once("'willMigrate'", at: flag.location) }
            if let flag = migration.didMigrate, flag.value { once("'didMigrate'", at: flag.location) }
            for step in migration.steps {
                once("the step of \(Escaping.quoted(step.value))", at: step.location)
                if let model = old.modelsByName[step.value] {
                    guard model.declared.isAbstract else { continue }
                    problems.report(
                        .migration, "\(Escaping.quoted(step.value)) is abstract: there are objects of its heirs only",
                        at: step.location,
                        suggestion:
                            "name the heirs: \(model.family.filter { !$0.declared.isAbstract }.map(\.name).joined(separator: ", "))"
                    )
                } else if !old.mayBeModelElsewhere(step.value) {
                    problems.report(
                        .migration, "version \(old.version) has no model \(Escaping.quoted(step.value))",
                        at: step.location,
                        suggestion: Suggestions.didYouMean(step.value, among: old.models.map(\.name)))
                }
            }
        }
    }

    /// One thing of the old version goes on as one of the new: of two that claim it the second would begin empty.
    private func checkRepeatedOriginals(_ new: SchemaResolver) {
        func once(_ names: [(original: Located<String>?, name: String)], _ what: String) {
            var first: [String: (name: String, location: Location)] = [:]
            for (original, name) in names {
                guard let original else { continue }
                if let taken = first[original.value] {
                    problems.report(
                        .repeated,
                        "the \(what) \(Escaping.quoted(original.value)) goes on as \(Escaping.quoted(taken.name)) already",
                        at: original.location, notes: [Problems.Note("it says so here", at: taken.location)])
                } else {
                    first[original.value] = (name, original.location)
                }
            }
        }
        once(new.models.map { ($0.declared.originalName, $0.name) }, "model")
        for model in new.models {
            once(
                model.attributes.map { ($0.declared.originalName, $0.name) }
                    + model.relationships.map { ($0.declared.originalName, $0.name) }, "property")
        }
    }

    private func checkOriginalNames(of model: ModelNode, _ old: SchemaResolver) {
        let name = model.declared.originalName ?? model.declared.name
        let predecessor = old.modelsByName[name.value]
        if let original = model.declared.originalName, predecessor == nil, !old.mayBeModelElsewhere(original.value) {
            problems.report(
                .unknownOriginalName, "version \(old.version) has no model \(Escaping.quoted(original.value))",
                at: original.location, suggestion: Suggestions.didYouMean(original.value, among: old.models.map(\.name))
            )
        }
        let originals =
            model.attributes.compactMap(\.declared.originalName)
            + model.relationships.compactMap(\.declared.originalName)
        // What a new parent has may have been its heirs' before.
        let inherited = predecessor == nil ? predecessors(ofHeirsOf: model, old) : []
        for original in originals {
            guard let predecessor = predecessor ?? inherited.first else {
                if model.declared.originalName == nil, !old.mayBeModelElsewhere(model.name) {
                    problems.report(
                        .unknownOriginalName,
                        "version \(old.version) has no model \(Escaping.quoted(model.name)), so nothing of it was renamed",
                        at: original.location,
                        suggestion:
                            "if \(Escaping.quoted(model.name)) was called otherwise, say so: its own \"originalName\"")
                }
                continue
            }
            // A property may have moved up from an heir.
            let candidates = [predecessor] + predecessor.family + inherited
            guard
                !candidates.contains(where: { $0.property(named: original.value) != nil || $0.mayHave(original.value) })
            else { continue }
            problems.report(
                .unknownOriginalName,
                "version \(old.version) of \(Escaping.quoted(predecessor.name)) has no property \(Escaping.quoted(original.value))",
                at: original.location,
                suggestion: Suggestions.didYouMean(original.value, among: predecessor.propertyNames))
        }
    }

    private func predecessors(ofHeirsOf model: ModelNode, _ old: SchemaResolver) -> [ModelNode] {
        model.family.dropFirst().compactMap { heir in
            old.modelsByName[(heir.declared.originalName ?? heir.declared.name).value]
        }
    }
}
