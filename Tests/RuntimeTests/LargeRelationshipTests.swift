import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// To-many relationships that are counted, read and changed without loading them.
@Suite struct LargeRelationshipTests {
    private func stored(_ place: Place, _ count: Int) throws -> TestStore {
        let store = try TestStore(place)
        let context = store.context()
        let album = Album(title: "A", tracks: (0..<count).map { Track(title: "t\($0)", number: count - $0) })
        album.labels = (0..<count).map { Label(name: "l\($0)") }
        context.insert(album)
        context.insert(Album(title: "B"))
        context.insert(Playlist(name: "p", songs: (0..<count).reversed().map { Tune(title: "s\($0)") }))
        try context.save()
        return store
    }

    @Test(arguments: Place.allCases) func countsSeeWhatIsPending(place: Place) throws {
        let store = try stored(place, 10)
        let context = try store.reopened()
        let albums = try context.all(Album.self)
        #expect(try albums[0].count(of: \.tracks) == 10)
        #expect(try albums[0].count(of: \.labels) == 10)
        let tracks = try context.all(Track.self)
        albums[1].add(tracks[0], to: \.tracks)
        albums[1].add(tracks[0], to: \.tracks)
        albums[0].add(Track(title: "new"), to: \.tracks)
        context.delete(tracks[1])
        albums[0].remove(tracks[2], from: \.tracks)
        let label = Label(name: "m")
        albums[0].add(label, to: \.labels)
        albums[0].add(label, to: \.labels)
        let first = try #require(try context.all(Label.self).first)
        albums[0].remove(first, from: \.labels)
        albums[1].add(first, to: \.labels)
        #expect(label.modelContext === context)
        #expect(tracks[0].album === albums[1] && tracks[2].album == nil)
        func check(_ albums: [Album]) throws {
            #expect(try albums.map { try $0.count(of: \.tracks) } == [8, 1])
            #expect(try albums.map { try $0.count(of: \.labels) } == [10, 1])
        }
        try check(albums)
        #expect(albums.map(\.tracks.count) == [8, 1])
        #expect(albums.map(\.labels.count) == [10, 1])
        #expect(first.albums == [albums[1]] && label.albums == [albums[0]])
        try check(albums)
        try context.save()
        try check(albums)
    }

    @Test(arguments: Place.allCases) func aPageIsAPartOfTheArray(place: Place) throws {
        let store = try stored(place, 10)
        let context = try store.reopened()
        let album = try #require(try context.all(Album.self).first)
        let playlist = try #require(try context.all(Playlist.self).first)
        #expect(try album.page(of: \.tracks, offset: 2, limit: 3).map(\.title) == ["t2", "t3", "t4"])
        #expect(try album.page(of: \.tracks, offset: 9, limit: 3).map(\.title) == ["t9"])
        #expect(try album.page(of: \.tracks, offset: -1, limit: -1) == [])
        #expect(
            try album.page(of: \.tracks, limit: 2, sortBy: [SortDescriptor(\.number)]).map(\.title) == ["t9", "t8"])
        #expect(try playlist.page(of: \.songs, offset: 1, limit: 2).map(\.title) == ["s8", "s7"])
        album.add(Track(title: "new", number: -1), to: \.tracks)
        let tune = Tune(title: "last")
        playlist.add(tune, to: \.songs)
        #expect(tune.playlists == [playlist])
        #expect(
            try album.page(of: \.tracks, limit: 2, sortBy: [SortDescriptor(\.number)]).map(\.title) == ["new", "t9"])
        #expect(try album.page(of: \.tracks, offset: 9, limit: 9).map(\.title) == ["t9", "new"])
        #expect(try playlist.page(of: \.songs, offset: 9, limit: 2).map(\.title) == ["s0", "last"])
        try context.save()
        let other = try store.reopened()
        let found = try #require(try other.all(Playlist.self).first)
        #expect(try found.page(of: \.songs, offset: 9, limit: 2).map(\.title) == ["s0", "last"])
        #expect(found.songs.map(\.title).last == "last")
    }

    @Test func objectsOutsideAContext() throws {
        let album = Album(title: "A")
        let track = Track(title: "t", number: 2)
        album.add(track, to: \.tracks)
        album.add(track, to: \.tracks)
        album.add(Track(title: "u", number: 1), to: \.tracks)
        let label = Label(name: "l")
        album.add(label, to: \.labels)
        #expect(track.album === album && label.albums == [album])
        #expect(try album.count(of: \.tracks) == 2)
        #expect(try album.page(of: \.tracks, limit: 1, sortBy: [SortDescriptor(\.number)]).map(\.title) == ["u"])
        album.remove(track, from: \.tracks)
        album.remove(label, from: \.labels)
        #expect(track.album == nil && label.albums == [])
        #expect(try album.count(of: \.tracks) == 1)
        #expect(throws: StorageError.self) { try album.count(of: \.nonsense) }
    }

    /// Adding costs the same whatever is there; so do reading the list afterwards, and adding to a loaded one.
    @Test func aHundredThousandMembers() throws {
        let store = try stored(.file, 1)
        let context = store.context()
        let album = try #require(try context.all(Album.self).first)
        for index in 0..<50_000 { album.add(Track(title: "\(index)"), to: \.tracks) }
        try context.save()
        for index in 0..<50_000 { album.add(Track(title: "\(index)"), to: \.tracks) }
        #expect(try album.count(of: \.tracks) == 100_001)
        #expect(album.tracks.count == 100_001)
        for index in 0..<20_000 { album.tracks.append(Track(title: "\(index)")) }
        for index in 0..<20_000 { album.add(Track(title: "\(index)"), to: \.tracks) }
        try context.save()
        #expect(try store.context().count(Track.self) == 140_001)
        #expect(try album.count(of: \.tracks) == 140_001)
    }
}

extension Album {
    fileprivate var nonsense: [Track] { [] }
}
