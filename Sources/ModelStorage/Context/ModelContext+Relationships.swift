extension ModelContext {
    /// The object that a link points at; nil if it is deleted or its row is gone.
    func target(of property: Property, _ id: Int64) -> ModelObject? {
        guard let destination = property.destination else { return nil }
        let id = permanentID(of: id)
        if let object = registered(destination.slot, id) {
            return object.flags.isDisjoint(with: .deletedOrGone) && object.entity.isKind(of: destination) ? object : nil
        }
        if id < 0 { return nil }
        do {
            guard let object = try object(destination, id), !staying([object], destination).isEmpty else { return nil }
            if !isHeir { recent.keep(object) }
            return object
        } catch {
            deferredError = deferredError ?? error
            return nil
        }
    }

    /// The object of a row, read if it is not registered; nil if there is no such row of the entity.
    func object(_ entity: _$Entity, _ id: Int64) throws -> ModelObject? {
        if let object = registered(entity.slot, id) { return object.entity.isKind(of: entity) ? object : nil }
        return try store.read { connection in
            let statement = try entity.selectByID(on: connection)
            defer { statement.reset() }
            statement.bind(id, at: 1)
            var found: ModelObject?
            try forEachObject(entity, statement) { found = $0 }
            return found
        }
    }

    /// The same for callers that cannot throw: the next fetch or save throws what went wrong.
    func existingObject(_ entity: _$Entity, _ id: Int64) -> ModelObject? {
        do {
            return try object(entity, id)
        } catch {
            deferredError = deferredError ?? error
            return nil
        }
    }

    /// Reads the objects of a list, and adds to them what is not saved yet.
    func loadList(of owner: ModelObject, _ property: Property) -> _$ToMany? {
        guard let elements = storedElements(of: owner, property) else { return nil }
        let list = _$ToMany(property.destination.map { staying(elements, $0) } ?? elements)
        addUnlisted(to: list, of: owner, property)
        // Objects with each other in their lists would keep an heir for ever.
        if !isHeir || !property.isJoin { owner._$setList(property.index, list) }
        return list
    }

    /// The objects that the store has in a list, without those that left it or were deleted here; nil after an error.
    func storedElements(of owner: ModelObject, _ property: Property) -> [ModelObject]? {
        guard let destination = property.destination else { return nil }
        var elements: [ModelObject] = []
        do {
            try store.read { connection in
                let statement = try property.selectList(on: connection)
                defer { statement.reset() }
                statement.bind(owner._$id, at: 1)
                try forEachObject(destination, statement) { object in
                    if isListed(object, owner, property) { elements.append(object) }
                }
            }
        } catch {
            deferredError = deferredError ?? error
            return nil
        }
        return elements
    }

    /// Leaves out what goes with a deletion that waits for the save. Objects that were not in memory when the rules were
    /// followed do not know: the store is asked, as a fetch asks it.
    private func staying(_ elements: [ModelObject], _ entity: _$Entity) -> [ModelObject] {
        guard !elements.isEmpty, !isFollowingRules, cascadeSlots.contains(entity.slot) else { return elements }
        do {
            let there = try withReader(includesPendingChanges: true) { connection, tables in
                try connection.withSet(elements.map(\._$id), in: self) { set in
                    let statement = try connection.cached(
                        """
                        SELECT row."$id" FROM \(tables.name(entity.root.table)) AS row \
                        WHERE row."$id" IN (SELECT "value" FROM \(set))
                        """)
                    defer { statement.reset() }
                    var ids: Set<Int64> = []
                    while try statement.step() { ids.insert(statement.integer(0)) }
                    return ids
                }
            }
            return elements.filter { there.contains($0._$id) }
        } catch {
            deferredError = deferredError ?? error
            return elements
        }
    }

    /// Adds to a list that was just read what points at its owner without being stored.
    func addUnlisted(to list: _$ToMany, of owner: ModelObject, _ property: Property) {
        guard let others = unlisted[UnlistedKey(property: ObjectIdentifier(property), id: owner._$id)], !others.isEmpty
        else { return }
        // The join table may hold a link that was noted again.
        let stored = Set(list.elements.lazy.filter(others.contains).map(ObjectIdentifier.init))
        for object in others.elements
        where object.flags.isDisjoint(with: .deletedOrGone) && !stored.contains(ObjectIdentifier(object))
            && isTied(object, to: owner, property)
        {
            list.elements.append(object)
        }
    }

    /// Whether an unsaved link still holds: it may have been changed again since it was noted.
    private func isTied(_ object: ModelObject, to owner: ModelObject, _ property: Property) -> Bool {
        if let inverse = property.inverse, inverse.isLink { return owner.pointsHere(object, inverse) }
        return joins.state(property, owner._$id, object._$id) == true
    }

    /// Whether a stored link still holds with the changes that are not saved.
    func isListed(_ object: ModelObject, _ owner: ModelObject, _ property: Property) -> Bool {
        if !object.flags.isDisjoint(with: .deletedOrGone) { return false }
        if let inverse = property.inverse, inverse.isLink {
            // The link of an object without changes is the row's.
            return object.flags.isEmpty || permanentID(of: object._$link(inverse.index)) == owner._$id
        }
        return joins.state(property, owner._$id, object._$id) ?? true
    }

    // MARK: Called when a link changes

    /// Puts an object into the list at the other end of its link.
    func list(
        _ object: ModelObject, _ property: Property, _ owner: ModelObject, _ inverse: Property, _ listed: _$ToMany?
    ) {
        noteTouched(inverse, owner._$id)
        undo?.willReorder(owner, inverse)
        if owner._$extras != nil { owner._$observeWillSet(inverse.index) }
        if !inverse.isToMany, let list = owner.loadedList(inverse.index) ?? owner.listInMemory(inverse.index) {
            // One to one: the object that was there before points nowhere now.
            for previous in list.elements where previous !== object {
                undo?.willLink(previous, property, from: owner)
                previous._$willSet(property.index)
                previous._$setLink(property.index, 0)
                previous._$didSet(property.index)
            }
            list.elements = [object]
            list.known = nil
            list.forgetMembers()
            hold(owner)
        } else if let list = owner.listInMemory(inverse.index) {
            // A list that was read for the undo manager may have it already.
            if list !== listed, undo == nil || !list.knows(object) {
                list.append(object)
                hold(owner)
            }
        } else {
            noteUnlisted(object, owner._$id, inverse)
        }
        if owner._$extras != nil { owner._$observeDidSet(inverse.index) }
    }

    /// Takes an object out of the list at the other end of the link that it had.
    func unlist(_ object: ModelObject, _ id: Int64, _ inverse: Property, _ listed: _$ToMany?) {
        noteTouched(inverse, id)
        forgetUnlisted(object, id, inverse)
        guard let owner = registered(inverse.entity.slot, id) else { return }
        undo?.willReorder(owner, inverse)
        if owner._$extras != nil { owner._$observeWillSet(inverse.index) }
        if let list = owner._$list(inverse.index), list !== listed { list.remove(object) }
        if owner._$extras != nil { owner._$observeDidSet(inverse.index) }
    }

    /// Keeps an object whose list has an unsaved member until the save.
    func hold(_ owner: ModelObject) {
        guard owner.flags.isDisjoint(with: [.inserted, .changed, .held]) else { return }
        owner.flags.insert(.held)
        heldOwners.append(owner)
    }

    func noteTouched(_ property: Property, _ owner: Int64) {
        if property.needsCare { touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: owner)] = property }
    }

    func noteUnlisted(_ object: ModelObject, _ owner: Int64, _ property: Property) {
        unlisted[UnlistedKey(property: ObjectIdentifier(property), id: owner), default: ObjectSet()].insert(object)
    }

    func forgetUnlisted(_ object: ModelObject, _ owner: Int64, _ property: Property) {
        let key = UnlistedKey(property: ObjectIdentifier(property), id: owner)
        if !unlisted.isEmpty, unlisted[key] != nil { unlisted[key]?.remove(object) }
    }

    func noteJoin(_ isAdded: Bool, _ property: Property, _ owner: ModelObject, _ other: ModelObject) {
        undo?.didJoin(isAdded, property, owner, other)
        joins.note(isAdded, property, owner, other)
        if property.isOwnInverse { joins.note(isAdded, property, other, owner) }
        noteTouched(property, owner._$id)
        if let inverse = property.inverse { noteTouched(inverse, other._$id) }
        if autosaveEnabled { scheduleAutosave() }
    }
}
