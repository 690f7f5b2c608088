import Testing

@testable import ModelDeclaration

/// A validator of the part of JSON Schema that the generated schema uses.
private struct Validator {
    let root: JSONNode

    func accepts(_ node: JSONNode, _ schema: JSONNode) -> Bool {
        guard let rules = schema.members else { return false }
        return rules.allSatisfy { rule in accepts(node, rule.key, rule.value, rules) }
    }

    private func accepts(_ node: JSONNode, _ keyword: String, _ value: JSONNode, _ rules: [JSONMember]) -> Bool {
        switch keyword {
        case "$ref":
            let name = String(value.text?.dropFirst(8) ?? "")
            return member("$defs", of: root).flatMap { member(name, of: $0) }.map { accepts(node, $0) } ?? false
        case "type": return type(of: node, is: value.text ?? "")
        case "enum": return value.elements?.contains { equal($0, node) } ?? false
        case "const": return equal(value, node)
        case "anyOf": return value.elements?.contains { accepts(node, $0) } ?? false
        case "pattern":
            guard let text = node.text else { return true }
            // Swift's own Regex joins the marks in this one to the letters before them.
            if value.text == Identifier.pattern { return Identifier.isValid(text) }
            return (try? Regex(value.text ?? "(")).map { text.contains($0) } ?? false
        case "minimum", "maximum":
            guard case .number(let number) = node.value, case .number(let bound) = value.value else { return true }
            return keyword == "minimum" ? number.double >= bound.double : number.double <= bound.double
        case "minItems": return node.elements.map { !$0.isEmpty } ?? true
        case "maxItems": return node.elements.map(\.isEmpty) ?? true
        case "items": return node.elements?.allSatisfy { accepts($0, value) } ?? true
        case "required":
            guard let members = node.members else { return true }
            return value.elements?.allSatisfy { key in members.contains { $0.key == key.text } } ?? false
        case "properties":
            return node.members?.allSatisfy { found in
                member(found.key, of: value).map { accepts(found.value, $0) } ?? true
            } ?? true
        case "additionalProperties":
            let known = rules.first { $0.key == "properties" }?.value
            return node.members?.allSatisfy { found in known.flatMap { member(found.key, of: $0) } != nil } ?? true
        case "$schema", "$id", "title", "description", "$defs": return true
        default:
            Issue.record("the schema uses \(keyword)")
            return false
        }
    }

    private func member(_ key: String, of node: JSONNode) -> JSONNode? { node.members?.first { $0.key == key }?.value }

    private func type(of node: JSONNode, is name: String) -> Bool {
        switch (node.value, name) {
        case (.string, "string"), (.bool, "boolean"), (.array, "array"), (.object, "object"), (.null, "null"): true
        case (.number(let number), "integer"): number.whole != nil
        default: false
        }
    }

    private func equal(_ left: JSONNode, _ right: JSONNode) -> Bool {
        switch (left.value, right.value) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left.isEmpty && right.isEmpty
        default: false
        }
    }
}

@Suite("The JSON Schema of the language")
struct JSONSchemaTests {
    private func parse(_ text: String) throws -> JSONNode {
        let document = SourceDocument(path: "a", bytes: Array(text.utf8))
        return try #require(Declarations.parse(document, 0, Problems([document])))
    }

    /// Whether the parser finds nothing wrong with a document's shape.
    private func isShapely(_ node: JSONNode, _ text: String, _ features: Set<LanguageFeature>) -> Bool {
        let problems = Problems([SourceDocument(path: "a", bytes: Array(text.utf8))])
        ShapeChecker(problems: problems, features: features).check(node, .object(.document), "the document")
        return problems.diagnostics.isEmpty
    }

    @Test("It is JSON, in ASCII, and has each object of the language once")
    func text() throws {
        let text = DeclarationSchema.text()
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        let members = try #require(try parse(text).members)
        let definitions = try #require(members.first { $0.key == "$defs" }?.value.members)
        #expect(
            definitions.map(\.key).sorted() == [
                "attribute", "case", "enum", "field", "identifier", "index", "migration", "model", "options",
                "relationship",
                "struct", "validation",
            ])
        let all = try #require(try parse(DeclarationSchema.text(features: .all)).members)
        #expect(all.first { $0.key == "$defs" }?.value.members?.contains { $0.key == "validation" } == true)
    }

    @Test(
        "It takes the travel example, and refuses what the parser refuses for its shape",
        arguments: [Set<LanguageFeature>.all, .built, []])
    func agreement(features: Set<LanguageFeature>) throws {
        let schema = try parse(DeclarationSchema.text(features: features))
        let validator = Validator(root: schema)
        let example = LanguageTests.trips
        #expect(validator.accepts(try parse(example), schema))

        let replacements = [
            "1", "1.0", "-1", "true", "false", "null", "[]", "{}", #""x""#, #""a b""#, #""_""#, #""1.0.0""#, #""1.0""#,
            #""cascade""#, #"["a"]"#, #"[["a"]]"#, #"[{"name": "a"}]"#, #"{"name": "a", "type": "Int"}"#,
            #"{"on": ["a"]}"#, #""é🚀""#,
        ]
        var turn = 0
        var compared = 0
        var accepted = 0
        // Each value and each key of the example in turn becomes something else.
        let keys = Set([KeyTable.document, .model, .attribute, .relationship, .options].flatMap(\.keys).map(\.name))
            .sorted()
        for replacement in replacements + keys.map({ "@" + $0 }) {
            for range in Self.tokens(of: example) {
                let token = example[range]
                let isKey = example[range.upperBound...].hasPrefix(":")
                guard isKey == replacement.hasPrefix("@"), token.first == "\"" || !isKey else { continue }
                // A sample of the products is enough, another one for each set of features.
                turn += 1
                guard turn % 31 == features.count else { continue }
                let text = example.replacingCharacters(
                    in: range, with: isKey ? "\"\(replacement.dropFirst())\"" : replacement)
                guard let node = try? parse(text), !Self.hasDuplicates(text) else { continue }
                compared += 1
                let isShapely = isShapely(node, text, features)
                if isShapely { accepted += 1 }
                guard validator.accepts(node, schema) != isShapely else { continue }
                Issue.record(
                    "the parser \(isShapely ? "takes" : "refuses") \(replacement) for \(token), the schema does not")
            }
        }
        #expect(compared > 60 && accepted > 6)
    }

    /// The strings and words of a JSON text.
    private static func tokens(of text: String) -> [Range<String.Index>] {
        text.ranges(of: #/"[^"]*"|\b(?:true|false|0)\b/#)
    }

    private static func hasDuplicates(_ text: String) -> Bool {
        var scanner = JSONScanner(Array(text.utf8))
        _ = try? scanner.scan()
        return !scanner.duplicates.isEmpty
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
