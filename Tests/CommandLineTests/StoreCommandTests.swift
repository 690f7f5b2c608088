import Foundation
import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelStorage

/// `verify`, `migrate` and `diff` on stores of declared versions.
struct StoreCommandTests: ToolTests {
    let folder = Tool.newFolder()

    private static func document(_ version: String, _ models: String, _ more: String = "") -> String {
        "{ \"schema\": \"S\", \"version\": \"\(version)\", \(more) \"models\": [\(models)] }"
    }

    private static let first = document(
        "1.0.0", #"{ "name": "Trip", "attributes": [{ "name": "title", "type": "String" }] }"#)

    /// A store of version 1 with two trips.
    private func makeStore(_ declaration: String = first, _ rows: [String] = ["a", "b"]) throws -> Connection {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let document = SourceDocument(path: "S.model.json", bytes: Array(declaration.utf8))
        let schema = try #require(Declarations.resolve([document]).schemas.first?.description)
        let path = folder.appending(path: "s.store").path
        let connection = try Connection(path: path, mode: .create)
        try SQLFunction.register(on: connection)
        try StoreMetadata.create("A-STORE", on: connection)
        try StoreMetadata.add(schema, on: connection)
        for (index, title) in rows.enumerated() {
            try connection.execute(
                "INSERT INTO \"Trip\" (\"$id\", \"$version\", \"title\") VALUES (\(index + 1), 1, '\(title)')")
        }
        return connection
    }

    private func rows(_ sql: String, _ store: String = "s.store") throws -> [[StoredValue]] {
        let connection = try Connection(path: folder.appending(path: store).path, mode: .readOnly)
        let statement = try connection.prepare(sql)
        var rows: [[StoredValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    private func text(_ value: String) -> StoredValue { .text(Array(value.utf8)) }

    /// Version 2 renames, version 3 adds a default.
    private func writeChain() throws {
        try write(Self.first, to: "d/S-1.0.0.model.json")
        let name = #"{ "name": "name", "type": "String", "originalName": "title" }"#
        try write(
            Self.document("2.0.0", "{ \"name\": \"Trip\", \"attributes\": [\(name)] }"), to: "d/S-2.0.0.model.json")
        let added = #"{ "name": "name", "type": "String" }, { "name": "rank", "type": "Int", "default": 7 }"#
        try write(Self.document("3.0.0", "{ \"name\": \"Trip\", \"attributes\": [\(added)] }"), to: "d/S.model.json")
    }

    @Test func migrateGoesThroughEveryVersionAndKeepsACopy() throws {
        do { _ = try makeStore() }
        try writeChain()
        let tried = try run("migrate", "s.store", "d", "--dry-run")
        #expect(tried.output == "s.store: schema 'S' can go 1.0.0 → 2.0.0 → 3.0.0; nothing was changed\n")
        #expect(tried.status == 0)
        #expect(try rows("SELECT \"title\" FROM \"Trip\" ORDER BY 1") == [[text("a")], [text("b")]])

        let found = try run("verify", "s.store", "d")
        #expect(found.status == 1)
        #expect(
            found.output == """
                s.store: problem: the store is at version 1.0.0 of 'S', the declaration at 3.0.0 [olderVersion]
                    help: a program of version 3.0.0 migrates it when it opens it, or 'modelgen migrate' does

                """)

        let half = try run("migrate", "s.store", "d", "--to", "2.0.0", "--backup", "before.store")
        #expect(half.output == "s.store: schema 'S' went 1.0.0 → 2.0.0\n")
        #expect(try rows("SELECT \"name\" FROM \"Trip\" ORDER BY 1") == [[text("a")], [text("b")]])
        #expect(try rows("SELECT \"title\" FROM \"Trip\" ORDER BY 1", "before.store") == [[text("a")], [text("b")]])
        #expect(try run("migrate", "s.store", "d").output == "s.store: schema 'S' went 2.0.0 → 3.0.0\n")
        #expect(
            try rows("SELECT \"name\", \"rank\" FROM \"Trip\" ORDER BY 1")
                == [[text("a"), .integer(7)], [text("b"), .integer(7)]])
        #expect(try run("migrate", "s.store", "d").output == "s.store: schema 'S' is at version 3.0.0\n")
        #expect(try run("verify", "s.store", "d").status == 0)
        let unknown = try run("migrate", "s.store", "d", "--to", "4.0.0")
        #expect(unknown.status == 1 && unknown.messages.contains("no declaration has version 4.0.0 of 'S'"))
        let back = try run("migrate", "s.store", "d", "--to", "1.0.0")
        #expect(
            back.messages == "s.store: error: schema 'S' is at version 3.0.0: a store never goes back to an older one\n"
        )
        #expect(back.status == 1)
    }

    @Test func migrateIsRefusedWhereAProgramHasTheStep() throws {
        do { _ = try makeStore() }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        let title = #"{ "name": "Trip", "attributes": [{ "name": "title", "type": "Int" }] }"#
        try write(Self.document("2.0.0", title), to: "d/S-2.0.0.model.json")
        let hook = #""migrations": [{ "from": "2.0.0", "didMigrate": true }],"#
        try write(Self.document("3.0.0", title, hook), to: "d/S.model.json")
        let before = try Data(contentsOf: folder.appending(path: "s.store"))
        for dryRun in [[], ["--dry-run"]] {
            let refused = try run(["migrate", "s.store", "d"] + dryRun)
            #expect(refused.status == 1)
            #expect(refused.output == "")
            #expect(
                refused.messages == """
                    s.store: error: schema 'S' cannot be migrated without a program's code
                        note: from 1.0.0 to 2.0.0: a step for 'Trip'
                        note: from 2.0.0 to 3.0.0: code after
                        help: open the store with the program that has the code

                    """)
        }
        let found = try run("verify", "s.store", "d")
        #expect(
            found.output.contains(
                "help: a program of version 3.0.0 migrates it when it opens it; nothing else can: code runs "
                    + "from 1.0.0 to 2.0.0: a step for 'Trip'; from 2.0.0 to 3.0.0: code after\n"))
        #expect(try Data(contentsOf: folder.appending(path: "s.store")) == before)
    }

    @Test func whatWouldBeLostIsListedAndHasToBeNamed() throws {
        do { _ = try makeStore() }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        let rank = #"{ "name": "rank", "type": "Int", "default": 1, "originalName": null }"#
        try write(
            Self.document("2.0.0", "{ \"name\": \"Trip\", \"attributes\": [\(rank)] }"), to: "d/S-2.0.0.model.json")
        try write(Self.document("3.0.0", #"{ "name": "Other" }"#), to: "d/S.model.json")
        let losses = [
            "attribute 'Trip.title' is gone, and with it its values", "model 'Trip' is gone, and with it its objects",
        ]
        let tried = try run("migrate", "s.store", "d", "--dry-run")
        #expect(tried.status == 0)
        #expect(tried.output == "s.store: schema 'S' can go 1.0.0 → 2.0.0 → 3.0.0; nothing was changed\n")
        #expect(tried.messages == losses.map { "s.store: warning: \($0)\n" }.joined())
        let before = try Data(contentsOf: folder.appending(path: "s.store"))
        func refusal(_ names: String) -> String {
            "s.store: error: data would be lost\n" + losses.map { "    note: \($0)\n" }.joined()
                + "    help: if it may: \(names) (and --backup PATH keeps a copy)\n"
        }
        let asked = try run("migrate", "s.store", "d")
        #expect(asked.status == 1 && asked.output == "")
        #expect(asked.messages == refusal("--confirm Trip.title --confirm Trip"))
        let half = try run("migrate", "s.store", "d", "--confirm", "Trip")
        #expect(half.status == 1 && half.messages == refusal("--confirm Trip.title"))
        // A slip names something else, and takes nothing along.
        let slip = try run("migrate", "s.store", "d", "--confirm", "Trip", "--confirm", "title")
        #expect(
            slip.messages == "s.store: error: nothing is lost of 'title'\n    help: what is lost is Trip, Trip.title\n")
        #expect(slip.status == 1)
        #expect(try Data(contentsOf: folder.appending(path: "s.store")) == before)
        let confirmed = try run("migrate", "s.store", "d", "--confirm", "Trip", "--confirm", "Trip.title")
        #expect(confirmed.status == 0 && confirmed.output == "s.store: schema 'S' went 1.0.0 → 2.0.0 → 3.0.0\n")
        #expect(try rows("SELECT count(*) FROM sqlite_schema WHERE \"name\" = 'Trip'") == [[.integer(0)]])
        #expect(
            try run("migrate", "s.store", "d", "--confirm", "Trip").messages
                == "s.store: error: nothing is lost of 'Trip'\n    help: leave out --confirm\n")
    }

    @Test func aStoreOfTheSameVersionTakesTheDeclaredShape() throws {
        do { _ = try makeStore() }
        let more =
            #"{ "name": "Trip", "attributes": [{ "name": "title", "type": "String" }, { "name": "n", "type": "Int?" }] }"#
        try write(Self.document("1.0.0", more), to: "d/S.model.json")
        #expect(
            try run("migrate", "s.store", "d", "--dry-run").output
                == "s.store: schema 'S' can take the declared shape of version 1.0.0; nothing was changed\n")
        #expect(
            try run("migrate", "s.store", "d").output
                == "s.store: schema 'S' took the declared shape of version 1.0.0\n")
        #expect(try run("migrate", "s.store", "d").output == "s.store: schema 'S' is at version 1.0.0\n")
    }

    @Test func whatTheDataForbidsIsFoundByADryRun() throws {
        do { _ = try makeStore(Self.first, ["a", "a", "b"]) }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        try write(
            Self.document(
                "2.0.0", #"{ "name": "Trip", "attributes": [{ "name": "title", "type": "String", "unique": true }] }"#),
            to: "d/S.model.json")
        for options in [["--dry-run"], []] {
            let refused = try run(["migrate", "s.store", "d"] + options)
            #expect(refused.status == 1)
            #expect(
                refused.messages.hasSuffix(
                    "'title' of 'Trip' must be unique, and these have the same: Trip 1, 2\n"))
        }
        #expect(try rows("SELECT \"title\" FROM \"Trip\" ORDER BY 1") == [[text("a")], [text("a")], [text("b")]])
    }

    @Test func declaredDefaultsAreWrittenAsGeneratedCodeWritesThem() throws {
        do { _ = try makeStore(Self.first, ["a"]) }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        let defaults: [(type: String, value: String, stored: [StoredValue])] = [
            ("Bool", "true", [.integer(1)]), ("Int8", "-3", [.integer(-3)]),
            ("UInt64", "\"18446744073709551615\"", [.integer(.max)]), ("Double", "2", [.real(2)]),
            ("Float", "0.5", [.real(0.5)]), ("String", "\"x'\\\"y\"", [text("x'\"y")]),
            ("Date", "\"2001-01-02T00:00:00Z\"", [.real(86_400)]), ("Data", "\"AP8=\"", [.blob([0, 255])]),
            ("URL", "\"https://example.org\"", [text("https://example.org")]), ("String?", "null", [.null]),
            ("Kind", "\"big\"", [text("B")]), ("[Int]", "[3, 1]", [text("[3,1]")]),
            ("[UInt]", "[3]", [text("[\"3\"]")]), ("[Double]", "[1, 2.5]", [text("[1.0,2.5]")]),
            ("Set<String>", "[\"b\", \"a\"]", [text("[\"a\",\"b\"]")]), ("[Kind]", "[\"small\"]", [text("[\"S\"]")]),
            ("[String: Bool]", "{ \"k\": true, \"j\": false }", [text("{\"j\":false,\"k\":true}")]),
            ("[String?]", "[null, \"a\"]", [text("[null,\"a\"]")]), ("[Date]", "[]", [text("[]")]),
            ("Point", "{ \"x\": 4 }", [.integer(4), .integer(9)]),
            ("Point?", "{ \"x\": 4, \"y\": 5 }", [.integer(1), .integer(4), .integer(5)]),
        ]
        let attributes = defaults.enumerated().map {
            "{ \"name\": \"a\($0)\", \"type\": \"\($1.type)\", \"default\": \($1.value) }"
        }
        let types = """
            "types": [
                { "enum": "Kind", "rawType": "String",
                  "cases": [{ "name": "big", "rawValue": "B" }, { "name": "small", "rawValue": "S" }] },
                { "struct": "Point", "fields": [
                    { "name": "x", "type": "Int" }, { "name": "y", "type": "Int", "default": 9 }] }],
            """
        try write(
            Self.document(
                "2.0.0",
                "{ \"name\": \"Trip\", \"attributes\": [{ \"name\": \"title\", \"type\": \"String\" }, \(attributes.joined(separator: ", "))] }",
                types), to: "d/S.model.json")
        let run = try run("migrate", "s.store", "d")
        #expect(run.output == "s.store: schema 'S' went 1.0.0 → 2.0.0\n", "\(run.messages)")
        let row = try #require(try rows("SELECT * FROM \"Trip\"").first)
        let values = Array(row.drop { $0 != text("a") }.dropFirst())
        #expect(values == defaults.flatMap(\.stored))
    }

    @Test func aDefaultThatTakesCodeIsRefusedByName() throws {
        do { _ = try makeStore() }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        let made = #"{ "name": "made", "type": "Date", "default": { "expression": "Date.now" } }"#
        try write(
            Self.document(
                "2.0.0",
                "{ \"name\": \"Trip\", \"attributes\": [{ \"name\": \"title\", \"type\": \"String\" }, \(made)] }"),
            to: "d/S.model.json")
        let refused = try run("migrate", "s.store", "d")
        #expect(refused.status == 1)
        #expect(refused.messages.contains("the default of 'Trip.made' takes code that is not here"))
        #expect(try rows("SELECT count(*) FROM \"Trip\"") == [[.integer(2)]])
    }

    // MARK: Shapes that no program opens

    private static func model(_ attributes: String) -> String {
        "{ \"name\": \"Trip\", \"attributes\": [\(attributes)] }"
    }
    private static let title = #"{ "name": "title", "type": "String" }"#

    /// A store of version 1 in another shape than the one that was shipped, on its own or with a version 2 after it.
    private func writeFrozen(withSecond: Bool) throws {
        let lost = Self.document("1.0.0", Self.model("\(Self.title), { \"name\": \"lost\", \"type\": \"String?\" }"))
        do {
            let connection = try makeStore(lost)
            try connection.execute("UPDATE \"Trip\" SET \"lost\" = 'precious'")
        }
        try write(Self.first, to: "d/S.model.json")
        #expect(try run("freeze", "d").status == 0)
        guard withSecond else { return }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        let more = Self.model("\(Self.title), { \"name\": \"k\", \"type\": \"Int\", \"default\": 3 }")
        try write(Self.document("2.0.0", more), to: "d/S.model.json")
    }

    @Test(arguments: [false, true]) func aStoreOfAFrozenVersionInAnotherShapeStaysAsItIs(withSecond: Bool) throws {
        try writeFrozen(withSecond: withSecond)
        let before = try Data(contentsOf: folder.appending(path: "s.store"))
        for options in [["--dry-run"], []] {
            let refused = try run(["migrate", "s.store", "d"] + options)
            #expect(refused.status == 1 && refused.output == "")
            #expect(refused.messages.contains("version 1.0.0 is frozen, so that its shape cannot change"))
            #expect(refused.messages.contains("Trip.lost"))
        }
        #expect(try Data(contentsOf: folder.appending(path: "s.store")) == before)
        let found = try run("verify", "s.store", "d")
        #expect(found.status == 1)
        #expect(
            found.output == """
                s.store: problem: the store has another shape of version 1.0.0 of 'S': attribute 'Trip.lost' is gone, and with it its values [lockedShape]
                    help: version 1.0.0 is frozen, so that its shape cannot change: no program opens the store; 'modelgen import store --version V' writes its shape as an older version of its own, and the way on is known

                """)
        // The way out that is named.
        let imported = try run("import", "store", "s.store", "--version", "0.9.0")
        try write(imported.output, to: "d/S-0.9.0.model.json")
        let known = try run("verify", "s.store", "d")
        #expect(known.output.contains("its shape is that of version 0.9.0 [olderVersion]"), "\(known.output)")
        #expect(try run("diff", "s.store", "d", "--fail-on", "destructive").status == 1)
        let asked = try run("migrate", "s.store", "d")
        #expect(asked.status == 1 && asked.messages.contains("help: if it may: --confirm Trip.lost (and --backup"))
        #expect(try run("migrate", "s.store", "d", "--confirm", "Trip.lost").status == 0)
        #expect(try run("verify", "s.store", "d").status == 0)
    }

    @Test func aStoreOfAVersionThatNobodyDeclaresIsNamed() throws {
        do {
            _ = try makeStore(
                Self.document("0.5.0", Self.model("\(Self.title), { \"name\": \"x\", \"type\": \"Int?\" }")))
        }
        try writeChain()
        let found = try run("verify", "s.store", "d")
        #expect(found.status == 1)
        #expect(found.output.contains("version 0.5.0 of 'S', which no declaration has [unknownVersion]"))
        #expect(found.output.contains("modelgen import store"))
        #expect(try run("migrate", "s.store", "d").messages.contains("version 0.5.0, which no declaration has"))
    }

    @Test func allSchemasOfAStoreAreMigratedOrNone() throws {
        do {
            let connection = try makeStore()
            let other =
                #"{ "schema": "U", "models": [{ "name": "Item", "attributes": [{ "name": "n", "type": "Int" }] }] }"#
            let document = SourceDocument(path: "U.model.json", bytes: Array(other.utf8))
            try StoreMetadata.add(
                try #require(Declarations.resolve([document]).schemas.first?.description), on: connection)
            try write(other, to: "d/U-1.0.0.model.json")
        }
        try writeChain()
        func second(_ type: String) -> String {
            "{ \"schema\": \"U\", \"version\": \"2.0.0\", \"models\": [{ \"name\": \"Item\", \"attributes\": [{ \"name\": \"n\", \"type\": \"\(type)\" }] }] }"
        }
        try write(second("Data"), to: "d/U.model.json")
        let refused = try run("migrate", "s.store", "d")
        #expect(refused.status == 1 && refused.output == "")
        #expect(refused.messages.contains("schema 'U' cannot be migrated without a program's code"))
        #expect(
            try rows("SELECT \"version\" FROM \"$schemas\" ORDER BY \"name\"") == [[text("1.0.0")], [text("1.0.0")]])
        try write(second("Int64"), to: "d/U.model.json")
        let done = try run("migrate", "s.store", "d")
        #expect(
            done.output == "s.store: schema 'S' went 1.0.0 → 2.0.0 → 3.0.0\ns.store: schema 'U' went 1.0.0 → 2.0.0\n",
            "\(done.messages)")
    }

    // MARK: diff

    @Test func aStoreIsComparedAsItsVersionIs() throws {
        func document(_ version: String, _ cases: String) -> String {
            Self.document(
                version, Self.model("\(Self.title), { \"name\": \"kind\", \"type\": \"Kind?\" }"),
                "\"types\": [{ \"enum\": \"Kind\", \"cases\": [\(cases)] }],")
        }
        do { _ = try makeStore(document("1.0.0", "\"a\", \"b\"")) }
        try write(document("1.0.0", "\"a\", \"b\""), to: "d/S-1.0.0.model.json")
        try write(document("2.0.0", "\"a\""), to: "d/S.model.json")
        let declared = try run("diff", "--from", "1.0.0", "d", "--fail-on", "step")
        let stored = try run("diff", "s.store", "d", "--fail-on", "step")
        #expect(declared.status == 1 && stored.status == 1)
        #expect(
            stored.output.replacing(" (s.store)", with: "").replacing(" (d)", with: "") == declared.output,
            "\(stored.output)")
        // A store alone does not say what its raw values mean.
        let alone = try run("diff", "s.store", "d/S.model.json")
        #expect(
            alone.messages
                == """
                s.store: note: which cases the enums of S 1.0.0 have, a store does not say: they are not compared
                    help: name that version's document too: a folder with all of them

                """)
        #expect(stored.messages == "")
        let newer = try run("diff", "s.store", "e.model.json")
        #expect(newer.status == 3)
        try write(Self.document("0.1.0", Self.model(Self.title)), to: "old/S.model.json")
        let older = try run("diff", "s.store", "old")
        #expect(older.status == 1 && older.messages.contains("which is newer than 0.1.0"))
        #expect(try run("diff", "d", "d", "--schema", "S").status == 2)
        #expect(try run("diff", "--from", "1.0.0", "--schema", "T", "d").messages.contains("there is no schema 'T'"))
    }

    @Test func whatIsNeitherAStoreNorADeclarationIsNotShown() throws {
        try write(Self.first, to: "d/S.model.json")
        try write("\u{7F}ELF\0\0\0", to: "program")
        try write("", to: "empty")
        for (path, reason) in [("program", "it is neither a store nor a declaration"), ("empty", "it is empty")] {
            for operands in [[path, "d"], ["d", path]] {
                let run = try run(["diff"] + operands)
                #expect(run.status == 3 && run.output == "")
                #expect(run.messages.contains(reason) && !run.messages.contains("ELF"), "\(run.messages)")
            }
        }
        // A declaration is one under any name.
        try write(Self.first, to: "old.txt")
        #expect(try run("diff", "old.txt", "d").status == 0)
    }

    // MARK: What goes wrong with files

    @Test func copiesDoNotTakeThePlaceOfOtherFiles() throws {
        do { _ = try makeStore() }
        try writeChain()
        try write("mine", to: "notes.txt")
        for (backup, message) in [
            ("notes.txt", "the file is there, and is no copy of this store"),
            ("s.store", "the copy cannot be the store itself"), ("nowhere/x", "there is no folder"),
        ] {
            let refused = try run("migrate", "s.store", "d", "--backup", backup)
            #expect(refused.status == 3 && refused.messages.contains(message), "\(refused.messages)")
        }
        #expect(try text("notes.txt") == "mine")
        #expect(try run("migrate", "s.store", "d", "--to", "2.0.0", "--backup", "copy").status == 0)
        #expect(try run("migrate", "s.store", "d", "--backup", "copy").status == 0)
        #expect(try rows("SELECT \"version\" FROM \"$schemas\"", "copy") == [[text("2.0.0")]])
    }

    @Test func messagesAreJSONWhereThatIsAskedFor() throws {
        struct Line: Decodable {
            struct Note: Decodable { var message: String }
            struct Place: Decodable { var path: String }
            var severity: String
            var message: String
            var place: Place?
            var notes: [Note]
            var suggestion: String?
        }
        func lines(_ arguments: [String], _ status: Int32) throws -> [Line] {
            let run = try run(arguments + ["--diagnostics", "json"])
            #expect(run.status == status, "\(arguments) \(run.messages)")
            return try run.messages.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
        }
        do { _ = try makeStore() }
        try write(Self.first, to: "d/S-1.0.0.model.json")
        try write(
            Self.document("2.0.0", Self.model(#"{ "name": "title", "type": "Int" }"#)), to: "d/S.model.json")
        let refused = try lines(["migrate", "s.store", "d"], 1)
        #expect(refused.map(\.message) == ["schema 'S' cannot be migrated without a program's code"])
        #expect(refused.first?.place?.path == "s.store")
        #expect(refused.first?.notes.map(\.message) == ["from 1.0.0 to 2.0.0: a step for 'Trip'"])
        #expect(try lines(["verify", "nothing.store", "d"], 3).map(\.message).first?.contains("no such file") == true)
        #expect(try lines(["validate", "nothing"], 3).map { $0.place?.path } == ["nothing"])
        #expect(try lines(["validate", "--colour", "x"], 2).first?.suggestion?.contains("--color") == true)
        #expect(try lines(["generate", "--check", "--output", "out", "d"], 1).allSatisfy { $0.severity == "error" })
        #expect(try lines(["diff", "--from", "9.0.0", "d"], 2).first?.place == nil)
        #expect(try lines(["freeze", "--check", "d"], 1).first?.severity == "error")
        #expect(try lines(["migration-tests", "--check", "--output", "out", "d"], 1).first?.severity == "error")
        try write("taken", to: "d/S-2.0.0.model.json")
        #expect(try lines(["bump", "d/S.model.json"], 1).first?.place?.path == "d/S-2.0.0.model.json")
    }
}
