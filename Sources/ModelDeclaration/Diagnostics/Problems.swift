/// Collects messages while the stages run, and turns their locations into places.
package final class Problems {
    private(set) var documents: [SourceDocument]
    private var tables: [LineTable?]
    private var reported: [(location: Location, diagnostic: Diagnostic)] = []
    /// How many messages there are of each document.
    private var counts: [Int]
    /// More than anyone reads of a document; it bounds what a run holds and shows.
    private static let limit = 10_000

    package init(_ documents: [SourceDocument]) {
        self.documents = documents
        tables = Array(repeating: nil, count: documents.count)
        counts = Array(repeating: 0, count: documents.count)
    }

    /// Takes another document in, about which there may be messages too.
    func add(_ document: SourceDocument) -> Int {
        documents.append(document)
        tables.append(nil)
        counts.append(0)
        return documents.count - 1
    }

    /// A remark at another place that belongs to a message.
    package struct Note {
        var message: String
        var location: Location

        package init(_ message: String, at location: Location) {
            self.message = message
            self.location = location
        }
    }

    package func report(
        _ rule: DiagnosticRule, _ message: String, at location: Location, notes: [Note] = [],
        suggestion: Suggestion? = nil
    ) {
        let count = counts[location.document]
        guard count <= Self.limit else { return }
        counts[location.document] = count + 1
        guard count < Self.limit else {
            return add(
                .tooManyProblems, "there are more than \(Self.limit) problems in this document; the rest is left out",
                location)
        }
        add(rule, message, location, notes: notes, suggestion: suggestion)
    }

    private func add(
        _ rule: DiagnosticRule, _ message: String, _ location: Location, notes: [Note] = [],
        suggestion: Suggestion? = nil
    ) {
        let bytes = documents[location.document].bytes
        let replacement = suggestion?.replacement(at: location.offset, in: bytes).map { range, text in
            Diagnostic.Replacement(
                start: position(range.lowerBound, location), end: position(range.upperBound, location), text: text)
        }
        let diagnostic = Diagnostic(
            code: rule.code, severity: rule.severity, message: Escaping.visible(message), place: place(of: location),
            end: end(of: location),
            notes: notes.map {
                Diagnostic.Note(Escaping.visible($0.message), at: place(of: $0.location), end: end(of: $0.location))
            },
            suggestion: suggestion.map { Escaping.visible($0.text) }, replacement: replacement)
        reported.append((location, diagnostic))
    }

    func place(of location: Location) -> Place {
        if location.offset == 0 { return Place(path: documents[location.document].path, line: 1, column: 1) }
        let table = tables[location.document] ?? LineTable(documents[location.document].bytes)
        tables[location.document] = table
        let (line, column) = table.lineAndColumn(of: location.offset)
        return Place(path: documents[location.document].path, line: line, column: column)
    }

    /// The end of what stands at a place: what is underlined in the text of a message.
    private func end(of location: Location) -> Diagnostic.Position? {
        let bytes = documents[location.document].bytes
        guard location.offset < bytes.count, bytes.count <= Declarations.sizeLimit else { return nil }
        return position(SourceToken.end(at: location.offset, in: bytes), location)
    }

    private func position(_ offset: Int, _ location: Location) -> Diagnostic.Position {
        let place = place(of: Location(document: location.document, offset: offset))
        return Diagnostic.Position(line: place.line, column: place.column)
    }

    var count: Int { reported.count }

    package var hasErrors: Bool { reported.contains { $0.diagnostic.severity == .error } }

    /// All messages in the order of their places; at one place, in the order they were found.
    package var diagnostics: [Diagnostic] {
        reported.enumerated().sorted {
            ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
        }.map(\.element.diagnostic)
    }
}
