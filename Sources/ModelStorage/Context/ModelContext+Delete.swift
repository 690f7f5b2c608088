internal import ModelSchema

extension ModelContext {
    /// Deletes an object with the next save, and what its rules say with it. One that was never saved is forgotten at once.
    public func delete<T: PersistentModel>(_ model: T) { deleteObject(model) }

    /// The rules are followed at once among the objects in memory, and by the save for all rows.
    func deleteObject(_ first: ModelObject) {
        // A stack, not recursion: chains of cascades are as long as the data makes them.
        var stack = [first]
        while let object = stack.popLast() {
            guard object.context === self, !object.flags.contains(.deleted) else { continue }
            let isNew = object.flags.contains(.inserted)
            object.flags.insert(.deleted)
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
            }
        }
        if autosaveEnabled { scheduleAutosave() }
    }

    private func follow(_ property: Property, of object: ModelObject, _ stack: inout [ModelObject]) {
        guard let relationship = property.relationship else { return }
        if property.isLink {
            let id = permanentID(of: object._$link(property.index))
            guard id != 0 else { return }
            if let inverse = property.inverse { unlist(object, id, inverse, nil) }
            if relationship.deleteRule == .cascade, let target = registered(property.destination?.slot ?? -1, id) {
                stack.append(target)
            }
            return
        }
        if property.isJoin, let inverse = property.inverse, object._$list(property.index) == nil {
            forEachJoined(property, isOwner: true, object) { $0._$list(inverse.index)?.remove(object) }
        }
        let key = UnlistedKey(property: ObjectIdentifier(property), id: object._$id)
        let others = object._$list(property.index)?.elements ?? unlisted[key] ?? []
        for other in others where !other.flags.contains(.deleted) {
            if let inverse = property.inverse, inverse.isLink {
                switch relationship.deleteRule {
                case .cascade: stack.append(other)
                case .nullify where inverse.relationship?.isOptional == true: unset(inverse, of: other)
                default: break  // the save decides
                }
            } else {
                if relationship.deleteRule == .cascade { stack.append(other) }
                if let inverse = property.inverse { other._$list(inverse.index)?.remove(object) }
            }
        }
    }

    /// Visits the registered objects that a join table ties to an object.
    private func forEachJoined(
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

    /// Sets a link to nil without touching the list at its other end.
    private func unset(_ link: Property, of object: ModelObject) {
        object._$willSet(link.index)
        object._$setLink(link.index, 0)
        object._$didSet(link.index)
    }

    /// Lets go of an object that has no row.
    func forgetInserted(_ object: ModelObject) {
        let position = Int(-object._$id) - 1 - insertedBase
        if position >= 0, position < inserted.count, inserted[position] === object {
            inserted[position] = nil
            insertedCount -= 1
        }
        joins.removeAll(of: object._$id)
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
        pendingOverlay = nil
        for case let object? in inserted {
            for property in object.entity.lists { object._$setList(property.index, nil) }
            detach(object)
            object.flags = []
        }
        for object in deleted { object.flags.remove(.deleted) }
        let stale = changed + deleted
        clearPending()
        removeTemporaryObjects()
        // Lists may show links that are gone now; they are read again when they are used.
        forEachRegistered { object in
            for property in object.entity.lists { object._$setList(property.index, nil) }
        }
        for object in stale where object.context === self {
            object.flags.remove(.changed)
            object._$dirty = 0
            reload(object)
        }
    }

    /// Reads an object's row again; an object whose row is gone is deleted from then on.
    func reload(_ object: ModelObject) {
        let entity = object.entity
        do {
            try store.read { connection in
                let statement = try entity.selectByID(on: connection)
                defer { statement.reset() }
                statement.bind(object._$id, at: 1)
                var failure = _$Row.ReadFailure()
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
        joins.removeAll()
        unlisted.removeAll()
        touchedLists.removeAll()
        synchronizedMasks.removeAll()
        pendingOverlay = nil
    }
}
