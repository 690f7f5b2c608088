import ModelSchema
import Testing

@testable import ModelStorage

/// The changes that a store follows without code.
@Suite struct LightweightTests {
    private let people = """
        "models": [
          { "name": "Person", "attributes": [
              { "name": "name", "type": "String" }, { "name": "age", "type": "Int16" },
              { "name": "nick", "type": "String?" } ],
            "relationships": [ { "name": "pets", "type": "[Pet]", "deleteRule": "cascade", "inverse": "owner" } ] },
          { "name": "Pet", "attributes": [ { "name": "name", "type": "String" } ],
            "relationships": [ { "name": "owner", "type": "Person?" } ] } ]
        """

    private func filled(_ schema: SchemaDescription) throws -> MigratedStore {
        let store = try MigratedStore(schema)
        try store.run(
            """
            INSERT INTO "Person" ("$id", "$version", "name", "age", "nick") VALUES
              (1, 3, 'Ann', 30, 'A'), (2, 1, 'Bob', 40, NULL), (9, 1, 'Cid', 50, NULL);
            INSERT INTO "Pet" ("$id", "$version", "name", "owner") VALUES (3, 1, 'Rex', 1), (4, 2, 'Tom', 1), (5, 1, 'Kit', NULL);
            """)
        return store
    }

    @Test("M07 a renamed attribute, model and relationship keep their data; swapped names too")
    func renames() throws {
        let chain = try versions(
            people,
            """
            "models": [
              { "name": "Human", "originalName": "Person", "attributes": [
                  { "name": "fullName", "originalName": "name", "type": "String", "unique": true },
                  { "name": "age", "type": "Int16" }, { "name": "nick", "type": "String?" } ],
                "relationships": [ { "name": "animals", "originalName": "pets", "type": "[Pet]", "inverse": "human" } ] },
              { "name": "Pet", "attributes": [ { "name": "name", "type": "String" } ],
                "relationships": [ { "name": "human", "originalName": "owner", "type": "Human?" } ] } ]
            """,
            """
            "models": [
              { "name": "Human", "attributes": [
                  { "name": "nick", "originalName": "fullName", "type": "String" }, { "name": "age", "type": "Int16" },
                  { "name": "fullName", "originalName": "nick", "type": "String?" } ],
                "relationships": [ { "name": "animals", "type": "[Pet]", "inverse": "human" } ] },
              { "name": "Pet", "attributes": [ { "name": "name", "type": "String" } ],
                "relationships": [ { "name": "human", "type": "Human?" } ] } ]
            """)
        for route in [[chain[1]], [chain[1], chain[2]]] {
            let store = try filled(chain[0])
            try store.migrate(route, TestDefaults())
            let (full, nick) = route.count == 1 ? ("fullName", "nick") : ("nick", "fullName")
            #expect(
                try store.rows(
                    "SELECT \"$id\", \"$version\", \"\(full)\", \"\(nick)\", \"age\" FROM \"Human\" ORDER BY 1") == [
                        [1, 3, "Ann", "A", 30], [2, 1, "Bob", nil, 40], [9, 1, "Cid", nil, 50],
                    ])
            #expect(
                try store.rows("SELECT \"$id\", \"human\" FROM \"Pet\" ORDER BY 1") == [[3, 1], [4, 1], [5, nil]])
        }
    }

    @Test("M07 renamed and of a wider type; renamed, indexed and made required")
    func renamedAndChanged() throws {
        let chain = try versions(
            """
            "models": [ { "name": "A", "attributes": [ { "name": "n", "type": "Int8" }, { "name": "m", "type": "String?" } ],
              "index": [["m"]] } ]
            """,
            """
            "models": [ { "name": "A", "attributes": [ { "name": "count", "originalName": "n", "type": "Double" },
              { "name": "label", "originalName": "m", "type": "String", "default": "none", "unique": true } ], "index": [["label"]] } ]
            """)
        let store = try MigratedStore(chain[0])
        try store.run("INSERT INTO \"A\" (\"$id\", n, m) VALUES (1, -3, 'x'), (2, 4, NULL)")
        try store.migrate(to: chain[1], defaults: TestDefaults(values: ["A.label": ["none"]]))
        #expect(try store.rows("SELECT count, label FROM A ORDER BY \"$id\"") == [[-3.0, "x"], [4.0, "none"]])
    }

    @Test("M09 a new required to-one: no trouble in an empty store, objects are named in another")
    func requiredLink() throws {
        let chain = try versions(
            "\"models\": [ { \"name\": \"A\" }, { \"name\": \"B\" } ]",
            "\"models\": [ { \"name\": \"A\", \"relationships\": [ { \"name\": \"b\", \"type\": \"B\" } ] }, { \"name\": \"B\" } ]"
        )
        try MigratedStore(chain[0]).migrate(to: chain[1])
        let store = try MigratedStore(chain[0])
        try store.run("INSERT INTO \"B\" (\"$id\") VALUES (1); INSERT INTO \"A\" (\"$id\") VALUES (2), (3)")
        #expect(try store.problems(chain[1]) == ["'A.b' is required, and nothing is there: A 2, 3"])
    }

    @Test("M08 an attribute renamed twice arrives from both versions; a freed name is another attribute's")
    func renamedTwice() throws {
        func person(_ attributes: String) -> String {
            "\"models\": [ { \"name\": \"Person\", \"attributes\": [ \(attributes) ] } ]"
        }
        let chain = try versions(
            person("{ \"name\": \"name\", \"type\": \"String\" }"),
            person("{ \"name\": \"firstName\", \"originalName\": \"name\", \"type\": \"String\" }"),
            person(
                """
                { "name": "givenName", "originalName": "firstName", "type": "String" },
                { "name": "name", "type": "String?" }
                """))
        let store = try MigratedStore(chain[0])
        try store.run("INSERT INTO \"Person\" (\"$id\", \"name\") VALUES (7, 'Ann')")
        try store.migrate(to: chain[1], chain[2])
        #expect(try store.rows("SELECT \"$id\", \"givenName\", \"name\" FROM \"Person\"") == [[7, "Ann", nil]])
    }

    @Test("M05 rebuilding a parent's table leaves its children alone, three levels deep and in a tree")
    func rebuildsKeepChildren() throws {
        func body(_ extra: String) -> String {
            """
            "models": [
              { "name": "Account", "attributes": [ { "name": "n", "type": "Int" }\(extra) ],
                "relationships": [ { "name": "parts", "type": "[Part]", "deleteRule": "cascade", "inverse": "account" },
                  { "name": "children", "type": "[Account]", "deleteRule": "cascade", "inverse": "parent" },
                  { "name": "parent", "type": "Account?" } ] },
              { "name": "Part", "relationships": [ { "name": "account", "type": "Account" },
                  { "name": "bits", "type": "[Bit]", "deleteRule": "cascade", "inverse": "part" } ] },
              { "name": "Bit", "relationships": [ { "name": "part", "type": "Part?" } ] } ]
            """
        }
        let chain = try versions(body(", { \"name\": \"gender\", \"type\": \"String\" }"), body(""))
        let store = try MigratedStore(chain[0])
        try store.run(
            """
            PRAGMA foreign_keys = ON;
            INSERT INTO "Account" ("$id", "n", "gender", "parent") VALUES (1, 1, 'x', NULL), (2, 2, 'y', 1), (3, 3, 'z', 2);
            INSERT INTO "Part" ("$id", "account") VALUES (10, 1), (11, 3);
            INSERT INTO "Bit" ("$id", "part") VALUES (20, 10), (21, 11);
            """)
        try store.migrate(to: chain[1])
        #expect(
            try store.rows("SELECT \"$id\", \"n\", \"parent\" FROM \"Account\" ORDER BY 1") == [
                [1, 1, nil], [2, 2, 1], [3, 3, 2],
            ])
        #expect(try store.rows("SELECT \"$id\", \"account\" FROM \"Part\" ORDER BY 1") == [[10, 1], [11, 3]])
        #expect(try store.rows("SELECT \"$id\", \"part\" FROM \"Bit\" ORDER BY 1") == [[20, 10], [21, 11]])
    }

    @Test(
        "M09 a new required attribute: with a default every row has it, without one rows are named and nothing changes")
    func requiredAttributes() throws {
        func body(_ extra: String) -> String {
            "\"models\": [ { \"name\": \"Person\", \"attributes\": [ { \"name\": \"n\", \"type\": \"Int\" }\(extra) ] } ]"
        }
        let chain = try versions(
            body(""), body(", { \"name\": \"score\", \"type\": \"Int\", \"default\": 5 }"),
            body(", { \"name\": \"score\", \"type\": \"Int\" }"))
        let store = try MigratedStore(chain[0])
        // An empty store has nothing that would need a value.
        try MigratedStore(chain[0]).migrate(to: chain[2])
        try store.run("INSERT INTO \"Person\" (\"$id\", \"n\") VALUES (1, 10), (4, 40)")
        #expect(try store.problems(chain[2]) == ["'score' is required and has no default: Person 1, 4"])
        try store.migrate(to: chain[1], defaults: TestDefaults(values: ["Person.score": [5]]))
        #expect(
            try store.rows("SELECT \"$id\", \"n\", \"score\" FROM \"Person\" ORDER BY 1") == [[1, 10, 5], [4, 40, 5]])
    }

    @Test("M11 a constraint is refused where values are equal, naming rows, and is there where they are not")
    func newConstraints() throws {
        func body(_ unique: String, _ extra: String = "") -> String {
            """
            "models": [ { "name": "Fact", "attributes": [ { "name": "code", "type": "String?"\(unique) }\(extra) ] } ]
            """
        }
        let chain = try versions(
            body(""), body(", \"unique\": true"),
            body("", ", { \"name\": \"kind\", \"type\": \"Int\", \"default\": 0, \"unique\": true }"))
        let store = try MigratedStore(chain[0])
        try store.run(
            "INSERT INTO \"Fact\" (\"$id\", \"code\") VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, NULL), (5, NULL)")
        #expect(
            try store.problems(chain[1])
                == ["'code' of 'Fact' must be unique, and these have the same: Fact 1, 3"])
        // Equal defaults collide.
        #expect(
            try store.problems(chain[2], defaults: TestDefaults(values: ["Fact.kind": [0]]))
                == ["'kind' of 'Fact' must be unique, and these have the same: Fact 1, 2, 3, 4, 5"])
        try store.run("UPDATE \"Fact\" SET \"code\" = 'c' WHERE \"$id\" = 3")
        try store.migrate(to: chain[1])
        #expect(throws: StorageError.self) { try store.run("INSERT INTO \"Fact\" (\"$id\", \"code\") VALUES (6, 'c')") }
    }

    @Test("M17 a renamed model that is indexed, unique, source and target of links; then a new model of the old name")
    func renamedModelAndItsName() throws {
        func body(_ name: String, _ original: String, _ extra: String) -> String {
            """
            "models": [
              { "name": "\(name)"\(original), "attributes": [ { "name": "code", "type": "String", "unique": true } ],
                "index": [["code"]],
                "relationships": [ { "name": "shelf", "type": "Shelf?" }, { "name": "tags", "type": "[Tag]", "inverse": "items" } ] },
              { "name": "Shelf", "relationships": [ { "name": "items", "type": "[\(name)]", "inverse": "shelf", "deleteRule": "cascade" } ] },
              { "name": "Tag", "relationships": [ { "name": "items", "type": "[\(name)]" } ] }\(extra) ]
            """
        }
        let chain = try versions(
            body("Media", "", ""), body("Artefact", ", \"originalName\": \"Media\"", ""),
            body(
                "Artefact", "",
                ", { \"name\": \"Media\", \"attributes\": [ { \"name\": \"code\", \"type\": \"String\", \"unique\": true } ] }"
            ))
        let store = try MigratedStore(chain[0])
        try store.run(
            """
            INSERT INTO "Shelf" ("$id") VALUES (1); INSERT INTO "Tag" ("$id") VALUES (2), (3);
            INSERT INTO "Media" ("$id", "code", "shelf") VALUES (4, 'a', 1), (5, 'b', NULL);
            INSERT INTO "Media.tags" ("$source", "$target") VALUES (4, 2), (4, 3), (5, 2);
            """)
        try store.migrate(to: chain[1])
        try store.migrate(to: chain[2])
        #expect(
            try store.rows("SELECT \"$id\", \"code\", \"shelf\" FROM \"Artefact\" ORDER BY 1") == [
                [4, "a", 1], [5, "b", nil],
            ])
        #expect(
            try store.rows("SELECT \"$source\", \"$target\" FROM \"Artefact.tags\" ORDER BY 1, 2") == [
                [4, 2], [4, 3], [5, 2],
            ])
        #expect(try store.rows("SELECT * FROM \"Media\"") == [])
    }

    @Test("numbers grow: to wider integers, to unsigned 64 bits, to floating point, to decimals")
    func widening() throws {
        func body(_ types: [String]) -> String {
            let attributes = types.enumerated().map { "{ \"name\": \"a\($0)\", \"type\": \"\($1)\" }" }
            return "\"models\": [ { \"name\": \"N\", \"attributes\": [ \(attributes.joined(separator: ", ")) ] } ]"
        }
        let chain = try versions(
            body(["Int8", "UInt8", "UInt32", "Int32", "Float", "UInt64", "Int", "URL"]),
            body(["Int", "Int16", "UInt64", "Double", "Double", "Decimal", "Decimal", "String"]))
        let store = try MigratedStore(chain[0])
        try store.run(
            """
            INSERT INTO "N" ("$id", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7") VALUES
              (1, -128, 255, 4294967295, -5, 0.5, -9223372036854775808 + 12, -7, 'https://x.y')
            """)
        try store.migrate(to: chain[1])
        #expect(
            try store.rows("SELECT a0, a1, a2, a3, a4, a5, a6, a7 FROM N") == [
                [
                    -128, 255, .integer(Int64.min + 4_294_967_295), -5.0, 0.5,
                    .blob(try #require(StoredDecimal.encode(12))), .blob(try #require(StoredDecimal.encode(-7))),
                    "https://x.y",
                ]
            ])
        for (from, to) in [
            ("Int", "Int32"), ("Int64", "Double"), ("String", "Int"), ("UInt64", "Int64"), ("Int8", "UInt8"),
        ] {
            let chain = try versions(body([from]), body([to]))
            #expect(SchemaDifferences(from: chain[0], to: chain[1]).effect == .step, "\(from) to \(to)")
        }
    }

    @Test("optional and required, with composites")
    func optionality() throws {
        func body(_ attributes: String, _ fields: String) -> String {
            """
            "types": [ { "struct": "Spot", "fields": [ \(fields) ] } ],
            "models": [ { "name": "P", "attributes": [ \(attributes) ] } ]
            """
        }
        let xy = "{ \"name\": \"x\", \"type\": \"Int\" }, { \"name\": \"y\", \"type\": \"Int\" }"
        let chain = try versions(
            body(
                "{ \"name\": \"a\", \"type\": \"Spot\" }, { \"name\": \"b\", \"type\": \"Spot?\" }, { \"name\": \"n\", \"type\": \"Int?\" }",
                xy),
            body(
                """
                { "name": "a", "type": "Spot?" }, { "name": "b", "type": "Spot", "default": { "x": 8, "y": 9 } },
                { "name": "n", "type": "Int", "default": 3 }
                """,
                "{ \"name\": \"y\", \"type\": \"Double\" }, { \"name\": \"x\", \"type\": \"Int?\" }, { \"name\": \"z\", \"type\": \"Int?\" }"
            ))
        // Int does not become Double without loss: refused as a change of type.
        #expect(SchemaDifferences(from: chain[0], to: chain[1]).effect == .step)
        let fitting = try resolve(
            "{ \"schema\": \"S\", \"version\": \"2.0.0\", "
                + body(
                    """
                    { "name": "a", "type": "Spot?" }, { "name": "b", "type": "Spot", "default": { "x": 8, "y": 9 } },
                    { "name": "n", "type": "Int", "default": 3 }
                    """,
                    "{ \"name\": \"y\", \"type\": \"Int\" }, { \"name\": \"x\", \"type\": \"Int?\" }, { \"name\": \"z\", \"type\": \"Int?\" }"
                )
                + "}")
        let store = try MigratedStore(chain[0])
        try store.run(
            """
            INSERT INTO "P" ("$id", "a.x", "a.y", "b", "b.x", "b.y", "n") VALUES
              (1, 1, 2, 1, 3, 4, 5), (2, 6, 7, NULL, NULL, NULL, NULL)
            """)
        try store.migrate(
            to: fitting, defaults: TestDefaults(values: ["P.b": [9, 8, nil], "P.n": [3]]))
        #expect(
            try store.rows(
                "SELECT \"a\", \"a.x\", \"a.y\", \"a.z\", \"b.x\", \"b.y\", \"b.z\", \"n\" FROM \"P\" ORDER BY \"$id\"")
                == [[1, 1, 2, nil, 3, 4, nil, 5], [1, 6, 7, nil, 8, 9, nil, 3]])
    }

    @Test("links: to-one to to-many, an inverse that comes or goes, a side that takes the column over")
    func links() throws {
        func body(_ a: String, _ b: String) -> String {
            "\"models\": [ { \"name\": \"A\", \"relationships\": [ \(a) ] }, { \"name\": \"B\", \"relationships\": [ \(b) ] } ]"
        }
        let one = "{ \"name\": \"b\", \"type\": \"B?\", \"inverse\": null }"
        let many = "{ \"name\": \"b\", \"type\": \"[B]\", \"inverse\": null }"
        let oneWithInverse = "{ \"name\": \"b\", \"type\": \"B?\", \"inverse\": \"list\" }"
        let list = "{ \"name\": \"list\", \"type\": \"[A]\", \"inverse\": \"b\" }"
        let chain = try versions(
            body(one, ""), body(many, ""), body(oneWithInverse, list),
            body("{ \"name\": \"b\", \"type\": \"[B]\", \"inverse\": \"list\" }", list),
            body("", "{ \"name\": \"list\", \"type\": \"[A]\", \"inverse\": null }"))
        func store() throws -> MigratedStore {
            let store = try MigratedStore(chain[0])
            try store.run(
                "INSERT INTO \"B\" (\"$id\") VALUES (1), (2); INSERT INTO \"A\" (\"$id\", \"b\") VALUES (3, 1), (4, 1), (5, NULL)"
            )
            return store
        }
        let toMany = try store()
        try toMany.migrate(to: chain[1])
        #expect(try toMany.rows("SELECT \"$source\", \"$target\" FROM \"A.b\" ORDER BY 1") == [[3, 1], [4, 1]])
        // One way and many, each with one at most, then one.
        try toMany.migrate(to: chain[0])
        #expect(try toMany.rows("SELECT \"$id\", \"b\" FROM \"A\" ORDER BY 1") == [[3, 1], [4, 1], [5, nil]])
        let inverse = try store()
        try inverse.migrate(to: chain[2])
        #expect(try inverse.rows("SELECT \"$id\", \"b\" FROM \"A\" ORDER BY 1") == [[3, 1], [4, 1], [5, nil]])
        try inverse.migrate(to: chain[3])
        #expect(try inverse.rows("SELECT \"$source\", \"$target\" FROM \"A.b\" ORDER BY 1") == [[3, 1], [4, 1]])
        try inverse.migrate(to: chain[4])
        #expect(try inverse.rows("SELECT \"$source\", \"$target\" FROM \"B.list\" ORDER BY 2") == [[1, 3], [1, 4]])
        // All of it at once, from the first.
        let folded = try store()
        try folded.migrate(to: chain[1], chain[0], chain[2], chain[3], chain[4])
        #expect(try folded.rows("SELECT \"$source\", \"$target\" FROM \"B.list\" ORDER BY 2") == [[1, 3], [1, 4]])
    }

    @Test("several objects where one may be: refused, naming whose")
    func severalForOne() throws {
        let chain = try versions(
            "\"models\": [ { \"name\": \"A\", \"relationships\": [ { \"name\": \"b\", \"type\": \"[B]\" } ] }, { \"name\": \"B\" } ]",
            "\"models\": [ { \"name\": \"A\", \"relationships\": [ { \"name\": \"b\", \"type\": \"B?\" } ] }, { \"name\": \"B\" } ]"
        )
        let store = try MigratedStore(chain[0])
        try store.run(
            """
            INSERT INTO "A" ("$id") VALUES (1), (2); INSERT INTO "B" ("$id") VALUES (3), (4);
            INSERT INTO "A.b" ("$source", "$target") VALUES (1, 3), (2, 3), (2, 4)
            """)
        #expect(try store.problems(chain[1]) == ["'A.b' leads to one object, and there are several: A 2"])
    }

    @Test("hierarchies: tables become one and part again, attributes move up, subclasses come and go, ids stay")
    func hierarchies() throws {
        let apart = """
            "models": [
              { "name": "Cat", "attributes": [ { "name": "name", "type": "String" }, { "name": "lives", "type": "Int" } ] },
              { "name": "Dog", "attributes": [ { "name": "name", "type": "String" }, { "name": "tricks", "type": "String?" } ] },
              { "name": "Home", "relationships": [ { "name": "cat", "type": "Cat?" }, { "name": "dog", "type": "Dog?" } ] } ]
            """
        let together = """
            "models": [
              { "name": "Pet", "abstract": true, "attributes": [ { "name": "name", "type": "String" } ] },
              { "name": "Cat", "inherits": "Pet", "attributes": [ { "name": "lives", "type": "Int" } ] },
              { "name": "Dog", "inherits": "Pet", "attributes": [ { "name": "tricks", "type": "String?" } ] },
              { "name": "Puppy", "inherits": "Dog" },
              { "name": "Home", "relationships": [ { "name": "cat", "type": "Pet?" }, { "name": "dog", "type": "Dog?" } ] } ]
            """
        let noCats = """
            "models": [
              { "name": "Pet", "attributes": [ { "name": "name", "type": "String" }, { "name": "tricks", "type": "String?" } ] },
              { "name": "Hound", "originalName": "Dog", "inherits": "Pet" },
              { "name": "Home", "relationships": [ { "name": "cat", "type": "Pet?" }, { "name": "dog", "type": "Hound?" } ] } ]
            """
        let chain = try versions(apart, together, noCats)
        func fill() throws -> MigratedStore {
            let store = try MigratedStore(chain[0])
            try store.run(
                """
                INSERT INTO "Cat" ("$id", "name", "lives") VALUES (1, 'Tom', 9), (4, 'Kit', 7);
                INSERT INTO "Dog" ("$id", "$version", "name", "tricks") VALUES (2, 5, 'Rex', 'sit'), (3, 1, 'Max', NULL);
                INSERT INTO "Home" ("$id", "cat", "dog") VALUES (5, 1, 2), (6, NULL, 3);
                """)
            return store
        }
        let store = try fill()
        try store.migrate(to: chain[1])
        #expect(
            try store.rows(
                "SELECT \"$id\", \"$version\", \"$class\", \"name\", \"Cat.lives\", \"Dog.tricks\" FROM \"Pet\" ORDER BY 1"
            ) == [
                [1, 1, "Cat", "Tom", 9, nil], [2, 5, "Dog", "Rex", nil, "sit"], [3, 1, "Dog", "Max", nil, nil],
                [4, 1, "Cat", "Kit", 7, nil],
            ])
        let folded = try fill()
        try folded.migrate(to: chain[1], chain[2])
        try store.migrate(to: chain[2])
        for store in [store, folded] {
            #expect(
                try store.rows("SELECT \"$id\", \"$class\", \"name\", \"tricks\" FROM \"Pet\" ORDER BY 1")
                    == [[2, "Hound", "Rex", "sit"], [3, "Hound", "Max", nil]])
            // The cats are gone, and so are the links to them.
            #expect(
                try store.rows("SELECT \"$id\", \"cat\", \"dog\" FROM \"Home\" ORDER BY 1") == [
                    [5, nil, 2], [6, nil, 3],
                ])
        }
        // And apart again.
        let back = try fill()
        try back.migrate(to: chain[1], chain[0])
        #expect(
            try back.rows("SELECT \"$id\", \"name\", \"lives\" FROM \"Cat\" ORDER BY 1") == [
                [1, "Tom", 9], [4, "Kit", 7],
            ])
        #expect(
            try back.rows("SELECT \"$id\", \"name\", \"tricks\" FROM \"Dog\" ORDER BY 1") == [
                [2, "Rex", "sit"], [3, "Max", nil],
            ])
        #expect(
            try back.rows("SELECT \"$id\", \"cat\", \"dog\" FROM \"Home\" ORDER BY 1") == [[5, 1, 2], [6, nil, 3]])
    }

    @Test("M15 versions in a row copy each table once, and tables that stay are not copied at all")
    func copiesOnce() throws {
        func body(_ extra: String) -> String {
            "\"models\": [ { \"name\": \"A\", \"attributes\": [ { \"name\": \"n\", \"type\": \"Int\" }\(extra) ] }, { \"name\": \"B\" } ]"
        }
        var extra = ""
        var bodies: [String] = []
        for number in 0..<6 {
            bodies.append(body(extra))
            extra += ", { \"name\": \"x\(number)\", \"type\": \"Int?\" }"
        }
        let chain = try bodies.enumerated().map {
            try resolve("{ \"schema\": \"S\", \"version\": \"\($0 + 1).0.0\", \($1) }")
        }
        let store = try MigratedStore(chain[0])
        try store.run("INSERT INTO \"A\" (\"$id\", \"n\") VALUES (1, 10)")
        try store.migrate(Array(chain.dropFirst()), TestDefaults())
        #expect(store.progress.map(\.activity) == ["A", "A"])
        #expect(store.progress.map(\.completedUnitCount) == [0, 1])
        #expect(try store.rows("SELECT n, x0, x4 FROM A") == [[10, nil, nil]])
    }

    @Test("external storage and preserved values can be switched on and off: no row changes, and no table is copied")
    func flags() throws {
        func body(_ external: Bool, _ preserved: Bool) -> String {
            """
            "models": [ { "name": "A", "attributes": [
              { "name": "d", "type": "Data?", "externalStorage": \(external) },
              { "name": "s", "type": "String", "preserve": \(preserved) } ] } ]
            """
        }
        let chain = try versions(body(false, false), body(true, false), body(true, true), body(false, false))
        #expect(Set(chain.map(\.fingerprint)).count == 3)
        #expect(chain[0].fingerprint == chain[3].fingerprint)
        for (old, new) in zip(chain, chain.dropFirst()) {
            let changes = SchemaDifferences(from: old, to: new).changes
            #expect(changes.count >= 1 && changes.allSatisfy { $0.effect == .lightweight })
        }
        let store = try MigratedStore(chain[0])
        try store.run("INSERT INTO A (\"$id\", \"$version\", d, s) VALUES (1, 4, x'0102', 'x'), (2, 1, NULL, 'y')")
        let before = try store.rows("SELECT * FROM \"A\" ORDER BY 1")
        for version in chain.dropFirst() {
            try store.migrate(to: version)
            #expect(try store.rows("SELECT * FROM \"A\" ORDER BY 1") == before)
        }
        #expect(store.progress.allSatisfy { $0.activity != "A" })
    }

    @Test("before its first freeze a version's stores follow renames of the declaration, by the names that things had")
    func renamedWithinAVersion() throws {
        let before = try resolve(
            #"{ "schema": "S", "models": [ { "name": "A", "attributes": [ { "name": "n", "type": "Int" } ] } ] }"#)
        let after = try resolve(
            #"{ "schema": "S", "models": [ { "name": "B", "originalName": "A", "attributes": [ { "name": "m", "type": "Int", "originalName": "n" } ] } ] }"#
        )
        #expect(before.version == after.version)
        let store = try MigratedStore(before)
        try store.run("INSERT INTO A (\"$id\", n) VALUES (5, 10)")
        try store.migrate(to: after)
        #expect(try store.rows("SELECT \"$id\", m FROM B") == [[5, 10]])
    }
}
