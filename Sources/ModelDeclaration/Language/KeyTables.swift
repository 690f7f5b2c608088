// The whole language: every object that a declaration may hold, with its keys in the order in which people read them.

extension KeyTable {
    static let document = KeyTable(
        "a document",
        [
            Key("$schema", .text, "For editors; ignored."),
            Key("schema", .identifier, isRequired: true, "Name of the schema."),
            Key("version", .version, "Version of the schema, `major.minor.patch`; `1.0.0` if left out."),
            Key("access", .choice(["public", "package", "internal"]), "Access level of everything generated."),
            Key("imports", .list(.text), "Modules that the generated files import for types written by hand."),
            Key("options", .object(.options), "Switches of the whole schema."),
            Key("types", .list(.tagged([.enumeration, .structure])), "Enums and structs to generate."),
            Key("actors", .list(.identifier), feature: .actors, "Names of model actors to generate."),
            Key("models", .list(.object(.model)), "The models."),
            Key(
                "migrations", .list(.object(.migration)), feature: .migrations,
                "What a step between two versions needs beyond what can be inferred."),
        ])

    static let migration = KeyTable(
        "a migration",
        [
            Key("from", .version, isRequired: true, "The version before this one."),
            Key(
                "steps", .list(.text),
                "Models of that version for which a step is written, though none can be inferred."),
            Key("willMigrate", .boolean, "Code runs before the changes, with that version's models."),
            Key("didMigrate", .boolean, "Code runs after the changes, with this version's models."),
        ])

    static let options = KeyTable(
        "the options",
        [
            Key("observable", .boolean, "Models can be observed."),
            Key("history", .boolean, "Changes are recorded."),
            Key("cloudKit", .boolean, feature: .cloudKit, "CloudKit's rules are enforced; nothing is synchronized."),
        ])

    static let enumeration = KeyTable(
        "an enum",
        [
            Key("enum", .identifier, isRequired: true, "Name of the enum."),
            Key("doc", .text, "Documentation."),
            Key(
                "rawType", .choice(["String"] + integerNames),
                "Type of the raw values that are stored; `String` if left out."),
            Key(
                "cases", .list(.either(.identifier, .object(.enumerationCase)), isEmptyAllowed: false),
                isRequired: true,
                "The cases, by name or as objects."),
            Key("unknown", .text, "The case to read for a raw value that no case has."),
        ])

    static let enumerationCase = KeyTable(
        "a case",
        [
            Key("name", .identifier, isRequired: true, "Name of the case."),
            Key("rawValue", .anything, "What is stored."),
            Key("doc", .text, "Documentation."),
        ])

    static let structure = KeyTable(
        "a struct",
        [
            Key("struct", .identifier, isRequired: true, "Name of the struct."),
            Key("doc", .text, "Documentation."),
            Key("fields", .list(.object(.field), isEmptyAllowed: false), isRequired: true, "Its stored properties."),
        ])

    static let field = KeyTable(
        "a field",
        [
            Key("name", .identifier, isRequired: true, "Name of the property."),
            Key("doc", .text, "Documentation."),
            Key("type", .text, isRequired: true, "A Swift type."),
            Key("default", .value, "What the initializer's parameter defaults to."),
        ])

    static let model = KeyTable(
        "a model",
        [
            Key("name", .identifier, isRequired: true, "Name of the model and its class."),
            Key("doc", .text, "Documentation."),
            Key("inherits", .text, feature: .inheritance, "The model it is a kind of."),
            Key("abstract", .boolean, feature: .inheritance, "There are objects of its heirs only."),
            Key(
                "originalName", .nullable(.text), feature: .originalNames,
                "Name of the model in the previous version; null if it is new and none of those."),
            Key("table", .text, "Name of its table."),
            Key("conformances", .list(.text), "Protocols that an extension written by hand implements."),
            Key("attributes", .list(.object(.attribute)), "Values."),
            Key("relationships", .list(.object(.relationship)), "Links to objects of models."),
            Key("unique", .list(.list(.text, isEmptyAllowed: false)), "Lists of properties that are unique together."),
            Key(
                "index", .list(.either(.list(.text, isEmptyAllowed: false), .object(.index))),
                "Lists of properties to index."),
            Key(
                "preserve", .list(.text), feature: .preservedValues,
                "Attributes whose last values outlive the object in the history."),
        ])

    static let attribute = KeyTable(
        "an attribute",
        [
            Key("name", .identifier, isRequired: true, "Name of the property."),
            Key("doc", .text, "Documentation."),
            Key("type", .text, isRequired: true, "A Swift type."),
            Key(
                "storage", .choice(["rawValue", "codable"]), feature: .handWrittenTypes,
                "How a hand-written type is stored."),
            Key(
                "rawType", .choice(["String"] + integerNames),
                "Type of a hand-written type's raw value."),
            Key("default", .value, "A JSON literal of the type, or { \"expression\": \"…\" }."),
            Key("unique", .boolean, "No two objects have the same value."),
            Key("preserve", .boolean, feature: .preservedValues, "The last value outlives the object in the history."),
            Key("transient", .boolean, "Neither stored nor tracked."),
            Key("externalStorage", .boolean, feature: .externalStorage, "Large values may live in files."),
            Key(
                "originalName", .nullable(.text), feature: .originalNames,
                "Name of the attribute in the previous version; null if it is new and none of those."),
            Key("column", .text, "Name of its column."),
            Key("validation", .object(.validation), feature: .validation, "Rules that a save checks."),
            Key("ephemeral", .boolean, feature: .ephemeralAttributes, "Tracked and observed, but not stored."),
            Key("derived", .anything, feature: .derivedAttributes, "Computed by the store."),
            Key("allowsCloudEncryption", .boolean, feature: .cloudEncryption, "CloudKit may encrypt it."),
            Key("spotlight", .boolean, feature: .spotlight, "Spotlight may index it."),
        ])

    static let validation = KeyTable(
        "a validation",
        [
            Key("min", .anything, "Least value."),
            Key("max", .anything, "Greatest value."),
            Key("minLength", .count, "Least length in characters, or bytes of data."),
            Key("maxLength", .count, "Greatest length in characters, or bytes of data."),
            Key("pattern", .text, "A regular expression that the whole text matches."),
        ])

    static let relationship = KeyTable(
        "a relationship",
        [
            Key("name", .identifier, isRequired: true, "Name of the property."),
            Key("doc", .text, "Documentation."),
            Key(
                "originalName", .nullable(.text), feature: .originalNames,
                "Name of the relationship in the previous version; null if it is new and none of those."),
            Key("type", .text, isRequired: true, "`Other`, `Other?`, `[Other]` or `[Other]?`."),
            Key("inverse", .nullable(.text), "The property of the other model that looks back; null for none."),
            Key(
                "deleteRule", .choice(["nullify", "cascade", "deny", "noAction"]),
                "What a delete does to the objects at the other end."),
            Key("minCount", .count, feature: .relationshipCounts, "Least number of objects."),
            Key("maxCount", .count, feature: .relationshipCounts, "Greatest number of objects."),
            Key("ordered", .boolean, feature: .orderedRelationships, "The objects keep their order."),
        ])

    static let index = KeyTable(
        "an index",
        [
            Key("on", .list(.text, isEmptyAllowed: false), isRequired: true, "The properties, in order."),
            Key("order", .list(.choice(["ascending", "descending"])), "The direction of each."),
            Key("where", .text, feature: .partialIndexes, "Which rows are in the index."),
        ])

    static let expression = KeyTable(
        "an expression", [Key("expression", .text, isRequired: true, "One Swift expression on one line.")])

    static let integerNames = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
}
