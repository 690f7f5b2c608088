import ModelDeclaration
import ModelSchema
import Testing

/// What may have been renamed is asked about when the declarations are read, not only by `diff`.
@Suite("Likely renames")
struct RenameTests {
    private func asked(_ old: String, _ new: String) -> [String] {
        resolve(#"{"schema": "S", "models": [\#(old)]}"#, #"{"schema": "S", "version": "2.0.0", "models": [\#(new)]}"#)
            .diagnostics.map { "\($0.place.column) \($0.brief)" }
    }

    private func person(_ attributes: String, model: String = #""name": "Person""#) -> String {
        #"{\#(model), "attributes": [\#(attributes)]}"#
    }

    private static let name = #"{"name": "name", "type": "String"}"#

    @Test("M07: an attribute that looks renamed is a warning at its place, with both answers")
    func attribute() throws {
        let result = resolve(
            #"{"schema": "S", "models": [\#(person(Self.name))]}"#,
            #"{"schema": "S", "version": "2.0.0", "models": [\#(person(#"{"name": "fullName", "type": "String"}"#))]}"#)
        #expect(
            result.diagnostics.map(\.located) == [
                "b.model.json:1:91 MG0912 'Person.name' of version 1.0.0 is gone and 'Person.fullName' is new: has it been renamed?"
            ])
        let diagnostic = try #require(result.diagnostics.first)
        #expect(diagnostic.severity == .warning)
        #expect(
            diagnostic.suggestion
                == #"write "originalName": "name" to keep its data, or "originalName": null if it is new and the data goes"#
        )
        #expect(result.schemas.count == 2)
    }

    @Test("M07: either answer ends the question, and null makes nothing of it")
    func answers() throws {
        let old = person(Self.name)
        #expect(asked(old, person(#"{"name": "fullName", "type": "String", "originalName": "name"}"#)) == [])
        #expect(asked(old, person(#"{"name": "fullName", "type": "String", "originalName": null}"#)) == [])
        let result = resolve(
            #"{"schema": "S", "models": [\#(old)]}"#,
            #"{"schema": "S", "version": "2.0.0", "models": [\#(person(#"{"name": "fullName", "type": "String", "originalName": null}"#))]}"#
        )
        let (new, before) = (try #require(result.schemas.first), try #require(result.schemas.last))
        #expect(try new.description.attribute("Person", "fullName").originalName == nil)
        let comparison = Comparison(from: before, to: new)
        #expect(comparison.proposals == [])
        #expect(comparison.changes.map(\.kind) == [.attributeAdded, .attributeRemoved])
        // A model and a relationship take it too.
        #expect(
            resolve(
                #"{"schema": "S", "models": [{"name": "M", "originalName": null, "relationships": [{"name": "m", "type": "M?", "inverse": null, "originalName": null}]}]}"#
            ).briefs == [])
        #expect(
            resolve(#"{"schema": "S", "models": [{"name": "M", "originalName": 1}]}"#).briefs == [
                "MG0201 'originalName' must be a string or null, not a number"
            ])
    }

    @Test("M07: a renamed model and a renamed relationship are asked about")
    func modelsAndRelationships() {
        #expect(
            asked(
                person(
                    #"{"name": "name", "type": "String"}, {"name": "age", "type": "Int"}, {"name": "mail", "type": "String?"}"#
                ),
                person(
                    #"{"name": "fullName", "type": "String"}, {"name": "years", "type": "Int?"}, {"name": "email", "type": "String?"}"#,
                    model: #""name": "Human""#))
                == ["57 MG0912 'Person' of version 1.0.0 is gone and 'Human' is new: has it been renamed?"])
        #expect(
            asked(
                #"{"name": "A", "relationships": [{"name": "parts", "type": "[B]"}]}, {"name": "B"}"#,
                #"{"name": "A", "relationships": [{"name": "pieces", "type": "[B]"}]}, {"name": "B"}"#)
                == ["89 MG0912 'A.parts' of version 1.0.0 is gone and 'A.pieces' is new: has it been renamed?"])
        // One value of a common type makes two models nothing alike.
        #expect(
            asked(person(Self.name), person(#"{"name": "title", "type": "String"}"#, model: #""name": "Invoice""#))
                == [])
    }

    @Test("M07: another type of the same kind, or whether it is optional, does not hide a rename")
    func otherTypes() {
        #expect(
            asked(person(#"{"name": "age", "type": "Int?"}"#), person(#"{"name": "years", "type": "Int"}"#))
                == ["91 MG0912 'Person.age' of version 1.0.0 is gone and 'Person.years' is new: has it been renamed?"])
        #expect(
            asked(
                person(#"{"name": "budget", "type": "Double"}"#), person(#"{"name": "budgets", "type": "Decimal?"}"#))
                == [
                    "91 MG0912 'Person.budget' of version 1.0.0 is gone and 'Person.budgets' is new: has it been renamed?"
                ])
        #expect(asked(person(#"{"name": "age", "type": "Int"}"#), person(#"{"name": "born", "type": "Date?"}"#)) == [])
        // Of several, the likest, and each once.
        #expect(
            asked(
                person(#"{"name": "firstName", "type": "String?"}, {"name": "notes", "type": "String?"}"#),
                person(#"{"name": "givenName", "type": "String?"}, {"name": "lastName", "type": "String?"}"#)
            ).count == 1)
    }

    @Test("What an older version did is done: only the current one is asked")
    func olderVersions() {
        let third =
            #"{"schema": "S", "version": "3.0.0", "models": [\#(person(#"{"name": "fullName", "type": "String"}, {"name": "n", "type": "Int?"}"#))]}"#
        #expect(
            resolve(
                #"{"schema": "S", "models": [\#(person(Self.name))]}"#,
                #"{"schema": "S", "version": "2.0.0", "models": [\#(person(#"{"name": "fullName", "type": "String"}"#))]}"#,
                third
            ).briefs == [])
    }
}
