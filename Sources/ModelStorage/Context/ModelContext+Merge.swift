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
        gatherLooseChanges()
        takeInSaves()
        for (owner, property) in openedLists {
            guard let list = owner._$list(property.index), !list.isOpen, !list.isAsKnown else { continue }
            owner.reconcile(property, list)
        }
    }

    /// The main context takes in others' saves in the main actor's next turn, also if nobody asks it for anything.
    func takesInSavesByItself() {
        for context in [self] + others {
            // The main context belongs to the main actor.
            nonisolated(unsafe) weak let context = context
            context?.inbox.onFirst {
                _Concurrency.Task { @MainActor in context?.synchronize() }
            }
        }
    }

    func throwDeferredError() throws {
        guard let error = deferredError else { return }
        deferredError = nil
        throw error
    }

    /// Unchanged objects get their stored values, deleted ones turn deleted, changed ones keep what was changed here.
    private func takeInSaves() {
        var saves = inbox.take()
        if sawForeignCommits() || saves.contains(where: \.isVague) { saves.append(changesOfRegisteredRows()) }
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
        if hasOwnChanges { releaseRivals(in: slots) }
        if !deleted.isEmpty { followAgain() }
    }

    /// One to one: what others have tied to the partner of an unsaved link is loose here, as it will be after the save.
    private func releaseRivals(in slots: Set<Int>) {
        for object in inserted.compactMap({ $0 }) + changed
        where slots.contains(object.entity.slot) && object.flags.isDisjoint(with: .deletedOrGone) {
            let mask = object.flags.contains(.inserted) ? .max : pendingMask(of: object)
            for link in object.entity.singleLinks where link.bit & mask != 0 {
                let target = permanentID(of: object._$link(link.index))
                if target > 0 { releaseRival(of: object, link, target) }
            }
        }
    }

    private func releaseRival(of object: ModelObject, _ link: Property, _ target: Int64) {
        guard let column = link.columnNames.first else { return }
        let sql = "SELECT \"$id\" FROM \(SQL.quote(link.entity.root.table)) WHERE \(SQL.quote(column)) = ?"
        do {
            guard let id = try store.read({ try $0.integer(sql) { $0.bind(target, at: 1) } }), id != object._$id,
                let rival = try self.object(link.entity, id), rival.flags.isDisjoint(with: .deletedOrGone),
                permanentID(of: rival._$link(link.index)) == target
            else { return }
            rival._$willSet(link.index)
            rival._$setLink(link.index, 0)
            rival._$didSet(link.index)
            guard let inverse = link.inverse, !link.isOwnInverse,
                let list = registered(inverse.entity.slot, target)?._$list(inverse.index)
            else { return }
            list.elements = [object]
            list.known = nil
            list.forgetMembers()
        } catch {
            deferredError = deferredError ?? error
        }
    }

    /// Whether processes and programs that do not tell have committed anything.
    private func sawForeignCommits() -> Bool {
        store.lookForForeignCommits()
        let commits = store.foreignCommits
        defer { seenForeignCommits = commits }
        return commits != seenForeignCommits
    }

    /// What has become of the rows of objects in memory, whoever did it.
    private func changesOfRegisteredRows() -> SavedChanges {
        var versions: [Int: (root: _$Entity, rows: [Int64: UInt32])] = [:]
        forEachRegistered { object in
            guard object._$id > 0 else { return }
            let root: _$Entity = object.entity.root
            versions[root.slot, default: (root, [:])].rows[object._$id] = object.rowVersion
        }
        var changes = SavedChanges()
        for part in store.parts { for entity in part.entities { changes.slots.insert(entity.slot) } }
        do {
            for (slot, (root, rows)) in versions {
                let stored = try storedVersions(root, Array(rows.keys))
                changes.deleted[slot] = rows.keys.filter { stored[$0] == nil }
                changes.updated[slot] = rows.compactMap { id, version in
                    stored[id].map { $0 != version } == true ? id : nil
                }
            }
        } catch {
            deferredError = deferredError ?? error
        }
        return changes
    }

    private func storedVersions(_ root: _$Entity, _ ids: [Int64]) throws -> [Int64: UInt32] {
        try store.read { connection in
            try connection.withSet(ids, in: self) { set in
                let statement = try connection.cached(
                    """
                    SELECT row."$id", row."$version" FROM \(SQL.quote(root.table)) AS row \
                    WHERE row."$id" IN (SELECT "value" FROM \(set))
                    """)
                defer { statement.reset() }
                var versions: [Int64: UInt32] = [:]
                while try statement.step() {
                    versions[statement.integer(0)] = UInt32(truncatingIfNeeded: statement.integer(1))
                }
                return versions
            }
        }
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
    func cutLinks(to gone: Set<Int64>) {
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
        var observed: [(owner: ModelObject, property: Property, list: _$ToMany)] = []
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
                    if object._$extras?.registrar != nil { observed.append((object, property, list)) }
                    object._$setList(property.index, nil)
                }
            }
        }
        for (owner, property, list) in observed { tellObservers(of: owner, property, list) }
        observed.removeAll()
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

    /// Reads an observed list again, and tells if it is another.
    func tellObservers(of owner: ModelObject, _ property: Property, _ list: _$ToMany) {
        guard owner.context === self, let new = owner.loadedList(property.index),
            new.elements.count != list.elements.count || zip(new.elements, list.elements).contains(where: { $0 !== $1 })
        else { return }
        owner._$observeWillSet(property.index)
        owner._$observeDidSet(property.index)
    }

    private func isTouched(_ property: Property, _ owner: ModelObject) -> Bool {
        !touchedLists.isEmpty
            && touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: owner._$id)] != nil
    }

    /// Whether the store does not know an object's link as it is.
    func hasUnsaved(_ link: Property, _ object: ModelObject) -> Bool {
        object.flags.contains(.inserted) || object.flags.contains(.changed) && pendingMask(of: object) & link.bit != 0
    }

    /// Remembers the objects of a list that the store does not know to be in it.
    private func noteUnsaved(_ list: _$ToMany, _ owner: ModelObject, _ property: Property) {
        guard hasOwnChanges else { return }
        for object in list.elements where object.context === self && object.flags.isDisjoint(with: .deletedOrGone) {
            if let inverse = property.inverse, inverse.isLink {
                if hasUnsaved(inverse, object), owner.pointsHere(object, inverse) {
                    noteUnlisted(object, owner._$id, property)
                }
            } else if joins.state(property, owner._$id, object._$id) == true {
                noteUnlisted(object, owner._$id, property)
            }
        }
    }
}
