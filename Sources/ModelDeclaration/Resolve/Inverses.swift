import ModelSchema

extension SchemaResolver {
    /// Pairs relationships: first those that name each other, then those that name one that is silent, then by inference.
    func pairInverses() {
        let all = models.flatMap(\.relationships).sorted { $0.declared.name.location < $1.declared.name.location }
        var named: [(RelationshipNode, RelationshipNode, Located<String>)] = []
        for relationship in all {
            if !relationship.declared.isInverseKnown { relationship.isFaulty = true }
            guard case .named(let name)? = relationship.declared.inverse else { continue }
            guard let other = find(name, for: relationship) else {
                relationship.isFaulty = true
                continue
            }
            named.append((relationship, other, name))
        }
        for (relationship, other, name) in named where other.names(relationship) { pair(relationship, other, name) }
        for (relationship, other, name) in named where !other.names(relationship) { pair(relationship, other, name) }
        infer(among: all)
    }

    /// The property that a relationship names as its inverse, if it can be that.
    private func find(_ name: Located<String>, for relationship: RelationshipNode) -> RelationshipNode? {
        guard let destination = relationship.destination else { return nil }
        guard case .relationship(let other)? = destination.property(named: name.value) else {
            if case .attribute(let attribute)? = destination.property(named: name.value) {
                // A link that is declared as an attribute has been reported there.
                guard attribute.type != nil else { return nil }
                problems.report(
                    .unknownInverse,
                    "\(Escaping.quoted("\(destination.name).\(name.value)")) is an attribute, so it cannot look back",
                    at: name.location,
                    notes: [Problems.Note("it is declared here", at: attribute.declared.name.location)])
            } else if !destination.mayHave(name.value) {
                let names = destination.lineage.flatMap(\.relationships).map(\.name)
                // As Swift would name it: `Item.trip`, `\Item.trip`.
                let last = name.value.split(separator: ".").last.map(String.init)
                let qualified: Suggestion? = last.flatMap { names.contains($0) ? .write(text: $0) : nil }
                problems.report(
                    .unknownInverse,
                    "\(Escaping.quoted(destination.name)) has no relationship \(Escaping.quoted(name.value))",
                    at: name.location, suggestion: qualified ?? Suggestions.didYouMean(name.value, among: names))
            }
            return nil
        }
        // Where the other side's type is unknown there is nothing to compare with.
        guard let target = other.destination else { return nil }
        guard other.owner === destination else {
            problems.report(
                .inversePlace,
                """
                \(Escaping.quoted(other.qualifiedName)) cannot be the inverse, since not every \
                \(Escaping.quoted(other.owner.name)) is a \(Escaping.quoted(destination.name))
                """, at: name.location, notes: [Problems.Note("it is declared here", at: other.declared.name.location)],
                suggestion:
                    "make the type \(Escaping.quoted(other.owner.name)), or declare it in \(Escaping.quoted(destination.name))"
            )
            return nil
        }
        guard target === relationship.owner else {
            // The one that is named in an heir's place tells of it, if it names this one.
            if target.lineage.contains(where: { $0 === relationship.owner }), other.names(relationship) { return nil }
            problems.report(
                .inversePlace,
                """
                \(Escaping.quoted(other.qualifiedName)) points to \(Escaping.quoted(target.name)), \
                not to \(Escaping.quoted(relationship.owner.name))
                """, at: name.location,
                notes: [
                    Problems.Note(
                        "it is declared here", at: other.declared.type?.location ?? other.declared.name.location)
                ])
            return nil
        }
        return other
    }

    private func pair(_ relationship: RelationshipNode, _ other: RelationshipNode, _ name: Located<String>) {
        if relationship.inverse === other { return }
        relationship.isFaulty = true
        switch other.declared.inverse {
        case .none(let location)?:
            return problems.report(
                .inverseContradiction,
                "\(Escaping.quoted(other.qualifiedName)) is declared to have no inverse", at: name.location,
                notes: [Problems.Note("it says so here", at: location)])
        case .named(let claim)? where !other.names(relationship):
            // A name that is none is reported at its own place.
            if let target = other.destination, target.property(named: claim.value) == nil { return }
            return problems.report(
                .inverseContradiction,
                "\(Escaping.quoted(other.qualifiedName)) looks back to \(Escaping.quoted(claim.value)), not to \(Escaping.quoted(relationship.name))",
                at: name.location, notes: [Problems.Note("it says so here", at: claim.location)])
        default: break
        }
        if let rival = other.inverse {
            return problems.report(
                .inverseContradiction,
                "\(Escaping.quoted(other.qualifiedName)) is the inverse of \(Escaping.quoted(rival.name)) already",
                at: name.location, notes: [Problems.Note("it is claimed here", at: rival.inverseLocation)],
                suggestion: "name another one, or write null where nothing looks back")
        }
        if relationship === other { require(.ownInverses, "'\(relationship.name)'", at: name.location) }
        relationship.isFaulty = false
        relationship.inverse = other
        other.inverse = relationship
    }

    /// Pairs what says nothing, where exactly one property on each side fits.
    private func infer(among relationships: [RelationshipNode]) {
        var open: [String: [RelationshipNode]] = [:]
        let silent = relationships.filter {
            $0.inverse == nil && $0.declared.inverse == nil && $0.destination != nil && !$0.isFaulty
        }
        let key = { (from: ModelNode, to: ModelNode) in "\(from.name)\u{1F}\(to.name)" }
        for relationship in silent {
            guard let destination = relationship.destination else { continue }
            open[key(relationship.owner, destination), default: []].append(relationship)
        }
        var told: Set<String> = []
        for relationship in silent where relationship.inverse == nil {
            guard let destination = relationship.destination else { continue }
            let back = key(destination, relationship.owner)
            let candidates = (open[back] ?? []).filter { $0 !== relationship }
            guard !candidates.isEmpty, !told.contains(back) else { continue }
            let rivals = (open[key(relationship.owner, destination)] ?? []).filter { $0 !== candidates[0] }
            if candidates.count == 1, rivals.count == 1 {
                relationship.inverse = candidates[0]
                candidates[0].inverse = relationship
            } else if candidates.count > 1 {
                told.formUnion([back, key(relationship.owner, destination)])
                problems.report(
                    .ambiguousInverse,
                    "\(Escaping.quoted(relationship.name)) has several possible inverses in \(Escaping.quoted(destination.name))",
                    at: relationship.declared.name.location,
                    notes: candidates.map {
                        Problems.Note("\(Escaping.quoted($0.name)) is one", at: $0.declared.name.location)
                    },
                    suggestion: "add \"inverse\": \"\(candidates[0].name)\", or \"inverse\": null for none")
            }
        }
    }
}

extension RelationshipNode {
    fileprivate func names(_ other: RelationshipNode) -> Bool {
        guard case .named(let name)? = declared.inverse else { return false }
        return name.value == other.name
    }

    fileprivate var inverseLocation: Location {
        guard case .named(let name)? = declared.inverse else { return declared.name.location }
        return name.location
    }
}
