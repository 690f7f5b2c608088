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

    @Test("M07: where the kind of value has changed too, the name alone asks")
    func otherKinds() {
        #expect(
            asked(
                person(#"{"name": "amount", "type": "String?"}"#), person(#"{"name": "amounts", "type": "Decimal?"}"#))
                == [
                    "91 MG0912 'Person.amount' of version 1.0.0 is gone and 'Person.amounts' is new: has it been renamed?"
                ])
        #expect(
            asked(
                #"{"name": "Book", "attributes": [{"name": "author", "type": "String"}]}, {"name": "A"}"#,
                #"{"name": "Book", "relationships": [{"name": "authors", "type": "[A]"}]}, {"name": "A"}"#)
                == ["92 MG0912 'Book.author' of version 1.0.0 is gone and 'Book.authors' is new: has it been renamed?"])
        // One of its own kind is likelier than one of another.
        #expect(
            asked(
                person(#"{"name": "amount", "type": "String?"}"#),
                person(#"{"name": "amounts", "type": "Decimal?"}, {"name": "amountText", "type": "String?"}"#)
            ) == [
                "132 MG0912 'Person.amount' of version 1.0.0 is gone and 'Person.amountText' is new: has it been renamed?"
            ])
    }

    @Test("M07: what has another name and another place in the hierarchy is asked about")
    func movedAndRenamed() {
        func animals(_ parent: String, _ cat: String, _ dog: String = "") -> String {
            [
                ("Animal", "", parent), ("Cat", #", "inherits": "Animal""#, cat),
                ("Dog", #", "inherits": "Animal""#, dog),
            ]
            .map { #"{"name": "\#($0.0)"\#($0.1), "attributes": [\#($0.2)]}"# }.joined(separator: ", ")
        }
        let (color, colour) = (#"{"name": "color", "type": "String?"}"#, #"{"name": "colour", "type": "String?"}"#)
        #expect(
            asked(animals("", color), animals(colour, "")) == [
                "91 MG0912 'Cat.color' of version 1.0.0 is gone and 'Cat.colour' is new: has it been renamed?"
            ])
        #expect(
            asked(animals(color, ""), animals("", colour)) == [
                "148 MG0912 'Cat.color' of version 1.0.0 is gone and 'Cat.colour' is new: has it been renamed?"
            ])
        // Parent and heir: what the parent's own is now is nobody else's.
        #expect(
            asked(animals(color, ""), animals(colour, #"{"name": "colors", "type": "String?"}"#)) == [
                "91 MG0912 'Animal.color' of version 1.0.0 is gone and 'Animal.colour' is new: has it been renamed?"
            ])
        for answer in [#""color""#, "null"] {
            let said = #"{"name": "colour", "type": "String?", "originalName": \#(answer)}"#
            #expect(asked(animals("", color), animals(said, "")) == [], "\(answer)")
            #expect(asked(animals(color, ""), animals("", said)) == [], "\(answer)")
        }
    }

    @Test("What a step is written for is neither asked about nor lost")
    func steps() throws {
        let people = #"{"name": "name", "type": "String"}, {"name": "age", "type": "Int"}"#
        let old = #"{"schema": "S", "models": [\#(person(people)), {"name": "X"}]}"#
        func new(_ migrations: String) -> String {
            #"{"schema": "S", "version": "2.0.0", \#(migrations)"models": [\#(person(people, model: #""name": "Human""#)), {"name": "X", "attributes": [{"name": "n", "type": "Int?"}]}]}"#
        }
        #expect(resolve(old, new("")).codes == ["MG0912"])
        let result = resolve(old, new(#""migrations": [{"from": "1.0.0", "steps": ["Person"]}], "#))
        #expect(result.briefs == [])
        let comparison = Comparison(from: try #require(result.schemas.last), to: try #require(result.schemas.first))
        #expect(comparison.proposals == [])
        #expect(
            comparison.changes.filter { $0.model == "Person" }.map { "\($0.effect.rawValue) \($0.message)" } == [
                "step model 'Person' is gone: its step says what becomes of its objects"
            ])
        #expect(comparison.effect == .step)
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
