internal import CSQLite
internal import Foundation
internal import ModelSchema

/// The one transaction of a migration: alone with the file, all or nothing.
struct MigrationTransaction {
    let path: String
    /// Where to copy the store before it is changed.
    var backup: String?
    var progress: (@Sendable (MigrationProgress) -> Void)?
    /// Everything is done and then undone: what cannot be done is found, and nothing is changed.
    var isDryRun = false

    /// - Parameters:
    ///   - routes: What is to be done, asked inside the transaction: another process may have done it meanwhile.
    ///   - finish: Comes last, before the commit.
    func run(
        _ routes: (Connection) throws -> [(MigrationRoute, any DefaultValues)], finish: (Connection) throws -> Void
    ) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try StoreOpening.configure(connection, isWriter: false)
        try connection.setSwitch(SQLITE_DBCONFIG_ENABLE_FKEY, false, named: "foreign_keys")
        // Triggers and constraints of tables that are renamed name tables that are not there for a moment; sorting for a new
        // index must not fill the memory; what is deleted need not be overwritten.
        try connection.execute(
            "PRAGMA legacy_alter_table = ON; PRAGMA temp_store = FILE; PRAGMA secure_delete = OFF; PRAGMA synchronous = FULL; "
                + "PRAGMA mmap_size = 0"
        )
        // Outside the write-ahead log the rebuilt tables are written once, not twice. A dry run writes nothing to stay.
        if !isDryRun { try takeAlone(connection) }
        do {
            if let backup, !isDryRun, try !routes(connection).isEmpty {
                try StoreBackup.make(of: connection, at: backup)
            }
            try begin(connection)
            StoreSnapshot.remove(beside: path)
            let identifier = try StoreMetadata.identifier(on: connection)
            for (route, defaults) in try routes(connection) {
                let migration = try StoreMigration(
                    route, on: connection, identifier: identifier, defaults: defaults, report: { progress?($0) })
                try migration.run(route)
            }
            try finish(connection)
            try connection.run(isDryRun ? "ROLLBACK" : "COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw (error as? StorageError)?.classified ?? error
        }
    }

    private func begin(_ connection: Connection) throws {
        if isDryRun { return try connection.run("BEGIN IMMEDIATE") }
        // Without a write-ahead log others may still be reading.
        sqlite3_busy_timeout(connection.handle, Self.patience)
        do {
            try connection.run("BEGIN EXCLUSIVE")
        } catch let error as StorageError {
            guard case .busy = error.classified else { throw error.classified }
            throw StorageError.storeInUse(path: path)
        }
    }

    /// How long others may take to close the file, in milliseconds.
    private static let patience: Int32 = 2_000

    /// Waits a little for others to close the file, and keeps it from then on.
    private func takeAlone(_ connection: Connection) throws {
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        for attempt in 0..<40 {
            do {
                if try connection.text("PRAGMA journal_mode = DELETE") == "delete" { return }
            } catch let error as StorageError {
                guard case .busy = error.classified else { throw error.classified }
            }
            if attempt < 39 { Thread.sleep(forTimeInterval: 0.05) }
        }
        throw StorageError.storeInUse(path: path)
    }
}
