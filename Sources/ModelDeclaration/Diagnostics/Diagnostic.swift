/// A message about a declaration, with its place.
public struct Diagnostic: Hashable, Sendable, Codable {
    public enum Severity: String, Hashable, Sendable, Codable { case error, warning, note }

    /// A remark that belongs to a message and points elsewhere.
    public struct Note: Hashable, Sendable, Codable {
        public var message: String
        public var place: Place

        public init(_ message: String, at place: Place) {
            self.message = message
            self.place = place
        }
    }

    /// The kind of message, `MG` and four digits; it never changes its meaning.
    public var code: String
    public var severity: Severity
    public var message: String
    public var place: Place
    public var notes: [Note]
    /// What to write instead, where that is known.
    public var suggestion: String?

    public init(
        code: String, severity: Severity, message: String, place: Place, notes: [Note] = [], suggestion: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.place = place
        self.notes = notes
        self.suggestion = suggestion
    }
}

/// What a run over a set of documents gives: every message, and the schemas where there is no error.
public struct DeclarationResult: Sendable {
    /// Each version of each schema, current ones first; empty if there is an error.
    public var schemas: [ResolvedSchema]
    /// In order of place.
    public var diagnostics: [Diagnostic]
    /// The lock files that could be read.
    public var locks: [LockFile]
    /// All documents that messages may be about, lock files among them.
    public var documents: [SourceDocument]

    public init(
        schemas: [ResolvedSchema], diagnostics: [Diagnostic], locks: [LockFile] = [], documents: [SourceDocument] = []
    ) {
        self.schemas = schemas
        self.diagnostics = diagnostics
        self.locks = locks
        self.documents = documents
    }

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
