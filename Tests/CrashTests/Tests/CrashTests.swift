import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// A child process ends at its n-th write, sync, truncation or deletion of a file, for every n until it comes through; what it
/// leaves is the old store or the new one, whole, and the next opening finishes the work.
@Suite struct CrashTests {
    private let stores: CrashFolder

    init() throws { stores = try CrashFolder() }

    /// `MODELGEN_CRASHES` makes the steps larger.
    private var stride: Int { ProcessInfo.processInfo.environment["MODELGEN_CRASHES"].flatMap(Int.init) ?? 1 }

    /// Ways to end: the process alone, or the machine with it, which loses what was not synced.
    static let ways = ["exit", "power"]

    @Test(
        "a migration killed at any write or sync leaves the old store or the new, and the next opening finishes",
        arguments: ways)
    func killedMigration(_ way: String) throws {
        let original = try stores.original()
        let whole = try stores.copy(original, "whole.store")
        _ = try stores.run("migrate", whole, "exit")
        let expected = try stores.contents(whole)
        var limit = 1
        var kills = 0
        var (old, new) = (0, 0)
        while true {
            let store = try stores.copy(original, "killed.store")
            let (status, output) = try stores.run("migrate", store, way, limit)
            if status == 0 {
                print(
                    "killed migrations (\(way)): \(kills) of \(output.trimmingCharacters(in: .whitespacesAndNewlines)) operations; old \(old), new \(new)"
                )
                break
            }
            #expect(status == 9)
            kills += 1
            // A program of the old version sees its own store, whole, or one that is newer.
            do {
                let context = ModelContext(try stores.container(VoyagesV1.self, store))
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Sailor>()) == 120, "kill at \(limit)")
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Ticket>()) == 40, "kill at \(limit)")
                old += 1
            } catch StorageError.newerStore {
                new += 1
            }
            #expect(try stores.contents(store) == expected, "kill at \(limit)")
            try stores.expectSound(store, "kill at \(limit)")
            #expect(try !stores.names().contains("killed.store-migration"), "kill at \(limit)")
            limit += stride
        }
        #expect(kills * stride > 60)
        #expect(old > 0)
        // The last operations come after the commit.
        #expect(new > 0 || stride > 1)
    }

    @Test("a save killed at any write or sync is there or is not", arguments: ways)
    func killedSave(_ way: String) throws {
        let original = try stores.original()
        var limit = 1
        var kills = 0
        var (old, new) = (0, 0)
        while true {
            let store = try stores.copy(original, "killed.store")
            let (status, output) = try stores.run("save", store, way, limit)
            if status == 0 {
                print(
                    "killed saves (\(way)): \(kills) of \(output.trimmingCharacters(in: .whitespacesAndNewlines)) operations; old \(old), new \(new)"
                )
                break
            }
            #expect(status == 9)
            kills += 1
            let context = ModelContext(try stores.container(VoyagesV1.self, store))
            let sailors = try context.fetch(FetchDescriptor<VoyagesV1.Sailor>())
            let years = sailors.filter { !$0.fullName.hasPrefix("New") }.reduce(0) { $0 + Int($1.age) }
            let isSaved = sailors.count == 240
            if isSaved { new += 1 } else { old += 1 }
            #expect(isSaved || sailors.count == 120, "kill at \(limit)")
            #expect(years == (isSaved ? 240 : 120), "kill at \(limit)")
            try stores.expectSound(store, "kill at \(limit)")
            limit += stride
        }
        #expect(kills * stride > 60)
        #expect(old > 0)
        #expect(new > 0 || stride > 1)
    }

    @Test("M15 a disk that is full at any write is an error, and the old store is whole")
    func fullDisk() throws {
        let original = try stores.original()
        let whole = try stores.copy(original, "whole.store")
        _ = try stores.run("migrate", whole, "exit")
        let expected = try stores.contents(whole)
        var limit = 1
        var refusals = 0
        while true {
            let store = try stores.copy(original, "full.store")
            let (status, _) = try stores.run("migrate", store, "full", limit)
            if status == 0 { break }
            #expect(status == 4, "full at \(limit)")
            refusals += 1
            #expect(try !stores.names().contains("full.store-migration"), "full at \(limit)")
            do {
                let context = ModelContext(try stores.container(VoyagesV1.self, store))
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Sailor>()) == 120, "full at \(limit)")
            } catch StorageError.newerStore {
                // The disk was full when the migrated store was to be opened.
                #expect(try stores.contents(store) == expected, "full at \(limit)")
            }
            limit += stride * 5
        }
        #expect(refusals > 3)
    }
}
