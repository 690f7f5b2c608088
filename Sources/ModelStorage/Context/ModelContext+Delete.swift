internal import ModelSchema

extension ModelContext {
    /// Deletes an object with the next save, and what its rules say with it. One that was never saved is forgotten at once.
    public func delete<T: PersistentModel>(_ model: T) { (part(for: model.entity) ?? self).deleteObject(model) }

    /// The rules are followed at once among the objects in memory, and by the save for all rows.
    func deleteObject(_ first: ModelObject) {
        // What went along with another and is deleted for itself does not come back with the other.
        if first.context === self, first.flags.contains(.deleted) { first.flags.remove(.followed) }
        var stack = [first]
        delete(&stack, first)
        if autosaveEnabled { scheduleAutosave() }
    }

    /// Follows the rules of what was deleted once more: others have saved rows that go with it.
    func followAgain() {
        pendingOverlay = nil
        var stack: [ModelObject] = []
        for object in deleted {
            for property in object.entity.relationships where property.relationship?.deleteRule == .cascade {
                followStored(property, object._$id, &stack)
            }
        }
        delete(&stack)
    }

    private func delete(_ stack: inout [ModelObject], _ first: ModelObject? = nil) {
        // Lists that are read on the way, as undo does, still have what goes along: the rules are followed through them.
        isFollowingRules = true
        defer { isFollowingRules = false }
        // A stack, not recursion: chains of cascades are as long as the data makes them.
        while let object = stack.popLast() {
            guard object.context === self, !object.flags.contains(.deleted) else { continue }
            let isNew = object.flags.contains(.inserted)
            undo?.willDelete(object)
            object.flags.insert(object === first ? .deleted : [.deleted, .followed])
            pendingOverlay?.noteChange(of: object)
            for property in object.entity.relationships { follow(property, of: object, &stack) }
            for property in object.entity.incomingJoins {
                forEachJoined(property, isOwner: false, object) { $0._$list(property.index)?.remove(object) }
            }
            if isNew {
                forgetInserted(object)
            } else {
                deleted.append(object)
                deletedIDs.insert(object._$id)
                cascadeSlots.formUnion(object.entity.cascadeSlots)
            }
        }
    }

    private func follow(_ property: Property, of object: ModelObject, _ stack: inout [ModelObject]) {
        guard let relationship = property.relationship else { return }
        if property.isLink {
            let id = permanentID(of: object._$link(property.index))
            guard id != 0 else { return }
            if let inverse = property.inverse { unlist(object, id, inverse, nil) }
            if relationship.deleteRule == .cascade { followStored(property, object._$id, &stack) }
            return
        }
        if property.isJoin, let inverse = property.inverse, object._$list(property.index) == nil {
            forEachJoined(property, isOwner: true, object) { $0._$list(inverse.index)?.remove(object) }
        }
        let key = UnlistedKey(property: ObjectIdentifier(property), id: object._$id)
        let others = object._$list(property.index)?.elements ?? unlisted[key]?.elements ?? []
        for other in others where !other.flags.contains(.deleted) {
            if let inverse = property.inverse, inverse.isLink {
                switch relationship.deleteRule {
                case .cascade: stack.append(other)
                case .nullify where other._$extras != nil:
                    // The link reads as nil from now on, and the save cuts it: it is no change of the other object.
                    other._$observeWillSet(inverse.index)
                    other._$observeDidSet(inverse.index)
                default: break  // the save decides
                }
            } else {
                if relationship.deleteRule == .cascade { stack.append(other) }
                if let inverse = property.inverse { other._$list(inverse.index)?.remove(object) }
            }
        }
        if relationship.deleteRule == .cascade, object._$list(property.index) == nil {
            followStored(property, object._$id, &stack)
        }
    }

    /// Adds the objects in memory that a cascade reaches through the store's rows. Nothing is read where there are none.
    private func followStored(_ property: Property, _ id: Int64, _ stack: inout [ModelObject]) {
        var rows = [(property: property, id: id)]
        var seen: Set<Int64> = []
        while let (property, id) = rows.popLast() {
            guard let destination = property.destination,
                insertedCount > 0 || destination.cascadeSlots.contains(where: { registeredCount($0) > 0 })
            else { continue }
            func reach(_ other: Int64) {
                guard let object = registered(destination.slot, other) else {
                    guard seen.insert(other).inserted else { return }
                    for next in destination.familyCascades { rows.append((next, other)) }
                    return
                }
                if object.flags.contains(.deleted) { return }
                if let inverse = property.inverse, inverse.isLink,
                    permanentID(of: object._$link(inverse.index)) != id
                {
                    return  // it was moved away
                }
                stack.append(object)
            }
            for other in storedEnds(of: property, id) { reach(other) }
            let key = UnlistedKey(property: ObjectIdentifier(property), id: id)
            for other in unlisted[key]?.elements ?? [] where !other.flags.contains(.deleted) { stack.append(other) }
        }
    }

    /// The ids of the objects at the other end of an object's relationship.
    private func storedEnds(of property: Property, _ id: Int64) -> [Int64] {
        if property.isLink, let object = registered(property.entity.slot, id) {
            let target = permanentID(of: object._$link(property.index))
            return target == 0 ? [] : [target]
        }
        guard id > 0, let destination = property.destination else { return [] }
        let sql: String
        switch property.relationship?.storage {
        case .column(let column)?:
            let column = SQL.quote(column)
            sql =
                "SELECT \(column) FROM \(SQL.quote(property.entity.root.table)) WHERE \"$id\" = ? AND \(column) IS NOT NULL"
        case .inverseColumn(let column)?:
            sql = "SELECT \"$id\" FROM \(SQL.quote(destination.root.table)) WHERE \(SQL.quote(column)) = ?"
        case .joinTable(let table, let isSource)?:
            let (mine, theirs) = isSource ? ("\"$source\"", "\"$target\"") : ("\"$target\"", "\"$source\"")
            sql = "SELECT \(theirs) FROM \(SQL.quote(table)) WHERE \(mine) = ?"
        case nil: return []
        }
        var ids: [Int64] = []
        do {
            try store.read { connection in
                let statement = try connection.cached(sql)
                defer { statement.reset() }
                statement.bind(id, at: 1)
                while try statement.step() { ids.append(statement.integer(0)) }
            }
        } catch {
            deferredError = deferredError ?? error
        }
        return ids
    }

    /// Visits the registered objects that a join table ties to an object.
    func forEachJoined(
        _ property: Property, isOwner: Bool, _ object: ModelObject, _ body: (ModelObject) -> Void
    ) {
        guard case .joinTable(let table, let isSource) = property.relationship?.storage,
            let slot = isOwner ? property.destination?.slot : property.entity.slot, registeredCount(slot) > 0
        else { return }
        let (mine, theirs) = isSource == isOwner ? ("$source", "$target") : ("$target", "$source")
        do {
            try store.read { connection in
                let statement = try connection.cached(
                    "SELECT \(SQL.quote(theirs)) FROM \(SQL.quote(table)) WHERE \(SQL.quote(mine)) = ?")
                defer { statement.reset() }
                statement.bind(object._$id, at: 1)
                while try statement.step() {
                    if let other = registered(slot, statement.integer(0)) { body(other) }
                }
            }
        } catch {
            deferredError = deferredError ?? error
        }
        for id in joins.partners(in: table, of: object._$id, mine: mine) {
            if let other = registered(slot, id) { body(other) }
        }
    }

    /// Lets go of an object that has no row.
    func forgetInserted(_ object: ModelObject) {
        let position = Int(-object._$id) - 1 - insertedBase
        if position >= 0, position < inserted.count, inserted[position] === object {
            inserted[position] = nil
            insertedCount -= 1
        }
        joins.removeAll(of: object._$id)
        for property in object.entity.lists where property.needsCare {
            touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: object._$id)] = nil
        }
        detach(object)
        object.flags = .deleted
    }

    /// Parts an object from the context. It keeps its values.
    func detach(_ object: ModelObject) {
        let extras = object.extras()
        extras.identifier = identifier(of: object)
        unregister(object, object.entity.slot, object._$id)
        for property in object.entity.links { object._$setLink(property.index, 0) }
        object.leaveContext()
        object._$id = 0
        object._$dirty = 0
    }

    /// Forgets all changes: inserts are undone, deleted objects are back, changed ones have their stored values again.
    public func rollback() {
        for other in others { other.rollback() }
        gatherLooseChanges()
        pendingOverlay = nil
        undo?.reset()
        for case let object? in inserted {
            for property in object.entity.lists { object._$setList(property.index, nil) }
            detach(object)
            object.flags = []
        }
        for object in deleted { object.flags.subtract([.deleted, .followed]) }
        let stale = changed + deleted
        clearPending()
        removeTemporaryObjects()
        // Lists may show links that are gone now; they are read again when they are used. They may hold the last references
        // to objects, which must not go while all are visited.
        var lists: [_$ToMany] = []
        var observed: [(owner: ModelObject, property: Property, list: _$ToMany)] = []
        forEachRegistered { object in
            for property in object.entity.lists {
                guard let list = object._$list(property.index) else { continue }
                lists.append(list)
                if object._$extras?.registrar != nil { observed.append((object, property, list)) }
                object._$setList(property.index, nil)
            }
        }
        for object in stale where object.context === self {
            object.flags.remove(.changed)
            object._$dirty = 0
            reload(object)
        }
        reloadWhatWasCut()
        for (owner, property, list) in observed { tellObservers(of: owner, property, list) }
    }

    /// Reads objects again that were read while deletions waited for a save: then their links show what the save would cut.
    func reloadWhatWasCut() {
        var cut: [ModelObject] = []
        forEachRegistered { if Int32(bitPattern: $0.rowVersion) < 0 { cut.append($0) } }
        for object in cut { reload(object) }
    }

    /// Reads an object's row again; an object whose row is gone is deleted from then on.
    func reload(_ object: ModelObject) {
        let entity = object.entity
        do {
            try store.read { connection in
                // What was not touched yet stays where it is.
                let isWhole = object._$extras?.partialContext == nil
                let statement = try entity.selectByID(on: connection, isWhole: isWhole)
                defer { statement.reset() }
                statement.bind(object._$id, at: 1)
                var failure = _$Row.ReadFailure(isLenient: readsIncompleteRows)
                try withUnsafeMutablePointer(to: &failure) { failure in
                    if try statement.step() {
                        let row = _$Row(
                            statement: statement.handle, context: .passUnretained(self), failure: failure)
                        try refresh(object, row)
                    } else {
                        markGone(object)
                    }
                }
            }
        } catch {
            deferredError = deferredError ?? error
        }
    }

    /// The object's row does not exist any more.
    func markGone(_ object: ModelObject) {
        detach(object)
        object.flags = [.deleted, .gone]
    }

    /// Forgets what waited for a save.
    func clearPending() {
        for (owner, property) in openedLists {
            let list = owner._$list(property.index)
            list?.known = nil
            list?.forgetMembers()
        }
        openedLists.removeAll()
        inserted.removeAll()
        insertedBase = permanentIDs.count
        insertedCount = 0
        changed.removeAll()
        deleted.removeAll()
        deletedIDs.removeAll()
        cascadeSlots.removeAll()
        joins.removeAll()
        unlisted.removeAll()
        for owner in heldOwners { owner.flags.remove(.held) }
        heldOwners.removeAll()
        touchedLists.removeAll()
        synchronizedMasks.removeAll()
        hasLooseChanges = false
        pendingOverlay = nil
    }
}
