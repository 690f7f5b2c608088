internal import ModelSchema

/// The ordered or counted lists at the other end of a link that a batch update writes.
struct ListChange {
    private let link: Property
    private let list: Property
    /// The owners of the rows from before the update; 0 for none.
    private var before: [Int64: Int64] = [:]

    /// Notes whose lists the rows of the TEMP table are in.
    init<T>(_ link: Property, _ list: Property, _ update: BatchUpdate<T>, _ connection: Connection) throws {
        self.link = link
        self.list = list
        try forEachRow(update, connection) { before[$0] = $1 }
    }

    private func forEachRow<T>(
        _ update: BatchUpdate<T>, _ connection: Connection, _ body: (_ row: Int64, _ owner: Int64) -> Void
    ) throws {
        let column = SQL.quote(link.columnNames.first ?? "")
        let statement = try connection.prepare(
            """
            SELECT "$id", coalesce(\(column), 0) FROM \(SQL.quote(link.entity.root.table)) \
            WHERE "$id" IN (SELECT "id" FROM \(update.table)) ORDER BY 1
            """)
        while try statement.step() { body(statement.integer(0), statement.integer(1)) }
    }

    /// Puts rows that came from elsewhere at the end of their lists, and counts the lists that changed.
    func finish<T>(_ update: BatchUpdate<T>, _ connection: Connection) throws {
        var newcomers: [Int64: [Int64]] = [:]
        var left: Set<Int64> = []
        try forEachRow(update, connection) { row, owner in
            guard let old = before[row], old != owner else { return }
            if old != 0 { left.insert(old) }
            if owner != 0 { newcomers[owner, default: []].append(row) }
        }
        if list.isOrdered {
            for (owner, rows) in newcomers { try place(rows, of: owner, connection) }
        }
        for owner in left.union(newcomers.keys).sorted() {
            if let violation = try list.countViolation(of: owner, on: connection, in: update.context.store) {
                update.violate(violation)
            }
        }
    }

    private func place(_ rows: [Int64], of owner: Int64, _ connection: Connection) throws {
        let (table, column) = (SQL.quote(link.entity.root.table), link.columnNames.first ?? "")
        let position = SQL.quote(SQL.positionColumn(of: column))
        // Places that the rows have are those of the lists they come from.
        let clear = try connection.cached("UPDATE \(table) SET \(position) = NULL WHERE \"$id\" = ?")
        for row in rows {
            clear.bind(row, at: 1)
            try clear.run()
        }
        var last =
            try connection.integer("SELECT max(\(position)) FROM \(table) WHERE \(SQL.quote(column)) = ?") {
                $0.bind(owner, at: 1)
            } ?? 0
        let update = try connection.cached("UPDATE \(table) SET \(position) = ? WHERE \"$id\" = ?")
        for row in rows {
            last += SaveOperation.gap
            update.bind(last, at: 1)
            update.bind(row, at: 2)
            try update.run()
        }
    }
}
