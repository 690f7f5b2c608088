import Foundation
import ModelStorage
import SnapshotModels
import SnapshotNames
import Testing

/// Generated code does what its declaration says: the snapshots, run.
@MainActor struct GeneratedModelTests {
    /// Every property of every model is told to the runtime under its name, and a store can be made.
    @Test(
        arguments: [
            ScalarsV1.self, TypesV2_1.self, KeywordsV1.self, TypeNamesV1.self,
        ] as [any ModelStorage.VersionedSchema.Type])
    func aContainerOpens(_ schema: any ModelStorage.VersionedSchema.Type) throws {
        for model in schema.models {
            #expect(Set(model.schemaMetadata.map(\.name)).count == model.schemaMetadata.count)
        }
        _ = try ModelContainer(
            for: Schema(versionedSchema: schema), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func literalDefaultsAreExact() {
        let object = Defaulted()
        #expect(object.string == "a \"quoted\" \\(text)\n\t\\u{0}")
        #expect(object.int64 == .min)
        #expect(object.uint64 == .max)
        #expect(object.float == 0.1)
        #expect(object.double == -1e-300)
        #expect(object.decimal == Decimal(string: "-12345678901234567890.123456789"))
        #expect(object.date == Date(timeIntervalSinceReferenceDate: 730_895_696.789))
        #expect(object.data == Data([0, 1, 2, 0xFF]))
        #expect(object.uuid == Foundation.UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(object.url == Foundation.URL(string: "https://example.org/a?b=c#d"))
        #expect(object.whole == 5)
        #expect(object.nothing == nil)
        #expect(Evaluated().int == 9)
        #expect(Evaluated().uuid != Evaluated().uuid)
    }

    @Test func valuesSurviveAStore() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: TypesV2_1.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let figure = Figure(
            grade: .high, area: Area(center: Spot(x: 1, y: 2), corner: Spot(x: 3, y: 4), weather: .unknown))
        container.mainContext.insert(figure)
        try container.mainContext.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Figure>()).first)
        #expect(read.weather == .good)
        #expect(read.grade == .high)
        #expect(read.area == figure.area)
        #expect(read.optionalArea == figure.optionalArea)
        #expect(read.origin.y.sign == .minus)
        #expect(read.target == nil)
    }

    @Test("G01: names of the language are names") func namesOfTheLanguageAreNames() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: KeywordsV1.self),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let object = KeywordAttributes(in: 4, self: 3)
        object.`init` = 5
        container.mainContext.insert(object)
        try container.mainContext.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<KeywordAttributes>()).first)
        #expect(read.`self` == 3)
        #expect(read.`init` == 5)
        #expect(read.in == 4)
        #expect(read.maybeWord == Word.none)
        #expect(read.Word == .`init`)
    }
}
