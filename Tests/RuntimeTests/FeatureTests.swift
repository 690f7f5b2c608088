import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct OrderedTests {
    @Test(arguments: Place.allCases) func anOrderedListKeepsItsOrder(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let team = Team(name: "Ab", players: ["c", "a", "b"].map { Player(name: $0) })
        context.insert(team)
        try context.save()
        func stored() throws -> [[String]] {
            let other = try store.reopened()
            return try other.all(Team.self).map { $0.players.map(\.name) }
        }
        #expect(try stored() == [["c", "a", "b"]])
        team.players.swapAt(0, 2)
        #expect(context.hasChanges)
        try context.save()
        #expect(try stored() == [["b", "a", "c"]])
        team.players.sort { $0.name < $1.name }
        try context.save()
        #expect(try stored() == [["a", "b", "c"]])
        let last = team.players.removeLast()
        context.delete(last)
        team.players.insert(Player(name: "x"), at: 1)
        try context.save()
        #expect(try stored() == [["a", "x", "b"]])
        team.players.move(fromOffset: 0, toOffset: 3)
        try context.save()
        #expect(try stored() == [["x", "b", "a"]])
    }

    @Test(arguments: Place.allCases) func manyToManyKeepsTheOrderOfOneSide(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let songs = ["1", "2", "3", "4"].map { Tune(title: $0) }
        let first = Playlist(name: "p", songs: [songs[2], songs[0]])
        let second = Playlist(name: "q", songs: songs.reversed())
        context.insert(first)
        context.insert(second)
        try context.save()
        let other = try store.reopened()
        let playlists = try other.all(Playlist.self)
        #expect(playlists.map { $0.songs.map(\.title) } == [["3", "1"], ["4", "3", "2", "1"]])
        // From the other side, while the list is not loaded: at the end.
        let fresh = try store.reopened()
        let four = try #require(try fresh.all(Tune.self).first { $0.title == "4" })
        let p = try #require(try fresh.all(Playlist.self).first { $0.name == "p" })
        four.playlists.append(p)
        try fresh.save()
        let again = try store.reopened()
        #expect(
            try again.all(Playlist.self).map { $0.songs.map(\.title) } == [["3", "1", "4"], ["4", "3", "2", "1"]])
    }

    @Test(arguments: Place.allCases) func anObjectThatComesFromAnotherListGoesToTheEnd(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Team(name: "Ab", players: ["a", "b"].map { Player(name: $0) }))
        context.insert(Team(name: "Cd", players: ["c", "d"].map { Player(name: $0) }))
        try context.save()
        let other = try store.reopened()
        let a = try #require(try other.all(Player.self).first { $0.name == "a" })
        a.team = try other.all(Team.self).first { $0.name == "Cd" }
        try other.save()
        let again = try store.reopened()
        #expect(try again.all(Team.self).map { $0.players.map(\.name) } == [["b"], ["c", "d", "a"]])
    }

    /// Random moves give the order that an array would have.
    @Test func randomMoves() throws {
        var generator = SeededGenerator()
        let store = try TestStore(.memory)
        let context = store.context()
        let playlist = Playlist(name: "p")
        context.insert(playlist)
        var expected: [String] = []
        for round in 0..<60 {
            for step in 0..<Int.random(in: 1...4, using: &generator) {
                switch Int.random(in: 0..<4, using: &generator) {
                case 0, 1:
                    let index = Int.random(in: 0...expected.count, using: &generator)
                    playlist.songs.insert(Tune(title: "\(round).\(step)"), at: index)
                    expected.insert("\(round).\(step)", at: index)
                case 2 where !expected.isEmpty:
                    let index = Int.random(in: 0..<expected.count, using: &generator)
                    playlist.songs.remove(at: index)
                    expected.remove(at: index)
                case 3 where expected.count > 1:
                    let from = Int.random(in: 0..<expected.count, using: &generator)
                    let to = Int.random(in: 0..<expected.count, using: &generator)
                    playlist.songs.swapAt(from, to)
                    expected.swapAt(from, to)
                default: break
                }
            }
            try context.save()
            let other = store.context()
            let found = try #require(try other.all(Playlist.self).first).songs.map(\.title)
            #expect(found == expected, "seed \(generator.seed)")
        }
    }
}

/// Properties from the 64th on share a bit in the masks of changes.
@Suite struct WideModelTests {
    @Test(arguments: Place.allCases) func changesAndUniquenessBeyondTheMask(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = Wide()
        let second = Wide()
        second.a66 = 1_000
        context.insert(first)
        context.insert(second)
        try context.save()
        first.a69 = -1
        first.a0 = -2
        try context.save()
        (first.a66, second.a66) = (second.a66, first.a66)
        second.a64 = 5
        try context.save()
        let same = Wide()
        same.a66 = 66
        same.a68 = 7
        context.insert(same)
        try context.save()
        let other = try store.reopened()
        let found = try other.all(Wide.self)
        #expect(found.map(\.a66) == [1_000, 66])
        #expect(found[0].a69 == -1 && found[0].a0 == -2 && found[0].a65 == 65)
        #expect(found[1].a64 == 64 && found[1].a68 == 7)
        found[1].a66 = 1_000
        #expect {
            try other.save()
        } throws: { error in
            guard case StorageError.uniqueConflict(let conflict) = error else { return false }
            return conflict.properties == ["a66"]
        }
    }
}

@Suite struct ValidationTests {
    private func violations(_ context: ModelContext) -> [String] {
        do {
            try context.save()
            return []
        } catch StorageError.validation(let violations) {
            return violations.map { "\($0.identifier.entityName).\($0.property)" }.sorted()
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: Place.allCases) func allViolationsComeInOneError(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let player = Player(name: "p", age: -1, weight: 0.1, price: 100, born: Date(timeIntervalSince1970: 0))
        let team = Team(name: "x", players: [player])
        context.insert(team)
        #expect(
            violations(context) == [
                "Player.age", "Player.born", "Player.price", "Player.weight", "Team.name", "Team.name",
            ])
        team.name = "Xylophone team"
        player.age = 151
        player.weight = nil
        player.price = Decimal(string: "99.5") ?? 0
        player.born = nil
        #expect(violations(context) == ["Player.age", "Team.name", "Team.name"])
        player.age = 150
        team.name = "Xylo"
        #expect(violations(context) == [])
        player.age = 151
        #expect(violations(context) == ["Player.age"])
        context.rollback()
        #expect(player.age == 150)
    }

    @Test(arguments: Place.allCases) func valuesCountsAndNaNComeInOneError(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let crowd = Team(name: "Crowd", players: (0..<4).map { Player(name: "p\($0)", age: 500) })
        context.insert(Team(name: "x"))
        context.insert(crowd)
        let ratio = Everything(number: 1)
        ratio.double = .nan
        context.insert(ratio)
        #expect(
            violations(context) == [
                "Everything.double", "Player.age", "Player.age", "Player.age", "Player.age", "Team.name", "Team.name",
                "Team.players", "Team.players",
            ])
        #expect(try store.context().count(Team.self) == 0)
    }

    @Test(arguments: Place.allCases) func countsAreChecked(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let team = Team(name: "Ab")
        context.insert(team)
        #expect(violations(context) == ["Team.players"])
        team.players = (0..<3).map { Player(name: "\($0)") }
        #expect(violations(context) == [])
        let more = Player(name: "more")
        more.team = team
        #expect(violations(context) == ["Team.players"])
        more.team = nil
        #expect(violations(context) == [])
        let other = try store.reopened()
        for player in try other.all(Player.self) where player.team != nil { other.delete(player) }
        #expect(violations(other) == ["Team.players"])
        other.rollback()
        for team in try other.all(Team.self) { other.delete(team) }
        #expect(violations(other) == [])
        #expect(try other.count(Player.self) == 1)
    }

    @Test func ephemeralPropertiesAreTrackedAndNotStored() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let player = Player(name: "p")
        context.insert(player)
        try context.save()
        player.mark = 5
        #expect(player.hasChanges)
        try context.save()
        #expect(player.mark == 5 && !player.hasChanges)
        #expect(try store.reopened().all(Player.self).map(\.mark) == [0])
    }
}

@Suite struct CollectionTests {
    @Test(arguments: Place.allCases) func collectionsAndHandWrittenTypesComeBackEqual(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let bag = Bag()
        #expect(bag.counts == ["one": 1] && bag.doubles == [1.5, nil] && bag.weathers == [.sunny])
        bag.words = ["", "a\"b\\c\0d\n", "é", "👩‍👩‍👧"]
        bag.counts = ["z": .max, "a\"": .min, "": 0]
        bag.tags = ["x", "y", "z"]
        bag.maybe = []
        bag.doubles = [nil, .infinity, -.infinity, -0.0, 0.1, 1e300, .leastNonzeroMagnitude]
        bag.dates = [.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1)]
        bag.weathers = [.rainy, .sunny]
        bag.spots = [
            Corner(x: -0.0, when: Date(timeIntervalSinceReferenceDate: 1.25), weather: .rainy),
            Corner(x: 2, weather: .sunny),
        ]
        bag.big = [.max, 0, 1 << 63]
        bag.decimals = [1.5, Decimal(string: "12345678901234567890.123456789") ?? 0]
        bag.blobs = [Data(), Data([0, 255])]
        bag.preferences = Preferences(theme: "dark", sizes: [1, 2])
        bag.release = Release(rawValue: "v2")
        context.insert(bag)
        context.insert(Bag())
        try context.save()
        let other = try store.reopened()
        let bags = try other.all(Bag.self)
        let found = bags[0]
        #expect(found.words == bag.words && found.counts == bag.counts && found.tags == bag.tags && found.maybe == [])
        #expect(found.doubles == bag.doubles && found.doubles[3]?.sign == .minus)
        #expect(found.dates == bag.dates && found.weathers == bag.weathers && found.spots == bag.spots)
        #expect(found.big == bag.big && found.decimals == bag.decimals && found.blobs == bag.blobs)
        #expect(found.preferences == bag.preferences && found.release == bag.release)
        #expect(bags[1].maybe == nil && bags[1].preferences == nil && bags[1].release == nil && bags[1].words == [])
        found.words.append("more")
        found.counts["n"] = 3
        try other.save()
        let third = try store.reopened()
        #expect(try third.all(Bag.self).first?.words.count == 5)
        #expect(try third.all(Bag.self).first?.counts["n"] == 3)
        found.doubles = [.nan]
        #expect(throws: StorageError.self) { try other.save() }
    }

    @Test func brokenTextMakesTheFetchThrow() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Bag())
        try context.save()
        for text in ["[", "[1]", "{}", "[\"a\"] x", "[\"\\u12\"]", ""] {
            try store.execute("UPDATE Bag SET words = '\(text)'")
            let other = try store.reopened()
            #expect {
                _ = try other.all(Bag.self)
            } throws: { error in
                guard case StorageError.invalidStoredValue("Bag", _, "words", text) = error else { return false }
                return true
            }
        }
    }
}

extension Array {
    fileprivate mutating func move(fromOffset from: Int, toOffset to: Int) {
        let element = remove(at: from)
        insert(element, at: to - 1)
    }
}
