internal import ModelSchema

enum QueryPurpose { case objects, count, identifiers }

extension ModelContext {
    /// Runs a closure with the statement of a descriptor, bound and before its first row.
    func withQuery<T: PersistentModel, R>(
        _ descriptor: FetchDescriptor<T>, _ entity: _$Entity, _ purpose: QueryPurpose,
        _ body: (Statement) throws -> R
    ) throws -> R {
        try store.read { connection in
            if descriptor.predicate != nil { throw StorageError.unsupportedPredicate("predicates") }
            let root: _$Entity = entity.root
            var sql: String
            switch purpose {
            case .objects:
                let columns = zip(entity.layout, entity.isInLayout).map { $1 ? SQL.quote($0) : "NULL" }
                sql = "SELECT \(columns.joined(separator: ", "))"
            case .count: sql = "SELECT count(*)"
            case .identifiers: sql = "SELECT \"$id\"" + (root.hierarchy.count > 1 ? ", \"$class\"" : "")
            }
            sql += " FROM \(SQL.quote(root.table))"
            if entity !== root {
                let names = entity.family.map { SQL.literal($0.name) }.joined(separator: ", ")
                sql += " WHERE \"$class\" IN (\(names))"
            }
            let statement = try connection.cached(sql)
            defer { statement.reset() }
            return try body(statement)
        }
    }
}
