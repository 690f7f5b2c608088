import Foundation
import ModelDeclaration
import Testing

@testable import ModelDocumentation

@Suite("Pages and diagrams")
struct DocumentationTests {
    private static let pages = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pages")

    private func resolve(_ text: String) throws -> [ResolvedSchema] {
        let result = Declarations.resolve(
            [SourceDocument(path: "a.model.json", bytes: Array(text.utf8))], features: .all)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        return result.schemas
    }

    private static let library = #"""
        { "schema": "Library", "version": "2.1.0",
          "types": [
            { "enum": "Genre", "doc": "What a book is.", "cases": ["novel", { "name": "other", "doc": "Anything." }], "unknown": "other" },
            { "struct": "Place", "fields": [{ "name": "room", "type": "String", "default": "A" }, { "name": "shelf", "type": "Int" }] } ],
          "models": [
            { "name": "Item", "abstract": true, "doc": "Something\non a shelf.", "table": "items",
              "attributes": [
                { "name": "number", "type": "Int", "unique": true, "column": "no" },
                { "name": "acquired", "type": "Date", "default": "2023-01-01T00:00:00Z", "validation": { "min": "2000-01-01T00:00:00Z" } },
                { "name": "place", "type": "Place?" } ],
              "unique": [["number", "acquired"]], "index": [{ "on": ["acquired"], "order": ["descending"], "where": "place2 is null" }, ["acquired"]],
              "relationships": [{ "name": "place2", "type": "Room?", "inverse": null }] },
            { "name": "Book", "inherits": "Item",
              "attributes": [
                { "name": "title", "type": "String", "validation": { "minLength": 1, "pattern": "[^<]+" } },
                { "name": "genre", "type": "Genre", "default": "novel" },
                { "name": "words", "type": "[String: Int]", "default": {} },
                { "name": "marked", "type": "Bool", "default": false, "ephemeral": true } ],
              "relationships": [
                { "name": "authors", "type": "[Author]", "inverse": "books", "ordered": true, "minCount": 1 },
                { "name": "copies", "type": "[Copy]", "deleteRule": "cascade", "doc": "On the shelf." } ] },
            { "name": "Author", "attributes": [{ "name": "name", "type": "String" }],
              "relationships": [{ "name": "books", "type": "[Book]" }] },
            { "name": "Copy", "relationships": [{ "name": "book", "type": "Book" }] },
            { "name": "Room" } ] }
        """#

    /// The page and the diagram stand beside this file: run with MODELGEN_RECORD=1 to write them anew, and look at them.
    @Test func library() throws {
        let schemas = try resolve(Self.library)
        for (name, text) in [
            ("Library.html", SchemaPage.text(of: schemas)), ("Library.mmd", MermaidDiagram.text(of: schemas[0])),
        ] {
            let file = Self.pages.appending(path: name)
            if ProcessInfo.processInfo.environment["MODELGEN_RECORD"] == "1" { try Data(text.utf8).write(to: file) }
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
    }

    private static let hostile = #"""
        { "schema": "S", "types": [ { "enum": "E", "cases": [{ "name": "a", "rawValue": "<\"'&>", "doc": "</table>" }] } ],
          "models": [ { "name": "M", "doc": "<script>alert(1)</script>\r\n</style><!-- \u202e\u0007\u001b[31m", "table": "</td>\"'>",
            "conformances": ["P"],
            "attributes": [
              { "name": "a", "type": "String", "default": "<b onmouseover=x>", "column": "\"><script>alert(2)</script>",
                "doc": "<img src=x onerror=alert(3)>" },
              { "name": "b", "type": "Int", "default": { "expression": "{ 1 < 2 }() ? 1 : 2" } },
              { "name": "c", "type": "[String: Int]", "default": { "</code><script>": 1 } },
              { "name": "d", "type": "String?", "validation": { "pattern": "</span><script>" } } ],
            "index": [{ "on": ["a"], "where": "a = '</code><script>'" }] } ] }
        """#

    @Test("Hostile text stays text in each place of a page")
    func hostileTextInPages() throws {
        let page = SchemaPage.text(of: try resolve(Self.hostile))
        #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("<!--"))
        #expect(page.components(separatedBy: "</style>").count == 2)
        #expect(
            page.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x7F)
            })
        for text in ["alert(1)", "alert(2)", "alert(3)", "onmouseover", "{ 1 &lt; 2 }() ? 1 : 2"] {
            #expect(page.contains(text))
        }
        // Each tag is one of those that pages are made of, closed as it was opened.
        var open: [String] = []
        for match in page.matches(of: /<(\/?)([a-zA-Z0-9]+)[^>]*>/) where !["meta", "DOCTYPE"].contains(match.2) {
            if match.1.isEmpty {
                open.append(String(match.2))
            } else {
                #expect(open.popLast() == String(match.2))
            }
        }
        #expect(open == [])
    }

    @Test("Diagrams hold nothing that Mermaid takes for syntax")
    func hostileTextInDiagrams() throws {
        let diagram = MermaidDiagram.text(of: try resolve(Self.hostile)[0])
        #expect(
            diagram == """
                ---
                title: "S 1.0.0"
                ---
                classDiagram
                    class m0["M"]
                    m0 : a String
                    m0 : b Int
                    m0 : c [String#58; Int]
                    m0 : d String?

                """)
    }

    @Test func interpolationEscapesTextsOnly() {
        let part: HTML = "<b>\("<i> & \"'\u{1B}\u{202E}")</b>"
        let whole: HTML = "<p>\(part)\([part, part], separator: ", ")\(1)</p>"
        #expect(part.text == "<b>&lt;i&gt; &amp; &quot;&#39;\\u{1B}\\u{202E}</b>")
        #expect(whole.text == "<p>\(part.text)\(part.text), \(part.text)1</p>")
    }
}
