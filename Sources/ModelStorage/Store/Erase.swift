internal import Foundation

extension ModelContainer {
    /// Deletes all objects of all stores, without looking at rules. Contexts find theirs deleted when they next fetch, save or
    /// process changes. The files stay, empty, and row ids are not used again.
    ///
    /// - Throws: a ``StorageError`` if a store cannot be written; it is then as it was.
    public func erase() throws {
        for store in core.stores {
            core.announce(try store.erase(), from: nil)
        }
    }

    /// Deletes all objects. What goes wrong is not told: use ``erase()``.
    public func deleteAllData() { try? erase() }
}

extension Store {
    /// Empties all tables of models; returns what was in them.
    fileprivate func erase() throws -> SavedChanges {
        var news = SavedChanges()
        try write { connection in
            // Whatever order the tables are emptied in.
            try connection.execute("PRAGMA defer_foreign_keys = ON")
            for part in parts {
                for entity in part.entities {
                    for property in entity.ownProperties {
                        if case .joinTable(let table, _) = property.relationship?.storage {
                            try connection.execute("DELETE FROM \(SQL.quote(table))")
                        }
                    }
                }
            }
            for part in parts {
                for root in part.entities where root.parent == nil {
                    let statement = try connection.cached("SELECT \"$id\" FROM \(SQL.quote(root.table))")
                    defer { statement.reset() }
                    var ids: [Int64] = []
                    while try statement.step() { ids.append(statement.integer(0)) }
                    statement.reset()
                    news.slots.insert(root.slot)
                    news.deleted[root.slot] = ids
                    try connection.execute("DELETE FROM \(SQL.quote(root.table))")
                }
            }
        }
        return news
    }
}
