import ModelDeclaration
import Testing

/// A mistake that people make, the one message it gives, and the way out that the message names.
struct Mistake: CustomTestStringConvertible, Sendable {
    var text: String
    var message: String
    var suggestion: String?

    var testDescription: String { message }

    init(_ text: String, _ message: String, _ suggestion: String? = nil) {
        self.text = text
        self.message = message
        self.suggestion = suggestion
    }

    func check() {
        let diagnostics = resolve(text).diagnostics
        #expect(diagnostics.map(\.brief) == [message])
        #expect(diagnostics.first?.suggestion == suggestion)
    }
}

@Suite("Messages name the way out, once")
struct WayOutTests {
    private static let types =
        #"[{"enum": "E", "cases": ["p", "q"]}, {"struct": "T", "fields": [{"name": "y", "type": "Int"}]}]"#

    private static func attribute(_ members: String) -> String {
        document(attribute: #"{"name": "a", \#(members)}"#, types: types)
    }

    private static func pair(_ first: String, _ second: String) -> String {
        document(
            models:
                #"{"name": "M", "relationships": [\#(first)]}, {"name": "N", "inherits": "P", "relationships": [\#(second)]}, {"name": "P"}"#
        )
    }

    @Test(
        "Thoughts in Swift, SQL and other languages",
        arguments: [
            Mistake(
                attribute(#""type": "Int = 5""#), "MG0402 'Int = 5' is no type",
                #"write "Int", and the default beside it, as "default""#),
            Mistake(attribute(#""type": "var [Int]""#), "MG0402 'var [Int]' is no type", #"write "[Int]""#),
            Mistake(
                attribute(#""type": "(Int, Int)""#), "MG0402 '(Int, Int)' is no type", "declare a struct under 'types'"),
            Mistake(
                attribute(#""type": "() -> Int""#), "MG0402 '() -> Int' is no type", "a function cannot be stored"),
            Mistake(attribute(#""type": """#), "MG0402 '' is no type", #"write a type, as in "String""#),
            Mistake(attribute(#""type": "= 5""#), "MG0402 '= 5' is no type", #"write a type, as in "String""#),
            Mistake(
                attribute(#""type": "Bool", "default": "True""#),
                "MG0501 the default of 'a' is the text 'True', which is no Bool", "write true without quotes"),
            Mistake(
                attribute(#""type": "String", "default": 5"#),
                "MG0501 the default of 'a' is a number, which is no String", #"write "5" in quotes"#),
            Mistake(
                attribute(#""type": "[String: Int]", "default": []"#),
                "MG0501 the default of 'a' is a list, which is no [String: Int]", "write {}"),
            Mistake(
                attribute(#""type": "Set<Int>", "default": {}"#),
                "MG0501 the default of 'a' is an object, which is no Set<Int>", "write []"),
            Mistake(
                attribute(#""type": "Decimal", "default": "1,5""#),
                "MG0501 the default of 'a' is the text '1,5', which is no Decimal", #"write "1.5""#),
            Mistake(
                attribute(#""type": "URL", "default": "http://a/b c""#),
                "MG0501 the default of 'a' is the text 'http://a/b c', which is no URL", #"write "http://a/b%20c""#),
            Mistake(attribute(#""type": "E", "default": ".q""#), "MG0501 'E' has no case '.q'", #"write "q""#),
            Mistake(attribute(#""type": "E", "default": "E.p""#), "MG0501 'E' has no case 'E.p'", #"write "p""#),
            Mistake(
                attribute(#""type": "E", "default": "T.p""#), "MG0501 'E' has no case 'T.p'", "its cases are p, q"),
            Mistake(
                attribute(#""type": "T", "default": {"z": 1}"#), "MG0501 'T' has no field 'z'", "did you mean 'y'?"),
            Mistake(
                attribute(#""type": "Int", "default": {"expression": " return 5"}"#),
                "MG0503 the default of 'a' is not one Swift expression: 'return' begins a statement"),
            Mistake(
                attribute(#""type": "Int", "column": "$x.y""#),
                "MG0308 '$x.y' cannot be the name of a column: names that begin with '$' are the store's own",
                #"write "x_y""#),
            Mistake(
                attribute(#""type": "String", "externalStorage": true"#),
                "MG0505 only Data can be stored externally, 'a' is String", "remove 'externalStorage'"),
            Mistake(
                document(models: #"{"name": "M", "conformances": [": Codable,"]}"#),
                "MG0411 ': Codable,' is no name of a protocol", #"write "Codable""#),
            Mistake(
                #"{"schema": "S", "imports": ["Maps;"]}"#, "MG0410 'Maps;' is no module name", #"write "Maps""#),
            Mistake(
                document(
                    models: "",
                    types: #"[{"enum": "L", "cases": [{"name": "a", "rawValue": 1}, {"name": "b", "rawValue": 2}]}]"#),
                "MG0407 the raw value of 'a' is a number, and raw values are texts",
                #"add "rawType": "Int" to the enum, or write "1" in quotes"#),
            Mistake(
                document(
                    models: #"{"name": "M", "attributes": [{"name": "a", "type": "T"}], "index": [["a.y"]]}"#,
                    types: types),
                "MG0801 'M' has no property 'a.y'",
                "only properties of the model itself can be named, not what they hold"),
            Mistake(
                pair(#"{"name": "n", "type": "N?", "inverse": null, "minCount": 1}"#, ""),
                "MG0707 'minCount' is for to-many relationships",
                "a to-one is required, or optional with '?'; the type of a to-many is a list"),
            Mistake(
                pair(#"{"name": "n", "type": "N?", "inverse": null, "ordered": true}"#, ""),
                "MG0707 'ordered' is for to-many relationships",
                "the type of a to-many is a list; remove 'ordered' from a to-one"),
            Mistake(
                pair(
                    #"{"name": "n", "type": "N?", "inverse": "m"}, {"name": "o", "type": "N?", "inverse": "m"}"#,
                    #"{"name": "m", "type": "M?"}"#),
                "MG0704 'N.m' is the inverse of 'n' already", "name another one, or write null where nothing looks back"
            ),
            Mistake(
                pair(#"{"name": "n", "type": "N?", "inverse": "m"}"#, #"{"name": "m", "type": "M?", "inverse": "nn"}"#),
                "MG0702 'M' has no relationship 'nn'", "did you mean 'n'?"),
            Mistake(
                document(models: #"{"name": "A"}, {"name": "B", "inherits": "A", "table": "b"}"#),
                "MG0603 'B' has no table of its own: its objects are in that of 'A'",
                "remove 'table', or declare it in the topmost model"),
            Mistake(
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Strin", "preserve": true}], "preserve": ["a"]}"#
                ),
                "MG0401 there is no type 'Strin'", "did you mean 'String'?"),
        ])
    func thoughts(mistake: Mistake) { mistake.check() }

    @Test("A model under a new name is told apart from its properties under new names")
    func renamedModel() {
        let old = #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int"}]}]}"#
        let new =
            #"{"schema": "S", "version": "2.0.0", "models": [{"name": "B", "attributes": [{"name": "b", "type": "Int", "originalName": "a"}]}]}"#
        let result = resolve(old, new)
        #expect(result.briefs == ["MG0902 version 1.0.0 has no model 'B', so nothing of it was renamed"])
        #expect(
            result.diagnostics.first?.suggestion == #"if 'B' was called otherwise, say so: its own "originalName""#)
    }

    @Test(
        "JSON",
        arguments: [
            Mistake("", "MG0101 the document is empty", #"begin with { "schema": "…", "models": [] }"#),
            Mistake(" \n", "MG0101 the document is empty", #"begin with { "schema": "…", "models": [] }"#),
            Mistake("{ # yaml\n}", "MG0101 JSON has no comments", #"say it in a "doc" member"#),
            Mistake(#"{“schema”: "S"}"#, "MG0101 JSON's quotes are straight", #"write "…""#),
            Mistake("{\u{A0}}", "MG0101 U+00A0 is no space to JSON", "write a plain space"),
            Mistake(
                "{\n<<<<<<< HEAD\n}", "MG0101 a merge conflict is not resolved here",
                "keep one of the two sides, and remove the marks"),
            Mistake(
                #"{"schema": "S" "models": []}"#, "MG0101 ',' or '}' is missing after the value",
                "put a comma before it"),
            Mistake(#"{"schema": "S";}"#, "MG0101 ',' or '}' is missing after the value", "write ','"),
            Mistake(#"{"schema" = "S"}"#, "MG0101 ':' is missing after the key", "write ':'"),
            Mistake(#"{"schema": "S"]"#, "MG0101 ']' does not close what is open here: '}' is missing"),
            Mistake(#"{"schema": "S"}}"#, "MG0101 text after the end of the document: this closes nothing"),
            Mistake(#"{"schema": Trips}"#, "MG0101 a value is missing: 'Trips' is no JSON value", #"write "Trips""#),
            Mistake(
                "schema: S", "MG0101 a value is missing: 'schema' is no JSON value", "a declaration begins with '{'"),
            Mistake(#"{"a": 0xFF}"#, "MG0101 JSON has no hexadecimal numbers"),
            Mistake(#"{"a": 1_000}"#, "MG0101 JSON's numbers have no underscores"),
            Mistake(
                "{\"schema\": \"S,\n}", "MG0101 the string is not closed on its line",
                #"close it with '"', or write a line end in it as \n"#),
        ])
    func json(mistake: Mistake) { mistake.check() }

    @Test(
        "Shape",
        arguments: [
            Mistake("[]", "MG0201 the document must be an object, not a list", #"write { "schema": "…" }"#),
            Mistake(#"{"shema": "S"}"#, "MG0202 a document has no key 'shema'", "did you mean 'schema'?"),
            Mistake(
                #"{"schema": "S", "version": 2.0}"#, "MG0201 'version' must be a string, not a number",
                #"write "2.0.0""#),
            Mistake(
                #"{"schema": "S", "version": "v1.02"}"#,
                "MG0207 'v1.02' is no version: it is three numbers, major.minor.patch", #"write "1.2.0""#),
            Mistake(
                #"{"schema": "S", "models": {"Trip": {}}}"#, "MG0201 'models' must be a list, not an object",
                #"write [{ "name": "…" }]"#),
            Mistake(
                document(models: #""Trip""#), "MG0201 an entry of 'models' must be an object, not a string",
                #"write { "name": "Trip" }"#),
            Mistake(
                document(models: #"{"entity": "Trip"}"#), "MG0202 a model has no key 'entity'", "did you mean 'name'?"),
            Mistake(
                document(models: #"{"name": "M", "doc": null}"#), "MG0201 'doc' must be a string, not null",
                "leave it out"),
            Mistake(
                document(models: #"{"name": "A"}, {"name": "B", "inherits": ["A"]}"#),
                "MG0201 'inherits' must be a string, not a list", #"write "A""#),
            Mistake(
                document(models: #"{"name": "M", "attributes": [{"name": "a", "type": "Int"}], "unique": "a"}"#),
                "MG0201 'unique' must be a list, not a string", #"write [["a"]]"#),
            Mistake(
                document(models: "", types: #"[{"name": "Mood", "kind": "enum"}]"#),
                "MG0203 an entry of 'types' has neither 'enum' nor 'struct'",
                #"begin it with "enum": "Mood" or "struct": "Mood""#),
            Mistake(
                document(models: "", types: #"[{"struct": "P", "properties": []}]"#),
                "MG0202 a struct has no key 'properties'", "did you mean 'fields'?"),
            Mistake(
                document(models: #"{"name": "M", "relationships": [{"name": "m", "type": "M?", "inverse": false}]}"#),
                "MG0201 'inverse' must be a string or null, not false"),
            Mistake(
                document(
                    models: #"{"name": "M", "relationships": [{"name": "m", "type": "M?", "deleteRule": "set null"}]}"#),
                "MG0204 'deleteRule' is 'nullify', 'cascade', 'deny' or 'noAction', not 'set null'",
                "did you mean 'nullify'?"),
        ])
    func shape(mistake: Mistake) { mistake.check() }

    @Test(
        "Names, types and values",
        arguments: [
            Mistake(
                document(attribute: #"{"name": "_$x", "type": "Int"}"#),
                "MG0301 '_$x' is no Swift identifier: '$' is reserved", #"write "_X""#),
            Mistake(
                document(attribute: #"{"name": "a", "type": "[String, Int]"}"#),
                "MG0402 '[String, Int]' is no type", "a dictionary is spelled [String: T]"),
            Mistake(
                document(attribute: #"{"name": "a", "type": "Int ?"}"#), "MG0402 'Int ?' is no type",
                #"write "Int?""#),
            Mistake(
                document(attribute: #"{"name": "a", "type": "Date", "default": "2024-05-01"}"#),
                "MG0501 the default of 'a' is the text '2024-05-01', which is no Date",
                #"write "2024-05-01T00:00:00Z", or another time zone"#),
            Mistake(
                document(attribute: #"{"name": "a", "type": "Int?", "default": "nil"}"#),
                "MG0501 the default of 'a' is the text 'nil', which is no Int", "write null, or leave the default out"),
            Mistake(
                document(attribute: #"{"name": "a", "type": "Int", "default": {"expresion": "1"}}"#),
                "MG0501 the default of 'a' is an object, which is no Int", "did you mean 'expression'?"),
            Mistake(
                document(attribute: #"{"name": "a", "type": "Date", "validation": {"min": 0}}"#),
                "MG0501 'min' of 'a' is a number, which is no Date", #"write "2024-05-01T12:30:00Z""#),
            Mistake(
                #"{"schema": "S", "imports": ["import Shapes"]}"#, "MG0410 'import Shapes' is no module name",
                #"write "Shapes""#),
            Mistake(
                document(models: #"{"name": "M", "conformances": ["Codable & P"]}"#),
                "MG0411 'Codable & P' is no name of a protocol", "list them one by one"),
            Mistake(
                document(models: #"{"name": "M", "conformances": ["Hashable"]}"#),
                "MG0803 every model conforms to 'Hashable'", "remove it"),
            Mistake(
                document(
                    models:
                        #"{"name": "M", "conformances": ["P"]}, {"name": "N", "inherits": "M", "conformances": ["P"]}"#),
                "MG0803 'N' conforms to 'P' already"),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "bs", "type": "[B]", "inverse": "\\B.a"}]}, {"name": "B", "relationships": [{"name": "a", "type": "A?"}]}"#
                ), #"MG0702 'B' has no relationship '\B.a'"#, #"write "a""#),
            Mistake(
                document(
                    models:
                        #"{"name": "M", "relationships": [{"name": "ms", "type": "[M]", "inverse": null, "maxCount": 0}]}"#
                ), "MG0707 'maxCount' of 'ms' is 0: there could be no objects", "leave it out where there is no bound"),
            Mistake(
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int"}], "index": [{"on": ["a"], "order": "descending"}]}"#
                ), "MG0201 'order' must be a list, not a string", #"write ["descending"]"#),
            Mistake(
                document(
                    models:
                        #"{"name": "sqlite_m", "table": "m", "relationships": [{"name": "ms", "type": "[sqlite_m]", "inverse": null}]}"#
                ),
                "MG0308 'sqlite_m.ms' cannot be the name of a join table: names that begin with 'sqlite_' are SQLite's own",
                "give the model another name"),
        ])
    func values(mistake: Mistake) { mistake.check() }

    @Test("An equal name in other bytes is told apart, for properties too")
    func composition() {
        let text = document(
            models:
                #"{"name": "M", "attributes": [{"name": "caf\u00e9", "type": "Int"}, {"name": "cafe\u0301", "type": "Int"}]}"#
        )
        #expect(resolve(text).briefs == ["MG0305 'M' has a property 'café' already (in another Unicode composition)"])
    }

    @Test("Schemas whose names differ only in case are most likely one")
    func schemas() {
        let texts = ["Trips", "trips"].map { #"{"schema": "\#($0)"}"# }
        #expect(
            resolve(texts[0], texts[1]).briefs == ["MG0307 the schemas 'Trips' and 'trips' differ only in case"])
    }

    @Test("Models of two schemas are files of one folder, which case does not tell apart")
    func files() {
        let texts = [("Old", "Trip"), ("New", "TRIP")].map {
            #"{"schema": "\#($0.0)", "models": [{"name": "\#($0.1)"}]}"#
        }
        #expect(
            resolve(texts[0], texts[1]).briefs == ["MG0307 the models 'Trip' and 'TRIP' differ only in case"])
    }

    @Test(
        "A condition that says something twice, or what cannot be, is told",
        arguments: [
            ("a = 1 and a = 1", ["MG0803 'a = 1 and a = 1' says the same of 'a' twice"]),
            (
                "a is null and b = 2 and a is null",
                ["MG0803 'a is null and b = 2 and a is null' says the same of 'a' twice"]
            ),
            ("a = 1 and a = 2", ["MG0805 no object meets 'a = 1 and a = 2'"]),
            ("a is null and a = 2", ["MG0805 no object meets 'a is null and a = 2'"]),
            ("a is not null and a is null", ["MG0805 no object meets 'a is not null and a is null'"]),
            ("a is not null and a = 2 and b = 2", []),
            ("c = 'x'", []),
        ])
    func conditions(text: String, expected: [String]) {
        let attributes =
            #"{"name": "a", "type": "Int?"}, {"name": "b", "type": "Int"}, {"name": "c", "type": "String"}"#
        #expect(
            resolve(
                document(
                    models:
                        #"{"name": "M", "attributes": [\#(attributes)], "index": [{"on": ["b"], "where": "\#(text)"}]}"#
                )
            ).briefs == expected)
    }

    @Test("Of two properties of one name nothing is asked")
    func twoOfAName() {
        let attributes = #"{"name": "a", "type": "P"}, {"name": "a", "type": "Int"}"#
        let text = document(
            models:
                #"{"name": "M", "attributes": [\#(attributes)], "unique": [["a"]], "index": [{"on": ["a"], "where": "a = 1"}]}"#,
            types: #"[{"struct": "P", "fields": [{"name": "x", "type": "Int"}]}]"#)
        #expect(resolve(text).briefs == ["MG0305 'M' has a property 'a' already"])
    }

    @Test("What is not part of this version has no consequences to tell of")
    func unbuilt() {
        let text =
            #"{"schema": "S", "options": {"cloudKit": true}, "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"}], "preserve": ["b"]}]}"#
        #expect(resolve(text, features: []).codes == ["MG0205", "MG0205"])
    }
}

@Suite("What was called something else before")
struct OriginalNameTests {
    private func codes(_ old: String, _ new: String) -> [String] {
        resolve(
            #"{"schema": "S", "models": [\#(old)]}"#, #"{"schema": "S", "version": "2.0.0", "models": [\#(new)]}"#
        ).briefs
    }

    @Test("One old name goes on as one new name")
    func once() {
        let old = #"{"name": "M", "attributes": [{"name": "t", "type": "String"}]}"#
        let properties = ["a", "b"].map { #"{"name": "\#($0)", "type": "String", "originalName": "t"}"# }
        #expect(
            codes(old, #"{"name": "M", "attributes": [\#(properties.joined(separator: ","))]}"#)
                == ["MG0803 the property 't' goes on as 'a' already"])
        #expect(
            codes(old, #"{"name": "A", "originalName": "M"}, {"name": "B", "originalName": "M"}"#)
                == ["MG0803 the model 'M' goes on as 'A' already"])
        // What takes the old name is new.
        let renamed = #"{"name": "M", "attributes": [{"name": "t", "type": "String"}, \#(properties[0])]}"#
        #expect(codes(old, renamed) == [])
    }

    @Test("A new parent may have, under another name, what its heirs had")
    func parents() {
        let old = #"{"name": "Note", "attributes": [{"name": "when", "type": "Date?"}]}"#
        func new(_ original: String) -> String {
            #"{"name": "Thing", "abstract": true, "attributes": [{"name": "changed", "type": "Date?", "originalName": "\#(original)"}]}, {"name": "Note", "inherits": "Thing"}"#
        }
        #expect(codes(old, new("when")) == [])
        #expect(codes(old, new("wen")) == ["MG0902 version 1.0.0 of 'Note' has no property 'wen'"])
    }
}

@Suite("Bounds")
struct BoundTests {
    @Test("Messages beyond ten thousand are left out, in words")
    func messages() {
        let result = resolve(
            #"{"schema": "S", "models": [\#(String(repeating: "1,", count: 20_000))1]}"#,
            #"{"schema": "T", "models": [1]}"#)
        #expect(result.diagnostics.filter { $0.place.path == "a.model.json" }.count == 10_001)
        #expect(
            result.briefs.suffix(2) == [
                "MG0107 there are more than 10000 problems in this document; the rest is left out",
                "MG0201 an entry of 'models' must be an object, not a number",
            ])
    }

    @Test("A document of more than a million values is refused before anything is made of it")
    func values() {
        let result = resolve(#"{"schema": "S", "models": [\#(String(repeating: "[],", count: 1_000_000))[]]}"#)
        #expect(result.briefs == ["MG0103 the document has more than 1000000 values"])
    }

    @Test("Nesting of 100,000 levels is refused, whether it is closed or not")
    func nesting() {
        let open = String(repeating: "[", count: 100_000)
        #expect(resolve(open).codes == ["MG0104"])
        #expect(resolve(open + String(repeating: "]", count: 100_000)).codes == ["MG0104"])
        #expect(resolve(String(repeating: #"{"a":"#, count: 100_000)).codes == ["MG0104"])
    }

    @Test("A document of 100 MB is refused unread")
    func size() {
        let source = SourceDocument(path: "a.model.json", bytes: Array(repeating: 0x20, count: 100 << 20))
        #expect(Declarations.resolve([source]).codes == ["MG0103"])
    }
}
