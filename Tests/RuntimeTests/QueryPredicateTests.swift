import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Predicates find what evaluating them in memory finds")
struct QueryPredicateTests {
    @Test("scalars compare", arguments: Place.allCases, PendingState.allCases)
    func scalars(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let (seven, big, double, date) = (7, UInt64(1) << 63, 1.0, Date(timeIntervalSinceReferenceDate: 0))
        let (decimal, uuid, mood, level) = (
            Decimal(string: "1.00") ?? 0, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)), Mood.wild,
            Level.high
        )
        let (data, url) = (Data(repeating: 4, count: 1), URL(string: "https://example.org/a?b=c")!)
        try world.check(#Predicate<Everything> { $0.int64 > 1 })
        try world.check(#Predicate<Everything> { $0.number == seven })
        try world.check(#Predicate<Everything> { $0.uint64 >= big })
        try world.check(#Predicate<Everything> { $0.int8 < 0 })
        try world.check(#Predicate<Everything> { $0.double >= double })
        try world.check(#Predicate<Everything> { $0.double == 0 })
        try world.check(#Predicate<Everything> { $0.date <= date })
        try world.check(#Predicate<Everything> { $0.decimal == decimal })
        try world.check(#Predicate<Everything> { $0.decimal < decimal })
        try world.check(#Predicate<Everything> { $0.uuid == uuid })
        try world.check(#Predicate<Everything> { $0.data == data })
        try world.check(#Predicate<Everything> { $0.url == url })
        try world.check(#Predicate<Everything> { $0.mood == mood })
        try world.check(#Predicate<Everything> { $0.mood.rawValue == "w" })
        try world.check(#Predicate<Everything> { $0.level == level })
        try world.check(#Predicate<Everything> { $0.level.rawValue > 1 })
        try world.check(#Predicate<Everything> { $0.bool })
        try world.check(#Predicate<Everything> { !$0.bool && $0.number < 20 })
        try world.check(#Predicate<Everything> { $0.bool == false || $0.int8 == 7 })
        try world.check(#Predicate<Everything> { ($0.number > 3) == $0.bool })
    }

    @Test("optionals", arguments: Place.allCases, PendingState.allCases)
    func optionals(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let nothing: Int? = nil
        let seven: Int? = 7
        let mood: Mood? = .calm
        try world.check(#Predicate<Everything> { $0.optionalInt == nil })
        try world.check(#Predicate<Everything> { $0.optionalInt != nil })
        try world.check(#Predicate<Everything> { $0.optionalInt == nothing })
        try world.check(#Predicate<Everything> { $0.optionalInt == seven })
        try world.check(#Predicate<Everything> { $0.optionalInt != seven })
        try world.check(#Predicate<Everything> { $0.optionalInt ?? 3 > 2 })
        try world.check(#Predicate<Everything> { ($0.optionalInt ?? 42) == 42 })
        try world.check(#Predicate<Everything> { $0.optionalBool == true })
        try world.check(#Predicate<Everything> { $0.optionalBool ?? false })
        try world.check(#Predicate<Everything> { $0.optionalBool != false })
        try world.check(#Predicate<Everything> { $0.optionalString == "a" })
        try world.check(#Predicate<Everything> { $0.optionalString != "a" })
        try world.check(#Predicate<Everything> { $0.optionalMood == mood })
        try world.check(#Predicate<Everything> { $0.optionalMood?.rawValue == "calm" })
        try world.check(#Predicate<Everything> { $0.optionalInt.flatMap { $0 > 3 } ?? true })
        try world.check(#Predicate<Everything> { $0.optionalInt.flatMap { $0 > 3 } == nil })
        try world.check(#Predicate<Everything> { $0.optionalInt.flatMap { $0 > 3 } != true })
        try world.check(
            #Predicate<Everything> { $0.optionalDate != nil && $0.optionalString != $0.optionalMood?.rawValue })
        try world.check(#Predicate<User> { ($0.mentor?.age ?? $0.age ?? 1) > 0 })
    }

    /// P03: `if let` in a predicate is a ternary expression of optionals.
    @Test("P03: if let, nested, negated", arguments: Place.allCases, PendingState.allCases)
    func ifLet(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let kinds = ["a", "b", "100%"]
        try world.check(
            #Predicate<Everything> { row in
                if let string = row.optionalString { row.bool && kinds.contains(string) } else { row.number == 0 }
            })
        try world.check(
            #Predicate<Everything> { row in
                if let string = row.optionalString {
                    if let int = row.optionalInt { int > 1 && string != "a" } else { string == "a" }
                } else {
                    row.bool
                }
            })
        try world.check(#Predicate<Everything> { ($0.bool ? $0.number : $0.number - 10) > 3 })
        try world.check(#Predicate<Everything> { ($0.optionalInt == nil ? "x" : $0.string) == "x" })
    }

    /// P01, P02: to-one relationships compared with nil, and chains over several of them.
    @Test("P01, P02: to-one paths", arguments: Place.allCases, PendingState.allCases)
    func toOne(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let id = try #require(try world.context.all(User.self).first { $0.mentor?.mentor != nil }?.mentor?.mentor)
            .persistentModelID
        try world.check(#Predicate<User> { $0.mentor == nil })
        try world.check(#Predicate<User> { $0.mentor != nil })
        try world.check(#Predicate<User> { $0.mentor == nil || $0.age ?? 0 > 3 })
        try world.check(#Predicate<User> { !($0.mentor != nil && $0.age != nil) })
        try world.check(#Predicate<User> { $0.mentor?.name == "a" }, isEmptyAllowed: true)
        try world.check(#Predicate<User> { $0.mentor?.name != "a" })
        try world.check(#Predicate<User> { $0.mentor?.mentor?.persistentModelID == id })
        try world.check(#Predicate<User> { $0.mentor?.mentor?.persistentModelID != id })
        try world.check(#Predicate<User> { $0.mentor?.mentor == nil })
        try world.check(#Predicate<User> { $0.mentor?.mentor?.mentor?.name != nil }, isEmptyAllowed: true)
        try world.check(#Predicate<User> { $0.mentor?.name.count == 1 }, isEmptyAllowed: true)
        try world.check(#Predicate<User> { $0.persistentModelID == id })
        try world.check(#Predicate<User> { $0.id != id })
        try world.check(#Predicate<Role> { $0.user.name != "zebra" && $0.user.age == nil }, isEmptyAllowed: true)
        try world.check(#Predicate<Role> { $0.user.mentor?.age ?? 1 > 0 }, isEmptyAllowed: true)
        try world.check(#Predicate<Album> { $0.cover == nil })
        try world.check(#Predicate<Album> { $0.cover?.name == "cover2" })
        try world.check(#Predicate<Album> { $0.cover?.name != "cover2" })
        try world.check(#Predicate<Cover> { $0.album?.year ?? 0 > 1_991 })
        try world.check(#Predicate<Message> { $0.user == nil })
    }

    /// P14: to-many relationships.
    @Test("P14: to-many paths", arguments: Place.allCases, PendingState.allCases)
    func toMany(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let jazz = "jazz"
        try world.check(#Predicate<User> { $0.messages.contains { $0.text.contains("a") } })
        try world.check(#Predicate<User> { $0.messages.contains { $0.text == "a" } == false })
        try world.check(#Predicate<User> { $0.messages.isEmpty })
        try world.check(#Predicate<User> { !$0.messages.isEmpty && $0.mentor != nil })
        try world.check(#Predicate<User> { $0.messages.count > 1 })
        try world.check(#Predicate<User> { $0.messages.allSatisfy { $0.text != "b" } })
        try world.check(#Predicate<User> { $0.messages.filter { $0.text != "b" }.count == 2 })
        try world.check(#Predicate<User> { user in user.friends.contains { $0.name == user.name } })
        try world.check(
            #Predicate<User> { user in user.friends.contains { $0.friends.contains(user) } }, isEmptyAllowed: true)
        try world.check(#Predicate<User> { user in user.friends.contains { $0.mentor == user.mentor } })
        try world.check(#Predicate<User> { $0.friends.contains { ($0.age ?? 0) > 3 } })
        try world.check(#Predicate<User> { $0.mentor?.messages.isEmpty ?? true })
        try world.check(#Predicate<User> { $0.mentor.flatMap { $0.messages.contains { $0.text != "" } } == true })
        try world.check(#Predicate<Album> { $0.labels.contains { $0.name == jazz } })
        try world.check(#Predicate<Album> { $0.labels.contains { $0.albums.count > 3 } })
        try world.check(#Predicate<Label> { $0.albums.allSatisfy { $0.year > 1_990 } })
        try world.check(#Predicate<Label> { $0.albums.contains { $0.tracks.contains { $0.number > 3 } } })
        try world.check(#Predicate<Album> { $0.tracks.filter { $0.number > 2 }.isEmpty })
        try world.check(#Predicate<Track> { $0.album.flatMap { $0.labels.contains { $0.name == jazz } } ?? false })
    }

    @Test("text", arguments: Place.allCases, PendingState.allCases)
    func text(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        // P11: nothing in a search text is a wildcard.
        for part in QueryWorld.strings {
            // Whether equal spellings are equal is D45's business; searching is Swift's.
            try world.check(#Predicate<User> { $0.name.contains(part) }, isEmptyAllowed: true)
            try world.check(#Predicate<User> { $0.name.starts(with: part) }, isEmptyAllowed: true)
        }
        try world.check(#Predicate<User> { $0.name.isEmpty })
        try world.check(#Predicate<User> { $0.name.count > 1 })
        try world.check(#Predicate<User> { "a zebra".contains($0.name) })
        try world.check(#Predicate<User> { $0.mentor?.name.contains("e") ?? false })
        try world.check(#Predicate<User> { $0.name.contains($0.key) || $0.key.contains("1") })
        try world.check(#Predicate<User> { $0.key < "k2" })
    }

    @Test("captured collections", arguments: Place.allCases, PendingState.allCases)
    func collections(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let none: [String] = []
        let many = (0..<500).map { "k\($0 * 2)" }
        let ages: [Int?] = [1, nil, 3]
        let levels: Set<Level> = [.high]
        let ids = try world.context.all(User.self).prefix(3).map(\.persistentModelID)
        let range = 1...5
        try world.check(#Predicate<User> { none.contains($0.name) }, isEmptyAllowed: true)
        try world.check(#Predicate<User> { many.contains($0.key) })
        try world.check(#Predicate<User> { many.contains($0.key) && many.contains($0.key) })
        try world.check(#Predicate<User> { ages.contains($0.age) })
        try world.check(#Predicate<Everything> { levels.contains($0.level) })
        try world.check(#Predicate<User> { ids.contains($0.persistentModelID) })
        try world.check(#Predicate<User> { $0.mentor.flatMap { ids.contains($0.persistentModelID) } ?? false })
        try world.check(#Predicate<User> { range.contains($0.age ?? 0) })
        try world.check(#Predicate<User> { (2..<4).contains($0.age ?? 0) })
    }
}
