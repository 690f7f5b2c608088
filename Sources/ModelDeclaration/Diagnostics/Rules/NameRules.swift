// What is wrong with a name.

extension DiagnosticRule {
    static let nameRules: [DiagnosticRule] = [
        .identifier, .reservedTypeName, .reservedPropertyName, .duplicateType, .duplicateProperty, .duplicateCase,
        .caseCollision, .storedName, .tableCollision, .columnCollision, .generatedName, .duplicateAcrossSchemas,
    ]

    static let identifier = DiagnosticRule(
        "MG0301", .error, "The name is no Swift identifier",
        #"""
        Names of schemas, models, types, cases and properties become names in Swift. Keywords are fine, they
        are escaped.

            { "name": "start date", "type": "Date" }

        Write "startDate". A column may still be called "start date": say so with "column".
        """#)

    static let reservedTypeName = DiagnosticRule(
        "MG0302", .error, "No model or type can have this name",
        #"""
        A few names cannot be types, even in backticks (Type, Protocol, Self, Any); others would take
        Swift's own types from the code of the module (String, Int, Array, …) or hide the modules that
        generated code names (Swift, Foundation, ModelStorage).

            { "name": "String" }

        Choose another name. "originalName" keeps the data of a model that is renamed.
        """#)

    static let reservedPropertyName = DiagnosticRule(
        "MG0303", .error, "No property, field or case can have this name",
        #"""
        Every model has persistentModelID, modelContext and hashValue; names that begin with _$ belong to
        generated code; Type and Protocol cannot stand in a key path.

            { "name": "hashValue", "type": "Int" }

        Choose another name. "column" keeps the name in the database.
        """#)

    static let duplicateType = DiagnosticRule(
        "MG0304", .error, "A model or type is declared twice",
        #"""
        Models, enums and structs of a schema share one space of names, over all its documents.

        Rename one of the two, or remove it. Names that differ only in how Unicode composes their letters
        are the same.
        """#)

    static let duplicateProperty = DiagnosticRule(
        "MG0305", .error, "A property is declared twice",
        #"""
        Attributes and relationships of a model share one space of names with those it inherits.

        Rename one of the two, or remove it.
        """#)

    static let duplicateCase = DiagnosticRule(
        "MG0306", .error, "A case is declared twice",
        #"""
            { "enum": "Mood", "cases": ["good", "bad", "good"] }

        Remove one of the two.
        """#)

    static let caseCollision = DiagnosticRule(
        "MG0307", .error, "Names of models differ only in case",
        #"""
        Each model has a file and a table of its own, and neither many a file system nor SQLite tells names
        apart by case.

            "models": [ { "name": "Trip" }, { "name": "trip" } ]

        Rename one of the two.
        """#)

    static let storedName = DiagnosticRule(
        "MG0308", .error, "Not a name for a table or column",
        #"""
        A table or column may have any name, spaces and emoji included, except an empty one, one with a dot
        or U+0000, and one that begins with $ (the store's own) or sqlite_ (SQLite's own).

            { "name": "id", "type": "Int", "column": "$id" }

        Choose another name.
        """#)

    static let tableCollision = DiagnosticRule(
        "MG0309", .error, "Two models have one table",
        #"""
        A table holds the objects of one model and its heirs. SQLite does not tell names apart by case.

            { "name": "Trip", "table": "trips" }, { "name": "Journey", "table": "Trips" }

        Rename one of the two.
        """#)

    static let columnCollision = DiagnosticRule(
        "MG0310", .error, "Two properties have one column",
        #"""
        Within a table, heirs' columns included, each property needs a column of its own. SQLite does not
        tell names apart by case.

            { "name": "url", "type": "String" }, { "name": "URL", "type": "String" }

        Give one of the two another "column".
        """#)

    static let generatedName = DiagnosticRule(
        "MG0311", .error, "The name is generated for a schema",
        #"""
        For a schema Trips at 2.0.0 there are TripsV2, TripsMigrationPlan and TripsMigrations. No model or
        type can be called so.
        """#)

    static let duplicateAcrossSchemas = DiagnosticRule(
        "MG0312", .error, "Two schemas declare the same name",
        #"""
        The current models and types of all schemas of a target are top-level types of one module.

        Rename one of the two, or put one schema in another target.
        """#)
}
