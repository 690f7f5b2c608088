internal import ModelDeclaration
internal import ModelSchema

/// A declaration that an importer puts together.
struct DraftSchema {
    var name: String
    var version: SchemaVersion
    var isCloudKit = false
    var structs: [DraftStruct] = []
    var models: [DraftModel] = []
}

struct DraftStruct {
    var name: String
    var fields: [DraftAttribute] = []
}

struct DraftModel {
    var name: String
    var doc: String?
    var inherits: String?
    var isAbstract = false
    var originalName: String?
    var table: String?
    var attributes: [DraftAttribute] = []
    var relationships: [DraftRelationship] = []
    var unique: [[String]] = []
    var indexes: [DraftIndex] = []
    /// Names of attributes whose last values outlive the object; own ones are flagged instead.
    var preserved: [String] = []
}

struct DraftAttribute {
    var name: String
    var doc: String?
    /// Without the question mark.
    var type: String
    var isOptional = false
    /// How a hand-written type is stored.
    var storage: [(key: String, value: JSONText)] = []
    var defaultValue: JSONText?
    /// Flags that are set, in the order of the language's table.
    var flags: [String] = []
    var originalName: String?
    var column: String?
    var validation: [(key: String, value: JSONText)] = []
}

struct DraftRelationship {
    enum Inverse {
        /// Nothing is said.
        case open
        /// One-way on purpose.
        case none
        case named(String)
    }

    var name: String
    var destination: String
    var isToMany: Bool
    var isOptional = false
    var inverse = Inverse.open
    var deleteRule: DeleteRule = .nullify
    var minCount: Int?
    var maxCount: Int?
    var isOrdered = false
    var originalName: String?
}

struct DraftIndex: Hashable {
    var parts: [String]
    /// Whether each part descends.
    var isDescending: [Bool]
    var condition: String?

    init(_ parts: [String], isDescending: [Bool]? = nil, condition: String? = nil) {
        self.parts = parts
        self.isDescending = isDescending ?? parts.map { _ in false }
        self.condition = condition
    }
}
