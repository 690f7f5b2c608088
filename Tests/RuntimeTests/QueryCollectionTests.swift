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

    private func bags(saved: Bool) throws -> (ModelContext, [Bag]) {
        let container = try ModelContainer(
            for: Bag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for index in 0..<7 {
            let bag = Bag()
            bag.words = (0..<index).map { ["b", "a", "b\u{0}c", "é", "\\"][$0 % 5] }
            bag.tags = Set(bag.words.prefix(3))
            bag.counts = index == 0 ? [:] : ["one": index, "two": index * 2, "é": -1]
            bag.maybe = index == 0 ? nil : Array(repeating: index, count: index - 1)
            bag.doubles = index == 1 ? [nil, 1.5] : index == 2 ? [-0.0, .infinity, 2] : []
            bag.dates = [Date(timeIntervalSinceReferenceDate: Double(index) + 0.5)]
            bag.big = [UInt64.max - UInt64(index), UInt64(index)]
            bag.decimals = [Decimal(string: "1.\(index)") ?? 0, 20]
            bag.weathers = index % 2 == 0 ? [.sunny] : [.rainy, .sunny]
            bag.blobs = [Data([UInt8(index)])]
            bag.spots = (0..<index).map { Corner(x: Double($0), weather: .sunny) }
            context.insert(bag)
        }
        if saved { try context.save() }
        return (context, try context.fetch(FetchDescriptor<Bag>()))
    }

    /// Rows for which Swift traps evaluate to nil here; they match neither a predicate nor its negation.
    private func check(
        _ context: ModelContext, _ all: [Bag], _ predicate: Predicate<Bag>, traps: (Bag) -> Bool = { _ in false },
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let safe = all.filter { !traps($0) }
        let expected = try safe.filter { try predicate.evaluate($0) }.map(\.persistentModelID)
        #expect(!expected.isEmpty && expected.count < all.count, "the test says nothing", sourceLocation: location)
        #expect(
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.persistentModelID) == expected,
            sourceLocation: location)
        let negation = Predicate<Bag> { PredicateExpressions.build_Negation(Inlined(predicate, $0)) }
        #expect(
            try context.fetchCount(FetchDescriptor(predicate: negation)) == safe.count - expected.count,
            "negated", sourceLocation: location)
    }

    @Test("closures over stored collections", arguments: [false, true])
    func closures(_ saved: Bool) throws {
        let (context, all) = try bags(saved: saved)
        let (sun, date, limit, decimal, blob) = (
            Clime.rainy, Date(timeIntervalSinceReferenceDate: 3), UInt64.max - 2, Decimal(string: "1.30") ?? 0,
            Data([4])
        )
        try check(context, all, #Predicate { $0.words.contains { $0.starts(with: "b\u{0}") } })
        try check(context, all, #Predicate { $0.words.allSatisfy { $0 != "a" } })
        try check(context, all, #Predicate { $0.words.filter { $0 > "a" }.count > 2 })
        try check(context, all, #Predicate { $0.words.filter { $0 == "é" }.isEmpty })
        try check(context, all, #Predicate { bag in bag.words.contains { bag.tags.contains($0) && $0.count > 1 } })
        try check(context, all, #Predicate { $0.tags.contains { $0.contains("c") } })
        try check(context, all, #Predicate { $0.doubles.contains { $0 == nil } })
        try check(context, all, #Predicate { $0.doubles.contains { ($0 ?? 0) > 1.6 } })
        try check(context, all, #Predicate { $0.dates.contains { $0 > date } })
        try check(context, all, #Predicate { $0.big.contains { $0 > limit } })
        try check(context, all, #Predicate { $0.decimals.contains { $0 == decimal } })
        try check(context, all, #Predicate { $0.blobs.contains(blob) })
        try check(context, all, #Predicate { $0.weathers.contains(sun) })
        try check(context, all, #Predicate { $0.weathers.contains { $0 == sun } })
        try check(context, all, #Predicate { $0.spots.contains { $0.x > 3 && $0.when == nil } })
        try check(context, all, #Predicate { $0.spots.filter { $0.x > 1 }.count == 2 })
        try check(context, all, #Predicate { $0.maybe.flatMap { $0.contains { $0 > 3 } } ?? false })
        try check(context, all, #Predicate { $0.counts.contains { $0.value > 5 && $0.key == "one" } })
        try check(context, all, #Predicate { $0.counts.keys.contains("two") })
        try check(context, all, #Predicate { $0.counts.values.contains(4) })
    }

    @Test("extremes, places and parts of stored collections", arguments: [false, true])
    func places(_ saved: Bool) throws {
        let (context, all) = try bags(saved: saved)
        let part = 1..<3
        let wanted = ["b", "a"]
        let (twenty, second) = (Decimal(20), Date(timeIntervalSinceReferenceDate: 2))
        try check(context, all, #Predicate { $0.words.max() == "b\u{0}c" })
        try check(context, all, #Predicate { $0.words.min() == nil })
        try check(context, all, #Predicate { $0.big.min()! > 2 })
        try check(context, all, #Predicate { $0.decimals.max()! == twenty && $0.words.count > 1 })
        try check(context, all, #Predicate { $0.dates.min()! > second })
        try check(context, all, #Predicate { ($0.maybe?.max() ?? 0) > 3 })
        try check(context, all, #Predicate { $0.words.first == "b" && $0.words.last == "é" })
        try check(context, all, #Predicate { $0.words[1] == "a" && $0.big[0] != 0 }, traps: { $0.words.count < 2 })
        try check(context, all, #Predicate { $0.doubles[0] == nil }, traps: { $0.doubles.isEmpty })
        try check(
            context, all, #Predicate { $0.words[part].contains("b\u{0}c") }, traps: { $0.words.count < 3 })
        try check(
            context, all, #Predicate { $0.words[0..<2].count == 2 && $0.words.count > 3 }, traps: { $0.words.count < 2 }
        )
        try check(context, all, #Predicate { $0.tags.count == 2 || $0.counts.keys.count == 0 })
        try check(context, all, #Predicate { $0.counts.values.isEmpty || $0.counts.count > 9 })
        try check(context, all, #Predicate { $0.words == wanted })
        try check(context, all, #Predicate { $0.words != wanted })
        try check(context, all, #Predicate { $0.counts["one"] == 5 || $0.counts["two", default: 0] > 11 })
    }

    @Test("captured collections in closures, subscripts and comparisons", arguments: [false, true])
    func captured(_ saved: Bool) throws {
        let (context, all) = try bags(saved: saved)
        let words = ["x", "a", "é", "b\u{0}c"]
        let numbers: Set<Int> = [3, 4, 50]
        let names = ["b": 3, "a": 5]
        let corners = [Corner(x: 2, weather: .sunny), Corner(x: 9, weather: .rainy)]
        let tags: Set<String> = ["a", "b"]
        let ranges = [1.0, 2.5]
        let places = [0, 1]
        try check(context, all, #Predicate { bag in words.contains { bag.words.contains($0) } })
        try check(context, all, #Predicate { bag in words.filter { bag.words.contains($0) }.count > 1 })
        try check(context, all, #Predicate { bag in numbers.allSatisfy { $0 > bag.words.count } })
        try check(context, all, #Predicate { bag in names.contains { bag.words.contains($0.key) && $0.value == 5 } })
        try check(
            context, all, #Predicate { bag in corners.contains { corner in bag.spots.contains { $0.x == corner.x } } })
        try check(context, all, #Predicate { $0.tags == tags })
        try check(
            context, all, #Predicate { bag in ranges.contains { number in bag.spots.contains { $0.x == number } } })
        try check(context, all, #Predicate { bag in places.contains { bag.words.count == $0 } })
        try check(context, all, #Predicate { numbers.max()! > $0.words.count * 10 })
        try check(context, all, #Predicate { bag in names["b"]! == bag.words.count })
        try check(context, all, #Predicate { bag in bag.words.contains { names[$0, default: 0] == 5 } })
    }

    @Test("regular expressions", arguments: [false, true])
    func patterns(_ saved: Bool) throws {
        let (context, all) = try bags(saved: saved)
        try check(context, all, #Predicate { $0.words.contains { $0.contains(/^b.c$/) } })
        try check(context, all, #Predicate { $0.words.allSatisfy { !$0.contains(/[aé]/) } })
    }
}
