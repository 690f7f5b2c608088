import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct RelationshipTests {
    @Test(arguments: Place.allCases) func insertingAnObjectInsertsWhatItReaches(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "A", tracks: [Track(title: "1"), Track(title: "2")], labels: [Label(name: "jazz")])
        album.cover = Cover(name: "front")
        context.insert(album)
        #expect(album.tracks.allSatisfy { $0.modelContext === context })
        #expect(album.tracks.allSatisfy { $0.album === album })
        #expect(album.cover?.album === album)
        #expect(album.labels[0].albums == [album])
        #expect(context.insertedModelsArray.count == 5)
        context.insert(album.tracks[0])
        #expect(context.insertedModelsArray.count == 5)
        try context.save()
        #expect(!context.hasChanges)

        let other = try store.reopened()
        let found = try #require(try other.all(Album.self).first)
        #expect(found.title == "A")
        #expect(Set(found.tracks.map(\.title)) == ["1", "2"])
        #expect(found.cover?.name == "front")
        #expect(found.cover?.album === found)
        #expect(found.labels.map(\.name) == ["jazz"])
        #expect(found.labels.first?.albums == [found])
    }

    @Test(arguments: Place.allCases) func settingOneSideSetsTheOtherAtOnce(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = Album(title: "first")
        let second = Album(title: "second")
        let track = Track(title: "t")
        context.insert(first)
        context.insert(second)
        track.album = first
        #expect(track.modelContext === context)
        #expect(first.tracks == [track])
        track.album = second
        #expect(first.tracks == [])
        #expect(second.tracks == [track])
        second.tracks.removeAll()
        #expect(track.album == nil)
        first.tracks.append(track)
        #expect(track.album === first)
        try context.save()
        track.album = second
        #expect(first.tracks == [])
        #expect(second.tracks == [track])
        try context.save()
        let other = try store.reopened()
        #expect(try other.all(Track.self).first?.album?.title == "second")
    }

    @Test func relationshipsWorkOutsideAContextToo() {
        let album = Album(title: "A")
        let track = Track(title: "t", album: album)
        #expect(album.tracks == [track])
        #expect(track.album === album)
        let other = Album(title: "B")
        other.tracks.append(track)
        #expect(album.tracks == [])
        #expect(track.album === other)
        let cover = Cover(name: "c")
        album.cover = cover
        #expect(cover.album === album)
        other.cover = cover
        #expect(album.cover == nil)
        #expect(cover.album === other)
        other.cover = nil
        #expect(cover.album == nil)
        let label = Label(name: "l", albums: [album, other])
        #expect(album.labels == [label] && other.labels == [label])
        album.labels = []
        #expect(label.albums == [other])
    }

    @Test(arguments: Place.allCases) func oneToOneHasOnePartner(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let first = Album(title: "first")
        let second = Album(title: "second")
        context.insert(first)
        context.insert(second)
        let red = Cover(name: "red", album: first)
        let blue = Cover(name: "blue", album: second)
        try context.save()
        first.cover = blue
        #expect(blue.album === first)
        #expect(red.album == nil)
        #expect(second.cover == nil)
        try context.save()
        red.album = second
        #expect(second.cover === red)
        // The partners change places: the foreign key is unique.
        first.cover = red
        second.cover = blue
        try context.save()
        let other = try store.reopened()
        let albums = try other.all(Album.self)
        #expect(albums.map { $0.cover?.name } == ["red", "blue"])
    }

    @Test(arguments: Place.allCases) func r03_anObjectIsOnceInAList(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "A")
        context.insert(album)
        let track = Track(title: "t", album: album)
        context.insert(track)
        try context.save()
        album.tracks.append(track)
        #expect(album.tracks.count == 1)
        let next = Track(title: "u")
        album.tracks.append(next)
        album.tracks.append(next)
        next.album = album
        #expect(album.tracks.count == 2)
        album.labels = [Label(name: "x")]
        album.labels += album.labels
        #expect(album.labels.count == 1)
        try context.save()
        #expect(album.tracks.count == 2)
        let other = try store.reopened()
        let found = try #require(try other.all(Album.self).first)
        #expect(found.tracks.count == 2)
        #expect(found.labels.count == 1)
    }

    @Test(arguments: Place.allCases) func manyToManyIsTheSameFromBothSides(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let albums = (0..<3).map { Album(title: "\($0)") }
        let labels = ["a", "b"].map { Label(name: $0) }
        for album in albums { context.insert(album) }
        for label in labels { context.insert(label) }
        albums[0].labels = labels
        labels[1].albums.append(albums[2])
        #expect(albums[2].labels == [labels[1]])
        try context.save()

        let other = try store.reopened()
        let stored = try other.all(Album.self)
        #expect(stored.map { Set($0.labels.map(\.name)) } == [["a", "b"], [], ["b"]])
        let b = try #require(try other.all(Label.self).first { $0.name == "b" })
        #expect(Set(b.albums.map(\.title)) == ["0", "2"])
        b.albums.removeAll { $0.title == "0" }
        #expect(stored[0].labels.map(\.name) == ["a"])
        try other.save()
        let again = try store.reopened()
        #expect(try again.all(Album.self).map { $0.labels.map(\.name) } == [["a"], [], ["b"]])
    }

    @Test(arguments: Place.allCases) func aListThatWasNotLoadedSeesWhatIsPending(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            let album = Album(title: "A", tracks: [Track(title: "1"), Track(title: "2")])
            context.insert(album)
            context.insert(Album(title: "B"))
            context.insert(Label(name: "l", albums: [album]))
            try context.save()
        }
        let context = try store.reopened()
        let albums = try context.all(Album.self)
        let tracks = try context.all(Track.self)
        tracks[0].album = albums[1]
        _ = Track(title: "3", album: albums[0])
        #expect(Set(albums[0].tracks.map(\.title)) == ["2", "3"])
        #expect(albums[1].tracks.map(\.title) == ["1"])
        let label = Label(name: "m")
        context.insert(label)
        label.albums.append(albums[0])
        #expect(Set(albums[0].labels.map(\.name)) == ["l", "m"])
        try context.save()
        let again = try store.reopened()
        #expect(try again.all(Album.self).map { Set($0.tracks.map(\.title)) } == [["2", "3"], ["1"]])
    }

    @Test func appendingManyKeepsBothSidesTrue() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        let album = Album(title: "A")
        context.insert(album)
        for index in 0..<5_000 { album.tracks.append(Track(title: "\(index)")) }
        #expect(album.tracks.count == 5_000)
        #expect(album.tracks.allSatisfy { $0.album === album })
        try context.save()
        #expect(try context.count(Track.self) == 5_000)
    }

    /// A change that the two last elements do not tell is found before the save.
    @Test func replacingAndAppendingInOneAccessLinksBoth() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        let album = Album(title: "A", tracks: [Track(title: "1"), Track(title: "2"), Track(title: "3")])
        context.insert(album)
        try context.save()
        let old = album.tracks[0]
        func change(_ tracks: inout [Track]) {
            tracks[0] = Track(title: "new")
            tracks.append(Track(title: "4"))
        }
        change(&album.tracks)
        try context.save()
        #expect(old.album == nil)
        let other = try store.reopened()
        let found = try #require(try other.all(Album.self).first)
        #expect(Set(found.tracks.map(\.title)) == ["new", "2", "3", "4"])
    }

    @Test(arguments: Place.allCases) func oneWayRelationships(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let ann = User(key: "ann")
        let bob = User(key: "bob", mentor: ann, friends: [ann])
        let cid = User(key: "cid", friends: [ann, bob])
        context.insert(cid)
        #expect(bob.modelContext === context && ann.modelContext === context)
        try context.save()
        let other = try store.reopened()
        let users = Dictionary(uniqueKeysWithValues: try other.all(User.self).map { ($0.key, $0) })
        #expect(users["bob"]?.mentor?.key == "ann")
        #expect(users["ann"]?.friends == [])
        #expect(Set((users["cid"]?.friends ?? []).map(\.key)) == ["ann", "bob"])
        // A one-way link is nullified when its object goes.
        if let ann = users["ann"] { other.delete(ann) }
        try other.save()
        #expect(users["bob"]?.mentor == nil)
        let again = try store.reopened()
        #expect(try again.all(User.self).map { $0.friends.map(\.key) }.filter { !$0.isEmpty } == [["bob"]])
    }

    @Test func aRequiredLinkThatIsNotSetIsAViolation() throws {
        let store = try TestStore(.memory)
        let context = store.context()
        let blog = Blog(name: "b")
        let post = Post(title: "p", blog: blog)
        context.insert(post)
        #expect(blog.modelContext === context)
        blog.posts.removeAll()
        #expect(post.blog.isDeleted)  // a placeholder
        #expect(post.blog.name == "")
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.validation(let violations) = error else { return false }
            return violations.count == 1 && violations[0].property == "blog"
                && violations[0].identifier == post.persistentModelID
        }
        #expect(context.hasChanges)
        post.blog = blog
        try context.save()
        #expect(blog.posts == [post])
    }
}
