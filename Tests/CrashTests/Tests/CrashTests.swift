import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// A child process ends at its n-th write, sync, truncation or deletion of a file, for every n until it comes through; what it
/// leaves is the old store or the new one, whole, and the next opening finishes the work.
@Suite final class CrashTests {
    private let folder: URL
    private let victim: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Beside the bundle that holds the tests.
        victim = try #require(
            [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
                .map { $0.appendingPathComponent("crash-victim") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func container(_ version: any VersionedSchema.Type, _ url: URL) throws -> ModelContainer {
        try ModelContainer(for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url))
    }

    /// A store of the first version with some objects of each model, closed.
    private func original() throws -> URL {
        let url = folder.appendingPathComponent("original.store")
        let context = ModelContext(try container(VoyagesV1.self, url))
        for number in 0..<40 {
            let voyage = VoyagesV1.Voyage(
                title: "Voyage \(number)", Cause: number % 3 == 0 ? .work : .family,
                start: VoyagesV1.Harbour(name: "H\(number)", opened: .distantPast), cost: "\(number).25",
                booked: .distantPast,
                remindAt: nil, flag: "red", labels: [String(repeating: "label", count: number)],
                ship: VoyagesV1.Ship(name: "Ship \(number)", captain: number % 2 == 0 ? "Captain \(number)" : ""),
                crew: (0..<3).map { VoyagesV1.Sailor(fullName: "Sailor \(number) \($0)", age: Int8($0)) })
            context.insert(voyage)
            context.insert(VoyagesV1.Ticket(number: number, seat: "\(number)"))
        }
        try context.save()
        return url
    }

    private func copy(_ url: URL, _ name: String) throws -> URL {
        let copy = folder.appendingPathComponent(name)
        for suffix in ["", "-wal", "-shm", "-journal", "-migration"] {
            try? FileManager.default.removeItem(atPath: copy.path + suffix)
            if FileManager.default.fileExists(atPath: url.path + suffix) {
                try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
            }
        }
        return copy
    }

    /// Runs the victim; its exit status and what it printed.
    private func run(_ task: String, _ store: URL, _ mode: String, _ limit: Int) throws -> (
        status: Int32, output: String
    ) {
        let process = Process()
        process.executableURL = victim
        process.arguments = [task, store.path, mode, String(limit)]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus != 2, "\(String(decoding: complaint, as: UTF8.self))")
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    /// What a migrated store holds, as text.
    private func contents(_ url: URL) throws -> [String] {
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

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

    /// In CI every fifth operation; `MODELGEN_CRASHES=1` for every one.
    private var stride: Int { ProcessInfo.processInfo.environment["MODELGEN_CRASHES"].flatMap(Int.init) ?? 5 }

    @Test("a migration killed at any write or sync leaves the old store or the new, and the next opening finishes")
    func killedMigration() throws {
        let original = try original()
        let whole = try copy(original, "whole.store")
        _ = try run("migrate", whole, "exit", .max)
        let expected = try contents(whole)
        var limit = 1
        var kills = 0
        var (old, new) = (0, 0)
        while true {
            let store = try copy(original, "killed.store")
            let (status, output) = try run("migrate", store, "exit", limit)
            if status == 0 {
                print(
                    "killed migrations: \(kills) of \(output.trimmingCharacters(in: .whitespacesAndNewlines)) operations; old \(old), new \(new)"
                )
                break
            }
            #expect(status == 9)
            kills += 1
            // A program of the old version sees its own store, whole, or one that is newer.
            do {
                let context = ModelContext(try container(VoyagesV1.self, store))
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Sailor>()) == 120, "kill at \(limit)")
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Ticket>()) == 40, "kill at \(limit)")
                old += 1
            } catch StorageError.newerStore {
                new += 1
            }
            #expect(try contents(store) == expected, "kill at \(limit)")
            #expect(try !names().contains("killed.store-migration"), "kill at \(limit)")
            limit += stride
        }
        #expect(kills * stride > 60)
        #expect(old > 0)
    }

    @Test("a save killed at any write or sync is there or is not")
    func killedSave() throws {
        let original = try original()
        var limit = 1
        var kills = 0
        while true {
            let store = try copy(original, "killed.store")
            let (status, output) = try run("save", store, "exit", limit)
            if status == 0 {
                print("killed saves: \(kills) of \(output.trimmingCharacters(in: .whitespacesAndNewlines)) operations")
                break
            }
            #expect(status == 9)
            kills += 1
            let context = ModelContext(try container(VoyagesV1.self, store))
            let sailors = try context.fetch(FetchDescriptor<VoyagesV1.Sailor>())
            let years = sailors.filter { !$0.fullName.hasPrefix("New") }.reduce(0) { $0 + Int($1.age) }
            let isSaved = sailors.count == 240
            #expect(isSaved || sailors.count == 120, "kill at \(limit)")
            #expect(years == (isSaved ? 240 : 120), "kill at \(limit)")
            limit += stride
        }
        #expect(kills * stride > 60)
    }

    @Test("M15 a disk that is full at any write is an error, and the old store is whole")
    func fullDisk() throws {
        let original = try original()
        let whole = try copy(original, "whole.store")
        _ = try run("migrate", whole, "exit", .max)
        let expected = try contents(whole)
        var limit = 1
        var refusals = 0
        while true {
            let store = try copy(original, "full.store")
            let (status, _) = try run("migrate", store, "full", limit)
            if status == 0 { break }
            #expect(status == 4, "full at \(limit)")
            refusals += 1
            #expect(try !names().contains("full.store-migration"), "full at \(limit)")
            do {
                let context = ModelContext(try container(VoyagesV1.self, store))
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Sailor>()) == 120, "full at \(limit)")
            } catch StorageError.newerStore {
                // The disk was full when the migrated store was to be opened.
                #expect(try contents(store) == expected, "full at \(limit)")
            }
            limit += stride * 5
        }
        #expect(refusals > 3)
    }
}
