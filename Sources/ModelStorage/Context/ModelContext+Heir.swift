// What becomes of a context's objects when the last reference to it goes: see `ModelContext.leaveObjects()`.

extension ModelContext {
    /// Called when the context goes: what was not saved is as after a rollback, except that changed attributes stay as they
    /// are, as changes of the context that takes the objects over.
    ///
    /// - Returns: lists that may hold the last references to objects: they must not go before the objects have been visited.
    func forgetUnsaved() -> [_$ToMany] {
        let hadChanges = hasOwnChanges
        for case let object? in inserted {
            for property in object.entity.lists { object._$setList(property.index, nil) }
            detach(object)
            object.flags = []
        }
        for object in deleted { object.flags.subtract([.deleted, .followed]) }
        for object in changed where object.flags.contains(.changed) { keepChanges(of: object) }
        clearPending()
        removeTemporaryObjects()
        recent.removeAll()
        prefetched.removeAll()
        // Lists that were changed are read again; those of joins tie objects to each other for ever.
        var lists: [_$ToMany] = []
        forEachRegistered { object in
            for property in object.entity.lists where hadChanges || property.isJoin {
                guard let list = object._$list(property.index) else { continue }
                lists.append(list)
                object._$setList(property.index, nil)
            }
        }
        return lists
    }

    /// Links to objects that were never saved end here.
    private func keepChanges(of object: ModelObject) {
        if object.flags.contains(.gone) { return markGone(object) }
        object._$dirty = pendingMask(of: object)
        for link in object.entity.links where permanentID(of: object._$link(link.index)) < 0 {
            object._$setLink(link.index, 0)
            object._$dirty &= ~link.bit
            // The row has another target, perhaps: the next fetch that meets it reads it again.
            object.rowVersion &-= 1
        }
        if object._$dirty == 0 { object.flags.remove(.changed) }
    }

    /// Lists the changed objects of an heir, which keeps them alive from here on until they are saved.
    func gatherLooseChanges() {
        guard hasLooseChanges else { return }
        hasLooseChanges = false
        changed.removeAll()
        forEachRegistered { if $0.flags.contains(.changed) { changed.append($0) } }
    }
}

extension ModelObject {
    /// Another context takes the object over as it is.
    final func moveContext(to context: ModelContext) {
        if _$contextReference != nil {
            _$contextReference = .passUnretained(context)
        } else {
            _$extras?.partialContext = .passUnretained(context)
        }
    }
}
