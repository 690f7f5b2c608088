internal import ModelSchema

/// What deletions will take along or cut when they are saved, shown in an overlay's tables.
///
/// Rows are followed level by level, as the save does it, but through the overlay: an unsaved change of a link counts.
struct OverlayDeletion {
    private let connection: Connection
    private let tables: OverlayTables
    private let context: ModelContext
    /// Rows whose rules were not followed yet, and all that go, by hierarchy.
    private var frontier: [(root: _$Entity, ids: [Int64])] = []
    private(set) var gone: Set<Int64> = []

    init(_ connection: Connection, _ tables: OverlayTables, in context: ModelContext) {
        self.connection = connection
        self.context = context
        self.tables = tables
    }

    mutating func add(_ entity: _$Entity, _ id: Int64) throws {
        try hide(entity.root, [id])
    }

    private mutating func hide(_ root: _$Entity, _ ids: [Int64]) throws {
        try tables.show(root)
        let new = ids.filter { gone.insert($0).inserted }
        if new.isEmpty { return }
        for id in new {
            if id > 0 {
                try connection.run("INSERT OR IGNORE INTO \(tables.hidden(root.table)) VALUES (?)") {
                    $0.bind(id, at: 1)
                }
            }
            try connection.run("DELETE FROM \(tables.pending(root.table)) WHERE \"$id\" = ?") { $0.bind(id, at: 1) }
        }
        frontier.append((root, new))
    }

    mutating func run() throws {
        var all: [(root: _$Entity, ids: [Int64])] = []
        while let (root, ids) = frontier.popLast() {
            all.append((root, ids))
            for entity in root.hierarchy {
                for property in entity.ownProperties where property.relationship?.deleteRule == .cascade {
                    guard let destination = property.destination else { continue }
                    for id in ids {
                        let targets = try targets(of: property, id, destination)
                        try hide(destination.root, targets)
                    }
                }
            }
        }
        for (root, ids) in all { try cutLinks(root, ids) }
    }

    private func targets(of property: Property, _ id: Int64, _ destination: _$Entity) throws -> [Int64] {
        let sql: String
        switch property.relationship?.storage {
        case .inverseColumn(let column)?:
            sql = "SELECT \"$id\" FROM \(tables.name(destination.root.table)) WHERE \(SQL.quote(column)) = ?"
        case .joinTable(let table, let isSource)?:
            let (mine, theirs) = isSource ? ("\"$source\"", "\"$target\"") : ("\"$target\"", "\"$source\"")
            sql = "SELECT \(theirs) FROM \(tables.name(table)) WHERE \(mine) = ?"
        case .column(let column)?:
            // The row itself is hidden by now: its object knows an unsaved link, else the stored one holds.
            if let object = context.registered(property.entity.slot, id) {
                let target = context.permanentID(of: object._$link(property.index))
                return target == 0 ? [] : [target]
            }
            sql = "SELECT \(SQL.quote(column)) FROM main.\(SQL.quote(property.entity.root.table)) WHERE \"$id\" = ?"
        case nil: return []
        }
        let statement = try connection.cached(sql)
        defer { statement.reset() }
        statement.bind(id, at: 1)
        var found: [Int64] = []
        while try statement.step() { if !statement.isNull(0) { found.append(statement.integer(0)) } }
        return found
    }

    /// Links of rows that stay read as nil; links in join tables are gone.
    private func cutLinks(_ root: _$Entity, _ ids: [Int64]) throws {
        var cut: Set<ObjectIdentifier> = []
        for entity in root.hierarchy {
            for link in entity.incomingLinks where cut.insert(ObjectIdentifier(link)).inserted {
                if link.inverse?.relationship?.deleteRule == .noAction { continue }
                for id in ids { try cutLink(link, id) }
            }
        }
        for property in root.joinProperties where cut.insert(ObjectIdentifier(property)).inserted {
            guard case .joinTable(let table, let isSource) = property.relationship?.storage else { continue }
            let isOwner = property.entity.root === root
            let isDestination = property.destination?.root === root
            var columns: [String] = []
            if isOwner { columns.append(isSource ? "\"$source\"" : "\"$target\"") }
            if isDestination { columns.append(isSource ? "\"$target\"" : "\"$source\"") }
            for column in columns { for id in ids { try cutJoin(table, column, id) } }
        }
    }

    private func cutLink(_ link: Property, _ id: Int64) throws {
        let root: _$Entity = link.entity.root
        guard let column = link.columnNames.first.map(SQL.quote) else { return }
        let find = try connection.cached("SELECT \"$id\" FROM \(tables.name(root.table)) WHERE \(column) = ?")
        find.bind(id, at: 1)
        var rows: [Int64] = []
        while try find.step() { rows.append(find.integer(0)) }
        find.reset()
        if rows.isEmpty { return }
        try tables.show(root)
        let columns = root.layout.map(SQL.quote)
        // A negative version is no row's: an object that is read from here is read again once the row is seen elsewhere.
        let values = columns.map { $0 == column ? "NULL" : $0 == "\"$version\"" ? "-abs(\($0))" : $0 }
        let copy = """
            INSERT OR REPLACE INTO \(tables.pending(root.table)) (\(columns.joined(separator: ", "))) \
            SELECT \(values.joined(separator: ", ")) FROM
            """
        for row in rows {
            try connection.run("\(copy) \(tables.view(root.table)) WHERE \"$id\" = ?") { $0.bind(row, at: 1) }
            if row > 0 {
                try connection.run("INSERT OR IGNORE INTO \(tables.hidden(root.table)) VALUES (?)") {
                    $0.bind(row, at: 1)
                }
            }
        }
    }

    private func cutJoin(_ table: String, _ column: String, _ id: Int64) throws {
        let find = try connection.cached(
            "SELECT \"$source\", \"$target\" FROM \(tables.name(table)) WHERE \(column) = ?")
        find.bind(id, at: 1)
        var pairs: [(Int64, Int64)] = []
        while try find.step() { pairs.append((find.integer(0), find.integer(1))) }
        find.reset()
        if pairs.isEmpty { return }
        try tables.showJoin(table)
        for (source, target) in pairs {
            for sql in [
                "INSERT OR IGNORE INTO \(tables.hidden(table)) VALUES (?, ?)",
                "DELETE FROM \(tables.pending(table)) WHERE \"$source\" = ? AND \"$target\" = ?",
            ] {
                try connection.run(sql) {
                    $0.bind(source, at: 1)
                    $0.bind(target, at: 2)
                }
            }
        }
    }
}
