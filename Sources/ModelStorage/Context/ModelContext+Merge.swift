extension ModelContext {
    /// Takes in what other contexts saved, and tells relationships about arrays that were changed in ways an access cannot
    /// see at its end. Fetches and saves do this by themselves.
    ///
    /// Outside the main context it also ends a group of changes that the undo manager undoes together.
    public func processPendingChanges() {
        synchronize()
        endEvent()
        for other in others { other.processPendingChanges() }
    }

    /// Off the main actor there are no turns: groups of changes end when the context is told so.
    func endEvent() {
        if !isMain { undo?.manager.endEvent() }
    }

    func synchronize() {
        takeInSaves()
        for (owner, property) in openedLists {
            guard let list = owner._$list(property.index), let known = list.known, !list.isOpen else { continue }
            let isKnown = list.elements.count == known.count && !zip(list.elements, known).contains { $0 !== $1 }
            if !isKnown { owner.reconcile(property, list) }
        }
    }

    func throwDeferredError() throws {
        guard let error = deferredError else { return }
        deferredError = nil
        throw error
    }

    /// Unchanged objects get their stored values, deleted ones turn deleted, changed ones keep what was changed here.
    private func takeInSaves() {
        let saves = inbox.take()
        if saves.isEmpty { return }
        var slots: Set<Int> = []
        var gone: Set<Int64> = []
        for save in saves {
            slots.formUnion(save.slots)
            for (slot, ids) in save.deleted {
                gone.formUnion(ids)
                for id in ids { if let object = registered(slot, id) { takeInDeletion(of: object) } }
            }
            for (slot, ids) in save.updated where registeredCount(slot) > 0 {
                for id in ids {
                    if let object = registered(slot, id), !object.flags.contains(.gone) { reload(object) }
                }
            }
        }
        if !gone.isEmpty, hasOwnChanges { cutLinks(to: gone) }
        forgetLists(of: slots)
        if !deleted.isEmpty { followAgain() }
    }

    private func takeInDeletion(of object: ModelObject) {
        if object.flags.contains(.deleted) {
            takeOut(object)
        } else if object.flags.contains(.changed) {
            // The save that follows reports the conflict; a rollback lets go of the object.
            object.flags.insert(.gone)
            pendingOverlay?.noteChange(of: object)
        } else {
            markGone(object)
        }
    }

    /// Unsaved links to rows that are gone read as nil, and are saved as that.
    private func cutLinks(to gone: Set<Int64>) {
        joins.removeAll(of: gone)
        for object in inserted.lazy.compactMap({ $0 }) + changed where !object.flags.contains(.gone) {
            for link in object.entity.links where gone.contains(permanentID(of: object._$link(link.index))) {
                if link.inverse?.relationship?.deleteRule == .noAction { continue }
                object._$willSet(link.index)
                object._$setLink(link.index, 0)
                object._$didSet(link.index)
            }
        }
    }

    /// Lists of objects whose rows came, went or moved are read again; what is not saved stays in them.
    func forgetLists(of slots: Set<Int>) {
        var changed: [(owner: ModelObject, property: Property, list: _$ToMany)] = []
        // Lists may hold the last references to objects, which must not go while all are visited.
        var dropped: [_$ToMany] = []
        forEachRegistered { object in
            for property in object.entity.lists where slots.contains(property.destination?.slot ?? -1) {
                guard let list = object._$list(property.index), !list.isOpen else { continue }
                if object.flags.contains(.inserted) {
                    list.dropGone()
                } else if list.known != nil || isTouched(property, object) {
                    changed.append((object, property, list))
                } else {
                    noteUnsaved(list, object, property)
                    dropped.append(list)
                    object._$setList(property.index, nil)
                }
            }
        }
        dropped.removeAll()
        // Lists with changes of their own keep their order; what is new in the store comes last.
        for (owner, property, list) in changed {
            guard let stored = storedElements(of: owner, property) else { continue }
            let isStored = Set(stored.map(ObjectIdentifier.init))
            var elements = list.elements.filter { object in
                guard object.context === self, object.flags.isDisjoint(with: .deletedOrGone) else { return false }
                if let inverse = property.inverse, inverse.isLink { return owner.pointsHere(object, inverse) }
                return joins.state(property, owner._$id, object._$id) ?? isStored.contains(ObjectIdentifier(object))
            }
            let isThere = Set(elements.map(ObjectIdentifier.init))
            elements += stored.filter { !isThere.contains(ObjectIdentifier($0)) }
            list.elements = elements
            if list.known != nil { list.known = elements }
            list.forgetMembers()
        }
    }

    private func isTouched(_ property: Property, _ owner: ModelObject) -> Bool {
        !touchedLists.isEmpty
            && touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: owner._$id)] != nil
    }

    /// Remembers the objects of a list that the store does not know to be in it.
    private func noteUnsaved(_ list: _$ToMany, _ owner: ModelObject, _ property: Property) {
        guard hasOwnChanges else { return }
        for object in list.elements where object.context === self && object.flags.isDisjoint(with: .deletedOrGone) {
            if let inverse = property.inverse, inverse.isLink {
                if object.isPending, owner.pointsHere(object, inverse) { noteUnlisted(object, owner._$id, property) }
            } else if joins.state(property, owner._$id, object._$id) == true {
                noteUnlisted(object, owner._$id, property)
            }
        }
    }
}
