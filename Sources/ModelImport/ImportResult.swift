public import ModelDeclaration
public import ModelSchema

/// What an importer made of a model.
public struct ImportResult: Sendable {
    /// A declaration that was made.
    public struct Document: Hashable, Sendable {
        /// `Trips.model.json` for the current version, `Trips-1.0.0.model.json` for an older one.
        public var name: String
        public var version: SchemaVersion
        public var isCurrent: Bool
        public var text: String

        public init(name: String, version: SchemaVersion, isCurrent: Bool, text: String) {
            self.name = name
            self.version = version
            self.isCurrent = isCurrent
            self.text = text
        }
    }

    /// The current version first, then the older ones from the newest to the oldest; empty if there is an error in the
    /// source.
    public var documents: [Document]
    /// What the source says that the declarations do not, and what was guessed.
    public var diagnostics: [Diagnostic]

    public init(documents: [Document], diagnostics: [Diagnostic]) {
        self.documents = documents
        self.diagnostics = diagnostics
    }

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension ImportResult {
    /// Resolves each document by itself, as if it were the only one: what an importer made must be a declaration.
    mutating func check(features: Set<LanguageFeature>) {
        for document in documents {
            let source = SourceDocument(path: document.name, bytes: Array(document.text.utf8))
            let result = Declarations.resolve([source], features: features)
            diagnostics += result.diagnostics.filter { $0.severity == .error }
        }
    }
}
