// To-many relationships without loading them: an array cannot be counted or appended to before all of it is in memory.

extension PersistentModel {
    /// Adds an object to a to-many relationship, as appending it to the array does, in constant time and without loading the
    /// array. An object that is there already stays as it is.
    public func add<T: PersistentModel>(_ object: T, to relationship: KeyPath<Self, [T]>) {
        if let property = Self.toMany(relationship) { addMember(object, property) }
    }

    public func add<T: PersistentModel>(_ object: T, to relationship: KeyPath<Self, [T]?>) {
        if let property = Self.toMany(relationship) { addMember(object, property) }
    }

    /// Takes an object out of a to-many relationship without loading the array. One that is not there changes nothing.
    public func remove<T: PersistentModel>(_ object: T, from relationship: KeyPath<Self, [T]>) {
        if let property = Self.toMany(relationship) { removeMember(object, property) }
    }

    public func remove<T: PersistentModel>(_ object: T, from relationship: KeyPath<Self, [T]?>) {
        if let property = Self.toMany(relationship) { removeMember(object, property) }
    }

    /// How many objects a to-many relationship has, unsaved changes included; counted in the store unless the array is in
    /// memory.
    ///
    /// - Throws: a ``StorageError``: ``StorageError/unsupportedKeyPath(_:)`` if the key path is not a to-many relationship of
    ///   the model, or an error of SQLite.
    public func count<T: PersistentModel>(of relationship: KeyPath<Self, [T]>) throws -> Int {
        try memberCount(Self.storedToMany(relationship))
    }

    public func count<T: PersistentModel>(of relationship: KeyPath<Self, [T]?>) throws -> Int {
        try memberCount(Self.storedToMany(relationship))
    }

    /// A part of a to-many relationship's objects, unsaved changes included, without loading the others.
    ///
    /// - Parameters:
    ///   - offset: how many objects to leave out at the start; less than 0 counts as 0.
    ///   - limit: the largest number of objects; less than 0 counts as 0.
    ///   - sortBy: the order; empty for the relationship's own.
    /// - Throws: a ``StorageError``: ``StorageError/unsupportedKeyPath(_:)`` if the key path is not a to-many relationship of
    ///   the model, ``StorageError/unsupportedSortDescriptor(_:)``, a stored value that cannot be read, or an error of SQLite.
    public func page<T: PersistentModel>(
        of relationship: KeyPath<Self, [T]>, offset: Int = 0, limit: Int, sortBy: [SortDescriptor<T>] = []
    ) throws -> [T] {
        try members(Self.storedToMany(relationship), offset: offset, limit: limit, sortBy: sortBy)
    }

    public func page<T: PersistentModel>(
        of relationship: KeyPath<Self, [T]?>, offset: Int = 0, limit: Int, sortBy: [SortDescriptor<T>] = []
    ) throws -> [T] {
        try members(Self.storedToMany(relationship), offset: offset, limit: limit, sortBy: sortBy)
    }

    /// The relationship behind a key path. One that is none is a programmer's error, which cannot be thrown here.
    private static func toMany(_ keyPath: PartialKeyPath<Self>) -> Property? {
        let property = try? storedToMany(keyPath)
        assert(property != nil, "\(KeyPathName.describe(keyPath, in: _$entity)) is not a to-many relationship")
        return property
    }

    private static func storedToMany(_ keyPath: PartialKeyPath<Self>) throws -> Property {
        let entity = _$entity
        entity.link()
        guard let property = entity.propertyByKeyPath[keyPath], property.isToMany else {
            throw StorageError.unsupportedKeyPath(KeyPathName.describe(keyPath, in: entity))
        }
        return property
    }

    private func members<T: PersistentModel>(
        _ property: Property, offset: Int, limit: Int, sortBy: [SortDescriptor<T>]
    ) throws -> [T] {
        let (offset, limit) = (max(offset, 0), max(limit, 0))
        guard let context else {
            let elements = _$elements(nil, property.index, as: T.self)
            return Array(elements.sorted(using: sortBy).dropFirst(offset).prefix(limit))
        }
        context.synchronize()
        let list = sortBy.isEmpty ? listInMemory(property.index) : nil
        if let list { return Array(list[as: T.self].dropFirst(offset).prefix(limit)) }
        if sortBy.isEmpty, property.isOrdered, context.mayReorder(property, of: self) {
            // Places of unsaved objects are known to the loaded list only.
            return Array((loadedList(property.index)?[as: T.self] ?? []).dropFirst(offset).prefix(limit))
        }
        return try context.page(of: self, property, offset: offset, limit: limit, sortBy: sortBy)
    }
}

extension ModelObject {
    final func addMember(_ object: ModelObject, _ property: Property) {
        guard let list = listInMemory(property.index) else {
            guard let context, joinContext(of: object) else { return }
            if let inverse = property.inverse, inverse.isLink {
                object.relate(inverse, self, listed: nil)
            } else if context.joins.state(property, _$id, object._$id) != true {
                if _$extras != nil { _$observeWillSet(property.index) }
                link(object, property, nil)
                context.noteUnlisted(object, _$id, property)
                if _$extras != nil { _$observeDidSet(property.index) }
            }
            return
        }
        guard joinContext(of: object), !isListed(object, property, list) else { return }
        context?.undo?.willReorder(self, property)
        if _$extras != nil { _$observeWillSet(property.index) }
        list.append(object)
        context?.hold(self)
        link(object, property, list)
        if _$extras != nil { _$observeDidSet(property.index) }
    }

    final func removeMember(_ object: ModelObject, _ property: Property) {
        // This may read the list.
        context?.undo?.willReorder(self, property)
        let list = listInMemory(property.index)
        if let inverse = property.inverse, inverse.isLink {
            if pointsHere(object, inverse) { object.relate(inverse, nil, listed: nil) }
            return
        }
        if let list, !list.knows(object) { return }
        guard context == nil || object.context === context else { return }
        if _$extras != nil { _$observeWillSet(property.index) }
        list?.remove(object)
        unlink(object, property, list)
        context?.forgetUnlisted(object, _$id, property)
        if _$extras != nil { _$observeDidSet(property.index) }
    }

    final func memberCount(_ property: Property) throws -> Int {
        context?.synchronize()
        if let list = listInMemory(property.index) { return list.elements.count }
        return try context?.count(of: self, property) ?? 0
    }
}

extension ModelContext {
    /// Whether unsaved changes may have moved objects of an ordered list.
    func mayReorder(_ property: Property, of owner: ModelObject) -> Bool {
        !deleted.isEmpty || touchedLists[UnlistedKey(property: ObjectIdentifier(property), id: owner._$id)] != nil
    }

    func count(of owner: ModelObject, _ property: Property) throws -> Int {
        try withReader(includesPendingChanges: true) { connection, tables in
            let lowering = Lowering(self, tables: tables, codecs: [], firstSet: 0)
            defer { withExtendedLifetime(lowering) {} }
            let relation = try relation(property, lowering)
            var sql = relation.select("count(*)")
            if case .joinTable(let table, let isSource) = property.relationship?.storage, tables.overlays.isEmpty {
                // Links of stored objects end at stored objects: their rows need no look.
                sql = "SELECT count(*) FROM \(SQL.quote(table)) WHERE \(isSource ? "\"$source\"" : "\"$target\"") = ?1"
            }
            return Int(try connection.integer(sql) { $0.bind(owner._$id, at: 1) } ?? 0)
        }
    }

    func page<T: PersistentModel>(
        of owner: ModelObject, _ property: Property, offset: Int, limit: Int, sortBy: [SortDescriptor<T>]
    ) throws -> [T] {
        guard let destination = property.destination else { return [] }
        return try withReader(includesPendingChanges: true) { connection, tables in
            let lowering = Lowering(self, tables: tables, codecs: [], firstSet: 0)
            defer { withExtendedLifetime(lowering) {} }
            let relation = try relation(property, lowering)
            guard case .object(let element) = relation.element else { return [] }
            let isOverlaid = !tables.overlays.isEmpty
            var order = try SortOrder.keys(sortBy, element, isOverlaid: isOverlaid).map(\.sql)
            if sortBy.isEmpty { order = relation.order.dropLast() + order }
            let columns = destination.selectList(alias: String(element.key.prefix { $0 != "." }))
            let statement = try connection.cached(
                "\(relation.select(columns)) ORDER BY \(order.joined(separator: ", ")) LIMIT ?2 OFFSET ?3")
            defer { statement.reset() }
            statement.bind(owner._$id, at: 1)
            statement.bind(Int64(limit), at: 2)
            statement.bind(Int64(offset), at: 3)
            var objects: [ModelObject] = []
            try forEachObject(destination, statement) { objects.append($0) }
            return _$ToMany(objects)[as: T.self]
        }
    }

    /// A relationship's objects as a query whose first parameter is the owner's id.
    private func relation(_ property: Property, _ lowering: Lowering) throws -> Relation {
        let scope = Scope(lowering, depth: 0, from: "")
        return try lowering.relation(property, of: ObjectTerm(entity: property.entity, key: "?1", scope: scope))
    }
}
