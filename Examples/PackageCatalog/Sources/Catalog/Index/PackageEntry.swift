import Foundation

/// What the catalog keeps of a paragraph of the package index.
public struct PackageEntry: Sendable {
    public var name: String
    public var architecture: String
    public var version: String
    public var summary: String
    public var details: String?
    public var installedSize: Int
    public var priority: Priority?
    public var homepage: URL?
    public var maintainer: MaintainerEntry?
    public var section: String?
    public var tags: [String]
    public var dependencies: [DependencyEntry]

    public struct MaintainerEntry: Hashable, Sendable {
        public var name: String
        public var email: String
    }

    /// The fields that are read, in lower case.
    public static let fields: Set<String> = [
        "package", "architecture", "version", "description", "installed-size", "priority", "homepage", "maintainer",
        "section", "tag", "status", "multi-arch", "essential", "pre-depends", "depends", "recommends", "suggests",
        "enhances",
    ]

    /// Nil for a paragraph that names no package, or one that was removed and only left its configuration.
    public init?(_ paragraph: ControlFileReader.Paragraph) {
        guard let name = paragraph["package"] else { return nil }
        if let status = paragraph["status"], !status.hasSuffix(" installed") { return nil }
        self.name = name
        architecture = paragraph["architecture"] ?? "all"
        version = paragraph["version"] ?? ""
        (summary, details) = Self.description(paragraph["description"] ?? "")
        installedSize = paragraph["installed-size"].flatMap { Int($0) } ?? 0
        priority = paragraph["priority"].flatMap(Priority.init(rawValue:))
        homepage = paragraph["homepage"].flatMap { URL(string: $0) }
        maintainer = paragraph["maintainer"].map(MaintainerEntry.init)
        section = paragraph["section"]
        tags = Self.tags(paragraph)
        dependencies = DependencyKind.allCases.flatMap { kind in
            paragraph[kind.field].map { DependencyEntry.parse($0, kind: kind) } ?? []
        }
    }

    /// Splits a description: the first line sums it up, a line with only a dot stands for an empty one.
    static func description(_ text: String) -> (summary: String, details: String?) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let details = lines.dropFirst().map { $0 == "." ? "" : $0 }.joined(separator: "\n")
        return (String(lines.first ?? ""), details.isEmpty ? nil : details)
    }

    /// The index's tags, and two more fields with few values in the same form.
    private static func tags(_ paragraph: ControlFileReader.Paragraph) -> [String] {
        var tags = (paragraph["tag"] ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
        if let value = paragraph["multi-arch"] { tags.append("multi-arch::\(value)") }
        if paragraph["essential"] == "yes" { tags.append("essential::yes") }
        var seen: Set<String> = []
        return tags.filter { seen.insert($0).inserted }
    }
}

extension PackageEntry.MaintainerEntry {
    /// Reads `Name <address>`; a text without an address is all name.
    public init(_ text: String) {
        guard let open = text.lastIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close else {
            self.init(name: text.trimmingCharacters(in: .whitespaces), email: "")
            return
        }
        self.init(
            name: text[..<open].trimmingCharacters(in: CharacterSet.whitespaces.union(["\""])),
            email: text[text.index(after: open)..<close].trimmingCharacters(in: .whitespaces))
    }
}

extension DependencyKind {
    /// The field of the index, in lower case.
    var field: String { self == .preDepends ? "pre-depends" : rawValue }
}
