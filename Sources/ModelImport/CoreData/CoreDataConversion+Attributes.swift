internal import ModelDeclaration
internal import ModelSchema

extension CoreDataConversion {
    /// Core Data's names of types, as Xcode writes them.
    private static let scalars: [String: String] = [
        "Integer 16": "Int16", "Integer 32": "Int32", "Integer 64": "Int64", "Decimal": "Decimal", "Double": "Double",
        "Float": "Float", "String": "String", "Boolean": "Bool", "Date": "Date", "Binary": "Data",
        "Binary Data": "Data", "UUID": "UUID", "URI": "URL",
    ]

    /// An attribute; nil if nothing of it can be declared, which is reported.
    ///
    /// - Parameter path: How messages call it, in quotes.
    func convert(_ element: XMLElement, _ name: String, _ path: String) -> DraftAttribute? {
        checkKeys(of: element, path, known: CoreDataKeys.attribute)
        for child in element.children {
            if child.name == "userInfo" { remarkUserInfo(child, path) } else { loseElement(child, path) }
        }
        let kind = element.value("attributeType") ?? "Undefined"
        var attribute = DraftAttribute(name: name, type: "")
        attribute.isOptional = element.isSet("optional")
        guard let type = type(of: element, kind, path) else { return nil }
        attribute.type = type
        attribute.defaultValue = defaultValue(of: element, type, path)
        attribute.validation = validation(of: element, type, path)
        if element.isSet("transient"), !attribute.validation.isEmpty {
            lose("the rules of \(path), which is not stored", element.place("transient"))
            attribute.validation = []
        }
        convertFlags(of: element, &attribute, path)
        settleDefault(of: element, &attribute, path)
        return attribute
    }

    /// Core Data takes a default that no save would let pass; a declaration does not.
    private func settleDefault(of element: XMLElement, _ attribute: inout DraftAttribute, _ path: String) {
        guard attribute.defaultValue != nil, !attribute.validation.isEmpty else { return }
        var alone = attribute
        alone.name = "a"
        alone.flags = []
        let draft = DraftSchema(
            name: "S", version: SchemaVersion(1, 0, 0), models: [DraftModel(name: "M", attributes: [alone])])
        let source = SourceDocument(path: "", bytes: Array(draft.text.utf8))
        let broken = Declarations.resolve([source], features: .all).diagnostics.contains {
            $0.code == DiagnosticRule.defaultBreaksRule.code
        }
        guard broken else { return }
        lose(
            "the default of \(path), which breaks its rules", element.place("defaultValueString"),
            "an object is to be given a value; or change the rules")
        attribute.defaultValue = nil
    }

    private func type(of element: XMLElement, _ kind: String, _ path: String) -> String? {
        if let scalar = Self.scalars[kind] { return scalar }
        let place = element.place("attributeType")
        switch kind {
        case "Transformable": return transformable(element, path)
        case "Composite":
            for name in element.compositeNames {
                if let type = structs[name] ?? structs.first(where: { $0.key.lowercased() == name.lowercased() })?.value
                {
                    return type.name
                }
            }
            lose("\(path) is a composite that is not in the model", place)
        case "Undefined": lose("\(path) has no type", place, "write it in an extension, as a computed property")
        default: lose("\(path) has the type \(Escaping.quoted(kind)), which the importer does not know", place)
        }
        return nil
    }

    /// A transformable is an archive that only the app can read. Where its class is spelled as a collection of scalars,
    /// the language has that itself.
    private func transformable(_ element: XMLElement, _ path: String) -> String? {
        let className = element.value("customClassName") ?? ""
        if element.isSet("transient") {
            lose(
                "\(path) is transient and transformable", element.place("attributeType"),
                "write it in an extension, or declare it 'transient' with a type written by hand")
            return nil
        }
        let aliases = ["NSString": "String", "NSURL": "URL", "NSUUID": "UUID", "NSDate": "Date", "NSData": "Data"]
        if let scalar = aliases[className] ?? (StoredType.scalars[className] == nil ? nil : className) {
            change("\(path) is stored as \(scalar), no longer transformed", element.place("attributeType"))
            return scalar
        }
        if let syntax = try? TypeSyntax(parsing: className), syntax.isCollection, syntax.isMadeOfScalars {
            change(
                "\(path) is stored as the JSON text of \(syntax.spelled), no longer transformed",
                element.place("attributeType"))
            return syntax.spelled
        }
        change(
            "\(path) is transformable\(className.isEmpty ? "" : " to \(Escaping.quoted(className))"): it becomes Data",
            element.place("attributeType"),
            "make its value Codable and declare its type with \"storage\": \"codable\", or read and write the archive in an extension"
        )
        return "Data"
    }

    private func convertFlags(of element: XMLElement, _ attribute: inout DraftAttribute, _ path: String) {
        if element.isSet("transient") {
            // Core Data tracks transient attributes, as the language does ephemeral ones.
            attribute.flags.append("ephemeral")
            if !attribute.isOptional, attribute.defaultValue == nil {
                if let zero = Self.zero(of: attribute.type) {
                    attribute.defaultValue = zero
                    change(
                        "\(path) is not stored and has no default: it gets one, its type's zero",
                        element.place("transient"))
                } else {
                    attribute.isOptional = true
                    change("\(path) is not stored and has no default: it becomes optional", element.place("transient"))
                }
            }
        }
        if element.isSet("derived") {
            let expression = element.value("derivationExpression") ?? ""
            change(
                "\(path) is derived as \(Escaping.quoted(expression)): it becomes a stored attribute that the app sets",
                element.place("derived"))
            if attribute.defaultValue == nil { attribute.isOptional = true }
        }
        func flag(_ key: String, _ name: String, _ feature: LanguageFeature, _ what: String) {
            guard element.isSet(key) else { return }
            guard !element.isSet("transient") else {
                return lose("\(path) is transient, but \(what)", element.place(key))
            }
            if features.contains(feature) {
                attribute.flags.append(name)
            } else {
                loseUnbuilt("\(path) \(what)", element.place(key))
            }
        }
        let isExternal = attribute.type == "Data" && element.isSet("allowsExternalBinaryDataStorage")
        if isExternal, features.contains(.externalStorage), element.isSet("preserveAfterDeletion"),
            !element.isSet("transient")
        {
            lose(
                "\(path) is preserved after a deletion, but may be stored externally",
                element.place("preserveAfterDeletion"),
                "what is preserved stands in the history: remove 'externalStorage' and write \"preserve\": true")
        } else {
            flag("preserveAfterDeletion", "preserve", .preservedValues, "is preserved after a deletion")
        }
        if attribute.type == "Data" {
            flag("allowsExternalBinaryDataStorage", "externalStorage", .externalStorage, "may be stored externally")
        } else if element.isSet("allowsExternalBinaryDataStorage") {
            lose("\(path) may be stored externally, but is no Data", element.place("allowsExternalBinaryDataStorage"))
        }
        flag("allowsCloudEncryption", "allowsCloudEncryption", .cloudEncryption, "may be encrypted in CloudKit")
        flag("spotlightIndexingEnabled", "spotlight", .spotlight, "is indexed for Spotlight")
        if element.isSet("storedInExternalRecord") {
            lose("\(path) is stored in an external record file", element.place("storedInExternalRecord"))
        }
    }

    // MARK: - Values

    private func defaultValue(of element: XMLElement, _ type: String, _ path: String) -> JSONText? {
        let key = type == "Date" ? "defaultDateTimeInterval" : "defaultValueString"
        guard let text = element.value(key) ?? element.value("defaultValueString") else { return nil }
        if let value = literal(text, type, isDateSeconds: key == "defaultDateTimeInterval") { return value }
        lose("the default \(Escaping.quoted(text)) of \(path), which is \(type)", element.place(key))
        return nil
    }

    /// A value as the language writes it; nil if the text is none of the type.
    private func literal(_ text: String, _ type: String, isDateSeconds: Bool) -> JSONText? {
        switch type {
        case "String": return .string(text)
        case "Bool":
            switch text.lowercased() {
            case "yes", "true", "1": return .word("true")
            case "no", "false", "0": return .word("false")
            default: return nil
            }
        case "Int16", "Int32", "Int64":
            let whole = Int128(text) ?? Double(text).flatMap { Int128(exactly: $0) }
            guard let whole, let range = StoredType.scalars[type]?.integerRange, range.contains(whole) else {
                return nil
            }
            return whole.magnitude > 1 << 53 ? .string("\(whole)") : .word("\(whole)")
        case "Double", "Float":
            guard let number = Double(text), number.isFinite, type == "Double" || Float(number).isFinite else {
                return nil
            }
            return .word("\(number)")
        case "Decimal": return LiteralSyntax.isDecimal(text) ? .string(text) : nil
        case "Date":
            guard isDateSeconds, let seconds = Double(text) else { return nil }
            return DateSyntax.text(seconds).map { .string($0) }
        case "UUID": return LiteralSyntax.uuid(text).map { .string($0) }
        case "URL": return LiteralSyntax.isURL(text) ? .string(text) : nil
        default: return nil
        }
    }

    private static func zero(of type: String) -> JSONText? {
        switch type {
        case "String", "Data": .string("")
        case "Bool": .word("false")
        case "Int16", "Int32", "Int64", "Double", "Float": .word("0")
        case "Decimal": .string("0")
        case "Date": .string("2001-01-01T00:00:00Z")
        case "UUID": .string("00000000-0000-0000-0000-000000000000")
        default: type.hasPrefix("[") ? (type.contains(":") ? .object([]) : .array([])) : nil
        }
    }

    /// Bounds of numbers and dates; for texts, Core Data's bounds are of the length.
    private func validation(of element: XMLElement, _ type: String, _ path: String) -> [(key: String, value: JSONText)]
    {
        var rules: [(key: String, value: JSONText)] = []
        var bounds: [Double] = []
        for (position, end) in ["min", "max"].enumerated() {
            let key = type == "Date" ? "\(end)DateTimeInterval" : "\(end)ValueString"
            guard let text = element.value(key) else { continue }
            switch type {
            case "String":
                guard let length = Double(text).flatMap({ Int32(exactly: $0) }), length >= 0 else {
                    lose("the bound \(Escaping.quoted(text)) of \(path)", element.place(key))
                    continue
                }
                rules.append(("\(end)Length", .word("\(length)")))
                bounds.append(Double(length))
            case "Int16", "Int32", "Int64", "Double", "Float", "Decimal", "Date":
                guard let value = literal(text, type, isDateSeconds: true), let number = Double(text) else {
                    lose("the bound \(Escaping.quoted(text)) of \(path), which is \(type)", element.place(key))
                    continue
                }
                rules.append((end, value))
                bounds.append(number)
            default: lose("the bound \(Escaping.quoted(text)) of \(path), which is \(type)", element.place(key))
            }
            if position == 1, bounds.count == 2, bounds[0] > bounds[1] {
                lose("the upper bound of \(path), which is below the lower one", element.place(key))
                rules.removeLast()
            }
        }
        if let pattern = element.value("regularExpressionString") {
            if type == "String", (try? Regex(pattern)) != nil, pattern.unicodeScalars.count <= 1000 {
                rules.append(("pattern", .string(pattern)))
            } else {
                lose(
                    "the pattern \(Escaping.quoted(pattern)) of \(path), which is no regular expression of Swift",
                    element.place("regularExpressionString"))
            }
        }
        return rules
    }

    // MARK: - Composites

    /// Composite attributes become structs, those first that others hold.
    mutating func readComposites() {
        var names: [String] = []
        for element in model.children where element.name == "composite" || element.name == "compositeAttribute" {
            guard let name = element.value("name"), composites[name] == nil else {
                lose("a composite without a name of its own", element.location)
                continue
            }
            composites[name] = element
            names.append(name)
        }
        for name in names { readComposite(name) }
    }

    private mutating func readComposite(_ name: String) {
        guard let element = composites.removeValue(forKey: name) else { return }
        for child in element.children where child.value("attributeType") == "Composite" {
            for name in child.compositeNames { readComposite(name) }
        }
        let choice = typeNames.choose(name)
        if let reason = choice.reason {
            change(
                "no struct can be called \(Escaping.quoted(name)): \(reason); it becomes \(Escaping.quoted(choice.name))",
                element.place("name"))
        }
        var result = DraftStruct(name: choice.name)
        var names = DraftNames.fields()
        for child in element.children {
            guard child.name == "attribute", let field = child.value("name") else {
                loseElement(child, "the composite \(Escaping.quoted(name))")
                continue
            }
            let path = Escaping.quoted("\(name).\(field)")
            let identity = CoreDataVersion.Identity(of: child, named: field)
            if let place = identity.place {
                lose(
                    "the renaming identifier \(Escaping.quoted(identity.text)) of \(path), which is in a struct", place,
                    "a field that has another name is set in a migration's step")
            }
            guard var attribute = convert(child, names.choose(field).name, path) else { continue }
            if !attribute.validation.isEmpty || !attribute.flags.isEmpty {
                lose("rules and flags of \(path), which is in a struct", child.location)
            }
            attribute.validation = []
            attribute.flags = []
            result.fields.append(attribute)
        }
        guard !result.fields.isEmpty else {
            return lose("the composite \(Escaping.quoted(name)), which is empty", element.location)
        }
        structs[name] = result
        draft.structs.append(result)
    }
}

extension XMLElement {
    /// What may tell which composite an attribute is; versions of Xcode differ.
    fileprivate var compositeNames: [String] {
        ["compositeName", "compositeAttributeName", "customClassName", "elementID", "name"].compactMap { value($0) }
    }
}

extension TypeSyntax {
    /// Whether a collection holds nothing but the language's own scalars.
    fileprivate var isMadeOfScalars: Bool {
        switch self {
        case .named(let name): StoredType.scalars[name] != nil
        case .optional(let wrapped): wrapped.isMadeOfScalars
        case .array(let element): element.isMadeOfScalars
        case .set(let element): element.unwrapped.isOptional == false && element.isMadeOfScalars
        case .dictionary(let key, let value): key == .named("String") && value.isMadeOfScalars
        }
    }
}
