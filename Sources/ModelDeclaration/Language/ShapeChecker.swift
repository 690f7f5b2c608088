/// Compares a document with the key tables and reports every difference, so that the stages after it can read what is
/// right and pass over the rest in silence.
struct ShapeChecker {
    let problems: Problems
    let features: Set<LanguageFeature>

    /// Checks a value; `what` is how messages call it, put into words only where there is a message.
    func check(_ node: JSONNode, _ shape: Shape, _ what: @autoclosure () -> String) {
        switch shape {
        case .text:
            if node.text == nil { wrong(node, what(), "a string") }
        case .identifier:
            guard let text = node.text else { return wrong(node, what(), "a string") }
            if let fault = Identifier.fault(text) {
                problems.report(
                    .identifier, "\(Escaping.quoted(text)) is no Swift identifier: \(fault)", at: node.location,
                    suggestion: Identifier.cleaned(text).map { "write \"\($0)\"" })
            }
        case .version:
            guard let text = node.text else { return wrong(node, what(), "a string") }
            if !VersionSyntax.isVersion(text) {
                problems.report(
                    .version, "\(Escaping.quoted(text)) is no version: it is three numbers, major.minor.patch",
                    at: node.location, suggestion: VersionSyntax.completed(text).map { "write \"\($0)\"" })
            }
        case .boolean:
            guard case .bool = node.value else {
                let text = node.text?.lowercased() ?? ""
                let meant = ["true", "false"].contains(text) ? text : nil
                return wrong(node, what(), "true or false", suggestion: meant.map { "write \($0) without quotes" })
            }
        case .count:
            guard case .number(let number) = node.value, let integer = number.whole,
                (0...Int128(Int32.max)).contains(integer)
            else { return wrong(node, what(), "a whole number from 0 to \(Int32.max)") }
        case .choice(let choices):
            guard let text = node.text else { return wrong(node, what(), "a string") }
            if !choices.contains(text) {
                problems.report(
                    .choice, "\(what()) is \(choices.quotedList(joiner: "or")), not \(Escaping.quoted(text))",
                    at: node.location, suggestion: Suggestions.didYouMean(text, among: choices))
            }
        case .list(let element, let isEmptyAllowed):
            guard let elements = node.elements else {
                return wrong(node, what(), "a list", suggestion: node.text.map { "write [\"\($0)\"]" })
            }
            if elements.isEmpty, !isEmptyAllowed {
                problems.report(.emptyList, "\(what()) is empty", at: node.location)
            }
            for item in elements { check(item, element, "an entry of \(what())") }
        case .object(let table):
            guard let members = node.members else { return wrong(node, what(), "an object") }
            checkKeys(members, of: node, table)
        case .tagged(let tables):
            guard let members = node.members else { return wrong(node, what(), "an object") }
            let tag = { (table: KeyTable) in table.keys.first?.name ?? "" }
            if let table = tables.first(where: { table in members.contains { $0.key == tag(table) } }) {
                checkKeys(members, of: node, table)
            } else {
                problems.report(
                    .missingKey, "\(what()) has neither \(tables.map(tag).quotedList(joiner: "nor"))", at: node.location
                )
            }
        case .either(let first, let second):
            check(node, matches(node, second) && !matches(node, first) ? second : first, what())
        case .nullable(let shape):
            if case .null = node.value { return }
            check(node, shape, what())
        case .value:
            if node.isExpression { check(node, .object(.expression), what()) }
        case .anything:
            break
        }
    }

    private func checkKeys(_ members: [JSONMember], of node: JSONNode, _ table: KeyTable) {
        for member in members {
            guard let key = table[member.key] else {
                let names = table.keys.map(\.name)
                problems.report(
                    .unknownKey, "\(table.noun) has no key \(Escaping.quoted(member.key))", at: member.keyLocation,
                    suggestion: Self.meant(by: member.key, in: table) ?? Suggestions.didYouMean(
                        member.key, among: names)
                        ?? "its keys are \(names.joined(separator: ", "))")
                continue
            }
            if let feature = key.feature, !features.contains(feature), !member.value.isDefault {
                problems.report(
                    .unbuilt, "\(feature.subject) ('\(key.name)') is not part of this version", at: member.keyLocation)
            }
            check(member.value, key.shape, "'\(key.name)'")
        }
        for key in table.requiredKeys where !members.contains(where: { $0.key == key.name }) {
            let name = members.first { $0.key == "name" }?.value.text
            let subject = name.map { "\(table.noun.droppingArticle) \(Escaping.quoted($0))" } ?? table.noun
            problems.report(.missingKey, "\(subject) has no '\(key.name)'", at: node.location)
        }
    }

    /// Keys of other tools and languages for what is said in another way here.
    private static let translations: [String: String] = [
        "ondelete": "deleteRule", "deletionrule": "deleteRule", "delete": "deleteRule", "description": "doc",
        "comment": "doc", "comments": "doc", "documentation": "doc", "extends": "inherits", "parent": "inherits",
        "superclass": "inherits", "isabstract": "abstract", "fields": "attributes", "properties": "attributes",
        "columns": "attributes", "relations": "relationships", "links": "relationships", "entities": "models",
        "classes": "models", "indexes": "index", "indices": "index", "uniques": "unique", "isunique": "unique",
        "constraints": "unique", "values": "cases", "defaultvalue": "default", "isordered": "ordered",
        "min": "minCount", "max": "maxCount", "renamingidentifier": "originalName", "oldname": "originalName",
        "tablename": "table", "columnname": "column", "primarykey": "unique", "istransient": "transient",
        "module": "imports", "protocols": "conformances", "target": "type", "destination": "type",
    ]

    /// What a key that is not there means elsewhere.
    private static func meant(by key: String, in table: KeyTable) -> String? {
        switch key.lowercased() {
        case "optional", "nullable", "isoptional":
            if table["type"] != nil { return "an optional's type ends with '?'" }
        case "required", "isrequired":
            if table["type"] != nil { return "a type without '?' is required" }
        case "index", "indexed":
            if table === KeyTable.attribute { return "indexes are declared by the model: \"index\": [[\"…\"]]" }
        case "tomany":
            if table === KeyTable.relationship { return "the type of a to-many is a list: \"[Other]\"" }
        default: break
        }
        if let translated = translations[key.lowercased()], table[translated] != nil {
            return "did you mean \(Escaping.quoted(translated))?"
        }
        if table === KeyTable.attribute, KeyTable.relationship[key] != nil {
            return "relationships have it: links to objects are declared under 'relationships'"
        }
        if table === KeyTable.relationship, KeyTable.attribute[key] != nil {
            return "attributes have it: values are declared under 'attributes'"
        }
        return nil
    }

    private func wrong(_ node: JSONNode, _ what: String, _ expected: String, suggestion: String? = nil) {
        problems.report(
            .wrongType, "\(what) must be \(expected), not \(node.noun)", at: node.location, suggestion: suggestion)
    }

    /// Whether the JSON type alone fits, for a choice between two shapes.
    private func matches(_ node: JSONNode, _ shape: Shape) -> Bool {
        switch shape {
        case .list: node.elements != nil
        case .object, .tagged: node.members != nil
        case .text, .identifier, .version, .choice: node.text != nil
        default: true
        }
    }
}

extension JSONNode {
    /// Whether it is Swift code in the place of a literal.
    var isExpression: Bool { members?.contains { $0.key == "expression" } ?? false }

    /// Values that ask for nothing: saying them is as good as leaving the key out.
    fileprivate var isDefault: Bool {
        switch value {
        case .null, .bool(false): true
        case .array(let elements): elements.isEmpty
        default: false
        }
    }
}

extension String {
    /// "a model" without its first word.
    var droppingArticle: String {
        guard let space = firstIndex(of: " ") else { return self }
        return String(self[index(after: space)...])
    }
}

extension [String] {
    /// 'a', 'b' or 'c'
    func quotedList(joiner: String) -> String {
        let quoted = map(Escaping.quoted)
        guard quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " \(joiner) " + quoted[quoted.count - 1]
    }
}
