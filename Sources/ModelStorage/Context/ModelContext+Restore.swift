extension ModelContext {
    /// Takes back the deletion of an object that was not saved yet, and of the objects that the rules took along with it.
    func restore(_ first: ModelObject) {
        var restored: [ModelObject] = []
        var stack = [first]
        while let object = stack.popLast() {
            guard object.context === self, object.flags.contains(.deleted) else { continue }
            object.flags.subtract([.deleted, .followed])
            restored.append(object)
            for property in object.entity.relationships where property.relationship?.deleteRule == .cascade {
                forEachFollowed(property, of: object) { stack.append($0) }
            }
        }
        let isRestored = Set(restored.map(ObjectIdentifier.init))
        deleted.removeAll { isRestored.contains(ObjectIdentifier($0)) }
        for object in restored {
            deletedIDs.remove(object._$id)
            // What was changed while it was deleted.
            if !object.flags.contains(.changed), pendingMask(of: object) != 0 {
                object.flags.insert(.changed)
                if isHeir { hasLooseChanges = true } else { changed.append(object) }
            }
            undo?.didInsert(object)
            pendingOverlay?.noteChange(of: object)
        }
        reloadWhatWasCut()
        for object in restored { relist(object) }
        if autosaveEnabled { scheduleAutosave() }
    }

    /// Visits deleted objects that a cascade reached from an object.
    private func forEachFollowed(_ property: Property, of object: ModelObject, _ body: (ModelObject) -> Void) {
        func visit(_ other: ModelObject) { if other.flags.contains(.followed) { body(other) } }
        if property.isLink {
            let id = permanentID(of: object._$link(property.index))
            if let target = registered(property.destination?.slot ?? -1, id) { visit(target) }
        } else if property.isJoin {
            forEachJoined(property, isOwner: true, object, visit)
        } else if let inverse = property.inverse {
            for other in deleted where other.entity.isKind(of: inverse.entity) {
                if permanentID(of: other._$link(inverse.index)) == object._$id { visit(other) }
            }
        }
    }

    // MARK: Lists

    /// Puts an object into the lists at the other ends of its links, which have lost it.
    private func relist(_ object: ModelObject) {
        for property in object.entity.relationships {
            guard let inverse = property.inverse, inverse.isList else { continue }
            if property.isLink {
                let id = permanentID(of: object._$link(property.index))
                guard let owner = registered(inverse.entity.slot, id) else { continue }
                if owner._$list(inverse.index) == nil, hasUnsaved(property, object) {
                    noteUnlisted(object, id, inverse)
                }
                relist(object, in: owner, inverse)
            } else if property.isJoin {
                forEachJoined(property, isOwner: true, object) { relist(object, in: $0, inverse) }
            }
        }
        for property in object.entity.incomingJoins {
            forEachJoined(property, isOwner: false, object) { relist(object, in: $0, property) }
        }
    }

    private func relist(_ object: ModelObject, in owner: ModelObject, _ property: Property) {
        // Also where the owner is deleted: it may be the next that comes back.
        guard !owner.flags.contains(.gone), let list = owner._$list(property.index),
            !list.knows(object), joins.state(property, owner._$id, object._$id) != false
        else { return }
        if owner._$extras != nil { owner._$observeWillSet(property.index) }
        list.append(object)
        if property.isOrdered { moveToStoredPlace(object, list, owner, property) }
        hold(owner)
        if owner._$extras != nil { owner._$observeDidSet(property.index) }
    }

    /// Puts the last object of a list behind the one that it follows in the store.
    private func moveToStoredPlace(_ object: ModelObject, _ list: _$ToMany, _ owner: ModelObject, _ property: Property)
    {
        guard owner._$id > 0, let stored = storedElements(of: owner, property),
            let place = stored.firstIndex(where: { $0 === object })
        else { return }
        let isBefore = Set(stored[..<place].map(ObjectIdentifier.init))
        let index = list.elements.dropLast().lastIndex { isBefore.contains(ObjectIdentifier($0)) }.map { $0 + 1 } ?? 0
        list.elements.removeLast()
        list.elements.insert(object, at: index)
        if list.known != nil { list.known = list.elements }
    }
}
