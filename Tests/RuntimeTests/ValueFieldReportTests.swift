import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Field reports (j), D01 to D05: values in predicates, sorts and extremes.
@Suite struct ValueFieldReportTests {
    @Test(arguments: Place.allCases) func d01_equalityOrderAndExtremes(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let unsigned: [UInt64] = [.max, 0, 1 << 63, (1 << 63) - 1, 1, .max - 1]
        let signed: [Int64] = [.max, .min, 0, -1, 1, .min + 1]
        let doubles: [Double] = [.infinity, -.infinity, 0.1, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, 0]
        let texts = ["", "\0", "\u{301}", "👨‍👩‍👧‍👦", "\u{FFFF}", "a\0b"]
        for index in 0..<6 {
            let value = Everything(number: index)
            (value.uint64, value.int64, value.double) = (unsigned[index], signed[index], doubles[index])
            (value.string, value.data) = (texts[index], Data(texts[index].utf8))
            context.insert(value)
        }
        for isSaved in [false, true] {
            if isSaved { try context.save() }
            let here = isSaved ? try store.reopened() : context
            for index in 0..<6 {
                let (u, s, d, t, b) = (
                    unsigned[index], signed[index], doubles[index], texts[index], Data(texts[index].utf8)
                )
                func numbers(_ predicate: Predicate<Everything>) throws -> [Int] {
                    try here.fetch(FetchDescriptor(predicate: predicate)).map(\.number)
                }
                #expect(try numbers(#Predicate { $0.uint64 == u }) == [index])
                #expect(try numbers(#Predicate { $0.int64 == s }) == [index])
                #expect(try numbers(#Predicate { $0.double == d }) == [index])
                #expect(try numbers(#Predicate { $0.string == t }) == [index])
                #expect(try numbers(#Predicate { $0.data == b }) == [index])
                #expect(try numbers(#Predicate { $0.uint64 > u }).count == unsigned.count { $0 > u })
            }
            let sorted = try here.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.uint64)]))
            #expect(sorted.map(\.uint64) == unsigned.sorted())
            #expect(
                try here.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.double, order: .reverse)])).map(
                    \.double) == doubles.sorted(by: >))
            let all = FetchDescriptor<Everything>()
            let (least, most, first, last) = try here.aggregate(
                all, .minimum(\.uint64), .maximum(\.uint64), .minimum(\.int64), .maximum(\.double))
            #expect(least == 0 && most == .max && first == .min && last == .infinity)
        }
    }

    @Test func d01_aLongText() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let value = Everything(number: 1)
        value.string = String(repeating: "é", count: 25_000_000)
        context.insert(value)
        try context.save()
        #expect(try store.reopened().all(Everything.self).first?.string.utf8.count == 50_000_000)
    }

    @Test(arguments: Place.allCases) func d02_nanNeverMatches(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for number in 0..<3 {
            let value = Everything(number: number)
            value.optionalDouble = number == 0 ? nil : Double(number)
            context.insert(value)
        }
        try context.save()
        let nan = Double.zero / .zero
        try context.delete(model: Everything.self, where: #Predicate { $0.double == nan || $0.optionalDouble == nan })
        #expect(try context.count(Everything.self) == 3)
        #expect(
            try context.fetchCount(
                FetchDescriptor<Everything>(predicate: #Predicate { $0.optionalDouble != nil && $0.double != nan }))
                == 2)
        let value = try #require(try context.all(Everything.self).first)
        value.point = Point(x: .nan, y: 0)
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.property) == ["point"] && violations[0].message.contains("NaN")
        }
        // A pending NaN matches nothing either.
        #expect(try context.fetchCount(FetchDescriptor<Everything>(predicate: #Predicate { $0.double == nan })) == 0)
        context.rollback()
        value.double = -.infinity
        try context.save()
        let least = -Double.infinity
        #expect(
            try store.reopened().fetchCount(
                FetchDescriptor<Everything>(predicate: #Predicate { $0.double == least })) == 1)
    }

    @Test(arguments: Place.allCases) func d04_datesAreFoundAgainAndCountAsUnchanged(place: Place) throws {
        let zone = ProcessInfo.processInfo.environment["TZ"]
        setenv("TZ", "Pacific/Apia", 1)
        defer { if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") } }
        var generator = SeededGenerator()
        let store = try TestStore(place)
        let context = store.context()
        var dates: [Date] = [
            .distantPast, .distantFuture, Date(timeIntervalSince1970: 253_402_300_800),
            Date(timeIntervalSince1970: 1_483_228_799.9), Date(timeIntervalSince1970: 1_483_228_800),
        ]
        for _ in 0..<2_000 {
            dates.append(Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &generator)))
        }
        for (number, date) in dates.enumerated() {
            let value = Everything(number: number)
            value.date = date
            context.insert(value)
        }
        try context.save()
        let other = try store.reopened()
        let values = try other.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.number)]))
        #expect(values.map(\.date) == dates, "seed \(generator.seed)")
        for date in dates.prefix(200) {
            #expect(try other.fetchCount(FetchDescriptor<Everything>(predicate: #Predicate { $0.date == date })) == 1)
        }
        #expect(!other.hasChanges && other.changedModelsArray.isEmpty)
    }

    /// A getter cannot throw: the next fetch does, once, and what comes after it is not held up.
    @Test func whatAListCannotReadIsThrownByTheNextFetch() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Team(name: "Reds", players: [Player(name: "p")]))
        try context.save()
        let other = try store.reopened()
        let found = try #require(try other.all(Team.self).first)
        try store.execute("UPDATE \"Player\" SET \"price\" = x'07'")
        #expect(found.players.isEmpty)
        #expect {
            _ = try other.count(Team.self)
        } throws: { error in
            guard case StorageError.invalidStoredValue("Player", _, "price", _) = error else { return false }
            return true
        }
        #expect(try other.count(Team.self) == 1)
        found.name = "Blues"
        try other.save()
        #expect(try store.reopened().all(Team.self).map(\.name) == ["Blues"])
    }

    @Test(arguments: Place.allCases) func d05_equalDecimalsAreOneUniqueValue(place: Place) throws {
        let store = try TestStore(place)
        func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }
        let context = store.context()
        for text in ["1.0", "9", "10", "-0.10", "12345678901234567890123456789012345678"] {
            context.insert(Rate(amount: try decimal(text), note: "first"))
        }
        try context.save()
        // Stored, and twice in one save.
        for text in ["1.00", "1", "-0.1", "10.000", "0.10", "0.1"] {
            context.insert(Rate(amount: try decimal(text), note: text))
        }
        try context.save()
        let rates = try store.reopened().fetch(FetchDescriptor<Rate>(sortBy: [SortDescriptor(\.amount)]))
        #expect(
            rates.map(\.amount)
                == [
                    try decimal("-0.1"), try decimal("0.1"), 1, 9, 10,
                    try decimal("12345678901234567890123456789012345678"),
                ])
        #expect(rates.map(\.note) == ["-0.1", "0.1", "1", "first", "10.000", "first"])
    }

    @Test(arguments: Place.allCases) func d05_decimalsAreExactAndInOrder(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let texts = ["0.1", "19.99", "1e-20", "12345678901234567890123456789012345678", "-7.5", "9", "10", "-0.001"]
        let decimals = texts.map { Decimal(string: $0) ?? 0 }
        for (number, decimal) in decimals.enumerated() {
            let value = Everything(number: number)
            value.decimal = decimal
            context.insert(value)
        }
        try context.save()
        let other = try store.reopened()
        let sorted = try other.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.decimal)]))
        #expect(sorted.map(\.decimal) == decimals.sorted())
        for decimal in decimals {
            #expect(
                try other.fetch(FetchDescriptor<Everything>(predicate: #Predicate { $0.decimal == decimal })).map(
                    \.decimal) == [decimal])
        }
        let (low, high) = (Decimal(string: "9.0") ?? 0, Decimal(string: "19.990") ?? 0)
        #expect(
            try other.fetch(
                FetchDescriptor<Everything>(
                    predicate: #Predicate { $0.decimal >= low && $0.decimal <= high },
                    sortBy: [SortDescriptor(\.decimal)])
            ).map(\.decimal) == [9, 10, high])
    }
}
