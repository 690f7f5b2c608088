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

    @Test("Each CHECK is told with its text, at its place, with the column that it is about")
    func checks() throws {
        let result = try imported(
            """
            CREATE TABLE t (
              a INT CHECK (a > 0) CHECK(a <
                -- not much
                9), b TEXT DEFAULT ('CHECK (1)'), "check" INT, é INT NOT NULL CONSTRAINT positive CHECK ("é" >= 1),
              CONSTRAINT far CHECK (a < é), CHECK (length(b) > 2 AND b <> ')'), CHECK (1)
            );
            CREATE TABLE u (id INTEGER PRIMARY KEY); CREATE TABLE v (id INTEGER PRIMARY KEY);
            CREATE TABLE u_v (u INT REFERENCES u ON DELETE CASCADE, v INT REFERENCES v ON DELETE CASCADE, PRIMARY KEY (u, v), CHECK (u <> v));
            """)
        let told = result.diagnostics.filter { $0.message.contains("CHECK") && $0.code == "MG1103" }
        #expect(
            told.map { "\($0.place.line):\($0.place.column) \($0.message)" } == [
                "2:9 'CHECK (a > 0)' of 't.a': that cannot be declared, and is left out",
                "2:23 'CHECK (a < 9)' of 't.a': that cannot be declared, and is left out",
                "4:88 'CHECK (\"é\" >= 1)' of 't.é': that cannot be declared, and is left out",
                "5:18 'CHECK (a < é)' of 't': that cannot be declared, and is left out",
                "5:34 'CHECK (length(b) > 2 AND b <> ')')' of 't.b': that cannot be declared, and is left out",
                "5:70 'CHECK (1)' of 't': that cannot be declared, and is left out",
                "9:115 'CHECK (u <> v)' of 'u_v': that cannot be declared, and is left out",
            ])
        #expect(told[0].suggestion == "rules on a value can be declared under 'validation'")
        #expect(told[3].suggestion == "check it in Swift, before a save")
    }

    @Test("Rules of a join table's own keys, and what an update of a key does, are told")
    func joinTables() throws {
        func told(_ first: String, _ second: String) throws -> [String] {
            let result = try imported(
                """
                CREATE TABLE posts (id INTEGER PRIMARY KEY); CREATE TABLE tags (id INTEGER PRIMARY KEY);
                CREATE TABLE post_tags (post_id INT NOT NULL REFERENCES posts(id) \(first), tag_id INT NOT NULL REFERENCES tags(id) \(second), UNIQUE (post_id, tag_id));
                """)
            let rules = result.lines(with: "inverse").map { $0.contains("deny") ? "deny" : "nullify" }
            let messages = result.briefs.filter { $0.contains("post_tags") && !$0.contains("many to many") }
            return rules + messages
        }
        let cascade = "ON DELETE CASCADE"
        #expect(try told(cascade, cascade) == ["nullify", "nullify"])
        #expect(
            try told("", "ON DELETE RESTRICT ON UPDATE CASCADE") == [
                "nullify", "deny",
                "MG1104 the rows of 'post_tags' that point at a row of 'posts' must be deleted before it: here links go with the object",
                "MG1105 the rows of 'post_tags' that point at a row of 'tags' keep it from being deleted: the rule of the relationship is 'deny'",
                "MG1105 ON UPDATE CASCADE of the foreign key 'post_tags.tag_id' is left out: objects keep their identifiers",
            ])
        #expect(
            try told("ON DELETE SET NULL", cascade) == [
                "nullify", "nullify",
                "MG1104 the rows of 'post_tags' that point at a row of 'posts' lose it by ON DELETE SET NULL: here links go with the object",
            ])
        let plain = try imported(
            "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INT REFERENCES a ON UPDATE SET NULL, n INT)")
        #expect(
            plain.briefs.contains(
                "MG1105 ON UPDATE SET NULL of the foreign key 'b.a' is left out: objects keep their identifiers"))
    }

    @Test(
        "Collations, conflict clauses, links to nowhere, and defaults and keys of links are told once"
    )
    func silentLosses() throws {
        func told(_ sql: String, _ words: String...) throws -> [String] {
            try imported("CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT);\n\(sql)").diagnostics.filter { found in
                words.contains { found.message.contains($0) }
            }.map { "\($0.place.line):\($0.place.column) \($0.code) \($0.message)" }
        }
        let loss = "that cannot be declared, and is left out"
        #expect(
            try told(
                "CREATE TABLE t (a TEXT COLLATE NOCASE UNIQUE, b TEXT COLLATE \"rtrim\", c TEXT COLLATE BINARY, UNIQUE (c COLLATE NOCASE)); CREATE INDEX i ON t (b);",
                "compares") == [
                    "2:1 MG1104 the unique index 'sqlite_autoindex_t_2' compares as 'NOCASE': texts are compared by bytes",
                    "2:24 MG1104 't.a' compares as 'NOCASE': texts are compared by bytes",
                    "2:54 MG1104 't.b' compares as 'rtrim': texts are compared by bytes",
                ])
        #expect(
            try told(
                "CREATE TABLE t (a TEXT NOT NULL ON CONFLICT IGNORE UNIQUE ON CONFLICT replace, b INT UNIQUE ON CONFLICT ABORT REFERENCES p ON DELETE CASCADE, c INT, PRIMARY KEY (a, c) ON CONFLICT FAIL);",
                "CONFLICT") == [
                    "2:33 MG1103 'NOT NULL ON CONFLICT IGNORE' of 't.a': \(loss)",
                    "2:59 MG1103 'UNIQUE ON CONFLICT REPLACE' of 't.a': \(loss)",
                    "2:169 MG1103 'PRIMARY KEY ON CONFLICT FAIL' of 't': \(loss)",
                ])
        #expect(
            try told("CREATE TABLE t (a INT DEFAULT 5 REFERENCES p, b INT DEFAULT NULL REFERENCES p);", "default")
                == ["2:17 MG1103 the default '5' of 't.a', a foreign key: \(loss)"])
        #expect(
            try told("CREATE TABLE t (a INT REFERENCES p(nope), b INT REFERENCES p(CODE));", "no such")
                == ["2:17 MG1103 the foreign key 't.a' to 'p.nope', where there is no such column: \(loss)"])
        #expect(
            try told("CREATE TABLE t (x INTEGER PRIMARY KEY REFERENCES p(id));", "identifier").last
                == "2:17 MG1105 the key 't.x' becomes the link 'x'; each object has an identifier of its own")
        #expect(
            try told(
                "CREATE TABLE q (id INTEGER PRIMARY KEY); CREATE TABLE t (id INTEGER PRIMARY KEY, p INT DEFAULT 1 REFERENCES p, q INT REFERENCES q);",
                "of links", "default") == [
                    "3:17 MG1103 the key 't.id' of links: \(loss)",
                    "3:41 MG1103 the default '1' of 't.p', a foreign key: \(loss)",
                ])
    }

    @Test("Primary keys in which SQLite takes NULL become required, and that is told")
    func nullableKeys() throws {
        func told(_ sql: String) throws -> [String] {
            try imported(sql).briefs.filter { $0.contains("primary key") }
        }
        let required = "is part of the primary key, where SQLite takes NULL: it becomes required"
        #expect(
            try told("CREATE TABLE t (a TEXT, b INT NOT NULL, c INT, PRIMARY KEY (a, b, c))")
                == ["MG1105 't.a' \(required)", "MG1105 't.c' \(required)"])
        #expect(try told("CREATE TABLE t (a TEXT PRIMARY KEY)") == ["MG1105 't.a' \(required)"])
        #expect(try told("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)") == [])
        #expect(try told("CREATE TABLE t (a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID") == [])
        let linked = try imported(
            "CREATE TABLE o (id INTEGER PRIMARY KEY); CREATE TABLE i (o INT REFERENCES o, line INT, PRIMARY KEY (o, line))"
        )
        #expect(
            linked.briefs.filter { $0.contains("primary key") }
                == ["i.o", "i.line"].map { "MG1105 '\($0)' \(required)" })
        #expect(linked.lines(with: "inverse").contains(#"{ "name": "o", "type": "O", "inverse": "is" }"#))
    }

    @Test("Names that are no words keep what Swift takes")
    func emoji() throws {
        let result = try imported(#"CREATE TABLE "🚀" (id INTEGER PRIMARY KEY, "🎉" TEXT, "→" TEXT, "Größe" REAL)"#)
        #expect(result.lines(with: "🚀") == [#""name": "🚀""#])
        #expect(result.lines(with: "🎉") == [#"{ "name": "🎉", "type": "String?" }"#])
        #expect(result.lines(with: "→").contains(#"{ "name": "column", "type": "String?", "column": "→" }"#))
        #expect(result.lines(with: "Größe") == [#"{ "name": "größe", "type": "Double?", "column": "Größe" }"#])
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
