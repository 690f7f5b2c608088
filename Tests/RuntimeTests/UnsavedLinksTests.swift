import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// A batch deletes at once; the links that its rules follow are those of the context, saved or not.
@Suite("R01 a batch delete beside unsaved changes of links")
struct UnsavedLinksTests {
    private func albums(_ place: Place) throws -> (TestStore, ModelContext, [Album]) {
        let store = try TestStore(place)
        let context = store.context()
        for title in ["a", "b"] { context.insert(Album(title: title, tracks: [Track(title: title)])) }
        try context.save()
        let albums = try context.all(Album.self).sorted { $0.title < $1.title }
        return (store, context, albums)
    }

    @Test(arguments: Place.allCases) func whatHasMovedAwayStays(place: Place) throws {
        let (store, context, albums) = try albums(place)
        let track = albums[0].tracks[0]
        track.album = albums[1]
        try context.delete(model: Album.self, where: #Predicate { $0.title == "a" })
        #expect(!track.isDeleted && track.album === albums[1])
        #expect(try store.reopened().all(Track.self).map { $0.album?.title } == [nil, "b"])
        try context.save()
        #expect(try store.reopened().all(Track.self).map { $0.album?.title } == ["b", "b"])
    }

    @Test(arguments: Place.allCases) func whatIsToBeDeletedHoldsNobody(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Shelf(name: "s", things: [Thing(name: "t"), Thing(name: "u")]))
        try context.save()
        let things = try context.all(Thing.self)
        context.delete(things[0])
        things[1].shelf = nil
        try context.delete(model: Shelf.self)
        try context.save()
        #expect(try store.reopened().all(Thing.self).map(\.name) == ["u"])
    }

    @Test(arguments: Place.allCases) func whatRequiresItsTargetAndHasMovedStays(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let users = ["a", "b"].map { User(key: $0) }
        let blogs = ["a", "b"].map { Blog(name: $0, posts: []) }
        let (role, post) = (Role(name: "r", user: users[0]), Post(title: "p", blog: blogs[0]))
        context.insert(role)
        context.insert(post)
        for user in users { context.insert(user) }
        for blog in blogs { context.insert(blog) }
        try context.save()
        role.user = users[1]
        post.blog = blogs[1]
        try context.delete(model: User.self, where: #Predicate { $0.key == "a" })
        try context.delete(model: Blog.self, where: #Predicate { $0.name == "a" })
        #expect(role.user === users[1] && post.blog === blogs[1] && !role.isDeleted && !post.isDeleted)
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Role.self).map(\.user.key) == ["b"])
        #expect(try other.all(Post.self).map(\.blog.name) == ["b"])
    }

    @Test(arguments: Place.allCases) func whatHasMovedToAnUnsavedObjectAndRequiresItIsInTheWay(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let role = Role(name: "r", user: User(key: "a"))
        context.insert(role)
        try context.save()
        let new = User(key: "n")
        context.insert(new)
        role.user = new
        #expect {
            try context.delete(model: User.self, where: #Predicate { $0.key == "a" })
        } throws: { error in
            guard case StorageError.deleteDenied(let violations) = error else { return false }
            return violations.map(\.identifier) == [role.persistentModelID]
                && violations[0].message.contains("save before")
        }
        #expect(role.user === new && !role.isDeleted)
        #expect(try store.reopened().all(User.self).map(\.key) == ["a"])
        try context.save()
        try context.delete(model: User.self, where: #Predicate { $0.key == "a" })
        #expect(try store.reopened().all(Role.self).map(\.user.key) == ["n"])
    }

    @Test(arguments: Place.allCases) func whatHasMovedHereIsInTheWayOfARuleThatForbidsIt(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Thing(name: "t"))
        context.insert(Shelf(name: "s"))
        for name in ["a", "b"] { context.insert(Blog(name: name, posts: [])) }
        try context.save()
        let (thing, shelf) = (try context.all(Thing.self)[0], try context.all(Shelf.self)[0])
        thing.shelf = shelf
        func denied<T: PersistentModel>(_ model: T.Type, _ predicate: Predicate<T>?) -> [PersistentIdentifier] {
            do {
                try context.delete(model: model, where: predicate)
                return []
            } catch StorageError.deleteDenied(let violations) {
                return violations.map(\.identifier)
            } catch {
                Issue.record(error)
                return []
            }
        }
        #expect(denied(Shelf.self, nil) == [shelf.persistentModelID])
        let blog = try #require(try context.all(Blog.self).first { $0.name == "b" })
        let post = Post(title: "p", blog: blog)
        context.insert(post)
        #expect(denied(Blog.self, #Predicate { $0.name == "b" }) == [post.persistentModelID])
        #expect(denied(Blog.self, #Predicate { $0.name == "a" }) == [])
        thing.shelf = nil
        #expect(denied(Shelf.self, nil) == [])
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Post.self).map(\.blog.name) == ["b"] && other.count(Shelf.self) == 0)
        #expect(try other.all(Thing.self).map { $0.shelf?.name } == [nil])
    }

    @Test(arguments: Place.allCases) func rulesGoThroughUnsavedObjects(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for name in ["a", "b", "c"] { context.insert(Folder(name: name)) }
        try context.save()
        let folders = try context.all(Folder.self).sorted { $0.name < $1.name }
        let new = Folder(name: "new", parent: folders[0])
        context.insert(new)
        folders[1].parent = new
        folders[2].parent = folders[1]
        let note = Note(text: "n", folder: folders[2])
        context.insert(note)
        try context.delete(model: Folder.self, where: #Predicate { $0.name == "a" })
        #expect(folders.allSatisfy(\.isDeleted) && new.isDeleted && !note.isDeleted)
        try context.save()
        let other = try store.reopened()
        #expect(try other.count(Folder.self) == 0 && other.all(Note.self).map(\.text) == ["n"])
    }

    @Test(arguments: Place.allCases) func listsKeepTheirLeastCount(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Team(name: "Ab", players: [Player(name: "p"), Player(name: "q")]))
        try context.save()
        let team = try context.all(Team.self)[0]
        try context.delete(model: Player.self, where: #Predicate { $0.name == "p" })
        #expect(team.players.map(\.name) == ["q"])
        #expect {
            try context.delete(model: Player.self)
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.map(\.identifier) == [team.persistentModelID] && violations[0].property == "players"
        }
        #expect(try store.reopened().all(Player.self).map(\.name) == ["q"] && team.players.map(\.name) == ["q"])
    }

    @Test(arguments: Place.allCases) func linksOfJoinTablesAreThoseOfTheContextToo(place: Place) throws {
        let (store, context, albums) = try albums(place)
        let label = Label(name: "l", albums: [albums[0]])
        context.insert(label)
        try context.save()
        label.albums = [albums[1]]
        try context.delete(model: Album.self, where: #Predicate { $0.title == "a" })
        #expect(label.albums == [albums[1]])
        try context.save()
        #expect(try store.reopened().all(Label.self).map { $0.albums.map(\.title) } == [["b"]])
    }
}
