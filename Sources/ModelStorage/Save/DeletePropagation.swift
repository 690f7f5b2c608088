internal import ModelSchema

/// Carries delete rules out in the store: level by level, with statements whose number grows with the models, not the rows.
///
/// The rows to go are collected in temporary tables, one for each hierarchy. Rules are followed until no row is added; then `deny`
/// is checked, links of surviving rows are cut, and the rows are deleted.
final class DeletePropagation {
    private let connection: Connection
    private let context: ModelContext
    /// Hierarchies that have rows to go, by slot, with the level up to which their rules were followed.
    private var levels: [Int: Int64] = [:]
    private var roots: [Int: _$Entity] = [:]
    /// Hierarchies whose tables are there and hold nothing of an earlier deletion.
    private var prepared: Set<Int> = []
    private var isReady = false
    private var depth: Int64 = 0
    /// Lists with a least count that lose objects: the property and the owner's id.
    private(set) var shortened: [(property: Property, owner: Int64)] = []
    /// Rows whose links were cut, by slot.
    private(set) var unlinked: [Int: [Int64]] = [:]
    /// Links that are not as the rows have them.
    private var unsaved: UnsavedLinks?

    /// The table of a hierarchy's rows to go.
    private static func table(_ slot: Int) -> String { "temp.\"$deleted.\(slot)\"" }
    /// Their ids, for conditions. Nothing but the key of a table: SQLite looks up in it, and makes no list of its own.
    private static func ids(_ slot: Int) -> String { "(SELECT \"id\" FROM \(table(slot)))" }

    init(_ connection: Connection, in context: ModelContext) {
        self.connection = connection
        self.context = context
    }

    /// Has the rules follow links as a context's unsaved changes have them, not as the rows do: a batch deletes at once what a
    /// save has not written yet.
    func takeUnsavedLinks() throws { unsaved = try UnsavedLinks(of: context, on: connection) }

    /// Adds a row to delete.
    func add(_ entity: _$Entity, _ id: Int64) throws {
        try prepare(entity.root)
        roots[entity.slot] = entity.root
        try connection.run("INSERT OR IGNORE INTO \(Self.table(entity.slot)) VALUES (?, 0)") { $0.bind(id, at: 1) }
        levels[entity.slot] = -1
    }

    /// Makes or empties the table of a hierarchy that has no rows to go yet.
    private func prepare(_ root: _$Entity) throws {
        guard prepared.insert(root.slot).inserted else { return }
        try connection.run(
            "CREATE TABLE IF NOT EXISTS \(Self.table(root.slot)) (\"id\" INTEGER PRIMARY KEY, \"level\" INTEGER NOT NULL) STRICT"
        )
        try connection.run("DELETE FROM \(Self.table(root.slot))")
    }

    /// Follows the rules and deletes.
    func run() throws {
        try spread()
        try findShortened()
        try checkDenied()
        try cutLinks()
        if depth > Self.deepest { try separate() }
        // What was reached last goes first: then rows whose parents go have gone, and SQLite finds nothing to cascade to.
        for (slot, root) in roots.sorted(by: { (levels[$0.key] ?? 0, $0.key) > (levels[$1.key] ?? 0, $1.key) }) {
            try connection.run("DELETE FROM \(SQL.quote(root.table)) WHERE \"$id\" IN \(Self.ids(slot))")
        }
        isReady = true
    }

    /// Whether a row went. Only after ``run()``.
    func contains(_ id: Int64) -> Bool {
        guard isReady else { return false }
        return roots.keys.contains { slot in
            let found = try? connection.integer("SELECT 1 FROM \(Self.table(slot)) WHERE \"id\" = ?") {
                $0.bind(id, at: 1)
            }
            return found == 1
        }
    }

    /// The ids of all rows that went, by slot.
    func ids() throws -> [Int: [Int64]] {
        var ids: [Int: [Int64]] = [:]
        for slot in roots.keys {
            let statement = try connection.cached("SELECT \"id\" FROM \(Self.table(slot))")
            defer { statement.reset() }
            var list: [Int64] = []
            while try statement.step() { list.append(statement.integer(0)) }
            if !list.isEmpty { ids[slot] = list }
        }
        return ids
    }

    // MARK: Cascades

    /// SQLite's own cascades nest at most 1,000 deep; chains beyond this many levels are taken apart before they are deleted.
    private static let deepest: Int64 = 400

    /// Cuts the links among the rows to go, so that SQLite has nothing to cascade to.
    private func separate() throws {
        for (slot, root) in roots {
            for entity in root.hierarchy {
                for link in entity.ownProperties where link.isLink && link.inverse?.relationship?.deleteRule == .cascade
                {
                    guard let column = link.columnNames.first, link.relationship?.isOptional == true else { continue }
                    try connection.run(
                        """
                        UPDATE \(SQL.quote(root.table)) SET \(SQL.quote(column)) = NULL WHERE "$id" IN \(Self.ids(slot))
                        """)
                }
            }
        }
    }

    private func spread() throws {
        var level: Int64 = 0
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (slot, root) in roots where (levels[slot] ?? 0) < level {
                levels[slot] = level
                for entity in root.hierarchy {
                    for property in entity.ownProperties where property.relationship?.deleteRule == .cascade {
                        guard let destination = property.destination else { continue }
                        try prepare(destination.root)
                        if try follow(property, of: root, to: destination, level) {
                            isGrowing = true
                            roots[destination.slot] = destination.root
                            levels[destination.slot] = min(levels[destination.slot] ?? level, level)
                        }
                    }
                }
            }
            level += 1
        }
        depth = level
    }

    /// Adds the rows that a cascading relationship reaches from the rows of a level; true if there were any.
    private func follow(
        _ property: Property, of root: _$Entity, to destination: _$Entity, _ level: Int64
    ) throws -> Bool {
        guard let relationship = property.relationship else { return false }
        let source = "(SELECT \"id\" FROM \(Self.table(root.slot)) WHERE \"level\" = ?1)"
        let select: String
        switch relationship.storage {
        case .column(let column):
            let column = SQL.quote(column)
            select = """
                SELECT \(column), ?1 + 1 FROM \(rows(of: property)) \
                WHERE "$id" IN \(source) AND \(column) IS NOT NULL
                """
        case .inverseColumn(let column):
            select = """
                SELECT "$id", ?1 + 1 FROM \(rows(of: property.inverse, in: destination)) \
                WHERE \(SQL.quote(column)) IN \(source)
                """
        case .joinTable(let join, let isSource):
            let (mine, theirs) = Self.joinColumns(isSource)
            select = "SELECT \(theirs), ?1 + 1 FROM \(rows(ofJoin: join)) WHERE \(mine) IN \(source)"
        }
        try connection.run("INSERT OR IGNORE INTO \(Self.table(destination.slot)) \(select)") { $0.bind(level, at: 1) }
        return connection.changes > 0
    }

    /// A link's rows, as far as its column and the ids go.
    private func rows(of link: Property?, in entity: _$Entity? = nil) -> String {
        guard let link else { return SQL.quote(entity?.root.table ?? "") }
        return unsaved?.rows(of: link) ?? SQL.quote(link.entity.root.table)
    }

    private func rows(ofJoin table: String) -> String { unsaved?.rows(ofJoin: table) ?? SQL.quote(table) }

    /// Holds where a row is none of those that go.
    private func staying(_ key: String, _ slot: Int) -> String {
        !prepared.contains(slot) ? "" : " AND \(key) NOT IN \(Self.ids(slot))"
    }

    // MARK: Counts

    private func findShortened() throws {
        for (slot, root) in roots {
            for entity in root.hierarchy {
                for property in entity.ownProperties {
                    guard let inverse = property.inverse, inverse.isToMany,
                        (inverse.relationship?.minimumCount ?? 0) > 0,
                        let owners = property.destination
                    else { continue }
                    let select: String
                    switch property.relationship?.storage {
                    case .column(let column):
                        let column = SQL.quote(column)
                        select = "SELECT DISTINCT \(column) AS o, \"$id\" AS i FROM \(SQL.quote(root.table))"
                    case .joinTable(let join, let isSource):
                        let columns = Self.joinColumns(isSource)
                        select = "SELECT DISTINCT \(columns.theirs) AS o, \(columns.mine) AS i FROM \(SQL.quote(join))"
                    default: continue
                    }
                    let statement = try connection.cached(
                        """
                        SELECT DISTINCT o FROM (\(select)) WHERE i IN \(Self.ids(slot)) \
                        AND o IS NOT NULL\(staying("o", owners.slot))
                        """)
                    defer { statement.reset() }
                    while try statement.step() { shortened.append((inverse, statement.integer(0))) }
                }
            }
        }
    }

    // MARK: Deny

    private func checkDenied() throws {
        var violations: [StorageError.Violation] = []
        for (_, root) in roots {
            for entity in root.hierarchy {
                for property in entity.ownProperties {
                    guard let relationship = property.relationship else { continue }
                    if relationship.deleteRule == .deny {
                        try findDenied(property, root, &violations)
                    } else if relationship.deleteRule == .nullify, let inverse = property.inverse, inverse.isLink,
                        inverse.relationship?.isOptional == false
                    {
                        try findRequired(inverse, root, &violations) { "\($0) requires it" }
                    }
                }
            }
            for link in root.familyIncomingLinks where link.inverse == nil && link.relationship?.isOptional == false {
                try findRequired(link, root, &violations) { "\($0) requires it" }
            }
        }
        if !violations.isEmpty { throw StorageError.deleteDenied(violations) }
    }

    /// How many objects an error names at the most.
    private static let namedAtMost: Int64 = 100

    /// Rows to go that a `deny` relationship ties to rows that stay.
    private func findDenied(
        _ property: Property, _ root: _$Entity, _ violations: inout [StorageError.Violation]
    ) throws {
        guard let relationship = property.relationship, let destination = property.destination else { return }
        let mine = "IN \(Self.ids(root.slot))"
        let sql: String
        switch relationship.storage {
        case .column(let column):
            let column = SQL.quote(column)
            sql = """
                SELECT "$id" FROM \(rows(of: property)) \
                WHERE "$id" \(mine) AND \(column) IS NOT NULL\(staying(column, destination.slot))
                """
        case .inverseColumn(let column):
            let column = SQL.quote(column)
            sql = """
                SELECT DISTINCT \(column) FROM \(rows(of: property.inverse, in: destination)) \
                WHERE \(column) \(mine)\(staying("\"$id\"", destination.slot))
                """
        case .joinTable(let join, let isSource):
            let columns = Self.joinColumns(isSource)
            sql = """
                SELECT DISTINCT \(columns.mine) FROM \(rows(ofJoin: join)) \
                WHERE \(columns.mine) \(mine)\(staying(columns.theirs, destination.slot))
                """
        }
        let statement = try connection.cached(sql + " LIMIT \(Self.namedAtMost)")
        defer { statement.reset() }
        while try statement.step() {
            violations.append(
                .init(
                    identifier: identifier(property.entity, statement.integer(0)), property: property.name,
                    message: "cannot be deleted: there are \(destination.name) objects, and the rule is deny"))
        }
    }

    /// Rows to go that rows which stay require.
    private func findRequired(
        _ link: Property, _ root: _$Entity, _ violations: inout [StorageError.Violation],
        _ message: (PersistentIdentifier) -> String
    ) throws {
        guard let column = link.columnNames.first, let target = link.destination else { return }
        let quoted = SQL.quote(column)
        let statement = try connection.cached(
            """
            SELECT "$id", \(quoted) FROM \(rows(of: link)) \
            WHERE \(quoted) IN \(Self.ids(root.slot))\(staying("\"$id\"", link.entity.slot)) LIMIT \(Self.namedAtMost)
            """)
        defer { statement.reset() }
        while try statement.step() {
            violations.append(
                .init(
                    identifier: identifier(link.entity, statement.integer(0)), property: link.name,
                    message: "is required, and \(identifier(target, statement.integer(1))) is to be deleted"))
        }
    }

    // MARK: Links of rows that stay

    private func cutLinks() throws {
        for (_, root) in roots {
            for link in root.familyIncomingLinks {
                guard let column = link.columnNames.first else { continue }
                // A dangling link of `noAction` reads as nil; whoever is tied by a cascade goes as well, unless it has moved.
                switch link.inverse?.relationship?.deleteRule {
                case .noAction?: continue
                case .cascade? where unsaved?.hasMoved(link) != true: continue
                default: try cut(link, SQL.quote(column), root)
                }
            }
            for entity in root.hierarchy {
                for property in entity.properties {
                    guard case .joinTable(let join, let isSource) = property.relationship?.storage,
                        property.relationship?.deleteRule != .noAction
                    else { continue }
                    try cutJoin(join, Self.joinColumns(isSource).mine, root)
                }
                for property in entity.incomingJoins {
                    guard case .joinTable(let join, let isSource) = property.relationship?.storage else { continue }
                    try cutJoin(join, Self.joinColumns(isSource).theirs, root)
                }
            }
        }
    }

    private func cut(_ link: Property, _ column: String, _ root: _$Entity) throws {
        let table = SQL.quote(link.entity.root.table)
        let condition = """
            \(column) IN \(Self.ids(root.slot))\(staying("\"$id\"", link.entity.slot))
            """
        let select = try connection.cached("SELECT \"$id\" FROM \(table) WHERE \(condition)")
        var ids: [Int64] = []
        while try select.step() { ids.append(select.integer(0)) }
        select.reset()
        if ids.isEmpty { return }
        unlinked[link.entity.slot, default: []] += ids
        var value = "NULL"
        if link.relationship?.isOptional == false, let unsaved {
            // What requires its target and stays has moved to another one.
            try checkMoved(ids, link, unsaved)
            value = unsaved.target(of: link, "\(table).\"$id\"")
        }
        try connection.run(
            "UPDATE \(table) SET \(column) = \(value), \"$version\" = \"$version\" + 1 WHERE \(condition)")
    }

    /// Rows whose objects have moved to unsaved ones cannot be left behind with nothing.
    private func checkMoved(_ ids: [Int64], _ link: Property, _ unsaved: UnsavedLinks) throws {
        let lost = try ids.filter { try unsaved.target(of: link, $0) ?? 0 <= 0 }
        if lost.isEmpty { return }
        throw StorageError.deleteDenied(
            lost.prefix(Int(Self.namedAtMost)).map {
                .init(
                    identifier: identifier(link.entity, $0), property: link.name,
                    message: "is required, and what it is now is not saved yet: save before")
            })
    }

    private func cutJoin(_ join: String, _ column: String, _ root: _$Entity) throws {
        try connection.run("DELETE FROM \(SQL.quote(join)) WHERE \(column) IN \(Self.ids(root.slot))")
    }

    private static func joinColumns(_ isSource: Bool) -> (mine: String, theirs: String) {
        isSource ? ("\"$source\"", "\"$target\"") : ("\"$target\"", "\"$source\"")
    }

    private func identifier(_ entity: _$Entity, _ id: Int64) -> PersistentIdentifier {
        if let object = context.registered(entity.slot, id) { return context.identifier(of: object) }
        return PersistentIdentifier(
            entityName: entity.name, storeIdentifier: context.store.identifier, key: id, scope: 0)
    }
}

extension _$Entity {
    /// Links of other rows to rows of this hierarchy, each once.
    fileprivate var familyIncomingLinks: [Property] {
        var links: [Property] = []
        for entity in hierarchy {
            for link in entity.incomingLinks where !links.contains(where: { $0 === link }) { links.append(link) }
        }
        return links
    }
}
