import ModelSchema

enum VersionSyntax {
    static func isVersion(_ text: String) -> Bool { SchemaVersion(text) != nil }

    /// What was meant by a version with one or two numbers.
    static func completed(_ text: String) -> String? {
        [text + ".0", text + ".0.0"].first(where: isVersion)
    }
}
