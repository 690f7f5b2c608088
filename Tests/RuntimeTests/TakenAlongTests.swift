import ModelStorage
import SnapshotModels
import Testing

/// Objects that go with a deletion, though they were not in memory when it was made.
@Suite struct TakenAlongTests {
    @Test(arguments: Place.allCases) func listsLeaveOutWhatADeletionTakesAlong(place: Place) throws {
        let store = try TestStore(place)
        let filling = store.context()
        filling.insert(Album(title: "a", tracks: [Track(title: "t"), Track(title: "u", number: 1)]))
        try filling.save()
        let context = try store.reopened()
        let album = try #require(try context.all(Album.self).first)
        context.delete(album)
        #expect(try context.count(Track.self) == 0)
        // Read from the store only now.
        #expect(album.tracks.isEmpty)
        context.rollback()
        #expect(album.tracks.count == 2)
    }
}
