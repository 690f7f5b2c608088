import ModelStorage
import SnapshotModels
import Testing

/// Reads share a snapshot while nobody commits, and see every commit all the same.
@Suite struct SharedSnapshotTests {
    @Test func readsBeginOneTransactionUntilSomeoneCommits() throws {
        let store = try TestStore(.file)
        let filling = store.context()
        filling.insert(Label(name: "a"))
        try filling.save()
        let log = StatementLog.begin(store.url.path)
        let context = try store.reopened()
        func begun() -> Int { log.take().count { $0 == "BEGIN" } }
        _ = try context.count(Label.self)
        _ = begun()
        for _ in 0..<20 { #expect(try context.count(Label.self) == 1) }
        // A machine that stands still may let the snapshot end meanwhile.
        #expect(begun() < 20)
        // A commit of this container, and one of somebody else.
        context.insert(Label(name: "b"))
        try context.save()
        #expect(try context.count(Label.self) == 2)
        #expect(begun() > 0)
        try store.execute("DELETE FROM Label WHERE name = 'a'")
        #expect(try context.all(Label.self).map(\.name) == ["b"])
        #expect(begun() > 0)
    }

    @Test func aSnapshotDoesNotStayOpenWhenNobodyReads() async throws {
        let store = try TestStore(.file)
        let context = store.context()
        context.insert(Label(name: "a"))
        try context.save()
        #expect(try store.context().count(Label.self) == 1)
        // A log can be cut when nobody reads from it: 0 in the first column.
        var isFree = false
        for _ in 0..<500 where !isFree {
            isFree = try store.query("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == "0"
            if !isFree { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(isFree)
        #expect(try store.context().count(Label.self) == 1)
    }
}
