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
                {"code":"MG0105","end":{"column":25,"line":1},"excerpt":{"marker":"                ^~~~~~~~","source":"{\"schema\": \"S\", \"schema\": \"T/ü\", \"modles\": 1}"},"message":"the key 'schema' is there twice","notes":[{"end":{"column":10,"line":1},"excerpt":{"marker":" ^~~~~~~~","source":"{\"schema\": \"S\", \"schema\": \"T/ü\", \"modles\": 1}"},"message":"it is here first","place":{"column":2,"line":1,"path":"a.model.json"}}],"place":{"column":17,"line":1,"path":"a.model.json"},"severity":"error"}
                """#)
        #expect(
            lines[2] == #"""
                {"code":"MG0202","end":{"column":43,"line":1},"excerpt":{"marker":"                                 ^~~~~~~~","source":"{\"schema\": \"S\", \"schema\": \"T/ü\", \"modles\": 1}"},"message":"a document has no key 'modles'","notes":[],"place":{"column":35,"line":1,"path":"a.model.json"},"replacement":{"end":{"column":42,"line":1},"start":{"column":36,"line":1},"text":"models"},"severity":"error","suggestion":"did you mean 'models'?"}
                """#)
        #expect(try lines.map { try JSONDecoder().decode(Diagnostic.self, from: Data($0.utf8)) } == diagnostics)
        #expect(lines.allSatisfy { !$0.contains("\n") })
    }

    @Test("A message about a document that is not there has no excerpt")
    func unknownDocument() {
        let diagnostic = Diagnostic(
            code: "MG0101", severity: .error, message: "m", place: Place(path: "b", line: 1, column: 1))
        #expect(
            DiagnosticPrinter(documents: []).jsonLine(for: diagnostic)
                == #"{"code":"MG0101","message":"m","notes":[],"place":{"column":1,"line":1,"path":"b"},"severity":"error"}"#
        )
    }
}

@Suite("What messages say to write can be written")
struct ReplacementTests {
    /// The document with what a message says to write.
    private func applying(_ replacement: Diagnostic.Replacement, to text: String) throws -> String {
        var bytes = Array(text.utf8)
        let starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        func offset(_ position: Diagnostic.Position) -> Int { starts[position.line - 1] + position.column - 1 }
        let range = offset(replacement.start)..<offset(replacement.end)
        try #require(range.upperBound <= bytes.count)
        bytes.replaceSubrange(range, with: replacement.text.utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func attribute(_ members: String) -> String {
        document(
            attribute: #"{"name": "a", \#(members)}"#,
            types: #"[{"enum": "E", "cases": ["p", {"name": "q", "rawValue": "Q"}]}]"#)
    }

    static let faults = [
        #"{"schema": "S-1"}"#, #"{"schema": "S", "version": "2"}"#, #"{"schema": "S", "version": 1.5}"#,
        #"{"schema": "S", "modles": []}"#, #"{"schema": "S", "access": "pubilc"}"#,
        #"{"schema": "S", "access": "private"}"#,
        #"{"schema": ["S"]}"#, #"{"schema": "S", "imports": "Maps"}"#, #"{"schema": "S", "imports": ["import Maps"]}"#,
        #"{"schema": "S", "options": {"observable": "True"}}"#,
        "{\n  \"schema\": \"S\",\n  \"models\": [],\n}", "{\"schema\": \"S\" \"models\": []}", "{\"schema\"= \"S\"}",
        "{\"schema\": \"S\"; \"models\": []}", "{schema: \"S\"}", "{\"schema\": S}",
        "{\"schema\": \"S\", \"options\": {\"observable\": True}}", "{\"schema\":\u{A0}\"S\"}",
        "{\"schema\": \"S\", \"models\": [{\"name\": \"A\"},]}",
        "{\"schema\": \"S\", \"$schema\": \"a\tb\"}", #"{"schema": "S", "$schema": "a\qb"}"#,
        attribute(#""type": "Itn""#), attribute(#""type": "[String: [Integer]]?""#),
        attribute(#""type": "Array<Int>""#),
        attribute(#""type": "[Optional<Int>]""#), attribute(#""type": "Dictionary<String, Int>?""#),
        attribute(#""type": "Set<Int?>""#), attribute(#""type": "[Int: Date]""#), attribute(#""type": "Int ?""#),
        attribute(#""type": "Decimal", "default": -19.99"#), attribute(#""type": "Int", "default": "5""#),
        attribute(#""type": "Int64", "default": 9007199254740993"#), attribute(#""type": "E", "default": "Q""#),
        attribute(#""type": "E", "default": "pq""#), attribute(#""type": "Int?", "default": "nil""#),
        attribute(#""type": "Date", "default": "2024-05-01""#),
        document(models: #"{"name": "M", "relationships": [{"name": "ms", "type": "Set<M>"}]}"#),
        document(models: #"{"name": "Trip", "relationships": [{"name": "t", "type": "[Tirp]", "inverse": null}]}"#),
        document(
            models:
                #"{"name": "Trip", "relationships": [{"name": "t", "type": "Trip?", "deleteRule": "Cascade", "inverse": null}]}"#
        ),
        document(models: #"{"name": "Trip", "relationships": [{"name": "t", "type": "Trip?", "inverse": "Trip.t"}]}"#),
        document(models: #"{"name": "M", "attributes": [{"name": "year", "type": "Int"}], "unique": ["year"]}"#),
        document(
            models:
                #"{"name": "M", "attributes": [{"name": "year", "type": "Int"}], "index": [{"on": ["year"], "where": "yaer is null"}]}"#
        ),
    ]

    @Test("The first message is gone once it is followed, and nothing worse comes", arguments: faults)
    func followed(text: String) throws {
        let before = resolve(text).diagnostics.filter { $0.severity == .error }
        let diagnostic = try #require(before.first)
        let replacement = try #require(diagnostic.replacement, "\(diagnostic.brief)")
        let after = resolve(try applying(replacement, to: text)).diagnostics.filter { $0.severity == .error }
        #expect(after.map(\.brief) == before.dropFirst().map(\.brief))
    }

    @Test(
        "Where a suggestion is a sketch, or stands elsewhere, there is nothing to write",
        arguments: [
            #"{"schema": "S", "types": ["Trip"]}"#,
            #"{"schema": "S", "models": [{"name": "M", "attributes": [{"name": "a", "type": "Data", "default": 3}]}]}"#,
            // The name stands there twice.
            #"{"schema": "S", "models": [{"name": "M", "attributes": [{"name": "ab", "type": "Int"}], "index": [{"on": ["ab"], "where": "ba = 1 and ba is not null"}]}]}"#,
            // The name is escaped.
            #"{"schema": "S", "mode\u006cz": []}"#, "", "{",
        ])
    func sketches(text: String) throws {
        let diagnostic = try #require(resolve(text).diagnostics.first)
        #expect(diagnostic.replacement == nil)
    }
}
