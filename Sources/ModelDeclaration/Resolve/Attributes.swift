import ModelSchema

extension SchemaResolver {
    func resolveAttributes() {
        for model in models {
            for attribute in model.attributes { resolve(attribute) }
        }
    }

    private func resolve(_ attribute: AttributeNode) {
        let declared = attribute.declared
        if let text = declared.type, let (type, isOptional) = resolveType(of: declared, text) {
            attribute.type = type
            attribute.isOptional = isOptional || declared.saysOptional
        }
        checkFlags(of: attribute)
        guard let type = attribute.type else { return }
        if let value = declared.defaultValue {
            attribute.defaultValue = resolveDefault(
                value, type, isOptional: attribute.isOptional, "the default of '\(attribute.name)'")
        } else if !declared.isDefaultKnown {
            // Whatever it is, there is one.
        } else if !attribute.isStored, !attribute.isOptional {
            problems.report(
                .transientWithoutDefault,
                "\(Escaping.quoted(attribute.name)) is not stored, so an object that is read needs a default for it",
                at: declared.name.location, suggestion: "give it a 'default', or make it \(type.name)?")
        } else if isHandWritten(type), !attribute.isOptional {
            problems.report(
                .storage,
                "\(Escaping.quoted(attribute.name)) is of a hand-written type, which has no zero value of its own: an "
                    + "object whose row is gone needs a default for it",
                at: declared.name.location, suggestion: "give it a 'default', or make it \(type.name)?")
        }
        if let validation = declared.validation {
            guard attribute.isStored else { return }
            let count = problems.count
            attribute.validation = resolve(validation, type, attribute.name)
            // Of rules that contradict one another, any value breaks one.
            if problems.count == count { checkDefault(of: attribute, type, validation) }
        }
    }

    private func isHandWritten(_ type: StoredType) -> Bool {
        switch type {
        case .codable: true
        case .rawValue(let name, _): typePlaces[name] == nil
        default: false
        }
    }

    /// The type of an attribute, which may be written by hand if it says how it is stored.
    private func resolveType(
        of declared: DeclaredAttribute, _ text: Located<String>
    ) -> (type: StoredType, isOptional: Bool)? {
        guard let storage = declared.storage else {
            guard declared.isStorageKnown || isDeclared(text) else { return nil }
            if let rawType = declared.rawType, declared.isStorageKnown {
                problems.report(
                    .storage, "'rawType' belongs to a hand-written type, which also needs \"storage\": \"rawValue\"",
                    at: rawType.location)
                guard isDeclared(text) else { return nil }
            }
            return resolveType(text)
        }
        guard let syntax = parse(text) else { return nil }
        let (wrapped, isOptional) = syntax.unwrapped
        guard case .named(let name) = wrapped else {
            problems.report(
                .storage, "'storage' is for the name of a hand-written type, not for \(Escaping.quoted(text.value))",
                at: storage.location)
            return nil
        }
        if modelsByName[name] != nil { return resolve(wrapped, at: text.location, depth: 0).map { ($0, isOptional) } }
        if StoredType.scalars[name] != nil || typePlaces[name] != nil {
            problems.report(
                .storage, "\(Escaping.quoted(name)) is not written by hand, so how it is stored is known",
                at: storage.location, suggestion: "remove 'storage'")
            return resolve(wrapped, at: text.location, depth: 0).map { ($0, isOptional) }
        }
        switch (storage.value, declared.rawType) {
        case ("rawValue", _) where !declared.isRawTypeKnown: return nil
        case ("rawValue", nil):
            problems.report(
                .storage, "a type that is stored by raw value needs its 'rawType'", at: storage.location,
                suggestion: "add \"rawType\": \"String\", or the integer type it has")
            return nil
        case ("rawValue", let rawType?):
            return StoredType.scalars[rawType.value].map { (.rawValue(name: name, raw: $0), isOptional) }
        default:
            if let rawType = declared.rawType {
                problems.report(
                    .storage, "a type that is stored as JSON text has no 'rawType'", at: rawType.location)
            }
            return (.codable(name: name), isOptional)
        }
    }

    /// Whether a type is known without 'storage'.
    private func isDeclared(_ text: Located<String>) -> Bool {
        guard case .named(let name)? = (try? TypeSyntax(parsing: text.value))?.unwrapped.type else { return true }
        return StoredType.scalars[name] != nil || typePlaces[name] != nil
    }

    private func checkFlags(of attribute: AttributeNode) {
        let declared = attribute.declared
        if attribute.isTransient, attribute.isEphemeral, let flag = declared.flags["ephemeral"] {
            problems.report(
                .flag, "\(Escaping.quoted(attribute.name)) cannot be transient and ephemeral", at: flag.location,
                suggestion: "an ephemeral attribute is tracked, a transient one is not: keep one of the two")
        }
        if attribute.isExternal, let flag = declared.flags["externalStorage"] {
            if !attribute.isStored {
                problems.report(
                    .flag, "\(Escaping.quoted(attribute.name)) is not stored, so not externally either",
                    at: flag.location)
            } else if let type = attribute.type, type != .data {
                problems.report(
                    .flag, "only Data can be stored externally, \(Escaping.quoted(attribute.name)) is \(type.name)",
                    at: flag.location, suggestion: "remove 'externalStorage'")
            }
        }
        if let validation = declared.validation, !attribute.isStored {
            problems.report(
                .flag, "\(Escaping.quoted(attribute.name)) is not stored, so no save checks its rules",
                at: validation.location, suggestion: "remove 'validation'")
        }
        if let column = declared.column {
            if !attribute.isStored {
                problems.report(
                    .flag, "\(Escaping.quoted(attribute.name)) is not stored, so it has no column", at: column.location)
            } else {
                check(storedName: column, "column")
            }
        }
    }

    /// Checks a table's or column's declared name.
    func check(storedName name: Located<String>, _ what: String) {
        guard let fault = StoredNames.fault(name.value) else { return }
        problems.report(
            .storedName, "\(Escaping.quoted(name.value)) cannot be the name of a \(what): \(fault)", at: name.location,
            suggestion: StoredNames.cleaned(name.value).map { .write(text: $0) })
    }
}

/// The names of tables and columns that a declaration may choose.
package enum StoredNames {
    package static func fault(_ name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name.hasPrefix("$") { return "names that begin with '$' are the store's own" }
        if name.lowercased().hasPrefix("sqlite_") { return "names that begin with 'sqlite_' are SQLite's own" }
        if name.unicodeScalars.contains("\0") { return "it contains U+0000" }
        if name.unicodeScalars.contains(".") { return "a dot joins the parts of names that are made up" }
        if name.utf8.count > 500 { return "it is longer than 500 bytes" }
        return nil
    }

    /// A name near to one that cannot be; nil where there is none.
    static func cleaned(_ name: String) -> String? {
        let name = String(name.drop { $0 == "$" }).replacing(".", with: "_")
        return fault(name) == nil ? name : nil
    }
}
