import ModelDeclaration
import ModelDocumentation
import ModelGeneration
import ModelImport
import ModelSchema

struct Fault: Error {
    var message: String
}

/// Tries inputs, and throws where something does not hold that must hold of any of them.
struct Attempt {
    /// Templates are read once.
    private let generator = Generator()

    /// Tries a declaration.
    ///
    /// - Parameter turn: Decides what is tried beside resolving, since all of it for each input would take long.
    /// - Returns: Whether it was a declaration without errors.
    func declaration(_ bytes: [UInt8], _ turn: UInt64) throws -> Bool {
        let document = SourceDocument(path: "a.model.json", bytes: bytes)
        let result = Declarations.resolve([document], features: turn % 4 == 0 ? .all : .built)
        try check(result.diagnostics, of: document, areShown: turn % 16 == 0)
        guard result.hasErrors == result.schemas.isEmpty else {
            throw Fault(message: "there are schemas beside errors, or none of both")
        }
        guard !result.schemas.isEmpty else { return false }
        // What a feature that is not built would generate is not looked at.
        if turn % 4 != 0 { _ = try generator.generate(result.schemas, documents: [document.path]) }
        if turn % 8 == 1 { _ = SchemaPage.text(of: result.schemas) }
        for schema in result.schemas {
            if turn % 8 == 1 { _ = MermaidDiagram.text(of: schema) }
            _ = schema.description.statements
            _ = schema.description.fingerprint
        }
        return true
    }

    private func check(_ diagnostics: [Diagnostic], of document: SourceDocument, areShown: Bool) throws {
        let printer = areShown ? DiagnosticPrinter(documents: [document]) : nil
        var last = (line: 0, column: 0)
        let lines = diagnostics.contains { $0.replacement != nil } ? lengthsOfLines(document.bytes) : []
        for diagnostic in diagnostics {
            let place = diagnostic.place
            guard place.line >= 1, place.column >= 1, (place.line, place.column) >= last else {
                throw Fault(message: "a message is out of order: \(diagnostic)")
            }
            last = (place.line, place.column)
            if let end = diagnostic.end, (end.line, end.column) < last {
                throw Fault(message: "a message ends before it begins: \(diagnostic)")
            }
            if let replacement = diagnostic.replacement { try check(replacement, of: diagnostic, in: lines) }
            guard let printer else { continue }
            let text = printer.text(for: diagnostic)
            if text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) {
                throw Fault(message: "a message holds a control character: \(text.debugDescription)")
            }
            _ = printer.jsonLine(for: diagnostic)
        }
    }

    /// What is to be replaced is a part of the document.
    private func check(
        _ replacement: Diagnostic.Replacement, of diagnostic: Diagnostic, in lines: [Int]
    ) throws {
        let (start, end) = (replacement.start, replacement.end)
        func isThere(_ position: Diagnostic.Position) -> Bool {
            guard lines.indices.contains(position.line - 1) else { return false }
            return (1...lines[position.line - 1] + 1).contains(position.column)
        }
        guard isThere(start), isThere(end), (start.line, start.column) <= (end.line, end.column) else {
            throw Fault(message: "a replacement is not in the document: \(diagnostic)")
        }
    }

    /// The bytes of each line, its end included.
    private func lengthsOfLines(_ bytes: [UInt8]) -> [Int] {
        var lengths = [0]
        for (index, byte) in bytes.enumerated() {
            lengths[lengths.count - 1] += 1
            if byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A) {
                lengths.append(0)
            }
        }
        return lengths
    }

    /// Shows an input to the importer of Core Data models. What it makes must be a declaration, which the importer checks.
    func model(_ bytes: [UInt8]) throws {
        let version = CoreDataBundle.Version(name: "M", document: SourceDocument(path: "contents", bytes: bytes))
        let result = CoreDataImporter(CoreDataBundle(name: "M", versions: [version])).run()
        let unexpected = result.diagnostics.first {
            $0.severity == .error && !["MG1101", "MG1102"].contains($0.code)
        }
        if let unexpected { throw Fault(message: "what was imported is no declaration: \(unexpected)") }
    }

    /// The same with an input in a model's clothes.
    func name(_ bytes: [UInt8]) throws {
        try model(
            Array("<model><entity name=\"E\"><attribute name=\"".utf8) + bytes + Array("\"/></entity></model>".utf8))
    }
}
