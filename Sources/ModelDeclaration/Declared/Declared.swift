import ModelSchema

// A document as it was declared: values with their places, names not yet resolved. What had the wrong shape is left out;
// it has been reported.

struct DeclaredDocument {
    /// Position in the list of documents.
    var index: Int
    var location: Location
    var schema: Located<String>?
    var version: Located<SchemaVersion>
    var access: Located<AccessLevel>?
    var imports: [Located<String>]
    var options: [String: Located<Bool>]
    var enums: [DeclaredEnum]
    var structs: [DeclaredStruct]
    var actors: [Located<String>]
    var models: [DeclaredModel]
    var migrations: [DeclaredMigration]
    /// The document cannot be put to a schema: it has no name or an unreadable version.
    var isStray: Bool
    /// All enums and structs are there; else one that is not found may be meant by what was left out.
    var areTypesKnown: Bool
    /// The same of models.
    var areModelsKnown: Bool
}

struct DeclaredMigration {
    var location: Location
    /// Nil where it is no version; that has been reported.
    var from: Located<SchemaVersion>?
    var steps: [Located<String>]
    var willMigrate: Located<Bool>?
    var didMigrate: Located<Bool>?
}

struct DeclaredEnum {
    struct Case {
        var name: Located<String>
        var doc: String?
        var rawValue: JSONNode?
    }

    var name: Located<String>
    var doc: String?
    var rawType: Located<String>?
    var cases: [Case]
    var unknown: Located<String>?
    /// All cases are there.
    var areCasesKnown: Bool
    /// The type of the raw values is there, or is left out on purpose.
    var isRawTypeKnown: Bool
}

struct DeclaredStruct {
    struct Field {
        var name: Located<String>
        var doc: String?
        var type: Located<String>?
        var defaultValue: JSONNode?
    }

    var name: Located<String>
    var doc: String?
    var fields: [Field]
    /// All fields are there.
    var areFieldsKnown: Bool
}

struct DeclaredModel {
    var name: Located<String>
    var doc: String?
    var inherits: Located<String>?
    var isAbstract: Bool
    var originalName: Located<String>?
    /// `"originalName": null`: it is new, whatever it looks like.
    var isNewOnPurpose: Bool
    var table: Located<String>?
    var conformances: [Located<String>]
    var attributes: [DeclaredAttribute]
    var relationships: [DeclaredRelationship]
    var unique: [Located<[Located<String>]>]
    var indexes: [DeclaredIndex]
    var preserve: [Located<String>]
    /// All properties are there, and the parent.
    var arePropertiesKnown: Bool
}

struct DeclaredAttribute {
    var name: Located<String>
    var doc: String?
    var type: Located<String>?
    var storage: Located<String>?
    var rawType: Located<String>?
    var defaultValue: JSONNode?
    /// Flags that are there, by key.
    var flags: [String: Located<Bool>]
    var originalName: Located<String>?
    /// `"originalName": null`: it is new, whatever it looks like.
    var isNewOnPurpose: Bool
    var column: Located<String>?
    var validation: DeclaredValidation?
    /// 'storage' and 'rawType' are there, or are left out on purpose.
    var isStorageKnown: Bool
    var isRawTypeKnown: Bool
    /// The default is there, or is left out on purpose.
    var isDefaultKnown: Bool
    /// A key of other languages says what a question mark would.
    var saysOptional: Bool

    func isSet(_ flag: String) -> Bool { flags[flag]?.value == true }
}

struct DeclaredValidation {
    var location: Location
    var min: JSONNode?
    var max: JSONNode?
    var minLength: Located<Int>?
    var maxLength: Located<Int>?
    var pattern: Located<String>?
}

struct DeclaredRelationship {
    enum Inverse {
        /// `null`: one-way on purpose.
        case none(Location)
        case named(Located<String>)
    }

    var name: Located<String>
    var doc: String?
    var originalName: Located<String>?
    /// `"originalName": null`: it is new, whatever it looks like.
    var isNewOnPurpose: Bool
    var type: Located<String>?
    var inverse: Inverse?
    var deleteRule: Located<DeleteRule>?
    var minCount: Located<Int>?
    var maxCount: Located<Int>?
    var ordered: Located<Bool>?
    /// The rule is there, or is left out on purpose.
    var isDeleteRuleKnown: Bool
    /// The same of the inverse.
    var isInverseKnown: Bool
    /// A key of other languages says what a question mark would.
    var saysOptional: Bool
}

struct DeclaredIndex {
    var location: Location
    var parts: [Located<String>]
    var orders: [Located<String>]?
    var condition: Located<String>?
    /// All properties and orders are there.
    var isComplete: Bool
}
