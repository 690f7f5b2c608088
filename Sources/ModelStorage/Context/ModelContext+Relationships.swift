extension ModelContext {
    /// The object that a link points at; nil if it is deleted or its row is gone.
    func target(of property: Property, _ id: Int64) -> ModelObject? {
        guard let destination = property.destination else { return nil }
        let id = permanentID(of: id)
        if let object = registered(destination.slot, id) {
            return object.flags.contains(.deleted) || !object.entity.isKind(of: destination) ? nil : object
        }
        if id < 0 { return nil }
        do {
            guard let object = try object(destination, id) else { return nil }
            recent.keep(object)
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
        guard let destination = property.destination else { return nil }
        let list = _$ToMany()
        do {
            try store.read { connection in
                let statement = try property.selectList(on: connection)
                defer { statement.reset() }
                statement.bind(owner._$id, at: 1)
                try forEachObject(destination, statement) { object in
                    if isListed(object, owner, property) { list.elements.append(object) }
                }
            }
        } catch {
            deferredError = deferredError ?? error
            return nil
        }
        for object in unlisted[UnlistedKey(property: ObjectIdentifier(property), id: owner._$id)] ?? []
        where !object.flags.contains(.deleted) && !list.elements.contains(where: { $0 === object }) {
            list.elements.append(object)
        }
        owner._$setList(property.index, list)
        return list
    }

    /// Whether a stored link still holds with the changes that are not saved.
    func isListed(_ object: ModelObject, _ owner: ModelObject, _ property: Property) -> Bool {
        if object.flags.contains(.deleted) { return false }
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
        if owner._$extras != nil { owner._$observeWillSet(inverse.index) }
        if !inverse.isToMany, let list = owner.loadedList(inverse.index) ?? owner.listInMemory(inverse.index) {
            // One to one: the object that was there before points nowhere now.
            for previous in list.elements where previous !== object {
                previous._$willSet(property.index)
                previous._$setLink(property.index, 0)
                previous._$didSet(property.index)
            }
            list.elements = [object]
            list.known = nil
            list.forgetMembers()
        } else if let list = owner.listInMemory(inverse.index) {
            if list !== listed { list.append(object) }
        } else {
            noteUnlisted(object, owner._$id, inverse)
        }
        if owner._$extras != nil { owner._$observeDidSet(inverse.index) }
    }

    /// Takes an object out of the list at the other end of the link that it had.
    func unlist(_ object: ModelObject, _ id: Int64, _ inverse: Property, _ listed: _$ToMany?) {
        noteTouched(inverse, id)
        guard let owner = registered(inverse.entity.slot, id) else {
            forgetUnlisted(object, id, inverse)
            return
        }
        if owner._$extras != nil { owner._$observeWillSet(inverse.index) }
        if let list = owner._$list(inverse.index) {
            if list !== listed { list.remove(object) }
        } else {
            forgetUnlisted(object, id, inverse)
        }
        if owner._$extras != nil { owner._$observeDidSet(inverse.index) }
    }

    func noteTouched(_ property: Property, _ owner: Int64) {
        if property.needsCare { touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: owner)] = property }
    }

    func noteUnlisted(_ object: ModelObject, _ owner: Int64, _ property: Property) {
        unlisted[UnlistedKey(property: ObjectIdentifier(property), id: owner), default: []].append(object)
    }

    func forgetUnlisted(_ object: ModelObject, _ owner: Int64, _ property: Property) {
        let key = UnlistedKey(property: ObjectIdentifier(property), id: owner)
        if unlisted[key] != nil { unlisted[key]?.removeAll { $0 === object } }
    }

    func noteJoin(_ isAdded: Bool, _ property: Property, _ owner: ModelObject, _ other: ModelObject) {
        joins.note(isAdded, property, owner, other)
        noteTouched(property, owner._$id)
        if let inverse = property.inverse { noteTouched(inverse, other._$id) }
        if autosaveEnabled { scheduleAutosave() }
    }
}
