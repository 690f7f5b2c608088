import ModelSchema

extension SchemaResolver {
    /// Takes in the names of all enums, structs and models; of two equal ones the first stands.
    func registerTypes() {
        for document in documents {
            for declared in document.enums {
                let node = EnumNode(declared)
                if register(declared.name, "enum") { enumsByName[node.name] = node }
                enums.append(node)
            }
            for declared in document.structs {
                let node = StructNode(declared)
                if register(declared.name, "struct") { structsByName[node.name] = node }
                structs.append(node)
            }
        }
        var lowercased: [String: Located<String>] = [:]
        for document in documents {
            for declared in document.models {
                let node = ModelNode(declared)
                if register(declared.name, "model") {
                    modelsByName[node.name] = node
                } else {
                    node.isDeclaredTwice = true
                    modelsByName[node.name]?.isDeclaredTwice = true
                }
                models.append(node)
                // One file per model: names that differ only in case are one file on many a disk, and one table.
                guard !node.name.isEmpty else { continue }
                if let other = lowercased[node.name.lowercased()], other.value != node.name {
                    problems.report(
                        .caseCollision,
                        "the models \(Escaping.quoted(other.value)) and \(Escaping.quoted(node.name)) differ only in case",
                        at: declared.name.location, notes: [Problems.Note("the other one is here", at: other.location)])
                } else {
                    lowercased[node.name.lowercased()] = declared.name
                }
            }
        }
        for actor in documents.flatMap(\.actors) { _ = register(actor, "actor") }
    }

    private func register(_ name: Located<String>, _ kind: String) -> Bool {
        guard !name.value.isEmpty else { return false }
        let fault = kind == "struct" ? ReservedNames.structFault(name.value) : ReservedNames.typeFault(name.value)
        if let fault, Identifier.isValid(name.value) {
            problems.report(
                .reservedTypeName, "no \(kind) can be called \(Escaping.quoted(name.value)): \(fault)",
                at: name.location)
        }
        if let first = typePlaces[name.value] {
            problems.report(
                .duplicateType,
                "\(Escaping.quoted(name.value)) is declared twice\(name.value.compositionRemark(in: typePlaces.keys))",
                at: name.location, notes: [Problems.Note("it is declared here", at: first)])
            return false
        }
        typePlaces[name.value] = name.location
        if !Identifier.isValid(name.value) { invalidNames.append(name.value) }
        return true
    }
}

extension String {
    /// Says so where an equal name is spelled in other bytes, since nobody can see that.
    func compositionRemark(in names: some Sequence<String>) -> String {
        guard let other = names.first(where: { $0 == self }), !other.utf8.elementsEqual(utf8) else { return "" }
        return " (in another Unicode composition)"
    }
}
