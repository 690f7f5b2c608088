import ModelStorage
import Testing

@testable import SnapshotModels

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

    @Test(arguments: Place.allCases) func linksAreNilToWhatADeletionTakesAlong(place: Place) throws {
        let store = try TestStore(place)
        let filling = store.context()
        let root = Folder(name: "root")
        let child = Folder(name: "child", parent: root)
        let grandchild = Folder(name: "grandchild", parent: child)
        filling.insert(root)
        for (name, folder) in [("a", root), ("b", child), ("c", grandchild), ("d", Folder(name: "other"))] {
            filling.insert(Note(text: name, folder: folder))
        }
        try filling.save()
        let context = try store.reopened()
        let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)]))
        let folders = FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "root" })
        context.delete(try #require(try context.fetch(folders).first))
        #expect(notes.map { $0.folder?.name } == [nil, nil, nil, "other"])
        func texts(_ predicate: Predicate<Note>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.text)])).map(\.text)
        }
        #expect(try texts(#Predicate { $0.folder == nil }) == ["a", "b", "c"])
        #expect(try texts(#Predicate { $0.folder != nil }) == ["d"])
        #expect(try texts(#Predicate { $0.folder?.name == "child" }) == [])
        #expect(try texts(#Predicate { ($0.folder.flatMap { $0.name }) == nil }) == ["a", "b", "c"])
        context.rollback()
        #expect(notes.map { $0.folder?.name } == ["root", "child", "grandchild", "other"])
        context.delete(try #require(try context.fetch(folders).first))
        try context.save()
        #expect(notes.map { $0.folder?.name } == [nil, nil, nil, "other"])
        #expect(try texts(#Predicate { $0.folder == nil }) == ["a", "b", "c"])
    }

    /// Undo reads the lists of what is deleted, in the middle of the deletion.
    @Test(arguments: [true, false]) func aChainIsFollowedWhetherItCanBeUndoneOrNot(hasUndo: Bool) throws {
        let store = try TestStore(.file)
        let filling = store.context()
        let root = Folder(name: "root")
        let child = Folder(name: "child", parent: root)
        let grandchild = Folder(name: "grandchild", parent: child)
        filling.insert(grandchild)
        try filling.save()
        let context = try store.reopened()
        if hasUndo { context.undoManager = UndoManager() }
        let folders = try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
        #expect(folders.map(\.name) == ["child", "grandchild", "root"])
        // Its own list and its link are known, the ones between are not.
        context.delete(folders[2])
        #expect(folders.map(\.isDeleted) == [true, true, true])
        context.rollback()
        #expect(folders.map(\.isDeleted) == [false, false, false])
        context.delete(folders[2])
        try context.save()
        #expect(try store.reopened().count(Folder.self) == 0)
    }

    /// The tables that queries see are made by the first read: what changes after it is written over what was cut.
    @Test func aChangeAfterTheFirstReadLeavesTheLinkCut() throws {
        let container = try ModelContainer(
            for: Country.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let filling = ModelContext(container)
        let (north, south) = (Country(name: "North"), Country(name: "South"))
        let (twin, stays) = (City(name: "twin", country: north), City(name: "stays", country: south))
        for object in [north, south] { filling.insert(object) }
        filling.insert(twin)
        filling.insert(stays)
        stays.twin = twin
        try filling.save()
        let context = ModelContext(container)
        let city = try #require(
            try context.fetch(FetchDescriptor<City>(predicate: #Predicate { $0.name == "stays" })).first)
        let country = try #require(
            try context.fetch(FetchDescriptor<Country>(predicate: #Predicate { $0.name == "North" })).first)
        context.delete(country)
        #expect(city.twin == nil)
        city.name = "changed"
        let lonely = FetchDescriptor<City>(predicate: #Predicate { $0.twin == nil })
        #expect(try context.fetch(lonely).map(\.name) == ["changed"])
        try context.save()
        #expect(try ModelContext(container).fetch(lonely).map(\.name) == ["changed"])
    }
}
