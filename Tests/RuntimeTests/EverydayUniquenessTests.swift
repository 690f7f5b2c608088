import Foundation
import ModelStorage
import Observation
import SnapshotModels
import Testing

/// Contacts with a unique address, meetings with compound keys: what apps do with them.
@Suite struct EverydayUniquenessTests {
    @Test(arguments: Place.allCases) func aKeyThatWasFreedMayBeTakenInTheSameSave(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (a, b, c) = (User(key: "a"), User(key: "b"), User(key: "c"))
        for user in [a, b, c] { context.insert(user) }
        try context.save()
        // One takes the key of another that goes, a new one the key that this one had.
        context.delete(a)
        b.key = "a"
        let new = User(key: "b", name: "new")
        context.insert(new)
        try context.save()
        #expect(b.key == "a" && new.key == "b" && new.modelContext === context)
        let other = try store.reopened()
        #expect(try other.all(User.self).map { "\($0.key)\($0.name)" }.sorted() == ["a", "bnew", "c"])
    }

    /// Whoever shows a list hears that an upsert has changed it: of the row that was met, and of the objects at the other end.
    @Test(arguments: Place.allCases) func observersOfListsHearOfAnUpsert(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (user, old) = (User(key: "u", messages: [Message(text: "1")]), User(key: "o"))
        let (label, album) = (Label(name: "l"), Album(title: "a"))
        for object in [user, old] { context.insert(object) }
        context.insert(label)
        context.insert(album)
        try context.save()
        nonisolated(unsafe) var heard: [String] = []
        func track(_ name: String, _ read: () -> Void) { withObservationTracking(read) { heard.append(name) } }
        let message = Message(text: "2")
        context.insert(User(key: "u", name: "new", messages: [message]))
        context.insert(Label(name: "l", albums: [album]))
        track("messages") { _ = user.messages.count }
        track("other messages") { _ = old.messages.count }
        track("albums") { _ = label.albums.count }
        track("labels") { _ = album.labels.map(\.name) }
        try context.save()
        #expect(heard.sorted() == ["albums", "labels", "messages"])
        #expect(user.name == "new" && Set(user.messages.map(\.text)) == ["1", "2"])
        #expect(label.albums == [album] && album.labels == [label] && message.user === user)
    }

    @Test(arguments: Place.allCases) func compoundKeysUpdateTheirRow(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = Permission(realm: "r", name: "n", value: 1)
        context.insert(first)
        try context.save()
        let identifier = first.persistentModelID
        let other = try store.reopened()
        other.insert(Permission(realm: "r", name: "n", value: 2))
        other.insert(Permission(realm: "r", name: "m", value: 3))
        try other.save()
        let found = try other.all(Permission.self)
        #expect(found.map(\.value) == [2, 3])
        if place == .file { #expect(found[0].persistentModelID == identifier) }
        // The keys of two rows change places, one part each.
        (found[0].name, found[1].name) = ("m", "n")
        try other.save()
        #expect(try store.reopened().all(Permission.self).map(\.name) == ["m", "n"])
    }

    @Test(arguments: Place.allCases) func aTagThatIsThereAlreadyIsTheOneThatStays(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let tag = Label(name: "red")
        let first = Album(title: "1", labels: [tag])
        context.insert(first)
        try context.save()
        let second = Album(title: "2", labels: [Label(name: "red"), Label(name: "blue")])
        context.insert(second)
        first.labels.append(Label(name: "red"))
        try context.save()
        #expect(second.labels.contains(tag) && second.labels.count == 2)
        #expect(first.labels == [tag])
        #expect(Set(tag.albums) == [first, second])
        let other = try store.reopened()
        #expect(try other.count(Label.self) == 2)
        #expect(try other.all(Album.self).map { $0.labels.map(\.name).sorted() } == [["red"], ["blue", "red"]])
    }

    @Test(arguments: Place.allCases) func anUpsertMeetsUnsavedChangesOfItsRow(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let user = User(key: "k", name: "old", age: 1)
        context.insert(user)
        try context.save()
        user.age = 7
        _ = Message(text: "1", user: user)
        context.insert(User(key: "k", name: "new", messages: [Message(text: "2")]))
        try context.save()
        #expect(user.name == "new" && user.age == nil && user.messages.count == 2)
        #expect(!user.hasChanges && !context.hasChanges)
        user.age = 3
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(User.self).map(\.age) == [3] && other.count(Message.self) == 2)
    }

    @Test(arguments: Place.allCases) func aFailedUpsertCanBeMendedAndSaved(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(User(key: "k", name: "stored"))
        context.insert(User(key: "l", name: "other"))
        try context.save()
        let duplicate = User(key: "k", name: "new")
        let player = Player(name: "p", age: 999)
        context.insert(duplicate)
        context.insert(player)
        #expect(throws: StorageError.self) { try context.save() }
        #expect(duplicate.modelContext === context && duplicate.persistentModelID.isTemporary)
        #expect(context.insertedModelsArray.count == 2)
        player.age = 9
        duplicate.key = "m"
        try context.save()
        #expect(try store.reopened().all(User.self).map(\.name) == ["stored", "other", "new"])
    }

    /// Two contexts look for a contact, do not find it, and insert it.
    @Test(arguments: Place.allCases) func twoContextsInsertTheSameContact(place: Place) throws {
        let store = try TestStore(place)
        let (first, second) = (store.context(), store.context())
        let mine = User(key: "a@b.c", name: "mine", messages: [Message(text: "1")])
        let theirs = User(key: "a@b.c", name: "theirs", messages: [Message(text: "2")])
        first.insert(mine)
        second.insert(theirs)
        try first.save()
        try second.save()
        #expect(theirs.persistentModelID == mine.persistentModelID && theirs.messages.count == 2)
        first.processPendingChanges()
        #expect(mine.name == "theirs" && mine.messages.count == 2)
        #expect(try store.reopened().all(User.self).map(\.messages.count) == [2])
    }

    @Test(arguments: Place.allCases) func aConflictNamesBothAndChangesNothing(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (ann, bob) = (Human(name: "Ann", number: 1, email: "a"), Human(name: "Bob", number: 2, email: "b"))
        context.insert(ann)
        context.insert(bob)
        try context.save()
        // One new object meets two rows.
        let both = Human(name: "Both", number: 1, email: "b")
        context.insert(both)
        let track = Track(title: "t")
        context.insert(track)
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.uniqueConflict(let conflict) = error else { return false }
            return Set(conflict.identifiers)
                == [both.persistentModelID, ann.persistentModelID, bob.persistentModelID]
        }
        #expect(track.persistentModelID.isTemporary && ann.name == "Ann")
        context.delete(both)
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Human.self).map(\.name) == ["Ann", "Bob"] && other.count(Track.self) == 1)
    }
}
