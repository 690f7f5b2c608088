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
        #expect(back.status == 1 && back.messages.contains("3.0.0"))
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
}
