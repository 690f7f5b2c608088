#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the tool says of a file, a store or its own arguments, rather than of a place in a declaration.
public struct ToolMessage: Hashable, Sendable {
    /// The file; nil for the tool itself.
    public var path: String?
    public var severity: Diagnostic.Severity
    public var message: String
    public var notes: [String]
    public var suggestion: String?
    /// Line and column in the file, from 1, where they are known.
    public var position: Diagnostic.Position?

    public init(
        _ path: String? = nil, _ message: String, severity: Diagnostic.Severity = .error, notes: [String] = [],
        suggestion: String? = nil, position: Diagnostic.Position? = nil
    ) {
        self.path = path
        self.severity = severity
        self.message = message
        self.notes = notes
        self.suggestion = suggestion
        self.position = position
    }

    /// For people: a line, and one for each note and the suggestion.
    public var text: String {
        let place = Escaping.visible(path ?? "modelgen") + (position.map { ":\($0.line):\($0.column)" } ?? "")
        let head = "\(place): \(severity.rawValue): \(Escaping.visible(message))"
        let more = notes.map { "    note: \(Escaping.visible($0))" } + (suggestion.map { ["    help: \($0)"] } ?? [])
        return ([head] + more).joined(separator: "\n")
    }

    /// For programs: an object on one line, with the members of a ``Diagnostic`` as far as they are there.
    public var jsonLine: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers always encode.
        return (try? encoder.encode(Report(self))).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private struct Report: Encodable {
        struct Note: Encodable { var message: String }
        struct File: Encodable {
            var path: String
            var line: Int?
            var column: Int?
        }

        var severity: String
        var message: String
        var place: File?
        var notes: [Note]
        var suggestion: String?

        init(_ message: ToolMessage) {
            severity = message.severity.rawValue
            self.message = message.message
            place = message.path.map {
                File(path: $0, line: message.position?.line, column: message.position?.column)
            }
            notes = message.notes.map(Note.init)
            suggestion = message.suggestion
        }
    }
}
