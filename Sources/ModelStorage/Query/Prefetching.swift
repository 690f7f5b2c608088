internal import ModelSchema

extension ModelContext {
    /// Objects of rows, read in one query whatever their number; those that are registered are not read again.
    func objects(_ entity: _$Entity, _ ids: [Int64]) throws -> [ModelObject] {
        let root: _$Entity = entity.root
        var found: [ModelObject] = []
        var missing: [Int64] = []
        for id in ids {
            if let object = registered(entity.slot, id) {
                if object.entity.isKind(of: entity) { found.append(object) }
            } else if id > 0 {
                missing.append(id)
            }
        }
        if missing.isEmpty { return found }
        try store.read { connection in
            try connection.withSet(missing, in: self) { set in
                let statement = try connection.cached(
                    """
                    SELECT \(root.selectList(alias: "row")) FROM \(SQL.quote(root.table)) AS row \
                    WHERE row."$id" IN (SELECT "value" FROM \(set))
                    """)
                defer { statement.reset() }
                try forEachObject(root, statement) { if $0.entity.isKind(of: entity) { found.append($0) } }
            }
        }
        return found
    }

    /// Reads the objects at the other ends of relationships: one query for each, whatever the number of objects.
    ///
    /// - Throws: ``StorageError/unsupportedKeyPath(_:)`` for a key path that is no relationship of the model.
    ///
    /// - Parameter all: the objects are all there are of their class.
    func prefetch<T: PersistentModel>(
        _ keyPaths: [PartialKeyPath<T>], of objects: [T], all: Bool = false
    ) throws {
        if keyPaths.isEmpty || objects.isEmpty { return }
        // Targets of to-one links are held until the next prefetching fetch; lists hold their objects.
        prefetched.removeAll()
        for keyPath in keyPaths {
            guard let property = T._$entity.propertyByKeyPath[keyPath], let destination = property.destination else {
                throw StorageError.unsupportedKeyPath(KeyPathName.describe(keyPath, in: T._$entity))
            }
            if property.isLink {
                var ids: Set<Int64> = []
                for object in objects {
                    let id = permanentID(of: object._$link(property.index))
                    if id > 0 { ids.insert(id) }
                }
                let targets = try self.objects(destination, Array(ids))
                if !isHeir { prefetched += targets }
            } else {
                try prefetchLists(property, destination, of: objects, all: all)
            }
        }
    }

    /// - Parameter all: the objects are all there are of their class, so that their rows need not be looked up one by one.
    private func prefetchLists(
        _ property: Property, _ destination: _$Entity, of objects: [ModelObject], all: Bool
    ) throws {
        let owners = objects.filter { $0._$id > 0 && $0._$list(property.index) == nil }
        if owners.isEmpty { return }
        // Found by the rows through the identity map.
        for owner in owners { owner._$setList(property.index, _$ToMany()) }
        do {
            try store.read { connection in
                if all {
                    try readLists(property, destination, of: owners, on: connection, set: nil)
                } else {
                    try connection.withSet(owners.lazy.map(\._$id), in: self) { set in
                        try readLists(property, destination, of: owners, on: connection, set: set)
                    }
                }
            }
        } catch {
            for owner in owners { owner._$setList(property.index, nil) }
            throw error
        }
        if unlisted.isEmpty { return }
        for owner in owners {
            // Unsaved objects are not in the store's answer.
            guard let list = owner._$list(property.index) else { continue }
            addUnlisted(to: list, of: owner, property)
        }
    }

    /// With a set, its owners are gone through one by one, and the index of the link gives the rows of each in order; all rows
    /// are read in the order of the table.
    private func readLists(
        _ property: Property, _ destination: _$Entity, of owners: [ModelObject], on connection: Connection, set: String?
    ) throws {
        let root: _$Entity = destination.root
        let columns = root.selectList(alias: "row")
        let table = SQL.quote(root.table)
        let isOrdered = property.relationship?.isOrdered == true
        let sql: String
        switch property.relationship?.storage {
        case .inverseColumn(let column)?:
            let link = "row.\(SQL.quote(column))"
            let position = isOrdered ? "row.\(SQL.quote(SQL.positionColumn(of: column))), " : ""
            sql =
                set.map {
                    "SELECT \(columns), \(link) FROM \($0) AS owner CROSS JOIN \(table) AS row ON \(link) = owner.\"value\" "
                        + "ORDER BY owner.\"value\", \(position)row.\"$id\""
                }
                ?? "SELECT \(columns), \(link) FROM \(table) AS row WHERE +\(link) IS NOT NULL ORDER BY \(position)row.\"$id\""
        case .joinTable(let join, let isSource)?:
            let (mine, theirs) = isSource ? ("$source", "$target") : ("$target", "$source")
            let link = "link.\(SQL.quote(mine))"
            let position = isOrdered ? "link.\(SQL.quote(SQL.joinPositionColumn(isSource: isSource))), " : ""
            let rows =
                "\(SQL.quote(join)) AS link CROSS JOIN \(table) AS row ON row.\"$id\" = link.\(SQL.quote(theirs))"
            let order = "\(position)link.\(SQL.quote(theirs))"
            sql =
                set.map {
                    "SELECT \(columns), \(link) FROM \($0) AS owner CROSS JOIN \(rows) WHERE \(link) = owner.\"value\" "
                        + "ORDER BY owner.\"value\", \(order)"
                } ?? "SELECT \(columns), \(link) FROM \(rows) ORDER BY \(link), \(order)"
        default: return
        }
        let statement = try connection.cached(sql)
        defer { statement.reset() }
        let place = Int32(root.layout.count)
        let slot = property.entity.slot
        let isWanted = Set(owners.map(ObjectIdentifier.init))
        let isPart = all(owners, slot)
        var current: (id: Int64, owner: ModelObject, list: _$ToMany)?
        try forEachObject(root, statement) { object in
            let id = statement.integer(place)
            if current?.id != id {
                current = nil
                // Lists that were there before keep what they have.
                guard let owner = registered(slot, id), isPart || isWanted.contains(ObjectIdentifier(owner)),
                    let list = owner._$list(property.index)
                else { return }
                current = (id, owner, list)
            }
            guard let (_, owner, list) = current else { return }
            if isListed(object, owner, property) { list.elements.append(object) }
        }
    }

    /// Whether all registered objects of a hierarchy are among some.
    private func all(_ owners: [ModelObject], _ slot: Int) -> Bool { owners.count == registeredCount(slot) }
}

extension Connection {
    /// Runs a closure with the name of a TEMP table that holds some row ids.
    func withSet<R>(
        _ ids: some Collection<Int64>, in context: ModelContext, _ body: (String) throws -> R
    ) throws -> R {
        let number = queries.sets.inUse
        try queries.sets.make(number + 1, on: self)
        queries.sets.inUse += 1
        defer {
            queries.sets.inUse -= 1
            try? queries.sets.clear(number..<number + 1, on: self)
        }
        let insertion = try queries.sets.insertion(number, on: self)
        try run("SAVEPOINT \"$set\"")
        do {
            for id in ids {
                insertion.bind(id, at: 1)
                try insertion.run()
            }
        } catch {
            try? run("RELEASE \"$set\"")
            throw error
        }
        try run("RELEASE \"$set\"")
        return try body(CapturedSets.name(number))
    }
}
