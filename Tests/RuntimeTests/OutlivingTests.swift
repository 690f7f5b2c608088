import ModelStorage
import SnapshotModels
import Testing

/// Objects that are still referenced when their context goes.
@Suite struct OutlivingTests {
    @Test(arguments: Place.allCases) func anObjectKeepsItsIdentifierWhenItsContextGoes(place: Place) throws {
        let store = try TestStore(place)
        do {
            let context = store.context()
            context.insert(Album(title: "A"))
            try context.save()
        }
        // The context is released before the identifier is asked for.
        let identifier = try #require(try store.context().all(Album.self).first).persistentModelID
        let context = store.context()
        let album = try #require(try context.all(Album.self).first)
        #expect(album.persistentModelID == identifier)
        #expect(context.model(for: identifier) === album)
    }
}
