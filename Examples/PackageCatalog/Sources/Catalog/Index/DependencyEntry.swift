import Foundation

/// One alternative of a dependency field: `default-mta | mail-transport-agent (>= 2)` has two.
public struct DependencyEntry: Hashable, Sendable {
    public var kind: DependencyKind
    /// The place among the field's parts that are joined by commas, from 0.
    public var group: Int
    /// The place among the parts of a group that are joined by bars, from 0.
    public var alternative: Int
    public var target: String
    public var constraint: VersionConstraint?

    /// Reads a field. Architecture qualifiers (`python3:any`) and restrictions (`[amd64]`, `<!nocheck>`) are left out, and
    /// so are parts without a name.
    public static func parse(_ field: String, kind: DependencyKind) -> [DependencyEntry] {
        var entries: [DependencyEntry] = []
        for (group, part) in field.split(separator: ",").enumerated() {
            for (alternative, text) in part.split(separator: "|").enumerated() {
                let name = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && !":([<".contains($0) }
                if name.isEmpty { continue }
                entries.append(
                    DependencyEntry(
                        kind: kind, group: group, alternative: alternative, target: String(name),
                        constraint: constraint(text)))
            }
        }
        return entries
    }

    /// Reads what stands between parentheses: `(>= 1.2)`. The old `<` and `>` mean "or equal".
    private static func constraint(_ text: Substring) -> VersionConstraint? {
        guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else { return nil }
        let inside = text[text.index(after: open)..<close].drop(while: \.isWhitespace)
        let sign = inside.prefix { "<=>".contains($0) }
        let version = inside.dropFirst(sign.count).trimmingCharacters(in: .whitespaces)
        let spelling =
            switch sign {
            case "<": "<="
            case ">": ">="
            default: String(sign)
            }
        guard let relation = VersionRelation(rawValue: spelling), !version.isEmpty else { return nil }
        return VersionConstraint(relation: relation, version: version)
    }
}
