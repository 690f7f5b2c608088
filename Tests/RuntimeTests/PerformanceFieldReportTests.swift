import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Field reports (h): what must not grow with the data is counted, never timed.
@Suite struct PerformanceFieldReportTests {
    private let store: TestStore
    private let log: StatementLog

    init() throws {
        store = try TestStore(.file)
        log = StatementLog.begin(store.url.path)
    }

    /// The statements that a closure runs on connections that are opened for it.
    private func statements(_ body: (ModelContext) throws -> Void) throws -> [String] {
        let context = try store.reopened()
        _ = log.take()
        try body(context)
        return log.take()
    }

    @Test func f01_largeDataIsNotReadUntilItIsTouched() throws {
        let filling = store.context()
        for number in 0..<20 {
            filling.insert(
                Sample(
                    kind: "\(number)", start: Date(timeIntervalSinceReferenceDate: Double(number)),
                    bytes: Data(count: 2_000_000)))
        }
        try filling.save()
        let context = try store.reopened()
        let samples = try context.fetch(FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.start)]))
        _ = log.take()
        #expect(samples.map(\.kind) == (0..<20).map(String.init))
        #expect(log.take() == [])
        #expect(samples[3].bytes.count == 2_000_000)
        #expect(log.take().count { $0.hasPrefix("SELECT") } == 1)
    }

    @Test func f02_newestWindowAndCountUseTheDeclaredIndexes() throws {
        let filling = store.context()
        for number in 0..<3_000 {
            filling.insert(
                Sample(
                    kind: ["pulse", "steps", "sleep"][number % 3],
                    start: Date(timeIntervalSinceReferenceDate: Double(number) * 60)))
        }
        try filling.save()
        let context = try store.reopened()
        var newest = FetchDescriptor<Sample>(
            predicate: #Predicate { $0.kind == "steps" }, sortBy: [SortDescriptor(\.start, order: .reverse)])
        newest.fetchLimit = 1
        #expect(try context.fetch(newest).map(\.start.timeIntervalSinceReferenceDate) == [2_998 * 60])
        let plan = try context.explain(newest)
        #expect(plan.uses(index: "$index.Sample.kind.start"), "\(plan)")
        #expect(!plan.plan.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN t0") }, "\(plan)")

        let (from, to) = (
            Date(timeIntervalSinceReferenceDate: 600), Date(timeIntervalSinceReferenceDate: 600 + 86_400)
        )
        let window = FetchDescriptor<Sample>(
            predicate: #Predicate { $0.start >= from && $0.start < to }, sortBy: [SortDescriptor(\.start)])
        #expect(try context.fetch(window).count == 1_440)
        let windowPlan = try context.explain(window)
        #expect(windowPlan.uses(index: "$index.Sample.start"), "\(windowPlan)")
        #expect(!windowPlan.plan.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN") }, "\(windowPlan)")

        let count = FetchDescriptor<Sample>(predicate: #Predicate { $0.kind == "sleep" })
        _ = log.take()
        #expect(try context.fetchCount(count) == 1_000)
        // Counted by SQLite: nothing is fetched.
        #expect(log.take().filter { $0.hasPrefix("SELECT") && !$0.contains("count(*)") } == [])
    }

    @Test func f05_statementsOfACascadeDoNotGrowWithTheRows() throws {
        func deletion(of hubs: Int) throws -> Int {
            let filling = store.context()
            for number in 0..<hubs {
                let user = User(key: "\(hubs).\(number)", name: "hub")
                filling.insert(user)
                for message in 0..<50 { filling.insert(Message(text: "\(message)", user: user)) }
            }
            try filling.save()
            let ran = try statements { context in
                for user in try context.all(User.self) { context.delete(user) }
                try context.save()
            }
            let context = store.context()
            #expect(try context.count(User.self) == 0 && context.count(Message.self) == 0)
            // SQLite tells a statement again for each row that a foreign key lets it delete.
            return zip(ran, ran.dropFirst()).count { $0 != $1 || !$0.hasPrefix("DELETE") }
        }
        let few = try deletion(of: 20)
        let many = try deletion(of: 200)
        // For each object that is deleted by name its mark and a look at who links to it, none for those that go along.
        #expect(many - few <= 2 * 180, "\(few), \(many)")
        let whole = try statements { try $0.delete(model: User.self) }
        #expect(whole.count < 100)
    }

    @Test func f07_aListIsBuiltWithAStatementForEachMember() throws {
        func insertion(of members: Int) throws -> Int {
            try statements { context in
                let album = Album(title: "\(members)")
                context.insert(album)
                for number in 0..<members { album.tracks.append(Track(title: "\(number)")) }
                try context.save()
            }.count
        }
        let few = try insertion(of: 1_000)
        let many = try insertion(of: 3_000)
        // Ids are taken in blocks of a thousand: nothing else may grow faster than the members.
        #expect(many - few <= 2_000 + 2, "\(few), \(many)")
        #expect(try store.context().count(Track.self) == 4_000)
        let album = try #require(try store.context().all(Album.self).last)
        #expect(try album.count(of: \.tracks) == 3_000)
    }

    @Test func f09_takingOneOutOfAManyToManyTouchesItsOwnRowsOnly() throws {
        func removal(_ size: Int) throws -> [String] {
            let filling = store.context()
            let labels = (0..<size).map { Label(name: "\(size).\($0)") }
            for number in 0..<5 { filling.insert(Album(title: "\(size).\(number)", labels: labels)) }
            try filling.save()
            let context = try store.reopened()
            let albums = try context.all(Album.self).filter { $0.title.hasPrefix("\(size).") }
            for album in albums { _ = album.labels.count }
            let label = try #require(try context.all(Label.self).first { $0.name == "\(size).7" })
            #expect(label.albums.count == 5)
            let version = try store.query("SELECT sum(\"$version\") FROM \"Label\"")
            _ = log.take()
            context.delete(label)
            try context.save()
            let ran = log.take()
            #expect(albums.allSatisfy { $0.labels.count == size - 1 })
            #expect(
                try store.query(
                    "SELECT count(*) FROM \"Album.labels\" JOIN \"Album\" ON \"$source\" = \"$id\" WHERE \"title\" LIKE '\(size).%'"
                )
                    == [["\(5 * (size - 1))"]])
            // The others were not written.
            #expect(version != [] && ran.filter { $0.hasPrefix("UPDATE \"Label\"") } == [])
            return ran
        }
        #expect(try removal(20).count == removal(2_000).count)
    }
}
