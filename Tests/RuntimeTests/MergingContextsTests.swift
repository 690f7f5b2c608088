import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// What random steps in two contexts have found.
@Suite struct MergingContextsTests {
    /// A link that came and went is none of the row's that its object merges with.
    @Test(arguments: Place.allCases) func aLinkThatCameAndWentLeavesTheStoredOneAlone(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "a", labels: [Label(name: "l")])
        context.insert(album)
        try context.save()
        let duplicate = Label(name: "l")
        context.insert(duplicate)
        album.labels.append(duplicate)
        album.labels.removeAll { $0 === duplicate }
        try context.save()
        #expect(album.labels.map(\.name) == ["l"])
        #expect(try store.reopened().all(Album.self).map { $0.labels.count } == [1])
    }

    /// Lists that look nowhere back have the surviving object, once.
    @Test(arguments: Place.allCases) func aOneWayListHasTheObjectThatSurvivesAMerge(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (owner, friend) = (User(key: "o"), User(key: "f"))
        owner.friends = [friend]
        context.insert(owner)
        try context.save()
        #expect(owner.friends == [friend])
        let duplicate = User(key: "f", name: "new")
        let other = User(key: "p", friends: [duplicate])
        context.insert(other)
        owner.friends.append(duplicate)
        try context.save()
        #expect(owner.friends == [friend] && other.friends == [friend] && friend.name == "new")
        #expect(try store.reopened().all(User.self).map(\.friends.count) == [1, 0, 1])
    }

    /// A team's last player was moved there by someone else before it is moved on.
    @Test(arguments: Place.allCases) func countsOfListsThatOthersFilledAreChecked(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for name in ["Ab", "Cd", "Ef"] {
            first.insert(Team(name: name, players: [Player(name: "1"), Player(name: "2")]))
        }
        try first.save()
        let second = store.context()
        let teams = try second.all(Team.self)
        let mine = try first.all(Team.self)
        let moved = mine[0].players[0]
        moved.team = mine[2]
        let (player, others) = (teams[0].players[0], teams[1].players)
        player.team = teams[1]
        for other in others { second.delete(other) }
        try second.save()
        #expect {
            try first.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.property) == ["players"]
                && violations[0].identifier == teams[1].persistentModelID
        }
        first.rollback()
        #expect(moved.team === mine[1])
    }
}
