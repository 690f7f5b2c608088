public import ModelSchema

/// A declaration document as it was read.
public struct SourceDocument: Hashable, Sendable {
    /// How messages and generated text name the document: relative to the package where that is known.
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// A place in a document: line and column count from 1, columns in UTF-8 bytes as compilers do.
public struct Place: Hashable, Sendable, Codable {
    public var path: String
    public var line: Int
    public var column: Int

    public init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }
}

/// One schema at one version, checked, with all that generated code needs beyond what is stored.
public struct ResolvedSchema: Hashable, Sendable {
    public var description: SchemaDescription
    /// The highest version of the schema among the documents; all others are frozen.
    public var isCurrent: Bool
    /// The lock file has the version: it was shipped, and its shape does not change any more.
    public var isLocked: Bool
    public var access: AccessLevel
    /// Modules that generated files import besides the runtime.
    public var imports: [String]
    public var options: SchemaOptions
    public var enums: [ResolvedEnum]
    public var structs: [ResolvedStruct]
    /// In the order of ``SchemaDescription/models``.
    public var models: [ResolvedModel]
    /// Paths of the documents that make up this version, in the order given.
    public var documents: [String]
    /// Names of model actors to generate.
    public var actors: [String]
    /// What the step from the version before needs beyond what can be inferred.
    public var migration: ResolvedMigration?
    /// Models, and properties as `Model.property`, that are new and not what something of the version before is now.
    public var newOnPurpose: Set<String>

    public init(
        description: SchemaDescription, isCurrent: Bool, access: AccessLevel, imports: [String], options: SchemaOptions,
        enums: [ResolvedEnum], structs: [ResolvedStruct], models: [ResolvedModel], documents: [String],
        actors: [String] = [], isLocked: Bool = false, migration: ResolvedMigration? = nil,
        newOnPurpose: Set<String> = []
    ) {
        self.description = description
        self.isCurrent = isCurrent
        self.isLocked = isLocked
        self.migration = migration
        self.newOnPurpose = newOnPurpose
        self.access = access
        self.imports = imports
        self.options = options
        self.enums = enums
        self.structs = structs
        self.models = models
        self.documents = documents
        self.actors = actors
    }
}

/// What a declaration asks for on the way from the version before.
public struct ResolvedMigration: Hashable, Sendable {
    /// Models of the older version that somebody wants to write a step for, by name.
    public var steps: [String]
    /// Code runs before the changes.
    public var willMigrate: Bool
    /// Code runs after the changes.
    public var didMigrate: Bool

    public init(steps: [String] = [], willMigrate: Bool = false, didMigrate: Bool = false) {
        self.steps = steps
        self.willMigrate = willMigrate
        self.didMigrate = didMigrate
    }
}

public enum AccessLevel: String, Hashable, Sendable, CaseIterable {
    case `public`, package, `internal`
}

public struct SchemaOptions: Hashable, Sendable {
    public var observable = true
    public var history = true
    public var cloudKit = false

    public init() {}
}

public struct ResolvedEnum: Hashable, Sendable {
    public struct Case: Hashable, Sendable {
        public var name: String
        public var doc: String?
        public var rawValue: DefaultValue

        public init(name: String, doc: String?, rawValue: DefaultValue) {
            self.name = name
            self.doc = doc
            self.rawValue = rawValue
        }
    }

    public var name: String
    public var doc: String?
    /// `string` or one of the integers.
    public var rawType: StoredType
    public var cases: [Case]
    /// The case that stands for raw values that no case has.
    public var unknown: String?
    public var place: Place

    public init(name: String, doc: String?, rawType: StoredType, cases: [Case], unknown: String?, place: Place) {
        self.name = name
        self.doc = doc
        self.rawType = rawType
        self.cases = cases
        self.unknown = unknown
        self.place = place
    }
}

public struct ResolvedStruct: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public var description: FieldDescription
        public var doc: String?
        public var defaultValue: DefaultValue?
        public var place: Place

        public init(description: FieldDescription, doc: String?, defaultValue: DefaultValue?, place: Place) {
            self.description = description
            self.doc = doc
            self.defaultValue = defaultValue
            self.place = place
        }
    }

    public var name: String
    public var doc: String?
    public var fields: [Field]
    public var place: Place

    public init(name: String, doc: String?, fields: [Field], place: Place) {
        self.name = name
        self.doc = doc
        self.fields = fields
        self.place = place
    }
}

public struct ResolvedModel: Hashable, Sendable {
    public var description: ModelDescription
    public var doc: String?
    /// Protocols whose requirements are written by hand, as Swift type names.
    public var conformances: [String]
    /// In the order of ``ModelDescription/attributes``.
    public var attributes: [ResolvedAttribute]
    /// In the order of ``ModelDescription/relationships``.
    public var relationships: [ResolvedRelationship]
    public var place: Place

    public init(
        description: ModelDescription, doc: String?, conformances: [String], attributes: [ResolvedAttribute],
        relationships: [ResolvedRelationship], place: Place
    ) {
        self.description = description
        self.doc = doc
        self.conformances = conformances
        self.attributes = attributes
        self.relationships = relationships
        self.place = place
    }
}

public struct ResolvedAttribute: Hashable, Sendable {
    public var description: AttributeDescription
    public var doc: String?
    /// Neither stored nor tracked.
    public var isTransient: Bool
    /// Tracked and observed, but not stored.
    public var isEphemeral: Bool
    /// What the initializer's parameter defaults to. An optional attribute without one defaults to nil.
    public var defaultValue: DefaultValue?
    public var place: Place

    public init(
        description: AttributeDescription, doc: String?, isTransient: Bool, isEphemeral: Bool,
        defaultValue: DefaultValue?, place: Place
    ) {
        self.description = description
        self.doc = doc
        self.isTransient = isTransient
        self.isEphemeral = isEphemeral
        self.defaultValue = defaultValue
        self.place = place
    }
}

public struct ResolvedRelationship: Hashable, Sendable {
    public var description: RelationshipDescription
    public var doc: String?
    /// `[Other]?`: the property is optional in Swift; nil and empty are stored alike.
    public var isOptionalToMany: Bool
    public var place: Place

    public init(description: RelationshipDescription, doc: String?, isOptionalToMany: Bool, place: Place) {
        self.description = description
        self.doc = doc
        self.isOptionalToMany = isOptionalToMany
        self.place = place
    }
}

/// A default value, checked against its type.
public indirect enum DefaultValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// An integer, or a whole number given for a floating-point type.
    case integer(Int128)
    case double(Double)
    /// Decimal digits as declared, checked.
    case decimal(String)
    case string(String)
    /// Seconds since the reference date, 2001-01-01T00:00:00Z.
    case date(Double)
    case data([UInt8])
    case uuid(String)
    case url(String)
    case enumCase(String)
    /// Members by field name, in the order of the struct's fields; fields left out take their own default.
    case composite([Member])
    case array([DefaultValue])
    case dictionary([Member])
    /// One balanced Swift expression, evaluated when an object is made.
    case expression(String, Place)

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: DefaultValue

        public init(name: String, value: DefaultValue) {
            self.name = name
            self.value = value
        }
    }
}

extension DefaultValue {
    /// Whether the value is worked out anew for each object: an expression, or a struct that leaves out a field whose own
    /// default is one.
    ///
    /// - Parameter fields: The fields of a struct of the declaration, by its name.
    package func isEvaluated(as type: StoredType, fields: (String) -> [ResolvedStruct.Field]) -> Bool {
        switch (self, type) {
        case (.expression, _): true
        case (.composite(let members), .composite(let name, _)):
            fields(name).contains { field in
                let value = members.first { $0.name == field.description.name }?.value ?? field.defaultValue
                return value?.isEvaluated(as: field.description.type, fields: fields) ?? false
            }
        case (.array(let elements), .array(let element, _)), (.array(let elements), .set(let element)):
            elements.contains { $0.isEvaluated(as: element, fields: fields) }
        case (.dictionary(let members), .dictionary(let element, _)):
            members.contains { $0.value.isEvaluated(as: element, fields: fields) }
        default: false
        }
    }
}
