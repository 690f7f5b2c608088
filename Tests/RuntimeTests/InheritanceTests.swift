import Foundation
import ModelStorage
import SnapshotModels
import Testing

@Suite struct InheritanceTests {
    private func fill(_ store: TestStore) throws {
        let context = store.context()
        let home = Home(street: "Main")
        context.insert(home)
        context.insert(Dog(name: "Rex", number: 1, home: home))
        context.insert(Cat(name: "Tom", number: 2, home: home, lives: 7))
        context.insert(Human(name: "Ann", number: 3, home: home, email: "a@b.c"))
        context.insert(Animal(name: "Bug", number: 4, legs: 6))
        try context.save()
    }

    @Test(arguments: Place.allCases) func i01_i07_aFetchGivesTheClassAndItsHeirs(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let context = try store.reopened()
        #expect(try context.all(Being.self).map(\.name) == ["Rex", "Tom", "Ann", "Bug"])
        #expect(try context.all(Animal.self).map(\.name) == ["Rex", "Tom", "Bug"])
        #expect(try context.all(Dog.self).map(\.name) == ["Rex"])
        #expect(try context.count(Cat.self) == 1)
        #expect(try context.count(Being.self) == 4)
        let six = 6
        #expect(
            try context.fetch(FetchDescriptor<Animal>(predicate: #Predicate { $0.legs == six || $0.name == "Tom" }))
                .map(\.name)
                == ["Tom", "Bug"])
        #expect(
            try context.fetch(FetchDescriptor<Dog>(predicate: #Predicate { $0.legs == 4 || $0.name == "Tom" })).map(
                \.name) == ["Rex"])
    }

    @Test(arguments: Place.allCases) func i02_objectsComeBackAsWhatTheyWere(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let context = try store.reopened()
        let beings = try context.all(Being.self)
        #expect(beings.map { "\(type(of: $0))" } == ["Dog", "Cat", "Human", "Animal"])
        #expect((beings[1] as? Cat)?.lives == 7 && (beings[1] as? Cat)?.breed == "tabby")
        #expect((beings[0] as? Dog)?.breed == "mutt")
        #expect((beings[2] as? Human)?.email == "a@b.c")
        #expect(beings[0].persistentModelID.entityName == "Dog")
        let identifiers = beings.map(\.persistentModelID)
        let other = try store.reopened()
        #expect(identifiers.map { "\(type(of: other.model(for: $0)))" } == ["Dog", "Cat", "Human", "Animal"])
        let home = try #require(try other.all(Home.self).first)
        #expect(Set(home.residents.map { "\(type(of: $0))" }) == ["Dog", "Cat", "Human"])
        #expect(home.residents.allSatisfy { $0.home === home })
    }

    @Test(arguments: Place.allCases) func i08_aLeafInsertedAsItsRootKeepsItsClass(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let being: Being = Dog(name: "Rex", number: 1)
        context.insert(being)
        try context.save()
        let other = try store.reopened()
        #expect(
            try [other.count(Being.self), other.count(Animal.self), other.count(Dog.self), other.count(Cat.self)] == [
                1, 1, 1, 0,
            ])
        #expect(try other.all(Animal.self).first is Dog)
    }

    @Test(arguments: Place.allCases) func uniquenessIsInherited(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let context = try store.reopened()
        // Another class has the value: neither can become the other.
        context.insert(Cat(name: "Tim", number: 1))
        #expect {
            try context.save()
        } throws: { error in
            guard case StorageError.uniqueConflict(let conflict) = error else { return false }
            return conflict.properties == ["number"]
        }
        context.rollback()
        context.insert(Cat(name: "Tim", number: 2))
        try context.save()
        #expect(try context.all(Cat.self).map(\.name) == ["Tim"])
        #expect(try context.count(Being.self) == 4)
    }

    @Test(arguments: Place.allCases) func i04_aHierarchyMayPointAtItself(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        let mother = Dog(name: "A", number: 1, puppies: [Dog(name: "B", number: 2), Dog(name: "C", number: 3)])
        mother.puppies[0].puppies.append(Dog(name: "D", number: 4))
        context.insert(mother)
        context.insert(Cat(name: "E", number: 5))
        try context.save()
        let other = try store.reopened()
        let dogs = try other.all(Dog.self)
        let root = try #require(dogs.first { $0.mother == nil })
        #expect(root.name == "A" && root.puppies.count == 2)
        other.delete(root)
        try other.save()
        #expect(try other.all(Being.self).map(\.name) == ["E"])
        #expect(try store.reopened().count(Dog.self) == 0)
    }

    @Test(arguments: Place.allCases) func i10_batchDeletesKeepToTheClass(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let context = try store.reopened()
        try context.delete(model: Animal.self, includeSubclasses: false)
        #expect(try context.all(Being.self).map(\.name) == ["Rex", "Tom", "Ann"])
        try context.delete(model: Animal.self)
        #expect(try context.all(Being.self).map(\.name) == ["Ann"])
    }

    @Test(arguments: Place.allCases) func updatesOfInheritedAndOwnProperties(place: Place) throws {
        let store = try TestStore(place)
        try fill(store)
        let context = try store.reopened()
        let cat = try #require(try context.all(Cat.self).first)
        cat.name = "Tim"
        cat.lives = 6
        cat.legs = 3
        try context.save()
        let other = try store.reopened()
        let found = try #require(try other.all(Being.self).compactMap { $0 as? Cat }.first)
        #expect(found.name == "Tim" && found.lives == 6 && found.legs == 3 && found.number == 2)
        nonisolated(unsafe) var count = 0
        withObservationTracking {
            _ = found.name
        } onChange: {
            count += 1
        }
        found.lives = 5
        #expect(count == 0)
        found.name = "Tam"
        #expect(count == 1)
    }
}
