import Foundation
import ModelDeclaration
import Testing

/// Commands that make versions and tests of them, where something is wrong.
struct VersionCommandTests: ToolTests {
    let folder = Tool.newFolder()

    private static func document(_ version: String, cases: String = #""a", "b""#, more: String = "") -> String {
        #"{ "schema": "S", "version": "\#(version)", "types": [{ "enum": "K", "rawType": "Int", "cases": [\#(cases)] }], "models": [{ "name": "Trip", "attributes": [{ "name": "title", "type": "String" }, { "name": "k", "type": "K" }\#(more)] }] }"#
    }

    @Test func bumpLeavesNoLiveVersionBesideAnOlderOneThatChanged() throws {
        try write(Self.document("1.0.0"), to: "in/S.model.json")
        _ = try run("freeze", "in")
        let more = #", { "name": "x", "type": "Int?" }"#
        #expect(try run("bump", "in").status == 0)
        try write(Self.document("2.0.0", more: more), to: "in/S.model.json")
        #expect(try run("freeze", "in").output == "add S 2.0.0 to in/S.lock.json\n")
        // The live version may have changed, in what its values mean too: what was shipped becomes the frozen one.
        try write(Self.document("2.0.0", cases: #""b", "a""#, more: more), to: "in/S.model.json")
        #expect(try run("validate", "in").messages.contains("with the same shape and another meaning [MG0906]"))
        #expect(try run("freeze", "--check", "in").status == 1)
        // An older one may not.
        try write(Self.document("1.0.0", cases: #""a""#), to: "in/S-1.0.0.model.json")
        let before = try text("in/S.model.json")
        let refused = try run("bump", "in")
        #expect(refused.status == 1)
        #expect(refused.messages.contains("version 1.0.0 of 'S' was shipped with the same shape and another meaning"))
        #expect(try text("in/S.model.json") == before)
        #expect(try names(in: "in") == ["S.model.json", "S-1.0.0.model.json", "S.lock.json"])
        try write(Self.document("1.0.0"), to: "in/S-1.0.0.model.json")
        #expect(try run("bump", "in").status == 0)
        #expect(try text("in/S-2.0.0.model.json") == Self.document("2.0.0", more: more))
        #expect(try text("in/S.model.json") == Self.document("3.0.0", cases: #""b", "a""#, more: more))
        let generated = try run("generate", "in")
        #expect(generated.status == 0)
        #expect(generated.output.contains("func migrate(_ old: SV2.Trip, to new: SV3.Trip, in context:"))
    }

    @Test func freezeTakesInWhatIsNewInALockedVersion() throws {
        try write(Self.document("1.0.0"), to: "in/S.model.json")
        _ = try run("freeze", "in")
        try write(Self.document("1.0.0", cases: #""a", "b", "c""#), to: "in/S.model.json")
        #expect(try run("validate", "in").status == 0)
        let check = try run("freeze", "--check", "in")
        #expect(check.status == 1)
        #expect(check.messages.contains("not frozen: add what is new in S 1.0.0 to in/S.lock.json"))
        #expect(try run("freeze", "in").output == "add what is new in S 1.0.0 to in/S.lock.json\n")
        #expect(try run("freeze", "--check", "in").status == 0)
        try write(Self.document("1.0.0"), to: "in/S.model.json")
        #expect(try run("validate", "in").status == 1)
    }

    @Test func aLockOfAnOlderBuildIsCompletedAndTheCheckSaysSo() throws {
        try write(Self.document("1.0.0"), to: "in/S.model.json")
        _ = try run("freeze", "in")
        let whole = try text("in/S.lock.json")
        var lock = try JSONDecoder().decode(LockFile.self, from: Data(whole.utf8))
        lock.versions[0].meaning = nil
        try write(String(decoding: lock.text(), as: UTF8.self), to: "in/S.lock.json")
        // What it keeps of the text says what was shipped.
        try write(Self.document("1.0.0", cases: #""b", "a""#), to: "in/S.model.json")
        #expect(try run("validate", "in").messages.contains("with the same shape and another meaning [MG0906]"))
        #expect(try run("freeze", "in").status == 1)
        try write(Self.document("1.0.0"), to: "in/S.model.json")
        let check = try run("freeze", "--check", "in")
        #expect(check.status == 1)
        #expect(check.messages.contains("not frozen: add what is new in S 1.0.0 to in/S.lock.json"))
        #expect(try run("freeze", "in").output == "add what is new in S 1.0.0 to in/S.lock.json\n")
        #expect(try text("in/S.lock.json") == whole)
        #expect(try run("freeze", "--check", "in").status == 0)
        // Spaces that a person changed are no matter for users; the file is as freeze writes it afterwards.
        try write(whole + "\n", to: "in/S.lock.json")
        #expect(try run("freeze", "--check", "in").messages.contains("not frozen: bring in/S.lock.json up to date"))
        #expect(try run("freeze", "in").output == "bring in/S.lock.json up to date\n")
        #expect(try text("in/S.lock.json") == whole)
    }

    /// The text that the lock keeps says what was added, so that a bump after the next change does not lose it.
    @Test func whatWasAddedToALockedVersionOutlivesALaterBump() throws {
        try write(Self.document("1.0.0"), to: "in/S.model.json")
        _ = try run("freeze", "in")
        try write(Self.document("1.0.0", cases: #""a", "b", "c""#), to: "in/S.model.json")
        _ = try run("freeze", "in")
        try write(
            Self.document("1.0.0", cases: #""a", "b", "c""#, more: #", { "name": "n", "type": "Int?" }"#),
            to: "in/S.model.json")
        let bump = try run("bump", "in")
        #expect(bump.status == 0, "\(bump.messages)")
        #expect(try text("in/S-1.0.0.model.json") == Self.document("1.0.0", cases: #""a", "b", "c""#))
        #expect(try run("validate", "in").status == 0)
        try write(Self.document("1.0.0"), to: "in/S-1.0.0.model.json")
        #expect(try run("validate", "in").status == 1)
    }

    @Test func aCaseThatMovedIsSeenByDiff() throws {
        try write(Self.document("1.0.0"), to: "old/S.model.json")
        try write(Self.document("2.0.0", cases: #""b", "a""#), to: "new/S.model.json")
        let run = try run("diff", "old", "new", "--fail-on", "step")
        #expect(run.status == 1)
        #expect(run.output.contains("the enum 'K' of 'Trip.k' stores 'a' as 1, not 0, 'b' as 0, not 1"))
    }

    @Test func placeholdersOfAStubNameTheirVersion() throws {
        try write(Self.document("1.0.0"), to: "in/S-1.0.0.model.json")
        try write(
            Self.document(
                "2.0.0", cases: #""b", "a""#,
                more: #", { "name": "ks", "type": "[K]" }, { "name": "n", "type": "Int" }"#),
            to: "in/S.model.json")
        let stub = try run("migration", "in").output
        #expect(stub.contains("new.k = <#SV2.K#>  // was k: K\n"))
        #expect(stub.contains("new.ks = <#[SV2.K]#>\n"))
        #expect(stub.contains("new.n = <#Int#>\n"))
    }

    @Test func migrationTestsWantNamesThatAreThere() throws {
        try write(Self.document("1.0.0"), to: "in/S-1.0.0.model.json")
        try write(Self.document("2.0.0", more: #", { "name": "x", "type": "Int?" }"#), to: "in/S.model.json")
        func result(_ arguments: String...) throws -> (Int32, String) {
            let run = try run(["migration-tests", "in"] + arguments)
            return (run.status, run.messages)
        }
        for name in ["Trip", "Trip.x", "Trip.title"] { #expect(try result("--except", name).0 == 0) }
        let near = try result("--except", "Trip.titel")
        #expect(near.0 == 2)
        #expect(near.1.contains("no version has a model or property 'Trip.titel'"))
        #expect(near.1.contains("did you mean 'Trip.title'?"))
        #expect(try result("--except", "Trip.nope").1.contains("there are Trip.k, Trip.title, Trip.x"))
        let none = try result("--except", "Nope")
        #expect(none.0 == 2)
        #expect(none.1.contains("name a model, or a property as Model.property"))
        let module = try result("--import", "1x y")
        #expect(module.0 == 2)
        #expect(module.1.contains("'1x y' is no name of a module"))
        #expect(try result("--import", "Trips").0 == 0)
    }
}
