import ModelDeclaration
import ModelSchema
import Testing

/// What lies between two versions, enums and what somebody has to write included.
@Suite("Steps between versions")
struct VersionStepTests {
    private func step(_ old: String, _ new: String, migrations: String = "") throws -> VersionStep {
        let result = resolve(
            #"{"schema": "S", \#(old)}"#,
            #"{"schema": "S", "version": "2.0.0", "migrations": [\#(migrations)], \#(new)}"#)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        // Current versions come first.
        let before = try #require(result.schemas.last)
        let after = try #require(result.schemas.first)
        return VersionStep(from: before, to: after, asked: after.migration)
    }

    private func kinds(_ cases: String, type: String = #"{"enum": "K", "cases": [%]}"#, attribute: String = "K")
        -> String
    {
        #""types": [\#(type.replacing("%", with: cases))], "models": [{"name": "M", "attributes": [{"name": "k", "type": "\#(attribute)"}]}]"#
    }

    /// An enum of numbers.
    private static let numbers = #"{"enum": "K", "rawType": "Int", "cases": [%]}"#

    @Test("A case that is new, or has another name, is nothing to write about")
    func casesAdded() throws {
        let step = try step(kinds(#""a", "b""#), kinds(#""a", {"name": "bee", "rawValue": "b"}, "c""#))
        #expect(
            step.changes.map(\.message) == [
                "the enum 'K' of 'M.k' calls 'b' 'bee' now", "the enum 'K' of 'M.k' has 'c' now",
            ])
        #expect(step.changes.map(\.kind) == [.caseRenamed, .caseAdded])
        #expect(step.isLightweight)
    }

    @Test(
        "Cases that change raw values among themselves would read as each other: a step gives each object its case anew",
        arguments: [
            (Self.numbers, #""a", "b""#, #""b", "a""#, "0", "1", "1", "0"),
            (
                #"{"enum": "K", "cases": [%]}"#, #"{"name": "a", "rawValue": "x"}, {"name": "b", "rawValue": "y"}"#,
                #"{"name": "a", "rawValue": "y"}, {"name": "b", "rawValue": "x"}"#, "'x'", "'y'", "'y'", "'x'"
            ),
        ])
    func casesSwapped(
        _ type: String, _ old: String, _ new: String, _ a: String, _ b: String, _ newA: String, _ newB: String
    ) throws {
        let step = try step(kinds(old, type: type), kinds(new, type: type))
        #expect(step.changes.map(\.kind) == [.caseMoved])
        #expect(step.changes.map(\.effect) == [.step])
        let raw = { (text: String) in text.replacing("'", with: "\"") }
        #expect(
            step.changes.first?.message
                == "the enum 'K' of 'M.k' stores 'a' as \(newA), not \(a), 'b' as \(newB), not \(b): what is stored would "
                + "read as another case or as none; it stays what it is with \"rawValue\": \(raw(a)) for 'a', "
                + "\"rawValue\": \(raw(b)) for 'b'")
        #expect(step.changes.first?.from == "a = \(a), b = \(b)")
        #expect(step.changes.first?.to == "a = \(newA), b = \(newB)")
        #expect(step.steps.map(\.old.name) == ["M"])
        #expect(step.steps.first?.open.map(\.property) == ["k"])
        #expect(step.steps.first?.reasons == step.changes.map(\.message))
        #expect(step.willMigrate == nil)
    }

    @Test("A number that is gone shifts those behind it; a new one in front does too")
    func casesShifted() throws {
        let gone = try step(
            kinds(#""a", "b", "c""#, type: Self.numbers), kinds(#""b", "c""#, type: Self.numbers))
        #expect(
            gone.changes.map(\.message) == [
                "the enum 'K' of 'M.k' stores 'b' as 0, not 1, 'c' as 1, not 2: what is stored would read as another case "
                    + "or as none; it stays what it is with \"rawValue\": 1 for 'b', \"rawValue\": 2 for 'c'",
                "the enum 'K' of 'M.k' has no 'a' any more: objects that have it need another value, or they would read "
                    + "as 'b'",
            ])
        #expect(gone.changes.map(\.effect) == [.step, .step])
        #expect(gone.steps.first?.open.map(\.property) == ["k"])
        #expect(gone.willMigrate == nil)
        let front = try step(
            kinds(#""a", "b""#, type: Self.numbers), kinds(#""z", "a", "b""#, type: Self.numbers))
        #expect(front.changes.map(\.kind) == [.caseMoved, .caseAdded])
        #expect(front.changes.map(\.effect) == [.step, .lightweight])
        #expect(!front.isLightweight)
        // With their raw values said nothing moves.
        let explicit = try step(
            kinds(#""a", "b""#, type: Self.numbers),
            kinds(
                #"{"name": "z", "rawValue": 2}, {"name": "a", "rawValue": 0}, {"name": "b", "rawValue": 1}"#,
                type: Self.numbers))
        #expect(explicit.changes.map(\.message) == ["the enum 'K' of 'M.k' has 'z' now"])
        #expect(explicit.isLightweight)
    }

    @Test("An enum of unknown values does not make up for cases that change their meaning")
    func casesShiftedWithUnknown() throws {
        let type = #"{"enum": "K", "rawType": "Int", "cases": [%], "unknown": "b"}"#
        let step = try step(kinds(#""a", "b""#, type: type), kinds(#""b", "a""#, type: type))
        #expect(step.changes.map(\.effect) == [.step])
        #expect(step.steps.count == 1)
    }

    @Test(
        "Enums inside structs and collections are compared too", arguments: ["S", "S?", "[K]", "[String: K]", "Set<K>"])
    func casesInside(_ attribute: String) throws {
        let type = Self.numbers + #", {"struct": "S", "fields": [{"name": "k", "type": "K"}]}"#
        let step = try step(
            kinds(#""a", "b""#, type: type, attribute: attribute), kinds(#""b", "a""#, type: type, attribute: attribute)
        )
        #expect(step.changes.map(\.kind) == [.caseMoved])
        #expect(step.steps.first?.open.map(\.property) == ["k"])
    }

    @Test("Heirs' objects need the step of what they inherit, and a wider raw type hides nothing")
    func casesOfHeirs() throws {
        func text(_ cases: String, _ raw: String) -> String {
            #""types": [{"enum": "K", "rawType": "\#(raw)", "cases": [\#(cases)]}], "models": [{"name": "A", "abstract": true, "attributes": [{"name": "k", "type": "K"}]}, {"name": "B", "inherits": "A"}]"#
        }
        let step = try step(text(#""a", "b""#, "Int8"), text(#""b", "a""#, "Int16"))
        #expect(step.changes.filter { $0.kind == .caseMoved }.map(\.model) == ["A"])
        #expect(step.steps.map(\.old.name) == ["B"])
        #expect(step.steps.first?.open.map(\.property) == ["k"])
    }

    @Test("An enum that reads unknown values no more leaves values behind; another case for them is told")
    func unknownCase() throws {
        let type = #"{"enum": "K", "cases": [%], "unknown": "a"}"#
        let removed = try step(kinds(#""a", "b""#, type: type), kinds(#""a", "b""#))
        #expect(removed.changes.map(\.kind) == [.unknownRemoved])
        #expect(
            removed.willMigrate == [
                "the enum 'K' of 'M.k' names no 'unknown' case any more: objects with a value that no case has need "
                    + "another before"
            ])
        let otherType = type.replacing(#""unknown": "a"#, with: #""unknown": "b"#)
        let other = try step(kinds(#""a", "b""#, type: type), kinds(#""a", "b""#, type: otherType))
        #expect(other.changes.map(\.message) == ["the enum 'K' of 'M.k' reads a value that no case has as 'b'"])
        #expect(other.isLightweight)
    }

    @Test("A case that is gone asks for code before, unless the enum has one for unknown values")
    func casesRemoved() throws {
        let step = try step(kinds(#""a", "b""#), kinds(#""a""#))
        #expect(step.changes.map(\.effect) == [.step])
        #expect(step.willMigrate?.count == 1)
        #expect(step.steps.isEmpty)
        let unknown = try self.step(
            kinds(#""a", "b""#), kinds(#""a""#, type: #"{"enum": "K", "cases": [%], "unknown": "a"}"#))
        #expect(unknown.changes.map(\.effect) == [.lightweight])
        #expect(unknown.isLightweight)
        let collection = try self.step(kinds(#""a", "b""#, attribute: "[K]"), kinds(#""a""#, attribute: "Set<K>"))
        #expect(collection.willMigrate?.count == 1)
    }

    @Test("A case under another name and raw value is told how to stay the same")
    func casesRenamed() throws {
        let step = try step(kinds(#""a", "b""#), kinds(#""a", "bee""#))
        #expect(
            step.changes.map(\.message) == [
                "the enum 'K' of 'M.k' has 'bee' now",
                "the enum 'K' of 'M.k' has no 'b' any more: objects that have it need another value before, or the enum an "
                    + "'unknown' case; if it is called 'bee' now, that one keeps what is stored with \"rawValue\": \"b\"",
            ])
        #expect(step.willMigrate?.count == 1)
    }

    @Test("A text that becomes an enum may hold what no case has")
    func textBecomesEnum() throws {
        let step = try step(
            #""models": [{"name": "M", "attributes": [{"name": "k", "type": "String"}]}]"#, kinds(#""a""#))
        #expect(step.willMigrate?.first?.contains("objects with a value that no case has need another before") == true)
    }

    @Test("Models that the declaration names get a step, whether they go on or not")
    func asked() throws {
        let step = try step(
            #""models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"}]}, {"name": "Gone"}, {"name": "Other"}]"#,
            #""models": [{"name": "N", "originalName": "M", "attributes": [{"name": "b", "type": "Int?"}]}]"#,
            migrations: #"{"from": "1.0.0", "steps": ["M", "Gone"], "didMigrate": true}"#)
        #expect(step.steps.map(\.old.name) == ["M", "Gone"])
        #expect(step.steps.map { $0.new?.name } == ["N", nil])
        #expect(step.steps.first?.lost == ["a"])
        #expect(step.steps.first?.added == ["b"])
        #expect(step.didMigrate && step.willMigrate == nil && !step.isLightweight)
    }

    @Test("Objects of a model that becomes abstract have to become others")
    func abstract() throws {
        let step = try step(
            #""models": [{"name": "A"}, {"name": "B", "inherits": "A"}]"#,
            #""models": [{"name": "A", "abstract": true}, {"name": "B", "inherits": "A"}]"#)
        #expect(step.steps.map(\.old.name) == ["A"])
        #expect(step.steps.first?.new == nil)
        #expect(step.steps.first?.reasons == ["'A' is abstract: its objects become objects of other models"])
    }

    @Test("Only versions between which nothing at all happens store the same: not those where an enum lost a case")
    func equalVersions() {
        func warnings(_ old: String, _ new: String, _ migrations: String = "") -> [String] {
            resolve(#"{"schema": "S", \#(old)}"#, #"{"schema": "S", "version": "2.0.0", \#(migrations)\#(new)}"#).briefs
        }
        let same = "MG0903 versions 1.0.0 and 2.0.0 of 'S' store the same"
        #expect(warnings(kinds(#""a", "b""#), kinds(#""a", "b""#)) == [same])
        #expect(warnings(kinds(#""a", "b""#), kinds(#""a""#)) == [])
        #expect(warnings(kinds(#""a""#), kinds(#""a", "b""#)) == [])
        #expect(
            warnings(kinds(#""a""#), kinds(#""a""#), #""migrations": [{"from": "1.0.0", "didMigrate": true}], "#) == [])
    }

    @Test("A comparison reads as text: the costliest first, then what may have been renamed")
    func text() throws {
        let result = resolve(
            #"{"schema": "S", "models": [{"name": "Trip", "attributes": [{"name": "name", "type": "String"}]}]}"#,
            #"{"schema": "S", "version": "2.0.0", "models": [{"name": "Trip", "attributes": [{"name": "fullName", "type": "String"}]}]}"#
        )
        let old = try #require(result.schemas.last)
        let new = try #require(result.schemas.first)
        #expect(
            Comparison(from: old, to: new).text == """
                S 1.0.0 → 2.0.0
                  destructive, data is lost:
                    attribute 'Trip.name' is gone, and with it its values
                  step, somebody has to write what becomes of the data:
                    attribute 'Trip.fullName' is new and has no default: objects that are there need a value
                  perhaps renamed; to keep the data, say so in the newer declaration:
                    'Trip.name' is now 'fullName'? Then 'Trip.fullName' needs "originalName": "name"; if it is new, null

                """)
        #expect(Comparison(from: old, to: old).text == "S 1.0.0 → 1.0.0\n  nothing has changed that is stored\n")
    }
}
