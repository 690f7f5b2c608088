import Foundation
import ModelStorage
import Testing

@Suite("Queries over a hierarchy")
struct QueryInheritanceTests {
    private func names<T: Vehicle & PersistentModel>(
        _ context: ModelContext, _ predicate: Predicate<T>?
    ) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    /// I01: the restriction to a class holds for the whole predicate, `||` in it or not.
    @Test("I01: a subclass's fetch gives its own objects only", arguments: [false, true])
    func family(_ saved: Bool) throws {
        let context = try Garage.context(saved: saved)
        #expect(try names(context, Predicate<Vehicle>.true) == ["cart", "dart", "mini", "sledge", "slug", "van"])
        #expect(try names(context, #Predicate<Car> { $0.name == "cart" || $0.doors > 2 }) == ["mini", "slug", "van"])
        #expect(try names(context, #Predicate<Racer> { $0.doors == 2 || $0.name != "van" }) == ["dart", "slug"])
        #expect(try context.fetchCount(FetchDescriptor<Racer>()) == 2)
        #expect(
            try context.fetchIdentifiers(FetchDescriptor<Car>()).map(\.entityName) == ["Car", "Car", "Racer", "Racer"])
    }

    /// I10: objects come as what they are.
    @Test("I10: casts and type checks", arguments: [false, true])
    func casts(_ saved: Bool) throws {
        let context = try Garage.context(saved: saved)
        #expect(try context.fetch(FetchDescriptor<Vehicle>()).filter { $0 is Racer }.count == 2)
        #expect(try names(context, #Predicate<Vehicle> { $0 is Car }) == ["dart", "mini", "slug", "van"])
        #expect(try names(context, #Predicate<Vehicle> { !($0 is Car) }) == ["cart", "sledge"])
        #expect(try names(context, #Predicate<Vehicle> { ($0 as? Car)?.doors == 3 }) == ["mini", "slug"])
        #expect(
            try names(context, #Predicate<Vehicle> { ($0 as? Car)?.doors != 3 }) == ["cart", "dart", "sledge", "van"])
        #expect(
            try names(
                context, #Predicate<Vehicle> { if let racer = $0 as? Racer { racer.speed == nil } else { false } })
                == ["slug"])
        #expect(try names(context, #Predicate<Vehicle> { ($0 as? Racer)?.keeper?.name == "Bob" }) == ["dart", "slug"])
        let keepers = try context.fetch(
            FetchDescriptor(predicate: #Predicate<Keeper> { $0.vehicles.contains { $0 is Racer } }))
        #expect(keepers.map(\.name) == ["Bob"])
    }

    @Test("identifiers of subclass objects are found through the base class", arguments: [false, true])
    func identifiers(_ saved: Bool) throws {
        let context = try Garage.context(saved: saved)
        let dart = try #require(try context.fetch(FetchDescriptor<Racer>()).first)
        let keeper = try #require(try context.fetch(FetchDescriptor<Keeper>()).first)
        let ids = [dart.persistentModelID, keeper.persistentModelID]
        #expect(try names(context, #Predicate<Vehicle> { ids.contains($0.persistentModelID) }) == [dart.name])
        let id = keeper.persistentModelID
        #expect(try names(context, #Predicate<Vehicle> { $0.persistentModelID == id }) == [])
        #expect(try names(context, #Predicate<Vehicle> { $0.keeper?.persistentModelID == id }).count == 2)
    }
}
