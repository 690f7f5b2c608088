import ModelSchema

@testable import ModelStorage

/// A relationship from the side of one model, and the SQL that reads and writes its links as pairs: its owner's row, the other row.
struct StoredLink {
    let schema: SchemaDescription
    let owner: ModelDescription
    let relationship: RelationshipDescription

    var name: String { "\(owner.name).\(relationship.name)" }

    /// Whether the links of both sides are kept where this side says: true of one of two sides, and of one-way relationships.
    var isStoredHere: Bool {
        switch relationship.storage {
        case .column: true
        case .inverseColumn: false
        case .joinTable(_, let isSource): isSource
        }
    }

    /// The same links seen from the other side; nil for a one-way relationship.
    var inverse: StoredLink? {
        guard let name = relationship.inverse, let destination = schema.model(named: relationship.destination) else {
            return nil
        }
        for owner in schema.lineage(of: destination) {
            if let found = owner.relationships.first(where: { $0.name == name }) {
                return StoredLink(schema: schema, owner: owner, relationship: found)
            }
        }
        return nil
    }

    private var destinationTable: String { SQL.quote(schema.model(named: relationship.destination)?.table ?? "") }

    func insertion(of pair: [Int64]) -> String {
        switch relationship.storage {
        case .column(let column):
            "UPDATE \(SQL.quote(owner.table)) SET \(SQL.quote(column)) = \(pair[1]) WHERE \"$id\" = \(pair[0])"
        case .inverseColumn(let column):
            "UPDATE \(destinationTable) SET \(SQL.quote(column)) = \(pair[0]) WHERE \"$id\" = \(pair[1])"
        case .joinTable(let name, let isSource):
            "INSERT INTO \(SQL.quote(name)) (\"$source\", \"$target\") "
                + "VALUES (\(isSource ? pair[0] : pair[1]), \(isSource ? pair[1] : pair[0]))"
        }
    }

    var query: String {
        switch relationship.storage {
        case .column(let column):
            "SELECT \"$id\", \(SQL.quote(column)) FROM \(SQL.quote(owner.table)) WHERE \(SQL.quote(column)) IS NOT NULL"
        case .inverseColumn(let column):
            "SELECT \(SQL.quote(column)), \"$id\" FROM \(destinationTable) WHERE \(SQL.quote(column)) IS NOT NULL"
        case .joinTable(let name, let isSource):
            "SELECT \(isSource ? "\"$source\", \"$target\"" : "\"$target\", \"$source\"") FROM \(SQL.quote(name))"
        }
    }

    func pairs(in store: MigratedStore) throws -> Set<[StoredValue]> { Set(try store.rows(query)) }
}

extension SchemaDescription {
    /// Every side of every relationship.
    var links: [StoredLink] {
        models.flatMap { owner in
            owner.relationships.map { StoredLink(schema: self, owner: owner, relationship: $0) }
        }
    }
}
