internal import ModelSchema

extension SaveOperation {
    /// Counts the lists that have bounds and that this save may have changed.
    func checkCounts() throws {
        var checked: Set<UnlistedKey> = []
        func check(_ property: Property, _ owner: Int64) throws {
            let id = context.permanentID(of: owner)
            guard id > 0, deletion?.contains(id) != true,
                checked.insert(UnlistedKey(property: ObjectIdentifier(property), id: id)).inserted
            else { return }
            try checkCount(property, id)
        }
        for (key, property) in context.touchedLists { try check(property, key.id) }
        for (owner, property) in context.openedLists { try check(property, owner._$id) }
        for (property, owner) in (deletion?.shortened ?? []) + left { try check(property, owner) }
        for object in inserts {
            for property in object.entity.lists where property.needsCare { try check(property, object._$id) }
        }
    }

    /// Notes the lists that a row leaves. Others may have moved it meanwhile: the store knows which they are.
    func noteLeftLists(_ entity: _$Entity, _ row: Int64, _ mask: UInt64) throws {
        for link in entity.countedLinks where link.bit & mask != 0 {
            guard let inverse = link.inverse, let column = link.columnNames.first else { continue }
            let sql = "SELECT \(SQL.quote(column)) FROM \(SQL.quote(entity.root.table)) WHERE \"$id\" = ?"
            if let owner = try connection.integer(sql, { $0.bind(row, at: 1) }) { left.append((inverse, owner)) }
        }
    }

    private func checkCount(_ property: Property, _ owner: Int64) throws {
        if let violation = try property.countViolation(of: owner, on: connection, in: context.store) {
            violations.append(violation)
        }
    }
}

extension Property {
    /// What is wrong with the number of objects in an owner's list, as the store has it; nil where nothing is.
    func countViolation(of owner: Int64, on connection: Connection, in store: Store) throws -> StorageError.Violation? {
        guard let relationship, let destination, relationship.minimumCount != nil || relationship.maximumCount != nil
        else { return nil }
        let sql: String
        switch relationship.storage {
        case .column: return nil
        case .inverseColumn(let column):
            sql = "SELECT count(*) FROM \(SQL.quote(destination.root.table)) WHERE \(SQL.quote(column)) = ?"
        case .joinTable(let join, let isSource):
            sql = "SELECT count(*) FROM \(SQL.quote(join)) WHERE \(isSource ? "\"$source\"" : "\"$target\"") = ?"
        }
        let count = Int(try connection.integer(sql) { $0.bind(owner, at: 1) } ?? 0)
        let message: String
        if let least = relationship.minimumCount, count < least {
            message = "has too few objects: \(count), at least \(least) are needed"
        } else if let most = relationship.maximumCount, most > 0, count > most {
            message = "has too many objects: \(count), at most \(most) are allowed"
        } else {
            return nil
        }
        // Someone else may have deleted the owner.
        let owners = SQL.quote(entity.root.table)
        guard try connection.integer("SELECT 1 FROM \(owners) WHERE \"$id\" = ?", { $0.bind(owner, at: 1) }) != nil
        else { return nil }
        return .init(
            identifier: PersistentIdentifier(
                entityName: entity.name, storeIdentifier: store.identifier, key: owner, scope: 0),
            property: name, message: message)
    }
}
