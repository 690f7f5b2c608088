internal import CSQLite
internal import Foundation
internal import ModelSchema

/// Opens a store: makes a new one, accepts one of this shape, refuses all others and leaves them as they were.
struct StoreOpening {
    let path: String
    let isInMemory: Bool
    let allowsSave: Bool
    let parts: [_$Schema]
    /// What the container was told of older versions.
    var plan: (any SchemaMigrationPlan.Type)?
    /// Where to copy the store before a migration.
    var backup: String?
    var progress: (@Sendable (MigrationProgress) -> Void)?

    /// `MGN1` in the file's header: the file is a store of this library.
    static let applicationID: Int64 = 0x4D47_4E31
    /// The layout of the runtime's own tables.
    static let format: Int64 = 1
    static let busyMilliseconds: Int32 = 10_000

    func open() throws -> (Connection, identifier: String) {
        do {
            return try openClassified()
        } catch let error as StorageError {
            throw error.classified
        }
    }

    private func openClassified() throws -> (Connection, identifier: String) {
        if isInMemory {
            let connection = try Connection(path: ":memory:", mode: .create)
            try Self.configure(connection, isWriter: true)
            return (connection, try create(on: connection))
        }
        let exists = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int).map { $0 > 0 } ?? false
        if !exists, !allowsSave {
            throw StorageError.cannotOpen(path: path, reason: "there is no such file, and saving is not allowed")
        }
        if exists, try !inspect().isEmpty {
            guard allowsSave else {
                throw StorageError.cannotOpen(
                    path: path, reason: "it is at an older version and has to be migrated, and saving is not allowed")
            }
            try migrate()
        }
        if !allowsSave { return try openReadOnly() }
        let connection: Connection
        do {
            connection = try Connection(path: path, mode: .create)
        } catch let error as StorageError {
            throw StorageError.cannotOpen(path: path, reason: "\(error)")
        }
        try Self.configure(connection, isWriter: true)
        do {
            // Two processes may make the store at the same time: the one that comes second finds it made.
            try connection.run("BEGIN IMMEDIATE")
            let identifier =
                try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
                ? create(on: connection) : accept(on: connection)
            try connection.run("COMMIT")
            return (connection, identifier)
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw (error as? StorageError)?.classified ?? error
        }
    }

    /// Looks at an existing file without changing it or its write-ahead log.
    ///
    /// - Returns: What has to be migrated.
    private func inspect() throws -> [MigrationRoute] {
        let connection: Connection
        do {
            connection = try Self.inspector(path)
        } catch let error as StorageError {
            switch error.classified {
            case .sqlite(let code, let message, _, _)
            where code & 0xFF == SQLITE_NOTADB || code & 0xFF == SQLITE_CORRUPT:
                throw StorageError.foreignStore(path: path, reason: message)
            case .busy: throw StorageError.busy(path: path)
            default: throw StorageError.cannotOpen(path: path, reason: error.description)
            }
        }
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") != 0 else { return [] }
        return try routes(on: connection)
    }

    /// A connection that only reads. What a killed migration left half done is undone first: only a writer can.
    static func inspector(_ path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: readingMode(path))
        sqlite3_busy_timeout(connection.handle, busyMilliseconds)
        do {
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        } catch let error as StorageError {
            guard error.sqliteCode == SQLiteCode.readOnlyRollback else { throw error }
            let writer = try Connection(path: path, mode: .readWrite)
            sqlite3_busy_timeout(writer.handle, busyMilliseconds)
            _ = try writer.integer("SELECT count(*) FROM sqlite_schema")
        }
        let again = try Connection(path: path, mode: .readOnly)
        _ = try again.integer("SELECT count(*) FROM sqlite_schema")
        return again
    }

    /// Brings the store to the versions asked for.
    private func migrate() throws {
        try MigrationTransaction(path: path, backup: backup, progress: progress).run { connection in
            try routes(on: connection).map { route in
                let part = parts.first { $0.name == route.name }
                let versions = (part.map(plan(for:)) ?? nil)?.schemas.compactMap { $0.models.first?._$entity.schema }
                return (route, ModelDefaults(parts: parts + (versions ?? [])))
            }
        } finish: { connection in
            try StoreMetadata.recordTables(on: connection)
        }
    }

    private func openReadOnly() throws -> (Connection, identifier: String) {
        let connection = try Connection(path: path, mode: Self.readingMode(path))
        try Self.configure(connection, isWriter: false)
        return (connection, try accept(on: connection))
    }

    /// How a file is opened for reading. In a folder that nobody may write to, SQLite cannot make the files that readers of a
    /// write-ahead log share; without a log it needs none.
    static func readingMode(_ path: String) -> Connection.Mode {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if FileManager.default.isWritableFile(atPath: folder) { return .readOnly }
        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        return (log ?? 0) == 0 ? .immutable : .readOnly
    }

    static func reader(path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: readingMode(path))
        try configure(connection, isWriter: false)
        connection.hasLog = try connection.text("PRAGMA journal_mode") == "wal" && !connection.isImmutable
        return connection
    }

    static func configure(_ connection: Connection, isWriter: Bool) throws {
        sqlite3_busy_timeout(connection.handle, busyMilliseconds)
        try connection.setSwitch(SQLITE_DBCONFIG_DEFENSIVE, true, named: "defensive mode")
        try connection.setSwitch(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false, named: "trusted_schema")
        try connection.setSwitch(SQLITE_DBCONFIG_ENABLE_FKEY, true, named: "foreign_keys")
        try connection.execute(
            """
            PRAGMA recursive_triggers = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; \
            PRAGMA mmap_size = 268435456
            """)
        try SQLFunction.register(on: connection)
        try LocalizedCollation.register(on: connection)
        if isWriter {
            if connection.path != ":memory:" {
                guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
                    throw StorageError.cannotOpen(
                        path: connection.path, reason: "its file system does not allow a write-ahead log")
                }
                connection.hasLog = true
            }
            try connection.execute(
                "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = \(Connection.pagesPerCheckpoint)")
        }
    }

    // MARK: Metadata

    private func create(on connection: Connection) throws -> String {
        let identifier = UUID().uuidString
        try StoreMetadata.create(identifier, on: connection)
        for part in parts { try add(part, on: connection) }
        return identifier
    }

    /// Makes sure that the tables are those that the metadata promises: what is missing or different is named.
    ///
    /// What others have added, an index of their own say, may stay.
    private func checkTables(of schemas: [StoredSchema], on connection: Connection) throws {
        let known = try connection.text("SELECT \"value\" FROM \"$metadata\" WHERE \"key\" = 'tables'")
        if try known == StoreMetadata.tablesHash(on: connection) { return }
        var present: Set<String> = []
        let statement = try connection.cached("SELECT \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL")
        defer { statement.reset() }
        while try statement.step() { present.insert(statement.text(0)) }
        for schema in schemas {
            let missing = try schema.description().statements.filter { !present.contains($0) }
            if missing.isEmpty { continue }
            throw StorageError.schemaMismatch(
                path: path, schema: schema.name,
                differences: missing.map { "not there, or changed by another program: \($0.prefix { $0 != "(" })" })
        }
    }

    private func add(_ part: _$Schema, on connection: Connection) throws {
        let description = part.description
        let fingerprint = description.fingerprint
        guard fingerprint == part.fingerprint else {
            throw StorageError.cannotOpen(
                path: path,
                reason: "the generated code of schema '\(part.name)' does not fit this version of ModelStorage "
                    + "(fingerprint '\(part.fingerprint)' instead of '\(fingerprint)'): generate it again")
        }
        try StoreMetadata.add(description, on: connection)
        try StoreMetadata.recordTables(on: connection)
    }

    private func plan(for part: _$Schema) -> (any SchemaMigrationPlan.Type)? { plan ?? part.plan }

    /// The store's identifier, if it holds what is asked for; a schema that it does not hold yet is added where it may be.
    private func accept(on connection: Connection) throws -> String {
        guard try routes(on: connection).isEmpty else {
            throw StorageError.cannotOpen(path: path, reason: "another program changed it while it was opened")
        }
        if connection.isInTransaction {
            for part in parts where try StoreMetadata.schema(named: part.name, on: connection) == nil {
                try add(part, on: connection)
            }
        }
        return try StoreMetadata.identifier(on: connection)
    }

    /// What has to be migrated for the store to hold what is asked for.
    ///
    /// - Throws: where it cannot: the file is foreign, newer, damaged, or of a shape that no version has.
    private func routes(on connection: Connection) throws -> [MigrationRoute] {
        try StoreMetadata.checkHeader(on: connection)
        var held: [StoredSchema] = []
        var routes: [MigrationRoute] = []
        for part in parts {
            guard let stored = try StoreMetadata.schema(named: part.name, on: connection) else {
                // Added when the file is opened for writing.
                if allowsSave { continue }
                throw StorageError.schemaMismatch(
                    path: path, schema: part.name, differences: ["the store does not hold this schema"])
            }
            held.append(stored)
            let finder = RouteFinder(path: path, part: part, plan: plan(for: part))
            if let route = try finder.route(from: stored) { routes.append(route) }
        }
        try checkTables(of: held, on: connection)
        return routes
    }
}

/// What the runtime's own tables say of the schemas in a store.
enum StoreMetadata {
    /// Makes the runtime's own tables.
    static func create(_ identifier: String, on connection: Connection) throws {
        try connection.execute(
            """
            PRAGMA application_id = \(StoreOpening.applicationID);
            PRAGMA user_version = \(StoreOpening.format);
            CREATE TABLE "$metadata" ("key" TEXT PRIMARY KEY NOT NULL, "value" ANY NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE "$schemas" (
              "name" TEXT PRIMARY KEY NOT NULL, "version" TEXT NOT NULL, "fingerprint" TEXT NOT NULL,
              "description" TEXT NOT NULL) STRICT, WITHOUT ROWID;
            """)
        try connection.run("INSERT INTO \"$metadata\" VALUES ('identifier', ?), ('nextID', 1)") {
            $0.bind(identifier, at: 1)
        }
    }

    /// Makes a schema's tables, and notes what they are.
    static func add(_ schema: SchemaDescription, on connection: Connection) throws {
        for statement in schema.statements { try connection.execute(statement) }
        let text = try text(of: schema)
        try connection.run("INSERT INTO \"$schemas\" VALUES (?, ?, ?, ?)") { statement in
            statement.bind(schema.name, at: 1)
            statement.bind(schema.version.description, at: 2)
            statement.bind(schema.fingerprint, at: 3)
            statement.bind(text, at: 4)
        }
    }

    static func text(of schema: SchemaDescription) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(schema), as: UTF8.self)
    }

    static func schema(named name: String, on connection: Connection) throws -> StoredSchema? {
        let statement = try connection.cached(
            "SELECT \"version\", \"fingerprint\", \"description\" FROM \"$schemas\" WHERE \"name\" = ?")
        defer { statement.reset() }
        statement.bind(name, at: 1)
        guard try statement.step() else { return nil }
        guard let version = SchemaVersion(statement.text(0)) else { throw damaged(name, connection.path) }
        return StoredSchema(
            name: name, version: version, fingerprint: statement.text(1), text: statement.text(2), path: connection.path
        )
    }

    /// Throws unless the file is a store whose format is known here.
    static func checkHeader(on connection: Connection) throws {
        let found = try connection.integer("PRAGMA application_id") ?? 0
        guard found == StoreOpening.applicationID else {
            throw StorageError.foreignStore(
                path: connection.path, reason: "its header names another application (\(found))")
        }
        let format = try connection.integer("PRAGMA user_version") ?? 0
        guard format <= StoreOpening.format else {
            throw StorageError.newerStore(
                path: connection.path, found: "format \(format)", supported: "format \(StoreOpening.format)")
        }
        _ = try identifier(on: connection)
    }

    static func identifier(on connection: Connection) throws -> String {
        guard
            let identifier = try connection.text("SELECT \"value\" FROM \"$metadata\" WHERE \"key\" = 'identifier'")
        else {
            throw StorageError.foreignStore(path: connection.path, reason: "its identifier is missing")
        }
        return identifier
    }

    /// A hash of the SQL of everything in the file, so that opening finds what other tools changed without comparing it all.
    static func tablesHash(on connection: Connection) throws -> String {
        var hash = ShapeHash()
        let statement = try connection.cached(
            "SELECT \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL ORDER BY \"name\"")
        defer { statement.reset() }
        while try statement.step() { hash.add(statement.text(0)) }
        return hash.text
    }

    static func recordTables(on connection: Connection) throws {
        let hash = try tablesHash(on: connection)
        try connection.run("INSERT OR REPLACE INTO \"$metadata\" VALUES ('tables', ?)") { $0.bind(hash, at: 1) }
    }

    static func damaged(_ name: String, _ path: String) -> StorageError {
        .schemaMismatch(
            path: path, schema: name, differences: ["what the store says of itself is damaged, or was changed by hand"])
    }
}
