// The proof over a schema that nobody wrote: `Scripts/soak-schemas` puts this beside the models that it drew.
import Foundation
import ModelStorage
import ProofModels

final class Tally {
    var pairs = 0
    var found = 0
    var predicates = 0
    var refused = 0
    var failures = 0
    var seed: UInt64 = 0
}

/// Compares what a random predicate finds with evaluating it in memory.
func check<T: PersistentModel>(
    _ leaves: [any Leaf<T>], _ context: ModelContext, _ random: inout PredicateSource, _ tally: Tally
) throws {
    let predicate: Predicate<T> = random.predicate(leaves)
    let all = try context.fetch(FetchDescriptor<T>())
    let expected = try Set(all.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
    tally.predicates += 1
    do {
        let found = try context.fetchIdentifiers(FetchDescriptor(predicate: predicate))
        let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
        tally.pairs += all.count
        tally.found += found.count
        if Set(found) != expected || found.count != expected.count || count != expected.count {
            tally.failures += 1
            print(
                "DIFFERENT: seed \(tally.seed), predicate \(tally.predicates) over \(T.self): found \(found.count), counted "
                    + "\(count), expected \(expected.count): \(type(of: predicate.expression))")
        }
    } catch StorageError.unsupportedPredicate(let part)
        where part.contains("nested") || part.contains("deeper") || part.contains("64 tables")
    {
        tally.refused += 1
    }
}

guard CommandLine.arguments.count == 3, let wanted = Int(CommandLine.arguments[1]),
    let seed = UInt64(CommandLine.arguments[2])
else {
    print("usage: proof PAIRS SEED")
    exit(2)
}
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-proof-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
var random = PredicateSource(seed: seed)
let tally = Tally()
tally.seed = seed
var worlds = 0
while tally.pairs < wanted, tally.failures < 5 {
    let configuration =
        worlds % 2 == 0
        ? ModelConfiguration(isStoredInMemoryOnly: true)
        : ModelConfiguration(url: folder.appendingPathComponent("\(worlds).store"))
    let container = try ModelContainer(for: Schema(World.models), configurations: configuration)
    var context = ModelContext(container)
    try World.fill(context, &random)
    if worlds / 2 % 3 != 0 {
        try context.save()
        context = ModelContext(container)
    }
    if worlds / 2 % 3 == 2 { try World.change(context, &random) }
    for _ in 0..<20 { try World.check(context, &random, tally) }
    worlds += 1
}
try FileManager.default.removeItem(at: folder)
print(
    "seed \(seed): \(World.models.count) models, \(worlds) worlds, \(tally.predicates) predicates, \(tally.pairs) pairs, "
        + "\(tally.found) matches, \(tally.refused) refused for SQLite's limits, \(random.used.count) kinds of parts")
exit(tally.failures == 0 ? 0 : 1)
