// Written by modelgen migration-tests. Do not edit: write it again when there is a new version.

import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Stores of every version of Voyages arrive intact in every later one.
nonisolated struct VoyagesMigrationTests {
    @Test("1.0.0 to 1.1.0") func fromVoyagesV1ToVoyagesV1_1() throws {
        let folder = try TemporaryFolder()
        try Self.fillVoyagesV1(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: VoyagesV1_1.self), migrationPlan: VoyagesMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allJourney = try objects(VoyagesV1_1.Journey.self, 2, in: context)
        let voyage1 = allJourney[0]
        let voyage2 = allJourney[1]
        let allCharter = try objects(VoyagesV1_1.Charter.self, 2, in: context)
        let charter3 = allCharter[0]
        let charter4 = allCharter[1]
        let allSailor = try objects(VoyagesV1_1.Sailor.self, 2, in: context)
        let sailor5 = allSailor[0]
        let sailor6 = allSailor[1]
        let allShip = try objects(VoyagesV1_1.Ship.self, 2, in: context)
        let ship7 = allShip[0]
        let ship8 = allShip[1]
        let allPort = try objects(VoyagesV1_1.Port.self, 2, in: context)
        let port9 = allPort[0]
        let port10 = allPort[1]
        let allTicket = try objects(VoyagesV1_1.Ticket.self, 2, in: context)
        let ticket11 = allTicket[0]
        let ticket12 = allTicket[1]
        #expect(voyage1.name == "text 1")
        #expect(voyage1.Cause == VoyagesV1_1.Cause.family)
        #expect(voyage1.home == nil)
        #expect(voyage1.start.name == "text 1")
        #expect(voyage1.start.depth == 1.5)
        #expect(voyage1.start.opened == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(voyage1.length == 1)
        #expect(voyage1.cost == "text 1")
        #expect(voyage1.booked == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(voyage1.flag == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(voyage1.route == nil)
        #expect(voyage1.labels == ["text 1"])
        #expect(voyage1.ship === ship7)
        #expect(voyage1.sailors.contains { $0 === sailor5 })
        #expect(voyage1.ports.contains { $0 === port9 })
        #expect(voyage2.name == "text 2")
        #expect(voyage2.Cause == VoyagesV1_1.Cause.leisure)
        #expect(voyage2.home?.name == "text 2")
        #expect(voyage2.home?.depth == 2.5)
        #expect(voyage2.home?.opened == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(voyage2.start.name == "text 2")
        #expect(voyage2.start.depth == 2.5)
        #expect(voyage2.start.opened == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(voyage2.length == 2)
        #expect(voyage2.cost == "text 2")
        #expect(voyage2.booked == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(voyage2.flag == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(voyage2.route == nil)
        #expect(voyage2.labels == ["text 2"])
        #expect(voyage2.ship === ship8)
        #expect(voyage2.sailors.contains { $0 === sailor6 })
        #expect(voyage2.ports.contains { $0 === port9 })
        #expect(voyage2.ports.contains { $0 === port10 })
        #expect(charter3.name == "text 3")
        #expect(charter3.Cause == VoyagesV1_1.Cause.family)
        #expect(charter3.home == nil)
        #expect(charter3.start.name == "text 3")
        #expect(charter3.start.depth == 3.5)
        #expect(charter3.start.opened == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.length == 3)
        #expect(charter3.cost == "text 3")
        #expect(charter3.booked == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.flag == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(charter3.route == nil)
        #expect(charter3.labels == ["text 3"])
        #expect(charter3.ship === ship7)
        #expect(charter3.ports.contains { $0 === port10 })
        #expect(charter3.fee == 3.5)
        #expect(charter4.name == "text 4")
        #expect(charter4.Cause == VoyagesV1_1.Cause.leisure)
        #expect(charter4.home?.name == "text 4")
        #expect(charter4.home?.depth == 4.5)
        #expect(charter4.home?.opened == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.start.name == "text 4")
        #expect(charter4.start.depth == 4.5)
        #expect(charter4.start.opened == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.length == 4)
        #expect(charter4.cost == "text 4")
        #expect(charter4.booked == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.flag == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(charter4.route == nil)
        #expect(charter4.labels == ["text 4"])
        #expect(charter4.ship === ship8)
        #expect(charter4.fee == 4.5)
        #expect(sailor5.fullName == "text 5")
        #expect(sailor5.age == 5)
        #expect(sailor5.voyage === voyage1)
        #expect(sailor6.fullName == "text 6")
        #expect(sailor6.age == 6)
        #expect(sailor6.voyage === voyage2)
        #expect(ship7.name == "text 7")
        #expect(ship7.captain == "text 7")
        #expect(ship8.name == "text 8")
        #expect(ship8.captain == "text 8")
        #expect(port9.name == "text 9")
        #expect(port9.voyages.contains { $0 === voyage1 })
        #expect(port9.voyages.contains { $0 === voyage2 })
        #expect(port10.name == "text 10")
        #expect(port10.voyages.contains { $0 === voyage2 })
        #expect(port10.voyages.contains { $0 === charter3 })
        #expect(ticket11.number == 11)
        #expect(ticket11.seat == "text 11")
        #expect(ticket12.number == 12)
        #expect(ticket12.seat == "text 12")
    }

    @Test("1.0.0 to 2.0.0") func fromVoyagesV1ToVoyagesV2() throws {
        let folder = try TemporaryFolder()
        try Self.fillVoyagesV1(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: VoyagesV2.self), migrationPlan: VoyagesMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allJourney = try objects(VoyagesV2.Journey.self, 2, in: context)
        let voyage1 = allJourney[0]
        let voyage2 = allJourney[1]
        let allCharter = try objects(VoyagesV2.Charter.self, 2, in: context)
        let charter3 = allCharter[0]
        let charter4 = allCharter[1]
        let allSailor = try objects(VoyagesV2.Sailor.self, 2, in: context)
        let sailor5 = allSailor[0]
        let sailor6 = allSailor[1]
        let allShip = try objects(VoyagesV2.Ship.self, 2, in: context)
        let ship7 = allShip[0]
        let ship8 = allShip[1]
        let allPort = try objects(VoyagesV2.Port.self, 2, in: context)
        let port9 = allPort[0]
        let port10 = allPort[1]
        #expect(voyage1.name == "text 1")
        #expect(voyage1.Cause == VoyagesV2.Cause.family)
        #expect(voyage1.home == nil)
        #expect(voyage1.start.name == "text 1")
        #expect(voyage1.start.depth == 1.5)
        #expect(voyage1.start.opened == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(voyage1.length == 1)
        #expect(voyage1.booked == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(voyage1.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(voyage1.route == nil)
        #expect(voyage1.labels == ["text 1"])
        #expect(voyage1.ship === ship7)
        #expect(voyage1.sailors.contains { $0 === sailor5 })
        #expect(voyage1.ports.contains { $0 === port9 })
        #expect(voyage2.name == "text 2")
        #expect(voyage2.Cause == VoyagesV2.Cause.leisure)
        #expect(voyage2.home?.name == "text 2")
        #expect(voyage2.home?.depth == 2.5)
        #expect(voyage2.home?.opened == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(voyage2.start.name == "text 2")
        #expect(voyage2.start.depth == 2.5)
        #expect(voyage2.start.opened == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(voyage2.length == 2)
        #expect(voyage2.booked == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(voyage2.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(voyage2.route == nil)
        #expect(voyage2.labels == ["text 2"])
        #expect(voyage2.ship === ship8)
        #expect(voyage2.sailors.contains { $0 === sailor6 })
        #expect(voyage2.ports.contains { $0 === port9 })
        #expect(voyage2.ports.contains { $0 === port10 })
        #expect(charter3.name == "text 3")
        #expect(charter3.Cause == VoyagesV2.Cause.family)
        #expect(charter3.home == nil)
        #expect(charter3.start.name == "text 3")
        #expect(charter3.start.depth == 3.5)
        #expect(charter3.start.opened == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.length == 3)
        #expect(charter3.booked == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(charter3.route == nil)
        #expect(charter3.labels == ["text 3"])
        #expect(charter3.ship === ship7)
        #expect(charter3.ports.contains { $0 === port10 })
        #expect(charter3.fee == 3.5)
        #expect(charter4.name == "text 4")
        #expect(charter4.Cause == VoyagesV2.Cause.leisure)
        #expect(charter4.home?.name == "text 4")
        #expect(charter4.home?.depth == 4.5)
        #expect(charter4.home?.opened == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.start.name == "text 4")
        #expect(charter4.start.depth == 4.5)
        #expect(charter4.start.opened == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.length == 4)
        #expect(charter4.booked == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(charter4.route == nil)
        #expect(charter4.labels == ["text 4"])
        #expect(charter4.ship === ship8)
        #expect(charter4.fee == 4.5)
        #expect(sailor5.age == 5)
        #expect(sailor5.voyage === voyage1)
        #expect(sailor6.age == 6)
        #expect(sailor6.voyage === voyage2)
        #expect(ship7.name == "text 7")
        #expect(ship8.name == "text 8")
        #expect(port9.name == "text 9")
        #expect(port9.voyages.contains { $0 === voyage1 })
        #expect(port9.voyages.contains { $0 === voyage2 })
        #expect(port10.name == "text 10")
        #expect(port10.voyages.contains { $0 === voyage2 })
        #expect(port10.voyages.contains { $0 === charter3 })
    }

    private static func fillVoyagesV1(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: VoyagesV1.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let voyage1 = VoyagesV1.Voyage(
            title: "text 1", Cause: VoyagesV1.Cause.family, home: nil,
            start: VoyagesV1.Harbour(name: "text 1", depth: 1.5, opened: Date(timeIntervalSinceReferenceDate: 1000.5)),
            length: 1, cost: "text 1", booked: Date(timeIntervalSinceReferenceDate: 1000.5), remindAt: nil,
            flag: VoyagesV2.Journey._$default_flag().rawValue, route: nil, labels: ["text 1"])
        context.insert(voyage1)
        let voyage2 = VoyagesV1.Voyage(
            title: "text 2", Cause: VoyagesV1.Cause.leisure,
            home: VoyagesV1.Harbour(name: "text 2", depth: 2.5, opened: Date(timeIntervalSinceReferenceDate: 2000.5)),
            start: VoyagesV1.Harbour(name: "text 2", depth: 2.5, opened: Date(timeIntervalSinceReferenceDate: 2000.5)),
            length: 2, cost: "text 2", booked: Date(timeIntervalSinceReferenceDate: 2000.5),
            remindAt: Date(timeIntervalSinceReferenceDate: 2000.5), flag: VoyagesV2.Journey._$default_flag().rawValue,
            route: nil, labels: ["text 2"])
        context.insert(voyage2)
        let charter3 = VoyagesV1.Charter(
            title: "text 3", Cause: VoyagesV1.Cause.family, home: nil,
            start: VoyagesV1.Harbour(name: "text 3", depth: 3.5, opened: Date(timeIntervalSinceReferenceDate: 3000.5)),
            length: 3, cost: "text 3", booked: Date(timeIntervalSinceReferenceDate: 3000.5), remindAt: nil,
            flag: VoyagesV2.Journey._$default_flag().rawValue, route: nil, labels: ["text 3"], fee: 3.5)
        context.insert(charter3)
        let charter4 = VoyagesV1.Charter(
            title: "text 4", Cause: VoyagesV1.Cause.leisure,
            home: VoyagesV1.Harbour(name: "text 4", depth: 4.5, opened: Date(timeIntervalSinceReferenceDate: 4000.5)),
            start: VoyagesV1.Harbour(name: "text 4", depth: 4.5, opened: Date(timeIntervalSinceReferenceDate: 4000.5)),
            length: 4, cost: "text 4", booked: Date(timeIntervalSinceReferenceDate: 4000.5),
            remindAt: Date(timeIntervalSinceReferenceDate: 4000.5), flag: VoyagesV2.Journey._$default_flag().rawValue,
            route: nil, labels: ["text 4"], fee: 4.5)
        context.insert(charter4)
        let sailor5 = VoyagesV1.Sailor(fullName: "text 5", age: 5)
        context.insert(sailor5)
        let sailor6 = VoyagesV1.Sailor(fullName: "text 6", age: 6)
        context.insert(sailor6)
        let ship7 = VoyagesV1.Ship(name: "text 7", captain: "text 7")
        context.insert(ship7)
        let ship8 = VoyagesV1.Ship(name: "text 8", captain: "text 8")
        context.insert(ship8)
        let port9 = VoyagesV1.Port(name: "text 9")
        context.insert(port9)
        let port10 = VoyagesV1.Port(name: "text 10")
        context.insert(port10)
        let ticket11 = VoyagesV1.Ticket(number: 11, seat: "text 11")
        context.insert(ticket11)
        let ticket12 = VoyagesV1.Ticket(number: 12, seat: "text 12")
        context.insert(ticket12)
        let models13 = VoyagesV1._$models(self: 13)
        context.insert(models13)
        let models14 = VoyagesV1._$models(self: 14)
        context.insert(models14)
        let self15 = VoyagesV1._$self(models: nil)
        context.insert(self15)
        let self16 = VoyagesV1._$self(models: "text 16")
        context.insert(self16)
        voyage1.ship = ship7
        voyage2.ship = ship8
        charter3.ship = ship7
        charter4.ship = ship8
        sailor5.voyage = voyage1
        sailor6.voyage = voyage2
        port9.voyages = [voyage1, voyage2]
        port10.voyages = [voyage2, charter3]
        models13.VoyagesV1 = self15
        models14.VoyagesV1 = self16
        try context.save()
    }

    @Test("1.1.0 to 2.0.0") func fromVoyagesV1_1ToVoyagesV2() throws {
        let folder = try TemporaryFolder()
        try Self.fillVoyagesV1_1(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: VoyagesV2.self), migrationPlan: VoyagesMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allJourney = try objects(VoyagesV2.Journey.self, 2, in: context)
        let journey1 = allJourney[0]
        let journey2 = allJourney[1]
        let allCharter = try objects(VoyagesV2.Charter.self, 2, in: context)
        let charter3 = allCharter[0]
        let charter4 = allCharter[1]
        let allSailor = try objects(VoyagesV2.Sailor.self, 2, in: context)
        let sailor5 = allSailor[0]
        let sailor6 = allSailor[1]
        let allShip = try objects(VoyagesV2.Ship.self, 2, in: context)
        let ship7 = allShip[0]
        let ship8 = allShip[1]
        let allPort = try objects(VoyagesV2.Port.self, 2, in: context)
        let port9 = allPort[0]
        let port10 = allPort[1]
        #expect(journey1.name == "text 1")
        #expect(journey1.Cause == VoyagesV2.Cause.family)
        #expect(journey1.home == nil)
        #expect(journey1.start.name == "text 1")
        #expect(journey1.start.depth == 1.5)
        #expect(journey1.start.opened == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(journey1.length == 1)
        #expect(journey1.booked == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(journey1.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(journey1.route == nil)
        #expect(journey1.labels == ["text 1"])
        #expect(journey1.stars == 1)
        #expect(journey1.changed == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(journey1.ship === ship7)
        #expect(journey1.sailors.contains { $0 === sailor5 })
        #expect(journey1.ports.contains { $0 === port9 })
        #expect(journey1.ports.contains { $0 === port10 })
        #expect(journey2.name == "text 2")
        #expect(journey2.Cause == VoyagesV2.Cause.flight)
        #expect(journey2.home?.name == "text 2")
        #expect(journey2.home?.depth == 2.5)
        #expect(journey2.home?.opened == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(journey2.start.name == "text 2")
        #expect(journey2.start.depth == 2.5)
        #expect(journey2.start.opened == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(journey2.length == 2)
        #expect(journey2.booked == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(journey2.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(journey2.route == nil)
        #expect(journey2.labels == ["text 2"])
        #expect(journey2.stars == 2)
        #expect(journey2.changed == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(journey2.ship === ship8)
        #expect(journey2.sailors.contains { $0 === sailor6 })
        #expect(journey2.ports.contains { $0 === port10 })
        #expect(journey2.ports.contains { $0 === port9 })
        #expect(charter3.name == "text 3")
        #expect(charter3.Cause == VoyagesV2.Cause.leisure)
        #expect(charter3.home == nil)
        #expect(charter3.start.name == "text 3")
        #expect(charter3.start.depth == 3.5)
        #expect(charter3.start.opened == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.length == 3)
        #expect(charter3.booked == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(charter3.route == nil)
        #expect(charter3.labels == ["text 3"])
        #expect(charter3.stars == 3)
        #expect(charter3.changed == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(charter3.ship === ship7)
        #expect(charter3.ports.contains { $0 === port9 })
        #expect(charter3.ports.contains { $0 === port10 })
        #expect(charter3.fee == 3.5)
        #expect(charter4.name == "text 4")
        #expect(charter4.Cause == VoyagesV2.Cause.family)
        #expect(charter4.home?.name == "text 4")
        #expect(charter4.home?.depth == 4.5)
        #expect(charter4.home?.opened == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.start.name == "text 4")
        #expect(charter4.start.depth == 4.5)
        #expect(charter4.start.opened == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.length == 4)
        #expect(charter4.booked == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.flag.rawValue == VoyagesV2.Journey._$default_flag().rawValue)
        #expect(charter4.route == nil)
        #expect(charter4.labels == ["text 4"])
        #expect(charter4.stars == 4)
        #expect(charter4.changed == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(charter4.ship === ship8)
        #expect(charter4.ports.contains { $0 === port10 })
        #expect(charter4.ports.contains { $0 === port9 })
        #expect(charter4.fee == 4.5)
        #expect(sailor5.age == 5)
        #expect(sailor5.voyage === journey1)
        #expect(sailor6.age == 6)
        #expect(sailor6.voyage === journey2)
        #expect(ship7.name == "text 7")
        #expect(ship8.name == "text 8")
        #expect(port9.name == "text 9")
        #expect(port9.voyages.contains { $0 === journey1 })
        #expect(port9.voyages.contains { $0 === journey2 })
        #expect(port9.voyages.contains { $0 === charter3 })
        #expect(port9.voyages.contains { $0 === charter4 })
        #expect(port10.name == "text 10")
        #expect(port10.voyages.contains { $0 === journey1 })
        #expect(port10.voyages.contains { $0 === journey2 })
        #expect(port10.voyages.contains { $0 === charter3 })
        #expect(port10.voyages.contains { $0 === charter4 })
    }

    private static func fillVoyagesV1_1(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: VoyagesV1_1.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let journey1 = VoyagesV1_1.Journey(
            name: "text 1", Cause: VoyagesV1_1.Cause.family, home: nil,
            start: VoyagesV1_1.Harbour(
                name: "text 1", depth: 1.5, opened: Date(timeIntervalSinceReferenceDate: 1000.5)), length: 1,
            cost: "text 1", booked: Date(timeIntervalSinceReferenceDate: 1000.5),
            flag: VoyagesV2.Journey._$default_flag().rawValue, route: nil, labels: ["text 1"], stars: 1,
            changed: Date(timeIntervalSinceReferenceDate: 1000.5))
        context.insert(journey1)
        let journey2 = VoyagesV1_1.Journey(
            name: "text 2", Cause: VoyagesV1_1.Cause.flight,
            home: VoyagesV1_1.Harbour(name: "text 2", depth: 2.5, opened: Date(timeIntervalSinceReferenceDate: 2000.5)),
            start: VoyagesV1_1.Harbour(
                name: "text 2", depth: 2.5, opened: Date(timeIntervalSinceReferenceDate: 2000.5)), length: 2,
            cost: "text 2", booked: Date(timeIntervalSinceReferenceDate: 2000.5),
            flag: VoyagesV2.Journey._$default_flag().rawValue, route: nil, labels: ["text 2"], stars: 2,
            changed: Date(timeIntervalSinceReferenceDate: 2000.5))
        context.insert(journey2)
        let charter3 = VoyagesV1_1.Charter(
            name: "text 3", Cause: VoyagesV1_1.Cause.leisure, home: nil,
            start: VoyagesV1_1.Harbour(
                name: "text 3", depth: 3.5, opened: Date(timeIntervalSinceReferenceDate: 3000.5)), length: 3,
            cost: "text 3", booked: Date(timeIntervalSinceReferenceDate: 3000.5),
            flag: VoyagesV2.Journey._$default_flag().rawValue, route: nil, labels: ["text 3"], stars: 3,
            changed: Date(timeIntervalSinceReferenceDate: 3000.5), fee: 3.5)
        context.insert(charter3)
        let charter4 = VoyagesV1_1.Charter(
            name: "text 4", Cause: VoyagesV1_1.Cause.family,
            home: VoyagesV1_1.Harbour(name: "text 4", depth: 4.5, opened: Date(timeIntervalSinceReferenceDate: 4000.5)),
            start: VoyagesV1_1.Harbour(
                name: "text 4", depth: 4.5, opened: Date(timeIntervalSinceReferenceDate: 4000.5)), length: 4,
            cost: "text 4", booked: Date(timeIntervalSinceReferenceDate: 4000.5),
            flag: VoyagesV2.Journey._$default_flag().rawValue, route: nil, labels: ["text 4"], stars: 4,
            changed: Date(timeIntervalSinceReferenceDate: 4000.5), fee: 4.5)
        context.insert(charter4)
        let sailor5 = VoyagesV1_1.Sailor(fullName: "text 5", age: 5)
        context.insert(sailor5)
        let sailor6 = VoyagesV1_1.Sailor(fullName: "text 6", age: 6)
        context.insert(sailor6)
        let ship7 = VoyagesV1_1.Ship(name: "text 7", captain: "text 7")
        context.insert(ship7)
        let ship8 = VoyagesV1_1.Ship(name: "text 8", captain: "text 8")
        context.insert(ship8)
        let port9 = VoyagesV1_1.Port(name: "text 9")
        context.insert(port9)
        let port10 = VoyagesV1_1.Port(name: "text 10")
        context.insert(port10)
        let ticket11 = VoyagesV1_1.Ticket(number: 11, seat: "text 11")
        context.insert(ticket11)
        let ticket12 = VoyagesV1_1.Ticket(number: 12, seat: "text 12")
        context.insert(ticket12)
        journey1.ship = ship7
        journey2.ship = ship8
        charter3.ship = ship7
        charter4.ship = ship8
        journey1.ports = [port9, port10]
        journey2.ports = [port10, port9]
        charter3.ports = [port9, port10]
        charter4.ports = [port10, port9]
        sailor5.voyage = journey1
        sailor6.voyage = journey2
        try context.save()
    }
}

/// A folder for one store, which goes with the test.
private nonisolated final class TemporaryFolder {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var store: URL { folder.appendingPathComponent("migrated.store") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// The objects of exactly one model in the order in which they were made. There may be more than there were.
private nonisolated func objects<T: PersistentModel>(
    _ type: T.Type, _ count: Int, in context: ModelContext
) throws -> [T] {
    let found = try context.fetch(FetchDescriptor<T>()).filter { Swift.type(of: $0) == type }
    try #require(found.count >= count, "there are \(found.count) objects of \(type), and there were \(count)")
    return found
}

private nonisolated func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

/// A value of a type that is written by hand, as a store has it.
private nonisolated func json<T: Encodable>(_ value: T) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
