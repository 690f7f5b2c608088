/// A JSON Schema (2020-12) of the declaration language, which editors complete from.
///
/// It is written from the tables that the parser checks with, so it says what the parser says about shape: keys, JSON
/// types, words, required keys and patterns of names.
public enum DeclarationSchema {
    /// - Parameter features: The parts of the language to accept; keys of all others take only what asks for nothing.
    public static func text(features: Set<LanguageFeature> = .built) -> String {
        var writer = SchemaWriter(features: features)
        return writer.write(.document) + "\n"
    }
}

private struct SchemaWriter {
    let features: Set<LanguageFeature>
    private var definitions: [(name: String, schema: JSONText)] = []

    init(features: Set<LanguageFeature>) { self.features = features }

    mutating func write(_ root: KeyTable) -> String {
        let members = schema(of: root).members
        let head: [(String, JSONText)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .string("https://json.schemastore.org/modelgen.json")),
            ("title", .string("A model declaration of modelgen")),
        ]
        return JSONText.object(head + members + [("$defs", .object(definitions.map { ($0.name, $0.schema) }))])
            .indented()
    }

    private mutating func schema(of table: KeyTable) -> JSONText {
        var properties: [(String, JSONText)] = []
        for key in table.keys {
            let isBuilt = key.feature.map(features.contains) ?? true
            guard let shape = isBuilt ? schema(of: key.shape) : schemaOfNothing(key.shape) else { continue }
            properties.append((key.name, .object([("description", .string(key.summary))] + shape.members)))
        }
        var members: [(String, JSONText)] = [("type", .string("object")), ("properties", .object(properties))]
        let required = table.requiredKeys.map { JSONText.string($0.name) }
        if !required.isEmpty { members.append(("required", .array(required))) }
        return .object(members + [("additionalProperties", .word("false"))])
    }

    /// A table's schema by reference, so that each stands in the document once.
    private mutating func reference(to table: KeyTable) -> JSONText {
        let name = table.noun.droppingArticle
        if !definitions.contains(where: { $0.name == name }) {
            let index = definitions.count
            definitions.append((name, .object([])))
            definitions[index].schema = schema(of: table)
        }
        return .object([("$ref", .string("#/$defs/\(name)"))])
    }

    private mutating func schema(of shape: Shape) -> JSONText {
        switch shape {
        case .text: return .object([("type", .string("string"))])
        case .identifier:
            if !definitions.contains(where: { $0.name == "identifier" }) {
                let members: [(String, JSONText)] = [
                    ("description", .string("A Swift identifier; keywords are fine.")), ("type", .string("string")),
                    ("pattern", .string(Identifier.pattern)), ("maxLength", .word("\(Identifier.lengthLimit)")),
                ]
                definitions.append(("identifier", .object(members)))
            }
            return .object([("$ref", .string("#/$defs/identifier"))])
        case .version:
            return .object([("type", .string("string")), ("pattern", .string("^(?!.*\\n)\(VersionSyntax.pattern)$"))])
        case .boolean: return .object([("type", .string("boolean"))])
        case .count:
            return .object([("type", .string("integer")), ("minimum", .word("0")), ("maximum", .word("\(Int32.max)"))])
        case .choice(let words): return .object([("enum", .array(words.map { .string($0) }))])
        case .list(let element, let isEmptyAllowed):
            let members: [(String, JSONText)] = [("type", .string("array")), ("items", schema(of: element))]
            return .object(isEmptyAllowed ? members : members + [("minItems", .word("1"))])
        case .object(let table): return reference(to: table)
        case .tagged(let tables): return .object([("anyOf", .array(tables.map { reference(to: $0) }))])
        case .either(let first, let second):
            let (first, second) = (schema(of: first), schema(of: second))
            return .object([("anyOf", .array([first, second]))])
        case .nullable(let shape):
            let null = JSONText.object([("type", .string("null"))])
            return .object([("anyOf", .array([schema(of: shape), null]))])
        case .value:
            let isExpression = JSONText.object([
                ("type", .string("object")), ("required", .array([.string("expression")])),
            ])
            return .object([("if", isExpression), ("then", reference(to: .expression))])
        case .anything: return .object([])
        }
    }

    /// What a key takes whose feature is not built: a value that asks for nothing, if its shape has one.
    private func schemaOfNothing(_ shape: Shape) -> JSONText? {
        switch shape {
        case .boolean: .object([("const", .word("false"))])
        case .nullable: .object([("const", .word("null"))])
        case .list: .object([("type", .string("array")), ("maxItems", .word("0"))])
        case .anything: .object([("enum", .array([.word("null"), .word("false"), .array([])]))])
        default: nil
        }
    }
}
