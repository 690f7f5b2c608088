internal import Foundation
internal import Synchronization

/// A store with the models it keeps. Contexts on one container see each other's saves.
public final class ModelContainer: Equatable, @unchecked Sendable {
    public let schema: Schema
    /// How stores of older versions get to the current one. nil where none was given: then the plan that is generated with
    /// the schema is used, if there is one.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?
    public let configurations: Set<ModelConfiguration>
    let store: Store
    private let inboxes = Mutex<[ObjectIdentifier: Weak]>([:])
    @MainActor private var storedMainContext: ModelContext?

    private struct Weak {
        weak var inbox: Inbox?
    }

    /// Opens or makes the store of the models' schemas, and brings an older one to the current version.
    ///
    /// Naming some models of a declared schema gives all of them.
    ///
    /// - Throws: a ``StorageError`` that says why the store cannot be used; its file is then as it was.
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
    }

    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
    ) throws {
        let configuration = configurations.first ?? ModelConfiguration()
        guard configurations.count <= 1 else {
            throw StorageError.cannotOpen(
                path: configurations.map(\.url.path).joined(separator: ", "),
                reason: "a container with several configurations is not part of this version: give one")
        }
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.configurations = [configuration]
        if configurations.isEmpty, !configuration.isStoredInMemoryOnly {
            try FileManager.default.createDirectory(
                at: ModelConfiguration.defaultFolder, withIntermediateDirectories: true)
        }
        store = try Store(
            StoreOpening(
                path: configuration.url.path, isInMemory: configuration.isStoredInMemoryOnly,
                allowsSave: configuration.allowsSave, parts: schema.parts, plan: migrationPlan,
                backup: configuration.migrationBackupURL?.path, progress: configuration.migrationProgress))
    }

    /// For the code of a migration.
    init(migrating store: Store) {
        self.store = store
        schema = Schema(store.parts.flatMap(\.types))
        migrationPlan = nil
        configurations = []
    }

    /// The main actor's context. It saves by itself once per turn in which something changed.
    @MainActor public var mainContext: ModelContext {
        if let storedMainContext { return storedMainContext }
        let context = ModelContext(self)
        context.isMain = true
        context.autosaveEnabled = true
        storedMainContext = context
        return context
    }

    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }

    // MARK: What contexts tell each other

    func register(_ inbox: Inbox) { inboxes.withLock { $0[ObjectIdentifier(inbox)] = Weak(inbox: inbox) } }
    func unregister(_ inbox: Inbox) { inboxes.withLock { $0[ObjectIdentifier(inbox)] = nil } }

    /// Tells all other contexts what a save changed.
    func announce(_ changes: SavedChanges, from sender: Inbox) {
        let others = inboxes.withLock { $0.values.compactMap(\.inbox) }
        for inbox in others where inbox !== sender { inbox.add(changes) }
    }

    var hasOtherContexts: Bool { inboxes.withLock { $0.count > 1 } }
}

/// What a save changed in the store, by slot of the hierarchy.
struct SavedChanges: Sendable {
    var updated: [Int: [Int64]] = [:]
    var deleted: [Int: [Int64]] = [:]
    /// The hierarchies in which anything changed, inserts and links included.
    var slots: Set<Int> = []
}

/// Saves of other contexts that a context has not taken in yet.
final class Inbox: Sendable {
    private let waiting = Mutex<[SavedChanges]>([])

    func add(_ changes: SavedChanges) { waiting.withLock { $0.append(changes) } }

    func take() -> [SavedChanges] {
        waiting.withLock { changes in
            defer { changes.removeAll() }
            return changes
        }
    }
}
