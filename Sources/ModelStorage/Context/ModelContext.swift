public import Foundation
internal import Synchronization

/// Objects of one container, with changes that wait for ``save()``.
///
/// Within a context one row is one object. A context and its objects belong to one isolation; contexts of several actors
/// share a container.
public final class ModelContext: Equatable {
    public var container: ModelContainer {
        if let owner { return owner.container }
        if let container = ownContainer ?? containerOfMain { return container }
        let container = ModelContainer(core, main: isMain ? self : nil)
        containerOfMain = container
        return container
    }
    let core: ContainerCore
    /// A context keeps its container, unless the container keeps it.
    private var ownContainer: ModelContainer?
    private weak var containerOfMain: ModelContainer?
    /// Who makes the following saves. Kept for the history, which this version does not write yet.
    public var author: String? { didSet { for other in others { other.author = author } } }
    /// Whether the container's main context saves by itself: once per main-actor turn in which something changed. Other
    /// contexts save when they are told to, whatever this says. An error is posted as ``autosaveFailed``, and it tries again after the next change.
    public var autosaveEnabled = false {
        didSet {
            for other in others { other.autosaveEnabled = autosaveEnabled }
            if autosaveEnabled { scheduleAutosave() }
        }
    }
    /// What a save does with an inserted object whose unique values a stored row has.
    public var uniquenessPolicy = UniquenessPolicy.upsert {
        didSet { for other in others { other.uniquenessPolicy = uniquenessPolicy } }
    }
    /// What a save does with a changed object whose row was changed elsewhere.
    public var mergePolicy = MergePolicy.mergeByProperty {
        didSet { for other in others { other.mergePolicy = mergePolicy } }
    }

    public enum UniquenessPolicy: Sendable {
        /// The row takes the new object's values.
        case upsert
        /// The save throws ``StorageError/uniqueConflict(_:)``.
        case fail
    }

    public enum MergePolicy: Sendable {
        /// Only changed properties are written; of two changes to one property the later save wins.
        case mergeByProperty
        /// The save throws ``StorageError/conflict(_:reason:)``.
        case fail
    }

    // MARK: State

    let store: Store
    let inbox: Inbox
    /// Tells this context's temporary identifiers from those of others.
    let scope: UInt64
    @exclusivity(unchecked) @usableFromInline let probe = ObservationProbe()
    /// Objects by hierarchy slot.
    @exclusivity(unchecked) private var maps: UnsafeMutablePointer<IdentityMap?>
    @exclusivity(unchecked) private var mapCount: Int
    /// Whether it took the place of a context that has gone, and lives as long as one of its objects: see `leaveObjects()`.
    private(set) var isHeir = false
    /// Some of an heir's objects were changed. They are gathered when someone asks: an heir does not keep objects alive.
    var hasLooseChanges = false

    /// Unsaved objects in order of insertion, which is that of their temporary ids; nil where one was deleted again.
    @exclusivity(unchecked) var inserted: [ModelObject?] = []
    /// How many temporary ids were given before the last save: the id of the first of ``inserted`` is −base − 1.
    @exclusivity(unchecked) var insertedBase = 0
    @exclusivity(unchecked) var insertedCount = 0
    @exclusivity(unchecked) var changed: [ModelObject] = []
    @exclusivity(unchecked) var deleted: [ModelObject] = []
    /// Ids of ``deleted``: unique in the store, whatever the table.
    @exclusivity(unchecked) var deletedIDs: Set<Int64> = []
    /// Lists that are read in the middle of a deletion show what goes along, since its rules are followed through them.
    var isFollowingRules = false
    /// The hierarchies that the rules of ``deleted`` may reach.
    @exclusivity(unchecked) var cascadeSlots: Set<Int> = []
    /// Links of many-to-many and one-way relationships that were added or removed.
    var joins = JoinChanges()
    /// Unsaved objects that point at an object whose list is not loaded.
    var unlisted: [UnlistedKey: ObjectSet] = [:]
    /// Objects whose lists got unsaved members from the other side: the lists must not go before the save.
    var heldOwners: [ModelObject] = []
    /// Ordered or bounded lists that objects came to or left.
    var touchedLists: [UnlistedKey: Property] = [:]
    /// Lists that were opened for change since the last save.
    var openedLists: [(owner: ModelObject, property: Property)] = []
    /// The permanent ids of saved objects by −temporary id − 1; 0 while unsaved.
    @exclusivity(unchecked) var permanentIDs: [Int64] = []
    var pendingOverlay: PendingOverlay?
    /// Changed properties that the overlay shows already, by row: their bits are not set in the objects, so that the next
    /// change is noticed.
    var synchronizedMasks: [Int64: UInt64] = [:]
    /// Targets of to-one links that the last prefetching fetch read, kept alive for the walk that follows it.
    var prefetched: [ModelObject] = []
    /// Plans of predicates inside other predicates, by type of expression.
    var inlinedPlans: [ObjectIdentifier: Plan] = [:]
    /// Objects read for to-one links lately, so that a walk over a graph does not read them again and again.
    var recent = RecentObjects()
    /// An error of a read inside a getter, which cannot throw: the next fetch or save throws it.
    var deferredError: (any Error)?
    /// The store's count of others' commits when this context last looked at its objects' rows.
    var seenForeignCommits = 0
    /// Registers changes with the undo manager.
    var undo: UndoRecorder?
    var isEndOfEventScheduled = false
    /// The container's main context: the only one that saves by itself.
    private(set) var isMain = false
    /// Contexts on the container's other stores, and the one that has them.
    private(set) var others: [ModelContext] = []
    private(set) weak var owner: ModelContext?
    fileprivate lazy var editingStateID = UUID()
    /// In the steps of a migration: what has no value yet reads as zero instead of failing.
    var readsIncompleteRows = false
    var isAutosaveScheduled = false

    public convenience init(_ container: ModelContainer) {
        self.init(container, container.core.stores[0])
        for store in container.core.stores.dropFirst() {
            let other = ModelContext(container, store)
            other.owner = self
            others.append(other)
        }
    }

    private init(_ container: ModelContainer, _ store: Store) {
        core = container.core
        ownContainer = container
        self.store = store
        inbox = Inbox()
        scope = TemporaryScope.next()
        mapCount = 16
        maps = .allocate(capacity: 16)
        maps.initialize(to: nil)
        for index in 0..<16 { (maps + index).initialize(to: nil) }
        core.register(inbox)
    }

    /// The container, which has it from now on, makes it its main context.
    func becomeMain() {
        isMain = true
        containerOfMain = ownContainer
        ownContainer = nil
        for other in others { other.becomeMain() }
    }

    /// The heir of a context that goes: it has its objects and what it knows of their rows.
    private init(heirOf context: borrowing ModelContext) {
        core = context.core
        ownContainer = context.ownContainer
        containerOfMain = context.containerOfMain
        store = context.store
        inbox = context.inbox
        scope = context.scope
        (maps, mapCount) = (context.maps, context.mapCount)
        author = context.author
        uniquenessPolicy = context.uniquenessPolicy
        mergePolicy = context.mergePolicy
        permanentIDs = context.permanentIDs
        insertedBase = permanentIDs.count
        seenForeignCommits = context.seenForeignCommits
        isHeir = true
    }

    deinit {
        undo?.reset()
        if leaveObjects() { return }
        core.unregister(inbox)
        maps.deinitialize(count: mapCount)
        maps.deallocate()
    }

    /// Objects may outlive their context. They are still the same rows, and their relationships can still be read: another
    /// context takes them over, and keeps itself until the last of them has gone.
    ///
    /// - Returns: whether it did; false if nothing is left.
    private func leaveObjects() -> Bool {
        let lists = forgetUnsaved()
        // The container of a migration's step has no place to read from any more.
        guard registeredCount > 0, !store.isNested else {
            forEachRegistered { object in
                if store.number > 0 {
                    object.flags.storeNumber = store.number
                } else {
                    object.extras().identifier = identifier(of: object)
                }
                object.leaveContext()
            }
            return false
        }
        let heir = ModelContext(heirOf: self)
        forEachRegistered { object in
            if object.flags.contains(.changed) { heir.hasLooseChanges = true }
            object.moveContext(to: heir)
        }
        _ = Unmanaged.passRetained(heir)
        // The last references to objects go here, and may take the heir along.
        withExtendedLifetime(lists) {}
        return true
    }

    /// Called when an heir has lost an object: after the last one nobody can reach it any more.
    private func endIfUnused() {
        guard registeredCount == 0 else { return }
        isHeir = false
        Unmanaged.passUnretained(self).release()
    }

    public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }

    // MARK: Identity

    /// The registered object of a row, or nil.
    func registered(_ slot: Int, _ id: Int64) -> ModelObject? {
        guard slot < mapCount, maps[slot] != nil else { return nil }
        return maps[slot]!.find(id)
    }

    func register(_ object: ModelObject, _ slot: Int, _ id: Int64) {
        if slot >= mapCount { growMaps(slot) }
        if maps[slot] == nil { maps[slot] = IdentityMap() }
        maps[slot]!.set(id, object)
        if undo != nil { _ = object.extras() }
    }

    func unregister(_ object: ModelObject, _ slot: Int, _ id: Int64) {
        guard slot < mapCount, maps[slot] != nil else { return }
        maps[slot]!.remove(id, Unmanaged.passUnretained(object).toOpaque())
    }

    func removeTemporaryObjects() {
        for slot in 0..<mapCount { maps[slot]?.removeTemporary() }
    }

    func registeredCount(_ slot: Int) -> Int { slot < mapCount ? maps[slot]?.count ?? 0 : 0 }

    /// How many stored objects are in memory.
    private var registeredCount: Int { (0..<mapCount).reduce(0) { $0 + registeredCount($1) } }

    func forEachRegistered(_ body: (ModelObject) -> Void) {
        for slot in 0..<mapCount { maps[slot]?.visit(body) }
    }

    /// Called when the last reference to an object goes.
    @usableFromInline
    func forget(_ object: ModelObject, id: Int64) {
        let slot = object.entity.slot
        unregister(object, slot, id)
        if isHeir, registeredCount(slot) == 0 { endIfUnused() }
    }

    private func growMaps(_ slot: Int) {
        let count = max(mapCount * 2, slot + 1)
        let grown = UnsafeMutablePointer<IdentityMap?>.allocate(capacity: count)
        grown.moveInitialize(from: maps, count: mapCount)
        for index in mapCount..<count { (grown + index).initialize(to: nil) }
        maps.deallocate()
        maps = grown
        mapCount = count
    }

    /// The id that an object's row has, or the temporary one itself while there is none.
    func permanentID(of id: Int64) -> Int64 {
        if id >= 0 { return id }
        let index = Int(-(id + 1))
        guard index < permanentIDs.count, permanentIDs[index] > 0 else { return id }
        return permanentIDs[index]
    }

    func identifier(of object: ModelObject) -> PersistentIdentifier {
        let id = object._$id
        if id > 0 {
            return PersistentIdentifier(
                entityName: object.entity.name, storeIdentifier: store.identifier, key: id, scope: 0)
        }
        return PersistentIdentifier(entityName: object.entity.name, storeIdentifier: nil, key: id, scope: scope)
    }

    // MARK: Changes

    /// Called at the first change of a property since the last save.
    func noteChange(of object: ModelObject) {
        if object.flags.isDisjoint(with: [.inserted, .changed, .deleted, .gone, .placeholder]) {
            object.flags.insert(.changed)
            if isHeir { hasLooseChanges = true } else { changed.append(object) }
        }
        pendingOverlay?.noteChange(of: object)
        if autosaveEnabled { scheduleAutosave() }
    }

    /// Whether there is anything to save.
    public var hasChanges: Bool { hasOwnChanges || others.contains(where: \.hasOwnChanges) }

    var hasOwnChanges: Bool {
        insertedCount > 0 || !changed.isEmpty || !deleted.isEmpty || !joins.isEmpty || !touchedLists.isEmpty
            || hasLooseChanges
    }

    public var insertedModelsArray: [any PersistentModel] {
        inserted.compactMap { $0?.model } + others.flatMap(\.insertedModelsArray)
    }
    public var changedModelsArray: [any PersistentModel] {
        gatherLooseChanges()
        return changed.filter { $0.flags.contains(.changed) && !$0.flags.contains(.deleted) }.map(\.model)
            + others.flatMap(\.changedModelsArray)
    }
    public var deletedModelsArray: [any PersistentModel] {
        synchronize()
        return deleted.map(\.model) + others.flatMap(\.deletedModelsArray)
    }

    // MARK: Undo

    /// What undoes and redoes the context's changes; nil (as at first) for nothing. A rollback empties it.
    public var undoManager: UndoManager? {
        get { undo?.manager }
        set {
            if newValue === undo?.manager { return }
            undo?.reset()
            undo = newValue.map { UndoRecorder($0, self) }
            for other in others { other.undoManager = newValue }
        }
    }
}

/// Who changes things, as custom stores are told.
public struct EditingState: Identifiable, Sendable {
    public typealias ID = UUID
    /// The context's own number.
    public let id: UUID
    public var author: String?
}

extension ModelContext: CustomDebugStringConvertible {
    /// The context's own number, and its author.
    public var editingState: EditingState {
        get { EditingState(id: editingStateID, author: author) }
        set { author = newValue.author }
    }

    public var debugDescription: String {
        "ModelContext(\(insertedModelsArray.count) inserted, \(changedModelsArray.count) changed, \(deleted.count) deleted)"
    }
}

@available(*, unavailable, message: "contexts cannot be shared across concurrency contexts")
extension ModelContext: @unchecked Sendable {}

/// Numbers that tell temporary identifiers of contexts and processes apart.
enum TemporaryScope {
    private static let base = UInt64.random(in: 1...UInt64(UInt32.max)) << 32
    private static let counter = Atomic<UInt64>(0)

    static func next() -> UInt64 { base | (counter.wrappingAdd(1, ordering: .relaxed).newValue & 0xFFFF_FFFF) }
}

/// A relationship of one object, for objects that point at it.
struct UnlistedKey: Hashable {
    let property: ObjectIdentifier
    let id: Int64
}

/// The objects that were read last, kept alive.
struct RecentObjects {
    private static let limit = 1_024
    private var objects: [ModelObject] = []
    private var next = 0

    mutating func keep(_ object: ModelObject) {
        if objects.count < Self.limit {
            objects.append(object)
        } else {
            objects[next] = object
            next = (next + 1) % Self.limit
        }
    }

    mutating func removeAll() {
        objects.removeAll()
        next = 0
    }
}
