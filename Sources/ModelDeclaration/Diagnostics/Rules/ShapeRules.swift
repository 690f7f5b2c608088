// What makes a JSON document no declaration.

extension DiagnosticRule {
    static let shapeRules: [DiagnosticRule] = [
        .wrongType, .unknownKey, .missingKey, .choice, .unbuilt, .emptyList, .version,
    ]

    static let wrongType = DiagnosticRule(
        "MG0201", .error, "A value has the wrong JSON type",
        #"""
        Each key takes one kind of value.

            { "name": "age", "type": "Int", "unique": "yes" }

        "unique" is a flag: write true.
        """#)

    static let unknownKey = DiagnosticRule(
        "MG0202", .error, "There is no such key",
        #"""
        Unknown keys are refused, since a slip of the pen would otherwise change what is stored in silence.

            { "name": "age", "tpye": "Int" }

        The message names the nearest key, or all keys of the object.
        """#)

    static let missingKey = DiagnosticRule(
        "MG0203", .error, "A key is missing",
        #"""
        Some keys an object cannot do without: a document its "schema", a model its "name", an attribute its
        "type".

            { "name": "age" }

        Add the key that the message names.
        """#)

    static let choice = DiagnosticRule(
        "MG0204", .error, "The value is none of those allowed",
        #"""
        Some keys take one of a few words.

            { "name": "items", "type": "[Item]", "deleteRule": "delete" }

        The message lists the words: here nullify, cascade, deny, noAction.
        """#)

    static let unbuilt = DiagnosticRule(
        "MG0205", .error, "Not part of this version",
        #"""
        The language has more than this version of modelgen builds. What is not built is refused rather than
        ignored, so that no declaration promises what the store does not keep.

        Leave the key out, or use a version that has it.
        """#)

    static let emptyList = DiagnosticRule(
        "MG0206", .error, "A list is empty",
        #"""
        An enum needs cases, a struct fields, a uniqueness constraint properties.

            { "enum": "Mood", "cases": [] }

        Fill the list, or remove what it belongs to.
        """#)

    static let version = DiagnosticRule(
        "MG0207", .error, "Not a version",
        #"""
        A version is three whole numbers with dots between them and no leading zeros.

            "version": "2.0"

        Write "2.0.0".
        """#)
}
