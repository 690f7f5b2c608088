internal import ModelSchema

/// The links that a context's unsaved changes have moved, in TEMP tables of a connection, and with them how rows will be linked
/// once all is saved. New objects are among them, by their temporary ids.
struct UnsavedLinks {
    private let connection: Connection
    /// Tables of links with what changed objects point at now, by property.
    private var links: [ObjectIdentifier: String] = [:]
    /// Tables of pairs that came or went, by join table.
    private var joins: [String: String] = [:]

    init(of context: ModelContext, on connection: Connection) throws {
        self.connection = connection
        for object in context.inserted.lazy.compactMap({ $0 }) { try add(object, object.entity.links, in: context) }
        for object in context.changed where object.flags.contains(.changed) && !object.flags.contains(.gone) {
            let mask = context.pendingMask(of: object)
            try add(object, object.entity.links.filter { $0.bit & mask != 0 }, in: context)
        }
        for object in context.deleted where !object.flags.contains(.gone) {
            // A deletion that waits ties nobody any more; a required link it keeps until it is saved.
            try add(object, object.entity.links.filter { $0.relationship?.isOptional == true }, in: context)
        }
        for (join, pairs) in context.joins.tables { try add(join, pairs) }
    }

    // MARK: Writing

    private mutating func add(_ object: ModelObject, _ changed: [Property], in context: ModelContext) throws {
        let isDeleted = object.flags.contains(.deleted)
        for link in changed {
            let table = try table(of: link)
            let target = isDeleted ? 0 : context.permanentID(of: object._$link(link.index))
            let statement = try connection.cached("INSERT OR REPLACE INTO \(table) VALUES (?, ?)")
            defer { statement.reset() }
            statement.bind(object._$id, at: 1)
            if target == 0 { statement.bindNull(at: 2) } else { statement.bind(target, at: 2) }
            _ = try statement.step()
        }
    }

    private mutating func table(of link: Property) throws -> String {
        if let table = links[ObjectIdentifier(link)] { return table }
        let table = "temp.\"$unsaved.\(links.count)\""
        try make(table, "\"id\" INTEGER PRIMARY KEY, \"target\" INTEGER", "")
        links[ObjectIdentifier(link)] = table
        return table
    }

    private mutating func add(_ join: String, _ pairs: [JoinChanges.Pair: Bool]) throws {
        let table = "temp.\"$unjoined.\(joins.count)\""
        try make(
            table,
            "\"source\" INTEGER NOT NULL, \"target\" INTEGER NOT NULL, \"added\" INTEGER NOT NULL, "
                + "PRIMARY KEY (\"source\", \"target\")", " WITHOUT ROWID")
        joins[join] = table
        for (pair, isAdded) in pairs {
            try connection.run("INSERT INTO \(table) VALUES (?, ?, ?)") {
                $0.bind(pair.source, at: 1)
                $0.bind(pair.target, at: 2)
                $0.bind(Int64(isAdded ? 1 : 0), at: 3)
            }
        }
    }

    private func make(_ table: String, _ columns: String, _ options: String) throws {
        try connection.run("CREATE TABLE IF NOT EXISTS \(table) (\(columns))\(options)")
        try connection.run("DELETE FROM \(table)")
    }

    // MARK: Reading

    /// Whether any object has moved along a link.
    func hasMoved(_ link: Property) -> Bool { links[ObjectIdentifier(link)] != nil }

    /// In place of a link's table: each id, and under the column's name what its object points at. Nil where the table will do.
    func rows(of link: Property) -> String? {
        guard let table = links[ObjectIdentifier(link)], let column = link.columnNames.first.map(SQL.quote) else {
            return nil
        }
        return """
            (SELECT "$id", \(column) FROM \(SQL.quote(link.entity.root.table)) \
            WHERE "$id" NOT IN (SELECT "id" FROM \(table)) UNION ALL SELECT "id", "target" FROM \(table))
            """
    }

    /// In place of a join table: its pairs. Nil where the table will do.
    func rows(ofJoin join: String) -> String? {
        guard let table = joins[join] else { return nil }
        return """
            (SELECT "$source", "$target" FROM \(SQL.quote(join)) AS stored \
            WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE "source" = stored."$source" AND "target" = stored."$target") \
            UNION ALL SELECT "source", "target" FROM \(table) WHERE "added")
            """
    }

    /// What an object that has moved points at now, as SQL; NULL for others.
    func target(of link: Property, _ id: String) -> String {
        guard let table = links[ObjectIdentifier(link)] else { return "NULL" }
        return "(SELECT \"target\" FROM \(table) AS moved WHERE moved.\"id\" = \(id))"
    }

    func target(of link: Property, _ id: Int64) throws -> Int64? {
        guard let table = links[ObjectIdentifier(link)] else { return nil }
        return try connection.integer("SELECT \"target\" FROM \(table) WHERE \"id\" = ?") { $0.bind(id, at: 1) }
    }
}
