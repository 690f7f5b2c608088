import CSQLite
import Foundation
import ModelDeclaration
import SQLiteCatalog
import Testing

@testable import ModelImport

@Suite("Databases become declarations")
struct DatabaseImportTests {
    /// Makes a database of statements, and removes it afterwards.
    private func withDatabase<Result>(_ sql: String, _ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen import % \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "My shop.db").path
        var handle: OpaquePointer?
        #expect(sqlite3_open(path, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
        sqlite3_close(handle)
        return try body(path)
    }

    private func imported(_ sql: String) throws -> ImportResult {
        try withDatabase(sql) { path in
            let before = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            let result = DatabaseImporter(try DatabaseReader.read(path, label: "shop.db"), features: .all).run()
            let after = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            #expect(before == after)
            return result
        }
    }

    /// The declaration and the messages stand beside the statements: run with MODELGEN_RECORD=1 to write them anew.
    @Test func shop() throws {
        let folder = CoreDataFolder.fixtures
        let sql = try String(contentsOf: folder.appending(path: "Shop.sql"), encoding: .utf8)
        let result = try imported(sql)
        let printer = DiagnosticPrinter(documents: [])
        let files = [
            ("Shop.model.json", result.text),
            ("Shop.messages", result.diagnostics.map { printer.text(for: $0) + "\n" }.joined()),
        ]
        for (name, text) in files {
            let file = folder.appending(path: "Shop/\(name)")
            if ProcessInfo.processInfo.environment["MODELGEN_RECORD"] == "1" {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(name)")
        }
        #expect(!result.hasErrors)
    }

    @Test("A log that is not taken in yet is read too, and files that are no database are refused")
    func files() throws {
        try withDatabase("PRAGMA journal_mode = WAL; CREATE TABLE a (x INT)") { path in
            var writer: OpaquePointer?
            #expect(sqlite3_open(path, &writer) == SQLITE_OK)
            defer { sqlite3_close(writer) }
            #expect(sqlite3_exec(writer, "CREATE TABLE b (y INT)", nil, nil, nil) == SQLITE_OK)
            let tables = try DatabaseReader.read(path, label: "x").tables
            #expect(tables.map(\.name) == ["a", "b"])
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "modelgen no db \(UUID().uuidString)").path
        try Data("no database".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: DatabaseReader.Failure(path: path, reason: "file is not a database")) {
            try DatabaseReader.read(path, label: "x")
        }
        #expect(throws: DatabaseReader.Failure.self) { try DatabaseReader.read(path + ".gone", label: "x") }
        #expect(!FileManager.default.fileExists(atPath: path + ".gone"))
    }

    @Test func storesOfOthers() throws {
        let own = try imported(#"CREATE TABLE "Trip" ("$id" INTEGER PRIMARY KEY)"#)
        #expect(own.briefs == ["MG1102 the database is a store of modelgen's own runtime"])
        let coreData = try imported("CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255))")
        #expect(coreData.briefs.contains { $0.contains("a store of Core Data") })
        let empty = try imported("")
        #expect(!empty.hasErrors && empty.text.contains(#""models": []"#))
    }

    @Test(
        "Types, by declaration and by values",
        arguments: [
            ("INTEGER", "1", "Int"), ("bigint unsigned", "1", "Int"), ("SMALLINT", "1", "Int16"),
            ("TINYINT(1)", "1", "Bool"),
            ("BOOLEAN", "1", "Bool"), ("BOOLEAN", "'yes'", "String"), ("INT", "'x'", "String"),
            ("INT", "1.5", "Double"),
            ("VARCHAR(10)", "'x'", "String"), ("DOUBLE PRECISION", "1", "Double"), ("NUMERIC(10,2)", "1", "Decimal"),
            ("BLOB", "x'00'", "Data"), ("TIMESTAMP", "1", "Date"), ("UUID", "'x'", "UUID"), ("", "'x'", "String"),
            ("", "NULL", "Data"), ("GEOMETRY", "x'00'", "Data"), ("FLOATING POINT", "NULL", "Int"),
            ("STUFF", "NULL", "String"),
        ])
    func types(_ declared: String, _ value: String, _ type: String) throws {
        let result = try imported("CREATE TABLE t (c \(declared)); INSERT INTO t VALUES (\(value))")
        #expect(!result.hasErrors)
        #expect(result.lines(with: "type") == [#"{ "name": "c", "type": "\#(type)?" }"#])
    }

    @Test(arguments: [
        (["order", "items"], ["order", "item"]), (["categories"], ["category"]), (["addresses"], ["address"]),
        (["boxes"], ["box"]), (["statuses"], ["status"]), (["news"], ["news"]), (["people"], ["person"]),
        (["bus"], ["bus"]), (["houses"], ["house"]),
    ])
    func singularAndPlural(_ plural: [String], _ singular: [String]) {
        #expect(EnglishNames.singular(plural) == singular)
        if singular != ["bus"] { #expect(EnglishNames.plural(singular) == plural) }
    }

    @Test func words() {
        #expect(EnglishNames.words("order_items") == ["order", "items"])
        #expect(EnglishNames.words("OrderItems2Go") == ["order", "items2", "go"])
        #expect(EnglishNames.words("HTTPServerID") == ["http", "server", "id"])
        #expect(EnglishNames.words("__x--y") == ["x", "y"])
        #expect(EnglishNames.words("") == [])
    }

    @Test("Names that are hostile to JSON, Swift or SQL stay names")
    func hostileNames() throws {
        let result = try imported(
            """
            CREATE TABLE "a"", ""x"": [" ("b
            c" TEXT DEFAULT '\\"', "😀" INT, "Type" INT, "_$x" INT, "" INT);
            CREATE TABLE "String" (x INT); CREATE TABLE "strings" (x INT);
            """)
        #expect(!result.hasErrors)
        #expect(result.diagnostics.allSatisfy { !$0.message.contains("\n") })
        #expect(result.lines(with: "default").first?.contains(#""default": "\\\"""#) == true)
    }
}
