internal import ModelSchema

/// Registers a context's changes with its undo manager.
///
/// What is undone goes through the same setters as what users do, so that undoing registers what does it again. Objects of
/// a context with an undo manager have extras from the start: then every setter tells before it changes a value.
final class UndoRecorder {
    let manager: UndoManager
    private unowned let context: ModelContext
    private var batch: Batch?
    private var group = -1

    /// The changes of one group, in their order.
    private final class Batch {
        var changes: [Change] = []
        /// Objects whose values were kept, and where.
        var kept: [ObjectIdentifier: Int] = [:]
        var keptOrders: Set<UnlistedKey> = []
    }

    private enum Change {
        /// Some attributes changed; `before` has all of them as they were.
        case attributes(ModelObject, before: ModelObject, [Property])
        case link(ModelObject, Property, before: ModelObject?)
        case join(isAdded: Bool, Property, ModelObject, ModelObject)
        case order(ModelObject, Property, before: [ModelObject])
        case inserted(ModelObject)
        case deleted(Deletion)
    }

    /// A deleted object with what it was tied to.
    struct Deletion {
        let object: ModelObject
        /// The temporary id of an object that was not saved.
        let id: Int64
        var links: [(property: Property, target: ModelObject)] = []
        var lists: [(property: Property, elements: [ModelObject])] = []
        /// Owners of one-way lists that the object was in.
        var owners: [(property: Property, owner: ModelObject)] = []
    }

    init(_ manager: UndoManager, _ context: ModelContext) {
        self.manager = manager
        self.context = context
        context.forEachRegistered { _ = $0.extras() }
    }

    private func record(_ change: Change) {
        currentBatch()?.changes.append(change)
    }

    private func currentBatch() -> Batch? {
        guard manager.isUndoRegistrationEnabled else { return nil }
        if let batch, group == manager.groupNumber { return batch }
        let new = Batch()
        manager.registerUndo(withTarget: self) { $0.undo(new) }
        batch = new
        group = manager.groupNumber
        context.scheduleEndOfEvent()
        return new
    }

    /// Forgets everything: there is nothing to go back to.
    func reset() {
        batch = nil
        manager.removeAllActions(withTarget: self)
    }

    // MARK: What changes

    func willSet(_ object: ModelObject, _ index: Int) {
        let property = object.entity.properties[index]
        guard property.attribute != nil, let batch = currentBatch() else { return }
        if let place = batch.kept[ObjectIdentifier(object)] {
            guard case .attributes(_, let before, let properties) = batch.changes[place],
                !properties.contains(where: { $0 === property })
            else { return }
            batch.changes[place] = .attributes(object, before: before, properties + [property])
            return
        }
        let before = type(of: object).init(_$row: .zero)
        before._$assign(from: object)
        batch.kept[ObjectIdentifier(object)] = batch.changes.count
        batch.changes.append(.attributes(object, before: before, [property]))
    }

    func willLink(_ object: ModelObject, _ property: Property, from old: ModelObject?) {
        record(.link(object, property, before: old))
    }

    func didJoin(_ isAdded: Bool, _ property: Property, _ owner: ModelObject, _ other: ModelObject) {
        record(.join(isAdded: isAdded, property, owner, other))
    }

    /// Comes before the first change of an ordered list in a group.
    func willReorder(_ owner: ModelObject, _ property: Property) {
        guard property.isOrdered, let batch = currentBatch(),
            batch.keptOrders.insert(UnlistedKey(property: ObjectIdentifier(property), id: owner._$id)).inserted,
            let list = owner.loadedList(property.index)
        else { return }
        batch.changes.append(.order(owner, property, before: list.elements))
    }

    func didInsert(_ object: ModelObject) { record(.inserted(object)) }

    /// What the object is tied to is read, so that it can be tied again.
    func willDelete(_ object: ModelObject) {
        var deletion = Deletion(object: object, id: object._$id)
        for property in object.entity.relationships {
            if property.isLink {
                let id = context.permanentID(of: object._$link(property.index))
                // A target may be on its way out, too.
                if let target = object.target(id, property.index)
                    ?? context.registered(property.destination?.slot ?? -1, id)
                {
                    deletion.links.append((property, target))
                    if let inverse = property.inverse { willReorder(target, inverse) }
                }
            } else if let list = object.loadedList(property.index) ?? object.listInMemory(property.index) {
                deletion.lists.append((property, list.elements))
                if let inverse = property.inverse, inverse.isOrdered {
                    for other in list.elements { willReorder(other, inverse) }
                }
            }
        }
        for property in object.entity.incomingJoins {
            context.forEachJoined(property, isOwner: false, object) { deletion.owners.append((property, $0)) }
            for (_, owner) in deletion.owners { willReorder(owner, property) }
        }
        record(.deleted(deletion))
    }

    // MARK: Undoing

    private func undo(_ batch: Batch) {
        // What was set after a deletion waits until the object is back.
        var late: [(object: ModelObject, before: ModelObject, properties: [Property])] = []
        for change in batch.changes.reversed() {
            switch change {
            case .attributes(let object, let before, let properties):
                if isAlive(object) {
                    for property in properties { property.observer.copy(from: before, to: object) }
                } else {
                    late.append((object, before, properties))
                }
            case .link(let object, let property, let before):
                guard object.context === context else { continue }
                if before == nil || before?.context === context { object.relate(property, before, listed: nil) }
            case .join(let isAdded, let property, let owner, let other):
                guard owner.context === context, other.context === context else { continue }
                if isAdded { owner.removeMember(other, property) } else { owner.addMember(other, property) }
            case .order(let owner, let property, let before): reorder(owner, property, before)
            case .inserted(let object): context.deleteObject(object)
            case .deleted(let deletion): restore(deletion)
            }
        }
        for (object, before, properties) in late where isAlive(object) {
            for property in properties { property.observer.copy(from: before, to: object) }
        }
        context.pendingOverlay = nil
    }

    private func reorder(_ owner: ModelObject, _ property: Property, _ before: [ModelObject]) {
        guard owner.context === context, owner.flags.isDisjoint(with: .deletedOrGone) else { return }
        let list = owner._$open(property.index)
        let members = Set(list.elements.map(ObjectIdentifier.init))
        let ordered = before.filter { members.contains(ObjectIdentifier($0)) }
        let known = Set(ordered.map(ObjectIdentifier.init))
        list.elements = ordered + list.elements.filter { !known.contains(ObjectIdentifier($0)) }
        list.forgetMembers()
        owner._$close(property.index, list)
    }

    /// Brings a deleted object back: the row if it is still there, else a new one.
    private func restore(_ deletion: Deletion) {
        let object = deletion.object
        if object.context === context {
            guard object.flags.contains(.deleted) else { return }
            context.restore(object)
        } else if object.context == nil {
            context.reinsert(object, id: deletion.id)
            relink(deletion)
        }
    }

    private func relink(_ deletion: Deletion) {
        let object = deletion.object
        for (property, target) in deletion.links where isAlive(target) {
            object.relate(property, target, listed: nil)
        }
        for (property, elements) in deletion.lists {
            for other in elements where isAlive(other) {
                if let inverse = property.inverse, inverse.isLink {
                    relink(other, inverse, to: object, property)
                } else {
                    object.addMember(other, property)
                }
            }
        }
        for (property, owner) in deletion.owners where isAlive(owner) { owner.addMember(object, property) }
    }

    private func relink(_ other: ModelObject, _ link: Property, to object: ModelObject, _ property: Property) {
        guard object.pointsHere(other, link) else { return other.relate(link, object, listed: nil) }
        // The object has the id again that the link has kept.
        guard let list = object.listInMemory(property.index), !list.knows(other) else { return }
        list.append(other)
    }

    private func isAlive(_ object: ModelObject) -> Bool {
        object.context === context && object.flags.isDisjoint(with: .deletedOrGone)
    }
}
