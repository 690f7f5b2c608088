/// The XML attributes of a model that the importer knows: those that it reads, and those that say nothing of what is
/// stored (names of classes and files, code generation, versions of tools, places in the editor, and modifiers that only
/// make a hash another one).
enum CoreDataKeys {
    private static let ignored: Set<String> = ["syncable", "elementID", "versionHashModifier"]

    static let model: Set<String> = [
        "type", "name", "documentVersion", "lastSavedToolsVersion", "minimumToolsVersion", "systemVersion",
        "macOSVersion", "iOSVersion", "sourceLanguage", "userDefinedModelVersionIdentifier", "usedWithSwiftData",
        "usedWithCloudKit", "identifier",
    ]

    static let entity = ignored.union([
        "name", "representedClassName", "codeGenerationType", "isAbstract", "parentEntity", "renamingIdentifier",
        "coreSpotlightDisplayNameExpression", "customClassName",
    ])

    static let attribute = ignored.union([
        "name", "attributeType", "optional", "usesScalarValueType", "defaultValueString", "defaultDateTimeInterval",
        "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString",
        "indexed", "transient", "derived", "derivationExpression", "valueTransformerName", "customClassName",
        "renamingIdentifier", "allowsExternalBinaryDataStorage", "storedInExternalRecord", "allowsCloudEncryption",
        "spotlightIndexingEnabled", "preserveAfterDeletion", "compositeName", "compositeAttributeName",
        "iCloudSyncEnabled",
    ])

    static let relationship = ignored.union([
        "name", "optional", "toMany", "minCount", "maxCount", "ordered", "deletionRule", "destinationEntity",
        "inverseName", "inverseEntity", "renamingIdentifier", "transient", "indexed", "spotlightIndexingEnabled",
    ])

    static let index: Set<String> = ["name", "elementID", "partialIndexPredicate"]
    static let indexElement: Set<String> = ["property", "expression", "expressionType", "type", "order"]
}
