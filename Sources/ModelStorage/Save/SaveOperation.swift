internal import Foundation
internal import ModelSchema

/// One save: validates, writes everything in one transaction, then tells the objects.
///
/// The order inside the transaction lets values and rows move: updates first, so that a moved child survives its old parent
/// and unique values are set aside; then deletions, which free keys; then the values that were set aside; then inserts;
/// then links. Foreign keys are checked at the commit. Until then no object changes.
final class SaveOperation {
    let context: ModelContext
    let connection: Connection
    let binder: _$Binder
    /// Inserted objects in order; by position also their temporary ids.
    let inserts: [ModelObject]
    let updates: [(object: ModelObject, mask: UInt64)]
    var violations: [StorageError.Violation] = []
    /// Inserted objects whose unique values a row had: they became an update of that row.
    var merged: [(object: ModelObject, id: Int64)] = []
    var mergedObjects: Set<ObjectIdentifier> = []
    /// Rows whose link an upsert cleared, since the row that it pointed at took another target; by slot.
    var released: [(slot: Int, id: Int64)] = []
    var deletion: DeletePropagation?
    /// The rows that went, by slot: asked while the writer is this save's alone.
    var deletedRows: [Int: [Int64]] = [:]
    /// Lists with a least count that objects leave.
    var left: [(property: Property, owner: Int64)] = []
    /// Watched lists that are read again after the save, as they were.
    var forgottenLists: [(owner: ModelObject, property: Property, list: _$ToMany)] = []
    var insertStatement: (ordinal: Int, statement: Statement)?

    private init(_ context: ModelContext, on connection: Connection) {
        self.context = context
        self.connection = connection
        inserts = context.inserted.compactMap { $0 }
        updates = context.changed
            .filter { $0.flags.contains(.changed) && !$0.flags.contains(.deleted) }
            .map { ($0, context.pendingMask(of: $0) & $0.entity.storedBits) }
            // Rows in the order of the table: neighbours share pages.
            .sorted { $0.0._$id < $1.0._$id }
        // Any statement will do: the binder is aimed at the one that runs.
        binder = _$Binder(connection.handle, in: context)
    }

    /// Saves contexts on several stores: all write before the first one commits. A store's transaction is its own, so that
    /// one that cannot commit after others have keeps its changes pending alone.
    static func run(_ contexts: ArraySlice<ModelContext>) throws {
        guard let context = contexts.first else { return }
        guard context.hasOwnChanges else { return try run(contexts.dropFirst()) }
        let base = context.insertedBase
        let taken = context.permanentIDs.count
        let deletedIDs = context.deletedIDs
        do {
            let operation = try context.store.write { connection in
                let operation = SaveOperation(context, on: connection)
                try operation.write()
                try run(contexts.dropFirst())
                return operation
            }
            operation.finish()
        } catch {
            // Objects are as before the save: those that were new have temporary ids again.
            for index in base..<taken { context.permanentIDs[index] = 0 }
            context.deletedIDs = deletedIDs
            if (error as? StorageError)?.sqliteCode == SQLiteCode.foreignKeyConstraint {
                let dangling = (try? context.danglingObjects()) ?? []
                if !dangling.isEmpty {
                    throw StorageError.conflict(
                        dangling.map(context.identifier),
                        reason: "objects that they point at were deleted by someone else")
                }
            }
            throw error
        }
    }

    private func write() throws {
        try validate()
        do {
            try writeAll()
        } catch {
            // What was found wrong before says more than what comes of it.
            throw violations.isEmpty ? error : StorageError.validation(violations)
        }
        if !violations.isEmpty { throw StorageError.validation(violations) }
        deletedRows = try deletion?.ids() ?? [:]
    }

    private func writeAll() throws {
        try checkVersions()
        try assignIDs()
        try writeUpdates()
        try writeDeletions()
        try writeSetAside()
        try writeInserts()
        try writeJoins()
        try writePositions()
        try checkCounts()
    }

    private func assignIDs() throws {
        if inserts.isEmpty { return }
        var id = try context.store.takeIDs(inserts.count, on: connection)
        for object in inserts {
            context.permanentIDs[Int(-object._$id) - 1] = id
            id += 1
        }
    }

    /// With the policy `fail`, rows that were changed since their objects were read stop the save.
    private func checkVersions() throws {
        guard context.mergePolicy == .fail else { return }
        var moved: [PersistentIdentifier] = []
        // What somebody has deleted too is what was wanted.
        let deletions = context.deleted.filter { $0.flags.isDisjoint(with: [.gone, .followed]) }
        for object in updates.map(\.object) + deletions {
            let table = SQL.quote(object.entity.root.table)
            let version = try connection.integer("SELECT \"$version\" FROM \(table) WHERE \"$id\" = ?") {
                $0.bind(object._$id, at: 1)
            }
            if version == nil, object.flags.contains(.deleted) { continue }
            let found = version.map { UInt32(truncatingIfNeeded: $0) }
            // An unsaved deletion shows its rows with the version below zero.
            if let found, object.rowVersion == 0 &- found {
                object.rowVersion = found
            } else if found != object.rowVersion {
                moved.append(context.identifier(of: object))
            }
        }
        if !moved.isEmpty {
            throw StorageError.conflict(moved, reason: "changed or deleted objects were changed elsewhere too")
        }
    }

    // MARK: Updates

    private func writeUpdates() throws {
        for (object, mask) in updates where mask & object.entity.uniqueBits != 0 {
            try setAside(object, mask & object.entity.uniqueBits)
        }
        var current: (ordinal: Int, mask: UInt64, statement: Statement)?
        for (object, mask) in updates {
            let entity = object.entity
            if !entity.countedLinks.isEmpty { try noteLeftLists(entity, object._$id, mask) }
            let mask = mask & ~entity.uniqueBits
            if mask == 0 { continue }
            let statement: Statement
            if let known = current, known.ordinal == entity.ordinal, known.mask == mask {
                statement = known.statement
            } else {
                statement = try entity.update(mask, on: connection)
                current = (entity.ordinal, mask, statement)
            }
            try runUpdate(statement, object, mask)
        }
    }

    /// Writes NULL over values that may move to other rows: SQLite checks uniqueness row by row.
    private func setAside(_ object: ModelObject, _ mask: UInt64) throws {
        let columns = object.entity.uniqueProperties.filter { $0.bit & mask != 0 }.flatMap(\.columnNames)
        if columns.isEmpty { return }
        let assignments = columns.map { "\(SQL.quote($0)) = NULL" }.joined(separator: ", ")
        let table = SQL.quote(object.entity.root.table)
        try connection.run("UPDATE \(table) SET \(assignments) WHERE \"$id\" = ?") { $0.bind(object._$id, at: 1) }
    }

    private func writeSetAside() throws {
        for (object, mask) in updates where mask & object.entity.uniqueBits != 0 {
            let mask = mask & object.entity.uniqueBits
            let statement = try object.entity.update(mask, on: connection)
            do {
                try runUpdate(statement, object, mask)
            } catch let error as StorageError where error.sqliteCode == SQLiteCode.uniqueConstraint {
                if let conflict = uniqueConflict(of: object) { throw conflict }
                guard try releaseRivals(of: object, mask) else { throw error }
                try runUpdate(statement, object, mask)
            }
        }
    }

    /// One to one: someone else's row has the target of an object's link. The later save wins, so that row lets go; false if
    /// there is none.
    func releaseRivals(of object: ModelObject, _ mask: UInt64) throws -> Bool {
        let own = context.permanentID(of: object._$id)
        var found = false
        for link in object.entity.links where link.bit & mask != 0 {
            let target = context.permanentID(of: object._$link(link.index))
            guard let inverse = link.inverse, !inverse.isToMany, target > 0 else { continue }
            if try release(link, target, keeping: own, for: object) { found = true }
        }
        return found
    }

    /// Cuts a one-to-one link of another row to a target that an object takes; true if there was one.
    func release(_ link: Property, _ target: Int64, keeping own: Int64, for object: ModelObject) throws -> Bool {
        guard let column = link.columnNames.first else { return false }
        let (table, name) = (SQL.quote(link.entity.root.table), SQL.quote(column))
        let released = try connection.integer(
            "UPDATE \(table) SET \(name) = NULL, \"$version\" = \"$version\" + 1 WHERE \(name) = ? AND \"$id\" <> ? "
                + "RETURNING \"$id\""
        ) {
            $0.bind(target, at: 1)
            $0.bind(own, at: 2)
        }
        guard let released else { return false }
        if link.relationship?.isOptional == false {
            violations.append(
                .init(
                    identifier: PersistentIdentifier(
                        entityName: link.entity.name, storeIdentifier: context.store.identifier, key: released, scope: 0
                    ),
                    property: link.name, message: "is required, and \(context.identifier(of: object)) takes its place"))
        }
        self.released.append((link.entity.slot, released))
        return true
    }

    private func runUpdate(_ statement: Statement, _ object: ModelObject, _ mask: UInt64) throws {
        binder.retarget(statement.handle)
        binder.start()
        object._$bind(binder, mask)
        if noteRefused(object, mask) { return }
        statement.bind(object._$id, at: binder.index + 1)
        defer { statement.reset() }
        _ = try statement.step()
        if connection.changes == 0 {
            throw StorageError.conflict(
                [context.identifier(of: object)], reason: "the row of a changed object was deleted")
        }
    }

    /// Notes the values that no column can hold; true if there were any.
    ///
    /// - Parameter first: the parameters that come before the object's.
    func noteRefused(_ object: ModelObject, _ mask: UInt64, after first: Int32 = 0) -> Bool {
        if binder.refused.isEmpty { return false }
        var parameter = first
        for property in object.entity.properties.sorted(by: { $0.column < $1.column })
        where property.column >= 0 && property.bit & mask != 0 {
            let range = parameter + 1...parameter + Int32(property.columnNames.count)
            parameter = range.upperBound
            if binder.refused.contains(where: range.contains) {
                violations.append(
                    .init(
                        identifier: context.identifier(of: object), property: property.name,
                        message: "NaN cannot be stored"))
            }
        }
        return true
    }

    // MARK: Deletions

    private func writeDeletions() throws {
        if context.deleted.isEmpty { return }
        let deletion = DeletePropagation(connection, in: context)
        self.deletion = deletion
        for object in context.deleted {
            try deletion.add(object.entity, object._$id)
            let mask = context.pendingMask(of: object)
            for link in object.entity.links where mask & link.bit != 0 && link.relationship?.deleteRule == .cascade {
                try moveCascade(link, of: object, deletion)
            }
        }
        try deletion.run()
        // Links of what is written from now on do not point at rows that went along either.
        let ids = try deletion.ids().values.joined()
        if ids.count > context.deletedIDs.count { context.deletedIDs.formUnion(ids) }
    }

    /// A deleted object takes the target along that it has, not the one that its row has.
    private func moveCascade(_ link: Property, of object: ModelObject, _ deletion: DeletePropagation) throws {
        guard let column = link.columnNames.first, let destination = link.destination else { return }
        let table = SQL.quote(object.entity.root.table)
        try connection.run("UPDATE \(table) SET \(SQL.quote(column)) = NULL WHERE \"$id\" = ?") {
            $0.bind(object._$id, at: 1)
        }
        let target = context.permanentID(of: object._$link(link.index))
        if target > 0 { try deletion.add(destination, target) }
    }

    // MARK: Join tables

    private func writeJoins() throws {
        for (table, links) in context.joins.tables {
            let name = SQL.quote(table)
            let insert = try connection.cached("INSERT OR IGNORE INTO \(name) (\"$source\", \"$target\") VALUES (?, ?)")
            let delete = try connection.cached("DELETE FROM \(name) WHERE \"$source\" = ? AND \"$target\" = ?")
            // Removed ones first: an object that merges with a stored one may bring a link that was removed there.
            for (pair, isAdded) in links.filter({ !$0.value }).map({ $0 }) + links.filter(\.value).map({ $0 }) {
                // One of an unsaved object that went again is in no row, not even in that of the row it merges with.
                if !isAdded, pair.source < 0 || pair.target < 0 { continue }
                let source = context.permanentID(of: pair.source)
                let target = context.permanentID(of: pair.target)
                if source <= 0 || target <= 0 || isDeleted(source) || isDeleted(target) { continue }
                let statement = isAdded ? insert : delete
                statement.bind(source, at: 1)
                statement.bind(target, at: 2)
                try statement.run()
            }
        }
    }

    private func isDeleted(_ id: Int64) -> Bool { deletion?.contains(id) ?? false }
}

extension ModelContext {
    /// Unsaved objects with links to rows that do not exist: other processes do not tell what they delete.
    fileprivate func danglingObjects() throws -> [ModelObject] {
        try store.read { connection in
            try (inserted.compactMap { $0 } + changed).filter { object in
                try object.entity.links.contains { link in
                    let id = permanentID(of: object._$link(link.index))
                    guard id > 0, let target = link.destination else { return false }
                    let sql = "SELECT 1 FROM \(SQL.quote(target.root.table)) WHERE \"$id\" = ?"
                    return try connection.integer(sql) { $0.bind(id, at: 1) } == nil
                }
            }
        }
    }

    /// Writes all pending changes in one transaction: all of them land, or none.
    ///
    /// - Throws: a ``StorageError`` that says what is wrong with which objects. The changes are then still pending, and
    ///   every object is as before.
    public func save() throws {
        synchronize()
        endEvent()
        try throwDeferredError()
        for other in others {
            other.synchronize()
            other.endEvent()
            try other.throwDeferredError()
        }
        guard hasChanges else { return }
        NotificationCenter.default.post(name: Self.willSave, object: whole)
        try SaveOperation.run([self] + others)
    }

    /// Runs a closure and saves. If the closure throws, nothing is saved, and its changes stay pending.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }
}
