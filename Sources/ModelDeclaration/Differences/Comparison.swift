public import ModelSchema

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Two shapes of a schema, compared for a person or another program.
public struct Comparison: Hashable, Sendable, Codable {
    public var schema: String
    /// What was compared with what: a version, or a file.
    public var from: String
    public var to: String
    public var changes: [SchemaChange]
    public var proposals: [RenameProposal]

    /// Two declared versions, enums and their cases included.
    public init(from old: ResolvedSchema, to new: ResolvedSchema) {
        let step = VersionStep(from: old, to: new, asked: new.migration)
        schema = new.description.name
        from = old.description.version.description
        to = new.description.version.description
        changes = step.changes
        proposals = step.proposals
    }

    /// Two shapes of which one may come from elsewhere, such as a store; `from` and `to` say from where.
    public init(from old: SchemaDescription, _ from: String, to new: SchemaDescription, _ to: String) {
        let differences = SchemaDifferences(from: old, to: new)
        schema = new.name
        self.from = from
        self.to = to
        changes = differences.changes
        proposals = differences.proposals
    }

    /// The costliest effect; nil where nothing changed.
    public var effect: SchemaChange.Effect? { changes.map(\.effect).max() }

    /// A line for each change, the costliest first, then the renames that there may be.
    public var text: String {
        var lines = ["\(schema) \(from) → \(to)"]
        if changes.isEmpty { lines.append("  nothing has changed that is stored") }
        for effect in SchemaChange.Effect.allCases.reversed() {
            let found = changes.filter { $0.effect == effect }
            if found.isEmpty { continue }
            lines.append("  \(Self.heading(effect)):")
            lines += found.map { "    " + Escaping.visible($0.message) }
        }
        if !proposals.isEmpty { lines.append("  perhaps renamed; to keep the data, say so in the newer declaration:") }
        for proposal in proposals {
            let (what, name) =
                proposal.model.map { ("'\($0).\(proposal.from)' is now '\(proposal.to)'", "'\($0).\(proposal.to)'") }
                ?? ("the model '\(proposal.from)' is now '\(proposal.to)'", "'\(proposal.to)'")
            lines.append(
                "    \(what)? Then \(name) needs \"originalName\": \"\(proposal.from)\"; if it is new, null")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func heading(_ effect: SchemaChange.Effect) -> String {
        switch effect {
        case .lightweight: "lightweight, the store follows by itself"
        case .step: "step, somebody has to write what becomes of the data"
        case .destructive: "destructive, data is lost"
        }
    }

    /// Several comparisons as a JSON list.
    public static func json(_ comparisons: [Comparison]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Nothing of it can fail to be encoded: there are no floating-point numbers.
        return (try? encoder.encode(comparisons)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? "[]\n"
    }
}
