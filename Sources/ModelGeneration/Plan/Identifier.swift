import ModelDeclaration

/// How names of declarations are written in Swift.
enum Identifier {
    /// Words that are no identifiers without backticks.
    private static let reserved = ReservedNames.keywords

    /// Words that mean something in certain places: before a type or an expression, where a name may stand too.
    private static let contextual: Set<String> = [
        "some", "any", "each", "sending", "borrowing", "consuming", "isolated", "nonisolated", "async", "await",
        "yield", "then", "unsafe", "copy", "consume", "discard", "macro", "actor", "package", "open", "get", "set",
        "willSet", "didSet", "weak", "unowned", "mutating", "nonmutating", "lazy", "final", "override", "required",
        "convenience", "dynamic", "optional", "indirect", "prefix", "postfix", "infix", "repeat", "module",
    ]

    /// The name as a declared name, a type or a value.
    static func escape(_ name: String) -> String {
        reserved.contains(name) || contextual.contains(name) ? "`\(name)`" : name
    }

    /// The name as the label of an argument in a call. Backticks around a keyword draw a warning there, except where the
    /// word would mean something else.
    static func label(_ name: String) -> String {
        name == "inout" || name == "_" ? "`\(name)`" : name
    }

    /// The name as a parameter; with a second name where the first would hide the object itself.
    static func parameter(_ name: String) -> String {
        name == "self" ? "self _$self" : escape(name)
    }

    /// The parameter's value in the body of its function.
    static func argument(_ name: String) -> String {
        name == "self" ? "_$self" : escape(name)
    }

    /// Members that Swift takes for parts of the language after a type's name, backticks or not: `T.Type` is a
    /// metatype. As a member of a value, or with the type left to inference, they are names like any other.
    static func isShadowedAfterType(_ name: String) -> Bool {
        name == "Type" || name == "Protocol" || name == "Self" || name == "self"
    }

    /// The words of a name that a person wrote, such as a dotted or generic type, as one identifier.
    static func flattened(_ name: String) -> String {
        String(name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" })
    }
}
