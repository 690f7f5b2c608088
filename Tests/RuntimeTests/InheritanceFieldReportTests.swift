import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Field reports (e): hierarchies.
@Suite struct InheritanceFieldReportTests {
    private func fill(_ store: TestStore) throws {
        let context = store.context()
        for number in 0..<5 {
            context.insert(Dog(name: "n", number: number))
            context.insert(Cat(name: "n", number: 10 + number))
            context.insert(Human(name: "n", number: 20 + number))
        }
        try context.save()
    }

    @Test(arguments: Place.allCases) func i06_aClassThatTheContainerWasNotToldOfIsKept(place: Place) throws {
        let store = try TestStore(place)
        let container = try ModelContainer(
            for: Being.self, Dog.self,
            configurations: place == .memory
                ? ModelConfiguration(isStoredInMemoryOnly: true)
                : ModelConfiguration(url: store.folder.appendingPathComponent("other.store")))
        let context = ModelContext(container)
        context.insert(Cat(name: "Tom", number: 1, lives: 3))
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Being>())
        #expect(found.map { ($0 as? Cat)?.lives } == [3])
    }

    @Test(arguments: Place.allCases) func i01_i10_everyPathKeepsToTheClass(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        for isPending in [false, true] {
            let context = try store.reopened()
            if isPending { context.insert(Cat(name: "new", number: 99)) }
            let expected = 5
            var descriptor = FetchDescriptor<Dog>(
                predicate: #Predicate { $0.name == "n" || $0.number > 2 }, sortBy: [SortDescriptor(\.number)])
            #expect(try context.fetchCount(descriptor) == expected)
            #expect(try context.fetchIdentifiers(descriptor).map(\.entityName) == Array(repeating: "Dog", count: 5))
            var visited = 0
            try context.enumerate(descriptor, batchSize: 2, allowEscapingMutations: true) { _ in visited += 1 }
            #expect(visited == expected)
            descriptor.propertiesToFetch = [\.name]
            #expect(try context.fetch(descriptor).count == expected)
            descriptor.fetchLimit = 3
            descriptor.fetchOffset = 3
            #expect(try context.fetch(descriptor).map(\.number) == [3, 4])
            #expect(try context.fetchCount(descriptor) == 2)
        }
        let context = try store.reopened()
        try context.delete(model: Dog.self, where: #Predicate { $0.name == "n" || $0.number > 2 })
        #expect(try context.count(Being.self) == 10 && context.count(Cat.self) == 5)
    }
}
