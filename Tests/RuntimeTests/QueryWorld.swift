import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// When the objects of a query's world were saved.
enum PendingState: String, CaseIterable, CustomTestStringConvertible {
    /// All of them, and the store was opened again.
    case saved
    /// None of them.
    case pending
    /// All, and then many were changed.
    case changed
    var testDescription: String { rawValue }
}

/// Objects that cover what predicates can meet: nils, extremes, links of all kinds, text that is not ASCII.
struct QueryWorld {
    let store: TestStore
    let context: ModelContext

    static let strings = [
        "", "a", "A", "b", "100%", "100x", "a_b", "axb", "c\\d", "%", "zebra", "Zebra", "é", "e\u{301}", "Ünï",
        "\u{0}x", "x\u{0}",
        "🇩🇪🇫🇷", "👨‍👩‍👧", "a\r\nb", "\n", "K", "\u{212A}", "straße", "STRASSE", "ab'c\"d", "naïve café",
    ]

    init(_ place: Place, _ state: PendingState) throws {
        store = try TestStore(place)
        let first = store.context()
        Self.fill(first)
        switch state {
        case .pending: context = first
        case .saved:
            try first.save()
            context = try store.reopened()
        case .changed:
            try first.save()
            context = try store.reopened()
            try Self.change(context)
        }
    }

    private static func fill(_ context: ModelContext) {
        var users: [User] = []
        for (index, name) in strings.enumerated() {
            let user = User(key: "k\(index)", name: name, age: index % 4 == 0 ? nil : index - 5)
            context.insert(user)
            users.append(user)
        }
        for (index, user) in users.enumerated() {
            if index % 3 != 0 { user.mentor = users[(index * 7 + 1) % users.count] }
            user.friends = (0..<(index % 4)).map { users[(index + $0 * 3) % users.count] }
            for number in 0..<(index % 3) {
                context.insert(Message(text: strings[(index + number) % strings.count], user: user))
            }
            if index % 5 == 0 { context.insert(Role(name: "role\(index)", user: user)) }
        }
        context.insert(Message(text: "alone"))
        let labels = ["rock", "jazz", "pop"].map { Label(name: $0) }
        for label in labels { context.insert(label) }
        for index in 0..<8 {
            let album = Album(title: strings[index + 3], year: 1_990 + index)
            context.insert(album)
            album.labels = labels.enumerated().filter { index & (1 << $0.offset) != 0 }.map(\.element)
            if index % 2 == 0 { album.cover = Cover(name: "cover\(index)") }
            for number in 0..<(index % 3) {
                context.insert(Track(title: strings[number], number: number * index, album: album))
            }
        }
        for index in 0..<24 { context.insert(everything(index)) }
    }

    static let ints = [0, 1, -1, 7, Int.max, Int.min, 1 << 53, 42]
    static let doubles = [0, -0.0, 1, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]

    private static func everything(_ index: Int) -> Everything {
        let some = index % 3 != 0
        let int = ints[index % ints.count]
        let double = doubles[index % doubles.count]
        let object = Everything(number: index)
        object.bool = index % 2 == 0
        object.int8 = Int8(truncatingIfNeeded: int)
        object.int16 = Int16(truncatingIfNeeded: int)
        object.int32 = Int32(truncatingIfNeeded: int)
        object.int64 = Int64(int)
        object.uint = UInt(bitPattern: int)
        object.uint8 = UInt8(truncatingIfNeeded: int)
        object.uint64 = UInt64(bitPattern: Int64(int))
        object.float = Float(double)
        object.double = double
        object.decimal = Decimal(string: ["0", "1.0", "-12.5", "99999999999999999999.25", "0.001"][index % 5]) ?? 0
        object.string = strings[index % strings.count]
        object.date = Date(timeIntervalSinceReferenceDate: [0, -1e9, 1e9, 0.5][index % 4])
        object.data = Data(repeating: UInt8(index), count: index % 3)
        object.uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index % 5)))
        object.mood = [.calm, .wild, .unknown, .wild][index % 4]
        object.level = index % 2 == 0 ? .low : .high
        object.point = Point(x: double, y: Double(index), label: some ? "p\(index % 4)" : nil)
        if some {
            object.optionalBool = index % 2 == 0
            object.optionalInt = int
            object.optionalUInt64 = UInt64(bitPattern: Int64(int))
            object.optionalDouble = double
            object.optionalDecimal = object.decimal
            object.optionalString = object.string
            object.optionalDate = object.date
            object.optionalData = object.data
            object.optionalUUID = object.uuid
            object.optionalMood = object.mood
            object.optionalLevel = object.level
            object.optionalPoint = object.point
        }
        return object
    }

    /// Changes values and links, inserts and deletes, without saving.
    private static func change(_ context: ModelContext) throws {
        let users = try context.all(User.self).sorted { $0.key < $1.key }
        for (index, user) in users.enumerated() {
            if index % 4 == 1 { user.name = strings[(index + 5) % strings.count] }
            if index % 5 == 2 { user.age = user.age == nil ? index : nil }
            if index % 6 == 3 { user.mentor = index % 12 == 3 ? nil : users[(index + 2) % users.count] }
            if index % 7 == 4 { user.friends = [users[index], users[(index + 1) % users.count]] }
        }
        for (index, message) in try context.all(Message.self).enumerated() where index % 3 == 0 {
            message.user = index % 6 == 0 ? nil : users[index % users.count]
        }
        context.insert(User(key: "new", name: "newcomer", age: 3, mentor: users[2]))
        context.delete(users[5])
        context.delete(users[8])
        let albums = try context.all(Album.self)
        albums[0].cover = nil
        albums[1].cover = Cover(name: "late")
        albums[2].labels.removeAll()
        albums[3].labels.append(Label(name: "folk"))
        context.delete(albums[4])
        for (index, object) in try context.all(Everything.self).enumerated() where index % 4 == 0 {
            object.optionalInt = object.optionalInt == nil ? index : nil
            object.string = "changed\(index)"
            object.bool.toggle()
            object.point.label = "moved"
        }
    }

    /// Checks that the store finds what evaluating the predicate on each object finds, and counts as many.
    func check<T: PersistentModel>(
        _ predicate: Predicate<T>, isEmptyAllowed: Bool = false, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let all = try context.fetch(FetchDescriptor<T>())
        let expected = try Set(all.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
        let found = try context.fetch(FetchDescriptor(predicate: predicate))
        #expect(Set(found.map(\.persistentModelID)) == expected, sourceLocation: location)
        #expect(found.count == expected.count, sourceLocation: location)
        #expect(
            try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count, sourceLocation: location)
        if !isEmptyAllowed { #expect(!expected.isEmpty, "the test says nothing", sourceLocation: location) }
        // The negation finds the others.
        let negation = Predicate<T> { PredicateExpressions.build_Negation(Inlined(predicate, $0)) }
        #expect(
            try context.fetchCount(FetchDescriptor(predicate: negation)) == all.count - expected.count, "negated",
            sourceLocation: location)
    }
}
