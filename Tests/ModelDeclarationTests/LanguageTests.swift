import ModelDeclaration
import ModelSchema
import Testing

@Suite("The language, from text to resolved schema")
struct LanguageTests {
    static let trips = """
        {
          "$schema": "https://json.schemastore.org/modelgen.json",
          "schema": "Trips",
          "version": "2.0.0",
          "access": "public",
          "types": [
            { "enum": "Reason", "rawType": "String", "cases": ["vacation", "family", "adventure"], "unknown": "vacation" },
            { "struct": "Address", "fields": [ { "name": "street", "type": "String" }, { "name": "city", "type": "String" } ] }
          ],
          "models": [
            {
              "name": "Trip",
              "doc": "A journey with a beginning and an end.",
              "attributes": [
                { "name": "name", "type": "String", "unique": true },
                { "name": "destination", "type": "String", "default": "" },
                { "name": "startDate", "type": "Date" },
                { "name": "budget", "type": "Decimal", "default": "0" },
                { "name": "createdAt", "type": "Date", "default": { "expression": "Date.now" } },
                { "name": "home", "type": "Address?" },
                { "name": "reason", "type": "Reason", "default": "family" },
                { "name": "views", "type": "Int", "transient": true, "default": 0 }
              ],
              "relationships": [
                { "name": "items", "type": "[Item]", "deleteRule": "cascade", "inverse": "trip" },
                { "name": "lodging", "type": "Lodging?", "deleteRule": "cascade" },
                { "name": "tags", "type": "[Tag]", "inverse": "trips" }
              ],
              "unique": [["name", "startDate"]],
              "index": [["startDate"], { "on": ["destination", "startDate"], "order": ["ascending", "descending"] }]
            },
            { "name": "Item", "attributes": [{ "name": "title", "type": "String" }],
              "relationships": [{ "name": "trip", "type": "Trip?" }] },
            { "name": "Lodging", "attributes": [{ "name": "address", "type": "Address" }],
              "relationships": [{ "name": "trip", "type": "Trip" }] },
            { "name": "Tag", "attributes": [{ "name": "name", "type": "String" }],
              "relationships": [{ "name": "trips", "type": "[Trip]" }] }
          ]
        }
        """

    @Test("What the first version builds needs no feature that is switched off")
    func firstVersion() {
        let result = resolve(Self.trips, features: .built)
        #expect(result.briefs == [])
        #expect(result.schemas.count == 1)
    }

    @Test("Values, links, constraints and storage of the travel example")
    func travelExample() throws {
        let trips = try schema(Self.trips)
        #expect(trips.description.name == "Trips")
        #expect(trips.description.version == SchemaVersion(2, 0, 0))
        #expect(trips.access == .public)
        #expect(trips.isCurrent)
        #expect(trips.documents == ["a.model.json"])
        #expect(trips.description.models.map(\.name) == ["Trip", "Item", "Lodging", "Tag"])
        let trip = try #require(trips.models.first)
        #expect(trip.doc == "A journey with a beginning and an end.")
        #expect(trip.description.unique == [["name"], ["name", "startDate"]])
        #expect(
            trip.description.indexes == [
                IndexDescription([.init("startDate")]),
                IndexDescription([.init("destination"), .init("startDate", .descending)]),
            ])
        #expect(
            trip.attributes.map(\.defaultValue) == [
                nil, .string(""), nil, .decimal("0"),
                .expression("Date.now", Place(path: "a.model.json", line: 19, column: 75)), nil, .enumCase("family"),
                .integer(0),
            ])
        #expect(trip.attributes.map(\.isTransient) == [false, false, false, false, false, false, false, true])
        #expect(trip.attributes[7].description.column == nil)
        let street = FieldDescription(name: "street", type: .string, isOptional: false)
        let city = FieldDescription(name: "city", type: .string, isOptional: false)
        #expect(trip.attributes[5].description.type == .composite(name: "Address", fields: [street, city]))
        #expect(trip.attributes[6].description.type == .rawValue(name: "Reason", raw: .string))
        #expect(
            trip.description.relationships == [
                RelationshipDescription(
                    name: "items", destination: "Item", isToMany: true, isOptional: false, inverse: "trip",
                    deleteRule: .cascade, storage: .inverseColumn("trip")),
                RelationshipDescription(
                    name: "lodging", destination: "Lodging", isToMany: false, isOptional: true, inverse: "trip",
                    deleteRule: .cascade, storage: .inverseColumn("trip")),
                RelationshipDescription(
                    name: "tags", destination: "Tag", isToMany: true, isOptional: false, inverse: "trips",
                    storage: .joinTable("Tag.trips", isSource: false)),
            ])
    }
}
