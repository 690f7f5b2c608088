/// Compares a document with the key tables and reports every difference, so that the stages after it can read what is
/// right and pass over the rest in silence.
struct ShapeChecker {
    let problems: Problems
    let features: Set<LanguageFeature>

    /// Checks a value; `what` is how messages call it, put into words only where there is a message.
    func check(_ node: JSONNode, _ shape: Shape, _ what: @autoclosure () -> String) {
        switch shape {
        case .text:
            if node.text == nil { wrong(node, what(), "a string", suggestion: node.onlyText.map { .write(text: $0) }) }
        case .identifier:
            guard let text = node.text else {
                return wrong(node, what(), "a string", suggestion: node.onlyText.map { .write(text: $0) })
            }
            if let fault = Identifier.fault(text) {
                problems.report(
                    .identifier, "\(Escaping.quoted(text)) is no Swift identifier: \(fault)", at: node.location,
                    suggestion: Identifier.cleaned(text).map { .write(text: $0) })
            }
        case .version:
            guard let text = node.text else {
                let meant = node.numberText.flatMap(VersionSyntax.completed)
                return wrong(node, what(), "a string", suggestion: meant.map { .write(text: $0) })
            }
            if !VersionSyntax.isVersion(text) {
                problems.report(
                    .version, "\(Escaping.quoted(text)) is no version: it is three numbers, major.minor.patch",
                    at: node.location, suggestion: VersionSyntax.completed(text).map { .write(text: $0) })
            }
        case .boolean:
            guard case .bool = node.value else {
                let text = node.text?.lowercased() ?? ""
                let meant = ["true", "false"].contains(text) ? text : nil
                return wrong(node, what(), "true or false", suggestion: meant.map { .write($0, " without quotes") })
            }
        case .count:
            guard case .number(let number) = node.value, let integer = number.whole,
                (0...Int128(Int32.max)).contains(integer)
            else {
                return wrong(node, what(), "a whole number from 0 to \(Int32.max)", shown: node.numberText)
            }
        case .choice(let choices):
            guard let text = node.text else { return wrong(node, what(), "a string") }
            if !choices.contains(text) {
                problems.report(
                    .choice, "\(what()) is \(choices.quotedList(joiner: "or")), not \(Escaping.quoted(text))",
                    at: node.location,
                    suggestion: Translations.word(text, among: choices).map { .didYouMean($0, for: text) }
                        ?? Suggestions.didYouMean(text, among: choices))
            }
        case .list(let element, let isEmptyAllowed):
            guard let elements = node.elements else {
                return wrong(node, what(), "a list", suggestion: listSuggestion(node, element))
            }
            if elements.isEmpty, !isEmptyAllowed {
                problems.report(.emptyList, "\(what()) is empty", at: node.location)
            }
            for item in elements { check(item, element, Self.entry(of: what())) }
        case .object(let table):
            guard let members = node.members else {
                return wrong(node, what(), "an object", suggestion: objectSuggestion(node, table))
            }
            checkKeys(members, of: node, table)
        case .tagged(let tables):
            guard let members = node.members else {
                return wrong(
                    node, what(), "an object", suggestion: tables.first.flatMap { objectSuggestion(node, $0) })
            }
            let tag = { (table: KeyTable) in table.keys.first?.name ?? "" }
            if let table = tables.first(where: { table in members.contains { $0.key == tag(table) } }) {
                checkKeys(members, of: node, table)
            } else {
                problems.report(
                    .missingKey, "\(what()) has neither \(tables.map(tag).quotedList(joiner: "nor"))",
                    at: node.location,
                    suggestion: Suggestion(
                        "begin it with "
                            + tables.map { "\"\(tag($0))\": \"\(Self.name(in: members))\"" }.joined(
                                separator: " or ")))
            }
        case .either(let first, let second):
            check(node, matches(node, second) && !matches(node, first) ? second : first, what())
        case .nullable(let shape):
            if case .null = node.value { return }
            if !matches(node, shape) { return wrong(node, what(), "a string or null") }
            check(node, shape, what())
        case .value:
            if node.isExpression { check(node, .object(.expression), what()) }
        case .anything:
            break
        }
    }

    private func checkKeys(_ members: [JSONMember], of node: JSONNode, _ table: KeyTable) {
        // A required key that is misspelled is not missing too.
        var meant: Set<String> = []
        for member in members {
            guard let key = table[member.key] else {
                let near = reportUnknown(member, table)
                if let near { meant.insert(near) }
                continue
            }
            if let feature = key.feature, !features.contains(feature), !member.value.isDefault {
                problems.report(
                    .unbuilt, "\(feature.subject) ('\(key.name)') is not part of this version", at: member.keyLocation)
            }
            check(member.value, key.shape, "'\(key.name)'")
        }
        for key in table.requiredKeys
        where !meant.contains(key.name) && !members.contains(where: { $0.key == key.name }) {
            let name = members.first { $0.key == "name" }?.value.text
            let subject = name.map { "\(table.noun.droppingArticle) \(Escaping.quoted($0))" } ?? table.noun
            problems.report(.missingKey, "\(subject) has no '\(key.name)'", at: node.location)
        }
    }

    /// - Returns: The key that is meant, where one is.
    private func reportUnknown(_ member: JSONMember, _ table: KeyTable) -> String? {
        let names = table.keys.map(\.name)
        let remark = Self.remark(on: member.key, in: table)
        let near = Self.meant(member.key, in: table)
        problems.report(
            .unknownKey, "\(table.noun) has no key \(Escaping.quoted(member.key))", at: member.keyLocation,
            suggestion: remark ?? near.map { .didYouMean($0, for: member.key) }
                ?? Self.remarkOnKind(of: member.key, table) ?? "its keys are \(names.joined(separator: ", "))")
        return near
    }

    /// The key that is meant by one that the table does not know; nil where none is near.
    static func meant(_ key: String, in table: KeyTable) -> String? {
        guard remark(on: key, in: table) == nil else { return nil }
        return Translations.key(key, in: table)
            ?? (isOfTheOtherKind(key, table) ? nil : Suggestions.nearest(to: key, among: table.keys.map(\.name)))
    }

    /// What a key that is not there means elsewhere, and is said in another way here.
    private static func remark(on key: String, in table: KeyTable) -> Suggestion? {
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
        return nil
    }

    /// Whether it is a key of attributes in a relationship, or the other way about.
    private static func isOfTheOtherKind(_ key: String, _ table: KeyTable) -> Bool {
        table === KeyTable.attribute && KeyTable.relationship[key] != nil
            || table === KeyTable.relationship && KeyTable.attribute[key] != nil
    }

    private static func remarkOnKind(of key: String, _ table: KeyTable) -> Suggestion? {
        guard isOfTheOtherKind(key, table) else { return nil }
        return table === KeyTable.attribute
            ? "relationships have it: links to objects are declared under 'relationships'"
            : "attributes have it: values are declared under 'attributes'"
    }

    /// How a list is written that holds what stands here.
    private func listSuggestion(_ node: JSONNode, _ element: Shape) -> Suggestion? {
        switch (node.value, element) {
        case (.string(let text), .list), (.string(let text), .either(.list, _)):
            .write("[[\(JSONText.string(text).oneLine)]]")
        case (.string(let text), _): .write("[\(JSONText.string(text).oneLine)]")
        case (.object, .object(let table)), (.object, .either(_, .object(let table))): "write [\(table.sketch())]"
        default: nil
        }
    }

    private func objectSuggestion(_ node: JSONNode, _ table: KeyTable) -> Suggestion? {
        guard !table.requiredKeys.isEmpty else { return nil }
        let name = node.text.flatMap { Identifier.isValid($0) ? $0 : nil }
        return .write(table.sketch(name ?? "…"))
    }

    private static func entry(of what: String) -> String {
        let prefix = "an entry of "
        return what.hasPrefix(prefix) ? "a name in \(what.dropFirst(prefix.count))" : prefix + what
    }

    private static func name(in members: [JSONMember]) -> String {
        let name = members.first { $0.key == "name" }?.value.text ?? ""
        return Identifier.isValid(name) ? name : "…"
    }

    private func wrong(
        _ node: JSONNode, _ what: String, _ expected: String, suggestion: Suggestion? = nil, shown: String? = nil
    ) {
        problems.report(
            .wrongType, "\(what) must be \(expected), not \(shown ?? node.noun)", at: node.location,
            suggestion: suggestion ?? (node.isNull ? "leave it out" : nil))
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

    fileprivate var isNull: Bool {
        if case .null = value { true } else { false }
    }

    fileprivate var numberText: String? {
        if case .number(let number) = value { number.text } else { nil }
    }

    /// The text that a list of one holds.
    fileprivate var onlyText: String? { elements.flatMap { $0.count == 1 ? $0[0].text : nil } }

    /// Values that ask for nothing: saying them is as good as leaving the key out.
    fileprivate var isDefault: Bool {
        switch value {
        case .null, .bool(false): true
        case .array(let elements): elements.isEmpty
        default: false
        }
    }
}

extension KeyTable {
    /// An object with what it must have.
    fileprivate func sketch(_ name: String = "…") -> String {
        let members = requiredKeys.enumerated().map { position, key in
            if case .list = key.shape { return "\"\(key.name)\": […]" }
            return "\"\(key.name)\": \"\(position == 0 ? name : "…")\""
        }
        return "{ \(members.joined(separator: ", ")) }"
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
