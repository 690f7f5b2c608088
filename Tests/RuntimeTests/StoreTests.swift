import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct StoreTests {
    private func open(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
    }

    private func bytes(_ store: TestStore) -> [String: Data] {
        var bytes: [String: Data] = [:]
        for name in ["test.store", "test.store-wal"] {
            bytes[name] = try? Data(contentsOf: store.folder.appendingPathComponent(name))
        }
        return bytes
    }

    @Test func m13_aNewerStoreIsRefusedAndLeftAsItIs() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        try store.execute("UPDATE \"$schemas\" SET version = '9.0.0'")
        let before = bytes(store)
        #expect(before.count == 2)
        #expect {
            _ = try open(store.url)
        } throws: { error in
            guard case StorageError.newerStore(_, "Runtime 9.0.0", "Runtime 1.0.0") = error else { return false }
            return SwiftDataError.backwardMigration ~= error
        }
        #expect(bytes(store) == before)
        try store.execute("UPDATE \"$schemas\" SET version = '1.0.0'")
        #expect(try ModelContext(open(store.url)).count(Label.self) == 1)
    }

    /// Opens the store once more and lets everything go.
    private func useOnce(_ store: TestStore, _ body: (ModelContainer) throws -> Void) throws {
        weak var gone: ModelContainer?
        do {
            let container = try open(store.url)
            gone = container
            try body(container)
        }
        #expect(gone == nil)
    }

    @Test func aContainerThatGoesLeavesNoLogBehind() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("test.store")
        for number in 1...2 {
            do {
                let context = ModelContext(try open(url))
                context.insert(Label(name: "\(number)"))
                try context.save()
                // A reader is a connection of its own.
                #expect(try context.all(Label.self).count == number)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["test.store"])
        }
        let context = ModelContext(try open(url))
        #expect(try context.count(Label.self) == 2)
    }

    @MainActor @Test func aContainerWhoseMainContextWasUsedGoes() async throws {
        let store = try TestStore(.file)
        try useOnce(store) { container in
            container.mainContext.insert(Label(name: "a"))
            try container.mainContext.save()
            #expect(container.mainContext.container === container)
            #expect(try container.mainContext.all(Label.self).count == 1)
        }
        // The context alone: it gets its container back, whose main context it still is.
        var context: ModelContext? = nil
        try useOnce(store) { context = $0.mainContext }
        let left = try #require(context)
        let container = left.container
        #expect(container.mainContext === left && left.container === container)
        #expect(try left.all(Label.self).map(\.name) == ["a"])
        #expect(container.configurations.first?.url == store.url)
        left.insert(Label(name: "b"))
        try left.save()
        #expect(try store.context().count(Label.self) == 2)
    }

    @MainActor @Test func whatTheMainContextWasToSaveByItselfIsSavedThoughNobodyKeepsIt() async throws {
        let store = try TestStore(.file)
        func insert() throws { try open(store.url).mainContext.insert(Label(name: "a")) }
        try insert()
        for _ in 0..<1_000 where try store.context().count(Label.self) == 0 { await Task.yield() }
        #expect(try store.context().count(Label.self) == 1)
    }

    @Test func anotherShapeIsRefused() throws {
        let store = try TestStore(.file)
        try store.execute("UPDATE \"$schemas\" SET fingerprint = 'x'")
        let before = bytes(store)
        #expect {
            _ = try open(store.url)
        } throws: { error in
            guard case StorageError.schemaMismatch(_, "Runtime", _) = error else { return false }
            return SwiftDataError.loadIssueModelContainer ~= error
        }
        #expect(bytes(store) == before)
    }

    @Test func m04_tablesThatOthersChangedAreFoundWhenTheStoreIsOpened() throws {
        let store = try TestStore(.file)
        try store.execute("CREATE INDEX \"my own\" ON Label (name)")
        _ = try open(store.url)
        try store.execute("DROP INDEX \"$unique.Label.name\"; ALTER TABLE Track DROP COLUMN number")
        let before = bytes(store)
        #expect {
            _ = try open(store.url)
        } throws: { error in
            guard case StorageError.schemaMismatch(_, "Runtime", let differences) = error else { return false }
            return differences.count == 2 && differences[0].contains("Track")
                && differences[1].contains("$unique.Label.name")
        }
        #expect(bytes(store) == before)
    }

    @Test func foreignFilesAreRefusedAndLeftAsTheyAre() throws {
        let folder = try TestStore(.file).folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = folder.appendingPathComponent("text")
        try Data(repeating: 0x41, count: 5_000).write(to: text)
        #expect {
            _ = try open(text)
        } throws: { error in
            guard case StorageError.foreignStore = error else { return false }
            return true
        }
        #expect(try Data(contentsOf: text) == Data(repeating: 0x41, count: 5_000))
        #expect(throws: StorageError.self) { try open(folder) }
        #expect(throws: StorageError.self) { try open(folder.appendingPathComponent("none/none.store")) }
        let missing = folder.appendingPathComponent("missing.store")
        #expect(throws: StorageError.self) { try open(missing, allowsSave: false) }
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    @Test func aForeignDatabaseIsRefused() throws {
        let other = try TestStore(.file)
        try other.execute("PRAGMA application_id = 7")
        #expect {
            _ = try open(other.url)
        } throws: { error in
            guard case StorageError.foreignStore = error else { return false }
            return true
        }
    }

    @Test func aReadOnlyContainerReadsAndDoesNotSave() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        let reading = ModelContext(try open(store.url, allowsSave: false))
        #expect(try reading.all(Label.self).map(\.name) == ["a"])
        reading.insert(Label(name: "b"))
        #expect {
            try reading.save()
        } throws: { error in
            guard case StorageError.readOnly = error else { return false }
            return true
        }
        #expect(reading.hasChanges)
    }

    /// The generator's SQL, the runtime's and the file's are one; foreign keys and integrity hold for other tools.
    @Test func theFileIsWhatTheSchemaSays() throws {
        let store = try TestStore(.file)
        #expect(RuntimeV1._$schema.computedFingerprint == RuntimeV1._$schema.generatedFingerprint)
        let context = store.context()
        for index in 0..<20 {
            context.insert(
                Album(title: "\(index)", tracks: [Track(title: "t")], labels: [Label(name: "\(index % 3)")]))
        }
        try context.save()
        for album in try context.all(Album.self).prefix(5) { context.delete(album) }
        try context.save()
        #expect(try store.query("PRAGMA integrity_check") == [["ok"]])
        #expect(try store.query("PRAGMA foreign_key_check") == [])
        #expect(try store.query("SELECT count(*) FROM \"Album.labels\"") == [["15"]])
        #expect(try store.query("SELECT count(*) FROM Label") == [["3"]])
        #expect(try store.query("PRAGMA journal_mode") == [["wal"]])
    }

    /// A program that does not know the runtime still gets the rules, if it switches foreign keys on.
    @Test func theDatabaseIsTheNet() throws {
        let store = try TestStore(.file)
        let context = store.context()
        let album = Album(title: "A", tracks: [Track(title: "t")], labels: [Label(name: "l")])
        album.cover = Cover(name: "c")
        context.insert(album)
        context.insert(Shelf(name: "s", things: [Thing(name: "t")]))
        context.insert(User(key: "m"))
        try context.save()
        try store.execute("PRAGMA foreign_keys = ON; DELETE FROM Album")
        #expect(
            try store.query("SELECT (SELECT count(*) FROM Track), (SELECT count(*) FROM \"Album.labels\")") == [
                ["0", "0"]
            ])
        // The rule of `Album.cover` is on its own side: a trigger follows it.
        #expect(try store.query("SELECT count(*) FROM Cover") == [["0"]])
        #expect(throws: (any Error).self) { try store.execute("PRAGMA foreign_keys = ON; DELETE FROM Shelf") }
        #expect(throws: (any Error).self) {
            try store.execute("INSERT INTO User (\"$id\", \"key\", name) VALUES (99, 'm', '')")
        }
    }

    /// Two containers on one file, as two programs would have.
    @Test func severalContainersShareAFile() throws {
        let store = try TestStore(.file)
        let first = store.context()
        let second = ModelContext(try open(store.url))
        first.insert(Label(name: "a"))
        try first.save()
        second.insert(Label(name: "b"))
        second.insert(Label(name: "a"))
        try second.save()
        #expect(try first.all(Label.self).map(\.name) == ["a", "b"])
        let ids = try first.all(Label.self).map(\.persistentModelID)
        #expect(try second.all(Label.self).map(\.persistentModelID) == ids)
    }

    /// Readers go on while a writer is in its transaction.
    @Test func readersDoNotWaitForTheWriter() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        var count = 0
        try store.holdingTheWriteLock { count = try context.count(Label.self) }
        #expect(count == 1)
    }

    @Test func anotherThousandContexts() throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        let contexts = (0..<1_000).map { _ in store.context() }
        let labels = try contexts.map { try $0.all(Label.self)[0] }
        labels[500].name = "b"
        try contexts[500].save()
        let names = try contexts.map { try $0.all(Label.self)[0].name }
        #expect(names == Array(repeating: "b", count: 1_000))
    }
}
