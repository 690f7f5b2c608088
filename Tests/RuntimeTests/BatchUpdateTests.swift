import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Batch updates")
struct BatchUpdateTests {
    @Test(
        "values and expressions are written into what matches, saved and not", arguments: Place.allCases,
        PendingState.allCases)
    func values(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let context = world.context
        let all = try context.all(Everything.self)
        let old = Dictionary(uniqueKeysWithValues: all.map { ($0.number, ($0.int8, $0.optionalString, $0.double)) })
        let matching = Set(all.filter { $0.number > 5 && !$0.bool }.map(\.number))
        let predicate = #Predicate<Everything> { $0.number > 5 && !$0.bool }
        let (mood, point, url) = (Mood.calm, Point(x: 1, y: 2, label: "new"), URL(string: "https://example.org/new")!)
        let count = try context.update(
            model: Everything.self, where: predicate,
            set: .assign(\.mood, mood), .assign(\.point, point), .assign(\.optionalPoint, nil), .assign(\.url, url),
            .assign(\.optionalInt, nil), .assign(\.string, "x\u{0}y"),
            .assign(\.int32, #Expression { $0.int32 / 2 + 1 }),
            .assign(\.optionalString, #Expression { $0.optionalString ?? "none" }),
            .assign(\.double, #Expression { $0.bool ? 1.0 : $0.double }))
        #expect(count == matching.count)
        func check(_ context: ModelContext) throws {
            for object in try context.all(Everything.self) {
                let (_, string, double) = try #require(old[object.number])
                guard matching.contains(object.number) else {
                    #expect(object.string != "x\u{0}y")
                    continue
                }
                #expect(object.mood == mood)
                #expect(object.point == point)
                #expect(object.optionalPoint == nil)
                #expect(object.url == url)
                #expect(object.optionalInt == nil)
                #expect(object.string == "x\u{0}y")
                #expect(object.optionalString == string ?? "none")
                #expect(object.double.bitPattern == double.bitPattern)
            }
        }
        try check(context)
        // What was assigned is stored already; a rollback only loses what was not saved.
        if state != .pending {
            context.rollback()
            try check(world.store.context())
        }
        try context.save()
        try check(try world.store.reopened())
    }

    @Test("an unsaved change of an assigned property gives way, others stay", arguments: Place.allCases)
    func pendingChanges(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let user = User(key: "a", name: "a", age: 1)
        context.insert(user)
        try context.save()
        let other = store.context()
        let theirs = try #require(try other.all(User.self).first)
        user.name = "pending"
        user.age = 5
        #expect(
            try context.update(
                model: User.self, where: #Predicate { $0.age == 5 },
                set: .assign(\.age, #Expression { ($0.age ?? 0) + 1 })) == 1)
        #expect(user.age == 6)
        #expect(user.name == "pending")
        #expect(context.hasChanges)
        try other.save()
        other.processPendingChanges()
        #expect(theirs.age == 6)
        #expect(theirs.name == "a")
        try context.save()
        #expect(try store.reopened().all(User.self).map { "\($0.name) \($0.age ?? 0)" } == ["pending 6"])
        user.age = 9
        try context.update(model: User.self, set: .assign(\.age, nil))
        #expect(!context.hasChanges)
        #expect(user.age == nil)
        // Its version is known: a policy that refuses moved rows lets the next change pass.
        context.mergePolicy = .fail
        user.age = 2
        try context.save()
        #expect(try store.reopened().all(User.self).map(\.age) == [2])
    }

    @Test("unique values may move from row to row, and collide", arguments: Place.allCases)
    func unique(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for number in 0..<10 { context.insert(Everything(number: number)) }
        try context.save()
        #expect(
            try context.update(model: Everything.self, set: .assign(\.number, #Expression { $0.number + 1 })) == 10)
        #expect(try context.all(Everything.self).map(\.number).sorted() == Array(1...10))
        for assignment in [
            Assignment<Everything>.assign(\.number, 3), .assign(\.number, #Expression { $0.number - $0.number % 2 }),
        ] {
            let error = #expect(throws: StorageError.self) {
                try context.update(model: Everything.self, where: #Predicate { $0.number > 3 }, set: assignment)
            }
            guard case .uniqueConflict(let conflict)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(conflict.identifiers.count == 2)
            #expect(conflict.properties == ["number"])
        }
        let error = #expect(throws: StorageError.self) {
            try context.update(model: Everything.self, where: #Predicate { $0.number == 4 }, set: .assign(\.number, 2))
        }
        guard case .uniqueConflict? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.reopened().all(Everything.self).map(\.number).sorted() == Array(1...10))
    }

    @Test("declared rules, NaN and traps refuse the whole", arguments: Place.allCases)
    func refused(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let team = Team(name: "Reds")
        context.insert(team)
        for number in 0..<3 {
            context.insert(Player(name: "p\(number)", age: 40 + number, team: team))
        }
        context.insert(Everything(number: 0))
        try context.save()
        for assignment in [
            Assignment<Player>.assign(\.age, 151), .assign(\.age, #Expression { $0.age * 3 + 26 }),
            .assign(\.age, #Expression { 10 / ($0.age - 41) }),
            .assign(\.weight, .nan), .assign(\.weight, 0.1),
        ] {
            let error = #expect(throws: StorageError.self) { try context.update(model: Player.self, set: assignment) }
            guard case .validation(let violations)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(!violations.isEmpty)
            #expect(try store.context().all(Player.self).map(\.age).sorted() == [40, 41, 42])
        }
        #expect(throws: StorageError.self) {
            try context.update(model: Everything.self, set: .assign(\.int8, #Expression { $0.int8 - 127 }))
        }
        #expect(throws: StorageError.self) { try context.update(model: Album.self, set: .assign(\.plays, 3)) }
        #expect(throws: StorageError.self) {
            try context.update(model: Album.self, set: .assign(\.title, "a"), .assign(\.title, "b"))
        }
    }

    @Test("to-one relationships are assigned; lists on the other side follow", arguments: Place.allCases)
    func links(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (first, second) = (User(key: "a", name: "a"), User(key: "b", name: "b"))
        context.insert(first)
        context.insert(second)
        for number in 0..<4 { context.insert(Message(text: "\(number)", user: number < 3 ? first : nil)) }
        try context.save()
        #expect(first.messages.count == 3)
        #expect(
            try context.update(model: Message.self, where: #Predicate { $0.text > "0" }, set: .assign(\.user, second))
                == 3)
        #expect(first.messages.map(\.text) == ["0"])
        #expect(second.messages.map(\.text).sorted() == ["1", "2", "3"])
        try context.update(model: Message.self, where: #Predicate { $0.text == "3" }, set: .assign(\.user, nil))
        #expect(second.messages.map(\.text).sorted() == ["1", "2"])
        let again = try store.reopened()
        #expect(try again.all(User.self).map { $0.messages.count }.sorted() == [1, 2])
        let unsaved = User(key: "c", name: "c")
        context.insert(unsaved)
        #expect(throws: StorageError.self) { try context.update(model: Message.self, set: .assign(\.user, unsaved)) }
    }

    @Test("subclasses change too, unless they are left out; observers are told", arguments: Place.allCases)
    func subclasses(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Dog(name: "Rex", number: 1, breed: "x"))
        context.insert(Cat(name: "Tom", number: 2))
        context.insert(Animal(name: "Bug", number: 3))
        try context.save()
        #expect(try context.update(model: Animal.self, set: .assign(\.legs, 6)) == 3)
        #expect(try context.update(model: Animal.self, includeSubclasses: false, set: .assign(\.legs, 8)) == 1)
        #expect(try context.update(model: Dog.self, set: .assign(\.breed, "y"), .assign(\.legs, 3)) == 1)
        let legs = try store.reopened().all(Animal.self).sorted { $0.number < $1.number }.map(\.legs)
        #expect(legs == [3, 6, 8])
    }

    @Test("properties beyond the mask of changes", arguments: Place.allCases)
    func wide(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let wide = Wide()
        context.insert(wide)
        try context.save()
        wide.a66 = -1
        try context.update(model: Wide.self, set: .assign(\.a65, 7), .assign(\.a64, #Expression { $0.a66 + 1 }))
        #expect(wide.a64 == 0)
        #expect(wide.a65 == 7)
        #expect(wide.a66 == -1)
        try context.save()
        let again = try #require(try store.reopened().all(Wide.self).first)
        let values: [Int] = [again.a63, again.a64, again.a65, again.a66]
        #expect(values == [63, 0, 7, -1])
    }

    @Test("contexts in several threads update one counter", arguments: Place.allCases)
    func threads(_ place: Place) async throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Everything(number: 0))
        try context.save()
        try context.update(model: Everything.self, set: .assign(\.int64, 0))
        let container = store.container
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let context = ModelContext(container)
                    for _ in 0..<25 {
                        _ = try? context.update(
                            model: Everything.self, set: .assign(\.int64, #Expression { $0.int64 + 1 }))
                    }
                }
            }
        }
        #expect(try store.context().all(Everything.self).map(\.int64) == [100])
    }

    @Test("objects come to the end of an ordered list, and both lists are counted", arguments: Place.allCases)
    func listsWithOrderAndBounds(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = Team(name: "Ab", players: ["c", "a", "b"].map { Player(name: $0) })
        let second = Team(name: "Cd", players: [Player(name: "z")])
        context.insert(first)
        context.insert(second)
        try context.save()
        func lists(_ context: ModelContext) throws -> [[String]] {
            try context.fetch(FetchDescriptor<Team>(sortBy: [SortDescriptor(\.name)])).map { $0.players.map(\.name) }
        }
        let moved = try context.update(
            model: Player.self, where: #Predicate { $0.name == "c" || $0.name == "b" }, set: .assign(\.team, second))
        #expect(moved == 2)
        #expect(try lists(context) == [["a"], ["z", "c", "b"]])
        #expect(try lists(store.reopened()) == [["a"], ["z", "c", "b"]])
        // Nothing moves where it is already: the order stays.
        #expect(
            try context.update(model: Player.self, where: #Predicate { $0.name == "z" }, set: .assign(\.team, second))
                == 1)
        #expect(try lists(context) == [["a"], ["z", "c", "b"]])
        func refusal(_ name: String, _ team: Team?) throws -> [String] {
            do {
                try context.update(
                    model: Player.self, where: #Predicate { $0.name == name }, set: .assign(\.team, team))
                return []
            } catch StorageError.validation(let violations) {
                return violations.map { "\($0.property) \($0.message)" }
            }
        }
        #expect(
            try refusal("a", second) == [
                "players has too few objects: 0, at least 1 are needed",
                "players has too many objects: 4, at most 3 are allowed",
            ])
        #expect(try refusal("a", nil) == ["players has too few objects: 0, at least 1 are needed"])
        #expect(try lists(context) == [["a"], ["z", "c", "b"]])
        #expect(try lists(store.reopened()) == [["a"], ["z", "c", "b"]])
        #expect(try refusal("z", first) == [])
        #expect(try lists(store.reopened()) == [["a", "z"], ["c", "b"]])
    }
}
