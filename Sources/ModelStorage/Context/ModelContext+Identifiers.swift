public import Foundation

extension ModelContext {
    /// The object with an identifier: the registered one, or one read from the store.
    ///
    /// Where there is no such row (any more) it is a placeholder: a deleted object with zero values, whose saving throws.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let part = part(for: persistentModelID) { return part.model(for: persistentModelID) }
        if let object = object(for: persistentModelID) { return object.model }
        let entity =
            store.parts.lazy.compactMap { $0.entity(named: persistentModelID.entityName) }.first
            ?? store.parts[0].entities[0]
        let placeholder = entity.type.init(_$row: .zero)
        placeholder.flags = .placeholder
        placeholder.extras().identifier = persistentModelID
        return placeholder
    }

    /// The object with an identifier, if the context has it in memory.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        let entity = T._$entity
        if let part = part(for: entity) { return part.registeredModel(for: persistentModelID) }
        guard let id = key(of: persistentModelID) else { return nil }
        return registered(entity.slot, id) as? T
    }

    /// The object with an identifier, or nil if there is no such row.
    func object(for identifier: PersistentIdentifier) -> ModelObject? {
        guard let id = key(of: identifier),
            let entity = store.parts.lazy.compactMap({ $0.entity(named: identifier.entityName) }).first
        else { return nil }
        if id < 0 { return registered(entity.slot, id) }
        do {
            return try object(entity, id)
        } catch {
            deferredError = deferredError ?? error
            return nil
        }
    }

    /// The id that an identifier stands for here: those of other stores and other contexts' unsaved objects have none.
    func key(of identifier: PersistentIdentifier) -> Int64? {
        if identifier.isTemporary { return identifier.scope == scope ? permanentID(of: identifier.key) : nil }
        return identifier.storeIdentifier == store.identifier ? identifier.key : nil
    }

    /// Deletes all objects that match, at once and in a transaction of its own, with their rules; unsaved objects that match
    /// are forgotten. A rollback does not bring them back.
    ///
    /// The rules follow links as they are here, saved or not: what was moved elsewhere stays, and what was moved here goes along
    /// or is in the way.
    ///
    /// - Parameter includeSubclasses: whether objects of classes that inherit from the model go too.
    /// - Throws: a ``StorageError``: a rule that forbids it, lists that would have too few objects, an unsupported predicate.
    ///   Nothing is changed then.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        if let part = part(for: model._$entity) {
            return try part.delete(model: model, where: predicate, includeSubclasses: includeSubclasses)
        }
        let entity = try checked(model._$entity)
        synchronize()
        var temporary: [Int64] = []
        func find() throws -> [Int64] {
            let identifiers = try fetchIdentifiers(FetchDescriptor<T>(predicate: predicate))
                .filter { includeSubclasses || $0.entityName == entity.name }
            temporary = identifiers.filter(\.isTemporary).map(\.key)
            return identifiers.filter { !$0.isTemporary }.map(\.key)
        }
        func write(_ ids: [Int64], _ connection: Connection) throws -> (
            deleted: [Int: [Int64]], unlinked: [Int: [Int64]]
        )? {
            if ids.isEmpty { return nil }
            let deletion = DeletePropagation(connection, in: self)
            if hasOwnChanges { try deletion.takeUnsavedLinks() }
            for id in ids { try deletion.add(entity, id) }
            try deletion.run()
            let short = try deletion.shortened.compactMap { property, owner in
                try property.countViolation(of: owner, on: connection, in: store)
            }
            if !short.isEmpty { throw StorageError.validation(short) }
            return (try deletion.ids(), deletion.unlinked)
        }
        // Under the write lock, so that what is found is what is deleted. In memory queries stay outside the transaction:
        // undoing it would undo the overlay's tables too.
        let deletion =
            store.isInMemory
            ? try store.read { _ in
                let ids = try find()
                return try store.write { try write(ids, $0) }
            }
            : try store.write { try write(find(), $0) }
        for id in temporary {
            if let object = registered(entity.slot, id) { deleteObject(object) }
        }
        guard let deletion else { return }
        let (gone, unlinked) = (deletion.deleted, deletion.unlinked)
        var news = SavedChanges()
        var unsaved: [ModelObject] = []
        for (slot, ids) in gone {
            news.slots.insert(slot)
            news.deleted[slot] = ids.filter { $0 > 0 }
            for id in ids {
                guard let object = registered(slot, id) else { continue }
                if id > 0 { takeOut(object) } else { unsaved.append(object) }
            }
        }
        for object in unsaved where object.context === self { deleteObject(object) }
        for (slot, ids) in unlinked {
            news.slots.insert(slot)
            news.updated[slot] = ids
            for id in ids { if let object = registered(slot, id) { reload(object) } }
        }
        forgetLists(of: news.slots)
        if hasOwnChanges { cutLinks(to: Set(gone.values.joined())) }
        core.announce(news, from: inbox)
    }

    /// Lets go of an object whose row was deleted, whatever waits for a save.
    func takeOut(_ object: ModelObject) {
        if object.flags.contains(.changed) { changed.removeAll { $0 === object } }
        if object.flags.contains(.deleted) {
            deleted.removeAll { $0 === object }
            deletedIDs.remove(object._$id)
        }
        pendingOverlay = nil
        markGone(object)
    }
}
