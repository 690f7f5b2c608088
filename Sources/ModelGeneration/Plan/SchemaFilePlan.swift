/// One output file, with all decisions taken.
package struct FilePlan: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A model with a file of its own.
        case model(ModelPlan)
        /// What a document declares beside that: the schema's version, enums, structs, models without a file.
        case schema(SchemaFilePlan)
        /// What a document of an older version declares, nested in that version's enum.
        case frozen(SchemaFilePlan, enum: String)
        /// A file that was planned for something that is not there any more.
        case empty
    }

    /// The file's name in the output folder.
    package var name: String
    /// The declaration that the file is made from, for its first line.
    var document: String
    /// The word before each declaration, with the space after it.
    var access: String
    /// Modules that the declaration asks for.
    var imports: [String]
    package var content: Content
}

/// What stands in the file that is named after a document.
package struct SchemaFilePlan: Hashable, Sendable {
    var version: VersionPlan?
    /// How stores get to the version from older ones.
    var migrations: MigrationPlan?
    var enums: [EnumPlan] = []
    var structs: [StructPlan] = []
    var models: [ModelPlan] = []

    var isEmpty: Bool { version == nil && enums.isEmpty && structs.isEmpty && models.isEmpty }
}

/// The enum that stands for a version of a schema.
struct VersionPlan: Hashable, Sendable {
    struct Alias: Hashable, Sendable {
        /// The underscored name at the top level.
        var name: String
        var target: String
        /// The name inside the version's enum; nil for types that are only reached by their alias.
        var memberName: String?
    }

    var name: String
    /// Schema and version as people read them.
    var schema: String
    var versionText: String
    var nameLiteral: String
    /// `2, 0, 0`
    var version: String
    var fingerprintLiteral: String
    /// The models as expressions, parents first.
    var models: [String]
    var aliases: [Alias]
    /// The version was shipped with exactly this shape.
    var isLocked: Bool
    var plan: String?
}

struct EnumPlan: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var documentation: [String]
        var name: String
        /// nil where it is what Swift would make it.
        var rawValue: String?
    }

    var documentation: [String]
    var name: String
    var rawType: String
    var cases: [Case]
    /// What a placeholder reads as: the first case.
    var zero: String
    var unknown: String?
}

struct StructPlan: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        var attribute: AttributePlan
        /// `index`, `index + 2`, and for a field after others of the runtime's counting an expression of theirs.
        var position: String
    }

    var documentation: [String]
    var name: String
    var expressionName: String
    var nameLiteral: String
    var fields: [Field]
    var columnCount: Int
}
