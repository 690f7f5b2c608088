import ModelStorage
import SnapshotNames
import Testing

/// Reports from the field about names: the code compiles, and what it does is right at run time too.
@MainActor struct NameFieldReportTests {
    private func container(_ schema: any ModelStorage.VersionedSchema.Type) throws -> ModelStorage.ModelContainer {
        try ModelContainer(
            for: ModelStorage.Schema(versionedSchema: schema),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private func words(table: Int, order: Int, rowid: Int) -> SQLWords {
        SQLWords(
            order: order, group: 2, check: 3, references: 4, rowid: rowid, oid: 6, _rowid_: 7, null: 8, limit: 9,
            table: table, values: 11, transaction: 12, primary: 13, select: 14, from: 15, join: 16, union: 17, key: 18)
    }

    @Test("G07: words of SQL as properties: insert, update, upsert, predicate, sort, index, unique, delete")
    func wordsOfSQL() throws {
        let container = try container(KeywordsV1.self)
        let context = container.mainContext
        for number in 1...5 { context.insert(words(table: number, order: 10 - number, rowid: 100 + number)) }
        try context.save()

        let found = FetchDescriptor<SQLWords>(
            predicate: #Predicate { $0.rowid > 102 && $0.oid == 6 && $0._rowid_ == 7 && $0.order < 8 },
            sortBy: [SortDescriptor(\.order)])
        let read = try ModelContext(container).fetch(found)
        #expect(read.map(\.table) == [5, 4, 3])
        #expect(read.map(\.rowid) == [105, 104, 103])

        let first = try #require(try context.fetch(found).first)
        first.limit = 90
        first.null = 80
        // 'table' is unique: the new object takes the row's place.
        context.insert(words(table: 4, order: 1, rowid: 999))
        try context.save()
        let all = try ModelContext(container).fetch(FetchDescriptor<SQLWords>(sortBy: [SortDescriptor(\.table)]))
        #expect(all.map(\.rowid) == [101, 102, 103, 999, 105])
        #expect(all.map(\.limit) == [9, 9, 9, 9, 90])
        #expect(all.last?.null == 80)

        try context.delete(
            model: SQLWords.self, where: #Predicate { $0.transaction == 12 && $0.group == 2 && $0.key == 18 })
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<SQLWords>()) == 0)
    }

    @Test("G07: and as names of models: Group, Order, Table, Index, Transaction, Values")
    func modelsOfSQL() throws {
        let container = try container(TypeNamesV1.self)
        let context = container.mainContext
        let part = SnapshotNames.Encodable(Encodable: "x", encoder: .a)
        let values = TypeNamesV1.Values(value: .now, kind: .a, part: part)
        let transaction = TypeNamesV1.Transaction(value: .now, kind: nil, part: part, next: values)
        let table = TypeNamesV1.Table(value: .now, kind: nil, part: part, next: transaction)
        let order = TypeNamesV1.Order(value: .now, kind: nil, part: part, next: table)
        let group = TypeNamesV1.Group(value: .now, kind: nil, part: part, next: order)
        let index = TypeNamesV1.Index(value: .now, kind: nil, part: part, next: group)
        context.insert(index)
        try context.save()
        let other = ModelStorage.ModelContext(container)
        let read = try #require(try other.fetch(FetchDescriptor<TypeNamesV1.Index>()).first)
        #expect(read.next?.next?.next?.next?.next?.kind == .a)
    }

    @Test("G02, G06: models and types called like those of Foundation and Swift are stored and related to one another")
    func namesOfTheLibrary() throws {
        let container = try container(TypeNamesV1.self)
        let context = container.mainContext
        let part = SnapshotNames.Encodable(Encodable: "x", encoder: .a)
        let date = TypeNamesV1.Date(value: .distantPast, kind: nil, part: part)
        let data = TypeNamesV1.Data(value: .distantPast, kind: .a, part: part, next: date)
        context.insert(TypeNamesV1.Task(value: .distantFuture, kind: nil, part: part, next: data))
        try context.save()
        let other = ModelStorage.ModelContext(container)
        let read = try #require(try other.fetch(FetchDescriptor<TypeNamesV1.Task>()).first)
        #expect(read.value == .distantFuture)
        #expect(read.part == part)
        #expect(read.next?.kind == .a)
        #expect(read.next?.next?.previous.map(\.value) == [.distantPast])
    }

    @Test("G04: properties called like members of protocols are the user's own")
    func membersOfProtocols() throws {
        let container = try container(KeywordsV1.self)
        let names = Dictionary(uniqueKeysWithValues: MinedAttributes.schemaMetadata.map { ($0.name, $0) })
        for name in ["id", "hash", "description", "debugDescription", "isDeleted", "hasChanges", "version", "entity"] {
            #expect(names[name] != nil, "\(name)")
        }
        let described = FetchDescriptor<MinedAttributes>(
            predicate: #Predicate { $0.description == "d" && $0.isDeleted == "no" })
        #expect(try container.mainContext.fetchCount(described) == 0)
    }
}
