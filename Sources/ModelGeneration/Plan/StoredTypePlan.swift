import ModelSchema

/// How generated code reads, binds and describes a value of a stored type.
struct StoredTypePlan: Hashable, Sendable {
    /// The method that reads the type from a row and the one that binds it, which share their name.
    var accessor: String
    /// What a reading method is given after the column: `, Reason.self` for generic ones.
    var accessorType: String
    /// The type for the runtime's table of properties, an expression of `StoredType`.
    var description: String

    init(_ type: StoredType, isOptional: Bool, names: TypeNames) {
        let accessor: String
        var isGeneric = false
        let form = names.form(type)
        switch form {
        case .rawValue: (accessor, isGeneric) = ("rawValue", true)
        case .composite: (accessor, isGeneric) = ("composite", true)
        case .codable: (accessor, isGeneric) = ("codable", true)
        case .array, .set, .dictionary: (accessor, isGeneric) = ("collection", true)
        default: accessor = form.name.lowercased()
        }
        self.accessor = isOptional ? "optional" + accessor.prefix(1).uppercased() + accessor.dropFirst() : accessor
        accessorType = isGeneric ? ", \(names.type(type, inExpression: true)).self" : ""
        description = Self.describe(type, names: names)
    }

    private static func describe(_ type: StoredType, names: TypeNames) -> String {
        switch type {
        case .rawValue(let name, let raw):
            ".rawValue(name: \(Literal.string(name)), raw: \(describe(raw, names: names)))"
        case .composite(let name, _): "\(names.expression(name))._$type"
        case .codable(let name): ".codable(name: \(Literal.string(name)))"
        case .array(let element, let optional):
            ".array(\(describe(element, names: names)), optionalElements: \(optional))"
        case .set(let element): ".set(\(describe(element, names: names)))"
        case .dictionary(let element, let optional):
            ".dictionary(\(describe(element, names: names)), optionalElements: \(optional))"
        default: ".\(type.name.lowercased())"
        }
    }
}
