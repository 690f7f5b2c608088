import CSQLite
import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// A folder with stores of the first version, and the program that is ended in the middle of what it does to them.
final class CrashFolder {
    let folder: URL
    private let victim: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let named = ProcessInfo.processInfo.environment["MODELGEN_VICTIM"] {
            victim = URL(fileURLWithPath: named)
            return
        }
        // Beside the bundle that holds the tests.
        victim = try #require(
            [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
                .map { $0.appendingPathComponent("crash-victim") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func container(_ version: any VersionedSchema.Type, _ url: URL) throws -> ModelContainer {
        try ModelContainer(for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url))
    }

    /// A store of the first version with a number of voyages, and five other objects for each of them; closed.
    func original(voyages: Int = 40) throws -> URL {
        let url = folder.appendingPathComponent("original.store")
        #expect(try run("fill", url, "kill", voyages).status == 0)
        return url
    }

    func copy(_ url: URL, _ name: String) throws -> URL {
        let copy = folder.appendingPathComponent(name)
        for suffix in ["", "-wal", "-shm", "-journal", "-migration"] {
            try? FileManager.default.removeItem(atPath: copy.path + suffix)
            if FileManager.default.fileExists(atPath: url.path + suffix) {
                try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
            }
        }
        return copy
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

    /// Runs the victim; its exit status (that of a signal negative) and what it printed.
    ///
    /// - Parameter pause: how long it may run before it is killed, in seconds; nil for as long as it likes.
    func run(_ task: String, _ store: URL, _ mode: String, _ limit: Int = .max, killedAfter pause: Double? = nil) throws
        -> (status: Int32, output: String)
    {
        let process = Process()
        process.executableURL = victim
        process.arguments = [task, store.path, mode, String(limit)]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        if let pause {
            Thread.sleep(forTimeInterval: pause)
            kill(process.processIdentifier, SIGKILL)
        }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let status =
            process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
        #expect(status != 2, "\(String(decoding: complaint, as: UTF8.self))")
        return (status, String(decoding: text, as: UTF8.self))
    }

    /// What a migrated store holds, as text.
    func contents(_ url: URL) throws -> [String] {
        let context = ModelContext(try container(VoyagesV2.self, url))
        var lines = try context.fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)])).map { journey in
            "\(journey.persistentModelID) \(journey.name) \(journey.Cause) \(journey.start) \(journey.cost) \(journey.labels) "
                + "\(journey.ship?.name ?? "-") \(journey.ship?.captain?.lastName ?? "-") "
                + "\(journey.sailors.map { "\($0.firstName)+\($0.lastName)+\($0.age)" }.sorted())"
        }
        lines += try context.fetch(FetchDescriptor<Berth>(sortBy: [SortDescriptor(\.number)])).map {
            "berth \($0.number)"
        }
        lines.append("\(try context.fetchCount(FetchDescriptor<VoyagesV2.Sailor>())) sailors")
        return lines
    }

    // MARK: What SQLite says

    /// All rows of a statement, column by column; without ModelStorage, which would repair what it opens.
    private func forEachRow(_ url: URL, _ sql: String, _ body: (OpaquePointer) -> Void) throws {
        var database: OpaquePointer?
        var statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close(database)
        }
        #expect(sqlite3_open(url.path, &database) == SQLITE_OK)
        #expect(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
        let prepared = try #require(statement)
        while sqlite3_step(prepared) == SQLITE_ROW { body(prepared) }
    }

    private func texts(_ url: URL, _ sql: String) throws -> [String] {
        var texts: [String] = []
        try forEachRow(url, sql) { row in
            texts.append(sqlite3_column_text(row, 0).map { String(cString: $0) } ?? "NULL")
        }
        return texts
    }

    /// Expects that SQLite finds nothing wrong with a store.
    func expectSound(_ url: URL, _ comment: String) throws {
        #expect(try texts(url, "PRAGMA integrity_check") == ["ok"], "\(comment)")
        #expect(try texts(url, "PRAGMA foreign_key_check") == [], "\(comment)")
    }

    /// Equal for stores that hold the same rows, within one process.
    ///
    /// - Parameter column: one whose values are not compared, since they tell the time.
    func digest(_ url: URL, except column: String = "") throws -> Int {
        var hasher = Hasher()
        let tables = "SELECT \"name\" FROM sqlite_schema WHERE \"type\" = 'table' AND \"name\" NOT LIKE '$%' ORDER BY 1"
        for table in try texts(url, tables) {
            hasher.combine(table)
            try forEachRow(url, "SELECT * FROM \"\(table)\" ORDER BY 1, 2") { row in
                for index in 0..<sqlite3_column_count(row)
                where String(cString: sqlite3_column_name(row, index)) != column {
                    hasher.combine(sqlite3_column_type(row, index))
                    let bytes = sqlite3_column_blob(row, index)
                    hasher.combine(
                        bytes: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, index))))
                }
            }
        }
        return hasher.finalize()
    }
}
