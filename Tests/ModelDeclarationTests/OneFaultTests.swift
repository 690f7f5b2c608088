import ModelDeclaration
import Testing

@Suite("One fault gives one message")
struct OneFaultTests {
    private static func model(_ members: String) -> String {
        document(models: #"{"name": "A", \#(members)}"#)
    }

    private static func attribute(_ members: String, types: String = "[]", more: String = "") -> String {
        document(models: #"{"name": "M", "attributes": [{"name": "a", \#(members)}]\#(more)}"#, types: types)
    }

    @Test(
        "What cannot be read may hold what is named elsewhere",
        arguments: [
            Mistake(
                model(#""atributes": [{"name": "a", "type": "Int"}], "unique": [["a"]], "preserve": ["a"]"#),
                "MG0202 a model has no key 'atributes'", "did you mean 'attributes'?"),
            Mistake(
                model(#""relationship": [{"name": "a", "type": "A?"}], "index": [["a"]]"#),
                "MG0202 a model has no key 'relationship'", "did you mean 'relationships'?"),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "relations": [{"name": "b", "type": "B?"}]}, {"name": "B", "relationships": [{"name": "a", "type": "A?", "inverse": "b"}]}"#
                ), "MG0202 a model has no key 'relations'", "did you mean 'relationships'?"),
            Mistake(
                model(#""vars": [{"name": "a", "type": "Int"}], "index": [{"on": ["a"], "where": "a = 1"}]"#),
                "MG0202 a model has no key 'vars'",
                "its keys are name, doc, inherits, abstract, originalName, table, conformances, attributes, "
                    + "relationships, unique, index, preserve"),
            Mistake(
                model(#""attributes": {"x": "Int"}, "unique": [["x"]]"#),
                "MG0201 'attributes' must be a list, not an object", #"write [{ "name": "…", "type": "…" }]"#),
            Mistake(
                model(#""attributes": ["x: Int"], "unique": [["x"]]"#),
                "MG0201 an entry of 'attributes' must be an object, not a string",
                #"write { "name": "…", "type": "…" }"#),
            Mistake(
                model(
                    #""attributes": [{"name": "x", "type": "Int"}], "attributes": [{"name": "y", "type": "Int"}], "unique": [["x"]]"#
                ), "MG0105 the key 'attributes' is there twice"),
            Mistake(
                model(#""attributes": [{"nme": "x", "type": "Int"}], "unique": [["x"]]"#),
                "MG0202 an attribute has no key 'nme'", "did you mean 'name'?"),
            Mistake(
                model(#""attributes": [{"name": "my x", "type": "Int"}], "unique": [["myX"]]"#),
                "MG0301 'my x' is no Swift identifier: it contains a space", #"write "myX""#),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "attributes": [{"name": "a", "type": "Int"}]}, {"name": "B", "inherit": "A", "unique": [["a"]]}"#
                ), "MG0202 a model has no key 'inherit'", "did you mean 'inherits'?"),
            Mistake(
                #"{"schema": "S", "type": [{"enum": "E", "cases": ["p"]}], "models": [{"name": "M", "attributes": [{"name": "a", "type": "E"}, {"name": "b", "type": "[E]"}]}]}"#,
                "MG0202 a document has no key 'type'", "did you mean 'types'?"),
            Mistake(
                #"{"schema": "S", "types": {"E": ["p"]}, "models": [{"name": "M", "attributes": [{"name": "a", "type": "E"}]}]}"#,
                "MG0201 'types' must be a list, not an object"),
            Mistake(
                #"{"schema": "S", "models": [{"name": "M", "relationships": [{"name": "a", "type": "N?"}]}], "entities": [{"name": "N"}]}"#,
                "MG0202 a document has no key 'entities'", "did you mean 'models'?"),
            Mistake(
                document(models: #"{"nam": "M"}, {"name": "N", "relationships": [{"name": "a", "type": "M?"}]}"#),
                "MG0202 a model has no key 'nam'", "did you mean 'name'?"),
            Mistake(
                document(models: #"{"name": "N", "relationships": [{"name": "a", "type": "Q?"}]}, {}"#),
                "MG0203 a model has no 'name'"),
            Mistake(
                document(
                    attribute: #"{"name": "a", "type": "E", "default": "p"}"#,
                    types: #"[{"enum": "E", "cases": [], "unknown": "p"}]"#), "MG0206 'cases' is empty"),
            Mistake(
                document(
                    attribute: #"{"name": "a", "type": "E", "default": "p"}"#,
                    types: #"[{"enum": "E", "cases": "p", "unknown": "p"}]"#),
                "MG0201 'cases' must be a list, not a string", #"write ["p"]"#),
            Mistake(
                document(
                    attribute: #"{"name": "a", "type": "T", "default": {"x": 1}}"#,
                    types: #"[{"struct": "T", "fields": [{"nam": "x", "type": "Int"}, {"name": "y", "type": "Int"}]}]"#),
                "MG0202 a field has no key 'nam'", "did you mean 'name'?"),
        ])
    func containers(mistake: Mistake) { mistake.check() }

    @Test("An older version that cannot be read has what a newer one says of it")
    func versions() {
        let new =
            #"{"schema": "S", "version": "2.0.0", "models": [{"name": "A", "attributes": [{"name": "b", "type": "Int", "originalName": "a"}]}]}"#
        let misspelled = #"{"schema": "S", "models": [{"name": "A", "atributes": [{"name": "a", "type": "Int"}]}]}"#
        #expect(resolve(misspelled, new).briefs == ["MG0202 a model has no key 'atributes'"])
        let nameless = #"{"schema": "S", "models": [{"nam": "A"}]}"#
        #expect(resolve(nameless, new).briefs == ["MG0202 a model has no key 'nam'"])

        let step = #"{"schema": "S", "version": "2.0.0", "migrations": [{"from": "1.0.0", "willMigrate": true}]}"#
        #expect(resolve("{", step).codes == ["MG0101"])
        #expect(resolve(#"{"schema": "S", "version": "1"}"#, step).codes == ["MG0207"])
        #expect(resolve(step).codes == ["MG0909"])
    }

    @Test("A document whose version cannot be read is no other version")
    func unreadVersion() {
        let old = #"{"schema": "S", "models": [{"name": "A"}]}"#
        let new = #"{"schema": "S", "versoin": "2.0.0", "models": [{"name": "A"}]}"#
        #expect(resolve(old, new).briefs == ["MG0202 a document has no key 'versoin'"])
    }

    @Test(
        "Ways out that are ones",
        arguments: [
            Mistake(
                attribute(#""type": "Date", "validation": {"min": "2025-02-30T00:00:00Z"}"#),
                "MG0501 'min' of 'a' is the text '2025-02-30T00:00:00Z', which is no Date",
                #"write "2024-05-01T12:30:00Z""#),
            Mistake(
                attribute(#""type": "Date", "validation": {"min": "2025-02-03"}"#),
                "MG0501 'min' of 'a' is the text '2025-02-03', which is no Date",
                #"write "2025-02-03T00:00:00Z", or another time zone"#),
            Mistake(
                attribute(#""type": "Int", "validation": {"max": {"expression": "5"}}"#),
                "MG0501 'max' of 'a' is an object, which is no Int", "a bound is a value, not an expression"),
            Mistake(
                attribute(#""type": "Foundation.Date?""#), "MG0401 there is no type 'Foundation.Date'",
                #"write "Date""#),
            Mistake(attribute(#""type": "[Swift.Int]""#), "MG0401 there is no type 'Swift.Int'", #"write "Int""#),
            Mistake(
                attribute(#""type": "Any""#), "MG0402 'Any' is no type of a value that can be stored",
                "write the one type that the values have"),
            Mistake(
                attribute(#""type": "Void""#), "MG0402 'Void' is no type of a value that can be stored",
                "it has no values"),
            Mistake(
                attribute(#""type": "[Self]""#), "MG0402 'Self' is no type of a value that can be stored",
                "write the name of the type"),
            Mistake(
                attribute(#""type": "AnyObject", "storage": "codable""#),
                "MG0402 'AnyObject' is no type of a value that can be stored",
                "write the one type that the values have"),
            Mistake(
                attribute(#""type": "Never?", "storage": "codable""#),
                "MG0402 'Never' is no type of a value that can be stored", "it has no values"),
            Mistake(
                attribute(#""type": "Foo.Type", "storage": "codable""#), "MG0402 'Foo.Type' is no type",
                "a metatype cannot be stored"),
            Mistake(
                attribute(#""type": "Foo.Protocol", "storage": "codable""#), "MG0402 'Foo.Protocol' is no type",
                "a metatype cannot be stored"),
            Mistake(
                attribute(#""type": "Foo<class>", "storage": "codable""#), "MG0402 'Foo<class>' is no type",
                "'class' is a keyword of Swift, which cannot be part of a longer name"),
        ])
    func waysOut(mistake: Mistake) { mistake.check() }

    @Test("Names that are keywords, and types written by hand that are generic, are types")
    func names() {
        #expect(
            resolve(
                document(
                    models: #"{"name": "class", "relationships": [{"name": "a", "type": "[class]", "inverse": null}]}"#)
            ).briefs == [])
        #expect(resolve(Self.attribute(#""type": "Foo<[Int], My.Bar>?", "storage": "codable""#)).briefs == [])
    }

    @Test(
        "Broken names, types and words",
        arguments: [
            Mistake(
                document(
                    models: #"{"name": "1A"}, {"name": "N", "relationships": [{"name": "a", "type": "[1A]"}]}"#),
                "MG0301 '1A' is no Swift identifier: it begins with a digit", #"write "_1A""#),
            Mistake(
                document(
                    models:
                        #"{"name": "My Model"}, {"name": "N", "relationships": [{"name": "a", "type": "MyModel?"}, {"name": "b", "type": "My Model?", "inverse": null}]}"#
                ), "MG0301 'My Model' is no Swift identifier: it contains a space", #"write "MyModel""#),
            Mistake(
                document(
                    models:
                        #"{"name": "N", "attributes": [{"name": "a", "type": "my enum"}, {"name": "b", "type": "[MyEnum]"}]}"#,
                    types: #"[{"enum": "my enum", "cases": ["p"]}]"#),
                "MG0301 'my enum' is no Swift identifier: it contains a space", #"write "myEnum""#),
            Mistake(
                attribute(#""type": "Sring""#, more: #", "index": [{"on": ["a"], "where": "a = 'x'"}]"#),
                "MG0401 there is no type 'Sring'", "did you mean 'String'?"),
            Mistake(
                attribute(#""type": "Color", "storage": "Codable""#),
                "MG0204 'storage' is 'rawValue' or 'codable', not 'Codable'", "did you mean 'codable'?"),
            Mistake(
                attribute(#""type": "Color?", "storge": "rawValue", "rawType": "Int""#),
                "MG0202 an attribute has no key 'storge'", "did you mean 'storage'?"),
            Mistake(
                attribute(#""type": "Color?", "storage": "rawValue", "rawType": 5"#),
                "MG0201 'rawType' must be a string, not a number"),
            Mistake(
                document(
                    models: "",
                    types:
                        #"[{"enum": "E", "rawType": "Double", "cases": [{"name": "a", "rawValue": 1}, {"name": "b", "rawValue": 2}]}]"#
                ),
                "MG0204 'rawType' is 'String', 'Int', 'Int8', 'Int16', 'Int32', 'Int64', 'UInt', 'UInt8', 'UInt16', 'UInt32' or 'UInt64', not 'Double'"
            ),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "bs", "type": "[B]", "deleteRule": "casade"}]}, {"name": "B", "relationships": [{"name": "a", "type": "A"}]}"#
                ), "MG0204 'deleteRule' is 'nullify', 'cascade', 'deny' or 'noAction', not 'casade'",
                "did you mean 'cascade'?"),
            Mistake(
                document(
                    models: #"{"name": "A", "relationships": [{"name": "a", "type": "A", "isOptional": true}]}"#),
                "MG0202 a relationship has no key 'isOptional'", "an optional's type ends with '?'"),
            Mistake(
                attribute(#""type": "Int", "required": false, "transient": true"#),
                "MG0202 an attribute has no key 'required'", "a type without '?' is required"),
            Mistake(
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "N", "storage": "codable"}]}, {"name": "N"}"#
                ), "MG0403 'N' is a model; links to its objects are declared under 'relationships'"),
            Mistake(
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "T", "column": "x"}, {"name": "b", "type": "T", "column": "X"}]}"#,
                    types: #"[{"struct": "T", "fields": [{"name": "y", "type": "Int"}, {"name": "z", "type": "Int"}]}]"#
                ),
                "MG0310 the column 'X' is another property's too: SQLite does not tell 'x' from 'X'"),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "bs", "type": "[B]", "inverse": "a"}]}, {"name": "B", "inherits": "P"}, {"name": "P", "relationships": [{"name": "a", "type": "A?", "inverse": "bs"}]}"#
                ), "MG0703 'P.a' cannot be the inverse, since not every 'P' is a 'B'",
                "make the type 'P', or declare it in 'B'"),
            Mistake(
                attribute(#""type": "Int", "transient": true, "defualt": 0"#),
                "MG0202 an attribute has no key 'defualt'", "did you mean 'default'?"),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "bs", "type": "[B]", "invers": "a"}]}, {"name": "B", "relationships": [{"name": "a", "type": "A?"}, {"name": "b", "type": "A?"}]}"#
                ), "MG0202 a relationship has no key 'invers'", "did you mean 'inverse'?"),
            Mistake(
                attribute(#""type": "Int""#, more: #", "index": [{"columns": ["a"], "order": ["ascending"]}]"#),
                "MG0202 an index has no key 'columns'", "did you mean 'on'?"),
            Mistake(
                attribute(
                    #""type": "Int""#, more: #", "index": [{"on": ["a", 5], "order": ["ascending", "descending"]}]"#),
                "MG0201 an entry of 'on' must be a string, not a number"),
            Mistake(
                document(
                    models:
                        #"{"name": "A"}, {"name": "A", "attributes": [{"name": "x", "type": "Int"}]}, {"name": "B", "inherits": "A", "unique": [["x"]]}"#
                ), "MG0304 'A' is declared twice"),
            Mistake(
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "b", "type": "B", "inverse": "a"}]}, {"name": "B", "attributes": [{"name": "a", "type": "A"}]}"#
                ), "MG0403 'A' is a model; links to its objects are declared under 'relationships'"),
            Mistake(
                attribute(#""type": "Color", "rawType": "String""#),
                "MG0404 'rawType' belongs to a hand-written type, which also needs \"storage\": \"rawValue\""),
        ])
    func broken(mistake: Mistake) { mistake.check() }

    @Test(
        "Conditions of indexes name what a property can be compared with",
        arguments: [
            ("E", "'r'", "its cases are 'p', 'q'"), ("Int8", "300", "write a whole number from -128 to 127"),
            ("Bool", "1", "write true or false"), ("String", "5", "write a text in single quotes"),
            (
                "Double", "5",
                "a condition compares Bool, integers, texts and cases of enums with literals of theirs"
            ),
        ])
    func conditions(type: String, value: String, suggestion: String) {
        Mistake(
            Self.attribute(
                #""type": "\#(type)""#, types: #"[{"enum": "E", "cases": ["p", "q"]}]"#,
                more: #", "index": [{"on": ["a"], "where": "a = \#(value)"}]"#),
            "MG0805 'a' cannot be compared with that value", suggestion
        ).check()
    }

    @Test("Under CloudKit a to-many that requires objects is refused, and what was not read may be an inverse")
    func cloudKit() {
        func document(_ first: String, _ key: String) -> String {
            #"{"schema": "S", "options": {"cloudKit": true}, "models": [{"name": "A", "relationships": [{"name": "bs", "type": "[B]"\#(first)}]}, {"name": "B", "\#(key)": [{"name": "a", "type": "A?"}]}]}"#
        }
        Mistake(
            document(#", "minCount": 1"#, "relationships"), "MG1001 under 'cloudKit': 'bs' requires objects",
            "remove 'minCount'"
        ).check()
        #expect(resolve(document(#", "minCount": 0"#, "relationships")).briefs == [])
        Mistake(
            document("", "relationship"), "MG0202 a model has no key 'relationship'", "did you mean 'relationships'?"
        ).check()
    }

    @Test("Two properties that swap their names are a change")
    func swap() {
        func version(_ number: String, _ first: String, _ second: String) -> String {
            #"{"schema": "S", "version": "\#(number)", "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"\#(first)}, {"name": "b", "type": "Int"\#(second)}]}]}"#
        }
        let old = version("1.0.0", "", "")
        #expect(
            resolve(old, version("2.0.0", #", "originalName": "b""#, #", "originalName": "a""#)).briefs == [])
        #expect(resolve(old, version("2.0.0", "", "")).codes == ["MG0903"])
    }

    @Test(
        "Rules that no save would check",
        arguments: ["transient", "ephemeral"])
    func rules(flag: String) {
        Mistake(
            Self.attribute(#""type": "Int", "default": 5, "\#(flag)": true, "validation": {"max": 3}"#),
            "MG0505 'a' is not stored, so no save checks its rules", "remove 'validation'"
        ).check()
    }

    @Test(
        "Conformances to what is no protocol",
        arguments: [
            ("M", "'M' is a model, not a protocol", nil),
            ("N", "'N' is a model, not a protocol", "a parent is named by 'inherits'"),
            ("E", "'E' is an enum, not a protocol", nil),
            ("T", "'T' is a struct, not a protocol", nil),
            ("String", "'String' is no protocol of a model", nil),
            ("Swift.Int8", "'Swift.Int8' is no protocol of a model", nil),
            ("Foundation.Date", "'Foundation.Date' is no protocol of a model", nil),
            ("AnyObject", "'AnyObject' is no protocol of a model", nil),
            ("Self", "'Self' is no protocol of a model", nil),
            ("Foo.Type", "'Foo.Type' is no name of a protocol", nil),
        ] as [(String, String, String?)])
    func conformances(name: String, message: String, suggestion: String?) {
        let types = #"[{"enum": "E", "cases": ["p"]}, {"struct": "T", "fields": [{"name": "y", "type": "Int"}]}]"#
        Mistake(
            document(models: #"{"name": "M", "conformances": ["\#(name)"]}, {"name": "N"}"#, types: types),
            "MG0411 \(message)", suggestion
        ).check()
    }
}
