import ModelDeclaration
import ModelSchema
import Testing

/// Resolves texts as documents named `a.model.json`, `b.model.json`, … with the complete language switched on.
func resolve(_ texts: String..., features: Set<LanguageFeature> = .all) -> DeclarationResult {
    let documents = zip("abcdefgh", texts).map { letter, text in
        SourceDocument(path: "\(letter).model.json", bytes: Array(text.utf8))
    }
    return Declarations.resolve(documents, features: features)
}

/// The one schema that a declaration without errors gives.
func schema(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ResolvedSchema {
    let result = resolve(text)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.brief) == [], sourceLocation: sourceLocation)
    return try #require(result.schemas.first, sourceLocation: sourceLocation)
}

/// A document around some models.
func document(models: String, types: String = "[]", more: String = "") -> String {
    #"{"schema": "S", \#(more) "types": \#(types), "models": [\#(models)]}"#
}

/// A document around one attribute of one model.
func document(attribute: String, types: String = "[]") -> String {
    document(models: #"{"name": "M", "attributes": [\#(attribute)]}"#, types: types)
}

extension Diagnostic {
    /// Code and message.
    var brief: String { "\(code) \(message)" }
    /// Place, code and message.
    var located: String { "\(place.path):\(place.line):\(place.column) \(code) \(message)" }
}

extension DeclarationResult {
    var briefs: [String] { diagnostics.map(\.brief) }
    var codes: [String] { diagnostics.map(\.code) }
}

extension SchemaDescription {
    func relationship(_ model: String, _ name: String) throws -> RelationshipDescription {
        try #require(self.model(named: model)?.relationships.first { $0.name == name })
    }

    func attribute(_ model: String, _ name: String) throws -> AttributeDescription {
        try #require(self.model(named: model)?.attributes.first { $0.name == name })
    }
}
