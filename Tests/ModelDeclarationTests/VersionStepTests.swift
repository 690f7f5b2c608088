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

    @Test("A case that is new, or has another name, is nothing to write about")
    func casesAdded() throws {
        let step = try step(kinds(#""a", "b""#), kinds(#""a", {"name": "bee", "rawValue": "b"}, "c""#))
        #expect(step.changes.map(\.message) == ["the enum 'K' of 'M.k' has 'c' now"])
        #expect(step.isLightweight)
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
                    'Trip.name' is now 'fullName'? Then 'Trip.fullName' needs "originalName": "name"

                """)
        #expect(Comparison(from: old, to: old).text == "S 1.0.0 → 1.0.0\n  nothing has changed that is stored\n")
    }
}
