import Foundation
import Testing

/// The tool as a person or a script meets it: what goes where, and how it ends.
struct CommandLineTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen cli \(UUID().uuidString)")
    private static let document =
        #"{ "schema": "S", "models": [{ "name": "Trip", "attributes": [{ "name": "a", "type": "Int" }] }] }"#

    private struct Run {
        var status: Int32
        var output: String
        var messages: String
    }

    /// The tool stands beside the tests that were built with it.
    static var tool: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path != "/" {
            let tool = folder.appending(path: "modelgen")
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: tool.path, isDirectory: &isFolder), !isFolder.boolValue {
                return tool
            }
            folder.deleteLastPathComponent()
        }
        return URL(filePath: #filePath).appending(path: "../../../.build/debug/modelgen").standardized
    }

    private func run(_ arguments: String..., input: String? = nil) throws -> Run {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Self.tool
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = folder.appending(path: ".out")
        let messages = folder.appending(path: ".err")
        let stdin = folder.appending(path: ".in")
        for file in [output, messages] { try Data().write(to: file) }
        try Data((input ?? "").utf8).write(to: stdin)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        process.standardInput = try FileHandle(forReadingFrom: stdin)
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            messages: try String(contentsOf: messages, encoding: .utf8))
    }

    private func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func names(in name: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path))
    }

    @Test func theToolItselfNeverLoadsSQLite() throws {
        #expect(try Data(contentsOf: Self.tool).range(of: Data("libsqlite3".utf8)) == nil)
    }

    @Test func databasesAreOpenedByTheProgramBesideTheTool() throws {
        try write("{ \"schema\": \"S\", \"models\": [ { \"name\": \"A\" } ] }", to: "S.model.json")
        try write("no database, but long enough to be taken for one by its length", to: "x.store")
        for command in [["verify", "x.store", "S.model.json"], ["migrate", "x.store", "S.model.json"]] {
            let run = try runAll(command)
            #expect(run.status == 1)
            #expect(run.messages.contains("x.store: error: 'x.store' is not a store of ModelStorage"))
        }
        let missing = try run("import", "store", "nothing.store")
        #expect(missing.status == 3)
        #expect(missing.messages.contains("there is no such file"))
        let unnamed = try run("verify")
        #expect(unnamed.status == 2)
    }

    @Test func helpAndVersionGoToStandardOutput() throws {
        for arguments in [["--help"], ["generate", "--help"], ["--help", "validate"]] {
            let run = try arguments.count == 1 ? run(arguments[0]) : run(arguments[0], arguments[1])
            #expect(run.status == 0)
            #expect(run.output.contains("Usage: modelgen"))
            #expect(run.messages.isEmpty)
        }
        let version = try run("--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("modelgen "))
    }

    @Test(arguments: [
        (["genrate", "x"], "did you mean 'generate'?"), (["generate", "--outptu", "x"], "did you mean '--output'?"),
        (["diff", "a"], "diff takes OLD and NEW"), (["actors", "a"], "is not part of this version"),
        ([], "there is no command"),
        (["generate", "x", "--check"], "--check needs --output DIR"), (["validate"], "there is no FILE"),
        (["validate", "x", "--color", "blue"], "it takes auto, always, never"),
        (["validate", "--root"], "--root needs DIR"),
        (["schema", "--version", "2", "x"], "'2' is no version"),
        (["explain", "MG0999"], "there is no message 'MG0999'"),
        (["--qiet"], "did you mean '--quiet'?"), (["validate", "--quiet=1", "x"], "--quiet takes no argument"),
    ])
    func wrongUsage(_ arguments: [String], _ message: String) throws {
        let process = try runAll(arguments)
        #expect(process.status == 2)
        #expect(process.messages.contains(message), "\(process.messages)")
        #expect(process.output.isEmpty)
    }

    private func runAll(_ arguments: [String]) throws -> Run {
        switch arguments.count {
        case 0: try run()
        case 1: try run(arguments[0])
        case 2: try run(arguments[0], arguments[1])
        case 3: try run(arguments[0], arguments[1], arguments[2])
        default: try run(arguments[0], arguments[1], arguments[2], arguments[3])
        }
    }

    @Test func unreadableFilesAreStatus3() throws {
        #expect(try run("validate", "nothing.model.json").status == 3)
        try write("", to: "empty/readme.txt")
        let empty = try run("validate", "empty")
        #expect(empty.status == 3)
        #expect(empty.messages.contains("there is no *.model.json below it"))
    }

    @Test func errorsAreStatus1AndNothingIsWritten() throws {
        try write(Self.document.replacingOccurrences(of: "Int", with: "Itn"), to: "a b/S.model.json")
        let run = try run("generate", "a b", "--output", "out")
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.messages.hasPrefix("a b/S.model.json:1:"))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
        let json = try self.run("validate", "--diagnostics=json", "a b/S.model.json")
        #expect(json.status == 1)
        #expect(json.messages.hasPrefix("{"))
    }

    @Test("G15: what is generated can be committed, and checked, where no plugin runs")
    func generateWritesChecksAndLists() throws {
        try write(Self.document, to: "in/S.model.json")
        try write("not read", to: "in/.build/T.model.json")
        let list = try run("generate", "--dry-run", "in", "--output", "out")
        #expect(list.output == "add S.schema.swift\nadd Trip.model.swift\n")
        #expect(try run("generate", "in", "--check", "--output=out").status == 1)
        let written = try run("generate", "--output", "out", "--", "in")
        #expect(written.status == 0, "\(written.messages)")
        #expect(try names(in: "out") == ["S.schema.swift", "Trip.model.swift"])
        #expect(try run("generate", "in", "--check", "--output", "out").status == 0)

        try write(Self.document.replacingOccurrences(of: "Trip", with: "Item"), to: "in/S.model.json")
        #expect(try run("generate", "in", "--output", "out").status == 0)
        #expect(try names(in: "out") == ["S.schema.swift", "Item.model.swift"])
    }

    @Test func standardInputAndOutput() throws {
        let run = try run("generate", "-", input: Self.document)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("// Generated by modelgen from stdin."))
        #expect(run.output.contains("final class Trip:"))
        #expect(try names(in: ".") == [".out", ".err", ".in"])
    }

    /// However much there is: reading stops at the limit.
    @Test func aDocumentThatIsTooLargeIsRefused() throws {
        let run = try run("validate", "-", input: String(repeating: " ", count: 40 << 20))
        #expect(run.status == 1)
        #expect(run.messages.hasPrefix("stdin:1:1: error: the document has more than 32 MB [MG0103]"))
    }

    @Test func jsonSchemaShowsTheLanguage() throws {
        let run = try run("json-schema")
        #expect(run.status == 0 && run.messages == "")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect((schema["$defs"] as? [String: Any])?["attribute"] != nil)
        #expect(try self.run("json-schema", "x").status == 2)
    }

    @Test func docsShowsAPageOrADiagram() throws {
        try write(Self.document, to: "S.model.json")
        let page = try run("docs", "S.model.json")
        #expect(page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>"))
        #expect(try run("docs", "-", "--output", "page.html", input: Self.document).output == "")
        #expect(try String(contentsOf: folder.appending(path: "page.html"), encoding: .utf8) == page.output)
        #expect(try run("docs", "--format=mermaid", "S.model.json").output.contains("class m0[\"Trip\"]"))
        try write(Self.document.replacingOccurrences(of: "\"S\"", with: "\"T\""), to: "T.model.json")
        #expect(try run("docs", "S.model.json", "--output", "no/such/folder.html").status == 3)
    }

    @Test func importWritesDeclarationsAndReplacesNothing() throws {
        let model = #"<model><entity name="Trip"><attribute name="a" attributeType="Date" x="1"/></entity></model>"#
        try write(model, to: "Trips.xcdatamodeld/Trips.xcdatamodel/contents")
        try write(model, to: "Trips.xcdatamodeld/Trips 2.xcdatamodel/contents")
        let shown = try run("import", "coredata", "Trips.xcdatamodeld/")
        #expect(shown.status == 0 && shown.output.contains(#""version": "2.0.0""#))
        #expect(
            shown.messages.contains("Trips.xcdatamodeld/Trips 2.xcdatamodel/contents:1:69: warning: 'Trip.a' has x='1'")
        )
        #expect(try run("import", "coredata", "Trips.xcdatamodeld", "--output", "out").status == 0)
        #expect(try names(in: "out") == ["Trips.model.json", "Trips-1.0.0.model.json"])
        #expect(try run("validate", "out/Trips.model.json").status == 0)
        try write("{}", to: "out/Trips.model.json")
        let again = try run("import", "coredata", "Trips.xcdatamodeld", "--output", "out")
        #expect(again.status == 1)
        #expect(again.messages.contains("out/Trips.model.json: error: the file is there and says something else"))
        #expect(try String(contentsOf: folder.appending(path: "out/Trips.model.json"), encoding: .utf8) == "{}")
        try write("no database", to: "x.db")
        for (path, reason) in [
            ("Trips.momd", "it is compiled"), ("x.db", "its name ends in .xcdatamodeld"),
            ("gone", "there is no such folder"),
        ] {
            let run = try run("import", "coredata", path)
            #expect(run.status == 3 && run.messages.contains(reason), "\(run.messages)")
        }
        #expect(try run("import", "sqlite", "x.db").messages.contains("file is not a database"))
        #expect(try run("import", "coredta", "x").messages.contains("did you mean 'coredata'?"))
    }

    @Test func schemaShowsTheSQL() throws {
        let run = try run("schema", "-", input: Self.document)
        #expect(run.output.contains("CREATE TABLE \"Trip\""))
        #expect(try self.run("schema", "-", "--version", "9.9.9", input: Self.document).status == 1)
    }

    @Test func templatesAreReplacedByName() throws {
        try write(Self.document, to: "S.model.json")
        try write("// mine\n", to: "templates/Header.mustache")
        let run = try run("generate", "S.model.json", "--templates", "templates")
        #expect(run.output.hasPrefix("// mine\n"))
        try write("", to: "templates/Haeder.mustache")
        let unknown = try self.run("generate", "S.model.json", "--templates", "templates")
        #expect(unknown.status == 2)
        #expect(unknown.messages.contains("Header.mustache, "))
        try FileManager.default.removeItem(at: folder.appending(path: "templates/Haeder.mustache"))
        try write("\n{{acess}}", to: "templates/Enum.mustache")
        try write("{{acess}}", to: "templates/Model.mustache")
        let mistake = try self.run("generate", "S.model.json", "--templates", "templates")
        #expect(mistake.status == 1)
        #expect(mistake.messages.hasPrefix("templates/Model.mustache:1:1: error: there is no 'acess' here"))
    }

    @Test func pathsAreRelativeToTheRoot() throws {
        try write(Self.document, to: "deep/in/S.model.json")
        let path = folder.appending(path: "deep/in/S.model.json").path
        let run = try run("generate", "--root", folder.appending(path: "deep").path, path)
        #expect(run.output.hasPrefix("// Generated by modelgen from in/S.model.json."))
    }

    private static func document(_ type: String, version: String = "1.0.0", more: String = "") -> String {
        """
        {
          "schema": "S",
          "version": "\(version)",
          "models": [
            { "name": "Trip", "attributes": [
              { "name": "a", "type": "\(type)"\(more) } ] }
          ]
        }
        """
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func freezeRecordsOnceAndBumpBeginsANewVersion() throws {
        try write(Self.document("Int"), to: "in/S.model.json")
        let check = try run("freeze", "--check", "in")
        #expect(check.status == 1)
        #expect(check.messages.contains("not frozen: add S 1.0.0 to in/S.lock.json"))
        #expect(try names(in: "in") == ["S.model.json"])
        #expect(try run("freeze", "in").output == "add S 1.0.0 to in/S.lock.json\n")
        let lock = try text("in/S.lock.json")
        let again = try run("freeze", "in")
        #expect(again.status == 0 && again.output == "")
        #expect(try text("in/S.lock.json") == lock)
        #expect(try run("freeze", "--check", "in").status == 0)
        #expect(try run("generate", "in").output.contains("isLocked: true"))

        // The shipped version cannot change, but a new one can come of the change.
        try write(Self.document("String", more: #", "originalName": "b""#), to: "in/S.model.json")
        let changed = try run("generate", "in")
        #expect(changed.status == 1)
        #expect(changed.messages.contains("version 1.0.0 of 'S' was shipped with another shape"))
        #expect(try run("freeze", "in").status == 1)
        try write(Self.document("String"), to: "in/S.model.json")
        let plan = try run("bump", "in", "--dry-run")
        #expect(plan.output == "add in/S-1.0.0.model.json\nupdate in/S.lock.json\nupdate in/S.model.json\n")
        #expect(try names(in: "in") == ["S.model.json", "S.lock.json"])
        #expect(try run("bump", "in").output == plan.output)
        #expect(try text("in/S-1.0.0.model.json") == Self.document("Int"))
        #expect(try text("in/S.model.json") == Self.document("String", version: "2.0.0"))
        #expect(try run("validate", "in").status == 0)
        #expect(try run("generate", "in").output.contains("any SV1ToV2Migration.Type = SMigrations.self"))
        #expect(try run("freeze", "--check", "in").status == 1)

        // Nothing is overwritten, and versions only go up.
        try write("mine", to: "in/S-2.0.0.model.json.txt")
        #expect(try run("bump", "in", "--to", "2.0.0").status == 2)
        try write(Self.document("Int"), to: "in/S-2.0.0.model.json")
        #expect(try run("bump", "in/S.model.json", "in/S-1.0.0.model.json").status == 1)
    }

    @Test func bumpWithoutAChangeBuildsWithAWarning() throws {
        try write(Self.document("Int"), to: "S.model.json")
        #expect(try run("bump", "S.model.json", "--to", "1.1.0").status == 0)
        let result = try run("validate", "S.model.json", "S-1.0.0.model.json")
        #expect(result.status == 0)
        #expect(result.messages.contains("store the same [MG0903]"))
        #expect(try run("bump", "-", input: Self.document("Int")).status == 2)
    }

    @Test func bumpWantsToKnowWhichOfSeveralSchemas() throws {
        try write(Self.document("Int"), to: "in/S.model.json")
        try write(#"{ "schema": "T", "models": [{ "name": "Item" }] }"#, to: "in/T.model.json")
        let which = try run("bump", "in")
        #expect(which.status == 2)
        #expect(which.messages.contains("--schema S"))
        #expect(try run("bump", "in", "--schema", "T").status == 0)
        #expect(try names(in: "in") == ["S.model.json", "T.model.json", "T-1.0.0.model.json", "T.lock.json"])
        #expect(
            try text("in/T.model.json") == #"{ "schema": "T", "version": "2.0.0", "models": [{ "name": "Item" }] }"#)
    }

    @Test func diffTellsChangesAndFailsOnRequest() throws {
        try write(Self.document("Int"), to: "old/S.model.json")
        try write(
            Self.document("Int64", version: "2.0.0").replacingOccurrences(of: #""a""#, with: #""b""#),
            to: "new/S.model.json")
        let run = try run("diff", "old", "new")
        #expect(run.status == 0 && run.messages == "")
        #expect(
            run.output == """
                S 1.0.0 → 2.0.0
                  destructive, data is lost:
                    attribute 'Trip.a' is gone, and with it its values
                  step, somebody has to write what becomes of the data:
                    attribute 'Trip.b' is new and has no default: objects that are there need a value

                """)
        #expect(try self.run("diff", "old", "new", "--fail-on", "destructive").status == 1)
        #expect(try self.run("diff", "old", "old", "--fail-on", "lightweight").status == 0)
        let json = try self.run("diff", "old", "new", "--json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(
            (list.first?["changes"] as? [[String: Any]])?.map { $0["kind"] as? String } == [
                "attributeAdded", "attributeRemoved",
            ])

        try write(
            Self.document("Int", version: "2.0.0").replacingOccurrences(of: #""a""#, with: #""b""#),
            to: "old/S-2.model.json")
        let versions = try self.run("diff", "--from", "1.0.0", "old")
        #expect(versions.output.contains("'Trip.a' is now 'b'? Then 'Trip.b' needs \"originalName\": \"a\""))
        let unknown = try self.run("diff", "--from", "9.0.0", "old")
        #expect(unknown.status == 2)
        #expect(unknown.messages.contains("there are S 1.0.0, S 2.0.0"))
    }

    @Test func diffGoesFromVersionToVersion() throws {
        func model(_ version: String, _ body: String) -> String {
            #"{ "schema": "S", "version": "\#(version)", "models": [{ \#(body) }] }"#
        }
        let attribute = #""attributes": [{ "name": "x", "type": "Int?" }]"#
        // Dropped and brought back: the ends are alike, the data is lost on the way.
        try write(model("1.0.0", #""name": "Memo", \#(attribute)"#), to: "lost/S-1.0.0.model.json")
        try write(model("2.0.0", #""name": "Memo", "attributes": []"#), to: "lost/S-2.0.0.model.json")
        try write(model("3.0.0", #""name": "Memo", \#(attribute)"#), to: "lost/S.model.json")
        let lost = try run("diff", "--from", "1.0.0", "--fail-on", "destructive", "lost")
        #expect(lost.status == 1)
        #expect(lost.output.contains("S 1.0.0 → 2.0.0") && lost.output.contains("S 2.0.0 → 3.0.0"))
        // Renamed on the way: the last version does not say so any more.
        try write(model("1.0.0", #""name": "Memo", \#(attribute)"#), to: "kept/S-1.0.0.model.json")
        try write(
            model("2.0.0", #""name": "Note", "originalName": "Memo", \#(attribute)"#), to: "kept/S-2.0.0.model.json")
        try write(model("3.0.0", #""name": "Note", \#(attribute), "index": [["x"]]"#), to: "kept/S.model.json")
        let kept = try run("diff", "--from", "1.0.0", "--fail-on", "destructive", "kept")
        #expect(kept.status == 0)
        #expect(kept.output.contains("model 'Memo' is now 'Note'"))
    }

    @Test func migrationBeginsAFileAndNeverWritesItAgain() throws {
        try write(Self.document("Int"), to: "in/S-1.0.0.model.json")
        try write(Self.document("String", version: "2.0.0"), to: "in/S.model.json")
        #expect(try run("migration", "in", "--output", "out").output == "add out/SMigrations.swift\n")
        let stub = try text("out/SMigrations.swift")
        #expect(stub.contains("nonisolated enum SMigrations: SV1ToV2Migration {"))
        #expect(stub.contains("new.a = <#String#>  // was a: Int"))
        let again = try run("migration", "in", "--output", "out")
        #expect(again.output == "" && again.messages.contains("nothing is missing"))
        try write("enum SMigrations {}", to: "out/SMigrations.swift")
        let missing = try run("migration", "in", "--output", "out")
        #expect(missing.output.contains("SMigrations has to conform to SV1ToV2Migration too"))
        #expect(missing.output.contains("static func migrate(_ old: SV1.Trip, to new: SV2.Trip"))
        #expect(try text("out/SMigrations.swift") == "enum SMigrations {}")
        try write(#"{ "schema": "T", "models": [{ "name": "Item" }] }"#, to: "T.model.json")
        let none = try run("migration", "T.model.json")
        #expect(none.output == "" && none.messages.contains("no step between versions needs code"))
    }

    @Test func migrationTestsAreWrittenAndChecked() throws {
        try write(Self.document("Int"), to: "in/S-1.0.0.model.json")
        try write(Self.document("Int64", version: "2.0.0"), to: "in/S.model.json")
        #expect(try run("migration-tests", "in", "--output", "out", "--check").status == 1)
        #expect(try run("migration-tests", "in", "--output", "out").output == "write out/SMigrationTests.swift\n")
        let tests = try text("out/SMigrationTests.swift")
        #expect(tests.contains("#expect(trip1.a == 1)"))
        let again = try run("migration-tests", "in", "--output", "out", "--check")
        #expect(again.status == 0 && again.output == "")
        let excepted = try run("migration-tests", "in", "--except", "Trip.a", "--import", "App")
        #expect(excepted.output.contains("@testable import App\n"))
        #expect(!excepted.output.contains("trip1.a =="))
        #expect(!excepted.output.contains("let trip1 = all"))
        // The value as the newer type has it.
        try write(Self.document("Decimal", version: "2.0.0"), to: "in/S.model.json")
        #expect(try run("migration-tests", "in").output.contains("#expect(trip1.a == 1)"))
    }
}
