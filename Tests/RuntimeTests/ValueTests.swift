import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct ValueTests {
    @Test(arguments: Place.allCases) func declaredDefaults(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Everything(number: 1))
        try context.save()
        let other = try store.reopened()
        let value = try #require(try other.all(Everything.self).first)
        #expect(value.int64 == .min && value.uint64 == .max)
        #expect(value.int8 == -8 && value.int16 == -16 && value.int32 == -32)
        #expect(value.uint == 1 && value.uint8 == 8 && value.uint16 == 16 && value.uint32 == 32)
        #expect(value.float == 1.5 && value.double == 0.1)
        #expect(value.decimal == Decimal(string: "12.5"))
        #expect(value.string == "a\"\\(b)\n\0é")
        #expect(value.date == Date(timeIntervalSinceReferenceDate: 1))
        #expect(value.data == Data([0, 1, 2]))
        #expect(value.uuid == UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
        #expect(value.url == URL(string: "https://example.org/a?b=c"))
        #expect(value.mood == .wild && value.level == .low)
        #expect(value.point == Point(x: 1, y: 2.5, label: nil))
        #expect(value.optionalBool == nil && value.optionalPoint == nil && value.optionalMood == nil)
        #expect(value.optionalData == nil && value.optionalString == nil && value.optionalUUID == nil)
    }

    /// Every value is read back bit for bit.
    @Test(arguments: Place.allCases) func d01_extremes(place: Place) throws {
        let strings = [
            "", "\0", "a\0b", "\u{301}", "👨‍👩‍👧‍👦", "\u{FFFF}", "\r\n", "e\u{301}", "é",
            String(repeating: "x", count: 1_000_000),
        ]
        let doubles: [Double] = [
            0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
            .leastNormalMagnitude, 0.1, 1 / 3, 1e300, -1e-300, 9_007_199_254_740_992,
        ]
        let decimals = [
            "0", "0.1", "19.99", "1e-20", "12345678901234567890123456789012345678", "-0.001", "9", "10", "-9", "-10",
            "1e100",
            "-1e-100", "99999999999999999999999999999999999999", "0.5", "100",
        ].map { Decimal(string: $0)! }
        let dates = [
            Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSince1970: 1.1),
            Date(timeIntervalSince1970: 253_402_300_800),
        ]
        let store = try TestStore(place)
        let context = store.context()
        let count = 15
        for index in 0..<count {
            let value = Everything(number: index)
            value.string = strings[index % strings.count]
            value.optionalString = strings[index % strings.count]
            value.double = doubles[index % doubles.count]
            value.optionalDouble = doubles[index % doubles.count]
            value.float = Float(doubles[index % doubles.count])
            value.optionalFloat = -value.float
            value.decimal = decimals[index]
            value.optionalDecimal = decimals[index]
            value.date = dates[index % dates.count]
            value.optionalDate = value.date
            value.int64 = [.min, .max, 0, -1][index % 4]
            value.optionalInt64 = value.int64
            value.optionalInt = Int(value.int64)
            value.uint64 = [.min, .max, 1 << 63, (1 << 63) - 1][index % 4]
            value.optionalUInt64 = value.uint64
            value.optionalUInt = UInt(value.uint64)
            value.optionalUInt8 = .max
            value.optionalUInt16 = .max
            value.optionalUInt32 = .max
            value.optionalInt8 = .min
            value.optionalInt16 = .min
            value.optionalInt32 = .min
            value.bool = index % 2 == 0
            value.optionalBool = index % 3 == 0 ? nil : index % 2 == 0
            value.data = Data(repeating: UInt8(index), count: index * 20_000)
            value.optionalData = Data()
            value.optionalUUID = UUID()
            value.optionalURL = URL(string: "b/c?d#e", relativeTo: URL(string: "https://example.org/a/"))
            value.mood = .calm
            value.optionalMood = .wild
            value.optionalLevel = .high
            value.optionalPoint = index % 2 == 0 ? Point(x: -0.0, y: .infinity, label: "p") : nil
            context.insert(value)
        }
        let made = context.insertedModelsArray.compactMap { $0 as? Everything }
        try context.save()
        let other = try store.reopened()
        let values = try other.all(Everything.self)
        #expect(values.count == count)
        for (new, value) in zip(made, values) {
            #expect(Array(new.string.utf8) == Array(value.string.utf8))
            #expect(new.optionalString.map { Array($0.utf8) } == value.optionalString.map { Array($0.utf8) })
            #expect(new.double.bitPattern == value.double.bitPattern)
            #expect(new.optionalDouble?.bitPattern == value.optionalDouble?.bitPattern)
            #expect(new.float.bitPattern == value.float.bitPattern)
            #expect(new.optionalFloat?.bitPattern == value.optionalFloat?.bitPattern)
            #expect(new.decimal == value.decimal)
            #expect(new.optionalDecimal == value.optionalDecimal)
            #expect(
                new.date.timeIntervalSinceReferenceDate.bitPattern
                    == value.date.timeIntervalSinceReferenceDate.bitPattern)
            #expect(new.optionalDate == value.optionalDate)
            #expect(new.int64 == value.int64 && new.optionalInt64 == value.optionalInt64)
            #expect(new.optionalInt == value.optionalInt && new.optionalUInt == value.optionalUInt)
            #expect(new.uint64 == value.uint64 && new.optionalUInt64 == value.optionalUInt64)
            #expect(value.optionalUInt8 == .max && value.optionalUInt16 == .max && value.optionalUInt32 == .max)
            #expect(value.optionalInt8 == .min && value.optionalInt16 == .min && value.optionalInt32 == .min)
            #expect(new.bool == value.bool && new.optionalBool == value.optionalBool)
            #expect(new.data == value.data && value.optionalData == Data())
            #expect(new.uuid == value.uuid && new.optionalUUID == value.optionalUUID)
            #expect(new.url == value.url && new.optionalURL == value.optionalURL)
            #expect(value.optionalURL?.absoluteString == "https://example.org/a/b/c?d#e")
            #expect(value.mood == .calm && value.optionalMood == .wild && value.optionalLevel == .high)
            #expect(new.optionalPoint == value.optionalPoint)
            #expect(new.optionalPoint?.x.sign == value.optionalPoint?.x.sign)
            #expect(!value.hasChanges)
        }
        #expect(!other.hasChanges)
    }

    @Test func d02_nanIsRefusedByName() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        let value = Everything(number: 1)
        value.double = .nan
        value.optionalPoint = Point(x: 0, y: .nan, label: nil)
        context.insert(value)
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.property) == ["double", "optionalPoint"]
                && violations.allSatisfy { $0.message.contains("NaN") }
        }
        value.double = .infinity
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.property) == ["optionalPoint"]
        }
        value.optionalPoint = nil
        try context.save()
        value.optionalFloat = .nan
        #expect(throws: StorageError.self) { try context.save() }
        context.rollback()
        #expect(value.optionalFloat == nil)
        #expect(value.double == .infinity)
    }

    /// Random values of each kind survive the way to the file and back in another container.
    @Test func d04_randomRoundTrips() throws {
        var generator = SeededGenerator()
        let store = try TestStore(.file)
        let context = store.context()
        var made: [Everything] = []
        for number in 0..<500 {
            let value = Everything(number: number)
            value.date = Date(timeIntervalSinceReferenceDate: generator.finiteDouble())
            value.double = generator.finiteDouble()
            value.float = Float(bitPattern: UInt32.random(in: 0...0x7F7F_FFFF, using: &generator))
            value.int64 = Int64.random(in: .min ... .max, using: &generator)
            value.uint64 = UInt64.random(in: .min ... .max, using: &generator)
            value.decimal = generator.decimal()
            value.string = generator.string()
            value.data = Data(
                (0..<Int.random(in: 0...50, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
                })
            made.append(value)
            context.insert(value)
        }
        try context.save()
        let other = try store.reopened()
        for (new, value) in zip(made, try other.all(Everything.self)) {
            #expect(
                new.date.timeIntervalSinceReferenceDate.bitPattern
                    == value.date.timeIntervalSinceReferenceDate.bitPattern)
            #expect(new.double.bitPattern == value.double.bitPattern && new.float.bitPattern == value.float.bitPattern)
            #expect(new.int64 == value.int64 && new.uint64 == value.uint64)
            #expect(new.decimal == value.decimal, "seed \(generator.seed)")
            #expect(Array(new.string.utf8) == Array(value.string.utf8), "seed \(generator.seed)")
            #expect(new.data == value.data)
        }
    }

    @Test func anUnreadableValueMakesTheFetchThrow() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Everything(number: 1))
        try context.save()
        try store.execute("UPDATE Everything SET level = 3")
        let other = try store.reopened()
        #expect {
            _ = try other.all(Everything.self)
        } throws: { error in
            guard case StorageError.invalidStoredValue("Everything", _, "level", "3") = error else { return false }
            return true
        }
        try store.execute("UPDATE Everything SET level = 1, mood = 'stormy'")
        #expect(try other.all(Everything.self).first?.mood == .unknown)
        try store.execute("UPDATE Everything SET \"$version\" = \"$version\" + 1, uuid = x'00'")
        #expect(throws: StorageError.self) { try other.all(Everything.self) }
    }
}

/// Random numbers that can be had again: `SEED=n swift test`.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var random: SeededRandom

    init() {
        let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
        seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
        random = SeededRandom(state: seed)
        print("seed \(seed)")
    }

    mutating func next() -> UInt64 { random.next() }

    mutating func finiteDouble() -> Double {
        while true {
            let value = Double(bitPattern: next())
            if value.isFinite { return value }
        }
    }

    mutating func decimal() -> Decimal {
        let digits = (0..<Int.random(in: 1...38, using: &self)).map { _ in "\(Int.random(in: 0...9, using: &self))" }
        let sign = Bool.random(using: &self) ? "-" : ""
        return Decimal(string: "\(sign)\(digits.joined())e\(Int.random(in: -40...40, using: &self))") ?? 0
    }

    mutating func string() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "Z", "0", "\0", "\u{301}", "é", "\n", "\r", "\"", "\\", "👩", "\u{200D}", "\u{10FFFF}",
        ]
        return String(
            String.UnicodeScalarView(
                (0..<Int.random(in: 0...30, using: &self)).map { _ in scalars.randomElement(using: &self) ?? "a" }))
    }
}
