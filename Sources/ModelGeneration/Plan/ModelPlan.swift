/// A model's class, ready to be shown.
package struct ModelPlan: Hashable, Sendable {
    /// Lines of the class's documentation, markers included.
    var documentation: [String]
    /// The class as a declared name, and as expressions name it.
    var name: String
    var expressionName: String
    var nameLiteral: String
    var tableLiteral: String
    var superclass: String
    var superclassExpression: String
    /// The runtime's module and what follows it, where an expression stands.
    var storageModule: String
    var isRoot: Bool
    /// Nothing inherits from it.
    var isFinal: Bool
    var isAbstract: Bool
    /// Its initializer takes exactly what that of its superclass takes.
    var overridesInitializer: Bool
    var conformances: [String]
    var schemaEnum: String

    var attributes: [AttributePlan]
    /// To-ones, then to-manys.
    var relationships: [RelationshipPlan]
    /// All of the initializer, inherited ones included.
    var parameters: [ParameterPlan]
    /// What the parent's initializer is given.
    var superArguments: [String]
    /// Inherited properties, in the order of their indices.
    var inherited: [InheritedPlan]
    /// Attributes of the objects at the ends of optional to-one relationships.
    var hops: [HopPlan]
    var unique: [[String]]
    var indexes: [IndexPlan]
    var preserved: [String]
    /// The model's name in the previous version.
    var originalNameLiteral: String?

    struct InheritedPlan: Hashable, Sendable {
        var nameLiteral: String
        var keyPath: String
    }

    struct HopPlan: Hashable, Sendable {
        var keyPath: String
        var linkLiteral: String
        var targetLiteral: String
    }

    struct IndexPlan: Hashable, Sendable {
        /// `.init("name")`, `.init("date", .descending)`.
        var parts: [String]
        var conditionLiteral: String?
    }
}

/// A parameter of an initializer.
struct ParameterPlan: Hashable, Sendable {
    /// Label and, where it differs, the parameter's own name.
    var parameter: String
    /// The label in a call.
    var label: String
    /// The parameter in the body.
    var argument: String
    var type: String
    var defaultValue: String?
}

/// An attribute of a model, or a field of a struct.
struct AttributePlan: Hashable, Sendable {
    var documentation: [String]
    var name: String
    var nameLiteral: String
    var type: String
    /// The stored property behind the attribute.
    var storage: String
    var parameter: ParameterPlan
    /// The attribute's number among all of the model, inherited ones included.
    var index: Int
    var mask: String
    /// The first of its columns in a row of the hierarchy's table; nil if it has none.
    var column: Int?
    var columnLiteral: String?
    var isOptional: Bool
    var isTransient: Bool
    var isEphemeral: Bool
    var isExternal: Bool
    var stored: StoredTypePlan
    var keyPath: String
    /// What the attribute is when it is neither given nor read: for transient and ephemeral ones.
    var initialValue: String?
    /// The function that evaluates the default of the declaration, if that is an expression.
    var defaultFunction: DefaultFunctionPlan?
    var originalNameLiteral: String?
    /// `constant` or `expression`, where objects that are older than the attribute get a default.
    var defaultKind: String?
    /// That default as the argument of the method that binds it; nil where the code does not know it.
    var boundDefault: String?
    /// `min: "1", maxLength: 20`, the rules that there are.
    var validation: String?
}

/// A function that evaluates a default written as an expression.
struct DefaultFunctionPlan: Hashable, Sendable {
    var name: String
    var type: String
    /// In parentheses: whatever it is, it is one expression.
    var expression: String
    var pathLiteral: String
    var line: Int
}

/// A relationship of a model.
struct RelationshipPlan: Hashable, Sendable {
    /// What holds the links in memory.
    enum Form: Hashable, Sendable {
        /// A to-one with the foreign key in the object's own row.
        case link
        /// A to-one that is found through the other side's foreign key.
        case single
        case list
    }

    var documentation: [String]
    var name: String
    var nameLiteral: String
    var form: Form
    var type: String
    /// The destination where an expression stands.
    var destination: String
    var destinationLiteral: String
    var storage: String
    var parameter: ParameterPlan
    var index: Int
    var mask: String
    var column: Int?
    /// A to-one that may be nil, a to-many declared as `[Other]?`.
    var isOptional: Bool
    var keyPath: String
    /// The rest of what the runtime is told, as arguments after the destination.
    var description: [String]
}
