import Foundation
import ModelStorage
import SnapshotModels
import Testing

private protocol Keyed: PersistentModel {
    var key: String { get }
}
extension User: Keyed {
    var secret: String { key }
}

@Suite("Queries: field reports")
struct QueryFieldReportTests {
    /// P07, P08: key paths that generated tables do not know are an error that names them, in debug and release alike.
    @Test(
        "P07, P08: computed properties and protocol requirements throw", arguments: Place.allCases,
        PendingState.allCases)
    func unknownKeyPaths(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        func find<K: Keyed>(_ type: K.Type, _ key: String) throws -> Int {
            try world.context.fetchCount(FetchDescriptor<K>(predicate: #Predicate<K> { $0.key == key }))
        }
        #expect(throws: StorageError.self) { try find(User.self, "k1") }
        #expect(throws: StorageError.self) {
            try world.context.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.secret == "k1" }))
        }
        #expect(throws: StorageError.self) {
            try world.context.fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.secret)]))
        }
        #expect(throws: StorageError.self) {
            try world.context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.plays > 0 }))
        }
    }

    /// P05: generated properties are key paths of one component, whatever they are.
    @Test(
        "P05: identifiers that never change are found, sorted by and reached", arguments: Place.allCases,
        PendingState.allCases)
    func identifiers(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let key = "k3"
        let uuid = try #require(try world.context.all(Everything.self).first).uuid
        try world.check(#Predicate<User> { $0.key == key })
        try world.check(#Predicate<Message> { $0.user?.key == key }, isEmptyAllowed: true)
        try world.check(#Predicate<Everything> { $0.uuid == uuid })
        let sorted = try world.context.fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.key)])).map(\.key)
        #expect(sorted == sorted.sorted())
        let byUser = try world.context.fetch(FetchDescriptor<Role>(sortBy: [SortDescriptor(\.user.key)])).map(
            \.user.key)
        #expect(byUser == byUser.sorted())
    }

    /// P10: captured collections of any size.
    @Test("P10: large captured collections", arguments: Place.allCases, [false, true])
    func largeCollections(_ place: Place, _ saved: Bool) throws {
        let store = try TestStore(place)
        var context = store.context()
        for index in 0..<3_000 { context.insert(Note(text: "\(index)")) }
        if saved {
            try context.save()
            context = try store.reopened()
        }
        for count in [0, 1, 100, 101, 1_000, 40_000, 200_000] {
            let texts = (0..<count).map { "\($0 * 2)" }
            var descriptor = FetchDescriptor<Note>(
                predicate: #Predicate { texts.contains($0.text) }, sortBy: [SortDescriptor(\.text)])
            #expect(try context.fetchCount(descriptor) == min(count, 1_500))
            descriptor.fetchLimit = 10
            #expect(try context.fetch(descriptor).count == min(count, 10))
            let twice = #Predicate<Note> { texts.contains($0.text) && (texts.contains($0.text) || $0.text == "1") }
            #expect(try context.fetchCount(FetchDescriptor(predicate: twice)) == min(count, 1_500))
        }
        let texts = (0..<40_000).map { "\($0 * 2)" }
        #expect(
            try context.update(
                model: Note.self, where: #Predicate { texts.contains($0.text) && $0.text != "0" },
                set: .assign(\.text, "x"))
                == 1_499)
        try context.delete(model: Note.self, where: #Predicate { texts.contains($0.text) || $0.text == "x" })
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1_500)
    }

    /// P15: an identifier names a model and a store, not only a number.
    @Test(
        "P15: identifiers of other models and stores match nothing", arguments: Place.allCases,
        [PendingState.saved, .changed])
    func foreignIdentifiers(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        let other = try QueryWorld(place, .saved)
        let message = try #require(try world.context.all(Message.self).first { $0.user != nil })
        let user = try #require(message.user)
        let foreign = try #require(try other.context.all(User.self).first { $0.key == user.key }).persistentModelID
        let made = try PersistentIdentifier.identifier(
            for: user.persistentModelID.storeIdentifier ?? "", entityName: "Message",
            primaryKey: user.persistentModelID.key)
        let right = user.persistentModelID
        for id in [foreign, made, message.persistentModelID] {
            #expect(
                try world.context.fetchCount(
                    FetchDescriptor<User>(predicate: #Predicate { $0.persistentModelID == id })) == 0)
            #expect(
                try world.context.fetchCount(
                    FetchDescriptor<Message>(predicate: #Predicate { $0.user?.persistentModelID == id })) == 0)
            let all = try world.context.count(User.self)
            #expect(
                try world.context.fetchCount(
                    FetchDescriptor<User>(predicate: #Predicate { $0.persistentModelID != id })) == all)
        }
        let ids = [foreign, right, message.persistentModelID]
        let found = try world.context.fetch(
            FetchDescriptor<User>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
        #expect(found.map(\.persistentModelID) == [right])
    }

    @Test(
        "P15: identifiers of unsaved objects of other models and contexts match nothing, also once all is saved",
        arguments: Place.allCases)
    func unsavedIdentifiers(_ place: Place) throws {
        let store = try TestStore(place)
        let (context, other) = (store.context(), store.context())
        func fill(_ context: ModelContext) -> (users: [User], messages: [Message]) {
            let users = (0..<10).map { User(key: "\(place) \(ObjectIdentifier(context)) \($0)", name: "u") }
            let messages = users.map { Message(text: "m", user: $0) }
            for message in messages { context.insert(message) }
            return (users, messages)
        }
        let (mine, theirs) = (fill(context), fill(other))
        let wrong = mine.messages.map(\.persistentModelID) + theirs.users.map(\.persistentModelID)
        let right = [mine.users[3].persistentModelID]
        let all = wrong + right
        func check() throws {
            #expect(
                try context.fetchCount(
                    FetchDescriptor<User>(predicate: #Predicate { wrong.contains($0.persistentModelID) })) == 0)
            #expect(
                try context.fetch(
                    FetchDescriptor<User>(predicate: #Predicate { all.contains($0.persistentModelID) }))
                    == [mine.users[3]])
            for id in [wrong[3], wrong[13]] {
                #expect(
                    try context.fetchCount(
                        FetchDescriptor<Message>(predicate: #Predicate { $0.user?.persistentModelID == id })) == 0)
            }
        }
        try check()
        try context.save()
        try check()
        try other.save()
        try check()
    }

    /// R04: a fetch that leaves pending changes out changes none.
    @Test("R04: includePendingChanges = false sees the store and disturbs nothing", arguments: Place.allCases)
    func withoutPendingChanges(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let user = User(key: "a", name: "a")
        context.insert(user)
        try context.save()
        user.name = "b"
        context.insert(Message(text: "hello", user: user))
        var stored = FetchDescriptor<User>(predicate: #Predicate { $0.name == "a" })
        stored.includePendingChanges = false
        #expect(try context.fetch(stored).count == 1)
        var messages = FetchDescriptor<Message>()
        messages.includePendingChanges = false
        #expect(try context.fetchCount(messages) == 0)
        #expect(try context.fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.name == "b" })) == 1)
        try context.save()
        let again = try store.reopened()
        #expect(try again.all(Message.self).first?.user?.name == "b")
    }

    @Test("changes are seen again and again, saved or rolled back", arguments: Place.allCases)
    func changesOverTime(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let user = User(key: "a", name: "a")
        context.insert(user)
        try context.save()
        func count(_ name: String) throws -> Int {
            try context.fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.name == name }))
        }
        for name in ["b", "c", "d"] {
            user.name = name
            #expect(try count(name) == 1)
            #expect(try count("a") == 0)
        }
        context.rollback()
        #expect(user.name == "a")
        #expect(try count("a") == 1)
        user.name = "e"
        user.age = 3
        #expect(try count("e") == 1)
        try context.save()
        #expect(try count("e") == 1)
        #expect(try store.reopened().all(User.self).map(\.age) == [3])
        context.delete(user)
        #expect(try count("e") == 0)
        context.insert(user)
        #expect(try count("e") == 1)
        context.delete(user)
        try context.save()
        #expect(try count("e") == 0)
    }

    @Test("a delete's rules show before the save", arguments: Place.allCases)
    func pendingDeletes(_ place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        let user = User(key: "a", name: "a")
        let friend = User(key: "b", name: "b", mentor: user)
        friend.friends = [user]
        for text in ["x", "y"] { first.insert(Message(text: text, user: user)) }
        first.insert(friend)
        try first.save()
        let context = store.context()
        let loaded = try #require(
            try context.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.key == "a" })).first)
        context.delete(loaded)
        #expect(try context.fetchCount(FetchDescriptor<Message>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.mentor == nil })) == 1)
        #expect(try context.fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.friends.isEmpty })) == 1)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Message>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.mentor == nil })) == 1)
    }

    @Test("P11: localized searches are literal, and mean what Foundation means", arguments: PendingState.allCases)
    func localized(_ state: PendingState) throws {
        let world = try QueryWorld(.file, state)
        let same = ComparisonResult.orderedSame
        for part in QueryWorld.strings {
            try world.check(#Predicate<User> { $0.name.localizedStandardContains(part) }, isEmptyAllowed: true)
            try world.check(#Predicate<User> { $0.name.caseInsensitiveCompare(part) == same }, isEmptyAllowed: true)
            try world.check(#Predicate<User> { $0.name.localizedCompare(part) != same }, isEmptyAllowed: true)
        }
    }

    @Test("D43: a row for which Swift would trap matches neither a condition nor its negation")
    func traps() throws {
        let world = try QueryWorld(.file, .saved)
        let all = try world.context.count(Everything.self)
        let one = 1
        let zeros = try world.context.all(Everything.self).count { $0.int64 == 0 }
        func count(_ predicate: Predicate<Everything>) throws -> Int {
            try world.context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        let yes = try count(#Predicate { 10 / $0.int64 == 10 })
        let no = try count(#Predicate { !(10 / $0.int64 == 10) })
        #expect(yes + no == all - zeros)
        let overflow = try world.context.all(Everything.self).count { $0.int64 == .max }
        let more = try count(#Predicate { $0.int64 + 1 > 0 })
        let less = try count(#Predicate { $0.int64 + 1 <= 0 })
        #expect(more + less == all - overflow)
        let nils = try world.context.all(Everything.self).count { $0.optionalInt == nil }
        #expect(
            try count(#Predicate { $0.optionalInt! > one }) + count(#Predicate { !($0.optionalInt! > one) }) == all
                - nils)
        try world.check(#Predicate<Everything> { $0.double / 2 > 0.1 })
        try world.check(#Predicate<Everything> { ($0.double - $0.double) == 0 })
        try world.check(#Predicate<Everything> { 1 / $0.double > 0 })
        try world.check(#Predicate<Everything> { $0.number % 3 == 1 && -$0.number < -5 })
        try world.check(#Predicate<Everything> { $0.decimal * 2 > $0.decimal })
        try world.check(#Predicate<Everything> { $0.point.x < 0 || $0.point.label == "p1" })
        try world.check(#Predicate<Everything> { $0.optionalPoint?.label == nil })
        try world.check(#Predicate<Everything> { $0.optionalPoint == nil })
    }

    @Test("predicates combine at run time")
    func combined() throws {
        let world = try QueryWorld(.memory, .saved)
        let parts = (0..<300).map { number in #Predicate<Everything> { $0.number == number } }
        try world.check(Predicate(any: parts))
        try world.check(Predicate(all: [#Predicate<Everything> { $0.bool }, #Predicate<Everything> { $0.number > 3 }]))
        try world.check(Predicate<Everything>(all: []))
        let long = #Predicate<Message> { $0.text.count > 1 }
        try world.check(
            Predicate<User> { user in
                PredicateExpressions.build_contains(
                    PredicateExpressions.build_KeyPath(root: user, keyPath: \.messages)
                ) { Inlined(long, $0) }
            })
    }

    @Test("captured structs", arguments: PendingState.allCases)
    func structs(_ state: PendingState) throws {
        let world = try QueryWorld(.file, state)
        let point = try #require(
            try world.context.all(Everything.self).first { $0.optionalPoint != nil }?.optionalPoint)
        let some: Point? = point
        try world.check(#Predicate<Everything> { $0.point == point })
        try world.check(#Predicate<Everything> { $0.optionalPoint == some })
        try world.check(#Predicate<Everything> { $0.point.x < point.y + 1 })
    }

    @Test("what has no meaning in SQL is named")
    func unsupported() throws {
        let world = try QueryWorld(.memory, .saved)
        func name(_ predicate: Predicate<User>) throws -> String {
            let error = #expect(throws: StorageError.self) {
                try world.context.fetch(FetchDescriptor<User>(predicate: predicate))
            }
            return "\(try #require(error))"
        }
        #expect(try name(#Predicate { $0.friends[0].name == "a" }).contains("without an order"))
        #expect(try name(#Predicate { $0.name.max() == nil }).contains("max()"))
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            do {
                _ = try world.context.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.name.min() == nil }))
            } catch SwiftDataError.unsupportedPredicate {
                throw SwiftDataError.unsupportedPredicate
            }
        }
    }

    @Test("counts with pending changes", arguments: Place.allCases, PendingState.allCases)
    func counts(_ place: Place, _ state: PendingState) throws {
        let world = try QueryWorld(place, state)
        #expect(try world.context.count(User.self) == world.context.all(User.self).count)
        #expect(try world.context.count(Album.self) == world.context.all(Album.self).count)
        #expect(try Garage.context(saved: false).fetchCount(FetchDescriptor<Car>()) == 4)
    }

    @Test("a context with unsaved changes that were queried goes when it is let go of", arguments: Place.allCases)
    func release(_ place: Place) throws {
        let store = try TestStore(place)
        weak var released: ModelContext?
        do {
            let context = store.context()
            context.insert(User(key: "a", name: "a"))
            #expect(try context.fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.name == "a" })) == 1)
            released = context
        }
        #expect(released == nil)
        #expect(try store.context().fetchCount(FetchDescriptor<User>(predicate: #Predicate { $0.name == "a" })) == 0)
    }
}
