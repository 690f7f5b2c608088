internal import Foundation

extension SaveOperation {
    /// After the commit: objects get their ids, the identity map their rows, observers and other contexts their news.
    func finish() {
        var news = SavedChanges()
        var notes = SaveNotification()
        let tellsOthers = context.core.hasOtherContexts

        // All changes are stored: rows that are read again from here on count as they are.
        context.synchronizedMasks.removeAll()
        finishUpdates(&news, &notes, tellsOthers)
        finishDeletions(&news, &notes, tellsOthers)
        finishInserts(&news, &notes)
        for property in context.joins.properties.values {
            news.slots.insert(property.entity.slot)
            if let destination = property.destination { news.slots.insert(destination.slot) }
        }
        for property in context.touchedLists.values + context.openedLists.map(\.property) where property.isOrdered {
            if let destination = property.destination { news.slots.insert(destination.slot) }
        }
        context.clearPending()
        for (owner, property, list) in forgottenLists { context.tellObservers(of: owner, property, list) }
        if tellsOthers { context.core.announce(news, from: context.inbox) }
        notes.post(from: context)
    }

    /// Has a list read again when it is used; who watches it is told once all is done.
    private func forget(_ property: Property, of owner: ModelObject?) {
        guard let owner, let list = owner._$list(property.index) else { return }
        if owner._$extras?.registrar != nil { forgottenLists.append((owner, property, list)) }
        owner._$setList(property.index, nil)
    }

    private func finishUpdates(_ news: inout SavedChanges, _ notes: inout SaveNotification, _ tellsOthers: Bool) {
        for (object, mask) in updates {
            let unique = object.entity.uniqueBits
            object.rowVersion &+= (mask & ~unique != 0 ? 1 : 0) + (mask & unique != 0 ? 1 : 0)
            object._$dirty = 0
            object.flags.remove(.changed)
            notes.updated.append(object)
            if tellsOthers { news.updated[object.entity.slot, default: []].append(object._$id) }
            news.slots.insert(object.entity.slot)
        }
    }

    private func finishDeletions(_ news: inout SavedChanges, _ notes: inout SaveNotification, _ tellsOthers: Bool) {
        guard let deletion else { return }
        for (slot, ids) in deletedRows {
            news.slots.insert(slot)
            if tellsOthers { news.deleted[slot] = ids }
            for id in ids {
                guard let object = context.registered(slot, id) else { continue }
                notes.deleted.append(context.identifier(of: object))
                context.markGone(object)
            }
        }
        for (slot, ids) in deletion.unlinked {
            news.slots.insert(slot)
            if tellsOthers { news.updated[slot, default: []] += ids }
            for id in ids {
                if let object = context.registered(slot, id) { context.reload(object) }
            }
        }
    }

    private func finishInserts(_ news: inout SavedChanges, _ notes: inout SaveNotification) {
        for object in inserts where mergedObjects.isEmpty || !mergedObjects.contains(ObjectIdentifier(object)) {
            adopt(object, context.permanentID(of: object._$id), version: 1)
            notes.inserted.append(object)
            news.slots.insert(object.entity.slot)
        }
        context.removeTemporaryObjects()
        for (slot, id) in released {
            news.slots.insert(slot)
            news.updated[slot, default: []].append(id)
            if let object = context.registered(slot, id) { context.reload(object) }
        }
        for (object, id) in merged {
            news.slots.insert(object.entity.slot)
            news.updated[object.entity.slot, default: []].append(id)
            if let survivor = context.registered(object.entity.slot, id) {
                give(object, to: survivor)
                notes.updated.append(survivor)
            } else {
                // The row's version is not known: the next fetch that meets the row compares, and reads it again.
                adopt(object, id, version: 0)
                for property in object.entity.lists { forget(property, of: object) }
                // A link that the object does not have is the row's; and the version matters where it is compared.
                if context.mergePolicy == .fail || object.entity.links.contains(where: { object._$link($0.index) == 0 })
                {
                    context.reload(object)
                }
                notes.updated.append(object)
            }
        }
    }

    /// The object is the row's from now on.
    private func adopt(_ object: ModelObject, _ id: Int64, version: UInt32) {
        object._$id = id
        object.rowVersion = version
        object._$dirty = 0
        object.flags = []
        context.register(object, object.entity.slot, id)
    }

    /// The row's own object takes the values; the new one leaves the context and goes by the survivor's identifier.
    private func give(_ object: ModelObject, to survivor: ModelObject) {
        for property in object.entity.relationships {
            if property.isLink {
                guard let inverse = property.inverse, inverse.isList else { continue }
                // The list that the row leaves, and the one that it comes to.
                for link in [survivor._$link(property.index), object._$link(property.index)] {
                    forget(inverse, of: context.registered(inverse.entity.slot, context.permanentID(of: link)))
                }
            } else if let list = object._$list(property.index), let inverse = property.inverse, inverse.isList {
                for element in list.elements { forget(inverse, of: element) }
            }
        }
        forgetListsWith(object)
        survivor.flags.remove(.changed)
        survivor._$dirty = 0
        context.reload(survivor)
        for property in survivor.entity.lists { forget(property, of: survivor) }
        let identifier = context.identifier(of: survivor)
        object.leaveContext()
        object._$id = 0
        object._$dirty = 0
        object.flags = .gone
        object.extras().identifier = identifier
    }

    /// Lists that look nowhere back are read again: they have the new object where the row's own belongs.
    private func forgetListsWith(_ object: ModelObject) {
        for property in object.entity.incomingJoins {
            guard case .joinTable(let table, let isSource) = property.relationship?.storage else { continue }
            for id in context.joins.partners(in: table, of: object._$id, mine: isSource ? "$target" : "$source") {
                forget(property, of: context.registered(property.entity.slot, context.permanentID(of: id)))
            }
        }
    }
}

/// What observers of `ModelContext.didSave` are told.
private struct SaveNotification {
    var inserted: [ModelObject] = []
    var updated: [ModelObject] = []
    var deleted: [PersistentIdentifier] = []

    func post(from context: ModelContext) {
        // Identifiers are only made if someone is there to read them.
        NotificationCenter.default.post(
            name: ModelContext.didSave, object: context.whole,
            userInfo: [
                ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted.map(\.identifier),
                ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated.map(\.identifier),
                ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
            ])
    }
}

extension ModelContext {
    /// Posted by the context before a save.
    public static let willSave = Notification.Name("ModelContext.willSave")
    /// Posted by the context after a save. The user info has arrays of identifiers under the raw values of
    /// ``NotificationKey``.
    public static let didSave = Notification.Name("ModelContext.didSave")

    public enum NotificationKey: String, Sendable {
        case queryGeneration, invalidatedAllIdentifiers, insertedIdentifiers, updatedIdentifiers, deletedIdentifiers
    }
}
