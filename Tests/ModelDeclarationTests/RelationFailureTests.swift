import ModelDeclaration
import Testing

@Suite("Broken declarations: models, relationships, constraints, schemas")
struct RelationFailureTests {
    /// Two models, each with relationships given as `name: Type more`.
    private static func pair(_ trip: String, _ item: String) -> String {
        document(
            models: #"{"name": "Trip", "relationships": [\#(trip)]}, {"name": "Item", "relationships": [\#(item)]}"#)
    }

    private static let preserveNote =
        "MG0910 'preserve' is accepted, but this version records no history, which is to keep the values"
    private static let externalNote =
        "MG0911 'externalStorage' is accepted, but this version keeps large values in their rows, and reads them on first touch"

    @Test(
        "Inheritance",
        arguments: [
            FailureCase(
                "parents that are not there",
                document(
                    models:
                        #"{"name": "A", "inherits": "Basis"}, {"name": "Base"}, {"name": "B", "inherits": "Int"}, {"name": "C", "inherits": "Bas"}"#
                ),
                expected: [
                    "MG0601 there is no model 'Basis'", "MG0601 'Int' is no model, so nothing can inherit from it",
                    "MG0601 there is no model 'Bas'",
                ]),
            FailureCase(
                "circles, each told once",
                document(
                    models:
                        #"{"name": "A", "inherits": "C"}, {"name": "B", "inherits": "A"}, {"name": "C", "inherits": "B"}, {"name": "D", "inherits": "D"}, {"name": "E", "inherits": "A"}"#
                ),
                expected: [
                    "MG0602 the model inherits from itself: 'A' → 'C' → 'B' → 'A'",
                    "MG0602 the model inherits from itself: 'D' → 'D'",
                ]),
            FailureCase(
                "what is inherited is there already",
                document(
                    models:
                        #"{"name": "A", "attributes": [{"name": "x", "type": "Int"}]}, {"name": "B", "inherits": "A", "table": "b"}, {"name": "C", "inherits": "B", "attributes": [{"name": "x", "type": "Int"}]}"#
                ),
                expected: [
                    "MG0603 'B' has no table of its own: its objects are in that of 'A'",
                    "MG0305 'C' inherits a property 'x' already",
                ]),
            FailureCase(
                "a column of an heir can meet the parts of a struct",
                document(
                    models:
                        #"{"name": "A", "attributes": [{"name": "home", "type": "Address"}]}, {"name": "Home", "inherits": "A", "attributes": [{"name": "city", "type": "String"}]}"#,
                    types: #"[{"struct": "Address", "fields": [{"name": "city", "type": "String"}]}]"#),
                expected: [
                    "MG0310 the column 'Home.city' is another property's too: SQLite does not tell 'home.city' from 'Home.city'"
                ]),
        ])
    func inheritance(failure: FailureCase) { failure.check() }

    @Test(
        "Relationships",
        arguments: [
            FailureCase(
                "types that are no models",
                pair(
                    #"{"name": "a", "type": "Itme"}, {"name": "b", "type": "String"}, {"name": "c", "type": "Set<Item>"}, {"name": "d", "type": "[Item?]"}, {"name": "e", "type": "[String: Item]"}"#,
                    ""),
                expected: [
                    "MG0601 there is no model 'Itme'", "MG0701 'String' is no model, so it cannot be related to",
                    "MG0701 a to-many relationship is spelled [Model]",
                    "MG0701 a to-many relationship is spelled [Model]",
                    "MG0701 the type of a relationship is Model, Model?, [Model] or [Model]?",
                ]),
            FailureCase(
                "an inverse that is not there",
                pair(
                    #"{"name": "items", "type": "[Item]", "inverse": "tirp"}"#,
                    #"{"name": "trip", "type": "Trip?", "inverse": null}"#),
                expected: ["MG0702 'Item' has no relationship 'tirp'"]),
            FailureCase(
                "an inverse that is an attribute",
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "b", "type": "B?", "inverse": "x"}]}, {"name": "B", "attributes": [{"name": "x", "type": "Int"}]}"#
                ),
                expected: ["MG0702 'B.x' is an attribute, so it cannot look back"]),
            FailureCase(
                "an inverse that points elsewhere",
                pair(#"{"name": "items", "type": "[Item]", "inverse": "next"}"#, #"{"name": "next", "type": "Item?"}"#),
                expected: ["MG0703 'Item.next' points to 'Item', not to 'Trip'"]),
            FailureCase(
                "an inverse that an ancestor has",
                document(
                    models:
                        #"{"name": "Owner", "relationships": [{"name": "cars", "type": "[Car]", "inverse": "owner"}]}, {"name": "Vehicle", "relationships": [{"name": "owner", "type": "Owner?"}]}, {"name": "Car", "inherits": "Vehicle"}"#
                ),
                expected: ["MG0703 'Vehicle.owner' cannot be the inverse, since not every 'Vehicle' is a 'Car'"]),
            FailureCase(
                "G17: declarations that contradict, both places named",
                pair(
                    #"{"name": "items", "type": "[Item]", "inverse": "trip"}, {"name": "extras", "type": "[Item]"}"#,
                    #"{"name": "trip", "type": "Trip?", "inverse": "extras"}"#),
                expected: ["MG0704 'Item.trip' looks back to 'extras', not to 'items'"]),
            FailureCase(
                "an inverse that says it has none",
                pair(
                    #"{"name": "items", "type": "[Item]", "inverse": "trip"}"#,
                    #"{"name": "trip", "type": "Trip?", "inverse": null}"#),
                expected: ["MG0704 'Item.trip' is declared to have no inverse"]),
            FailureCase(
                "an inverse that is claimed twice",
                pair(
                    #"{"name": "items", "type": "[Item]", "inverse": "trip"}, {"name": "extras", "type": "[Item]", "inverse": "trip"}"#,
                    #"{"name": "trip", "type": "Trip?"}"#),
                expected: ["MG0704 'Item.trip' is the inverse of 'items' already"]),
            FailureCase(
                "several possible inverses, told once",
                pair(
                    #"{"name": "items", "type": "[Item]"}"#,
                    #"{"name": "trip", "type": "Trip?"}, {"name": "next", "type": "Trip?"}"#),
                expected: ["MG0705 'items' has several possible inverses in 'Item'"]),
            FailureCase(
                "several possible inverses, seen from the other side",
                pair(
                    #"{"name": "items", "type": "[Item]"}, {"name": "extras", "type": "[Item]"}"#,
                    #"{"name": "trip", "type": "Trip?"}"#),
                expected: ["MG0705 'trip' has several possible inverses in 'Trip'"]),
            FailureCase(
                "circles of required relationships",
                document(
                    models:
                        #"{"name": "A", "relationships": [{"name": "b", "type": "B", "inverse": null}]}, {"name": "B", "relationships": [{"name": "c", "type": "C", "inverse": null}]}, {"name": "C", "relationships": [{"name": "a", "type": "A", "inverse": null}]}, {"name": "D", "relationships": [{"name": "d", "type": "D", "inverse": null}]}, {"name": "E", "relationships": [{"name": "a", "type": "A", "inverse": null}]}"#
                ),
                expected: [
                    "MG0706 no first object can be made, since each requires another: 'A' → 'B' → 'C' → 'A'",
                    "MG0706 no first object can be made, since each requires another: 'D' → 'D'",
                ]),
            FailureCase(
                "R06: nullify towards a required inverse is a warning",
                pair(#"{"name": "items", "type": "[Item]"}"#, #"{"name": "trip", "type": "Trip"}"#),
                expected: ["MG0708 deleting a 'Trip' cannot clear 'Item.trip', which is required: the save would fail"]),
            FailureCase(
                "counts and order",
                pair(
                    #"{"name": "item", "type": "Item?", "inverse": null, "minCount": 1, "ordered": true}, {"name": "items", "type": "[Item]", "minCount": 3, "maxCount": 2}"#,
                    #"{"name": "x", "type": "Item?", "maxCount": -1}"#),
                expected: [
                    "MG0707 'minCount' is for to-many relationships", "MG0707 'ordered' is for to-many relationships",
                    "MG0707 'minCount' of 'items' is greater than 'maxCount'",
                    "MG0201 'maxCount' must be a whole number from 0 to 2147483647, not -1",
                ]),
        ])
    func relationships(failure: FailureCase) { failure.check() }

    @Test(
        "Constraints",
        arguments: [
            FailureCase(
                "properties that are not there",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "name", "type": "String"}], "unique": [["nmae"]], "index": [["name", "x"]], "preserve": ["nam"]}"#
                ),
                expected: [
                    "MG0801 'M' has no property 'nmae'", "MG0801 'M' has no property 'x'",
                    "MG0801 'M' has no property 'nam'",
                ]),
            FailureCase(
                "properties that cannot be there",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "t", "type": "Int?", "transient": true, "unique": true}, {"name": "e", "type": "Data?", "externalStorage": true}, {"name": "s", "type": "T"}, {"name": "c", "type": "Color?", "storage": "codable"}], "relationships": [{"name": "ns", "type": "[N]", "inverse": null}, {"name": "p", "type": "P?"}], "unique": [["ns"], ["c"], ["p"]], "index": [["e"], ["s"]], "preserve": ["p", "t", "s"]}, {"name": "N"}, {"name": "P", "relationships": [{"name": "m", "type": "M"}]}"#,
                    types: #"[{"struct": "T", "fields": [{"name": "x", "type": "Int"}]}]"#),
                expected: [
                    "MG0802 't' cannot be in 'unique': it is transient", externalNote,
                    "MG0708 deleting a 'M' cannot clear 'P.m', which is required: the save would fail",
                    "MG0802 'ns' cannot be in 'unique': it is a to-many relationship",
                    "MG0802 'c' cannot be in 'unique': one value can have several JSON texts",
                    "MG0802 'p' cannot be in 'unique': the link is kept in the rows of 'P', where it is unique",
                    "MG0802 'e' cannot be in 'index': it is stored externally",
                    "MG0802 's' cannot be in 'index': it is a struct, which takes several columns",
                    "MG0802 'p' cannot be in 'preserve': only attributes are preserved",
                    "MG0802 't' cannot be in 'preserve': it is transient",
                ]),
            FailureCase(
                "said twice",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int", "unique": true}, {"name": "b", "type": "Int"}], "unique": [["a"], ["a", "b"], ["b", "a"], ["b", "b"]], "index": [["a"], ["a"], {"on": ["a"], "order": ["ascending"]}, {"on": ["a", "b"], "order": ["descending"]}]}"#
                ),
                expected: [
                    "MG0803 the same properties are declared unique twice", "MG0803 'b' stands twice in one list",
                    "MG0803 the same index is declared twice", "MG0803 the same index is declared twice",
                    "MG0804 'order' has 1 entries for 2 properties",
                ]),
            FailureCase(
                "conditions that are none",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Int"}, {"name": "d", "type": "Date"}], "index": [{"on": ["a"], "where": "a > 3"}, {"on": ["a"], "where": "b is null"}, {"on": ["a"], "where": "a = 'x'"}, {"on": ["a"], "where": "d = 3"}, {"on": ["a"], "where": ""}, {"on": ["a"], "where": "a is null); drop table M; --"}, {"on": ["a"], "where": "a is null and"}]}"#
                ),
                expected: [
                    "MG0805 'a > 3' is no condition of an index", "MG0801 'M' has no property 'b'",
                    "MG0805 'a' cannot be compared with that value", "MG0805 'd' cannot be compared with that value",
                    "MG0805 '' is no condition of an index",
                    "MG0805 'a is null); drop table M; --' is no condition of an index",
                    "MG0805 'a is null and' is no condition of an index",
                ]),
        ])
    func constraints(failure: FailureCase) { failure.check() }

    @Test(
        "Schemas",
        arguments: [
            FailureCase(
                "what is preserved or external before it is built is noted once a schema, at the first place of the current version",
                #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Data?", "externalStorage": true}, {"name": "b", "type": "Int?", "preserve": true}]}]}"#,
                #"{"schema": "S", "version": "2.0.0", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Data?", "externalStorage": true}, {"name": "b", "type": "Data?", "externalStorage": true}, {"name": "c", "type": "Int?", "preserve": true}], "preserve": ["c"]}, {"name": "B", "inherits": "A", "preserve": ["c"]}]}"#,
                #"{"schema": "T", "models": [{"name": "C", "attributes": [{"name": "a", "type": "Data", "externalStorage": true}, {"name": "b", "type": "Int", "preserve": false}]}]}"#,
                expected: [externalNote, preserveNote, externalNote]),
            FailureCase(
                "where the flag is an error, there is no note beside it",
                #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int", "externalStorage": true}, {"name": "b", "type": "Data?", "externalStorage": true, "transient": true}, {"name": "c", "type": "Int?", "ephemeral": true, "preserve": true}], "preserve": ["d"]}]}"#,
                expected: [
                    "MG0505 only Data can be stored externally, 'a' is Int",
                    "MG0505 'b' is not stored, so not externally either",
                    "MG0802 'c' cannot be in 'preserve': it is ephemeral", "MG0801 'A' has no property 'd'",
                ]),
            FailureCase(
                "what is external cannot be unique, indexed or preserved, and no to-many is preserved",
                #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Data", "externalStorage": true, "unique": true, "preserve": true}, {"name": "b", "type": "Int"}], "relationships": [{"name": "as", "type": "[A]", "inverse": null}], "unique": [["b", "a"]], "index": [{"on": ["b", "a"]}], "preserve": ["b", "a", "as"]}]}"#,
                expected: [
                    externalNote, "MG0802 'a' cannot be in 'unique': it is stored externally",
                    "MG0802 'a' cannot be in 'preserve': it is stored externally",
                    "MG0802 'a' cannot be in 'unique': it is stored externally",
                    "MG0802 'a' cannot be in 'index': it is stored externally",
                    "MG0802 'a' cannot be in 'preserve': it is stored externally",
                    "MG0802 'as' cannot be in 'preserve': only attributes are preserved",
                ]),
            FailureCase(
                "documents that disagree",
                #"{"schema": "S", "access": "public", "options": {"observable": true}}"#,
                #"{"schema": "S", "access": "internal", "options": {"observable": false}}"#,
                expected: [
                    "MG0901 'access' differs between the documents of schema 'S'",
                    "MG0901 'observable' differs between the documents of schema 'S'",
                ]),
            FailureCase(
                "names that the previous version does not have",
                #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int"}]}]}"#,
                #"{"schema": "S", "version": "2.0.0", "models": [{"name": "A", "attributes": [{"name": "x", "type": "Int", "originalName": "b"}]}, {"name": "B", "originalName": "AA"}, {"name": "C", "attributes": [{"name": "x", "type": "Int", "originalName": "a"}]}]}"#,
                expected: [
                    "MG0902 version 1.0.0 of 'A' has no property 'b'", "MG0902 version 1.0.0 has no model 'AA'",
                    "MG0902 version 1.0.0 has no model 'C', so nothing of it was renamed",
                ]),
            FailureCase(
                "versions that store the same",
                #"{"schema": "S", "models": [{"name": "A", "doc": "old"}]}"#,
                #"{"schema": "S", "version": "1.1.0", "models": [{"name": "A", "doc": "new"}]}"#,
                expected: ["MG0903 versions 1.0.0 and 1.1.0 of 'S' store the same"]),
            FailureCase(
                "history is noted once",
                #"{"schema": "S", "options": {"history": true}}"#, #"{"schema": "T", "options": {"history": true}}"#,
                expected: ["MG0904 'history' is accepted, but this version records no changes yet"]),
            FailureCase(
                "history that is not asked for is not noted", #"{"schema": "S", "options": {"history": false}}"#,
                expected: []),
            FailureCase(
                "what CloudKit can mirror",
                #"{"schema": "S", "options": {"cloudKit": true}, "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int", "default": 0}, {"name": "b", "type": "String?"}, {"name": "c", "type": "Date", "default": {"expression": "Date.now"}}, {"name": "d", "type": "Int", "ephemeral": true, "default": 0}], "relationships": [{"name": "bs", "type": "[B]?", "deleteRule": "cascade"}], "index": [["a"]]}, {"name": "B", "inherits": "C", "relationships": [{"name": "a", "type": "A?", "deleteRule": "noAction"}]}, {"name": "C", "abstract": true}]}"#,
                expected: []),
            FailureCase(
                "CloudKit's rules hold for inherited properties where they are declared, and for each version by itself",
                #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int", "unique": true}]}]}"#,
                #"{"schema": "S", "version": "2.0.0", "options": {"cloudKit": true}, "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int"}]}, {"name": "B", "inherits": "A"}]}"#,
                expected: ["MG1001 under 'cloudKit': 'a' is required and has no default"]),
            FailureCase(
                "CloudKit's rules",
                #"{"schema": "S", "options": {"cloudKit": true}, "models": [{"name": "A", "attributes": [{"name": "a", "type": "Int"}, {"name": "b", "type": "Int", "default": 0, "unique": true}], "relationships": [{"name": "c", "type": "B", "inverse": null}, {"name": "bs", "type": "[B]", "deleteRule": "deny", "ordered": true}], "unique": [["a", "b"]]}, {"name": "B", "relationships": [{"name": "a", "type": "A?"}]}]}"#,
                expected: [
                    "MG1001 under 'cloudKit': 'a' is required and has no default",
                    "MG1001 under 'cloudKit': nothing can be unique",
                    "MG1001 under 'cloudKit': 'c' is required", "MG1001 under 'cloudKit': 'c' has no inverse",
                    "MG1001 under 'cloudKit': 'bs' denies deletes", "MG1001 under 'cloudKit': 'bs' is ordered",
                    "MG1001 under 'cloudKit': nothing can be unique",
                ]),
        ])
    func schemas(failure: FailureCase) { failure.check() }

    @Test(
        "What follows from another fault is not told",
        arguments: [
            FailureCase(
                "a document that cannot be read may declare anything",
                #"{"schema": "S", "models": [{"name": "A", "attributes": [{"name": "e", "type": "Mood"}], "relationships": [{"name": "b", "type": "B"}]}]}"#,
                #"{"schema": "S", "models": [{"name": "B"}, ]}"#,
                expected: ["MG0101 a value is missing after ','"]),
            FailureCase(
                "a document without a schema may belong to any",
                #"{"schema": "S", "models": [{"name": "A", "relationships": [{"name": "b", "type": "B?"}, {"name": "c", "type": "D?"}]}]}"#,
                #"{"models": [{"name": "B", "relationships": [{"name": "a", "type": "A?"}]}]}"#,
                expected: ["MG0601 there is no model 'D'", "MG0203 a document has no 'schema'"]),
            FailureCase(
                "a struct with a fault in it",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "t", "type": "T", "default": {"x": 1}}, {"name": "u", "type": "U"}], "index": [["t"]]}"#,
                    types:
                        #"[{"struct": "T", "fields": [{"name": "x", "type": "Itn"}]}, {"struct": "U", "fields": [{"name": "t", "type": "T"}]}]"#
                ),
                expected: ["MG0401 there is no type 'Itn'"]),
            FailureCase(
                "a property without a known type is still a property",
                document(
                    models:
                        #"{"name": "M", "attributes": [{"name": "a", "type": "Itn", "default": 3, "unique": true}], "relationships": [{"name": "n", "type": "N?"}], "unique": [["a", "n"]], "index": [["n"]]}, {"name": "O", "relationships": [{"name": "m", "type": "M?", "inverse": "n"}]}"#
                ),
                expected: ["MG0401 there is no type 'Itn'", "MG0601 there is no model 'N'"]),
            FailureCase(
                "a parent that is not there",
                document(models: #"{"name": "A", "inherits": "B", "table": "a", "unique": [["x"]]}"#),
                expected: ["MG0601 there is no model 'B'"]),
        ])
    func noise(failure: FailureCase) { failure.check() }
}
