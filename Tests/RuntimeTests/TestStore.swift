import CSQLite
import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Where a test keeps its objects: promises hold on file and in memory alike.
enum Place: String, CaseIterable, CustomTestStringConvertible {
    case memory, file
    var testDescription: String { rawValue }
}

/// A store for one test, in a folder of its own that goes with it.
final class TestStore {
    let folder: URL
    let url: URL
    let place: Place
    private(set) var container: ModelContainer

    init(_ place: Place = .file) throws {
        self.place = place
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent("test.store")
        container = try Self.open(place, url)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func open(_ place: Place, _ url: URL) throws -> ModelContainer {
        try ModelContainer(
            for: Album.self, Team.self,
            configurations: place == .memory
                ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: url))
    }

    /// Runs SQL on the file as another program would.
    func execute(_ sql: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        try #require(sqlite3_open(url.path, &handle) == SQLITE_OK)
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw SQLFailure(message: String(cString: sqlite3_errmsg(handle))) }
    }

    /// The rows of a query, as text.
    func query(_ sql: String) throws -> [[String]] {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        try #require(sqlite3_open(url.path, &handle) == SQLITE_OK)
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
                })
        }
        return rows
    }

    /// Runs a closure while another connection is in a write transaction.
    func holdingTheWriteLock(_ body: () throws -> Void) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        try #require(sqlite3_open(url.path, &handle) == SQLITE_OK)
        try #require(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        try body()
        try #require(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
    }

    func context() -> ModelContext { ModelContext(container) }

    /// A context on the store as another program would find it; in memory, where nothing outlives a container, just another
    /// context.
    func reopened() throws -> ModelContext {
        if place == .file { container = try Self.open(place, url) }
        return ModelContext(container)
    }
}

struct SQLFailure: Error {
    let message: String
}

extension ModelContext {
    func all<T: PersistentModel>(_ type: T.Type) throws -> [T] { try fetch(FetchDescriptor<T>()) }
    func count<T: PersistentModel>(_ type: T.Type) throws -> Int { try fetchCount(FetchDescriptor<T>()) }
}
