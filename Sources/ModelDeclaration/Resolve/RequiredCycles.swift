import ModelSchema

extension SchemaResolver {
    /// Finds circles of required to-one relationships: each object would need another one first.
    ///
    /// A model can be made once all its required relationships have some model that can be made; what is left over at
    /// the end waits, directly or not, on a circle.
    func checkRequiredCycles() {
        var requirements: [ObjectIdentifier: [RelationshipNode]] = [:]
        var dependents: [ObjectIdentifier: [ModelNode]] = [:]
        for model in models {
            let required = model.lineage.flatMap(\.relationships).filter { $0.isRequired && $0.destination != nil }
            requirements[ObjectIdentifier(model)] = required
            for relationship in required {
                guard let destination = relationship.destination else { continue }
                for candidate in destination.family {
                    dependents[ObjectIdentifier(candidate), default: []].append(model)
                }
            }
        }
        var makeable: Set<ObjectIdentifier> = []
        let isMet = { (relationship: RelationshipNode) in
            let concrete = relationship.destination?.family.filter { !$0.declared.isAbstract } ?? []
            // Of an abstract model without heirs there are no objects yet; that is no circle.
            return concrete.isEmpty || concrete.contains { makeable.contains(ObjectIdentifier($0)) }
        }
        var waiting = models
        while let model = waiting.popLast() {
            let id = ObjectIdentifier(model)
            guard !makeable.contains(id), (requirements[id] ?? []).allSatisfy(isMet) else { continue }
            makeable.insert(id)
            waiting += dependents[id] ?? []
        }
        var told: Set<ObjectIdentifier> = makeable
        for model in models where !told.contains(ObjectIdentifier(model)) {
            var path: [(model: ModelNode, by: RelationshipNode)] = []
            var current = model
            while !told.contains(ObjectIdentifier(current)) {
                told.insert(ObjectIdentifier(current))
                let blocking = (requirements[ObjectIdentifier(current)] ?? []).first { !isMet($0) }
                guard let blocking, let destination = blocking.destination else { break }
                path.append((current, blocking))
                current = destination.family.first { !$0.declared.isAbstract } ?? destination
            }
            if let start = path.firstIndex(where: { $0.model === current }) { reportCycle(path[start...].map(\.by)) }
        }
    }

    private func reportCycle(_ circle: [RelationshipNode]) {
        let ordered = circle.sorted { $0.declared.name.location < $1.declared.name.location }
        guard let first = ordered.first else { return }
        let names = (circle + circle.prefix(1)).map { Escaping.quoted($0.owner.name) }.joined(separator: " → ")
        problems.report(
            .requiredCycle, "no first object can be made, since each requires another: \(names)",
            at: first.declared.type?.location ?? first.declared.name.location,
            notes: ordered.dropFirst().map {
                Problems.Note(
                    "\(Escaping.quoted($0.qualifiedName)) is required too",
                    at: $0.declared.type?.location ?? $0.declared.name.location)
            },
            suggestion: "make one of them optional: \"\(first.declared.type?.value ?? "")?\"")
    }
}
