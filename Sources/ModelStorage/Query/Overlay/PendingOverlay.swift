internal import ModelSchema

/// Shows a context's unsaved changes to its queries: TEMP tables over those of the store (D42), brought up to date before
/// each query.
final class PendingOverlay {
    let connection: Connection
    let tables: OverlayTables
    private let store: Store
    private let slot: Int
    private unowned let context: ModelContext
    /// Only while objects are written: a binder holds its context, which holds this.
    private var binder: _$Binder?
    /// Changes that the tables do not show yet. The id is the one at the time of the change.
    private var waiting: [(object: ModelObject, id: Int64)] = []
    private var isStarted = false
    /// The rows of deleted objects.
    private var deletedIDs: Set<Int64> = []
    /// All rows that go with the deletions: what links to them reads as nil.
    private var goneIDs: Set<Int64> = []
    /// The tables show more than the changes: they have to be made again.
    private(set) var isObsolete = false

    private init(_ context: ModelContext, _ connection: Connection) {
        self.context = context
        self.connection = connection
        store = context.store
        slot = connection.queries.takeOverlaySlot()
        tables = OverlayTables(connection, slot: slot)
    }

    /// The context's overlay, made if there are changes; nil while there are none.
    ///
    /// It keeps a reader of its own. A store in memory has one connection, which the caller holds.
    static func current(_ context: ModelContext) throws -> PendingOverlay? {
        if let overlay = context.pendingOverlay { return overlay }
        guard context.hasOwnChanges else { return nil }
        let connection = context.store.isInMemory ? try context.store.read { $0 } : try context.store.takeReader()
        let overlay = PendingOverlay(context, connection)
        context.pendingOverlay = overlay
        return overlay
    }

    deinit {
        for (object, _) in waiting { object.flags.remove(.unsynchronized) }
        let (tables, connection, slot, store) = (tables, connection, slot, store)
        func clear() {
            tables.clear()
            connection.queries.giveBackOverlaySlot(slot)
        }
        if store.isInMemory {
            try? store.read { _ in clear() }
        } else {
            clear()
            store.giveBack(connection)
        }
    }

    // MARK: Changes

    /// Called when an object was inserted, deleted or restored, and when a property is changed that the tables show.
    func noteChange(of object: ModelObject) {
        guard isStarted, !object.flags.contains(.unsynchronized) else { return }
        object.flags.insert(.unsynchronized)
        waiting.append((object, object._$id))
    }

    /// Brings the tables up to date.
    func synchronize() throws {
        if !isStarted { return try start() }
        let links = context.joins.takeLog()
        if waiting.isEmpty, links.isEmpty { return }
        try changingTables {
            let changes = waiting
            waiting.removeAll()
            var deletion = OverlayDeletion(connection, tables, in: context)
            for (object, id) in changes {
                object.flags.remove(.unsynchronized)
                try show(object, id, &deletion)
            }
            for link in links { try show(link) }
            try deletion.run()
            goneIDs.formUnion(deletion.gone)
        }
    }

    private func start() throws {
        try changingTables {
            var deletion = OverlayDeletion(connection, tables, in: context)
            for case let object? in context.inserted { try write(object) }
            for object in context.changed
            where object.flags.contains(.changed) && object.flags.isDisjoint(with: .deletedOrGone) {
                try write(object)
            }
            for object in context.deleted {
                deletedIDs.insert(object._$id)
                try deletion.add(object.entity, object._$id)
            }
            _ = context.joins.takeLog()
            for (table, links) in context.joins.tables {
                for (pair, isAdded) in links { try show(.init(table: table, pair: pair, isAdded: isAdded)) }
            }
            try deletion.run()
            goneIDs = deletion.gone
        }
        isStarted = true
    }

    /// One transaction for all: each statement would be one of its own.
    private func changingTables(_ body: () throws -> Void) throws {
        let binder = _$Binder(connection.handle, in: context)
        binder.keepsTemporaryIDs = true
        self.binder = binder
        defer { self.binder = nil }
        try connection.run("SAVEPOINT \"$overlay\"")
        do {
            try body()
            try connection.run("RELEASE \"$overlay\"")
        } catch {
            try? connection.execute("ROLLBACK TO \"$overlay\"; RELEASE \"$overlay\"")
            tables.forget()
            throw error
        }
    }

    private func show(_ object: ModelObject, _ id: Int64, _ deletion: inout OverlayDeletion) throws {
        let root: _$Entity = object.entity.root
        if object.context !== context || object.flags.contains(.deleted) {
            // An unsaved object that was deleted has left the context.
            if id < 0 {
                try forget(root, id)
            } else if object.flags.contains(.deleted) {
                deletedIDs.insert(id)
                try deletion.add(object.entity, id)
            }
            return
        }
        if object.flags.contains(.gone) {
            // Someone else deleted the row of a changed object.
            guard tables.shown[root.table] != nil else { return }
            try connection.run("DELETE FROM \(tables.pending(root.table)) WHERE \"$id\" = ?") { $0.bind(id, at: 1) }
            return
        }
        if deletedIDs.remove(id) != nil {
            // The deletion was taken back; what it took along is not known any more.
            isObsolete = true
            return
        }
        if object.flags.contains(.inserted) || object.flags.contains(.changed) { try write(object) }
    }

    /// Puts an object's values into the pending rows.
    private func write(_ object: ModelObject) throws {
        guard let binder else { return }
        let entity = object.entity
        let root: _$Entity = entity.root
        try tables.show(root)
        let id = object._$id
        if id > 0 {
            try connection.run("INSERT OR IGNORE INTO \(tables.hidden(root.table)) VALUES (?)") { $0.bind(id, at: 1) }
            context.synchronizedMasks[id, default: 0] |= object._$dirty
        }
        object._$dirty = 0
        var names = ["\"$id\"", "\"$version\""]
        if root.hierarchy.count > 1 { names.append("\"$class\"") }
        names += entity.boundColumns.map(SQL.quote)
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let statement = try connection.cached(
            "INSERT OR REPLACE INTO \(tables.pending(root.table)) (\(names.joined(separator: ", "))) VALUES (\(marks))")
        binder.retarget(statement.handle)
        binder.start()
        binder.int64(id)
        binder.int64(Int64(object.rowVersion))
        if root.hierarchy.count > 1 { binder.string(entity.name) }
        object._$bind(binder, .max)
        try statement.run()
        if !goneIDs.isEmpty { try cutLinks(of: object) }
    }

    /// A row that is written after its link was cut still has the link.
    private func cutLinks(of object: ModelObject) throws {
        for link in object.entity.links where goneIDs.contains(context.permanentID(of: object._$link(link.index))) {
            if link.inverse?.relationship?.deleteRule == .noAction { continue }
            guard let column = link.columnNames.first.map(SQL.quote) else { continue }
            let table = tables.pending(object.entity.root.table)
            try connection.run("UPDATE \(table) SET \(column) = NULL WHERE \"$id\" = ?") {
                $0.bind(object._$id, at: 1)
            }
        }
    }

    /// Takes out an object that never gets a row.
    private func forget(_ root: _$Entity, _ id: Int64) throws {
        if tables.shown[root.table] != nil {
            try connection.run("DELETE FROM \(tables.pending(root.table)) WHERE \"$id\" = ?") { $0.bind(id, at: 1) }
        }
        for property in root.joinProperties {
            guard case .joinTable(let table, _) = property.relationship?.storage, tables.shown[table] != nil else {
                continue
            }
            try connection.run("DELETE FROM \(tables.pending(table)) WHERE \"$source\" = ?1 OR \"$target\" = ?1") {
                $0.bind(id, at: 1)
            }
        }
    }

    private func show(_ link: JoinChanges.Change) throws {
        try tables.showJoin(link.table)
        // A link that the store has already is hidden too: the pending one stands for it.
        let names =
            link.isAdded ? [tables.hidden(link.table), tables.pending(link.table)] : [tables.hidden(link.table)]
        for name in names {
            try connection.run("INSERT OR IGNORE INTO \(name) VALUES (?, ?)") {
                $0.bind(link.pair.source, at: 1)
                $0.bind(link.pair.target, at: 2)
            }
        }
        guard !link.isAdded else { return }
        let pending = tables.pending(link.table)
        try connection.run("DELETE FROM \(pending) WHERE \"$source\" = ? AND \"$target\" = ?") {
            $0.bind(link.pair.source, at: 1)
            $0.bind(link.pair.target, at: 2)
        }
    }
}

extension _$Entity {
    /// The many-to-many and one-way relationships of a hierarchy, from either side.
    var joinProperties: [Property] {
        hierarchy.flatMap { entity in entity.ownProperties.filter(\.isJoin) + entity.incomingJoins }
    }
}
