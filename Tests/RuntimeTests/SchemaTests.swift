import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct SchemaTests {
    private let schema = Schema([Album.self, Team.self])

    @Test func entitiesAreWhatWasDeclared() throws {
        #expect(schema.entitiesByName.keys.contains("Album") && schema.entitiesByName.keys.contains("Being"))
        let album = try #require(schema.entity(for: Album.self))
        #expect(Schema.entityName(for: Album.self) == "Album")
        #expect(album.properties.map(\.name) == ["title", "year", "cover", "tracks", "labels"])
        let title = try #require(album.attributesByName["title"])
        #expect(title.valueType is String.Type && !title.isOptional && title.isAttribute && !title.isUnique)
        let tracks = try #require(album.relationshipsByName["tracks"])
        #expect(tracks.deleteRule == .cascade && tracks.destination == "Track" && tracks.inverseName == "album")
        #expect(!tracks.isToOneRelationship && tracks.keypath == \Album.tracks && tracks.inverseKeyPath == \Track.album)
        #expect(tracks.valueType is [Track].Type)
        #expect(album.indices == [["title"], ["year", "title"]])
        let label = try #require(schema.entitiesByName["Label"])
        #expect(label.uniquenessConstraints == [["name"]] && label.attributesByName["name"]?.isUnique == true)
        let point = schema.entitiesByName["Everything"]?.attributesByName["point"] as? Schema.CompositeAttribute
        #expect(point?.properties.map(\.name) == ["x", "y", "label"])
        #expect(point?.properties.map(\.isOptional) == [false, false, true])
        let team = try #require(schema.entity(for: Team.self)?.relationshipsByName["players"])
        #expect(team.minimumModelCount == 1 && team.maximumModelCount == 3)
        #expect(schema.entitiesByName["Player"]?.attributesByName["mark"]?.options == [.ephemeral])
    }

    @Test func inheritanceIsShown() throws {
        let being = try #require(schema.entity(for: Being.self))
        let dog = try #require(schema.entity(for: Dog.self))
        #expect(being.subentities.map(\.name).sorted() == ["Animal", "Human"])
        #expect(dog.superentityName == "Animal" && dog.superentity?.superentity === being)
        #expect(dog.storedProperties.map(\.name) == ["breed", "puppies", "mother"] || dog.storedProperties.count == 3)
        #expect(Set(dog.inheritedPropertiesByName.keys) == ["name", "number", "home", "legs"])
    }

    @Test func aSchemaCanBeWrittenDown() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try schema.save(to: url)
        let read = try Schema.load(from: url)
        #expect(read == schema && read.hashValue == schema.hashValue)
        #expect(read.entitiesByName.keys.sorted() == schema.entitiesByName.keys.sorted())
        #expect(read.entitiesByName["Dog"]?.superentity?.name == "Animal")
        #expect(read.entity(for: Album.self)?.attributesByName["title"]?.valueType is String.Type)
        #expect(read != Schema([Album.self]))
        let made = Schema(
            Schema.Entity("A", properties: Schema.Attribute(name: "x", options: [.unique], valueType: Int?.self)),
            version: .init(2, 0, 0))
        #expect(made.entitiesByName["A"]?.attributesByName["x"]?.isOptional == true)
        #expect(try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(made)) == made)
        // Models need generated code.
        #expect(throws: StorageError.self) {
            try ModelContainer(for: made, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
    }

    @Test func propertiesHaveMetadata() throws {
        let metadata = Album.schemaMetadata
        #expect(metadata.map(\.name) == ["title", "year", "plays", "cover", "tracks", "labels"])
        #expect(metadata[0].keypath == \Album.title && metadata[0].metadata is Schema.Attribute)
        #expect(metadata[2].metadata == nil)
        #expect(metadata[4].metadata is Schema.Relationship)
    }

    @Test func valuesByKeyPath() throws {
        let album = Album(title: "A")
        album.setValue(forKey: \.title, to: "B")
        album.setValue(forKey: \.cover, to: Cover(name: "c"))
        album.setValue(forKey: \.tracks, to: [Track(title: "t")])
        album.setTransformableValue(forKey: \.year, to: 3)
        #expect(album.getValue(forKey: \.title) == "B" && album.getTransformableValue(forKey: \.year) == 3)
        #expect(album.getValue(forKey: \.cover)?.name == "c")
        #expect(album.getValue(forKey: \.tracks).map(\.title) == ["t"])
        let post = Post(title: "p", blog: Blog(name: "a"))
        post.setValue(forKey: \.blog, to: Blog(name: "b"))
        #expect(post.getValue(forKey: \.blog).name == "b")
    }
}
