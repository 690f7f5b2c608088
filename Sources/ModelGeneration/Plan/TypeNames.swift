import ModelDeclaration
import ModelSchema

/// How types are written in the generated code of one schema, whatever the user's own names are.
struct TypeNames {
    /// Stands before the aliases that generated code can always reach a type by.
    private let aliasPrefix: String
    /// Types whose plain name means a property, or something of the runtime, inside a generated type.
    private let hidden: Set<String>
    private let separators: [String: String]
    /// Enums and structs of the schema.
    private let declared: Set<String>
    /// The version is not the current one: its types are nested in its enum.
    let isFrozen: Bool
    /// The enum of the version.
    let versionEnum: String

    /// Types that a model has by conforming to the runtime's protocols: inside it, they win over a type of the module.
    private static let inherited: Set<String> = ["ID"]

    init(_ schema: ResolvedSchema) {
        // A schema's name may have an underscore in it: then a dollar sign, which no name has, tells where it ends.
        let schemaName = schema.description.name
        isFrozen = !schema.isCurrent
        versionEnum = SchemaNames.versionedSchema(schemaName, schema.description.version)
        aliasPrefix =
            isFrozen
            ? "_$$\(versionEnum)_$" : "_$\(schemaName)" + (schemaName.utf8.contains(UInt8(ascii: "_")) ? "_$" : "_")
        declared = Set(schema.enums.map(\.name) + schema.structs.map(\.name))
        let isStoredForm = isFrozen
        let known = declared
        func collect(_ type: StoredType, into names: inout Set<String>) {
            Self.collect(isStoredForm ? Self.storedForm(type, known) : type, into: &names)
        }
        var members: Set<String> = []
        var types: Set<String> = []
        for model in schema.models {
            types.insert(model.description.name)
            for attribute in model.attributes {
                members.insert(attribute.description.name)
                collect(attribute.description.type, into: &types)
            }
            for relationship in model.relationships { members.insert(relationship.description.name) }
        }
        for item in schema.structs {
            types.insert(item.name)
            for field in item.fields {
                members.insert(field.description.name)
                collect(field.description.type, into: &types)
            }
        }
        for item in schema.enums { types.insert(item.name) }
        types.insert(versionEnum)
        hidden = types.filter { members.contains($0) || Self.inherited.contains($0) || $0 == "self" }
        // A module's name that something else has too needs the module selector of Swift 6.3.
        let taken = members.union(types)
        separators = ["Swift", "Foundation", "ModelStorage"].reduce(into: [:]) { separators, module in
            separators[module] = taken.contains(module) ? "::" : "."
        }
    }

    private static func collect(_ type: StoredType, into names: inout Set<String>) {
        switch type {
        case .rawValue(let name, _), .composite(let name, _), .codable(let name): names.insert(name)
        case .array(let element, _), .set(let element), .dictionary(let element, _): collect(element, into: &names)
        default: break
        }
    }

    /// What a value of a type is in the code of this version: in frozen code, values of types written by hand are what
    /// the store has of them, a raw value or JSON text.
    func form(_ type: StoredType) -> StoredType { isFrozen ? Self.storedForm(type, declared) : type }

    private static func storedForm(_ type: StoredType, _ declared: Set<String>) -> StoredType {
        switch type {
        case .rawValue(let name, let raw): declared.contains(name) ? type : raw
        case .codable: .string
        default: type
        }
    }

    /// Whether a type is one that the user writes, and generated code uses.
    func isHandWritten(_ type: StoredType) -> Bool {
        switch form(type) {
        case .codable: true
        case .rawValue(let name, _): !declared.contains(name)
        default: false
        }
    }

    /// Names of modules where an expression stands, in which a property of that name would win. Where a type stands, no
    /// property can; and Swift 6.3 forgets a conformance that is declared with a module selector.
    func foundation(_ name: String) -> String { qualified("Foundation", name) }
    func storage(_ name: String) -> String { qualified("ModelStorage", name) }

    private func module(_ name: String, _ inExpression: Bool) -> String {
        inExpression ? qualified(name, "") : name + "."
    }

    private func qualified(_ module: String, _ name: String) -> String { module + (separators[module] ?? ".") + name }

    /// A name at the top level that nothing hides.
    func alias(_ name: String) -> String { aliasPrefix + Identifier.flattened(name) }

    /// The aliases that the schema's file has to declare for types other than models, in a stable order.
    var aliased: [String] { hidden.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) } }

    /// A model, or a type of the declaration or written by hand, where a type stands.
    func declared(_ name: String) -> String {
        Self.inherited.contains(name) ? alias(name) : spelled(name)
    }

    /// The same where an expression stands, in which a property of that name would win.
    func expression(_ name: String) -> String { hidden.contains(name) ? alias(name) : spelled(name) }

    /// A model, enum or struct of the declaration as its own declaration names it.
    func declaration(_ name: String) -> String { spelled(name) }

    /// A model, enum or struct as code at the top level reaches it through the version's enum, whether the version is the
    /// current one or frozen.
    func inVersion(_ name: String) -> String { "\(versionEnum).\(member(name))" }

    /// The type of a value as a person writes it at the top level, who names the types of a schema by their version.
    func spelledInVersion(_ type: StoredType) -> String {
        switch form(type) {
        case .rawValue(let name, _), .composite(let name, _): declared.contains(name) ? inVersion(name) : name
        case .array(let element, let optional): "[\(spelledInVersion(element))\(optional ? "?" : "")]"
        case .set(let element): "Set<\(spelledInVersion(element))>"
        case .dictionary(let element, let optional): "[String: \(spelledInVersion(element))\(optional ? "?" : "")]"
        default: form(type).name
        }
    }

    /// A type as code at the top level reaches it.
    func topLevel(_ name: String) -> String {
        isFrozen && name != versionEnum ? inVersion(name) : Identifier.escape(name)
    }

    /// What a model, enum or struct is called in the version's enum, which has members of its own.
    func member(_ name: String) -> String {
        let isTaken =
            ["models", "versionIdentifier", versionEnum].contains(name) || Identifier.isShadowedAfterType(name)
        return isTaken ? "_$\(name)" : Identifier.escape(name)
    }

    private func spelled(_ name: String) -> String {
        if isFrozen, name != versionEnum { return member(name) }
        return name.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "<") }
            ? Identifier.escape(name) : name
    }

    /// The Swift type of a stored one.
    func type(_ type: StoredType, isOptional: Bool = false, inExpression: Bool = false) -> String {
        let form = form(type)
        let name =
            switch form {
            case .rawValue(let name, _), .composite(let name, _), .codable(let name):
                inExpression ? expression(name) : declared(name)
            case .array(let element, let optional):
                "[\(self.type(element, isOptional: optional, inExpression: inExpression))]"
            case .set(let element):
                module("Swift", inExpression) + "Set<\(self.type(element, inExpression: inExpression))>"
            case .dictionary(let element, let optional):
                "[\(module("Swift", inExpression))String: \(self.type(element, isOptional: optional, inExpression: inExpression))]"
            case .decimal, .date, .data, .uuid, .url: module("Foundation", inExpression) + form.name
            default: module("Swift", inExpression) + form.name
            }
        return isOptional ? name + "?" : name
    }

    /// Whether Foundation has to be imported to write the type.
    static func usesFoundation(_ type: StoredType) -> Bool {
        switch type {
        case .decimal, .date, .data, .uuid, .url: true
        case .array(let element, _), .set(let element), .dictionary(let element, _): usesFoundation(element)
        default: false
        }
    }

    /// A path to a property of `owner`.
    func keyPath(_ property: String, of owner: String, type: String) -> String {
        Identifier.isShadowedAfterType(property)
            ? "\\.\(Identifier.escape(property)) as Swift.KeyPath<\(expression(owner)), \(type)>"
            : "\\\(expression(owner)).\(Identifier.escape(property))"
    }

    /// A path to a property of an optional object of `owner`; nil where it cannot be written.
    func keyPath(_ link: String, optional property: String, of owner: String) -> String? {
        if Identifier.isShadowedAfterType(link) || Identifier.isShadowedAfterType(property) { return nil }
        return "\\\(expression(owner)).\(Identifier.escape(link))?.\(Identifier.escape(property))"
    }
}
