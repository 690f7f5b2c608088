import ModelSchema

extension SchemaResolver {
    /// Reads the types of relationships: which model, how many.
    func resolveRelationships() {
        for model in models {
            for relationship in model.relationships {
                resolve(relationship)
                checkCounts(of: relationship)
            }
        }
    }

    private func resolve(_ relationship: RelationshipNode) {
        guard let text = relationship.declared.type, let syntax = parse(text) else { return }
        let (wrapped, isOptional) = syntax.unwrapped
        let name: String
        switch wrapped {
        case .named(let model):
            name = model
            relationship.isOptional = isOptional || relationship.declared.saysOptional
        case .array(.named(let model)):
            name = model
            relationship.isToMany = true
            relationship.isOptionalToMany = isOptional
        case .set(.named(let model)), .array(.optional(.named(let model))):
            problems.report(
                .relationshipType, "a to-many relationship is spelled [Model]", at: text.location,
                suggestion: .write(text: "[\(model)]"))
            return
        default:
            problems.report(
                .relationshipType, "the type of a relationship is Model, Model?, [Model] or [Model]?", at: text.location
            )
            return
        }
        if let model = modelsByName[name] {
            relationship.destination = model
        } else if typePlaces[name] != nil || StoredType.scalars[name] != nil {
            problems.report(
                .relationshipType, "\(Escaping.quoted(name)) is no model, so it cannot be related to",
                at: text.location,
                suggestion: "declare \(Escaping.quoted(relationship.name)) under 'attributes'")
        } else if !mayBeModelElsewhere(name) {
            problems.report(
                .unknownModel, "there is no model \(Escaping.quoted(name))", at: text.location,
                suggestion: Suggestions.didYouMean(name, among: models.map(\.name)))
        }
    }

    private func checkCounts(of relationship: RelationshipNode) {
        let declared = relationship.declared
        if !relationship.isToMany, relationship.destination != nil {
            for (count, key) in [(declared.minCount, "minCount"), (declared.maxCount, "maxCount")] {
                guard let count else { continue }
                problems.report(
                    .toManyOnly, "'\(key)' is for to-many relationships", at: count.location,
                    suggestion: "a to-one is required, or optional with '?'; the type of a to-many is a list")
            }
            if let ordered = declared.ordered, ordered.value {
                problems.report(
                    .toManyOnly, "'ordered' is for to-many relationships", at: ordered.location,
                    suggestion: "the type of a to-many is a list; remove 'ordered' from a to-one")
            }
        } else if let max = declared.maxCount, max.value == 0 {
            problems.report(
                .toManyOnly, "'maxCount' of \(Escaping.quoted(relationship.name)) is 0: there could be no objects",
                at: max.location, suggestion: "leave it out where there is no bound")
        } else if let min = declared.minCount, let max = declared.maxCount, min.value > max.value {
            problems.report(
                .toManyOnly, "'minCount' of \(Escaping.quoted(relationship.name)) is greater than 'maxCount'",
                at: max.location)
        }
    }
}
