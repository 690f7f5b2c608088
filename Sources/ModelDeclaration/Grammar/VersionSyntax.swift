import ModelSchema

enum VersionSyntax {
    /// The grammar as a regular expression.
    static let pattern = [String](repeating: "(0|[1-9][0-9]{0,8})", count: 3).joined(separator: "\\.")

    static func isVersion(_ text: String) -> Bool { SchemaVersion(text) != nil }

    /// What was meant by a version with one or two numbers, with a letter before or words after them, or with zeros that
    /// say nothing.
    static func completed(_ text: String) -> String? {
        let digits = text.drop { $0 == "v" || $0 == "V" }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let numbers = digits.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.isEmpty ? "" : String(part.drop { $0 == "0" }).isEmpty ? "0" : String(part.drop { $0 == "0" })
        }
        let version = numbers.joined(separator: ".")
        return [version, version + ".0", version + ".0.0"].first(where: isVersion)
    }
}
