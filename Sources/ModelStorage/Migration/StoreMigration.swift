internal import CSQLite
internal import Foundation
internal import ModelSchema

/// One migration of a store: everything on one connection, in one transaction, with foreign keys off until the end.
///
/// A lightweight change is not written at once. It becomes a statement over what is stored, and the next one is put around
/// it, until code has to see the tables or the end is reached: then each table that is not as it is stored is copied once,
/// by the procedure that SQLite's documentation of ALTER TABLE gives.
final class StoreMigration {
    let connection: Connection
    let path: String
    private let identifier: String
    private let report: (MigrationProgress) -> Void
    private let defaults: MigrationDefaults
    /// The version whose tables are in the file.
    private var stored: SchemaDescription
    private var sources: TableSources
    /// Tables that were written anew, and whether rows went: what has to be checked in the end.
    private var written: Set<String> = []
    private var hasLostRows = false
    /// The stage that runs, for messages.
    private var stage: (from: SchemaDescription, to: SchemaDescription)

    /// - Parameter connection: In a transaction that holds the file alone, with foreign keys off.
    init(
        _ route: MigrationRoute, on connection: Connection, identifier: String, defaults: any DefaultValues,
        report: @escaping (MigrationProgress) -> Void
    ) throws {
        self.connection = connection
        path = connection.path
        self.identifier = identifier
        self.report = report
        self.defaults = try MigrationDefaults(defaults, route, on: connection)
        stored = route.stored
        sources = TableSources(stored: route.stored)
        stage = (route.stored, route.target)
    }

    func run(_ route: MigrationRoute) throws {
        for stage in route.stages {
            self.stage = (stage.from, stage.to)
            try run(stage)
        }
        try write()
        try checkRequired()
        try checkForeignKeys()
    }

    private func run(_ stage: MigrationRoute.Stage) throws {
        // What is stored may have been given other names since; the shape is the same.
        if sources.schema.fingerprint == stage.from.fingerprint { sources = sources.described(by: stage.from) }
        if let willMigrate = stage.willMigrate, let part = stage.oldPart {
            try write()
            try run(willMigrate, part)
        }
        guard !stage.steps.isEmpty, let oldPart = stage.oldPart, let newPart = stage.newPart else {
            try advance(to: stage.to, mayFill: { _ in stage.didMigrate != nil })
            if let didMigrate = stage.didMigrate, let part = stage.newPart {
                try write()
                try run(didMigrate, part)
            }
            return
        }
        try write()
        let snapshot = try StoreSnapshot(of: stored, on: connection) { report(progress("copy of \($0)", 0, 1)) }
        defer { snapshot.remove() }
        let stepped = Set(stage.steps.map { $0.oldType._$entity.name })
        let standIns = try advance(to: stage.to) { demand in
            stage.didMigrate != nil || stepped.contains(demand.oldModel)
        }
        try write()
        let steps = StepRun(
            stage.steps, old: try store(of: oldPart, on: try snapshot.open(), allowsSave: false),
            new: try store(of: newPart, on: connection), standIns: stage.didMigrate == nil ? standIns : [:])
        try steps.run { done, total, model in
            self.report(
                self.progress("step for \(model)", done, total))
        } failure: { problem in
            self.failed([problem])
        }
        if let didMigrate = stage.didMigrate { try run(didMigrate, newPart) }
    }

    // MARK: Code

    private func store(of part: _$Schema, on connection: Connection, allowsSave: Bool = true) throws -> Store {
        try Store(migrating: connection, path: path, identifier: identifier, part: part, allowsSave: allowsSave)
    }

    private func run(_ code: (ModelContext) throws -> Void, _ part: _$Schema) throws {
        report(progress("code of version \(part.version)", 0, 1))
        let container = ModelContainer(migrating: try store(of: part, on: connection))
        let context = ModelContext(container)
        context.autosaveEnabled = false
        try code(context)
        if context.hasChanges { try context.save() }
    }

    // MARK: Lightweight changes

    /// Goes on to the next version, without writing it yet.
    ///
    /// - Parameter mayFill: Whether code will see to what a demand asks for.
    /// - Returns: The attributes that hold stand-ins, by old class.
    @discardableResult
    private func advance(to new: SchemaDescription, mayFill: (Demand) -> Bool) throws -> [String: Set<String>] {
        let mapping = SchemaMapping(from: sources.schema, to: new)
        var change = LightweightChange(mapping, after: sources, defaults: defaults)
        let next = change.sources()
        var problems: [String] = []
        for demand in change.demands where !mayFill(demand) {
            let ids = try rows(demand.query)
            if !ids.isEmpty { problems.append("\(demand.reason): \(Self.list(ids, of: demand.oldModel))") }
        }
        if !problems.isEmpty { throw failed(problems) }
        sources = next
        return change.standIns
    }

    private func rows(_ query: String) throws -> [Int64] {
        let statement = try connection.prepare(query)
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }

    private static func list(_ ids: [Int64], of model: String) -> String {
        "\(model) \(ids.prefix(9).map(String.init).joined(separator: ", "))" + (ids.count > 9 ? ", …" : "")
    }

    private func failed(_ problems: [String]) -> StorageError {
        .migrationFailed(
            path: path, from: "\(stage.from.name) \(stage.from.version)", to: "\(stage.to.name) \(stage.to.version)",
            problems: problems)
    }

    private func progress(_ activity: String, _ done: Int, _ total: Int) -> MigrationProgress {
        MigrationProgress(
            storePath: path, schema: stage.to.name, fromVersion: stage.from.version.description,
            toVersion: stage.to.version.description, activity: activity, completedUnitCount: done,
            totalUnitCount: total)
    }

    // MARK: Writing tables

    /// Makes the file's tables those of the version that has been reached.
    private func write() throws {
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

    /// Rows whose values a constraint does not allow twice.
    private func duplicates(in schema: SchemaDescription) throws -> [String] {
        var problems: [String] = []
        for model in schema.models {
            var keys = model.unique.map { names in
                (names, names.compactMap { schema.columns(of: $0, in: model)?.first?.name })
            }
            for relationship in model.relationships {
                guard case .column(let column) = relationship.storage,
                    let inverse = schema.inverse(of: relationship), !inverse.isToMany
                else { continue }
                keys.append(([relationship.name], [column]))
            }
            for (names, columns) in keys where !columns.isEmpty {
                let list = columns.map(SQL.quote).joined(separator: ", ")
                let condition =
                    columns.map { "\(SQL.quote($0)) IS NOT NULL" }
                    + (model.parent == nil ? [] : ["\"$class\" IN (\(schema.classList(of: model)))"])
                let query = try connection.prepare(
                    """
                    SELECT group_concat("$id", ', ') FROM (SELECT "$id", \(list) FROM \(SQL.quote(model.table)) \
                    WHERE \(condition.joined(separator: " AND "))) GROUP BY \(list) HAVING count(*) > 1 LIMIT 5
                    """)
                while try query.step() {
                    problems.append(
                        "\(names.map { "'\($0)'" }.joined(separator: ", ")) of '\(model.name)' must be unique, and these have "
                            + "the same: \(model.name) \(query.text(0).prefix(200))")
                }
            }
        }
        return problems
    }

    /// Holds where a column leads to no object of a model.
    private func dangling(
        _ table: String, _ column: String, _ model: ModelDescription, in schema: SchemaDescription
    ) -> String {
        let isPart = schema.hierarchy(of: schema.root(of: model)).count > 1
        return """
            NOT EXISTS (SELECT 1 FROM \(SQL.quote(model.table)) AS "$other" WHERE "$other"."$id" = \
            \(SQL.quote(table)).\(SQL.quote(column))\(isPart ? " AND \"$other\".\"$class\" IN (\(schema.classList(of: model)))" : ""))
            """
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

    // MARK: Checks before the commit

    /// Required attributes and to-ones whose columns take NULL all the same.
    private func checkRequired() throws {
        var problems: [String] = []
        for model in stored.models where hasLostRows || written.contains(model.table) {
            let condition =
                stored.hierarchy(of: stored.root(of: model)).count > 1
                ? " AND \"$class\" IN (\(stored.classList(of: model)))" : ""
            func check(_ property: String, _ column: String, orWhere other: String = "0") throws {
                let ids = try rows(
                    "SELECT \"$id\" FROM \(SQL.quote(model.table)) WHERE (\(SQL.quote(column)) IS NULL OR \(other))"
                        + "\(condition) LIMIT 10"
                )
                if !ids.isEmpty {
                    problems.append("'\(model.name).\(property)' is required: \(Self.list(ids, of: model.name))")
                }
            }
            for attribute in model.attributes where attribute.isStored && !attribute.isOptional {
                // A composite has no column of its own; its leaves may be optional.
                guard case .composite = attribute.type else {
                    try check(attribute.name, attribute.column ?? "")
                    continue
                }
            }
            for relationship in model.relationships where !relationship.isOptional && !relationship.isToMany {
                guard case .column(let column) = relationship.storage,
                    let destination = stored.model(named: relationship.destination)
                else { continue }
                // Foreign keys see to the table, not to the class.
                let isWrong =
                    destination.parent == nil ? "0" : dangling(model.table, column, destination, in: stored)
                try check(relationship.name, column, orWhere: isWrong)
            }
        }
        if !problems.isEmpty { throw failed(problems) }
    }

    private func checkForeignKeys() throws {
        let statement = try connection.prepare("PRAGMA foreign_key_check")
        var problems: [String] = []
        while try statement.step(), problems.count < 10 {
            let table = statement.text(0)
            let row = statement.isNull(1) ? "" : " \(statement.integer(1))"
            let columns = try connection.prepare(
                "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE \"id\" = ?")
            columns.bind(table, at: 1)
            columns.bind(statement.integer(3), at: 2)
            let column = try columns.step() ? columns.text(0) : "?"
            problems.append("'\(column)' of \(table)\(row) leads to no object of \(statement.text(2))")
        }
        if !problems.isEmpty { throw failed(problems) }
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
