/// The versions of a schema, and how a store gets from each to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// From the oldest version that stores are known to have to the current one.
    static var schemas: [any VersionedSchema.Type] { get }
    /// One stage for each two neighbouring versions, in their order.
    static var stages: [MigrationStage] { get }
}

/// The way from one version to the next.
public enum MigrationStage: Sendable {
    /// The store follows the differences without any code.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    /// The same with code before and after: `willMigrate` has a context of the old version's models, `didMigrate` one of
    /// the new version's. Each saves what it changes.
    @preconcurrency
    case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)
    /// The same with a step for each object of some models, which sees the object as it was and as it will be.
    ///
    /// Steps run model by model in the order given, after the lightweight changes and before `didMigrate`; what they change
    /// is saved in batches.
    case steps(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type, [MigrationStep],
        willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)? = nil,
        didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)? = nil)
}

/// What becomes of the objects of one model between two versions.
public struct MigrationStep: Sendable {
    let oldType: any PersistentModel.Type
    let newType: (any PersistentModel.Type)?
    let run: @Sendable (ModelObject, ModelObject?, MigrationContext) throws -> Void

    /// For a model that goes on: called for each object with what it was and what it is now, filled with all that goes on
    /// by itself. Attributes that have no value yet read as zero, required to-ones as placeholders; the step sets them.
    public init<Old: PersistentModel, New: PersistentModel>(
        _ old: Old.Type, to new: New.Type,
        _ migrate: @escaping @Sendable (_ old: Old, _ new: New, _ context: MigrationContext) throws -> Void
    ) {
        oldType = old
        newType = new
        run = { before, after, context in
            guard let before = before as? Old, let after = after as? New else { return }
            try migrate(before, after, context)
        }
    }

    /// For a model that is split, merged into another or dissolved: called for each object as it was.
    public init<Old: PersistentModel>(
        _ old: Old.Type, _ migrate: @escaping @Sendable (_ old: Old, _ context: MigrationContext) throws -> Void
    ) {
        oldType = old
        newType = nil
        run = { before, _, context in
            guard let before = before as? Old else { return }
            try migrate(before, context)
        }
    }
}

/// What a step works with: the store as it was, and as it will be.
public final class MigrationContext {
    /// The old version's objects, to read. What a step changes of them has no effect.
    public let old: ModelContext
    /// The new version's objects. What a step changes here is saved after each batch of objects.
    public let new: ModelContext

    init(old: ModelContext, new: ModelContext) {
        self.old = old
        self.new = new
    }

    /// Adds an object to the new version of the store.
    public func insert<T: PersistentModel>(_ model: T) { new.insert(model) }

    /// Removes an object from the new version of the store, with the effects of its delete rules.
    public func delete<T: PersistentModel>(_ model: T) { new.delete(model) }

    /// What an object of the old version has become; nil if it does not go on, or not as that model.
    public func successor<Old: PersistentModel, New: PersistentModel>(of old: Old, as type: New.Type) -> New? {
        let id = old._$id
        guard id > 0 else { return nil }
        return new.existingObject(type._$entity, id) as? New
    }

    /// Objects of the new version.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] { try new.fetch(descriptor) }
}
