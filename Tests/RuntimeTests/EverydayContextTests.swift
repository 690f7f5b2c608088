import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Importers, view models and helpers with contexts of their own.
@Suite struct EverydayContextTests {
    private actor Importer {
        private let context: ModelContext

        init(_ container: ModelContainer) { context = ModelContext(container) }

        func add(_ titles: [String]) throws -> [PersistentIdentifier] {
            let albums = titles.map { Album(title: $0, tracks: [Track(title: $0)]) }
            for album in albums { context.insert(album) }
            try context.save()
            return albums.map(\.persistentModelID)
        }

        func rename(_ identifier: PersistentIdentifier, _ title: String) throws {
            guard let album = context.model(for: identifier) as? Album, !album.isDeleted else { return }
            album.title = title
            try context.save()
        }
    }

    @Test(arguments: Place.allCases) @MainActor func anImporterHandsOverIdentifiers(place: Place) async throws {
        let store = try TestStore(place)
        let main = store.container.mainContext
        let importer = Importer(store.container)
        let identifiers = try await importer.add(["a", "b"])
        let albums = identifiers.compactMap { main.model(for: $0) as? Album }
        #expect(albums.map(\.title) == ["a", "b"] && albums[0].tracks.map(\.title) == ["a"])
        main.delete(albums[1])
        try main.save()
        try await importer.rename(identifiers[0], "c")
        try await importer.rename(identifiers[1], "gone")
        #expect(try main.fetch(FetchDescriptor<Album>()).map(\.title) == ["c"])
    }

    @Test(arguments: Place.allCases) func twoContextsMoveOneChild(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for title in ["a", "b", "c"] { first.insert(Album(title: title)) }
        first.insert(Track(title: "t", album: try first.all(Album.self)[0]))
        try first.save()
        let second = store.context()
        let (mine, theirs) = (try first.all(Album.self), try second.all(Album.self))
        let (track, other) = (try first.all(Track.self)[0], try second.all(Track.self)[0])
        track.album = mine[1]
        theirs[2].tracks.append(other)
        try first.save()
        #expect(try second.count(Track.self) == 1)
        #expect(theirs.map(\.tracks.count) == [0, 0, 1])
        try second.save()
        for context in [first, second, try store.reopened()] {
            #expect(try context.all(Album.self).map(\.tracks.count) == [0, 0, 1])
        }
        #expect(track.album === mine[2])
    }

    @Test(arguments: Place.allCases) func aKeyThatSomeoneElseTookMeanwhile(place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        let label = Label(name: "a")
        first.insert(label)
        try first.save()
        let second = store.context()
        second.insert(Label(name: "x"))
        label.name = "x"
        try second.save()
        #expect {
            try first.save()
        } throws: { error in
            guard case StorageError.uniqueConflict(let conflict) = error else { return false }
            return conflict.identifiers.contains(label.persistentModelID) && conflict.identifiers.count == 2
        }
        label.name = "b"
        try first.save()
        #expect(try store.reopened().all(Label.self).map(\.name).sorted() == ["b", "x"])
    }

    @Test(arguments: Place.allCases) func aBatchThatIsDeniedChangesNothing(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        context.insert(Shelf(name: "full", things: [Thing(name: "t")]))
        context.insert(Shelf(name: "empty"))
        try context.save()
        let unsaved = Shelf(name: "unsaved")
        context.insert(unsaved)
        #expect(throws: StorageError.self) { try context.delete(model: Shelf.self) }
        #expect(try context.count(Shelf.self) == 3 && !unsaved.isDeleted)
        try context.delete(model: Shelf.self, where: #Predicate { $0.things.isEmpty })
        #expect(try context.all(Shelf.self).map(\.name) == ["full"] && unsaved.isDeleted)
        try context.save()
        #expect(try store.reopened().count(Shelf.self) == 1)
    }

    @Test(arguments: Place.allCases) func partsOfAListWithUnsavedChanges(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(Album(title: "a", tracks: (0..<5).map { Track(title: "\($0)") }))
            try context.save()
        }
        let context = try store.reopened()
        let album = try #require(try context.all(Album.self).first)
        let first = try #require(try album.page(of: \.tracks, limit: 1, sortBy: [SortDescriptor(\.title)]).first)
        context.delete(first)
        album.add(Track(title: "9"), to: \.tracks)
        #expect(try album.count(of: \.tracks) == 5)
        #expect(
            try album.page(of: \.tracks, offset: 1, limit: 9, sortBy: [SortDescriptor(\.title)]).map(\.title)
                == ["2", "3", "4", "9"])
        album.remove(first, from: \.tracks)
        #expect(album.tracks.count == 5)
        try context.save()
        #expect(try store.reopened().count(Track.self) == 5)
    }

    @Test(arguments: Place.allCases) func identifiersOfUnsavedObjectsInPredicates(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (a, b) = (Album(title: "a", tracks: [Track(title: "1")]), Album(title: "b", tracks: [Track(title: "2")]))
        context.insert(a)
        context.insert(b)
        for _ in 0..<2 {
            let identifier = a.persistentModelID
            let tracks = try context.fetch(
                FetchDescriptor<Track>(predicate: #Predicate { $0.album?.persistentModelID == identifier }))
            #expect(tracks.map(\.title) == ["1"])
            let identifiers = [b.persistentModelID]
            #expect(
                try context.fetch(
                    FetchDescriptor<Album>(predicate: #Predicate { identifiers.contains($0.persistentModelID) })) == [b]
            )
            try context.save()
        }
    }

    @Test(arguments: Place.allCases) func transactionsInsideEachOther(place: Place) throws {
        struct Stop: Error {}
        let store = try TestStore(place)
        let context = store.context()
        try context.transaction {
            context.insert(Album(title: "outer"))
            try context.transaction { context.insert(Album(title: "inner")) }
            #expect(!context.hasChanges)
            context.insert(Album(title: "late"))
        }
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Album(title: "never"))
                throw Stop()
            }
        }
        context.rollback()
        #expect(try store.reopened().all(Album.self).map(\.title) == ["outer", "inner", "late"])
    }

    @Test func objectsOfSeveralStoresOutliveTheirContext() throws {
        let container = try ModelContainer(
            for: Schema([Album.self, Team.self]),
            configurations: [
                ModelConfiguration("music", schema: Schema([Album.self]), isStoredInMemoryOnly: true),
                ModelConfiguration("rest", isStoredInMemoryOnly: true),
            ])
        func load() throws -> (Album, Team) {
            let context = ModelContext(container)
            return (try context.fetch(FetchDescriptor<Album>())[0], try context.fetch(FetchDescriptor<Team>())[0])
        }
        do {
            let context = ModelContext(container)
            context.insert(Album(title: "a", tracks: [Track(title: "t")]))
            context.insert(Team(name: "Ab", players: [Player(name: "p")]))
            try context.save()
        }
        let (album, team) = try load()
        #expect(album.tracks.map(\.title) == ["t"] && team.players.map(\.name) == ["p"])
        team.name = "Cd"
        try team.modelContext?.save()
        #expect(try load().1.name == "Cd")
    }
}
