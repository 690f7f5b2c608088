import ModelDeclaration
import Testing

@Suite("All problems in one run")
struct TwentyMistakesTests {
    @Test("A declaration with twenty different mistakes: twenty located messages in one run")
    func twentyMistakes() {
        let text = """
            {
              "schema": "Trips",
              "version": "2.0",
              "acess": "public",
              "types": [
                { "enum": "Reason", "cases": ["vacation", "vacation"] },
                { "struct": "Address", "fields": [{ "name": "zip", "type": "Strng" }] }
              ],
              "models": [
                {
                  "name": "Trip",
                  "attributes": [
                    { "name": "start date", "type": "Date" },
                    { "name": "budget", "type": "Decimal", "default": 19.99 },
                    { "name": "hashValue", "type": "Int" },
                    { "name": "created", "type": "Date", "default": { "expression": "Date.now // today" } },
                    { "name": "views", "type": "Int", "transient": true },
                    { "name": "note", "unique": "yes", "type": "String" },
                    { "name": "budget", "type": "Int" }
                  ],
                  "relationships": [
                    { "name": "items", "type": "[Item]", "inverse": "tirp" },
                    { "name": "guide", "type": "Person" },
                    { "name": "next", "type": "Trip", "inverse": null },
                    { "name": "tags", "type": "[Tag]", "deleteRule": "delete" }
                  ],
                  "unique": [["views"]],
                  "index": [["name"]]
                },
                { "name": "Item", "table": "$items", "relationships": [{ "name": "trip", "type": "Trip", "inverse": null }] },
                { "name": "Tag", "attributes": [{ "name": "id" }] },
                { "name": "String" }
              ]
            }
            """
        #expect(
            resolve(text).diagnostics.map(\.located) == [
                "a.model.json:3:14 MG0207 '2.0' is no version: it is three numbers, major.minor.patch",
                "a.model.json:4:3 MG0202 a document has no key 'acess'",
                "a.model.json:6:47 MG0306 the case 'vacation' is declared twice",
                "a.model.json:7:64 MG0401 there is no type 'Strng'",
                "a.model.json:13:19 MG0301 'start date' is no Swift identifier: it contains a space",
                "a.model.json:14:59 MG0501 the default of 'budget' is a number, which is no Decimal",
                "a.model.json:15:19 MG0303 no property can be called 'hashValue': every model has it, as 'Hashable' asks",
                "a.model.json:16:73 MG0503 the default of 'created' is not one Swift expression: it holds a comment",
                "a.model.json:17:19 MG0504 'views' is not stored, so an object that is read needs a default for it",
                "a.model.json:18:37 MG0201 'unique' must be true or false, not a string",
                "a.model.json:19:19 MG0305 'Trip' has a property 'budget' already",
                "a.model.json:22:57 MG0702 'Item' has no relationship 'tirp'",
                "a.model.json:23:36 MG0601 there is no model 'Person'",
                "a.model.json:24:35 MG0706 no first object can be made, since each requires another: 'Trip' → 'Trip'",
                "a.model.json:25:58 MG0204 'deleteRule' is 'nullify', 'cascade', 'deny' or 'noAction', not 'delete'",
                "a.model.json:27:19 MG0802 'views' cannot be in 'unique': it is transient",
                "a.model.json:28:18 MG0801 'Trip' has no property 'name'",
                "a.model.json:30:32 MG0308 '$items' cannot be the name of a table: names that begin with '$' are the store's own",
                "a.model.json:31:37 MG0203 attribute 'id' has no 'type'",
                "a.model.json:32:15 MG0302 no model can be called 'String': code in the same module could no longer name Swift's own type",
            ])
    }

    @Test("Messages stand in the order of documents, then of places, warnings among them")
    func order() {
        let warning =
            #"{"schema": "S", "models": [{"name": "A", "relationships": [{"name": "bs", "type": "[B]"}]}, {"name": "B", "relationships": [{"name": "a", "type": "A"}]}]}"#
        let error = #"{"schema": "T", "models": [{"name": "C", "atributes": []}], "x": 1}"#
        #expect(resolve(warning, error).codes == ["MG0708", "MG0202", "MG0202"])
        #expect(resolve(error, warning).codes == ["MG0202", "MG0202", "MG0708"])
        #expect(resolve(warning).schemas.count == 1)
        #expect(resolve(warning, error).schemas.isEmpty)
    }

    @Test(
        "Suggestions name what was meant",
        arguments: [
            (#"{"name": "M", "atributes": []}"#, "did you mean 'attributes'?"),
            (#"{"name": "M", "attributes": [{"name": "a", "type": "Strnig"}]}"#, "did you mean 'String'?"),
            (#"{"name": "M", "attributes": [{"name": "a", "type": "mood"}]}"#, "did you mean 'Mood'?"),
            (#"{"name": "M", "attributes": [{"name": "a", "type": "boolean"}]}"#, #"write "Bool""#),
            (#"{"name": "M", "attributes": [{"name": "a", "type": "Blob"}]}"#, #"write "Data""#),
            (
                #"{"name": "M", "attributes": [{"name": "a", "type": "Zebra"}]}"#,
                "declare it under 'types', or give 'storage' for a type written by hand"
            ),
            (#"{"name": "M", "attributes": [{"name": "my name", "type": "Int"}]}"#, #"write "myName""#),
            (
                #"{"name": "M", "attributes": [{"name": "m", "type": "Mood", "default": "goood"}]}"#,
                "did you mean 'good'?"
            ),
            (
                #"{"name": "M", "attributes": [{"name": "m", "type": "Mood", "default": "B"}]}"#,
                #"a default is a case by name: "bad""#
            ),
            (
                #"{"name": "M", "attributes": [{"name": "m", "type": "Int64", "default": 9007199254740994}]}"#,
                #"write "9007199254740994" in quotes"#
            ),
            (#"{"name": "M", "relationships": [{"name": "m", "type": "N?"}]}"#, "did you mean 'M'?"),
            (
                #"{"name": "M", "relationships": [{"name": "m", "type": "M?", "deleteRule": "cascde"}]}"#,
                "did you mean 'cascade'?"
            ),
            (
                #"{"name": "M", "relationships": [{"name": "m", "type": "M?"}, {"name": "ms", "type": "[M]", "inverse": "mm"}]}"#,
                "did you mean 'm'?"
            ),
            (
                #"{"name": "M", "attributes": [{"name": "label", "type": "String"}], "unique": [["lable"]]}"#,
                "did you mean 'label'?"
            ),
        ])
    func suggestions(model: String, suggestion: String) {
        let types = #"[{"enum": "Mood", "cases": ["good", {"name": "bad", "rawValue": "B"}]}]"#
        #expect(resolve(document(models: model, types: types)).diagnostics.map(\.suggestion) == [suggestion])
    }

    @Test("Notes name the other place")
    func notes() {
        let text = document(
            models:
                #"{"name": "A", "relationships": [{"name": "bs", "type": "[B]"}]}, {"name": "B", "relationships": [{"name": "a", "type": "A?"}, {"name": "b", "type": "A?"}]}"#
        )
        #expect(resolve(text).diagnostics.first?.notes.map(\.message) == ["'a' is one", "'b' is one"])
    }
}

@Suite("Keys of other languages and tools")
struct TranslatedKeyTests {
    @Test(arguments: [
        (#""onDelete": "cascade""#, true, "did you mean 'deleteRule'?"),
        (#""optional": true"#, true, "an optional's type ends with '?'"),
        (#""toMany": true"#, true, #"the type of a to-many is a list: "[Other]""#),
        (#""unique": true"#, true, "attributes have it: values are declared under 'attributes'"),
        (#""inverse": "m""#, false, "relationships have it: links to objects are declared under 'relationships'"),
        (#""indexed": true"#, false, #"indexes are declared by the model: "index": [["…"]]"#),
        (#""required": true"#, false, "a type without '?' is required"),
        (#""description": "x""#, false, "did you mean 'doc'?"),
        (#""defualt": 1"#, false, "did you mean 'default'?"),
    ])
    func suggestions(_ member: String, _ isRelationship: Bool, _ suggestion: String) {
        let text =
            isRelationship
            ? #"{"name": "M", "relationships": [{"name": "r", "type": "M?", "inverse": null, \#(member)}]}"#
            : #"{"name": "M", "attributes": [{"name": "a", "type": "Int", \#(member)}]}"#
        let result = resolve(document(models: text))
        #expect(result.codes == ["MG0202"])
        #expect(result.diagnostics.first?.suggestion == suggestion)
    }

    @Test("Small integers are numbers, not texts")
    func integersInQuotes() {
        let result = resolve(document(attribute: #"{"name": "a", "type": "Int", "default": "5"}"#))
        #expect(result.briefs == ["MG0501 the default of 'a' is the text '5', which is no Int"])
        #expect(result.diagnostics.first?.suggestion == "write 5 without quotes")
    }

    @Test(
        "G01, G06: names that types synthesize beside what is declared",
        arguments: [
            ("case", "RawValue"), ("case", "AllCases"), ("case", "allCases"), ("struct", "CodingKeys"),
            ("field", "CodingKeys"),
            ("field", "expression"), ("property", "ID"), ("property", "hashValue"),
        ])
    func synthesizedNames(_ kind: String, _ name: String) {
        let type =
            switch kind {
            case "case": #"{"enum": "E", "cases": ["\#(name)"]}"#
            case "struct": #"{"struct": "\#(name)", "fields": [{"name": "a", "type": "Int"}]}"#
            default: #"{"struct": "T", "fields": [{"name": "\#(kind == "field" ? name : "a")", "type": "Int"}]}"#
            }
        let attribute = kind == "property" ? name : "a"
        let result = resolve(document(attribute: #"{"name": "\#(attribute)", "type": "Int"}"#, types: "[\(type)]"))
        #expect(result.codes == [kind == "struct" ? "MG0302" : "MG0303"])
    }

    @Test("G02: a model may be called Observation, which no generated code names")
    func observation() {
        #expect(resolve(document(models: #"{"name": "Observation"}"#)).briefs == [])
    }
}
