// Both sides of a relationship are set at once, in memory: links (foreign keys in the object's own row) as row ids that the
// context resolves, lists (all other relationships) as arrays once they are loaded.

extension ModelObject {
    // MARK: What generated accessors call

    /// The object that a link points at, or nil.
    public final func _$target<T: PersistentModel>(_ id: Int64, _ index: Int, as type: T.Type) -> T? {
        if id == 0, _$extras == nil { return nil }
        return target(id, index).map { unsafeDowncast($0, to: T.self) }
    }

    /// The object that a required link points at, or a placeholder: a deleted object with zero values.
    public final func _$requiredTarget<T: PersistentModel>(_ id: Int64, _ index: Int, as type: T.Type) -> T {
        if let target = target(id, index) { return unsafeDowncast(target, to: T.self) }
        let placeholder = T(_$row: .zero)
        placeholder.flags = .placeholder
        return placeholder
    }

    public final func _$setTarget(_ index: Int, _ target: ModelObject?) {
        let entity = entity
        entity.link()
        relate(entity.properties[index], target, listed: nil)
    }

    /// The object at the far side of one to one, whose row holds the foreign key.
    public final func _$single<T: PersistentModel>(_ list: _$ToMany?, _ index: Int, as type: T.Type) -> T? {
        (list ?? loadedList(index))?.elements.first.map { unsafeDowncast($0, to: T.self) }
    }

    public final func _$setSingle(_ index: Int, _ target: ModelObject?) {
        let entity = entity
        entity.link()
        guard let inverse = entity.properties[index].inverse else { return }
        if let target {
            target.relate(inverse, self, listed: nil)
        } else if let current = loadedList(index)?.elements.first {
            current.relate(inverse, nil, listed: nil)
        }
    }

    public final func _$elements<T: PersistentModel>(_ list: _$ToMany?, _ index: Int, as type: T.Type) -> [T] {
        (list ?? loadedList(index))?[as: T.self] ?? []
    }

    /// Begins an access that may change a list.
    public final func _$open(_ index: Int) -> _$ToMany {
        if _$extras != nil { _$observeWillSet(index) }
        let entity = entity
        entity.link()
        context?.undo?.willReorder(self, entity.properties[index])
        let list = loadedList(index) ?? makeList(index)
        if _$list(index) == nil { _$setList(index, list) }
        if list.known == nil {
            list.known = list.elements
            list.isFirstAccess = true
            context?.openedLists.append((self, entity.properties[index]))
        }
        list.isOpen = true
        list.storage = list.address
        return list
    }

    /// Ends it: what was added or removed is linked or unlinked at the other side.
    public final func _$close(_ index: Int, _ list: _$ToMany) {
        let property = entity.properties[index]
        list.isOpen = false
        let known = list.known?.count ?? 0
        if list.elements.count == known + 1, let added = list.elements.last, list.beginsAsKnown {
            if isListed(added, property, list) || !joinContext(of: added) {
                list.elements.removeLast()
            } else {
                list.known?.append(added)
                list.noteMember(added)
                link(added, property, list)
            }
        } else if list.isFirstAccess, list.isAsKnown {
            // Nothing was changed: others' changes of the list are still taken in.
            list.known = nil
            if let context, let place = context.openedLists.lastIndex(where: { $0.owner._$list(index) === list }) {
                context.openedLists.remove(at: place)
            }
        } else {
            reconcile(property, list)
        }
        list.isFirstAccess = false
        if _$extras != nil { _$observeDidSet(index) }
    }
}

extension ModelObject {
    // MARK: Links

    final func target(_ id: Int64, _ index: Int) -> ModelObject? {
        guard let context else { return _$extras?.links[index] }
        if id == 0 { return nil }
        let entity = entity
        entity.link()
        return context.target(of: entity.properties[index], id)
    }

    /// Sets a link and both ends of it.
    ///
    /// - Parameter listed: a list at the other end that already shows the change.
    final func relate(_ property: Property, _ target: ModelObject?, listed: _$ToMany?) {
        if flags.contains(.gone) || flags.contains(.placeholder) { return }
        if let target, !joinContext(of: target) { return }
        if property.isOwnInverse { return pair(property, with: target) }
        guard let context else {
            relateOutsideContext(property, target, listed)
            return
        }
        let index = property.index
        let old = context.permanentID(of: _$link(index))
        let new = target?._$id ?? 0
        if old == new { return }
        if let undo = context.undo {
            let target = old == 0 ? nil : context.target(of: property, old)
            // What is kept first is put right last: the order, when the object is in the list again.
            if let target, let inverse = property.inverse { undo.willReorder(target, inverse) }
            undo.willLink(self, property, from: target)
        }
        _$willSet(index)
        if old != 0, let inverse = property.inverse { context.unlist(self, old, inverse, listed) }
        _$setLink(index, new)
        _$didSet(index)
        if let target, let inverse = property.inverse { context.list(self, property, target, inverse, listed) }
    }

    /// Sets a to-one that is its own inverse: both rows have the link, and who was paired before is alone.
    private func pair(_ property: Property, with target: ModelObject?) {
        func partner(_ object: ModelObject) -> ModelObject? {
            object.target(object._$link(property.index), property.index)
        }
        func set(_ object: ModelObject, _ partner: ModelObject?) {
            context?.undo?.willLink(
                object, property, from: object.target(object._$link(property.index), property.index))
            object._$willSet(property.index)
            if context != nil {
                object._$setLink(property.index, partner?._$id ?? 0)
            } else {
                object.extras().links[property.index] = partner
            }
            object._$didSet(property.index)
        }
        let old = partner(self)
        if old === target { return }
        let rival = target.flatMap(partner)
        if let old, old !== self { set(old, nil) }
        if let rival, rival !== target, rival !== self { set(rival, nil) }
        set(self, target)
        if let target, target !== self { set(target, self) }
    }

    private func relateOutsideContext(_ property: Property, _ target: ModelObject?, _ listed: _$ToMany?) {
        let index = property.index
        let old = _$extras?.links[index]
        if old === target { return }
        if _$extras != nil { _$observeWillSet(index) }
        if let old, let inverse = property.inverse, let list = old._$list(inverse.index), list !== listed {
            list.remove(self)
        }
        if target != nil || _$extras != nil { extras().links[index] = target }
        if let target, let inverse = property.inverse {
            let list = target._$list(inverse.index) ?? target.makeList(inverse.index)
            if !inverse.isToMany, let previous = list.elements.first, previous !== self {
                previous._$extras?.links[index] = nil
                list.remove(previous)
            }
            if list !== listed { list.append(self) }
        }
        if _$extras != nil { _$observeDidSet(index) }
    }

    /// Brings two objects into one context, if either is in one; false where that cannot be and the link is not made.
    final func joinContext(of other: ModelObject) -> Bool {
        let unusable: Flags = [.gone, .placeholder]
        if !other.flags.isDisjoint(with: unusable) || !flags.isDisjoint(with: unusable) { return false }
        switch (context, other.context) {
        case (nil, nil): return true
        case (let mine?, nil):
            mine.insertGraph(other)
            return true
        case (nil, let theirs?):
            theirs.insertGraph(self)
            return true
        case (let mine?, let theirs?):
            precondition(
                mine === theirs,
                "a relationship between objects of different contexts: fetch one of them in the other's context")
            return true
        }
    }

    // MARK: Lists

    /// The objects of a list, read from the store if they were not; nil where an object of no context has none.
    final func loadedList(_ index: Int) -> _$ToMany? {
        if let list = _$list(index) { return list }
        guard let context, !flags.contains(.inserted) else { return nil }
        let entity = entity
        entity.link()
        return context.loadList(of: self, entity.properties[index])
    }

    /// The list, if it is in memory: an unsaved object's always is.
    final func listInMemory(_ index: Int) -> _$ToMany? {
        if let list = _$list(index) { return list }
        return context == nil || flags.contains(.inserted) ? makeList(index) : nil
    }

    final func makeList(_ index: Int) -> _$ToMany {
        let list = _$ToMany()
        _$setList(index, list)
        return list
    }

    /// Whether the other side already knows that the object is in the list.
    final func isListed(_ object: ModelObject, _ property: Property, _ list: _$ToMany) -> Bool {
        guard let inverse = property.inverse, inverse.isLink else { return list.knows(object) }
        return pointsHere(object, inverse)
    }

    /// Whether an object's link points at this one.
    final func pointsHere(_ object: ModelObject, _ link: Property) -> Bool {
        guard let context, object.context === context else { return object._$extras?.links[link.index] === self }
        return context.permanentID(of: object._$link(link.index)) == _$id
    }

    /// Tells the other side of an object that is in the list now.
    final func link(_ object: ModelObject, _ property: Property, _ list: _$ToMany?) {
        if let inverse = property.inverse, inverse.isLink {
            object.relate(inverse, self, listed: list)
            return
        }
        context?.noteJoin(true, property, self, object)
        guard let inverse = property.inverse else { return }
        if let other = object.listInMemory(inverse.index) {
            if other !== list, !other.knows(self) {
                other.append(self)
                context?.hold(object)
            }
        } else {
            context?.noteUnlisted(self, object._$id, inverse)
        }
        if object._$extras != nil { object._$observeDidSet(inverse.index) }
    }

    /// Tells the other side of an object that is not in the list any more.
    final func unlink(_ object: ModelObject, _ property: Property, _ list: _$ToMany?) {
        if let inverse = property.inverse, inverse.isLink {
            // Someone else may have taken the object over meanwhile.
            if pointsHere(object, inverse) { object.relate(inverse, nil, listed: list) }
            return
        }
        if let undo = context?.undo, let inverse = property.inverse { undo.willReorder(object, inverse) }
        context?.noteJoin(false, property, self, object)
        guard let inverse = property.inverse else { return }
        if let other = object._$list(inverse.index), other !== list { other.remove(self) }
        context?.forgetUnlisted(self, object._$id, inverse)
        if object._$extras != nil { object._$observeDidSet(inverse.index) }
    }

    /// Compares a list with what the other sides know, and tells them.
    final func reconcile(_ property: Property, _ list: _$ToMany) {
        let known = list.known ?? []
        var seen: Set<ObjectIdentifier> = []
        var elements: [ModelObject] = []
        elements.reserveCapacity(list.elements.count)
        for element in list.elements where seen.insert(ObjectIdentifier(element)).inserted {
            if joinContext(of: element) { elements.append(element) }
        }
        let before = Set(known.map(ObjectIdentifier.init))
        list.elements = elements
        list.known = elements
        list.forgetMembers()
        context?.noteTouched(property, _$id)
        for object in known where !seen.contains(ObjectIdentifier(object)) { unlink(object, property, list) }
        for object in elements where !before.contains(ObjectIdentifier(object)) { link(object, property, list) }
    }
}
