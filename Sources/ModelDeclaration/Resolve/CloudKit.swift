import ModelSchema

extension SchemaResolver {
    /// What CloudKit cannot mirror.
    func checkCloudKit() {
        for model in models {
            for attribute in model.attributes where attribute.isStored && attribute.type != nil {
                if !attribute.isOptional, attribute.defaultValue == nil, attribute.declared.defaultValue == nil,
                    attribute.declared.isDefaultKnown
                {
                    refuse(
                        "\(Escaping.quoted(attribute.name)) is required and has no default",
                        attribute.declared.name.location,
                        "give it a default, or make it optional")
                }
                if let flag = attribute.declared.flags["unique"], flag.value {
                    refuse("nothing can be unique", flag.location, "remove 'unique'")
                }
            }
            for constraint in model.declared.unique {
                refuse("nothing can be unique", constraint.location, "remove it")
            }
            for relationship in model.relationships where relationship.destination != nil {
                let name = Escaping.quoted(relationship.name)
                let location = relationship.declared.name.location
                if relationship.isRequired { refuse("\(name) is required", location, "make it optional") }
                // What could not be read of the other model may be the inverse.
                if relationship.inverse == nil, !relationship.isFaulty,
                    relationship.destination?.isLineageKnown == true
                {
                    refuse("\(name) has no inverse", location, "declare one in the other model")
                }
                if let rule = relationship.declared.deleteRule, rule.value == .deny {
                    refuse("\(name) denies deletes", rule.location, "choose another rule")
                }
                if let count = relationship.declared.minCount, count.value > 0, relationship.isToMany {
                    refuse("\(name) requires objects", count.location, "remove 'minCount'")
                }
                if let ordered = relationship.declared.ordered, ordered.value {
                    refuse("\(name) is ordered", ordered.location, "keep the order in an attribute")
                }
            }
        }
    }

    private func refuse(_ what: String, _ location: Location, _ suggestion: Suggestion) {
        problems.report(.cloudKit, "under 'cloudKit': \(what)", at: location, suggestion: suggestion)
    }
}
