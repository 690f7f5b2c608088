import Foundation
import ModelSchema
import Testing

@testable import ModelStorage

/// What command-line tools find in stores, and do to them.
@Suite final class StoreToolsTests {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
    deinit {
        for suffix in ["", "-wal", "-shm", ".copy"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
    }

    private var tools: StoreTools { StoreTools(path: url.path) }

    private func body(_ extra: String = "", _ more: String = "") -> String {
        """
        "models": [
          { "name": "Trip", "attributes": [ { "name": "name", "type": "String", "unique": true }\(extra) ],
            "relationships": [ { "name": "items", "type": "[Item]", "inverse": "trip" } ], "index": [["name"]] },
          { "name": "Item", "attributes": [ { "name": "n", "type": "Int" } ], "relationships": [ { "name": "trip", "type": "Trip?" } ] }\(more) ]
        """
    }

    private func make(_ schema: SchemaDescription) throws {
        let connection = try Connection(path: url.path, mode: .create)
        try StoreMetadata.create("A", on: connection)
        try StoreMetadata.add(schema, on: connection)
        try connection.execute(
            """
            INSERT INTO "Trip" ("$id", "name") VALUES (1, 'a'), (2, 'b');
            INSERT INTO "Item" ("$id", "n", "trip") VALUES (3, 30, 1), (4, 40, NULL);
            """)
        try StoreMetadata.recordTables(on: connection)
    }

    private func change(_ sql: String) throws { try Connection(path: url.path, mode: .readWrite).execute(sql) }
    private func declared(_ versions: SchemaDescription..., locked: SchemaVersion...) throws
        -> StoreTools.DeclaredSchema
    {
        try #require(StoreTools.DeclaredSchema(versions, locked: Set(locked)))
    }
    private func kinds(_ versions: SchemaDescription..., locked: Set<SchemaVersion> = []) throws
        -> [StoreTools.Finding.Kind]
    {
        try tools.verify(against: [#require(StoreTools.DeclaredSchema(versions, locked: locked))]).map(\.kind)
    }

    @Test("verify names each kind of difference, and changes nothing")
    func verify() throws {
        let chain = try versions(body(), body(", { \"name\": \"n\", \"type\": \"Int?\" }"))
        try make(chain[0])
        #expect(try kinds(chain[0]) == [])
        #expect(try kinds(chain[0], chain[1]) == [.olderVersion])
        #expect(try kinds(chain[1]) == [.unknownVersion])
        var other = chain[1]
        other.version = chain[0].version
        #expect(try kinds(other) == [.otherShape])
        #expect(try kinds(other, locked: [other.version]) == [.lockedShape])
        #expect(try kinds(other, chain[1], locked: [other.version]) == [.lockedShape])
        var elsewhere = chain[0]
        elsewhere.name = "Other"
        #expect(try kinds(elsewhere) == [.schemaMissing])
        try change("CREATE INDEX mine ON Item (n)")
        #expect(try kinds(chain[0]) == [.objectAdded])
        try change("INSERT INTO Item (\"$id\", n, trip) VALUES (9, 1, 77)")
        var findings = try tools.verify(against: [declared(chain[0])])
        #expect(findings.map(\.kind) == [.objectAdded, .danglingLink])
        #expect(findings.last?.message == "1 row of Item, 9 among them, lead to no object of Trip")
        try change("DELETE FROM Item WHERE \"$id\" = 9; DROP INDEX mine; UPDATE Trip SET name = NULL WHERE \"$id\" = 2")
        findings = try tools.verify(against: [declared(chain[0])])
        #expect(findings.map(\.message) == ["'Trip.name' is required and missing in 1 rows, 2 among them"])
        try change("DROP INDEX \"$index.Trip.name\"; ALTER TABLE Item DROP COLUMN n")
        let before = try Data(contentsOf: url)
        findings = try tools.verify(against: [declared(chain[0])])
        #expect(findings.map(\.kind) == [.objectChanged, .objectMissing])
        #expect(
            findings.map(\.message) == [
                "table Item is not as it was made (without n)", "there is no index $index.Trip.name",
            ])
        #expect(try Data(contentsOf: url) == before)
        var newer = chain[0]
        newer.version = SchemaVersion(0, 1, 0)
        #expect(try kinds(newer).first == .newerVersion)
    }

    @Test("verify finds values that cannot be read, whichever class of a hierarchy has them")
    func unreadableValues() throws {
        let schema = try #require(
            try versions(
                """
                "models": [
                  { "name": "Base", "attributes": [{ "name": "small", "type": "Int8" }, { "name": "key", "type": "UUID?" }] },
                  { "name": "Heir", "inherits": "Base", "attributes": [
                      { "name": "list", "type": "[Int]" }, { "name": "isOn", "type": "Bool" },
                      { "name": "at", "type": "Date?" }, { "name": "ratio", "type": "Double" } ] }]
                """
            ).first)
        do {
            let connection = try Connection(path: url.path, mode: .create)
            try StoreMetadata.create("A", on: connection)
            try StoreMetadata.add(schema, on: connection)
            try connection.execute(
                """
                INSERT INTO "Base" ("$id", "$class", "small", "key") VALUES (1, 'Base', 127, NULL), (2, 'Base', -128, zeroblob(16));
                INSERT INTO "Base" ("$id", "$class", "small", "Heir.list", "Heir.isOn", "Heir.at", "Heir.ratio")
                VALUES (3, 'Heir', 0, '[1]', 1, NULL, 2.5);
                """)
            try StoreMetadata.recordTables(on: connection)
        }
        #expect(try kinds(schema) == [])
        try change(
            """
            UPDATE "Base" SET "small" = 128 WHERE "$id" = 1; UPDATE "Base" SET "key" = zeroblob(15) WHERE "$id" = 2;
            UPDATE "Base" SET "Heir.list" = '[1', "Heir.isOn" = 2, "Heir.at" = 'now', "Heir.ratio" = x'00' WHERE "$id" = 3;
            """)
        let findings = try tools.verify(against: [declared(schema)])
        #expect(
            findings.map(\.message) == [
                "'Base.small' is no Int8 in 1 rows, 1 among them", "'Base.key' is no UUID in 1 rows, 2 among them",
                "'Heir.list' is no [Int] in 1 rows, 3 among them", "'Heir.isOn' is no Bool in 1 rows, 3 among them",
                "'Heir.at' is no Date in 1 rows, 3 among them", "'Heir.ratio' is no Double in 1 rows, 3 among them",
            ])
        #expect(findings.allSatisfy { $0.kind == .valueUnreadable && $0.isProblem })
    }

    @Test("what is no store is refused by name")
    func foreign() throws {
        #expect(throws: StorageError.self) { try tools.verify(against: []) }
        try Data("something else, and long enough to be looked at as a database file".utf8).write(to: url)
        #expect {
            _ = try tools.verify(against: [])
        } throws: { error in
            guard case StorageError.foreignStore = error else { return false }
            return true
        }
    }

    @Test("migrate goes through all versions; a dry run finds what the data forbids and changes nothing")
    func migrate() throws {
        let chain = try versions(
            body(), body(", { \"name\": \"stars\", \"type\": \"Int\", \"default\": 3 }"),
            body(", { \"name\": \"stars\", \"type\": \"Int\", \"default\": 3, \"unique\": true }"))
        try make(chain[0])
        let defaults: StoreTools.DeclaredDefault = { binder, model, property, _ in
            guard model == "Trip", property == "stars" else { return false }
            binder.int(3)
            return true
        }
        func migrate(_ versions: [SchemaDescription], isDryRun: Bool, backup: String? = nil) throws -> [SchemaVersion] {
            let schema = try #require(StoreTools.DeclaredSchema(versions))
            return try tools.migrate(
                [StoreTools.Target(schema, defaults: defaults)], isDryRun: isDryRun, backup: backup)[0]
        }
        let before = try Data(contentsOf: url)
        #expect(
            try migrate(Array(chain[...1]), isDryRun: true)
                == chain[...1].map(\.version))
        #expect(throws: StorageError.self) { try migrate(chain, isDryRun: true) }
        #expect(throws: StorageError.self) { try migrate(chain, isDryRun: false) }
        #expect(try Data(contentsOf: url) == before)
        let copy = url.path + ".copy"
        #expect(
            try migrate(Array(chain[...1]), isDryRun: false, backup: copy)
                == chain[...1].map(\.version))
        #expect(try tools.schemas() == [chain[1]])
        #expect(try StoreTools(path: copy).schemas() == [chain[0]])
        let connection = try Connection(path: url.path, mode: .readOnly)
        #expect(try connection.integer("SELECT sum(stars) FROM Trip") == 6)
        #expect(try kinds(chain[1]) == [])
        // There is nothing more to do.
        #expect(
            try migrate(Array(chain[...1]), isDryRun: false) == [chain[1].version])
    }
}
