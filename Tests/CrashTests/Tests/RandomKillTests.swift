import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// `kill -9` at random times: `MODELGEN_KILLS` sets how often (6), `MODELGEN_KILL_ROWS` the rows of the store (6,000).
@Suite struct RandomKillTests {
    private let stores: CrashFolder
    private let kills: Int
    private let voyages: Int

    init() throws {
        stores = try CrashFolder()
        let environment = ProcessInfo.processInfo.environment
        kills = environment["MODELGEN_KILLS"].flatMap(Int.init) ?? 6
        // A voyage with its ship, its ticket and three sailors.
        voyages = max(1, (environment["MODELGEN_KILL_ROWS"].flatMap(Int.init) ?? 6_000) / 6)
    }

    /// Runs a task whole, and says how long it took in seconds.
    private func time(_ task: String, _ store: URL) throws -> Double {
        let start = Date()
        #expect(try stores.run(task, store, "kill").status == 0)
        return Date().timeIntervalSince(start)
    }

    /// Every third time near the end, where the commit is.
    private func pause(_ round: Int, _ duration: Double) -> Double {
        .random(in: round.isMultiple(of: 3) ? duration * 0.9...duration * 1.05 : 0...duration)
    }

    @Test("a migration killed at random times leaves the old store or the new, and the next opening finishes")
    func killedMigrations() throws {
        let original = try stores.original(voyages: voyages)
        let whole = try stores.copy(original, "whole.store")
        let duration = try time("migrate", whole)
        // A default that is the time of the migration.
        let expected = try stores.digest(whole, except: "changed")
        var (old, new, late) = (0, 0, 0)
        for round in 1...kills {
            let pause = pause(round, duration)
            let store = try stores.copy(original, "killed.store")
            let what = "round \(round), killed after \(pause) s of \(duration)"
            if try stores.run("migrate", store, "kill", killedAfter: pause).status == 0 { late += 1 }
            do {
                let context = ModelContext(try stores.container(VoyagesV1.self, store))
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Sailor>()) == voyages * 3, "\(what)")
                #expect(try context.fetchCount(FetchDescriptor<VoyagesV1.Ticket>()) == voyages, "\(what)")
                try stores.expectSound(store, what)
                old += 1
            } catch StorageError.newerStore {
                new += 1
            }
            #expect(try stores.run("migrate", store, "kill").status == 0, "\(what)")
            #expect(try stores.digest(store, except: "changed") == expected, "\(what)")
            try stores.expectSound(store, what)
            #expect(try !stores.names().contains("killed.store-migration"), "\(what)")
        }
        print("random kills: \(kills) migrations of \(voyages * 6) rows; old \(old), new \(new), not killed \(late)")
        #expect(old > 0)
    }

    @Test("a save killed at random times is there or is not")
    func killedSaves() throws {
        let original = try stores.original(voyages: voyages)
        let before = try stores.digest(original)
        let whole = try stores.copy(original, "whole.store")
        let duration = try time("save", whole)
        let after = try stores.digest(whole)
        // The victim deletes all tickets in a transaction of their own, before it saves.
        let half = try stores.copy(original, "half.store")
        try ModelContext(stores.container(VoyagesV1.self, half)).delete(model: VoyagesV1.Ticket.self)
        let between = try stores.digest(half)
        var (old, new) = (0, 0)
        for round in 1...kills {
            let pause = pause(round, duration)
            let store = try stores.copy(original, "killed.store")
            let what = "round \(round), killed after \(pause) s of \(duration)"
            _ = try stores.run("save", store, "kill", killedAfter: pause)
            let found = try stores.digest(store)
            #expect([before, between, after].contains(found), "\(what)")
            if found == after { new += 1 } else { old += 1 }
            try stores.expectSound(store, what)
        }
        print("random kills: \(kills) saves in a store of \(voyages * 6) rows; old \(old), new \(new)")
    }
}
