// What is wrong with a model or its parent.

extension DiagnosticRule {
    static let modelRules: [DiagnosticRule] = [
        .unknownModel, .inheritanceCycle, .inheritedTable,
    ]

    static let unknownModel = DiagnosticRule(
        "MG0601", .error, "There is no such model",
        #"""
        Relationships and "inherits" name a model of the same schema.

            { "name": "items", "type": "[Itme]" }

        The message names the nearest one.
        """#)

    static let inheritanceCycle = DiagnosticRule(
        "MG0602", .error, "A model inherits from itself",
        #"""
            { "name": "A", "inherits": "B" }, { "name": "B", "inherits": "A" }

        Cut the circle where it does not belong.
        """#)

    static let inheritedTable = DiagnosticRule(
        "MG0603", .error, "A model that inherits has no table of its own",
        #"""
        A table holds the objects of a whole hierarchy, so that a fetch of the parent reads one table.

        Declare "table" in the topmost model only.
        """#)
}
