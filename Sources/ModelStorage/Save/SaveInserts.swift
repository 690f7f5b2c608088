internal import CSQLite
internal import ModelSchema

extension SaveOperation {
    func writeInserts() throws {
        // Only objects whose constraints hold links need the linked objects' ids first.
        var states: [Int64: Bool] = [:]
        for object in inserts {
            let entity = object.entity
            if entity.constraints.isEmpty {
                try insert(object, entity)
            } else {
                try insertUnique(object, entity, &states)
            }
        }
    }

    private func insert(_ object: ModelObject, _ entity: _$Entity) throws {
        let statement: Statement
        if let known = insertStatement, known.ordinal == entity.ordinal {
            statement = known.statement
        } else {
            statement = try connection.cached(entity.insertSQL)
            insertStatement = (entity.ordinal, statement)
        }
        binder.retarget(statement.handle)
        binder.start()
        binder.int64(context.permanentID(of: object._$id))
        object._$bind(binder, .max)
        // The first parameter is the row's id.
        if noteRefused(object, .max, after: 1) { return }
        let code = sqlite3_step(statement.handle)
        sqlite3_reset(statement.handle)
        guard code == SQLITE_DONE else {
            let error = connection.error(code, statement.sql)
            if code == SQLiteCode.uniqueConstraint {
                if let conflict = uniqueConflict(of: object) { throw conflict }
                if try releaseRivals(of: object, .max) { return try insert(object, entity) }
            }
            throw error
        }
    }

    /// Inserts an object, or turns it into an update of the row that has its unique values. `states` holds false for objects
    /// under way and true for written ones.
    private func insertUnique(_ object: ModelObject, _ entity: _$Entity, _ states: inout [Int64: Bool]) throws {
        let linked = entity.constraintLinks
        if !linked.isEmpty {
            if states[object._$id] != nil { return }
            states[object._$id] = false
            for property in linked {
                let id = object._$link(property.index)
                guard id < 0, states[id] == nil,
                    let target = context.registered(property.destination?.slot ?? -1, id),
                    target.flags.contains(.inserted),
                    !target.entity.constraints.isEmpty
                else { continue }
                try insertUnique(target, target.entity, &states)
            }
            states[object._$id] = true
        } else if !states.isEmpty {
            // It may have been written already, as another object's target.
            if states.updateValue(true, forKey: object._$id) != nil { return }
        }
        guard let row = try rowWithSameValues(as: object, entity) else {
            try insert(object, entity)
            return
        }
        try update(row, with: object, entity)
    }

    /// The row whose unique values a new object has, or nil.
    private func rowWithSameValues(as object: ModelObject, _ entity: _$Entity) throws -> Int64? {
        var found: [Int64] = []
        var properties: [String] = []
        for (number, constraint) in entity.constraints.enumerated() {
            let statement = try entity.lookUp(number, on: connection)
            binder.retarget(statement.handle)
            binder.start()
            object._$bind(binder, constraint.bits)
            defer { statement.reset() }
            guard try statement.step() else { continue }
            let id = statement.integer(0)
            let className = entity.root.hierarchy.count > 1 ? statement.text(1) : entity.name
            if !found.contains(id) { found.append(id) }
            properties = constraint.properties.map(\.name)
            if context.uniquenessPolicy == .fail || className != entity.name || found.count > 1 {
                throw StorageError.uniqueConflict(
                    .init(
                        entityName: entity.name, properties: properties,
                        identifiers: [context.identifier(of: object)] + found.map { identifier(entity, $0) }))
            }
        }
        return found.first
    }

    /// All attributes become the new object's; a link does where it has one.
    private func update(_ row: Int64, with object: ModelObject, _ entity: _$Entity) throws {
        var mask: UInt64 = 0
        for property in entity.properties where property.column >= 0 {
            if !property.isLink || object._$link(property.index) != 0 { mask |= property.bit }
        }
        // What is unique has the same values already, unless another constraint was met: its indexes need no change then.
        if entity.constraints.count == 1, entity.constraints[0].bits & (1 << 63) == 0 {
            mask &= ~entity.constraints[0].bits
        }
        if !entity.countedLinks.isEmpty { try noteLeftLists(entity, row, mask) }
        let statement = try entity.update(mask, on: connection)
        binder.retarget(statement.handle)
        binder.start()
        object._$bind(binder, mask)
        if noteRefused(object, mask) { return }
        statement.bind(row, at: binder.index + 1)
        do {
            try statement.run()
        } catch let error as StorageError where error.sqliteCode == SQLiteCode.uniqueConstraint {
            if let conflict = uniqueConflict(of: object) { throw conflict }
            guard try releaseRivals(of: object, mask) else { throw error }
            try statement.run()
        }
        let unused = context.permanentID(of: object._$id)
        context.permanentIDs[Int(-object._$id) - 1] = row
        merged.append((object, row))
        mergedObjects.insert(ObjectIdentifier(object))
        try releaseSingles(of: object, entity, row)
        try redirect(entity, from: unused, to: row)
    }

    /// A one to one whose link is in the other row: where the new object has a target, the one that the row had lets go.
    private func releaseSingles(of object: ModelObject, _ entity: _$Entity, _ row: Int64) throws {
        for property in entity.lists where !property.isToMany {
            guard let target = object._$list(property.index)?.elements.first, let link = property.inverse else {
                continue
            }
            _ = try release(link, row, keeping: context.permanentID(of: target._$id), for: target)
        }
    }

    /// Rows written earlier in this save may point at the id that the object does not get.
    private func redirect(_ entity: _$Entity, from unused: Int64, to row: Int64) throws {
        for property in entity.incomingLinks {
            guard let column = property.columnNames.first else { continue }
            let table = SQL.quote(property.entity.root.table)
            do {
                try connection.run("UPDATE \(table) SET \(SQL.quote(column)) = ? WHERE \(SQL.quote(column)) = ?") {
                    $0.bind(row, at: 1)
                    $0.bind(unused, at: 2)
                }
            } catch let error as StorageError where error.sqliteCode == SQLiteCode.uniqueConstraint {
                // The link is part of another object's unique values: a row has those too.
                let pointing = inserts.filter { object in
                    object.entity.links.contains { $0 === property }
                        && context.permanentID(of: object._$link(property.index)) == row
                }
                throw pointing.lazy.compactMap(uniqueConflict).first ?? error
            }
        }
    }

    private func identifier(_ entity: _$Entity, _ id: Int64) -> PersistentIdentifier {
        PersistentIdentifier(
            entityName: entity.name, storeIdentifier: context.store.identifier, key: id, scope: 0)
    }

    /// The conflict behind SQLite's refusal of an object's values: the constraint, and who has them.
    func uniqueConflict(of object: ModelObject) -> StorageError? {
        let entity = object.entity
        for (number, constraint) in entity.constraints.enumerated() {
            guard let statement = try? entity.lookUp(number, on: connection) else { continue }
            binder.retarget(statement.handle)
            binder.start()
            object._$bind(binder, constraint.bits)
            defer { statement.reset() }
            guard (try? statement.step()) == true, statement.integer(0) != context.permanentID(of: object._$id) else {
                continue
            }
            return .uniqueConflict(
                .init(
                    entityName: entity.name, properties: constraint.properties.map(\.name),
                    identifiers: [context.identifier(of: object), identifier(entity, statement.integer(0))]))
        }
        return nil
    }
}
