import ModelSchema

extension SchemaResolver {
    /// Resolves a type of scalars, the schema's enums and structs, and collections of them; nil if it is none, reported.
    func resolveType(_ text: Located<String>, depth: Int = 0) -> (type: StoredType, isOptional: Bool)? {
        // Most types are plain scalars.
        if let scalar = StoredType.scalars[text.value] { return (scalar, false) }
        guard let syntax = parse(text) else { return nil }
        let (wrapped, isOptional) = syntax.unwrapped
        return resolve(wrapped, at: text.location, depth: depth).map { ($0, isOptional) }
    }

    func parse(_ text: Located<String>) -> TypeSyntax? {
        do {
            let syntax = try TypeSyntax(parsing: text.value)
            // Some of these can be names of declared types; that has been refused where it cannot be.
            if let name = syntax.names.first(where: { ReservedNames.valueFault($0) != nil && typePlaces[$0] == nil }) {
                problems.report(
                    .typeSyntax, "\(Escaping.quoted(name)) is no type of a value that can be stored",
                    at: text.location, suggestion: ReservedNames.valueFault(name).map { Suggestion($0) })
                return nil
            }
            return syntax
        } catch {
            // A name that is none has been reported where it is declared.
            guard !invalidNames.contains(where: text.value.contains) else { return nil }
            problems.report(.typeSyntax, error.message, at: text.location, suggestion: error.suggestion)
            return nil
        }
    }

    /// Elements of a collection may be collections; that these are not built is told once, by the outermost.
    func resolve(
        _ syntax: TypeSyntax, at location: Location, depth: Int, isElement: Bool = false
    ) -> StoredType? {
        if syntax.isCollection, !isElement { require(.collections, syntax.spelled, at: location) }
        switch syntax {
        case .named(let name):
            return resolve(name: name, at: location, depth: depth)
        case .optional(let wrapped):
            return resolve(wrapped, at: location, depth: depth)
        case .array(let element):
            let (wrapped, isOptional) = element.unwrapped
            return resolve(wrapped, at: location, depth: depth, isElement: true).map {
                .array($0, optionalElements: isOptional)
            }
        case .set(let element):
            let (wrapped, isOptional) = element.unwrapped
            guard let type = resolve(wrapped, at: location, depth: depth, isElement: true) else { return nil }
            guard !isOptional else {
                problems.report(
                    .typeSyntax, "the elements of a set are not optional", at: location,
                    suggestion: Suggestion(
                        "write \"Set<\(wrapped.spelled)>\"",
                        .name("Set<\(element.spelled)>", replacement: "Set<\(wrapped.spelled)>")))
                return nil
            }
            return .set(type)
        case .dictionary(let key, let value):
            let (wrapped, isOptional) = value.unwrapped
            let type = resolve(wrapped, at: location, depth: depth, isElement: true)
            guard key == .named("String") else {
                problems.report(
                    .typeSyntax, "the keys of a dictionary are strings, not \(Escaping.quoted(key.spelled))",
                    at: location,
                    suggestion: Suggestion(
                        "write \"[String: \(value.spelled)]\"",
                        .name(syntax.spelled, replacement: "[String: \(value.spelled)]")))
                return nil
            }
            return type.map { .dictionary($0, optionalElements: isOptional) }
        }
    }

    private func resolve(name: String, at location: Location, depth: Int) -> StoredType? {
        if let scalar = StoredType.scalars[name] { return scalar }
        if let node = enumsByName[name] { return node.type }
        if let node = structsByName[name] {
            if node.progress == .running {
                problems.report(
                    .recursiveStruct, "the struct \(Escaping.quoted(name)) holds itself, which would have no end",
                    at: location, notes: [Problems.Note("it is declared here", at: node.declared.name.location)])
                return nil
            }
            guard depth <= Self.structDepthLimit else {
                if !isDepthReported {
                    problems.report(
                        .tooManyColumns, "structs are nested more than \(Self.structDepthLimit) deep", at: location)
                }
                isDepthReported = true
                return nil
            }
            resolve(node, depth: depth)
            return node.type
        }
        if let node = modelsByName[name] {
            problems.report(
                .modelAsAttribute,
                "\(Escaping.quoted(name)) is a model; links to its objects are declared under 'relationships'",
                at: location, notes: [Problems.Note("the model is declared here", at: node.declared.name.location)])
            return nil
        }
        guard !mayBeTypeElsewhere(name) else { return nil }
        problems.report(
            .unknownType, "there is no type \(Escaping.quoted(name))", at: location, suggestion: typeSuggestion(name))
        return nil
    }

    /// Names of other languages and libraries first, then what is spelled nearly so.
    private func typeSuggestion(_ name: String) -> Suggestion {
        let translations = [
            "Integer": "Int", "Long": "Int64", "Short": "Int16", "Boolean": "Bool", "Text": "String",
            "Character": "String",
            "NSString": "String", "NSDate": "Date", "NSData": "Data", "NSURL": "URL", "NSUUID": "UUID", "Blob": "Data",
            "NSDecimalNumber": "Decimal", "NSNumber": "Int", "TimeInterval": "Double", "CGFloat": "Double",
            "Float32": "Float", "Float64": "Double", "DateTime": "Date", "Timestamp": "Date", "Number": "Double",
        ]
        // As Swift spells it in full.
        let parts = name.split(separator: ".").map(String.init)
        if parts.count == 2, ["Swift", "Foundation", "FoundationEssentials"].contains(parts[0]),
            StoredType.scalars[parts[1]] != nil
        {
            return Suggestion("write \"\(parts[1])\"", .name(name, replacement: parts[1]))
        }
        if let translated = translations.first(where: { $0.key.lowercased() == name.lowercased() })?.value {
            return Suggestion("write \"\(translated)\"", .name(name, replacement: translated))
        }
        let names = StoredType.scalars.keys.sorted() + enums.map(\.name) + structs.map(\.name)
        return Suggestions.didYouMean(name, among: names)
            ?? "declare it under 'types', or give 'storage' for a type written by hand"
    }
}
