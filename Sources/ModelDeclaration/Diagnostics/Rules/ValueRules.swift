// What is wrong with a value.

extension DiagnosticRule {
    static let valueRules: [DiagnosticRule] = [
        .defaultValue, .largeNumber, .expression, .transientWithoutDefault, .flag, .validation,
        .defaultBreaksRule,
    ]

    static let defaultValue = DiagnosticRule(
        "MG0501", .error, "The default does not fit its type",
        #"""
        Defaults are JSON literals of the type: dates as ISO 8601 with zone, data as base64, UUIDs, URLs and
        decimals in quotes, a case of an enum by name, a struct as an object.

            { "name": "budget", "type": "Decimal", "default": 19.99 }

        Write "19.99" in quotes, so that no digit is lost on the way.
        """#)

    static let largeNumber = DiagnosticRule(
        "MG0502", .error, "The number is beyond 2^53",
        #"""
        Many JSON tools read numbers as doubles, which are exact only up to 2^53.

            { "name": "mask", "type": "UInt64", "default": 18446744073709551615 }

        Write the number in quotes.
        """#)

    static let expression = DiagnosticRule(
        "MG0503", .error, "Not one Swift expression",
        #"""
        An expression stands in generated code as it is, in parentheses, so it is one balanced expression on
        one line without comments.

            "default": { "expression": "Date.now // today" }

        Write "Date.now". A division needs spaces around its slash.
        """#)

    static let transientWithoutDefault = DiagnosticRule(
        "MG0504", .error, "A property that is not stored has no default",
        #"""
        An object that is read from the store needs a value for what is not stored.

            { "name": "views", "type": "Int", "transient": true }

        Add "default": 0, or make it Int?.
        """#)

    static let flag = DiagnosticRule(
        "MG0505", .error, "The flag does not fit the attribute",
        #"""
        Some flags contradict one another or the type: a transient attribute has no column and no rules, since
        no save sees it; only Data can be stored externally.

        Remove what the message points at.
        """#)

    static let validation = DiagnosticRule(
        "MG0506", .error, "The rule does not fit the attribute",
        #"""
        "min" and "max" are for numbers and dates, "minLength" and "maxLength" for String and Data,
        "pattern", a regular expression as Swift reads it, for String.

            { "name": "age", "type": "Int", "validation": { "maxLength": 3 } }

        Write { "max": 999 }.
        """#)

    package static let defaultBreaksRule = DiagnosticRule(
        "MG0507", .error, "The default breaks a rule of its own attribute",
        #"""
        An object that takes the default could not be saved.

            { "name": "code", "type": "String", "default": "", "validation": { "minLength": 1 } }

        Write a default that the rules allow, leave the default out, so that each object is given a value, or
        change the rule. A pattern that might take long to try is left to the save.
        """#)
}
