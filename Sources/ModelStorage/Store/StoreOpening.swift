internal import CSQLite
internal import Foundation
internal import ModelSchema

/// Opens a store: makes a new one, accepts one of this shape, refuses all others and leaves them as they were.
struct StoreOpening {
    let path: String
    let isInMemory: Bool
    let allowsSave: Bool
    let parts: [_$Schema]

    /// `MGN1` in the file's header: the file is a store of this library.
    static let applicationID: Int64 = 0x4D47_4E31
    /// The layout of the runtime's own tables.
    static let format: Int64 = 1
    static let busyMilliseconds: Int32 = 10_000

    func open() throws -> (Connection, identifier: String) {
        if isInMemory {
            let connection = try Connection(path: ":memory:", mode: .create)
            try Self.configure(connection, isWriter: true)
            return (connection, try create(on: connection))
        }
        let exists = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int).map { $0 > 0 } ?? false
        if !exists, !allowsSave {
            throw StorageError.cannotOpen(path: path, reason: "there is no such file, and saving is not allowed")
        }
        if exists { try inspect() }
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
    private func inspect() throws {
        let connection: Connection
        do {
            connection = try Connection(path: path, mode: .readOnly)
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
        } catch let error as StorageError {
            switch error.classified {
            case .sqlite(let code, let message, _, _)
            where code & 0xFF == SQLITE_NOTADB || code & 0xFF == SQLITE_CORRUPT:
                throw StorageError.foreignStore(path: path, reason: message)
            case .busy: throw StorageError.busy(path: path)
            default: throw StorageError.cannotOpen(path: path, reason: error.description)
            }
        }
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") != 0 else { return }
        _ = try accept(on: connection)
    }

    private func openReadOnly() throws -> (Connection, identifier: String) {
        let connection = try Connection(path: path, mode: .readOnly)
        try Self.configure(connection, isWriter: false)
        return (connection, try accept(on: connection))
    }

    static func reader(path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        try configure(connection, isWriter: false)
        return connection
    }

    private static func configure(_ connection: Connection, isWriter: Bool) throws {
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
            }
            // Fewer, larger checkpoints: pages written several times meanwhile are copied once.
            try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000")
        }
    }

    // MARK: Metadata

    private func create(on connection: Connection) throws -> String {
        let identifier = UUID().uuidString
        try connection.execute(
            """
            PRAGMA application_id = \(Self.applicationID);
            PRAGMA user_version = \(Self.format);
            CREATE TABLE "$metadata" ("key" TEXT PRIMARY KEY NOT NULL, "value" ANY NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE "$schemas" (
              "name" TEXT PRIMARY KEY NOT NULL, "version" TEXT NOT NULL, "fingerprint" TEXT NOT NULL,
              "description" TEXT NOT NULL) STRICT, WITHOUT ROWID;
            """)
        try connection.run("INSERT INTO \"$metadata\" VALUES ('identifier', ?), ('nextID', 1)") {
            $0.bind(identifier, at: 1)
        }
        for part in parts { try add(part, on: connection) }
        return identifier
    }

    /// A hash of the SQL of everything in the file, so that opening finds what other tools changed without comparing it all.
    private func tablesHash(on connection: Connection) throws -> String {
        var hash = ShapeHash()
        let statement = try connection.cached(
            "SELECT \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL ORDER BY \"name\"")
        defer { statement.reset() }
        while try statement.step() { hash.add(statement.text(0)) }
        return hash.text
    }

    /// Makes sure that the tables are those that the metadata promises: what is missing or different is named.
    ///
    /// What others have added, an index of their own say, may stay.
    private func checkTables(of parts: [_$Schema], on connection: Connection) throws {
        let known = try connection.text("SELECT \"value\" FROM \"$metadata\" WHERE \"key\" = 'tables'")
        if try known == tablesHash(on: connection) { return }
        var present: Set<String> = []
        let statement = try connection.cached("SELECT \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL")
        defer { statement.reset() }
        while try statement.step() { present.insert(statement.text(0)) }
        for part in parts {
            let missing = part.description.statements.filter { !present.contains($0) }
            if missing.isEmpty { continue }
            throw StorageError.schemaMismatch(
                path: path, schema: part.name,
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
        for statement in description.statements { try connection.execute(statement) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(description), as: UTF8.self)
        try connection.run("INSERT INTO \"$schemas\" VALUES (?, ?, ?, ?)") { statement in
            statement.bind(part.name, at: 1)
            statement.bind(description.version.description, at: 2)
            statement.bind(description.fingerprint, at: 3)
            statement.bind(text, at: 4)
        }
        let hash = try tablesHash(on: connection)
        try connection.run("INSERT OR REPLACE INTO \"$metadata\" VALUES ('tables', ?)") { $0.bind(hash, at: 1) }
    }

    /// The store's identifier, if it holds what is asked for; a schema that it does not hold yet is added where it may be.
    private func accept(on connection: Connection) throws -> String {
        let found = try connection.integer("PRAGMA application_id") ?? 0
        guard found == Self.applicationID else {
            throw StorageError.foreignStore(path: path, reason: "its header names another application (\(found))")
        }
        let format = try connection.integer("PRAGMA user_version") ?? 0
        guard format <= Self.format else {
            throw StorageError.newerStore(path: path, found: "format \(format)", supported: "format \(Self.format)")
        }
        guard
            let identifier = try connection.text("SELECT \"value\" FROM \"$metadata\" WHERE \"key\" = 'identifier'")
        else {
            throw StorageError.foreignStore(path: path, reason: "its identifier is missing")
        }
        var held: [_$Schema] = []
        for part in parts {
            let version = try connection.text("SELECT \"version\" FROM \"$schemas\" WHERE \"name\" = ?") {
                $0.bind(part.name, at: 1)
            }
            guard let version else {
                if connection.isInTransaction {
                    try add(part, on: connection)
                    continue
                }
                if allowsSave { continue }  // added when the file is opened for writing
                throw StorageError.schemaMismatch(
                    path: path, schema: part.name, differences: ["the store does not hold this schema"])
            }
            if let stored = SchemaVersion(version), stored > part.version {
                throw StorageError.newerStore(
                    path: path, found: "\(part.name) \(version)", supported: "\(part.name) \(part.version)")
            }
            let fingerprint = try connection.text("SELECT \"fingerprint\" FROM \"$schemas\" WHERE \"name\" = ?") {
                $0.bind(part.name, at: 1)
            }
            guard fingerprint == part.fingerprint else {
                throw StorageError.schemaMismatch(
                    path: path, schema: part.name,
                    differences: [
                        "its shape (version \(version), fingerprint \(fingerprint ?? "none")) is not the declared one "
                            + "(version \(part.version), fingerprint \(part.fingerprint))"
                    ])
            }
            held.append(part)
        }
        try checkTables(of: held, on: connection)
        return identifier
    }
}
