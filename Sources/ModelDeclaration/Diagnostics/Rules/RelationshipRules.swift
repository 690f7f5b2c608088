// What is wrong with a relationship.

extension DiagnosticRule {
    static let relationshipRules: [DiagnosticRule] = [
        .relationshipType, .unknownInverse, .inversePlace, .inverseContradiction, .ambiguousInverse, .requiredCycle,
        .toManyOnly, .nullifyRequired,
    ]

    static let relationshipType = DiagnosticRule(
        "MG0701", .error, "Not the type of a relationship",
        #"""
        A relationship's type is Other, Other?, [Other] or [Other]?, where Other is a model.

            { "name": "items", "type": "Set<Item>" }

        Write "[Item]": to-many relationships hold each object once.
        """#)

    static let unknownInverse = DiagnosticRule(
        "MG0702", .error, "There is no such inverse",
        #"""
        "inverse" names the relationship of the other model that looks back.

            { "name": "items", "type": "[Item]", "inverse": "tirp" }

        The message names the nearest one. Write null if the relationship is one-way on purpose.
        """#)

    static let inversePlace = DiagnosticRule(
        "MG0703", .error, "The inverse does not point back",
        #"""
        Two relationships are inverse to one another if each is of the other's model, exactly: if every
        object that one side may hold has the other side.

            Trip:  { "name": "items", "type": "[Item]", "inverse": "journey" }
            Item:  { "name": "journey", "type": "Journey?" }

        Name the relationship whose type is Trip.
        """#)

    static let inverseContradiction = DiagnosticRule(
        "MG0704", .error, "The inverse is another's, or none's",
        #"""
        Each relationship has at most one inverse, and both sides must agree where both say something.

            Trip:  { "name": "items", "type": "[Item]", "inverse": "trip" }
            Item:  { "name": "trip", "type": "Trip?", "inverse": "extras" }

        It is enough to name the inverse on one side.
        """#)

    static let ambiguousInverse = DiagnosticRule(
        "MG0705", .error, "The inverse is ambiguous",
        #"""
        An inverse is inferred where exactly one property on each side fits.

            Trip:  { "name": "items", "type": "[Item]" }
            Item:  { "name": "trip", "type": "Trip?" }, { "name": "nextTrip", "type": "Trip?" }

        Say which one it is with "inverse", or null for none.
        """#)

    static let requiredCycle = DiagnosticRule(
        "MG0706", .error, "Required relationships in a circle",
        #"""
        An object cannot be made before the ones it requires.

            Passport: { "name": "holder", "type": "Person" }
            Person:   { "name": "passport", "type": "Passport" }

        Make one of them optional.
        """#)

    static let toManyOnly = DiagnosticRule(
        "MG0707", .error, "For to-many relationships only",
        #"""
        "minCount", "maxCount" and "ordered" are about many objects; the least is not greater than the
        greatest.

        A to-one relationship is required or, with ?, optional.
        """#)

    static let nullifyRequired = DiagnosticRule(
        "MG0708", .warning, "A delete would clear what is required",
        #"""
        The rule "nullify", which is also the default, clears the other side's link when an object goes.
        Where that is required the save of such a delete fails.

            Trip:  { "name": "items", "type": "[Item]", "inverse": "trip" }
            Item:  { "name": "trip", "type": "Trip" }

        Choose "cascade" or "deny", or make Item.trip optional.
        """#)
}
