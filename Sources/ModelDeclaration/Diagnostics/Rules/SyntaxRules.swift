// What makes a text no JSON.

extension DiagnosticRule {
    static let syntaxRules: [DiagnosticRule] = [
        .syntax, .encoding, .tooLarge, .nesting, .duplicateKey, .keyWithNull, .tooManyProblems,
    ]

    static let syntax = DiagnosticRule(
        "MG0101", .error, "The document is not JSON",
        #"""
        A declaration is JSON as RFC 8259 defines it: no comments, no trailing commas, keys and texts in
        double quotes.

            { "schema": "Trips", "models": [], }

        The comma before the last brace is one too many. Only the first such fault of a document is
        reported, since what follows it cannot be told apart.
        """#)

    static let encoding = DiagnosticRule(
        "MG0102", .error, "The document is not UTF-8",
        #"""
        Declarations are UTF-8 without a byte-order mark. The message points at the first byte that is not.

        Save the file as UTF-8; most editors offer that under "encoding".
        """#)

    static let tooLarge = DiagnosticRule(
        "MG0103", .error, "The document is too large",
        #"""
        A document is read whole, so its size and the number of its values are bounded.

        A schema may be spread over several documents: all that name the same "schema" and "version" are
        one.
        """#)

    static let nesting = DiagnosticRule(
        "MG0104", .error, "Values are nested too deep",
        #"""
        No declaration needs nesting of such depth, and a bound keeps every stage of the generator safe from
        it.
        """#)

    static let duplicateKey = DiagnosticRule(
        "MG0105", .error, "A key is there twice",
        #"""
        JSON leaves open which of two equal keys counts, so none may be there twice.

            { "name": "title", "type": "String", "type": "Int" }

        Remove one of the two.
        """#)

    static let keyWithNull = DiagnosticRule(
        "MG0106", .error, "A key contains U+0000",
        #"""
        No name that a declaration knows contains U+0000, and C libraries end a key there.

        Remove the \u0000 from the key.
        """#)

    static let tooManyProblems = DiagnosticRule(
        "MG0107", .error, "There are too many problems",
        #"""
        Nobody reads ten thousand messages of one document, and a run that collected all that there may be
        could take all memory. What was found after them is left out.

        Repair some of them, and run modelgen again.
        """#)
}
