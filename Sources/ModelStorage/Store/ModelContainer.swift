internal import Foundation
internal import Synchronization

/// A store with the models it keeps. Contexts on one container see each other's saves.
public final class ModelContainer: Equatable, Sendable {
    let core: ContainerCore
    /// Only ``mainContext`` uses it, on the main actor; it is set before others know the container where the context was
    /// there first.
    nonisolated(unsafe) private var storedMainContext: ModelContext?

    public var schema: Schema { core.schema }
    /// How stores of older versions get to the current one. nil where none was given: then the plan that is generated with
    /// the schema is used, if there is one.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
    public var configurations: Set<ModelConfiguration> { core.configurations }

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
        let given = configurations.isEmpty ? [ModelConfiguration()] : configurations
        let plan = try StorePlan(given, schema)
        if configurations.isEmpty {
            try FileManager.default.createDirectory(
                at: ModelConfiguration.defaultFolder, withIntermediateDirectories: true)
        }
        let stores = try zip(given, plan.parts).map { configuration, parts in
            try Store(
                StoreOpening(
                    path: configuration.url.path, isInMemory: configuration.isStoredInMemoryOnly,
                    allowsSave: configuration.allowsSave, parts: parts, plan: migrationPlan,
                    backup: configuration.migrationBackupURL?.path, progress: configuration.migrationProgress))
        }
        core = ContainerCore(
            schema: schema, migrationPlan: migrationPlan, configurations: Set(given), stores: stores, homes: plan.homes)
    }

    /// For the code of a migration.
    init(migrating store: Store) {
        core = ContainerCore(
            schema: Schema(store.parts.flatMap(\.types)), migrationPlan: nil, configurations: [], stores: [store],
            homes: [:])
    }

    /// For a context whose container has gone.
    ///
    /// - Parameter main: the context itself if it was that container's main context.
    init(_ core: ContainerCore, main: ModelContext?) {
        self.core = core
        storedMainContext = main
    }

    /// The main actor's context. It saves by itself once per turn in which something changed.
    @MainActor public var mainContext: ModelContext {
        if let storedMainContext { return storedMainContext }
        let context = ModelContext(self)
        context.becomeMain()
        context.autosaveEnabled = true
        context.takesInSavesByItself()
        storedMainContext = context
        return context
    }

    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }
}

/// What a container and its contexts share. A main context has this and not its container, which has it: neither would ever
/// go.
final class ContainerCore: Sendable {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configurations: Set<ModelConfiguration>
    /// A store for each configuration, in their order.
    let stores: [Store]
    /// Where several are: the store of each hierarchy, by slot.
    let homes: [Int: Int]
    private let inboxes = Mutex<[ObjectIdentifier: Weak]>([:])

    private struct Weak {
        weak var inbox: Inbox?
    }

    init(
        schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?, configurations: Set<ModelConfiguration>,
        stores: [Store], homes: [Int: Int]
    ) {
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.configurations = configurations
        self.stores = stores
        self.homes = homes
    }

    // MARK: What contexts tell each other

    func register(_ inbox: Inbox) { inboxes.withLock { $0[ObjectIdentifier(inbox)] = Weak(inbox: inbox) } }
    func unregister(_ inbox: Inbox) { inboxes.withLock { $0[ObjectIdentifier(inbox)] = nil } }

    /// Tells all other contexts what a save changed.
    func announce(_ changes: SavedChanges, from sender: Inbox?) {
        let others = inboxes.withLock { $0.values.compactMap(\.inbox) }
        for inbox in others where inbox !== sender { inbox.add(changes) }
    }

    var hasOtherContexts: Bool { inboxes.withLock { $0.count > stores.count } }
}

/// What a save changed in the store, by slot of the hierarchy.
struct SavedChanges: Sendable {
    var updated: [Int: [Int64]] = [:]
    var deleted: [Int: [Int64]] = [:]
    /// The hierarchies in which anything changed, inserts and links included.
    var slots: Set<Int> = []
    /// Which rows were changed is not known any more.
    var isVague = false

    var rowCount: Int { updated.values.reduce(0) { $0 + $1.count } + deleted.values.reduce(0) { $0 + $1.count } }
}

/// Saves of other contexts that a context has not taken in yet.
final class Inbox: Sendable {
    /// A context that looks at nothing must not grow with all that others save: beyond this it is told that there was much.
    private static let most = 100_000

    private struct Waiting {
        var saves: [SavedChanges] = []
        var weight = 0
    }

    private let waiting = Mutex(Waiting())
    /// Called with the first save that waits; set before others know the inbox's context.
    private let wake = Mutex<(@Sendable () -> Void)?>(nil)

    func onFirst(_ wake: @escaping @Sendable () -> Void) { self.wake.withLock { $0 = wake } }

    func add(_ changes: SavedChanges) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting.weight += changes.rowCount + 100 }
            if waiting.weight > Self.most {
                waiting.saves = [SavedChanges(isVague: true)]
            } else {
                waiting.saves.append(changes)
            }
            return waiting.weight == 0
        }
        if isFirst { wake.withLock { $0 }?() }
    }

    func take() -> [SavedChanges] {
        waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.saves
        }
    }
}
