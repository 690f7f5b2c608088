// What is wrong with a list of properties.

extension DiagnosticRule {
    static let constraintRules: [DiagnosticRule] = [
        .unknownProperty, .unusableProperty, .repeated, .indexOrder, .indexCondition,
    ]

    static let unknownProperty = DiagnosticRule(
        "MG0801", .error, "There is no such property",
        #"""
        "unique", "index" and "preserve" name properties of the model or of those it inherits from.

            "unique": [["nmae"]]

        The message names the nearest one.
        """#)

    static let unusableProperty = DiagnosticRule(
        "MG0802", .error, "The property cannot be used here",
        #"""
        Only what has one column in the model's own table can be unique or indexed: nothing transient,
        external or to-many, no struct. "preserve" takes stored attributes.
        """#)

    static let repeated = DiagnosticRule(
        "MG0803", .error, "Something is said twice",
        #"""
        The same property twice in one list, the same constraint, index or protocol again, an element twice in
        the default of a set: it costs and changes nothing. Two names that both go on from one old name: only
        one of them can.

        Remove one of the two.
        """#)

    static let indexOrder = DiagnosticRule(
        "MG0804", .error, "'order' does not fit 'on'",
        #"""
        "order" has one entry for each property.

            { "on": ["a", "b"], "order": ["ascending"] }

        Add the missing ones, or leave "order" out.
        """#)

    static let indexCondition = DiagnosticRule(
        "MG0805", .error, "Not a condition of an index",
        #"""
        A partial index has a condition that any SQLite understands in the same way: "a is null", "a is not
        null" and "a = literal", joined by "and". Literals are true, false, whole numbers, 'texts' and names
        of cases in quotes.

            { "on": ["dueDate"], "where": "isDone = false and dueDate is not null" }
        """#)
}
