internal import CSQLite

extension ModelContext {
    /// The objects that a descriptor describes, in its order.
    ///
    /// - Throws: a ``StorageError``: an unsupported predicate, sort or key path, a stored value that cannot be read, or an
    ///   error of SQLite. What went wrong since in a getter, which cannot throw, is thrown here too.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        if let part = part(for: T._$entity) { return try part.fetch(descriptor) }
        synchronize()
        try throwDeferredError()
        let entity = try checked(T._$entity)
        let part = try PartialRow(descriptor, entity)
        let objects = try withQuery(descriptor, entity, part.map { .part($0) } ?? .objects) { statement in
            // Gathered as the base class: a generic append would look its array type up for each row.
            var objects: [ModelObject] = []
            try forEachObject(entity, statement, part: part) { objects.append($0) }
            return _$ToMany(objects)[as: T.self]
        }
        if descriptor.relationshipKeyPathsForPrefetching.isEmpty { return objects }
        let all = descriptor.predicate == nil && (descriptor.fetchLimit ?? 0) <= 0 && (descriptor.fetchOffset ?? 0) <= 0
        try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: objects, all: all && entity.parent == nil)
        return objects
    }

    /// How many objects a descriptor describes, its limit and offset included.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        if let part = part(for: T._$entity) { return try part.fetchCount(descriptor) }
        synchronize()
        try throwDeferredError()
        let entity = try checked(T._$entity)
        return try withQuery(descriptor, entity, .count) { statement in
            try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    /// The identifiers of the objects that a descriptor describes, without reading the objects.
    public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    {
        if let part = part(for: T._$entity) { return try part.fetchIdentifiers(descriptor) }
        synchronize()
        try throwDeferredError()
        let entity = try checked(T._$entity)
        return try withQuery(descriptor, entity, .identifiers) { statement in
            var identifiers: [PersistentIdentifier] = []
            while try statement.step() {
                let id = statement.integer(0)
                identifiers.append(
                    PersistentIdentifier(
                        entityName: entity.root.hierarchy.count > 1 ? statement.text(1) : entity.name,
                        storeIdentifier: id > 0 ? store.identifier : nil, key: id, scope: id > 0 ? 0 : scope))
            }
            return identifiers
        }
    }

    /// The model's entity, if the container has it.
    func checked(_ entity: _$Entity) throws -> _$Entity {
        entity.link()
        guard store.parts.contains(where: { $0 === entity.schema }) else {
            throw StorageError.unknownModel(entity.name)
        }
        return entity
    }

    /// Reads the rows of a statement whose columns are the entity's layout.
    func forEachObject(
        _ entity: _$Entity, _ statement: Statement, part: PartialRow? = nil, _ body: (ModelObject) throws -> Void
    ) throws {
        var failure = _$Row.ReadFailure(selected: part?.isSelected, isLenient: readsIncompleteRows)
        try withUnsafeMutablePointer(to: &failure) { failure in
            let row = _$Row(statement: statement.handle, context: .passUnretained(self), failure: failure)
            while try statement.step() { try body(object(of: row, entity, part)) }
        }
    }

    /// The object of the row that a statement stands at: the registered one, or a new one.
    func object(of row: _$Row, _ entity: _$Entity, _ part: PartialRow? = nil) throws -> ModelObject {
        let id = row.link(0)
        let slot = entity.slot
        if let object = registered(slot, id) {
            if part != nil || object._$contextReference == nil { return try meet(object, row, part) }
            if UInt32(truncatingIfNeeded: row.link(1)) != object.rowVersion { try refresh(object, row) }
            return object
        }
        let root: _$Entity = entity.root
        let type: ModelObject.Type
        if root.hierarchy.count > 1 {
            let name = row.string(2)
            guard let found = entity.family.first(where: { $0.name == name }) else {
                throw StorageError.invalidStoredValue(
                    model: entity.name, identifier: id, property: "$class", value: name)
            }
            type = found.type
        } else {
            type = entity.type
        }
        let object = type.init(_$row: row)
        object._$id = id
        object.rowVersion = UInt32(truncatingIfNeeded: row.link(1))
        if let part {
            let extras = object.extras()
            (extras.partialContext, extras.loadedBits, extras.lacksOnlyData) = (row.context, part.bits, false)
        } else {
            object._$contextReference = row.context
        }
        if let failure = row.failure {
            if failure.pointee.column >= 0 { throw unreadable(object, failure) }
            if !failure.pointee.deferred.isEmpty { noteDeferredData(of: object, failure, row) }
        }
        register(object, slot, id)
        return object
    }

    /// An object was read but for large data, which is read when it is asked for.
    private func noteDeferredData(
        of object: ModelObject, _ failure: UnsafeMutablePointer<_$Row.ReadFailure>, _ row: _$Row
    ) {
        let extras = object.extras()
        var bits = UInt64.max
        for property in object.entity.properties where failure.pointee.deferred.contains(property.column) {
            bits &= ~property.bit
        }
        failure.pointee.deferred.removeAll()
        (extras.partialContext, extras.loadedBits, extras.lacksOnlyData) = (row.context, bits, true)
        object._$contextReference = nil
    }

    /// A registered object meets a row, of which one or both are not whole.
    private func meet(_ object: ModelObject, _ row: _$Row, _ part: PartialRow?) throws -> ModelObject {
        let isCurrent = UInt32(truncatingIfNeeded: row.link(1)) == object.rowVersion
        guard let part else {
            if isCurrent, let extras = object._$extras, extras.partialContext != nil, extras.lacksOnlyData {
                return object
            }
            // The row is whole, and so is the object now.
            object._$contextReference = row.context
            object._$extras?.partialContext = nil
            try refresh(object, row)
            return object
        }
        guard let extras = object._$extras, extras.partialContext != nil else {
            if !isCurrent { reload(object) }
            return object
        }
        if isCurrent {
            object._$load(row, keeping: ~part.bits)
            extras.loadedBits |= part.bits
            if let failure = row.failure, failure.pointee.column >= 0 { throw unreadable(object, failure) }
        } else {
            complete(object)
        }
        return object
    }

    /// Reads what an object lacks of which only a part was read.
    func complete(_ object: ModelObject) {
        guard let extras = object._$extras, extras.partialContext != nil else { return }
        extras.partialContext = nil
        object._$contextReference = .passUnretained(self)
        extras.arrivingBits = ~extras.loadedBits
        reload(object)
        extras.arrivingBits = 0
    }

    /// Takes a row's new values into an object, except for the properties that were changed here.
    func refresh(_ object: ModelObject, _ row: _$Row) throws {
        // Then the save finds that the row has moved.
        if mergePolicy == .fail, !object.flags.isDisjoint(with: [.changed, .deleted]) { return }
        let observed =
            object._$extras?.registrar == nil ? [] : object.changes(in: row, keeping: pendingMask(of: object))
        for property in observed { object.tellWillSet(property) }
        object._$load(row, keeping: pendingMask(of: object))
        for property in observed { object._$observeDidSet(property.index) }
        if let failure = row.failure {
            if failure.pointee.column >= 0 { throw unreadable(object, failure) }
            if !failure.pointee.deferred.isEmpty { noteDeferredData(of: object, failure, row) }
        }
        object.rowVersion = UInt32(truncatingIfNeeded: row.link(1))
        if object.flags.contains(.changed) { pendingOverlay?.noteChange(of: object) }
    }

    /// The properties of an object that were changed and not saved.
    func pendingMask(of object: ModelObject) -> UInt64 {
        synchronizedMasks.isEmpty ? object._$dirty : object._$dirty | (synchronizedMasks[object._$id] ?? 0)
    }

    private func unreadable(
        _ object: ModelObject, _ failure: UnsafeMutablePointer<_$Row.ReadFailure>
    ) -> StorageError {
        let column = failure.pointee.column
        let property = object.entity.properties.last { $0.column >= 0 && $0.column <= column }
        defer { failure.pointee = _$Row.ReadFailure(selected: failure.pointee.selected) }
        let id = object._$id
        // A new object is not registered yet.
        if registered(object.entity.slot, id) !== object { object.leaveContext() }
        return .invalidStoredValue(
            model: object.entity.name, identifier: id, property: property?.name ?? "column \(column)",
            value: failure.pointee.value)
    }
}
