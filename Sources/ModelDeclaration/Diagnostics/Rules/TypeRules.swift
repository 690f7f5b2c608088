// What is wrong with a type.

extension DiagnosticRule {
    static let typeRules: [DiagnosticRule] = [
        .unknownType, .typeSyntax, .modelAsAttribute, .storage, .recursiveStruct, .tooManyColumns, .rawValue,
        .rawValueCollision, .unknownCase, .moduleName, .protocolName,
    ]

    static let unknownType = DiagnosticRule(
        "MG0401", .error, "There is no such type",
        #"""
        An attribute has a type that the language knows, or one of "types", or it is written by hand and
        says how it is stored.

            { "name": "age", "type": "Integer" }

        Write "Int".
        """#)

    static let typeSyntax = DiagnosticRule(
        "MG0402", .error, "Not a type",
        #"""
        Types are spelled T, T?, [T], Set<T> and [String: T], where T has values: not Any, Void or a metatype.

            { "name": "labels", "type": "Array<String>" }

        Write "[String]".
        """#)

    static let modelAsAttribute = DiagnosticRule(
        "MG0403", .error, "A model is no attribute's type",
        #"""
        Links between objects are relationships: they have a delete rule and an inverse.

            "attributes": [ { "name": "items", "type": "[Item]" } ]

        Declare it under "relationships".
        """#)

    static let storage = DiagnosticRule(
        "MG0404", .error, "'storage' and 'rawType' do not fit",
        #"""
        A hand-written type says how it is stored: by its raw value, whose type is given, or as the JSON
        text that Codable writes.

            { "name": "color", "type": "Color", "storage": "rawValue", "rawType": "Int" }

        All other types are stored in one way, and say nothing.
        """#)

    static let recursiveStruct = DiagnosticRule(
        "MG0405", .error, "A struct holds itself",
        #"""
        A struct is stored in columns, one for each leaf; one that holds itself would need endless many.

            { "struct": "Node", "fields": [ { "name": "next", "type": "Node?" } ] }

        Make it a model with a relationship.
        """#)

    static let tooManyColumns = DiagnosticRule(
        "MG0406", .error, "More columns than SQLite takes",
        #"""
        A table has at most 2,000 columns. Each struct takes one for every leaf.

        Move some of the properties to a model of their own, linked one to one.
        """#)

    static let rawValue = DiagnosticRule(
        "MG0407", .error, "The raw value does not fit",
        #"""
        Raw values are of the enum's "rawType".

            { "enum": "Level", "rawType": "Int", "cases": [ { "name": "low", "rawValue": "1" } ] }

        Write 1 without quotes.
        """#)

    static let rawValueCollision = DiagnosticRule(
        "MG0408", .error, "Two cases have one raw value",
        #"""
        A stored raw value must lead to one case.

            "cases": [ { "name": "a", "rawValue": 1 }, { "name": "b", "rawValue": 1 } ]

        Give one of the two another value.
        """#)

    static let unknownCase = DiagnosticRule(
        "MG0409", .error, "There is no such case",
        #"""
        "unknown" names the case that is read where a stored raw value is no case's.

            { "enum": "Mood", "cases": ["good", "bad"], "unknown": "other" }

        Add the case, or name another.
        """#)

    static let moduleName = DiagnosticRule(
        "MG0410", .error, "Not a module's name",
        #"""
        "imports" holds names of modules as an import declaration has them, such as "MyTypes".
        """#)

    static let protocolName = DiagnosticRule(
        "MG0411", .error, "Not a protocol's name",
        #"""
        "conformances" holds names of protocols, dotted and generic where needed, such as "Codable" or
        "MyTypes.Named". Models, enums and structs of the schema are none, nor are Swift's own types.
        """#)
}
