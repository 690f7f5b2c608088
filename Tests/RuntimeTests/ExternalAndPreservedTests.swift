import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Attributes that are stored externally or outlive their object: what holds until files and history are built. Values are
/// in their rows, nothing is lost, and either flag can be set or cleared in a later version.
@Suite final class ExternalAndPreservedTests {
    private let folder: URL
    private var url: URL { folder.appendingPathComponent("gallery.store") }
    private let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    private let small = Data([1, 2, 3])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func context(_ version: any VersionedSchema.Type) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url)))
    }

    private func painting(_ context: ModelContext) throws -> Painting {
        try #require(try context.fetch(FetchDescriptor<Painting>()).first)
    }

    @Test("a schema shows both as options of the attribute, inherited ones as each model says")
    func options() throws {
        let schema = Schema(versionedSchema: GalleryV2.self)
        func options(_ model: String, _ name: String) -> [Schema.Attribute.Option]? {
            schema.entitiesByName[model]?.attributesByName[name]?.options
        }
        #expect(options("Painting", "scan") == [.externalStorage])
        #expect(options("Painting", "thumbnail") == [])
        #expect(options("Painting", "remark") == [.preserveValueOnDeletion])
        #expect(options("Exhibit", "title") == [.preserveValueOnDeletion])
        #expect(options("Painting", "title") == [.preserveValueOnDeletion])
        #expect(options("Exhibit", "acquired") == [])
        #expect(options("Painting", "acquired") == [.preserveValueOnDeletion])
        #expect(options("Artist", "portrait") == [.externalStorage])
        let old = Schema(versionedSchema: GalleryV1.self)
        #expect(old.entitiesByName["Artist"]?.attributesByName["letter"]?.options == [.externalStorage])
        #expect(old.entitiesByName["Artist"]?.attributesByName["name"]?.options == [.preserveValueOnDeletion])
        let scan = Painting.schemaMetadata.first { $0.name == "scan" }?.metadata as? Schema.Attribute
        #expect(scan?.options == [.externalStorage])
    }

    @Test("what is stored externally is saved, read again, changed and deleted with its row, and no file is left")
    func savedAndRead() throws {
        do {
            let context = try context(GalleryV2.self)
            context.insert(
                Painting(
                    title: "Night", artist: Artist(name: "Anna", portrait: large), scan: large, thumbnail: small,
                    remark: "dark"))
            try context.save()
        }
        do {
            let context = try context(GalleryV2.self)
            let painting = try painting(context)
            #expect(painting.scan == large && painting.thumbnail == small && painting.remark == "dark")
            #expect(painting.artist?.portrait == large)
            painting.scan = small
            painting.artist?.portrait = nil
            try context.save()
        }
        let context = try context(GalleryV2.self)
        let found = try painting(context)
        #expect(found.scan == small && found.artist?.portrait == nil)
        context.delete(found)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Painting>()) == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.allSatisfy { $0.hasPrefix("gallery.store") && !$0.hasSuffix("-blobs") })
    }

    @Test("rules of an external value are checked like any other's")
    func validated() throws {
        let context = try context(GalleryV2.self)
        let artist = Artist(name: "Bert", portrait: Data(count: 1_000_001))
        context.insert(artist)
        #expect(throws: StorageError.self) { try context.save() }
        artist.portrait = Data(count: 1_000_000)
        try context.save()
    }

    @Test("another version may set or clear either flag: the store follows by itself, and values stay")
    func flagsChange() throws {
        #expect(GalleryV1._$schema.description.fingerprint != GalleryV2._$schema.description.fingerprint)
        do {
            let context = try context(GalleryV1.self)
            let artist = GalleryV1.Artist(name: "Anna", portrait: small, letter: large)
            context.insert(GalleryV1.Painting(title: "Night", artist: artist, scan: large, remark: "dark"))
            context.insert(GalleryV1.Painting(title: "Day", artist: artist))
            try context.save()
        }
        let context = try context(GalleryV2.self)
        let paintings = try context.fetch(FetchDescriptor<Painting>(sortBy: [SortDescriptor(\.title)]))
        #expect(paintings.map(\.title) == ["Day", "Night"])
        #expect(paintings.map(\.scan) == [Data(), large])
        #expect(paintings.map(\.remark) == [nil, "dark"])
        let artist = try #require(paintings[0].artist)
        #expect(artist.name == "Anna" && artist.portrait == small && artist.letter == large)
        #expect(artist.works.count == 2)
    }
}
