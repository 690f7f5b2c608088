import ModelDeclaration
import ModelSchema
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Names that are hard, and texts that mean harm")
struct HostileTextTests {
    @Test(
        "G01, G02, G06, G07: models with such names are accepted",
        arguments: [
            "Task", "Data", "Date", "URL", "UUID", "Error", "Result", "Category", "Snapshot", "Predicate", "Locale",
            "Schema",
            "Attribute", "Relationship", "ModelContext", "Codable", "CodingKey", "CodingKeys", "DecodingError", "Group",
            "Order",
            "Table", "Index", "Transaction", "Values", "class", "self", "Ünïcödé", "日本", "🚀", "👩‍🚀", "_x",
        ])
    func modelNames(name: String) throws {
        let resolved = try schema(
            document(
                models:
                    #"{"name": "\#(name)", "relationships": [{"name": "other", "type": "\#(name)?", "inverse": null}]}"#
            ))
        #expect(resolved.description.models.map(\.table) == [name])
    }

    @Test(
        "G01, G04, G06, G07: properties with such names are accepted, and their columns are called the same",
        arguments: [
            "self", "Self", "init", "default", "case", "in", "is", "as", "nil", "true", "async", "await", "some", "any",
            "operator", "hash", "description", "debugDescription", "id", "isDeleted", "hasChanges", "version", "entity",
            "schema",
            "context", "observationRegistrar", "persistentBackingData", "codingKeys", "encode", "decoder", "order",
            "index", "group",
            "check", "references", "rowid", "oid", "_rowid_", "null", "limit", "documentType_relation", "é", "🚀",
        ])
    func propertyNames(name: String) throws {
        let resolved = try schema(document(attribute: #"{"name": "\#(name)", "type": "Int"}"#))
        #expect(resolved.description.models[0].attributes.map(\.column) == [name])
    }

    @Test("G07: columns may be called anything that SQL can quote")
    func columns() throws {
        let name = #"a \"quoted\" name; DROP TABLE x; -- 🚀\n"#
        let resolved = try schema(document(attribute: #"{"name": "a", "type": "Int", "column": "\#(name)"}"#))
        #expect(resolved.description.models[0].attributes[0].column == "a \"quoted\" name; DROP TABLE x; -- 🚀\n")
        #expect(resolved.description.statements[0].contains(#""a ""quoted"" name; DROP TABLE x; -- 🚀"#))
    }

    @Test(
        "Hostile text in any place is one message or harmless, and never reaches a terminal raw",
        arguments: [
            "\u{1B}[2J", "a\nb", "a\rb", "`", "\"", "\\", "\\(evil())", "*/", "//", "'; DROP TABLE M; --", "\u{0}",
            "\u{202E}txt",
            "{{x}}", "</script>", "}", ")", "#sourceLocation(file: \"x\", line: 1)", "\u{FEFF}", "Int; let x = 1",
            "Int>", "<Int",
            String(repeating: "A", count: 100_000), String(repeating: "[", count: 10_000),
            String(repeating: "(", count: 10_000),
        ])
    func injection(text: String) throws {
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let places = [
            #"{"schema": \#(quoted)}"#, #"{"schema": "S", "version": \#(quoted)}"#,
            #"{"schema": "S", "imports": [\#(quoted)]}"#,
            #"{"schema": "S", \#(quoted): 1}"#, #"{"schema": "S", "access": \#(quoted)}"#,
            document(models: "", types: #"[{"enum": \#(quoted), "cases": ["a"]}]"#),
            document(models: "", types: #"[{"enum": "E", "cases": [\#(quoted)]}]"#),
            document(models: "", types: #"[{"struct": "T", "fields": [{"name": \#(quoted), "type": "Int"}]}]"#),
            document(models: #"{"name": \#(quoted)}"#), document(models: #"{"name": "M", "inherits": \#(quoted)}"#),
            document(models: #"{"name": "M", "conformances": [\#(quoted)]}"#),
            document(attribute: #"{"name": \#(quoted), "type": "Int"}"#),
            document(attribute: #"{"name": "a", "type": \#(quoted)}"#),
            document(attribute: #"{"name": "a", "type": \#(quoted), "storage": "codable"}"#),
            document(attribute: #"{"name": "a", "type": "C", "storage": "rawValue", "rawType": \#(quoted)}"#),
            document(attribute: #"{"name": "a", "type": "Int", "default": {"expression": \#(quoted)}}"#),
            document(models: #"{"name": "M", "unique": [[\#(quoted)]], "index": [{"on": [\#(quoted)]}]}"#),
            document(
                models:
                    #"{"name": "M", "attributes": [{"name": "a", "type": "Int"}], "index": [{"on": ["a"], "where": \#(quoted)}]}"#
            ),
            document(
                models: #"{"name": "M", "relationships": [{"name": "m", "type": \#(quoted), "inverse": \#(quoted)}]}"#),
        ]
        for place in places {
            let source = SourceDocument(path: "a.model.json", bytes: Array(place.utf8))
            let result = Declarations.resolve([source], features: .all)
            // What is balanced may be an expression; the compiler says whether it is.
            #expect(result.hasErrors || place.contains("expression"), "\(place.prefix(200))")
            let printer = DiagnosticPrinter(documents: [source])
            for diagnostic in result.diagnostics {
                let shown = printer.text(for: diagnostic)
                #expect(
                    !shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0 == "\u{202E}" })
                #expect(shown.utf8.count < 4000)
            }
        }
    }

    @Test(
        "Documentation and texts may hold anything", arguments: ["*/ //", "\u{1B}[0m", "a\r\nb\rc", "\u{0}", "\\(x)"])
    func documentation(text: String) throws {
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let resolved = try schema(
            document(
                models:
                    #"{"name": "M", "doc": \#(quoted), "attributes": [{"name": "a", "type": "String", "doc": \#(quoted), "default": \#(quoted)}]}"#
            ))
        #expect(resolved.models[0].doc == text)
        #expect(resolved.models[0].attributes[0].doc == text)
        #expect(resolved.models[0].attributes[0].defaultValue == .string(text))
    }
}

@Suite("Size")
struct SizeTests {
    @Test("Structs within structs do not grow without bound")
    func structs() {
        let chain =
            (0..<5000).map { #"{"struct": "T\#($0)", "fields": [{"name": "x", "type": "T\#($0 + 1)"}]}"# }
            + [#"{"struct": "T5000", "fields": [{"name": "x", "type": "Int"}]}"#]
        #expect(resolve(document(models: "", types: "[" + chain.joined(separator: ",") + "]")).codes == ["MG0406"])
        let doubling =
            (0..<30).map {
                #"{"struct": "T\#($0)", "fields": [{"name": "x", "type": "T\#($0 + 1)"}, {"name": "y", "type": "T\#($0 + 1)"}]}"#
            } + [#"{"struct": "T30", "fields": [{"name": "x", "type": "Int"}]}"#]
        let result = resolve(
            document(
                models: #"{"name": "M", "attributes": [{"name": "a", "type": "T0"}]}"#,
                types: "[" + doubling.joined(separator: ",") + "]"))
        #expect(result.codes == ["MG0406"])
    }

    @Test("A table holds as many columns as SQLite lets it")
    func columns() {
        let attributes = (0..<1999).map { #"{"name": "a\#($0)", "type": "Int"}"# }
        #expect(
            resolve(
                document(models: #"{"name": "M", "attributes": [\#(attributes.dropLast().joined(separator: ","))]}"#)
            ).codes == [])
        #expect(
            resolve(document(models: #"{"name": "M", "attributes": [\#(attributes.joined(separator: ","))]}"#)).codes
                == ["MG0406"])
    }

    /// How much memory that takes is measured where it can be: in a process of its own, by `MemoryTests`.
    @Test("Ten thousand models are one schema")
    func manyModels() throws {
        let count = 10_000
        let models = (0..<count).map { index in
            #"{"name": "M\#(index)", "attributes": [{"name": "a", "type": "Int"}], "relationships": [{"name": "next", "type": "M\#((index + 1) % count)?"}, {"name": "previous", "type": "[M\#((index + count - 1) % count)]"}]}"#
        }
        let result = resolve(document(models: models.joined(separator: ",")))
        #expect(result.briefs == [])
        let schema = try #require(result.schemas.first)
        #expect(schema.models.count == count)
        #expect(try schema.description.relationship("M9999", "next").inverse == "previous")
    }
}
