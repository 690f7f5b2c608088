import ModelDeclaration
import ModelSchema
import Testing

@Suite("Relationships and where they are stored")
struct RelationshipTests {
    private func description(_ models: String...) throws -> SchemaDescription {
        try schema(document(models: models.joined(separator: ","))).description
    }

    private static func model(_ name: String, _ relationships: String...) -> String {
        #"{"name": "\#(name)", "relationships": [\#(relationships.joined(separator: ","))]}"#
    }

    @Test("R08, G17: an inverse declared on one side, the other, both or none gives the same schema")
    func spellings() throws {
        var results: Set<SchemaDescription> = []
        for first in ["", #", "inverse": "album""#] {
            for second in ["", #", "inverse": "tracks""#] {
                results.insert(
                    try description(
                        Self.model("Album", #"{"name": "tracks", "type": "[Track]"\#(first)}"#),
                        Self.model("Track", #"{"name": "album", "type": "Album?"\#(second)}"#)))
            }
        }
        #expect(results.count == 1)
        let result = try #require(results.first)
        #expect(try result.relationship("Album", "tracks").storage == .inverseColumn("album"))
        #expect(try result.relationship("Track", "album").storage == .column("album"))
        #expect(try result.relationship("Track", "album").isToMany == false)
    }

    @Test("G17: inverses across two documents, many to many, and within one model")
    func acrossDocuments() throws {
        let result = resolve(
            #"{"schema": "S", "models": [{"name": "A", "relationships": [{"name": "bs", "type": "[B]", "inverse": "as"}]}]}"#,
            #"{"schema": "S", "models": [{"name": "B", "relationships": [{"name": "as", "type": "[A]", "inverse": "bs"}, {"name": "parent", "type": "B?", "inverse": "children"}, {"name": "children", "type": "[B]", "inverse": "parent"}]}]}"#
        )
        #expect(result.briefs == [])
        let resolved = try #require(result.schemas.first)
        #expect(resolved.documents == ["a.model.json", "b.model.json"])
        #expect(try resolved.description.relationship("A", "bs").storage == .joinTable("A.bs", isSource: true))
        #expect(try resolved.description.relationship("B", "as").storage == .joinTable("A.bs", isSource: false))
        #expect(try resolved.description.relationship("B", "children").storage == .inverseColumn("parent"))
    }

    @Test("A tree's two sides find each other")
    func tree() throws {
        let result = try description(
            Self.model("Node", #"{"name": "parent", "type": "Node?"}"#, #"{"name": "children", "type": "[Node]"}"#))
        #expect(try result.relationship("Node", "parent").inverse == "children")
        #expect(try result.relationship("Node", "children").inverse == "parent")
    }

    @Test("A relationship is not taken for its own inverse unless it says so")
    func ownInverse() throws {
        let silent = try description(Self.model("P", #"{"name": "friends", "type": "[P]"}"#))
        #expect(try silent.relationship("P", "friends").inverse == nil)
        #expect(try silent.relationship("P", "friends").storage == .joinTable("P.friends", isSource: true))
        let said = try description(Self.model("P", #"{"name": "spouse", "type": "P?", "inverse": "spouse"}"#))
        #expect(try said.relationship("P", "spouse").inverse == "spouse")
        #expect(try said.relationship("P", "spouse").storage == .column("spouse"))
    }

    @Test("One to one: the column is on the required side, else on the one that sorts first by bytes")
    func oneToOne() throws {
        let required = try description(
            Self.model("A", #"{"name": "b", "type": "B?", "deleteRule": "cascade"}"#),
            Self.model("B", #"{"name": "a", "type": "A"}"#))
        #expect(try required.relationship("A", "b").storage == .inverseColumn("a"))
        #expect(try required.relationship("B", "a").storage == .column("a"))
        let optional = try description(
            Self.model("B", #"{"name": "a", "type": "A?"}"#), Self.model("A", #"{"name": "z", "type": "B?"}"#))
        #expect(try optional.relationship("A", "z").storage == .column("z"))
        #expect(try optional.relationship("B", "a").storage == .inverseColumn("z"))
        let bytes = try description(
            Self.model("É", #"{"name": "a", "type": "Z?"}"#), Self.model("Z", #"{"name": "e", "type": "É?"}"#))
        #expect(try bytes.relationship("Z", "e").storage == .column("e"))
    }

    @Test("One-way relationships, silent and on purpose")
    func oneWay() throws {
        let result = try description(
            Self.model(
                "A", #"{"name": "b", "type": "B?"}"#, #"{"name": "bs", "type": "[B]?", "deleteRule": "deny"}"#,
                #"{"name": "c", "type": "C", "inverse": null}"#),
            Self.model("B"), Self.model("C", #"{"name": "a", "type": "A?", "inverse": null}"#))
        #expect(try result.relationship("A", "b").storage == .column("b"))
        #expect(try result.relationship("A", "bs").storage == .joinTable("A.bs", isSource: true))
        #expect(try result.relationship("A", "bs").deleteRule == .deny)
        #expect(try result.relationship("A", "c").inverse == nil)
        #expect(try result.relationship("A", "c").isOptional == false)
        #expect(try result.relationship("C", "a").inverse == nil)
    }

    @Test("An optional to-many is remembered for Swift, and stored as any other")
    func optionalToMany() throws {
        let resolved = try schema(
            document(
                models: Self.model(
                    "A", #"{"name": "bs", "type": "[B]?"}"#, #"{"name": "cs", "type": "[B]", "inverse": null}"#) + ","
                    + Self.model("B")))
        #expect(resolved.models[0].relationships.map(\.isOptionalToMany) == [true, false])
        #expect(resolved.description.models[0].relationships.map(\.isOptional) == [false, false])
    }

    @Test("Where several inverses are possible, null and names leave one over")
    func disambiguation() throws {
        let result = try description(
            Self.model("Trip", #"{"name": "items", "type": "[Item]"}"#),
            Self.model(
                "Item", #"{"name": "trip", "type": "Trip?"}"#, #"{"name": "next", "type": "Trip?", "inverse": null}"#))
        #expect(try result.relationship("Trip", "items").inverse == "trip")
        #expect(try result.relationship("Item", "next").inverse == nil)
    }

    @Test("A required relationship to a model of which a kind can be made is no circle")
    func requiredThroughHeirs() throws {
        let result = try description(
            #"{"name": "Shape", "abstract": true}"#,
            #"{"name": "Group", "inherits": "Shape", "relationships": [{"name": "first", "type": "Shape", "inverse": null}]}"#,
            #"{"name": "Dot", "inherits": "Shape"}"#)
        #expect(try result.relationship("Group", "first").storage == .column("Group.first"))
    }

    @Test("Counts and order are carried")
    func counts() throws {
        let result = try description(
            Self.model(
                "A",
                #"{"name": "bs", "type": "[B]", "minCount": 1, "maxCount": 3, "ordered": true, "originalName": "b"}"#),
            Self.model("B"))
        #expect(
            try result.relationship("A", "bs")
                == RelationshipDescription(
                    name: "bs", originalName: "b", destination: "B", isToMany: true, isOptional: false, inverse: nil,
                    minimumCount: 1, maximumCount: 3, isOrdered: true, storage: .joinTable("A.bs", isSource: true)))
    }
}

@Suite("Models, constraints and schemas")
struct SchemaTests {
    @Test("A hierarchy has one table, heirs' columns carry their name, parents come first")
    func hierarchy() throws {
        let resolved = try schema(
            document(
                models: """
                    {"name": "BusinessTrip", "inherits": "Trip", "attributes": [{"name": "perDiem", "type": "Double", "default": 0}],
                     "relationships": [{"name": "boss", "type": "Person?"}], "unique": [["title", "perDiem"]]},
                    {"name": "Person"},
                    {"name": "Trip", "table": "trips", "abstract": true, "conformances": ["Named"], "originalName": "Journey",
                     "attributes": [{"name": "title", "type": "String", "column": "the title", "originalName": "name", "preserve": true}]}
                    """))
        #expect(resolved.description.models.map(\.name) == ["Trip", "BusinessTrip", "Person"])
        #expect(resolved.models.map(\.description) == resolved.description.models)
        let trip = resolved.description.models[0]
        #expect(trip.isAbstract)
        #expect(trip.originalName == "Journey")
        #expect(trip.preserved == ["title"])
        #expect(
            trip.attributes == [
                AttributeDescription(name: "title", originalName: "name", type: .string, column: "the title")
            ])
        #expect(resolved.models[0].conformances == ["Named"])
        let business = resolved.description.models[1]
        #expect(business.table == "trips")
        #expect(business.parent == "Trip")
        #expect(business.attributes.map(\.column) == ["BusinessTrip.perDiem"])
        #expect(business.relationships.map(\.storage) == [.column("BusinessTrip.boss")])
        #expect(business.unique == [["title", "perDiem"]])
    }

    @Test("Flags are folded into the lists, once")
    func flags() throws {
        let resolved = try schema(
            document(
                models: """
                    {"name": "M", "attributes": [{"name": "a", "type": "Int"}, {"name": "b", "type": "Int", "unique": true, "preserve": true}],
                     "relationships": [{"name": "n", "type": "M?", "inverse": null}], "unique": [["b"], ["a", "n"]], "preserve": ["b", "a"]}
                    """))
        #expect(resolved.description.models[0].unique == [["b"], ["a", "n"]])
        #expect(resolved.description.models[0].preserved == ["b", "a"])
    }

    @Test("Conditions of partial indexes become SQL that any SQLite reads")
    func conditions() throws {
        let resolved = try schema(
            document(
                models: """
                    {"name": "M", "attributes": [{"name": "a", "type": "Int?"}, {"name": "s", "type": "String", "column": "the \\"s\\""},
                     {"name": "b", "type": "Bool"}, {"name": "u", "type": "UInt64"}, {"name": "m", "type": "Mood"}, {"name": "n", "type": "Int"}],
                     "index": [{"on": ["a"], "order": ["descending"], "where": "a is not null AND b = true and s='it; --'"},
                     {"on": ["u"], "where": "u = 1 and m = 'bad' and a Is Null and n = -2"}]}
                    """, types: ValueTests.types))
        #expect(
            resolved.description.models[0].indexes == [
                IndexDescription(
                    [.init("a", .descending)], condition: #""a" IS NOT NULL AND "b" = 1 AND "the ""s""" = 'it; --'"#),
                IndexDescription(
                    [.init("u")], condition: #""u" = -9223372036854775807 AND "m" = 'B' AND "a" IS NULL AND "n" = -2"#),
            ])
    }

    @Test("Documents of one schema are one; what one says of access and options holds for all")
    func documents() throws {
        let result = resolve(
            #"{"schema": "S", "access": "package", "imports": ["B", "A"], "models": [{"name": "X"}], "actors": ["Worker"]}"#,
            #"{"schema": "S", "imports": ["A", "C.D"], "options": {"observable": false, "cloudKit": false}, "models": [{"name": "Y"}]}"#,
            #"{"schema": "T"}"#)
        #expect(result.briefs == [])
        #expect(result.schemas.map(\.description.name) == ["S", "T"])
        let schema = try #require(result.schemas.first)
        #expect(schema.access == .package)
        #expect(schema.imports == ["B", "A", "C.D"])
        #expect(schema.actors == ["Worker"])
        #expect(!schema.options.observable && schema.options.history && !schema.options.cloudKit)
        #expect(schema.description.models.map(\.name) == ["X", "Y"])
        #expect(result.schemas[1].description.version == SchemaVersion(1, 0, 0))
    }

    @Test("The highest version is current, all others are frozen; the same names in them are no clash")
    func versions() {
        let result = resolve(
            #"{"schema": "S", "version": "1.10.0", "models": [{"name": "A", "attributes": [{"name": "x", "type": "Int"}]}]}"#,
            #"{"schema": "S", "version": "1.9.0", "models": [{"name": "A"}]}"#,
            #"{"schema": "S", "version": "2.0.0", "models": [{"name": "B", "originalName": "A", "attributes": [{"name": "y", "type": "Int", "originalName": "x"}]}]}"#
        )
        #expect(result.briefs == [])
        #expect(result.schemas.map(\.description.version.description) == ["2.0.0", "1.9.0", "1.10.0"])
        #expect(result.schemas.map(\.isCurrent) == [true, false, false])
    }

    @Test("The names of what is generated for a version")
    func versionNames() {
        #expect(SchemaNames.versionedSchema("Trips", SchemaVersion(2, 0, 0)) == "TripsV2")
        #expect(SchemaNames.versionedSchema("Trips", SchemaVersion(2, 1, 0)) == "TripsV2_1")
        #expect(SchemaNames.versionedSchema("Trips", SchemaVersion(2, 0, 3)) == "TripsV2_0_3")
    }
}
