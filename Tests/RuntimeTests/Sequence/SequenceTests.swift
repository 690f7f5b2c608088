import Foundation
import Testing

/// `SEQUENCE_STEPS=100000 SEQUENCE_SEED=7` is a long run, `SEQUENCE_FULL=1` compares all after each step: see `Scripts/sequence`.
@Suite("Random steps in two contexts do what a plain model of them does")
struct SequenceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let steps = environment["SEQUENCE_STEPS"].flatMap(Int.init) ?? 600
    private static let seeds =
        environment["SEQUENCE_SEED"].flatMap(UInt64.init).map { [$0] }
        ?? [1, 2, UInt64.random(in: 3...UInt64(UInt32.max))]

    @Test(arguments: Place.allCases, seeds) func sequence(_ place: Place, seed: UInt64) throws {
        let run = try SequenceRun(place, seed: seed)
        var step = 0
        do {
            while step < Self.steps {
                try run.step()
                step += 1
                if step % 10_000 == 0 { print("\(place), seed \(seed): \(step) steps") }
            }
            try run.finish()
        } catch {
            Issue.record("seed \(seed), step \(step): \(error)")
            return
        }
        if Self.environment["SEQUENCE_STEPS"] != nil { print(run.steps.sorted { $0.key < $1.key }) }
        for kind in ["insert", "edit", "delete", "save", "rollback"] { #expect(run.steps[kind] ?? 0 > 0) }
    }
}
