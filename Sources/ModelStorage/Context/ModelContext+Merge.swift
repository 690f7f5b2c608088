extension ModelContext {
    /// Takes in what other contexts saved, and tells relationships about arrays that were changed in ways an access cannot
    /// see at its end. Fetches and saves do this by themselves.
    public func processPendingChanges() {
        takeInSaves()
        for (owner, property) in openedLists {
            guard let list = owner._$list(property.index), let known = list.known else { continue }
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
        for save in saves {
            slots.formUnion(save.slots)
            for (slot, ids) in save.deleted {
                for id in ids {
                    guard let object = registered(slot, id) else { continue }
                    if object.flags.contains(.changed) {
                        // The save that follows reports the conflict; a rollback lets go of the object.
                        object.flags.insert(.gone)
                    } else {
                        markGone(object)
                    }
                }
            }
            for (slot, ids) in save.updated where registeredCount(slot) > 0 {
                for id in ids {
                    if let object = registered(slot, id), !object.flags.contains(.gone) { reload(object) }
                }
            }
        }
        forgetLists(of: slots)
    }

    /// Lists of objects whose rows came, went or moved are read again, unless they have changes of their own.
    func forgetLists(of slots: Set<Int>) {
        forEachRegistered { object in
            for property in object.entity.lists where slots.contains(property.destination?.slot ?? -1) {
                if let list = object._$list(property.index), list.known == nil, !object.flags.contains(.inserted) {
                    object._$setList(property.index, nil)
                }
            }
        }
    }
}
