extension ModelContext {
    /// Brings an object, and every object that it reaches through relationships, into the context.
    ///
    /// Inserting an object again does nothing. One that was deleted and not saved yet stays.
    public func insert<T: PersistentModel>(_ model: T) {
        (part(for: model.entity) ?? self).insertGraph(model)
    }

    func insertGraph(_ object: ModelObject) {
        if object.context === self {
            if object.flags.contains(.deleted) { restore(object) }
            return
        }
        precondition(object.context == nil, "an object belongs to one context: fetch it in this one by its identifier")
        object.entity.link()
        let isPlaceholder = object.flags.contains(.placeholder)
        // An object that was deleted comes back alone.
        if !object.flags.isDisjoint(with: .deletedOrGone) { untie(object) }
        register(new: object)
        // The save refuses it.
        if isPlaceholder { object.flags.insert(.placeholder) }
        if object._$extras != nil || !object.entity.lists.isEmpty { insertNeighbours(of: object) }
        if autosaveEnabled { scheduleAutosave() }
    }

    private func register(new object: ModelObject) {
        let id = -Int64(permanentIDs.count) - 1
        permanentIDs.append(0)
        object._$id = id
        object._$dirty = 0
        object.flags = .inserted
        object._$contextReference = .passUnretained(self)
        register(object, object.entity.slot, id)
        inserted.append(object)
        insertedCount += 1
        object._$extras?.identifier = nil
        pendingOverlay?.noteChange(of: object)
        undo?.didInsert(object)
    }

    /// Inserts an object that had left the context once more, without what it was tied to. Where it can be, it gets the
    /// temporary id that it had.
    func reinsert(_ object: ModelObject, id: Int64) {
        untie(object)
        let position = Int(-id) - 1 - insertedBase
        guard id < 0, position >= 0, position < inserted.count, inserted[position] == nil else {
            register(new: object)
            if autosaveEnabled { scheduleAutosave() }
            return
        }
        object._$id = id
        object._$dirty = 0
        object.flags = .inserted
        object._$contextReference = .passUnretained(self)
        register(object, object.entity.slot, id)
        inserted[position] = object
        insertedCount += 1
        object._$extras?.identifier = nil
        pendingOverlay = nil
        undo?.didInsert(object)
        if autosaveEnabled { scheduleAutosave() }
    }

    private func untie(_ object: ModelObject) {
        for property in object.entity.lists { object._$setList(property.index, nil) }
        object._$extras?.links.removeAll()
    }

    /// Inserts what a new object reaches, and turns its links to objects into links to ids.
    private func insertNeighbours(of first: ModelObject) {
        var new = [first]
        var next = 0
        while next < new.count {
            let object = new[next]
            next += 1
            func visit(_ other: ModelObject) {
                guard other.context == nil, other.flags.isDisjoint(with: [.gone, .placeholder]) else { return }
                register(new: other)
                new.append(other)
            }
            if let extras = object._$extras { for other in extras.links.values { visit(other) } }
            for property in object.entity.lists {
                if let list = object._$list(property.index) { for other in list.elements { visit(other) } }
            }
        }
        for object in new {
            if let extras = object._$extras {
                for (index, other) in extras.links where other.context === self { object._$setLink(index, other._$id) }
                extras.links.removeAll()
            }
            for property in object.entity.lists {
                guard let list = object._$list(property.index) else { continue }
                list.known = nil
                if property.needsCare {
                    touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: object._$id)] = property
                }
                if property.isJoin {
                    for other in list.elements {
                        joins.note(true, property, object, other)
                        if property.isOwnInverse { joins.note(true, property, other, object) }
                    }
                }
            }
        }
    }
}
