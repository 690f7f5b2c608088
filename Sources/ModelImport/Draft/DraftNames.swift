internal import ModelDeclaration

/// Gives names that Swift and the language accept to what has other names in its source.
struct DraftNames {
    /// A name, and why it is not the source's.
    struct Choice {
        var name: String
        var reason: String?
    }

    private var taken: Set<String> = []
    private let fault: (String) -> String?
    /// What a reserved name gets at its end.
    private let suffix: String
    private let fallback: String
    private let isCaseSensitive: Bool

    /// Names of types, which differ in more than case.
    static func types(reserved: Set<String> = []) -> DraftNames {
        DraftNames(suffix: "Model", fallback: "Model", isCaseSensitive: false) { name in
            reserved.contains(name)
                ? "it is the name of what is generated for the schema" : ReservedNames.typeFault(name)
        }
    }

    /// Names of the properties of a model and its parents.
    static func properties() -> DraftNames {
        DraftNames(suffix: "Property", fallback: "property", isCaseSensitive: true, fault: ReservedNames.propertyFault)
    }

    /// Names of the fields of a struct, which become columns, and so differ in more than case.
    static func fields() -> DraftNames {
        DraftNames(suffix: "Field", fallback: "field", isCaseSensitive: false, fault: ReservedNames.fieldFault)
    }

    private init(
        suffix: String, fallback: String, isCaseSensitive: Bool, fault: @escaping (String) -> String?
    ) {
        self.isCaseSensitive = isCaseSensitive
        self.suffix = suffix
        self.fallback = fallback
        self.fault = fault
    }

    /// - Parameter preferred: The name to use if nothing is against it; the source's by default.
    mutating func choose(_ source: String, preferred: String? = nil) -> Choice {
        var name = preferred ?? source
        var reason: String?
        if !Identifier.isValid(name) {
            name = Identifier.cleaned(name) ?? Identifier.cleaned(source) ?? fallback
            reason = "it is no Swift identifier"
        }
        if let fault = fault(name) {
            name += suffix
            reason = fault
        }
        let base = name
        var number = 2
        while !taken.insert(key(name)).inserted {
            name = "\(base)\(number)"
            reason = "another one has that name\(isCaseSensitive ? "" : ", but for its case")"
            number += 1
        }
        return Choice(name: name, reason: name == source || name == preferred ? nil : reason)
    }

    mutating func reserve(_ name: String) { taken.insert(key(name)) }

    private func key(_ name: String) -> String { isCaseSensitive ? name : name.lowercased() }
}
