import ModelDeclaration
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("How messages are shown")
struct DiagnosticPrinterTests {
    private func text(_ source: String, path: String = "a.model.json", color: Bool = false) -> String {
        let documents = [SourceDocument(path: path, bytes: Array(source.utf8))]
        let printer = DiagnosticPrinter(documents: documents, color: color)
        return Declarations.resolve(documents, features: .all).diagnostics.map(printer.text).joined(separator: "\n")
    }

    @Test("Line, caret, help")
    func excerpt() {
        #expect(
            text("{\n  \"schema\": \"S\",\n  \"modles\": []\n}") == """
                a.model.json:3:3: error: a document has no key 'modles' [MG0202]
                      "modles": []
                      ^~~~~~~~
                    help: did you mean 'models'?
                """)
    }

    @Test("A note at the earlier declaration")
    func note() {
        #expect(
            text(#"{"schema": "S", "models": [{"name": "A"}, {"name": "A"}]}"#) == """
                a.model.json:1:52: error: 'A' is declared twice [MG0304]
                    {"schema": "S", "models": [{"name": "A"}, {"name": "A"}]}
                                                                       ^~~
                a.model.json:1:37: note: it is declared here
                    {"schema": "S", "models": [{"name": "A"}, {"name": "A"}]}
                                                        ^~~
                """)
    }

    @Test("Tabs stay, so that the caret stands under its place")
    func tabs() {
        #expect(
            text("{\"schema\": \"S\",\n\t\t\"modles\": []}") == """
                a.model.json:2:3: error: a document has no key 'modles' [MG0202]
                    \t\t"modles": []}
                    \t\t^~~~~~~~
                    help: did you mean 'models'?
                """)
    }

    @Test("A long line is cut around the caret")
    func longLine() {
        let filler = String(repeating: "x", count: 500)
        let shown = text(#"{"schema": "S", "$schema": "\#(filler)", "modles": [], "models": [{"name": "\#(filler)"}]}"#)
        let lines = shown.split(separator: "\n").prefix(3).map(String.init)
        #expect(lines[1].hasPrefix("    …xxx"))
        #expect(lines[1].hasSuffix("xxx…"))
        #expect(lines[1].count == 4 + 1 + 60 + 60 + 1)
        #expect(lines[2] == "    " + String(repeating: " ", count: 61) + "^~~~~~~~")
    }

    @Test("Control characters of names, paths and lines are shown, not sent to the terminal")
    func controlCharacters() {
        let shown = text("{\"schema\": \"S\", \"\\u001b[31mred\u{202E}\": 1}", path: "a\u{1B}b\n.model.json")
        #expect(!shown.unicodeScalars.contains("\u{1B}"))
        #expect(!shown.unicodeScalars.contains("\u{202E}"))
        #expect(
            shown.hasPrefix(
                "a\\u{1B}b\\u{A}.model.json:1:17: error: a document has no key '\\u{1B}[31mred\\u{202E}' [MG0202]\n"))
    }

    @Test("Wide characters before the caret take two columns")
    func wideCharacters() {
        let lines = text(#"{"schema": "S", "$schema": "日本", "modles": []}"#).split(separator: "\n")
        #expect(lines[1] == #"    {"schema": "S", "$schema": "日本", "modles": []}"#)
        #expect(lines[2] == "    " + String(repeating: " ", count: 35) + "^~~~~~~~")
    }

    @Test("Colour only on request")
    func color() {
        #expect(text("[", color: true).hasPrefix("\u{1B}[1ma.model.json:1:1: \u{1B}[0m\u{1B}[1;31merror: \u{1B}[0m"))
    }

    @Test("A message of JSON decodes to the same message")
    func json() throws {
        let documents = [
            SourceDocument(path: "a.model.json", bytes: Array(#"{"schema": "S", "schema": "T/ü", "modles": 1}"#.utf8))
        ]
        let diagnostics = Declarations.resolve(documents).diagnostics
        let printer = DiagnosticPrinter(documents: documents)
        let lines = diagnostics.map(printer.jsonLine)
        #expect(
            lines[0] == #"""
                {"code":"MG0105","message":"the key 'schema' is there twice","notes":[{"message":"it is here first","place":{"column":2,"line":1,"path":"a.model.json"}}],"place":{"column":17,"line":1,"path":"a.model.json"},"severity":"error"}
                """#)
        #expect(try lines.map { try JSONDecoder().decode(Diagnostic.self, from: Data($0.utf8)) } == diagnostics)
        #expect(lines.allSatisfy { !$0.contains("\n") })
    }
}
