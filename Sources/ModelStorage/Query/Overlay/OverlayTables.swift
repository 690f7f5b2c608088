internal import ModelSchema

/// The TEMP tables of one overlay on one connection.
///
/// Of a table with pending changes there are three: `$pending` holds its new and changed rows, `$hidden` the ids of stored
/// rows that were changed or deleted, and a view shows stored rows that are not hidden and pending ones. They stay when an
/// overlay goes, emptied, so that the next one and its statements find them.
final class OverlayTables {
    private let connection: Connection
    /// Tells apart overlays that are on one connection at the same time: contexts on a store in memory.
    private let slot: Int
    /// The tables that have an overlay, and their places in signatures.
    private(set) var shown: [String: TableNames.Overlay] = [:]
    private(set) var signature: [UInt] = []

    init(_ connection: Connection, slot: Int) {
        self.connection = connection
        self.slot = slot
    }

    func view(_ table: String) -> String { "temp.\(SQL.quote("$view\(slot).\(table)"))" }
    func pending(_ table: String) -> String { "temp.\(SQL.quote("$pending\(slot).\(table)"))" }
    func hidden(_ table: String) -> String { "temp.\(SQL.quote("$hidden\(slot).\(table)"))" }

    /// How queries read a table: through its overlay if it has one.
    func name(_ table: String) -> String { shown[table]?.view ?? "main.\(SQL.quote(table))" }

    var names: TableNames { TableNames(overlays: shown, signature: signature) }

    /// Lays an overlay over a hierarchy's table.
    func show(_ root: _$Entity) throws {
        let table = root.table
        guard shown[table] == nil else { return }
        try begin(table) {
            let columns = root.layout.map(SQL.quote)
            let types = root.columnTypes
            let definitions = zip(root.layout, columns).map { name, column in
                name == "$id" ? "\(column) INTEGER PRIMARY KEY" : "\(column) \(types[name] ?? "")"
            }
            try connection.execute(
                "CREATE TABLE IF NOT EXISTS \(pending(table)) (\(definitions.joined(separator: ", ")))")
            for entity in root.hierarchy {
                for link in entity.ownProperties where link.isLink {
                    guard let column = link.columnNames.first else { continue }
                    let index = "temp.\(SQL.quote("$index\(slot).\(table).\(column)"))"
                    let target = SQL.quote("$pending\(slot).\(table)")
                    try connection.execute("CREATE INDEX IF NOT EXISTS \(index) ON \(target) (\(SQL.quote(column)))")
                }
            }
            try connection.execute("CREATE TABLE IF NOT EXISTS \(hidden(table)) (\"$id\" INTEGER PRIMARY KEY)")
            let list = columns.joined(separator: ", ")
            try connection.execute(
                """
                CREATE VIEW IF NOT EXISTS \(view(table)) AS SELECT \(list) FROM main.\(SQL.quote(table)) \
                WHERE "$id" NOT IN (SELECT "$id" FROM \(hidden(table))) UNION ALL SELECT \(list) FROM \(pending(table))
                """)
        }
    }

    /// Lays an overlay over a join table.
    func showJoin(_ table: String) throws {
        guard shown[table] == nil else { return }
        try begin(table) {
            let key = "\"$source\" INTEGER, \"$target\" INTEGER, PRIMARY KEY (\"$source\", \"$target\")"
            for name in [pending(table), hidden(table)] {
                try connection.execute("CREATE TABLE IF NOT EXISTS \(name) (\(key)) WITHOUT ROWID")
            }
            let index = "temp.\(SQL.quote("$index\(slot).\(table)"))"
            try connection.execute(
                "CREATE INDEX IF NOT EXISTS \(index) ON \(SQL.quote("$pending\(slot).\(table)")) (\"$target\", \"$source\")"
            )
            try connection.execute(
                """
                CREATE VIEW IF NOT EXISTS \(view(table)) AS SELECT "$source", "$target" FROM main.\(SQL.quote(table)) AS stored \
                WHERE NOT EXISTS (SELECT 1 FROM \(hidden(table)) AS hidden \
                WHERE hidden."$source" = stored."$source" AND hidden."$target" = stored."$target") \
                UNION ALL SELECT "$source", "$target" FROM \(pending(table))
                """)
        }
    }

    /// Tables that were made may not be there any more.
    func forget() {
        for table in shown.keys { connection.queries.overlayPlaces["\(slot).\(table)"] = nil }
    }

    private func begin(_ table: String, _ create: () throws -> Void) throws {
        let name = "\(slot).\(table)"
        let place: Int
        if let known = connection.queries.overlayPlaces[name] {
            place = known
        } else {
            try create()
            place = connection.queries.nextOverlayPlace()
            connection.queries.overlayPlaces[name] = place
        }
        shown[table] = TableNames.Overlay(view: view(table), pending: pending(table), hidden: hidden(table))
        while signature.count <= place / 64 { signature.append(0) }
        signature[place / 64] |= 1 << UInt(place % 64)
    }

    /// Empties the tables.
    func clear() {
        for table in shown.keys {
            // What cannot be emptied is not there: making it was undone.
            try? connection.run("DELETE FROM \(pending(table))")
            try? connection.run("DELETE FROM \(hidden(table))")
        }
        shown.removeAll()
        signature.removeAll()
    }
}

extension _$Entity {
    /// SQLite's types of the hierarchy's columns: those of the pending rows have to behave alike.
    fileprivate var columnTypes: [String: String] {
        var types = ["$version": "INTEGER", "$class": "TEXT"]
        for entity in hierarchy {
            for property in entity.ownProperties {
                if let attribute = property.attribute {
                    for column in attribute.columns where column.type != .any {
                        types[column.name] = column.type.rawValue
                    }
                } else {
                    for name in property.columnNames { types[name] = "INTEGER" }
                }
            }
        }
        return types
    }
}
