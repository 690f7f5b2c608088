import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite("Queries read no more than is needed")
struct QueryReadingTests {
    /// A store whose statements are recorded.
    private struct Watched {
        let store: TestStore
        let container: ModelContainer
        let log: StatementLog

        init(_ fill: (ModelContext) -> Void) throws {
            store = try TestStore(.file)
            let context = store.context()
            fill(context)
            try context.save()
            log = StatementLog.begin(store.url.path)
            container = try ModelContainer(
                for: Album.self, Team.self, configurations: ModelConfiguration(url: store.url))
        }

        /// The statements that read rows of models.
        func reads() -> [String] { log.take().filter { $0.hasPrefix("SELECT") && !$0.contains("$metadata") } }
    }

    @Test("prefetching runs one statement for each relationship, and touching runs none", arguments: [false, true])
    func prefetching(_ limited: Bool) throws {
        let watched = try Watched { context in
            let labels = (0..<10).map { Label(name: "l\($0)") }
            for index in 0..<400 {
                let album = Album(title: "t\(index)")
                context.insert(album)
                album.labels = [labels[index % 10], labels[(index + 3) % 10]]
                if index % 2 == 0 { album.cover = Cover(name: "c\(index)") }
                for number in 0..<3 { context.insert(Track(title: "\(number)", number: number, album: album)) }
            }
        }
        let context = ModelContext(watched.container)
        var descriptor = FetchDescriptor<Album>()
        if limited { descriptor.fetchLimit = 150 }
        descriptor.relationshipKeyPathsForPrefetching = [\.tracks, \.labels, \.cover]
        _ = watched.reads()
        let albums = try context.fetch(descriptor)
        #expect(watched.reads().count == 4)
        #expect(albums.count == (limited ? 150 : 400))
        for (index, album) in albums.enumerated() {
            #expect(album.tracks.map(\.number) == [0, 1, 2])
            #expect(Set(album.labels.map(\.name)) == ["l\(index % 10)", "l\((index + 3) % 10)"])
            #expect((album.cover?.name == "c\(index)") == (index % 2 == 0))
        }
        #expect(watched.reads().isEmpty)
        var tracks = FetchDescriptor<Track>()
        tracks.relationshipKeyPathsForPrefetching = [\.album]
        let fresh = ModelContext(watched.container)
        _ = watched.reads()
        #expect(try fresh.fetch(tracks).allSatisfy { $0.album != nil })
        #expect(watched.reads().count == 2)
    }

    @Test("propertiesToFetch reads these columns, and the rest with the first touch")
    func parts() throws {
        let watched = try Watched { context in
            for number in 0..<5 {
                let object = Everything(number: number)
                object.string = "s\(number)"
                object.optionalInt = number
                context.insert(object)
            }
        }
        let context = ModelContext(watched.container)
        var descriptor = FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.number)])
        descriptor.propertiesToFetch = [\.number, \.string]
        _ = watched.reads()
        let objects = try context.fetch(descriptor)
        let read = watched.reads()
        #expect(read.count == 1 && !read[0].contains("\"decimal\"") && read[0].contains("\"string\""))
        #expect(objects.map(\.string) == (0..<5).map { "s\($0)" })
        #expect(watched.reads().isEmpty)
        #expect(objects[2].optionalInt == 2 && objects[2].decimal == Decimal(string: "12.50"))
        #expect(watched.reads().count == 1)
        // A change reads the rest first; only what was changed is written.
        objects[3].string = "changed"
        #expect(watched.reads().count == 1)
        #expect(objects[3].optionalInt == 3)
        try context.save()
        // Another part is read into the same objects; a whole fetch makes them whole.
        descriptor.propertiesToFetch = [\.optionalInt]
        _ = watched.reads()
        #expect(try context.fetch(descriptor).map(\.optionalInt) == [0, 1, 2, 3, 4])
        #expect(watched.reads().count == 1)
        #expect(try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.number)])).first === objects[0])
        _ = watched.reads()
        #expect(objects[0].uuid == objects[1].uuid)
        #expect(watched.reads().isEmpty)
        descriptor.propertiesToFetch = [\.persistentModelID]
        #expect(throws: StorageError.self) { try context.fetch(descriptor) }
    }

    @Test("objects that were read in part take part in all that others do")
    func partsInUse() throws {
        let watched = try Watched { context in
            let user = User(key: "a", name: "n", age: 4)
            context.insert(user)
            context.insert(Message(text: "m", user: user))
            context.insert(User(key: "b", name: "o", age: 5, mentor: user))
        }
        let context = ModelContext(watched.container)
        var descriptor = FetchDescriptor<User>(sortBy: [SortDescriptor(\.key)])
        descriptor.propertiesToFetch = [\.key]
        let users = try context.fetch(descriptor)
        #expect(users[1].mentor === users[0])
        #expect(users[0].messages.map(\.text) == ["m"])
        #expect(users[0].modelContext === context && !users[0].hasChanges)
        users[0].messages.append(Message(text: "second"))
        try context.save()
        #expect(users[0].age == 4)
        // Deleted elsewhere before it was read whole: zero values, and no trap.
        let other = ModelContext(watched.container)
        try other.delete(model: User.self, where: #Predicate { $0.key == "b" })
        #expect(users[1].age == nil)
        #expect(users[1].isDeleted)
        let third = ModelContext(watched.container)
        let alone = try third.fetch(descriptor)[0]
        third.delete(alone)
        try third.save()
        #expect(try ModelContext(watched.container).fetchCount(FetchDescriptor<Message>()) == 0)
        var outliving: User?
        do {
            let context = ModelContext(watched.container)
            context.insert(User(key: "z", name: "z", age: 1))
            try context.save()
        }
        do { outliving = try ModelContext(watched.container).fetch(descriptor).last }
        #expect(outliving?.key == "z" && outliving?.age == 1)
    }

    @Test("enumeration lets go of its batches, and refuses changes that escape", arguments: Place.allCases)
    func enumeration(_ place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        for number in 0..<50 { first.insert(Note(text: "\(number)")) }
        try first.save()
        let context = store.context()
        let descriptor = FetchDescriptor<Note>()
        weak var visited: Note?
        var count = 0
        try context.enumerate(descriptor, batchSize: 10) { note in
            if count == 0 { visited = note }
            if count == 25 { #expect(visited == nil) }
            count += 1
        }
        #expect(count == 50)
        count = 0
        let error = #expect(throws: StorageError.self) {
            try context.enumerate(descriptor, batchSize: 10) { note in
                count += 1
                note.text += "!"
            }
        }
        guard case .unsavedChanges? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(count == 10)
        context.rollback()
        try context.enumerate(descriptor, batchSize: 10, allowEscapingMutations: true) { $0.text += "?" }
        #expect(context.changedModelsArray.count == 50)
        try context.save()
        // Saved in each batch; what is deleted meanwhile is passed over.
        count = 0
        try context.enumerate(descriptor, batchSize: 10) { note in
            count += 1
            if count % 10 == 1 {
                let id = note.persistentModelID
                try context.delete(model: Note.self, where: #Predicate { $0.persistentModelID == id })
            } else {
                note.text = "done"
                try context.save()
            }
        }
        #expect(count == 50)
        #expect(try store.reopened().all(Note.self).map(\.text) == Array(repeating: "done", count: 45))
    }

    @Test("a small range uses its index also under an order and a limit, a large one does not")
    func ranges() throws {
        let store = try TestStore(.file)
        let context = store.context()
        for number in 0..<2_500 {
            let object = Everything(number: number)
            object.string = "\(number % 7)"
            context.insert(object)
        }
        try context.save()
        func explain(_ bound: Int) throws -> (plan: String, found: [Int]) {
            var descriptor = FetchDescriptor<Everything>(
                predicate: #Predicate { $0.number >= bound }, sortBy: [SortDescriptor(\.string)])
            descriptor.fetchLimit = 3
            return (
                try context.explain(descriptor).plan.joined(separator: "\n"),
                try context.fetch(descriptor).map(\.number)
            )
        }
        let small = try explain(2_400)
        #expect(small.plan.contains("USING INDEX"))
        #expect(small.found == [2_401, 2_408, 2_415])
        let large = try explain(3)
        #expect(!large.plan.contains("USING INDEX"))
        #expect(large.found == [7, 14, 21])
        // The same statement, another value.
        #expect(try explain(2_490).plan.contains("USING INDEX"))
    }

    @Test("a row whose link an unsaved deletion cuts keeps its version", arguments: Place.allCases)
    func versions(_ place: Place) throws {
        let store = try TestStore(place)
        let first = store.context()
        let album = Album(title: "a")
        first.insert(album)
        first.insert(Note(text: "n"))
        let folder = Folder(name: "f")
        first.insert(folder)
        let shelf = Shelf(name: "s")
        first.insert(shelf)
        let mentor = User(key: "m", name: "m")
        first.insert(mentor)
        first.insert(User(key: "u", name: "u", mentor: mentor))
        try first.save()
        let context = store.context()
        context.mergePolicy = .fail
        let deleted = try #require(
            try context.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.key == "m" })).first)
        context.delete(deleted)
        let user = try #require(
            try context.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.mentor == nil })).first)
        #expect(user.mentor == nil)
        user.name = "changed"
        try context.save()
        user.name = "again"
        try context.save()
        #expect(try store.reopened().all(User.self).map(\.name) == ["again"])
    }

    @Test(
        "places in ordered relationships are known to the store, and not while changes are unsaved",
        arguments: Place.allCases)
    func order(_ place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let team = Team(name: "Reds")
        context.insert(team)
        team.players = ["c", "a", "b"].map { Player(name: $0) }
        try context.save()
        let (first, last) = ("c", "b")
        func count(_ predicate: Predicate<Team>) throws -> Int {
            try context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        #expect(try count(#Predicate { $0.players.first?.name == first && $0.players.last?.name == last }) == 1)
        #expect(try count(#Predicate { $0.players[1].name == "a" }) == 1)
        #expect(try count(#Predicate { $0.players[3].name != "a" }) == 0)
        team.players.swapAt(0, 1)
        team.players[0].age = 21
        #expect(throws: StorageError.self) { try count(#Predicate { $0.players.first?.name == "a" }) }
    }
}
