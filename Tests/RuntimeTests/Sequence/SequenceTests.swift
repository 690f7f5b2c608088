import Foundation
import Testing

/// The long form: `SEQUENCE_STEPS=100000 swift test --filter Sequence`; `SEQUENCE_SEED` runs one again.
@Suite("Random steps in two contexts do what a plain model of them does")
struct SequenceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let steps = environment["SEQUENCE_STEPS"].flatMap(Int.init) ?? 1_500
    private static let seed =
        environment["SEQUENCE_SEED"].flatMap(UInt64.init)
        // The short form repeats itself until the long one comes through: it still finds what the model and the runtime differ in.
        ?? (environment["SEQUENCE_STEPS"] == nil ? 1 : UInt64.random(in: 0...UInt64(UInt32.max)))

    @Test(arguments: Place.allCases) func sequence(_ place: Place) throws {
        let run = try SequenceRun(place, seed: Self.seed)
        var step = 0
        do {
            while step < Self.steps {
                try run.step()
                step += 1
                if step % 10_000 == 0 { print("\(place), seed \(Self.seed): \(step) steps") }
            }
            try run.finish()
        } catch {
            Issue.record("seed \(Self.seed), step \(step): \(error)")
            return
        }
        if Self.environment["SEQUENCE_STEPS"] != nil { print(run.steps.sorted { $0.key < $1.key }) }
        for kind in ["insert", "edit", "delete", "save", "rollback"] { #expect(run.steps[kind] ?? 0 > 0) }
    }
}
