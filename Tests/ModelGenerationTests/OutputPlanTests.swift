import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelGeneration

/// Which files there are: one per model and document, or exactly those that were planned.
struct OutputPlanTests {
    private let schema = Fixture.schema(models: [Fixture.model("Trip"), Fixture.model("Item")])

    private func files(planned: [String]?) throws -> [String: String] {
        let files = try Generator().generate([schema], documents: [Fixture.path], plannedFiles: planned)
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, String(decoding: $0.text, as: UTF8.self)) })
    }

    @Test func withoutAPlanEachModelHasAFile() throws {
        #expect(Set(try files(planned: nil).keys) == ["Trip.model.swift", "Item.model.swift", "Trips.schema.swift"])
    }

    @Test func aModelThatWasNotPlannedGoesIntoTheSchemaFile() throws {
        let files = try files(planned: ["Trip.model.swift", "Trips.schema.swift"])
        #expect(Set(files.keys) == ["Trip.model.swift", "Trips.schema.swift"])
        #expect(files["Trips.schema.swift"]?.contains("final class Item:") == true)
    }

    /// A list of models that is copied for each model that is added would take minutes.
    @Test func twoThousandModelsFitIntoTheSchemaFile() throws {
        let models = (0..<2000).map { Fixture.model("M\($0)", attributes: [Fixture.attribute("a", .string)]) }
        var files: [GeneratedFile] = []
        let time = try ContinuousClock().measure {
            files = try Generator().generate(
                [Fixture.schema(models: models)], documents: [Fixture.path], plannedFiles: ["Trips.schema.swift"])
        }
        #expect(files.map(\.name) == ["Trips.schema.swift"])
        #expect(time < .seconds(30))
    }

    /// Files are rendered in parts, many at once.
    @Test func filesAreInOrderHoweverManyThereAre() throws {
        let models = (0..<300).map { Fixture.model("M\($0)") }
        let files = try Generator().generate([Fixture.schema(models: models)], documents: [Fixture.path])
        #expect(files.count == 301)
        #expect(files.map(\.name) == files.map(\.name).sorted())
        for file in files where file.name.hasPrefix("M") {
            let name = file.name.prefix { $0 != "." }
            #expect(String(decoding: file.text, as: UTF8.self).contains("final class \(name): "))
        }
    }

    @Test func aPlannedFileWhoseModelIsGoneIsAComment() throws {
        let files = try files(planned: [
            "Gone.model.swift", "Trip.model.swift", "Item.model.swift", "Trips.schema.swift",
        ])
        let lines = try #require(files["Gone.model.swift"]).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("//") })
    }

    /// A name is one name however its letters are composed, and the file is called as the build expects it.
    @Test func aPlannedFileKeepsTheBytesOfItsName() throws {
        let composed = "Gr\u{F6}\u{DF}e"
        let decomposed = "Gro\u{308}\u{DF}e"
        let schema = Fixture.schema(models: [Fixture.model(composed)])
        let planned = ["\(decomposed).model.swift", "Trips.schema.swift"]
        let files = try Generator().generate([schema], documents: [Fixture.path], plannedFiles: planned)
        #expect(Set(files.map { Array($0.name.utf8) }) == Set(planned.map { Array($0.utf8) }))
    }

    @Test func modelsThatDifferInCaseShareNoFile() throws {
        let schema = Fixture.schema(models: [Fixture.model("Trip"), Fixture.model("TRIP")])
        let files = try Generator().generate([schema], documents: [Fixture.path])
        #expect(files.map(\.name) == ["Trip.model.swift", "Trips.schema.swift"])
    }

    @Test(
        "G09: documents of one name in several folders have files of their own",
        arguments: [
            (["Trips.model.json"], ["Trips.schema.swift"]),
            (["A/Trips.model.json", "B/Trips.model.json"], ["A.Trips.schema.swift", "B.Trips.schema.swift"]),
            (["A/trips.model.json", "B/Trips.model.json"], ["A.trips.schema.swift", "B.Trips.schema.swift"]),
            (
                ["X/A/T.model.json", "Y/A/T.model.json", "U.model.json"],
                ["X.A.T.schema.swift", "Y.A.T.schema.swift", "U.schema.swift"]
            ),
            (["T.model.json", "A/T.model.json"], ["T.schema.swift", "A.T.schema.swift"]),
            (
                ["A.T.model.json", "A/T.model.json", "B/T.model.json"],
                ["A.T.schema.swift", "A.T.2.schema.swift", "B.T.schema.swift"]
            ),
            (["stdin"], ["stdin.schema.swift"]),
        ])
    func schemaFilesAreNamedAfterDocuments(_ documents: [String], _ names: [String]) {
        #expect(OutputNames.schemas(of: documents) == names)
    }

    /// What a document declares stands in its own schema file; the version in that of the first.
    @Test func frozenVersionsMakeNoFilesOfTheirOwnYet() throws {
        let old = Fixture.schema(
            version: .init(0, 9, 0), isCurrent: false, models: [Fixture.model("Old")], documents: ["Old.model.json"])
        let files = try Generator().generate([schema, old], documents: [Fixture.path, "Old.model.json"])
        #expect(
            files.map(\.name) == ["Item.model.swift", "Old.schema.swift", "Trip.model.swift", "Trips.schema.swift"])
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        let once = try Generator().generate([Fixture.trips], documents: [Fixture.path])
        for _ in 0..<3 { #expect(try Generator().generate([Fixture.trips], documents: [Fixture.path]) == once) }
    }
}
