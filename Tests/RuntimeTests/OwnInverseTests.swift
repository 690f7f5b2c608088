import ModelStorage
import SnapshotModels
import Testing

/// Relationships that are their own inverse.
@Suite struct OwnInverseTests {
    @Test(arguments: Place.allCases) func partnersAreEachOthers(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (a, b, c) = (Partner(name: "a"), Partner(name: "b"), Partner(name: "c"))
        a.spouse = b
        #expect(b.spouse === a)
        c.spouse = a
        #expect(a.spouse === c && b.spouse == nil)
        context.insert(a)
        context.insert(b)
        #expect(c.modelContext === context && a.spouse === c && c.spouse === a)
        try context.save()
        let other = try store.reopened()
        let found = try other.fetch(FetchDescriptor<Partner>(sortBy: [SortDescriptor(\.name)]))
        #expect(found.map { $0.spouse?.name } == ["c", nil, "a"])
        found[1].spouse = found[2]
        #expect(found.map { $0.spouse?.name } == [nil, "c", "b"])
        try other.save()
        found[2].spouse = nil
        #expect(found[1].spouse == nil)
        other.rollback()
        #expect(found.map { $0.spouse?.name } == [nil, "c", "b"])
        other.delete(found[2])
        #expect(found[1].spouse == nil)
        try other.save()
        let again = try store.reopened()
        #expect(try again.all(Partner.self).map(\.spouse) == [nil, nil])
    }

    @Test(arguments: Place.allCases) func buddiesAreEachOthers(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let (a, b, c) = (Partner(name: "a"), Partner(name: "b"), Partner(name: "c"))
        a.buddies = [b, c]
        #expect(b.buddies == [a] && c.buddies == [a])
        context.insert(a)
        b.buddies.append(c)
        #expect(c.buddies == [a, b])
        try context.save()
        let other = try store.reopened()
        let found = try other.fetch(FetchDescriptor<Partner>(sortBy: [SortDescriptor(\.name)]))
        func names() -> [[String]] { found.map { $0.buddies.map(\.name).sorted() } }
        #expect(try found[0].count(of: \.buddies) == 2)
        #expect(names() == [["b", "c"], ["a", "c"], ["a", "b"]])
        found[2].remove(found[0], from: \.buddies)
        #expect(names() == [["b"], ["a", "c"], ["b"]])
        #expect(
            try other.fetch(FetchDescriptor<Partner>(predicate: #Predicate { $0.buddies.contains { $0.name == "c" } }))
                .map(\.name) == ["b"])
        try other.save()
        other.delete(found[1])
        #expect(names()[0] == [] && names()[2] == [])
        try other.save()
        let again = try store.reopened()
        #expect(try again.all(Partner.self).map { $0.buddies.count } == [0, 0])
    }
}
