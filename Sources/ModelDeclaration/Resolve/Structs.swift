import ModelSchema

extension SchemaResolver {
    /// SQLite's default limit of columns in a table.
    static let columnLimit = 2000
    /// Structs within structs that nobody needs; it bounds the recursion.
    static let structDepthLimit = 32

    func resolveStructs() {
        for node in structs { resolve(node, depth: 0) }
        // Defaults may name structs that stand further down, so they come after all types.
        for node in structs { resolveDefaults(of: node) }
    }

    /// Resolves a struct's fields, and first the structs among their types.
    func resolve(_ node: StructNode, depth: Int) {
        guard node.progress == .waiting else { return }
        node.progress = .running
        defer { node.progress = .done }
        var names: [String: Location] = [:]
        var isComplete = node.declared.areFieldsKnown
        for declared in node.declared.fields {
            check(fieldName: declared.name, of: node, &names)
            guard let text = declared.type, let (type, isOptional) = resolveType(text, depth: depth + 1) else {
                isComplete = false
                continue
            }
            node.columnCount = min(Self.columnLimit + 1, node.columnCount + columnCount(type, isOptional: isOptional))
            node.fields.append(
                ResolvedStruct.Field(
                    description: FieldDescription(name: declared.name.value, type: type, isOptional: isOptional),
                    doc: declared.doc, defaultValue: nil, place: problems.place(of: declared.name.location)))
        }
        guard isComplete, !node.fields.isEmpty else { return }
        node.type = .composite(name: node.name, fields: node.fields.map(\.description))
    }

    private func check(fieldName name: Located<String>, of node: StructNode, _ names: inout [String: Location]) {
        guard !name.value.isEmpty else { return }
        if let fault = ReservedNames.fieldFault(name.value), Identifier.isValid(name.value) {
            problems.report(
                .reservedPropertyName, "no field can be called \(Escaping.quoted(name.value)): \(fault)",
                at: name.location)
        }
        // Fields become columns, and SQLite does not tell columns apart by case.
        let key = name.value.lowercased()
        if let first = names[key] {
            problems.report(
                .duplicateProperty, "\(Escaping.quoted(node.name)) has a field \(Escaping.quoted(name.value)) already",
                at: name.location, notes: [Problems.Note("it is declared here", at: first)])
        } else {
            names[key] = name.location
        }
    }

    private func resolveDefaults(of node: StructNode) {
        let values = Dictionary(
            node.declared.fields.compactMap { field in field.defaultValue.map { (field.name.value, $0) } },
            uniquingKeysWith: { first, _ in first })
        for index in node.fields.indices {
            let field = node.fields[index].description
            guard let value = values[field.name] else { continue }
            node.fields[index].defaultValue = resolveDefault(
                value, field.type, isOptional: field.isOptional, "the default of '\(field.name)'")
        }
    }

    /// How many columns a value of the type takes.
    func columnCount(_ type: StoredType, isOptional: Bool) -> Int {
        guard case .composite(let name, _) = type, let node = structsByName[name] else { return 1 }
        return node.columnCount + (isOptional ? 1 : 0)
    }
}
