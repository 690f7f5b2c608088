// Code as it is written for SwiftData, with the import changed: every public symbol of sections 1.3 to 1.11 of SwiftData's
// interface that this library has is used here, so that a change of a name, a label or a default does not compile.
import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// A view model as apps have them.
private final class AlbumStore {
    private let modelContext: ModelContext
    private(set) var albums: [Album] = []
    var lastError: (any Error)?

    init(modelContext: ModelContext) { self.modelContext = modelContext }

    func load(search: String, sortedBy order: SortOrder = .forward, limit: Int? = nil) {
        let predicate = #Predicate<Album> { search.isEmpty || $0.title.localizedStandardContains(search) }
        var descriptor = FetchDescriptor<Album>(
            predicate: predicate, sortBy: [SortDescriptor(\.title, order: order), SortDescriptor(\.year)])
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = 0
        descriptor.includePendingChanges = true
        descriptor.propertiesToFetch = [\.title, \.year]
        descriptor.relationshipKeyPathsForPrefetching = [\.tracks]
        do {
            albums = try modelContext.fetch(descriptor)
        } catch SwiftDataError.unsupportedPredicate {
            albums = []
        } catch {
            lastError = error
        }
    }

    func add(title: String) -> PersistentIdentifier {
        let album = Album(title: title)
        modelContext.insert(album)
        return album.persistentModelID
    }

    func remove(at offsets: IndexSet) {
        for offset in offsets { modelContext.delete(albums[offset]) }
    }

    func save() throws {
        if modelContext.hasChanges { try modelContext.save() }
    }
}

/// A background importer, as code without the `@ModelActor` macro has it.
private struct Importer: Sendable {
    let container: ModelContainer

    func run(_ titles: [String]) throws -> [PersistentIdentifier] {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        context.author = "importer"
        try context.transaction {
            for title in titles { context.insert(Album(title: title)) }
        }
        return try context.fetchIdentifiers(FetchDescriptor<Album>(sortBy: [.init(\.title)]))
    }
}

private func generic<Model: PersistentModel>(_ type: Model.Type, in context: ModelContext) throws -> Int {
    try context.fetchCount(FetchDescriptor<Model>())
}

@Suite struct PortedCodeTests {
    private func container() throws -> ModelContainer {
        let schema = Schema([Album.self, Track.self], version: Schema.Version(1, 0, 0))
        let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    @Test func aViewModel() throws {
        let container = try container()
        let store = AlbumStore(modelContext: ModelContext(container))
        let temporary = store.add(title: "b")
        _ = store.add(title: "a")
        try store.save()
        store.load(search: "")
        #expect(store.albums.map(\.title) == ["a", "b"] && store.lastError == nil)
        store.remove(at: IndexSet(integer: 0))
        try store.save()
        store.load(search: "B", limit: 1)
        #expect(store.albums.map(\.title) == ["b"])
        #expect(temporary.storeIdentifier == nil)
    }

    @Test func anImporter() throws {
        let container = try container()
        let identifiers = try Importer(container: container).run(["x", "y"])
        let context = ModelContext(container)
        let models = identifiers.map { context.model(for: $0) }
        #expect(models.compactMap { ($0 as? Album)?.title } == ["x", "y"])
        let registered: Album? = context.registeredModel(for: identifiers[0])
        #expect(registered === models[0])
        #expect(try generic(Album.self, in: context) == 2)
        #expect(
            models[0].persistentModelID.id == identifiers[0].id && models[0].persistentModelID.entityName == "Album")
        #expect(identifiers == identifiers.sorted())
    }

    @Test func contexts() throws {
        let container = try container()
        let context = ModelContext(container)
        #expect(context == context && context.container == container && context.author == nil)
        #expect(context.undoManager == nil && !context.autosaveEnabled)
        context.undoManager = UndoManager()
        let state: EditingState = context.editingState
        #expect(state.id == context.editingState.id)
        let first = Album(title: "1")
        context.insert(first)
        context.insert(Album(title: "2"))
        #expect(context.insertedModelsArray.count == 2 && first.hasChanges && first.modelContext == context)
        try context.save()
        first.title = "one"
        #expect(context.changedModelsArray.count == 1)
        context.rollback()
        #expect(first.title == "1")
        context.delete(first)
        #expect(context.deletedModelsArray.count == 1 && first.isDeleted)
        context.processPendingChanges()
        try context.save()
        try context.delete(model: Album.self, where: #Predicate { $0.title == "2" }, includeSubclasses: true)
        try context.delete(model: Track.self)
        #expect(try context.fetchCount(FetchDescriptor<Album>()) == 0)
        #expect("\(context)".isEmpty == false)
    }

    @Test func largeResults() throws {
        let context = ModelContext(try container())
        for number in 0..<25 { context.insert(Album(title: "\(number)", year: number)) }
        try context.save()
        let descriptor = FetchDescriptor<Album>(sortBy: [SortDescriptor(\.year, order: .reverse)])
        let results: FetchResultsCollection<Album> = try context.fetch(descriptor, batchSize: 10)
        #expect(results.count == 25 && results[0].year == 24 && results.last?.year == 0)
        #expect(results[5..<7].map(\.year) == [19, 18] && results.indices == 0..<25)
        let identifiers = try context.fetchIdentifiers(descriptor, batchSize: 10)
        #expect(identifiers.map { $0 } == results.map(\.persistentModelID))
        var sum = 0
        try context.enumerate(descriptor, batchSize: 10, allowEscapingMutations: true) { sum += $0.year }
        try context.enumerate(descriptor) { sum += $0.year }
        #expect(sum == 600)
        #expect(descriptor == descriptor && descriptor != FetchDescriptor<Album>())
    }

    @Test func notificationsOfSaves() throws {
        let context = ModelContext(try container())
        let center = NotificationCenter.default
        nonisolated(unsafe) var posted: [String: Set<PersistentIdentifier>] = [:]
        nonisolated(unsafe) var willSaves = 0
        let tokens = [
            center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) { _ in willSaves += 1 },
            center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) { notification in
                for key in [
                    ModelContext.NotificationKey.insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers,
                ] {
                    let identifiers = notification.userInfo?[key.rawValue] as? [PersistentIdentifier]
                    posted[key.rawValue] = Set(identifiers ?? [])
                }
            },
        ]
        defer { tokens.forEach(center.removeObserver) }
        let album = Album(title: "a")
        context.insert(album)
        try context.save()
        #expect(willSaves == 1 && posted["insertedIdentifiers"] == [album.persistentModelID])
        #expect(ModelContext.NotificationKey(rawValue: "queryGeneration") == .queryGeneration)
        #expect(ModelContext.NotificationKey.invalidatedAllIdentifiers.rawValue == "invalidatedAllIdentifiers")
        try context.save()
        #expect(willSaves == 1)
    }

    @Test func configurations() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).store")
        let named = ModelConfiguration(
            "music", schema: nil, url: url, allowsSave: true, cloudKitDatabase: .none)
        #expect(named.name == "music" && named.url == url && named.id == url && named.allowsSave)
        #expect(named.schema == nil && !named.isStoredInMemoryOnly)
        #expect(named.cloudKitContainerIdentifier == nil && named.groupAppContainerIdentifier == nil)
        try named.validate()
        let memory = ModelConfiguration(
            "memory", schema: Schema([Album.self]), isStoredInMemoryOnly: true, allowsSave: true,
            groupContainer: .automatic, cloudKitDatabase: .automatic)
        #expect(memory.schema == Schema([Album.self]) && memory != named && memory.hashValue != named.hashValue)
        #expect(ModelConfiguration(for: Album.self, isStoredInMemoryOnly: true).schema != nil)
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        #expect(ModelConfiguration("x").url.lastPathComponent == "x.store")
        #expect("\(memory)".isEmpty == false && memory.debugDescription.contains("memory"))
        let databases: [ModelConfiguration.CloudKitDatabase] = [.automatic, .none, .private("db")]
        let groups: [ModelConfiguration.GroupContainer] = [.automatic, .none, .identifier("group")]
        #expect(databases.count == 3 && groups.count == 3)
        let container = try ModelContainer(for: Album.self, Track.self, configurations: memory)
        #expect(container.configurations == [memory] && container.migrationPlan == nil)
        #expect(container.schema.entity(for: Track.self) != nil)
        try container.erase()
        container.deleteAllData()
    }

    @Test @MainActor func theMainContext() throws {
        let container = try ModelContainer(for: Album.self, configurations: .init(isStoredInMemoryOnly: true))
        let context = container.mainContext
        #expect(context === container.mainContext && context.autosaveEnabled)
        context.autosaveEnabled = false
    }

    @Test func errors() throws {
        let all: [SwiftDataError] = [
            .unsupportedPredicate, .unsupportedSortDescriptor, .unsupportedKeyPath, .includePendingChangesWithBatchSize,
            .sortingPendingChangesWithIdentifiers, .duplicateConfiguration, .configurationFileNameTooLong,
            .configurationFileNameContainsInvalidCharacters, .configurationSchemaNotFoundInContainerSchema,
            .loadIssueModelContainer, .missingModelContext, .modelValidationFailure, .backwardMigration, .unknownSchema,
            .historyTokenExpired, .invalidTransactionFetchRequest,
        ]
        #expect(Set(all).count == all.count)
        func matched(_ error: any Error) -> SwiftDataError? { all.first { $0 ~= error } }
        #expect(matched(StorageError.validation([])) == .modelValidationFailure)
        #expect(matched(StorageError.unsupportedKeyPath("x")) == .unsupportedKeyPath)
        func thrown(_ body: () throws -> Void) -> SwiftDataError? {
            do {
                try body()
                return nil
            } catch {
                return matched(error)
            }
        }
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(thrown { _ = try ModelContainer(for: Schema(), configurations: [memory]) } == .unknownSchema)
        let long = ModelConfiguration(String(repeating: "n", count: 300))
        #expect(thrown { try long.validate() } == .configurationFileNameTooLong)
        #expect(thrown { try ModelConfiguration("a/b").validate() } == .configurationFileNameContainsInvalidCharacters)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).store")
        let twice = [ModelConfiguration("a", url: url), ModelConfiguration("b", url: url)]
        #expect(
            thrown { _ = try ModelContainer(for: Schema([Album.self]), configurations: twice) }
                == .duplicateConfiguration)
        let foreign = ModelConfiguration(schema: Schema([Team.self]), isStoredInMemoryOnly: true)
        #expect(
            thrown { _ = try ModelContainer(for: Schema([Album.self]), configurations: [foreign]) }
                == .configurationSchemaNotFoundInContainerSchema)
    }

    @Test func identifiers() throws {
        let context = ModelContext(try container())
        let album = Album(title: "a")
        context.insert(album)
        #expect(album.persistentModelID.storeIdentifier == nil && album.id == album.persistentModelID)
        try context.save()
        let identifier = album.persistentModelID
        let store = try #require(identifier.storeIdentifier)
        let data = try JSONEncoder().encode(identifier)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == identifier && decoded.hashValue == identifier.hashValue && !(decoded < identifier))
        let made = try PersistentIdentifier.identifier(for: store, entityName: "Album", primaryKey: 1)
        #expect(context.model(for: made) === album)
    }

    @Test func schemas() throws {
        let versioned = Schema(versionedSchema: RuntimeV1.self)
        #expect(versioned.version == RuntimeV1.versionIdentifier && RuntimeV1.models.count == versioned.entities.count)
        #expect(Schema(Album.self, Track.self, version: .init(1, 2, 3)).version.description == "1.2.3")
        #expect(
            Schema.Version(1, 2, 3) > Schema.Version(1, 2, 2)
                && Schema.schemaEncodingVersion == Schema().encodingVersion)
        let index = Schema.Index<Album>([\.title], [\.year, \.title])
        let spatial = Schema.Index<Album>(.binary([\.title]), .rtree([\.year]))
        let unique = Schema.Unique<Label>([\.name])
        #expect(index.indices.count == 2 && spatial.indices.count == 2 && unique.constraints == [[\Label.name]])
        #expect(try JSONDecoder().decode(Schema.Index<Album>.self, from: JSONEncoder().encode(index)) == index)
        let attribute = Schema.Attribute(.unique, .externalStorage, originalName: "old", hashModifier: "1")
        #expect(attribute.isUnique && attribute.originalName == "old" && attribute.hashModifier == "1")
        #expect(!attribute.isTransformable && Schema.Attribute(.transformable(by: "t")).isTransformable)
        let options: [Schema.Attribute.Option] = [
            .allowsCloudEncryption, .preserveValueOnDeletion, .ephemeral, .spotlight, .codable,
        ]
        #expect(Set(options).count == 5)
        let relationship = Schema.Relationship(
            .unique, deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 2, originalName: "r",
            inverse: \Track.album, hashModifier: nil)
        #expect(relationship.isUnique && relationship.deleteRule == .cascade && relationship.inverseKeyPath != nil)
        #expect(Schema.Relationship.DeleteRule(rawValue: "noAction") == .noAction)
        let entity = Schema.Entity("E", subentities: Schema.Entity("F"), properties: attribute, relationship)
        #expect(entity.subentities.first?.superentityName == "E" && entity.properties.count == 2)
        let metadata = Schema.PropertyMetadata(name: "x", keypath: \Album.title, defaultValue: "y", metadata: attribute)
        #expect(metadata.name == "x")
    }
}
