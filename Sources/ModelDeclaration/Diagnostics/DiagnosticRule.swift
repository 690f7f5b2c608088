/// A kind of message: its code, and what a reader who meets it for the first time needs to know.
///
/// The documentation, `modelgen explain` and the tests read this one table.
public struct DiagnosticRule: Hashable, Sendable, Codable {
    /// `MG` and four digits; it never changes its meaning and is never used again.
    public let code: String
    public let severity: Diagnostic.Severity
    /// The rule in one line.
    public let title: String
    /// Why the rule is there, an example that breaks it, and the way out.
    public let explanation: String

    init(_ code: String, _ severity: Diagnostic.Severity = .error, _ title: String, _ explanation: String) {
        self.code = code
        self.severity = severity
        self.title = title
        self.explanation = explanation
    }

    /// Every rule, in the order of codes.
    public static let all: [DiagnosticRule] = [
        syntaxRules, shapeRules, nameRules, typeRules, valueRules, modelRules, relationshipRules, constraintRules,
        schemaRules, cloudKitRules, importRules,
    ].flatMap { $0 }

    /// The rule of a code, written in any case.
    public static func named(_ code: String) -> DiagnosticRule? {
        all.first { $0.code == code.uppercased() }
    }
}
