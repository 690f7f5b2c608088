import ModelSchema

enum VersionSyntax {
    /// The grammar as a regular expression.
    static let pattern = [String](repeating: "(0|[1-9][0-9]{0,8})", count: 3).joined(separator: "\\.")

    static func isVersion(_ text: String) -> Bool { SchemaVersion(text) != nil }

    /// What was meant by a version with one or two numbers.
    static func completed(_ text: String) -> String? {
        [text + ".0", text + ".0.0"].first(where: isVersion)
    }
}
