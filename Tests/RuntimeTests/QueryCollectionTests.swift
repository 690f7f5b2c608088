import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Predicates search stored collections")
struct QueryCollectionTests {
    @Test("arrays, sets and dictionaries", arguments: [false, true])
    func collections(_ saved: Bool) throws {
        let container = try ModelContainer(
            for: Bag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let big = UInt64.max
        for index in 0..<6 {
            let bag = Bag()
            bag.words = (0..<index).map { ["a", "b\u{0}c", "\"q\"", "é", "\\"][$0 % 5] }
            bag.tags = Set(bag.words.prefix(2))
            bag.counts = ["one": index, "two": index * 2]
            bag.maybe = index == 0 ? nil : [index]
            bag.big = index == 2 ? [big, 1] : []
            context.insert(bag)
        }
        if saved { try context.save() }
        let all = try context.fetch(FetchDescriptor<Bag>())
        func check(_ predicate: Predicate<Bag>, _ location: SourceLocation = #_sourceLocation) throws {
            let expected = try all.count { try predicate.evaluate($0) }
            #expect(expected > 0, sourceLocation: location)
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected, sourceLocation: location)
        }
        for word in ["a", "b\u{0}c", "\"q\"", "é", "\\"] {
            try check(#Predicate { $0.words.contains(word) })
            try check(#Predicate { !$0.words.contains(word) })
        }
        try check(#Predicate { $0.tags.contains("a") })
        try check(#Predicate { $0.big.contains(big) })
        try check(#Predicate { $0.words.count > 2 })
        try check(#Predicate { $0.words.isEmpty })
        try check(#Predicate { $0.maybe == nil })
        try check(#Predicate { $0.maybe.flatMap { $0.contains(3) } ?? false })
        try check(#Predicate { $0.counts["two"] == 4 })
        try check(#Predicate { $0.counts["three"] == nil })
        try check(#Predicate { $0.counts["two", default: 0] > 4 })
    }
}
