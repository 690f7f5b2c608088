import ModelDeclaration
import Testing

/// A declaration with a fault, and the messages it must give: no more, no fewer, in this order.
struct FailureCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var documents: [String]
    var expected: [String]

    init(_ description: String, _ documents: String..., expected: [String]) {
        testDescription = description
        self.documents = documents
        self.expected = expected
    }

    func check() {
        let sources = zip("abcdefgh", documents).map { letter, text in
            SourceDocument(path: "\(letter).model.json", bytes: Array(text.utf8))
        }
        let result = Declarations.resolve(sources, features: .all)
        #expect(result.diagnostics.map(\.brief) == expected)
        #expect(result.schemas.isEmpty == result.hasErrors)
        for diagnostic in result.diagnostics {
            #expect(DiagnosticRule.named(diagnostic.code)?.severity == diagnostic.severity)
        }
    }
}

@Suite("Broken declarations: shape and names")
struct ShapeFailureTests {
    @Test(
        "Shape",
        arguments: [
            FailureCase("no schema", "{}", expected: ["MG0203 a document has no 'schema'"]),
            FailureCase(
                "a key misspelled", #"{"schema": "S", "models": [{"name": "M", "atributes": []}]}"#,
                expected: ["MG0202 a model has no key 'atributes'"]),
            FailureCase(
                "wrong types of values",
                #"{"schema": "S", "imports": "Foundation", "models": [{"name": 3, "attributes": [{"name": "a", "type": ["Int"], "unique": "yes"}]}]}"#,
                expected: [
                    "MG0201 'imports' must be a list, not a string", "MG0201 'name' must be a string, not a number",
                    "MG0201 'type' must be a string, not a list", "MG0201 'unique' must be true or false, not a string",
                ]),
            FailureCase(
                "required keys", document(models: #"{"attributes": [{"name": "a"}, {"type": "Int"}]}"#),
                expected: [
                    "MG0203 a model has no 'name'", "MG0203 attribute 'a' has no 'type'",
                    "MG0203 an attribute has no 'name'",
                ]),
            FailureCase(
                "a word that is not allowed",
                document(
                    models: #"{"name": "M", "relationships": [{"name": "m", "type": "M?", "deleteRule": "Cascade"}]}"#),
                expected: ["MG0204 'deleteRule' is 'nullify', 'cascade', 'deny' or 'noAction', not 'Cascade'"]),
            FailureCase(
                "a version that is none", #"{"schema": "S", "version": "2.0"}"#,
                expected: ["MG0207 '2.0' is no version: it is three numbers, major.minor.patch"]),
            FailureCase(
                "empty lists",
                document(
                    models: #"{"name": "M", "unique": [[]]}"#,
                    types: #"[{"enum": "E", "cases": []}, {"struct": "T", "fields": []}]"#),
                expected: [
                    "MG0206 'cases' is empty", "MG0206 'fields' is empty", "MG0206 an entry of 'unique' is empty",
                ]),
            FailureCase(
                "a type that is neither enum nor struct", document(models: "", types: #"[{"name": "E"}]"#),
                expected: ["MG0203 an entry of 'types' has neither 'enum' nor 'struct'"]),
            FailureCase(
                "an index that is no list", document(models: #"{"name": "M", "index": ["a"]}"#),
                expected: ["MG0201 an entry of 'index' must be a list, not a string"]),
            FailureCase(
                "null is not the same as nothing", document(models: #"{"name": "M", "table": null}"#),
                expected: ["MG0201 'table' must be a string, not null"]),
        ])
    func shape(failure: FailureCase) { failure.check() }

    @Test(
        "Names",
        arguments: [
            FailureCase(
                "names that are no identifiers",
                #"{"schema": "my schema", "models": [{"name": "2Fast", "attributes": [{"name": "", "type": "Int"}, {"name": "_", "type": "Int"}, {"name": "a-b", "type": "Int"}, {"name": "a$", "type": "Int"}, {"name": "`in`", "type": "Int"}]}]}"#,
                expected: [
                    "MG0301 'my schema' is no Swift identifier: it contains a space",
                    "MG0301 '2Fast' is no Swift identifier: it begins with a digit",
                    "MG0301 '' is no Swift identifier: it is empty",
                    "MG0301 '_' is no Swift identifier: an underscore alone is a wildcard",
                    "MG0301 'a-b' is no Swift identifier: it contains '-'",
                    "MG0301 'a$' is no Swift identifier: '$' is reserved",
                    "MG0301 '`in`' is no Swift identifier: it begins with a backtick, which the generator writes where it is needed",
                ]),
            FailureCase(
                "G01, G02: names that no model can have",
                document(
                    models: ["Type", "Protocol", "Self", "Any", "String", "Optional", "Swift", "ModelStorage"].map {
                        #"{"name": "\#($0)"}"#
                    }.joined(separator: ",")),
                expected: [
                    "MG0302 no model can be called 'Type': even in backticks Swift takes it for the metatype",
                    "MG0302 no model can be called 'Protocol': even in backticks Swift takes it for the metatype",
                    "MG0302 no model can be called 'Self': Swift has no other spelling for what it means everywhere",
                    "MG0302 no model can be called 'Any': Swift has no other spelling for what it means everywhere",
                    "MG0302 no model can be called 'String': code in the same module could no longer name Swift's own type",
                    "MG0302 no model can be called 'Optional': code in the same module could no longer name Swift's own type",
                    "MG0302 no model can be called 'Swift': generated code names types by that module, and a type would hide it",
                    "MG0302 no model can be called 'ModelStorage': generated code names types by that module, and a type would hide it",
                ]),
            FailureCase(
                "G04: properties that every model has",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "hashValue", "type": "Int"}, {"name": "modelContext", "type": "Int"}, {"name": "Type", "type": "Int"}], "relationships": [{"name": "persistentModelID", "type": "M?"}]}"#
                ),
                expected: [
                    "MG0303 no property can be called 'hashValue': every model has it, as 'Hashable' asks",
                    "MG0303 no property can be called 'modelContext': every model has it: the context of the object",
                    "MG0303 no property can be called 'Type': Swift takes it for the metatype in a key path, even in backticks",
                    "MG0303 no property can be called 'persistentModelID': every model has it: the identifier of the object",
                ]),
            FailureCase(
                "G01: cases that Swift cannot name",
                document(models: "", types: #"[{"enum": "E", "cases": ["Type", "allCases"]}]"#),
                expected: [
                    "MG0303 no case can be called 'Type': Swift takes it for the metatype, even in backticks",
                    "MG0303 no case can be called 'allCases': 'CaseIterable' gives the enum a property of that name",
                ]),
            FailureCase(
                "declared twice",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int"}, {"name": "a", "type": "String"}], "relationships": [{"name": "a", "type": "M?"}]}, {"name": "M"}, {"name": "E"}"#,
                    types:
                        #"[{"enum": "E", "cases": ["x", "x"]}, {"struct": "T", "fields": [{"name": "x", "type": "Int"}, {"name": "X", "type": "Int"}]}]"#
                ),
                expected: [
                    "MG0306 the case 'x' is declared twice", "MG0305 'T' has a field 'X' already",
                    "MG0305 'M' has a property 'a' already", "MG0305 'M' has a property 'a' already",
                    "MG0304 'M' is declared twice", "MG0304 'E' is declared twice",
                ]),
            FailureCase(
                "declared twice, in two Unicode compositions",
                document(models: #"{"name": "Caf\u00e9"}, {"name": "Cafe\u0301"}"#),
                expected: ["MG0304 'Café' is declared twice (in another Unicode composition)"]),
            FailureCase(
                "G09: models that differ only in case", document(models: #"{"name": "Trip"}, {"name": "TRIP"}"#),
                expected: ["MG0307 the models 'Trip' and 'TRIP' differ only in case"]),
            FailureCase(
                "tables and columns with names that are not theirs",
                document(
                    models: [
                        #"{"name": "sqlite_M"}"#,
                        #"{"name": "N", "table": "a.b", "attributes": [{"name": "a", "type": "Int", "column": "$id"}, {"name": "b", "type": "Int", "column": ""}, {"name": "c", "type": "Int", "column": "x\u0000"}, {"name": "d", "type": "Int", "column": "SQLite_x"}]}"#,
                    ].joined(separator: ",")),
                expected: [
                    "MG0308 'sqlite_M' cannot be the name of a table: names that begin with 'sqlite_' are SQLite's own",
                    "MG0308 'a.b' cannot be the name of a table: a dot joins the parts of names that are made up",
                    "MG0308 '$id' cannot be the name of a column: names that begin with '$' are the store's own",
                    "MG0308 '' cannot be the name of a column: it is empty",
                    "MG0308 'x\\u{0}' cannot be the name of a column: it contains U+0000",
                    "MG0308 'SQLite_x' cannot be the name of a column: names that begin with 'sqlite_' are SQLite's own",
                ]),
            FailureCase(
                "tables and columns that meet",
                document(
                    models:
                        #"{"name": "A", "table": "things"}, {"name": "B", "table": "Things"}, {"name": "C", "attributes": [{"name": "url", "type": "URL"}, {"name": "URL", "type": "String"}, {"name": "link", "type": "String", "column": "d"}], "relationships": [{"name": "d", "type": "A?"}]}, {"name": "things"}"#
                ),
                expected: [
                    "MG0309 the table 'Things' is another model's too: SQLite does not tell 'things' from 'Things'",
                    "MG0310 the column 'URL' is another property's too: SQLite does not tell 'url' from 'URL'",
                    "MG0310 the column 'd' is another property's too",
                    "MG0309 the table 'things' is another model's too",
                ]),
            FailureCase(
                "names that are generated for the schema",
                #"{"schema": "Trips", "version": "2.1.0", "models": [{"name": "TripsV2_1"}, {"name": "TripsMigrationPlan"}, {"name": "TripsMigrations"}]}"#,
                expected: [
                    "MG0311 'TripsV2_1' is the name of what is generated for the schema 'Trips'",
                    "MG0311 'TripsMigrationPlan' is the name of what is generated for the schema 'Trips'",
                    "MG0311 'TripsMigrations' is the name of what is generated for the schema 'Trips'",
                ]),
            FailureCase(
                "one name in two schemas", #"{"schema": "S", "models": [{"name": "M"}]}"#,
                #"{"schema": "T", "models": [{"name": "M"}]}"#,
                expected: ["MG0312 'M' is declared in the schema 'S' too"]),
        ])
    func names(failure: FailureCase) { failure.check() }
}

@Suite("Broken declarations: types and values")
struct TypeFailureTests {
    @Test(
        "Types",
        arguments: [
            FailureCase(
                "types that are not there",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Strin"}, {"name": "b", "type": "Integer?"}, {"name": "c", "type": "Foo"}, {"name": "d", "type": "[Foo]"}]}"#
                ),
                expected: [
                    "MG0401 there is no type 'Strin'", "MG0401 there is no type 'Integer'",
                    "MG0401 there is no type 'Foo'",
                    "MG0401 there is no type 'Foo'",
                ]),
            FailureCase(
                "texts that are no types",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Array<Int>"}, {"name": "b", "type": "[Int: String]"}, {"name": "c", "type": "Int??"}, {"name": "d", "type": "Int!"}, {"name": "e", "type": "[Int"}, {"name": "f", "type": ""}, {"name": "g", "type": "Int; import Evil"}, {"name": "h", "type": "Set<Int?>"}, {"name": "i", "type": "Optional<Int>"}, {"name": "j", "type": "(Int, Int)"}]}"#
                ),
                expected: [
                    "MG0402 an array is spelled [T]", "MG0402 the keys of a dictionary are strings, not 'Int'",
                    "MG0402 a type is optional once, not twice", "MG0402 '!' types are not declared",
                    "MG0402 ']' is missing in '[Int'", "MG0402 '' is no type", "MG0402 'Int; import Evil' is no type",
                    "MG0402 the elements of a set are not optional", "MG0402 an optional is spelled T?",
                    "MG0402 '(Int, Int)' is no type",
                ]),
            FailureCase(
                "models as attributes",
                document(
                    models: #"{"name": "M", "attributes": [{"name": "a", "type": "M?"}, {"name": "b", "type": "[M]"}]}"#
                ),
                expected: [
                    "MG0403 'M' is a model; links to its objects are declared under 'relationships'",
                    "MG0403 'M' is a model; links to its objects are declared under 'relationships'",
                ]),
            FailureCase(
                "storage that does not fit",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int", "storage": "codable"}, {"name": "b", "type": "Color", "storage": "rawValue"}, {"name": "c", "type": "Color", "rawType": "Int"}, {"name": "d", "type": "[Color]", "storage": "codable"}, {"name": "e", "type": "Color?", "storage": "codable", "rawType": "Int"}, {"name": "f", "type": "Color", "storage": "codable"}]}"#
                ),
                expected: [
                    "MG0404 'Int' is not written by hand, so how it is stored is known",
                    "MG0404 a type that is stored by raw value needs its 'rawType'",
                    "MG0404 'rawType' belongs to a hand-written type, which also needs \"storage\": \"rawValue\"",
                    "MG0404 'storage' is for the name of a hand-written type, not for '[Color]'",
                    "MG0404 a type that is stored as JSON text has no 'rawType'",
                    "MG0404 'f' is of a hand-written type, which has no zero value of its own: an object whose row is gone "
                        + "needs a default for it",
                ]),
            FailureCase(
                "structs that hold themselves",
                document(
                    models: #"{"name": "M", "attributes": [{"name": "a", "type": "A"}]}"#,
                    types:
                        #"[{"struct": "A", "fields": [{"name": "b", "type": "B?"}]}, {"struct": "B", "fields": [{"name": "a", "type": "[A]"}]}]"#
                ),
                expected: ["MG0405 the struct 'A' holds itself, which would have no end"]),
            FailureCase(
                "raw values",
                document(
                    models: "",
                    types:
                        #"[{"enum": "A", "rawType": "Int8", "cases": [{"name": "a", "rawValue": 127}, "b", {"name": "c", "rawValue": 1.5}, {"name": "d", "rawValue": 127}]}, {"enum": "B", "cases": ["x", {"name": "y", "rawValue": "x"}, {"name": "z", "rawValue": 3}], "unknown": "w"}]"#
                ),
                expected: [
                    "MG0407 the case 'b' has no raw value: 128 is no Int8", "MG0407 the raw value of 'c' is no Int8",
                    "MG0408 the case 'd' has the raw value 127, which another case has",
                    "MG0408 the case 'y' has the raw value 'x', which another case has",
                    "MG0407 the raw value of 'z' is a number, and raw values are texts", "MG0409 'B' has no case 'w'",
                ]),
            FailureCase(
                "modules and protocols",
                #"{"schema": "S", "imports": ["My Types", "A.B"], "models": [{"name": "M", "conformances": ["P<Int>", "P, Q", "P {}"]}]}"#,
                expected: [
                    "MG0410 'My Types' is no module name", "MG0411 'P, Q' is no name of a protocol",
                    "MG0411 'P {}' is no name of a protocol",
                ]),
        ])
    func types(failure: FailureCase) { failure.check() }

    @Test(
        "Defaults",
        arguments: [
            ("Int", #""x""#, "MG0501 the default of 'a' is the text 'x', which is no Int"),
            ("Int", "1.0", "MG0501 the default of 'a' is a number, which is no Int"),
            ("Int8", "128", "MG0501 the default of 'a' is out of the range of Int8, -128 to 127"),
            ("UInt", "-1", "MG0501 the default of 'a' is out of the range of UInt, 0 to 18446744073709551615"),
            (
                "Int64", "9007199254740993",
                "MG0502 the default of 'a' is beyond 2^53, where many a JSON tool loses digits"
            ),
            (
                "Int64", #""9223372036854775808""#,
                "MG0501 the default of 'a' is out of the range of Int64, -9223372036854775808 to 9223372036854775807"
            ),
            ("Bool", #""true""#, "MG0501 the default of 'a' is the text 'true', which is no Bool"),
            ("String", "1", "MG0501 the default of 'a' is a number, which is no String"),
            ("String", "null", "MG0501 the default of 'a' is null, which is no String"),
            ("Double", #""1""#, "MG0501 the default of 'a' is the text '1', which is no Double"),
            ("Double", "1e400", "MG0501 the default of 'a' is out of the range of Double"),
            ("Float", "1e39", "MG0501 the default of 'a' is out of the range of Float"),
            ("Decimal", "19.99", "MG0501 the default of 'a' is a number, which is no Decimal"),
            ("Decimal", #""1.2.3""#, "MG0501 the default of 'a' is the text '1.2.3', which is no Decimal"),
            ("Date", #""2024-05-01""#, "MG0501 the default of 'a' is the text '2024-05-01', which is no Date"),
            (
                "Date", #""2024-02-30T00:00:00Z""#,
                "MG0501 the default of 'a' is the text '2024-02-30T00:00:00Z', which is no Date"
            ),
            ("Data", #""*""#, "MG0501 the default of 'a' is the text '*', which is no Data"),
            ("UUID", #""1234""#, "MG0501 the default of 'a' is the text '1234', which is no UUID"),
            ("URL", #""a b""#, "MG0501 the default of 'a' is the text 'a b', which is no URL"),
            ("E", #""z""#, "MG0501 'E' has no case 'z'"),
            ("E", "1", "MG0501 the default of 'a' is a number, which is no E"),
            ("T", "[]", "MG0501 the default of 'a' is a list, which is no T"),
            ("T", #"{"x": 1, "z": 2}"#, "MG0501 'T' has no field 'z'"),
            ("T", "{}", "MG0501 the default of 'a' lacks the field 'x', which has no default"),
            ("[Int]", "1", "MG0501 the default of 'a' is a number, which is no [Int]"),
            ("[Int]", #"[1, "x"]"#, "MG0501 the default of 'a' is the text 'x', which is no Int"),
            ("[String: Int]", #"{"k": null}"#, "MG0501 the default of 'a' is null, which is no Int"),
        ])
    func defaults(type: String, value: String, message: String) {
        let types =
            #"[{"enum": "E", "cases": ["x", "y"]}, {"struct": "T", "fields": [{"name": "x", "type": "Int"}, {"name": "y", "type": "Int", "default": 2}]}]"#
        let text = document(attribute: #"{"name": "a", "type": "\#(type)", "default": \#(value)}"#, types: types)
        #expect(resolve(text).briefs == [message])
    }

    @Test(
        "Expressions that are not one expression on one line",
        arguments: [
            ("", "it is empty"), ("  ", "it is empty"), ("Date.now // x", "it holds a comment"),
            ("1 /* x */", "it holds a comment"), ("1 */ 2", "it holds a comment"),
            ("a\\nb", "it is more than one line"),
            ("a\\rb", "it is more than one line"), ("a\\u0000", "it holds a control character"),
            ("a\\u2028b", "it holds a control character"), ("f(", "')' is missing"), ("f)", "')' closes nothing"),
            ("0) ; evil(", "')' closes nothing"), ("[1)", "')' closes nothing"), ("{", "'}' is missing"),
            ("\\\"a", "a string is not closed"), ("\\\"\\\\(a\\\"", "a string is not closed"),
            ("\\\"\\\\(a\\\\\\\")\\\"", "')' is missing"), ("#\\\"a\\\"", "a string is not closed"),
            ("\\\"\\\"\\\"a\\\"\\\"\\\"", "a string of several lines cannot stand on one"),
            ("1, 2", "',' makes it more than one expression"), ("a; b", "';' makes it more than one expression"),
            ("f(a; b)", "';' makes it more than one expression"),
            ("/\\\"/) + (\\\"x", "'/' needs a space on both sides, since it may begin a regular expression"),
            ("#/\\\"/#", "'#' is no expression"), ("#if true", "'#if' is no expression"),
            ("#sourceLocation()", "'#sourceLocation' is no expression"), ("'a'", "a string stands in double quotes"),
            ("`a", "'`' is missing"), ("`a)b`", "backticks hold an identifier"),
        ])
    func brokenExpressions(expression: String, fault: String) {
        let text = document(attribute: #"{"name": "a", "type": "Int", "default": {"expression": "\#(expression)"}}"#)
        #expect(resolve(text).briefs == ["MG0503 the default of 'a' is not one Swift expression: \(fault)"])
    }

    @Test(
        "Expressions that are fine",
        arguments: [
            "Date.now", "UUID()", "[1, 2, 3].map { $0 * 2; }", "a / b", "\\\"a)b\\\"", "\\\"\\\\(f(\\\"x\\\"))\\\"",
            "#\\\"a\\\"b\\\"#",
            "#\\\"\\\\#(x)\\\"#", "#file", "`default`", "\\\\.name", "x ? y : z", "f(\\\"//\\\")", "\\\"\\\"",
            "\\\"it's\\\"",
        ])
    func goodExpressions(expression: String) {
        let text = document(attribute: #"{"name": "a", "type": "Int", "default": {"expression": "\#(expression)"}}"#)
        #expect(resolve(text).briefs == [])
    }

    /// A model `M` with one attribute `a`.
    private static func attribute(_ type: String, _ value: String, _ validation: String, more: String = "") -> String {
        document(
            attribute:
                #"{"name": "a", "type": "\#(type)", "default": \#(value), "validation": {\#(validation)}\#(more)}"#)
    }

    @Test(
        "Defaults that break their own rules",
        arguments: [
            ("Int", "200", #""max": 150"#, "more than 'max' allows", "write at most 150"),
            ("Int8", "-1", #""min": 0, "max": 9"#, "less than 'min' allows", "write at least 0"),
            ("UInt64", #""18446744073709551615""#, #""max": 9"#, "more than 'max' allows", "write at most 9"),
            ("Double", "0.1", #""min": 0.2"#, "less than 'min' allows", "write at least 0.2"),
            ("Double", "3", #""max": 2.5"#, "more than 'max' allows", "write at most 2.5"),
            (
                "Decimal", #""99.50000000000000000000000000000000001""#, #""max": "99.5""#, "more than 'max' allows",
                "write at most 99.5"
            ),
            (
                "Date?", #""1999-12-31T23:59:59Z""#, #""min": "2000-01-01T00:00:00Z""#, "less than 'min' allows",
                "write at least 2000-01-01T00:00:00Z"
            ),
            (
                "String", #""""#, #""minLength": 1, "pattern": "[a-z]+""#,
                "0 characters long, less than 'minLength' allows",
                "write at least 1 character"
            ),
            (
                "String", #""👩‍👩‍👧‍👦ab""#, #""maxLength": 2"#, "3 characters long, more than 'maxLength' allows",
                "write at most 2 characters"
            ),
            (
                "Data", #""AAEC""#, #""maxLength": 2"#, "3 bytes long, more than 'maxLength' allows",
                "write at most 2 bytes"
            ),
            (
                "String?", #""A1""#, #""pattern": "[a-z]+""#, "a text that 'pattern' does not match",
                "write what matches"
            ),
        ])
    func defaultsAgainstRules(
        type: String, value: String, validation: String, fault: String, wanted: String
    ) throws {
        let result = resolve(Self.attribute(type, value, validation))
        #expect(result.briefs == ["MG0507 the default of 'a' is \(fault)"])
        let diagnostic = try #require(result.diagnostics.first)
        #expect(diagnostic.suggestion == "\(wanted), leave the default out, or change the rule")
        #expect(diagnostic.notes.map(\.message) == ["the rule is here"])
        #expect(diagnostic.notes[0].place.column > diagnostic.place.column)
    }

    @Test(
        "Defaults that keep to their rules, or of which nothing is known",
        arguments: [
            ("Int", "150", #""min": 150, "max": 150"#), ("Float", "0.1", #""min": 0.1, "max": 0.1"#),
            ("Double", "2", #""min": 2.0"#), ("Decimal", #""1.0""#, #""min": "1.00", "max": "1""#),
            ("String", #""é""#, #""maxLength": 1, "pattern": ".""#), ("String?", "null", #""minLength": 3"#),
            ("Int", #"{"expression": "Int.min"}"#, #""min": 0"#),
            // Trying this one would take longer than the universe will last.
            ("String", "\"" + String(repeating: "a", count: 60) + "\"", #""pattern": "(a+)+b""#),
            ("String", "\"" + String(repeating: "a", count: 60) + "\"", #""pattern": "(.*)\\1*\\1*\\1*b""#),
            (
                "String", "\"" + String(repeating: "a", count: 900) + "\"",
                #""pattern": "\#(String(repeating: "a*", count: 400))b""#
            ),
        ])
    func defaultsWithinRules(type: String, value: String, validation: String) {
        #expect(resolve(Self.attribute(type, value, validation)).briefs == [])
    }

    @Test(
        "Sets and dictionaries",
        arguments: [
            FailureCase(
                "elements that are equal in Swift",
                document(
                    attribute:
                        #"{"name": "a", "type": "Set<String>", "default": ["x", "y", "x", "x"]}, {"name": "b", "type": "Set<Decimal>", "default": ["1.0", "1.00", "2"]}, {"name": "c", "type": "Set<E>", "default": ["p", "p"]}, {"name": "d", "type": "Set<Double>?", "default": [1, 1.0]}, {"name": "e", "type": "Set<String>", "default": ["é", "e\u0301"]}, {"name": "f", "type": "Set<UUID>", "default": ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"]}"#,
                    types: #"[{"enum": "E", "cases": ["p", "q"]}]"#),
                expected: [
                    "MG0803 the default of 'a' has the same element twice: a set has each once",
                    "MG0803 the default of 'a' has the same element twice: a set has each once",
                    "MG0803 the default of 'b' has the same element twice: a set has each once",
                    "MG0803 the default of 'c' has the same element twice: a set has each once",
                    "MG0803 the default of 'd' has the same element twice: a set has each once",
                    "MG0803 the default of 'e' has the same element twice: a set has each once",
                    "MG0803 the default of 'f' has the same element twice: a set has each once",
                ]),
            FailureCase(
                "keys that are one in Swift",
                document(
                    attribute: #"{"name": "a", "type": "[String: Int]", "default": {"é": 1, "e\u0301": 2, "e": 3}}"#),
                expected: ["MG0803 the default of 'a' has one key in two spellings, 'e\u{301}'"]),
            FailureCase(
                "elements that differ, and lists",
                document(
                    attribute:
                        #"{"name": "a", "type": "Set<Double>", "default": [1, 1.5, -1]}, {"name": "b", "type": "[Int]", "default": [1, 1]}, {"name": "c", "type": "Set<String>", "default": []}"#
                ), expected: []),
        ])
    func sets(failure: FailureCase) { failure.check() }

    @Test(
        "Flags and rules",
        arguments: [
            FailureCase(
                "what is not stored needs a default",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int", "transient": true}, {"name": "b", "type": "Int?", "transient": true}, {"name": "c", "type": "Int", "ephemeral": true}]}"#
                ),
                expected: [
                    "MG0504 'a' is not stored, so an object that is read needs a default for it",
                    "MG0504 'c' is not stored, so an object that is read needs a default for it",
                ]),
            FailureCase(
                "flags that contradict",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int", "default": 0, "transient": true, "ephemeral": true}, {"name": "b", "type": "Int", "externalStorage": true}, {"name": "c", "type": "Data?", "transient": true, "externalStorage": true}, {"name": "d", "type": "Data?", "transient": true, "column": "x"}]}"#
                ),
                expected: [
                    "MG0505 'a' cannot be transient and ephemeral",
                    "MG0505 only Data can be stored externally, 'b' is Int",
                    "MG0505 'c' is not stored, so not externally either",
                    "MG0505 'd' is not stored, so it has no column",
                ]),
            FailureCase(
                "rules that do not fit",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int", "validation": {"min": 3, "max": 2, "maxLength": 3}}, {"name": "b", "type": "String", "validation": {"min": 1, "minLength": 3, "maxLength": 2, "pattern": "("}}, {"name": "c", "type": "Int", "validation": {"pattern": "a", "min": "x"}}, {"name": "d", "type": "Int8", "validation": {"max": 1000, "mix": 1}}]}"#
                ),
                expected: [
                    "MG0506 'min' of 'a' is greater than 'max'",
                    "MG0506 'maxLength' is for String and Data, 'a' is Int",
                    "MG0506 'min' is for numbers and dates, 'b' is String",
                    "MG0506 'minLength' of 'b' is greater than 'maxLength'",
                    "MG0506 '(' is no regular expression of Swift", "MG0506 'pattern' is for String, 'c' is Int",
                    "MG0501 'min' of 'c' is the text 'x', which is no Int",
                    "MG0501 'max' of 'd' is out of the range of Int8, -128 to 127",
                    "MG0202 a validation has no key 'mix'",
                ]),
        ])
    func flags(failure: FailureCase) { failure.check() }
}
