import Foundation
import ModelStorage
import Testing
import Trips

import class Trips.Tag  // Testing has a type of this name, too

/// A store in memory for each test: they share nothing and leave nothing.
@Suite struct TripsTests {
    let container: ModelContainer
    let context: ModelContext
    let day = Date(timeIntervalSince1970: 1_750_000_000)

    init() throws {
        container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
    }

    @Test func bothSidesOfARelationshipChangeTogether() throws {
        let trip = Trip("Ring road", to: "Iceland", from: day, days: 10)
        let item = trip.add("Geysir")
        #expect(trip.items == [item])

        let nature = Tag(name: "nature")
        trip.tags.append(nature)
        #expect(nature.trips == [trip])
        nature.trips.removeAll()
        #expect(trip.tags.isEmpty)
    }

    @Test func insertingATripInsertsWhatItReaches() throws {
        let trip = Trip("Ring road", to: "Iceland", from: day, days: 10)
        trip.lodging = Lodging(name: "Camper", address: Address(street: "Flugvallarvegur 6", city: "Reykjavík"))
        trip.tags = [Tag(name: "nature"), Tag(name: "car")]
        trip.add("Geysir")
        context.insert(trip)
        try context.save()

        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        #expect(found !== trip)
        #expect(found.persistentModelID == trip.persistentModelID)
        #expect(found.lodging?.address.city == "Reykjavík")
        #expect(Set(found.tags.map(\.name)) == ["nature", "car"])
        #expect(found.items.map(\.title) == ["Geysir"])
    }

    @Test func valuesComeBackAsTheyWere() throws {
        let trip = Trip(
            name: "Ring road", destination: "Iceland", startDate: day, endDate: day.addingTimeInterval(0.1),
            reason: .adventure,
            budget: Decimal(string: "1234.56") ?? 0, notes: "rain\u{0}coat")
        context.insert(trip)
        try context.save()

        let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
        #expect(found.startDate == day)
        #expect(found.endDate == day.addingTimeInterval(0.1))
        #expect(found.reason == .adventure)
        #expect(found.budget == Decimal(string: "1234.56"))
        #expect(found.notes == "rain\u{0}coat")
        #expect(found.lodging == nil)
    }

    @Test func deletingATripTakesItsItemsAndLeavesItsTags() throws {
        let trip = Trip("Ring road", to: "Iceland", from: day, days: 10)
        trip.lodging = Lodging(name: "Camper", address: Address(street: "Flugvallarvegur 6", city: "Reykjavík"))
        trip.tags = [Tag(name: "nature")]
        trip.travelers = [Person(name: "Ada", email: "ada@example.org")]
        trip.add("Geysir")
        trip.add("Dettifoss")
        context.insert(trip)
        try context.save()

        context.delete(trip)
        try context.save()
        #expect(trip.isDeleted)
        #expect(try context.fetchCount(FetchDescriptor<BucketListItem>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Lodging>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 1)
        let ada = try #require(try context.fetch(FetchDescriptor<Person>()).first)
        #expect(ada.trips.isEmpty)
    }

    @Test func aTripOfTheSameNameUpdatesTheStoredOne() throws {
        context.insert(Trip("Ring road", to: "Iceland", from: day, days: 10))
        try context.save()
        let stored = try #require(try context.fetch(FetchDescriptor<Trip>()).first)

        context.insert(Trip("Ring road", to: "Ireland", from: day, days: 7))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
        #expect(stored.destination == "Ireland")
    }

    @Test func itTakesTheNewLodgingAndLetsTheOldOneGo() throws {
        func lodge(_ name: String) -> Lodging { Lodging(name: name, address: Address(street: "1", city: "Vík")) }
        let first = Trip("Ring road", to: "Iceland", from: day, days: 10)
        let camper = lodge("Camper")
        first.lodging = camper
        context.insert(first)
        try context.save()

        let second = Trip("Ring road", to: "Iceland", from: day, days: 10)
        second.lodging = lodge("Hut")
        context.insert(second)
        try context.save()
        #expect(first.lodging?.name == "Hut")
        #expect(camper.trip == nil)
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Trip>()).map { $0.lodging?.name } == ["Hut"])
        #expect(try other.fetchCount(FetchDescriptor<Lodging>()) == 2)
    }

    @Test func upcomingTripsComeInOrder() throws {
        context.insert(Trip("later", to: "Lisbon", from: day.addingTimeInterval(86_400 * 30), days: 4))
        context.insert(Trip("past", to: "Oslo", from: day.addingTimeInterval(-86_400 * 30), days: 4))
        context.insert(Trip("now", to: "Rome", from: day.addingTimeInterval(-86_400), days: 4))
        // Not saved yet: fetches see what is pending.
        #expect(try context.upcomingTrips(after: day).map(\.name) == ["now", "later"])
        try context.save()
        #expect(try context.upcomingTrips(after: day, limit: 1).map(\.name) == ["now"])
    }

    @Test func itemsAreFoundThroughTheirTrip() throws {
        let iceland = Trip("Ring road", to: "Iceland", from: day, days: 10)
        iceland.add("Geysir").isDone = true
        iceland.add("Dettifoss")
        let lisbon = Trip("Long weekend", to: "Lisbon", from: day, days: 4)
        lisbon.add("Tram 28")
        lisbon.tags = [Tag(name: "city")]
        context.insert(iceland)
        context.insert(lisbon)
        try context.save()

        #expect(try context.openItems(in: "Iceland").map(\.title) == ["Dettifoss"])
        #expect(iceland.progress == 0.5)
        #expect(try context.trips(tagged: "city") == [lisbon])
    }

    @Test func aStoreOutlivesTheProgram() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = ModelConfiguration(url: folder.appendingPathComponent("trips.store"))
        do {
            let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
            context.insert(Trip("Ring road", to: "Iceland", from: day, days: 10))
            try context.save()
        }
        let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Ring road"])
    }
}
