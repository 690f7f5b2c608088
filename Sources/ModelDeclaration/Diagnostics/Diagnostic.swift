/// A message about a declaration, with its place.
public struct Diagnostic: Hashable, Sendable, Codable {
    public enum Severity: String, Hashable, Sendable, Codable { case error, warning, note }

    /// A line and a column of a document, both from 1. Columns count bytes of UTF-8.
    public struct Position: Hashable, Sendable, Codable {
        public var line: Int
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// A text to write in the place of another: what lies between two positions of the message's document.
    public struct Replacement: Hashable, Sendable, Codable {
        public var start: Position
        /// Behind the last byte to replace; equal to the start where something is only put in.
        public var end: Position
        public var text: String

        public init(start: Position, end: Position, text: String) {
            self.start = start
            self.end = end
            self.text = text
        }
    }

    /// A remark that belongs to a message and points elsewhere.
    public struct Note: Hashable, Sendable, Codable {
        public var message: String
        public var place: Place
        /// Behind the last byte of what the remark is about; nil where that is not known.
        public var end: Position?

        public init(_ message: String, at place: Place, end: Position? = nil) {
            self.message = message
            self.place = place
            self.end = end
        }
    }

    /// The kind of message, `MG` and four digits; it never changes its meaning.
    public var code: String
    public var severity: Severity
    public var message: String
    public var place: Place
    /// Behind the last byte of what the message is about, on the same line; nil where that is not known.
    public var end: Position?
    public var notes: [Note]
    /// The way out, where one is known.
    public var suggestion: String?
    /// What the suggestion says to write, where it is complete.
    public var replacement: Replacement?

    public init(
        code: String, severity: Severity, message: String, place: Place, end: Position? = nil, notes: [Note] = [],
        suggestion: String? = nil, replacement: Replacement? = nil
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.place = place
        self.end = end
        self.notes = notes
        self.suggestion = suggestion
        self.replacement = replacement
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
