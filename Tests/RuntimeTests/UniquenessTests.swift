import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct UniquenessTests {
    @Test(arguments: Place.allCases) func u01_pendingObjectsWithOneKeyBecomeOneRow(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = User(key: "k", name: "first", messages: [Message(text: "1")])
        let second = User(key: "k", name: "second", age: 2, messages: [Message(text: "2")])
        let third = User(key: "k", name: "third")
        for user in [first, second, third] { context.insert(user) }
        try context.save()
        #expect(try context.count(User.self) == 1)
        #expect(first.modelContext === context)
        #expect(first.name == "third")
        #expect(first.age == nil)  // the last object's values, nil included
        #expect(Set(first.messages.map(\.text)) == ["1", "2"])
        #expect(second.modelContext == nil)
        #expect(second.persistentModelID == first.persistentModelID)
        #expect(third.persistentModelID == first.persistentModelID)
        let other = try store.reopened()
        let user = try #require(try other.all(User.self).first)
        #expect(user.name == "third")
        #expect(user.messages.count == 2)
    }

    @Test(arguments: Place.allCases) func u02_upsertKeepsTheRowAndItsChildren(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            let mentor = User(key: "m")
            context.insert(
                User(key: "k", name: "old", age: 1, mentor: mentor, messages: (0..<3).map { Message(text: "\($0)") }))
            try context.save()
        }
        let identifier: PersistentIdentifier
        do {
            let context = try store.reopened()
            identifier = try #require(try context.all(User.self).first { $0.key == "k" }).persistentModelID
        }
        // Not registered: the new object becomes the row's.
        let context = try store.reopened()
        let new = User(key: "k", name: "new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID == identifier)
        #expect(new.modelContext === context)
        #expect(new.messages.count == 3)
        #expect(new.mentor?.key == "m")  // a link is kept where the new object has none
        #expect(new.age == nil)
        // Registered: the registered one takes the values.
        let newest = User(key: "k", name: "newest", messages: [Message(text: "x")])
        context.insert(newest)
        try context.save()
        #expect(new.name == "newest")
        #expect(newest.modelContext == nil)
        #expect(newest.persistentModelID == identifier)
        #expect(new.messages.count == 4)
        let other = try store.reopened()
        #expect(try other.count(User.self) == 2)
        #expect(try other.count(Message.self) == 4)
    }

    @Test(arguments: Place.allCases) func valuesSwapRotateAndShiftInOneSave(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let users = (0..<4).map { User(key: "\($0)", name: "\($0)") }
        for user in users { context.insert(user) }
        try context.save()
        (users[0].key, users[1].key) = (users[1].key, users[0].key)
        try context.save()
        let keys = users.map(\.key)
        for index in 0..<4 { users[index].key = keys[(index + 1) % 4] }
        try context.save()
        users[0].key = "x"
        users[1].key = keys[1]
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(User.self).map(\.key) == users.map(\.key))
        #expect(users.map(\.key) == ["x", "0", "3", "1"])
    }

    @Test(arguments: Place.allCases) func aDeletedKeyIsFreeInTheSameSave(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let old = User(key: "k", name: "old", messages: [Message(text: "1")])
        context.insert(old)
        try context.save()
        let identifier = old.persistentModelID
        context.delete(old)
        let new = User(key: "k", name: "new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID != identifier)
        #expect(new.messages == [])
        #expect(try context.count(User.self) == 1)
        #expect(try context.count(Message.self) == 0)
    }

    @Test(arguments: Place.allCases) func u11_aStoredObjectCannotTakeAStoredKey(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let x = User(key: "x", name: "x", messages: [Message(text: "1")])
        let y = User(key: "y", name: "y", messages: [Message(text: "2")])
        context.insert(x)
        context.insert(y)
        try context.save()
        x.key = "y"
        x.name = "changed"
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.uniqueConflict(let conflict) = error else { return false }
            return conflict.properties == ["key"]
                && Set(conflict.identifiers) == [x.persistentModelID, y.persistentModelID]
        }
        #expect(x.name == "changed" && context.hasChanges)
        context.rollback()
        #expect(x.key == "x" && x.name == "x")
        let other = try store.reopened()
        #expect(try other.all(User.self).map(\.key) == ["x", "y"])
    }

    @Test(arguments: Place.allCases) func u04_nilNeverCollides(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = Permission(realm: nil, name: "a", value: 1)
        let second = Permission(realm: nil, name: "a", value: 2)
        context.insert(first)
        context.insert(second)
        context.insert(Permission(realm: "r", name: "a", value: 3))
        context.insert(Permission(realm: "r", name: "a", value: 4))
        try context.save()
        #expect(try context.all(Permission.self).map(\.value) == [1, 2, 4])
        first.realm = "r"
        #expect(throws: StorageError.self) { try context.save() }
        #expect(first.realm == "r")
        context.rollback()
        #expect(first.realm == nil)
        #expect(try store.reopened().count(Permission.self) == 3)
    }

    @Test(arguments: Place.allCases) func constraintsWithLinks(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let root = Folder(name: "root")
        context.insert(Folder(name: "a", parent: root))
        context.insert(Folder(name: "a", parent: root))
        context.insert(Folder(name: "b", parent: root))
        try context.save()
        #expect(try context.count(Folder.self) == 3)
        // The child comes before its parent, and both are there already.
        let fresh = try store.reopened()
        let roots = try fresh.all(Folder.self).filter { $0.parent == nil }
        #expect(roots.count == 1)
        let again = Folder(name: "a", parent: roots[0])
        fresh.insert(again)
        try fresh.save()
        #expect(try fresh.count(Folder.self) == 3)
        #expect(Set(roots[0].children.map(\.name)) == ["a", "b"])
    }

    @Test(arguments: Place.allCases) func linksToAnObjectThatMergesAreRedirected(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(User(key: "k", name: "stored"))
        try context.save()
        let other = try store.reopened()
        let duplicate = User(key: "k", name: "new")
        let message = Message(text: "m", user: duplicate)
        let role = Role(name: "r", user: duplicate)
        let friend = User(key: "f", mentor: duplicate, friends: [duplicate])
        other.insert(friend)
        other.insert(role)
        try other.save()
        #expect(message.user?.name == "new")
        #expect(message.user?.messages == [message])
        let third = try store.reopened()
        #expect(try third.count(User.self) == 2)
        let stored = try #require(try third.all(User.self).first { $0.key == "k" })
        #expect(stored.messages.map(\.text) == ["m"])
        #expect(stored.roles.map(\.name) == ["r"])
        #expect(try third.all(User.self).first { $0.key == "f" }?.mentor === stored)
        #expect(try third.all(User.self).first { $0.key == "f" }?.friends == [stored])
    }

    @Test func theFailPolicyThrows() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        context.uniquenessPolicy = .fail
        context.insert(Label(name: "a"))
        #expect(throws: StorageError.self) { try context.save() }
        context.rollback()
        context.insert(Label(name: "b"))
        try context.save()
        #expect(try context.all(Label.self).map(\.name) == ["a", "b"])
    }

    @Test func u09_oneCollisionDoesNotSpoilABatch() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let writer = store.context()
        for index in 0..<500 { context.insert(Label(name: "\(index)")) }
        writer.insert(Label(name: "250"))
        try writer.save()
        try context.save()
        #expect(try context.count(Label.self) == 500)
        context.insert(Label(name: "more"))
        try context.save()
        #expect(try context.count(Label.self) == 501)
    }
}
