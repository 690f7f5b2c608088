/// Renames that nothing confirms: something is gone, and something like it is new.
extension Differ {
    /// Beyond so many pairs nobody reads proposals, and comparing each with each takes long.
    private static let pairLimit = 20_000
    /// From here on names are alike.
    private static let likeness = 0.4
    /// From here on they are where what is stored is of another kind.
    private static let unlikeKindLikeness = 0.5

    /// Pairs what went with what came, the likest first, each once.
    ///
    /// - Returns: For each thing that went the position of what it may be now, in the order of the former.
    private func pair(
        _ lost: Int, _ added: Int, _ score: (_ lost: Int, _ added: Int) -> Double?
    ) -> [(lost: Int, added: Int)] {
        guard lost > 0, added > 0, lost * added <= Self.pairLimit else { return [] }
        var scores: [(score: Double, lost: Int, added: Int)] = []
        for one in 0..<lost {
            for other in 0..<added { if let score = score(one, other) { scores.append((score, one, other)) } }
        }
        scores.sort { ($1.score, $0.lost, $0.added) < ($0.score, $1.lost, $1.added) }
        var (usedLost, usedAdded): (Set<Int>, Set<Int>) = ([], [])
        var pairs: [(lost: Int, added: Int)] = []
        for item in scores where !usedLost.contains(item.lost) && !usedAdded.contains(item.added) {
            usedLost.insert(item.lost)
            usedAdded.insert(item.added)
            pairs.append((item.lost, item.added))
        }
        return pairs.sorted { $0.lost < $1.lost }
    }

    // MARK: Properties

    /// - Parameters:
    ///   - lost: What is gone from a model, and was its own or an heir's alone.
    ///   - added: What is new in it.
    mutating func proposeRenames(
        _ lost: [SchemaMapping.Property], _ added: [SchemaMapping.Property], _ model: ModelDescription
    ) {
        // A property may be a new parent's.
        let lineage = mapping.newLineage(of: model)
        let added = added.filter { property in
            !lineage.contains { newOnPurpose.contains("\($0.name).\(property.name)") }
        }
        proposals += propose(lost, added, model) { before, now, similarity in
            guard let kinship = kinship(before, now) else { return similarity >= Self.unlikeKindLikeness }
            // The only one of its kind that went, and the only one that came, may be called anything.
            let isOnlyOne =
                kinship == .same && lost.filter { self.kinship($0, now) == .same }.count == 1
                && added.filter { self.kinship(before, $0) == .same }.count == 1
            return isOnlyOne || similarity >= Self.likeness
        }
        // What has moved within the hierarchy, and is called otherwise there, is told by its name only.
        proposals += propose(lost, inheritedNews(of: model), model) { before, now, similarity in
            similarity >= (kinship(before, now) == nil ? Self.unlikeKindLikeness : Self.likeness)
        }
        proposals += propose(inheritedLosses(of: model), added, model) { before, now, similarity in
            similarity >= (kinship(before, now) == nil ? Self.unlikeKindLikeness : Self.likeness)
        }
    }

    private func propose(
        _ lost: [SchemaMapping.Property], _ added: [SchemaMapping.Property], _ model: ModelDescription,
        if isAlike: (_ before: SchemaMapping.Property, _ now: SchemaMapping.Property, _ similarity: Double) -> Bool
    ) -> [RenameProposal] {
        let family = Set(mapping.newLineage(of: model).map(\.name))
        let told = proposals.filter { $0.model.map(family.contains) ?? false }
        let lost = lost.filter { property in !told.contains { $0.from == property.name } }
        let added = added.filter { property in !told.contains { $0.model == model.name && $0.to == property.name } }
        let pairs = pair(lost.count, added.count) { one, other in
            let (before, now) = (lost[one], added[other])
            let similarity = Similarity.of(before.name, now.name)
            guard isAlike(before, now, similarity) else { return nil }
            let kinship = kinship(before, now)
            return similarity + (kinship == .same ? 0.2 : kinship == nil ? -0.2 : 0)
                + (before.isOptional == now.isOptional ? 0.05 : 0)
        }
        return pairs.map { RenameProposal(model: model.name, from: lost[$0.lost].name, to: added[$0.added].name) }
    }

    /// What a model has newly from parents that were there before.
    private func inheritedNews(of model: ModelDescription) -> [SchemaMapping.Property] {
        let origins = mapping.origins(in: model)
        return mapping.newLineage(of: model).dropFirst().filter { mapping.predecessor(of: $0) != nil }
            .flatMap { parent in
                parent.attributes.filter(\.isStored).map { SchemaMapping.Property.attribute($0, owner: parent.name) }
                    + parent.orderedRelationships.map { .relationship($0, owner: parent.name) }
            }
            .filter { property in
                origins[property.name] == nil && !newOnPurpose.contains("\(property.owner).\(property.name)")
            }
    }

    /// What a model has no more because its parents lost it.
    private func inheritedLosses(of model: ModelDescription) -> [SchemaMapping.Property] {
        guard let predecessor = mapping.predecessor(of: model) else { return [] }
        return mapping.lost(in: predecessor).filter { $0.owner != predecessor.name }
    }

    private enum Kinship { case same, related }

    /// Whether two properties hold the same kind of thing; whether it is optional does not matter.
    private func kinship(_ before: SchemaMapping.Property, _ now: SchemaMapping.Property) -> Kinship? {
        switch (before, now) {
        case (.attribute(let before, _), .attribute(let now, _)):
            if before.type == now.type { return .same }
            return before.type.family == now.type.family ? .related : nil
        case (.relationship(let before, _), .relationship(let now, _)):
            guard mapping.covers(before.destination, now.destination) else { return nil }
            return before.isToMany == now.isToMany ? .same : .related
        default: return nil
        }
    }

    // MARK: Models

    mutating func proposeRenames(_ removed: [ModelDescription], _ added: [ModelDescription]) {
        let added = added.filter { !newOnPurpose.contains($0.name) }
        let pairs = pair(removed.count, added.count) { Self.likeness(removed[$0], added[$1]) }
        for pair in pairs {
            proposals.append(RenameProposal(model: nil, from: removed[pair.lost].name, to: added[pair.added].name))
        }
    }

    /// How much two models are alike, by what they are made of: equal names count whole, and of the rest what has the same
    /// type, more where its name is alike; nil where it is too little to speak of.
    private static func likeness(_ left: ModelDescription, _ right: ModelDescription) -> Double? {
        let nameLikeness = Similarity.of(left.name, right.name)
        var (one, other) = (left.signatures, right.signatures)
        let count = Double(max(one.count, other.count))
        guard count > 0 else { return nameLikeness >= likeness ? nameLikeness : nil }
        let common = Set(one.map(\.name)).intersection(other.map(\.name))
        one.removeAll { common.contains($0.name) }
        other.removeAll { common.contains($0.name) }
        var matched = common.count
        var weight = Double(common.count)
        for property in one {
            let twins = other.indices.filter { other[$0].type == property.type }
            let best = twins.max {
                Similarity.of(property.name, other[$0].name) < Similarity.of(property.name, other[$1].name)
            }
            guard let best else { continue }
            matched += 1
            weight += Similarity.of(property.name, other[best].name) >= likeness ? 0.8 : 0.6
            other.remove(at: best)
        }
        let score = weight / count
        guard score >= 0.6 else { return nil }
        // One value of a common type makes nothing alike.
        let isTold = Double(common.count) / count >= 0.6 || matched >= 2 || nameLikeness >= likeness
        return isTold ? score + 0.3 * nameLikeness : nil
    }
}

extension ModelDescription {
    /// What a property is, as far as it is recognized under another name.
    fileprivate struct Signature {
        var name: String
        var type: String
    }

    fileprivate var signatures: [Signature] {
        attributes.filter(\.isStored).map { Signature(name: $0.name, type: $0.type.name) }
            + relationships.map {
                let destination = $0.destination == name ? "" : $0.destination
                return Signature(name: $0.name, type: ($0.isToMany ? "→→ " : "→ ") + destination)
            }
    }
}

extension SchemaMapping.Property {
    fileprivate var isOptional: Bool {
        switch self {
        case .attribute(let attribute, _): attribute.isOptional
        case .relationship(let relationship, _): relationship.isOptional
        }
    }
}

extension StoredType {
    fileprivate enum Family { case number, text, bool, date, data, uuid, composite, json, list }

    /// What holds the same kind of thing.
    fileprivate var family: Family {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .float, .double, .decimal:
            .number
        case .string, .url: .text
        case .bool: .bool
        case .date: .date
        case .data: .data
        case .uuid: .uuid
        case .composite: .composite
        case .codable: .json
        case .rawValue(_, let raw): raw.family
        case .array, .set, .dictionary: .list
        }
    }
}
