#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns messages into what a person or another program reads.
public struct DiagnosticPrinter: Sendable {
    private let excerpts: [String: SourceExcerpts]
    private let color: Bool

    /// - Parameters:
    ///   - documents: The documents that the messages are about; a message about another one has no excerpt.
    ///   - color: Whether to emphasize with terminal escape sequences.
    public init(documents: [SourceDocument], color: Bool = false) {
        excerpts = Dictionary(
            documents.map { ($0.path, SourceExcerpts($0.bytes)) }, uniquingKeysWith: { first, _ in first })
        self.color = color
    }

    /// The message with its line and a caret, then its notes in the same way, then the way out.
    ///
    ///     Trips.model.json:12:9: error: an attribute has no key 'tpye' [MG0202]
    ///         { "tpye": "Int" }
    ///           ^~~~~~
    ///         help: did you mean 'type'?
    public func text(for diagnostic: Diagnostic) -> String {
        var lines = entry(
            diagnostic.severity, "\(diagnostic.message) [\(diagnostic.code)]", diagnostic.place)
        for note in diagnostic.notes { lines += entry(.note, note.message, note.place) }
        if let suggestion = diagnostic.suggestion {
            lines.append("    " + styled("help: ", .bold) + Escaping.visible(suggestion))
        }
        return lines.joined(separator: "\n")
    }

    /// The message as one line of JSON, which decodes to an equal ``Diagnostic``; beside its members stand the lines that
    /// ``text(for:)`` shows, `excerpt`, of the message and of each note.
    public func jsonLine(for diagnostic: Diagnostic) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let report = Report(
            diagnostic: diagnostic, excerpt: excerpt(at: diagnostic.place),
            notes: diagnostic.notes.map { Report.Note(note: $0, excerpt: excerpt(at: $0.place)) })
        // Texts and numbers always encode.
        return (try? encoder.encode(report)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// A message with its excerpts.
    private struct Report: Encodable {
        var diagnostic: Diagnostic
        var excerpt: SourceExcerpts.Excerpt?
        var notes: [Note]

        struct Note: Encodable {
            var note: Diagnostic.Note
            var excerpt: SourceExcerpts.Excerpt?

            private enum Key: CodingKey { case excerpt }

            func encode(to encoder: any Encoder) throws {
                try note.encode(to: encoder)
                var members = encoder.container(keyedBy: Key.self)
                try members.encodeIfPresent(excerpt, forKey: .excerpt)
            }
        }

        private enum Key: CodingKey { case excerpt, notes }

        func encode(to encoder: any Encoder) throws {
            try diagnostic.encode(to: encoder)
            var members = encoder.container(keyedBy: Key.self)
            try members.encodeIfPresent(excerpt, forKey: .excerpt)
            try members.encode(notes, forKey: .notes)
        }
    }

    private func excerpt(at place: Place) -> SourceExcerpts.Excerpt? {
        excerpts[place.path]?.excerpt(line: place.line, column: place.column)
    }

    private func entry(_ severity: Diagnostic.Severity, _ message: String, _ place: Place) -> [String] {
        let head =
            styled("\(Escaping.visible(place.path)):\(place.line):\(place.column): ", .bold)
            + styled("\(severity.rawValue): ", Style(severity)) + styled(Escaping.visible(message), .bold)
        guard let excerpt = excerpt(at: place) else { return [head] }
        return [head, "    " + excerpt.source, "    " + styled(excerpt.marker, .marker)]
    }

    private enum Style: String {
        case bold = "1"
        case error = "1;31"
        case warning = "1;35"
        case note = "1;36"
        case marker = "1;32"

        init(_ severity: Diagnostic.Severity) {
            switch severity {
            case .error: self = .error
            case .warning: self = .warning
            case .note: self = .note
            }
        }
    }

    private func styled(_ text: String, _ style: Style) -> String {
        color ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
