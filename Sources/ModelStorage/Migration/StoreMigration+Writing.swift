internal import CSQLite
internal import ModelSchema

/// Writing the tables of the version that has been reached.
extension StoreMigration {
    /// Makes the file's tables those of the version that has been reached.
    func write() throws {
        let new = sources.schema
        let oldTables = stored.tables
        let newTables = new.tables
        let oldText = Dictionary(
            oldTables.map { ($0.name, SQL.createTable($0)) }, uniquingKeysWith: { first, _ in first })
        let changed = newTables.filter { !sources.isStored($0.name) || oldText[$0.name] != SQL.createTable($0) }
        var copies: [(copy: String, table: TableDescription)] = []
        for (number, table) in changed.enumerated() {
            let copy = "$new.\(number)"
            try connection.execute(SQL.createTable(table.named(copy)))
            try fill(copy, table)
            copies.append((copy, table))
        }
        let others = try othersStatements(on: oldTables)
        // Indexes and triggers of tables that stay: those that have changed go before the new ones come.
        let kept = Set(newTables.flatMap(\.statements))
        for statement in oldTables.flatMap(\.statements) where !kept.contains(statement) { try drop(statement) }
        let remaining = Set(newTables.map(\.name)).subtracting(changed.map(\.name))
        for table in oldTables where !remaining.contains(table.name) {
            try connection.execute("DROP TABLE \(SQL.quote(table.name))")
        }
        for (copy, table) in copies {
            try connection.execute("ALTER TABLE \(SQL.quote(copy)) RENAME TO \(SQL.quote(table.name))")
        }
        written.formUnion(changed.map(\.name))
        if sources.hasLostRows {
            hasLostRows = true
            try removeDanglingLinks(new)
        }
        try createStatements(newTables, new)
        for statement in others where kept.contains(statement) == false { try? connection.execute(statement) }
        stored = new
        sources = TableSources(stored: new)
        try recordVersion(new)
    }

    private func fill(_ copy: String, _ table: TableDescription) throws {
        let source = sources.source(of: table.name)
        let columns = table.columns.map { SQL.quote($0.name) }.joined(separator: ", ")
        let selected = table.columns.map { "s.\(SQL.quote($0.name))" }.joined(separator: ", ")
        let insert = "INSERT INTO \(SQL.quote(copy)) (\(columns)) SELECT \(selected) FROM \(source) AS s"
        do {
            if table.isJoinTable {
                report(progress(table.name, 0, 1))
                try connection.execute(insert)
                return
            }
            try fillInParts(copy, table, source, insert)
        } catch {
            throw defaults.failure ?? error
        }
    }

    /// Rows are copied in parts, so that there is something to tell on the way.
    private func fillInParts(_ copy: String, _ table: TableDescription, _ source: String, _ insert: String) throws {
        let total = Int(try connection.integer("SELECT count(*) FROM \(source)") ?? 0)
        if total <= Self.rowsPerPart {
            report(progress(table.name, 0, total))
            try connection.execute(insert)
            report(progress(table.name, total, total))
            return
        }
        let part = try connection.prepare("\(insert) WHERE s.\"$id\" > ?1 AND s.\"$id\" <= ?2")
        let boundary = try connection.prepare(
            "SELECT s.\"$id\" FROM \(source) AS s WHERE s.\"$id\" > ?1 ORDER BY s.\"$id\" LIMIT 1 OFFSET \(Self.rowsPerPart - 1)"
        )
        var last: Int64 = 0
        var done = 0
        while true {
            report(progress(table.name, done, total))
            boundary.bind(last, at: 1)
            let next = try boundary.step() ? boundary.integer(0) : Int64.max
            boundary.reset()
            part.bind(last, at: 1)
            part.bind(next, at: 2)
            try part.run()
            if next == .max { break }
            last = next
            done += Self.rowsPerPart
        }
        report(progress(table.name, total, total))
    }

    private static let rowsPerPart = 20_000

    /// Indexes and triggers that other tools made on the tables.
    private func othersStatements(on tables: [TableDescription]) throws -> [String] {
        let known = Set(tables.flatMap(\.statements))
        let names = Set(tables.map { $0.name.lowercased() })
        let statement = try connection.prepare(
            "SELECT lower(\"tbl_name\"), \"sql\" FROM sqlite_schema WHERE \"type\" IN ('index', 'trigger') AND \"sql\" IS NOT NULL"
        )
        var others: [String] = []
        while try statement.step() {
            if names.contains(statement.text(0)), !known.contains(statement.text(1)) {
                others.append(statement.text(1))
            }
        }
        return others
    }

    private func drop(_ sql: String) throws {
        let found = try connection.prepare("SELECT \"type\", \"name\" FROM sqlite_schema WHERE \"sql\" = ?")
        found.bind(sql, at: 1)
        guard try found.step() else { return }
        let (kind, name) = (found.text(0), found.text(1))
        found.reset()
        try connection.execute("DROP \(kind == "trigger" ? "TRIGGER" : "INDEX") \(SQL.quote(name))")
    }

    private func createStatements(_ tables: [TableDescription], _ schema: SchemaDescription) throws {
        let statement = try connection.prepare("SELECT \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL")
        var present: Set<String> = []
        while try statement.step() { present.insert(statement.text(0)) }
        statement.reset()
        do {
            for sql in tables.flatMap(\.statements) where !present.contains(sql) { try connection.execute(sql) }
        } catch let error as StorageError {
            guard let code = error.sqliteCode, code & 0xFF == SQLITE_CONSTRAINT else { throw error }
            let problems = try duplicates(in: schema)
            throw problems.isEmpty ? error : failed(problems)
        }
    }

    /// Links from or to objects that are gone, or are not of the kind any more that the link is for.
    private func removeDanglingLinks(_ schema: SchemaDescription) throws {
        for model in schema.models {
            for relationship in model.relationships {
                guard let destination = schema.model(named: relationship.destination) else { continue }
                switch relationship.storage {
                case .column(let column):
                    // One that is required stays, for the check of foreign keys to find.
                    guard relationship.isOptional else { continue }
                    let name = SQL.quote(column)
                    try connection.execute(
                        """
                        UPDATE \(SQL.quote(model.table)) SET \(name) = NULL WHERE \(name) IS NOT NULL \
                        AND \(dangling(model.table, column, destination, in: schema))
                        """)
                case .joinTable(let join, true):
                    try connection.execute(
                        """
                        DELETE FROM \(SQL.quote(join)) WHERE \(dangling(join, "$source", model, in: schema)) \
                        OR \(dangling(join, "$target", destination, in: schema))
                        """)
                default: break
                }
            }
        }
    }

    private func recordVersion(_ schema: SchemaDescription) throws {
        let text = try StoreMetadata.text(of: schema)
        try connection.run(
            "UPDATE \"$schemas\" SET \"version\" = ?, \"fingerprint\" = ?, \"description\" = ? WHERE \"name\" = ?"
        ) { statement in
            statement.bind(schema.version.description, at: 1)
            statement.bind(schema.fingerprint, at: 2)
            statement.bind(text, at: 3)
            statement.bind(schema.name, at: 4)
        }
    }
}

extension TableDescription {
    /// The same table under another name.
    func named(_ name: String) -> TableDescription {
        var copy = self
        copy.name = name
        return copy
    }
}
