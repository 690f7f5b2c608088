import ModelSchema

extension SchemaResolver {
    /// Warns where a delete would have to take away what is required.
    func checkDeleteRules() {
        for relationship in models.flatMap(\.relationships) {
            guard relationship.declared.isDeleteRuleKnown, relationship.deleteRule == .nullify,
                let inverse = relationship.inverse, inverse.isRequired
            else { continue }
            let owner = Escaping.quoted(relationship.owner.name)
            problems.report(
                .nullifyRequired,
                """
                deleting a \(owner) cannot clear \(Escaping.quoted(inverse.qualifiedName)), which is required: \
                the save would fail
                """, at: relationship.declared.deleteRule?.location ?? relationship.declared.name.location,
                notes: [
                    Problems.Note(
                        "it is required here", at: inverse.declared.type?.location ?? inverse.declared.name.location)
                ],
                suggestion:
                    "set \"deleteRule\" to \"cascade\" or \"deny\", or make \(Escaping.quoted(inverse.qualifiedName)) optional"
            )
        }
    }
}
