import ModelSchema

/// Names that are identifiers and still cannot be used, with the reason.
package enum ReservedNames {
    /// Why no model, enum or struct may have the name.
    package static func typeFault(_ name: String) -> String? {
        if name.hasPrefix("_$") { return "names that begin with '_$' belong to generated code" }
        // A model's is the name of a file too.
        if name.utf8.count > 200 { return "it is longer than 200 bytes" }
        return switch name {
        case "Type", "Protocol": "even in backticks Swift takes it for the metatype"
        case "Self", "Any": "Swift has no other spelling for what it means everywhere"
        case "String", "Int", "Double", "Bool", "Array", "Dictionary", "Set", "Optional", "Never", "Void":
            "code in the same module could no longer name Swift's own type"
        case "Swift", "Foundation", "ModelStorage":
            "generated code names types by that module, and a type would hide it"
        default: nil
        }
    }

    /// Why no struct may have the name.
    static func structFault(_ name: String) -> String? {
        name == "CodingKeys" ? "'Codable' gives the struct a type of that name" : typeFault(name)
    }

    /// Words that are no identifiers in Swift, unless in backticks.
    package static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "_", "Type", "Protocol",
    ]

    /// Why a type of that name, which no declaration has, can have no values that are stored.
    static func valueFault(_ name: String) -> String? {
        let parts = name.split(separator: ".")
        return switch parts.count == 2 && parts[0] == "Swift" ? String(parts[1]) : name {
        case "Any", "AnyObject": "write the one type that the values have"
        case "Self": "write the name of the type"
        case "Void", "Never": "it has no values"
        default: nil
        }
    }

    /// Whether a name is known to be no protocol's.
    static func isNoProtocol(_ name: String) -> Bool {
        let parts = name.split(separator: ".").map(String.init)
        if parts.count == 2, parts[0] == "Foundation" { return StoredType.scalars[parts[1]] != nil }
        let own = parts.count == 2 && parts[0] == "Swift" ? parts[1] : name
        return typeFault(own) != nil || StoredType.scalars[own]?.integerRange != nil
            || ["AnyObject", "Float", "Character"].contains(own)
    }

    /// Protocols that every model conforms to, spelled as a declaration may: another conformance would be redundant.
    static let modelProtocols: Set<String> = {
        let names = ["Hashable", "Equatable", "Identifiable", "SendableMetatype"].flatMap { [$0, "Swift.\($0)"] }
        return Set(names + ["PersistentModel", "ModelStorage.PersistentModel", "Observable", "Observation.Observable"])
    }()

    /// Why no property of a model may have the name.
    package static func propertyFault(_ name: String) -> String? {
        if name.hasPrefix("_$") { return "names that begin with '_$' belong to generated code" }
        return switch name {
        case "persistentModelID": "every model has it: the identifier of the object"
        case "modelContext": "every model has it: the context of the object"
        case "hashValue": "every model has it, as 'Hashable' asks"
        case "ID": "every model has a type of that name, as 'Identifiable' asks"
        case "Type", "Protocol": "Swift takes it for the metatype in a key path, even in backticks"
        default: nil
        }
    }

    /// Why no field of a struct may have the name.
    package static func fieldFault(_ name: String) -> String? {
        if name.hasPrefix("_$") { return "names that begin with '_$' belong to generated code" }
        return switch name {
        case "hashValue": "every struct has it, as 'Hashable' asks"
        case "CodingKeys": "'Codable' gives the struct a type of that name"
        case "expression": "as a default, an object with that key is Swift code"
        case "Type", "Protocol": "Swift takes it for the metatype in a key path, even in backticks"
        default: nil
        }
    }

    /// Why no case of an enum may have the name.
    static func caseFault(_ name: String) -> String? {
        if name.hasPrefix("_$") { return "names that begin with '_$' belong to generated code" }
        return switch name {
        case "Type", "Protocol": "Swift takes it for the metatype, even in backticks"
        case "allCases": "'CaseIterable' gives the enum a property of that name"
        case "AllCases": "'CaseIterable' gives the enum a type of that name"
        case "RawValue": "'RawRepresentable' gives the enum a type of that name"
        default: nil
        }
    }
}
