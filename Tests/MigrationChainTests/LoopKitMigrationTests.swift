// Written by modelgen migration-tests. Do not edit: write it again when there is a new version.

import Foundation
import ModelStorage
import Testing

@testable import SnapshotChains

/// Stores of every version of LoopKit arrive intact in every later one.
nonisolated struct LoopKitMigrationTests {
    @Test("1.0.0 to 4.0.0") func fromLoopKitV1ToLoopKitV4() throws {
        let folder = try TemporaryFolder()
        try Self.fillLoopKitV1(folder.store)
        let container = try ModelContainer(
            for: Schema(versionedSchema: LoopKitV4.self), migrationPlan: LoopKitMigrationPlan.self,
            configurations: ModelConfiguration(url: folder.store))
        let context = ModelContext(container)
        let allCachedCarbObject = try objects(LoopKitV4.CachedCarbObject.self, 2, in: context)
        let cachedCarbObject1 = allCachedCarbObject[0]
        let cachedCarbObject2 = allCachedCarbObject[1]
        let allCachedGlucoseObject = try objects(LoopKitV4.CachedGlucoseObject.self, 2, in: context)
        let cachedGlucoseObject3 = allCachedGlucoseObject[0]
        let cachedGlucoseObject4 = allCachedGlucoseObject[1]
        let allCachedInsulinDeliveryObject = try objects(LoopKitV4.CachedInsulinDeliveryObject.self, 2, in: context)
        let cachedInsulinDeliveryObject5 = allCachedInsulinDeliveryObject[0]
        let cachedInsulinDeliveryObject6 = allCachedInsulinDeliveryObject[1]
        let allPumpEvent = try objects(LoopKitV4.PumpEvent.self, 2, in: context)
        let pumpEvent9 = allPumpEvent[0]
        let pumpEvent10 = allPumpEvent[1]
        let allReservoir = try objects(LoopKitV4.Reservoir.self, 2, in: context)
        let reservoir11 = allReservoir[0]
        let reservoir12 = allReservoir[1]
        #expect(cachedCarbObject1.absorptionTime == nil)
        #expect(cachedCarbObject1.createdByCurrentApp == false)
        #expect(cachedCarbObject1.foodType == nil)
        #expect(cachedCarbObject1.grams == 1.5)
        #expect(cachedCarbObject1.startDate == Date(timeIntervalSinceReferenceDate: 1000.5))
        #expect(cachedCarbObject1.syncIdentifier == nil)
        #expect(cachedCarbObject1.syncVersion == 1)
        #expect(cachedCarbObject1.uuid == nil)
        #expect(cachedCarbObject2.absorptionTime == 2.5)
        #expect(cachedCarbObject2.createdByCurrentApp == true)
        #expect(cachedCarbObject2.foodType == "text 2")
        #expect(cachedCarbObject2.grams == 2.5)
        #expect(cachedCarbObject2.startDate == Date(timeIntervalSinceReferenceDate: 2000.5))
        #expect(cachedCarbObject2.syncIdentifier == "text 2")
        #expect(cachedCarbObject2.syncVersion == 2)
        #expect(cachedCarbObject2.uuid == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        #expect(cachedGlucoseObject3.isDisplayOnly == false)
        #expect(cachedGlucoseObject3.provenanceIdentifier == "text 3")
        #expect(cachedGlucoseObject3.startDate == Date(timeIntervalSinceReferenceDate: 3000.5))
        #expect(cachedGlucoseObject3.syncIdentifier == "text 3")
        #expect(cachedGlucoseObject3.syncVersion == 3)
        #expect(cachedGlucoseObject3.unitString == "text 3")
        #expect(cachedGlucoseObject3.uuid == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)))
        #expect(cachedGlucoseObject3.value == 3.5)
        #expect(cachedGlucoseObject4.isDisplayOnly == true)
        #expect(cachedGlucoseObject4.provenanceIdentifier == "text 4")
        #expect(cachedGlucoseObject4.startDate == Date(timeIntervalSinceReferenceDate: 4000.5))
        #expect(cachedGlucoseObject4.syncIdentifier == "text 4")
        #expect(cachedGlucoseObject4.syncVersion == 4)
        #expect(cachedGlucoseObject4.unitString == "text 4")
        #expect(cachedGlucoseObject4.uuid == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)))
        #expect(cachedGlucoseObject4.value == 4.5)
        #expect(cachedInsulinDeliveryObject5.createdAt == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(cachedInsulinDeliveryObject5.endDate == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(cachedInsulinDeliveryObject5.hasLoopKitOrigin == false)
        #expect(cachedInsulinDeliveryObject5.programmedTempBasalRate == nil)
        #expect(cachedInsulinDeliveryObject5.provenanceIdentifier == "text 5")
        #expect(cachedInsulinDeliveryObject5.reason == 5)
        #expect(cachedInsulinDeliveryObject5.scheduledBasalRate == nil)
        #expect(cachedInsulinDeliveryObject5.startDate == Date(timeIntervalSinceReferenceDate: 5000.5))
        #expect(cachedInsulinDeliveryObject5.syncIdentifier == "text 5")
        #expect(cachedInsulinDeliveryObject5.uuid == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 5)))
        #expect(cachedInsulinDeliveryObject5.value == 5.5)
        #expect(cachedInsulinDeliveryObject6.createdAt == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(cachedInsulinDeliveryObject6.endDate == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(cachedInsulinDeliveryObject6.hasLoopKitOrigin == true)
        #expect(cachedInsulinDeliveryObject6.programmedTempBasalRate == 6.5)
        #expect(cachedInsulinDeliveryObject6.provenanceIdentifier == "text 6")
        #expect(cachedInsulinDeliveryObject6.reason == 6)
        #expect(cachedInsulinDeliveryObject6.scheduledBasalRate == 6.5)
        #expect(cachedInsulinDeliveryObject6.startDate == Date(timeIntervalSinceReferenceDate: 6000.5))
        #expect(cachedInsulinDeliveryObject6.syncIdentifier == "text 6")
        #expect(cachedInsulinDeliveryObject6.uuid == UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 6)))
        #expect(cachedInsulinDeliveryObject6.value == 6.5)
        #expect(pumpEvent9.createdAt == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(pumpEvent9.date == Date(timeIntervalSinceReferenceDate: 9000.5))
        #expect(pumpEvent9.deliveredUnits == nil)
        #expect(pumpEvent9.doseType == nil)
        #expect(pumpEvent9.duration == 9.5)
        #expect(pumpEvent9.mutable == false)
        #expect(pumpEvent9.raw == nil)
        #expect(pumpEvent9.title == nil)
        #expect(pumpEvent9.type == nil)
        #expect(pumpEvent9.unit == nil)
        #expect(pumpEvent9.uploaded == false)
        #expect(pumpEvent9.value == nil)
        #expect(pumpEvent10.createdAt == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(pumpEvent10.date == Date(timeIntervalSinceReferenceDate: 10000.5))
        #expect(pumpEvent10.deliveredUnits == 10.5)
        #expect(pumpEvent10.doseType == "text 10")
        #expect(pumpEvent10.duration == 10.5)
        #expect(pumpEvent10.mutable == true)
        #expect(pumpEvent10.raw == Data([0, 255, 10]))
        #expect(pumpEvent10.title == "text 10")
        #expect(pumpEvent10.type == "text 10")
        #expect(pumpEvent10.unit == "text 10")
        #expect(pumpEvent10.uploaded == true)
        #expect(pumpEvent10.value == 10.5)
        #expect(reservoir11.createdAt == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(reservoir11.date == Date(timeIntervalSinceReferenceDate: 11000.5))
        #expect(reservoir11.raw == nil)
        #expect(reservoir11.volume == 11.5)
        #expect(reservoir12.createdAt == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(reservoir12.date == Date(timeIntervalSinceReferenceDate: 12000.5))
        #expect(reservoir12.raw == Data([0, 255, 12]))
        #expect(reservoir12.volume == 12.5)
    }

    private static func fillLoopKitV1(_ store: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: LoopKitV1.self), configurations: ModelConfiguration(url: store))
        let context = ModelContext(container)
        let cachedCarbObject1 = LoopKitV1.CachedCarbObject(
            absorptionTime: nil, createdByCurrentApp: false, externalID: nil, foodType: nil, grams: 1.5,
            startDate: Date(timeIntervalSinceReferenceDate: 1000.5), syncIdentifier: nil, syncVersion: 1,
            uploadState: 1, uuid: nil)
        context.insert(cachedCarbObject1)
        let cachedCarbObject2 = LoopKitV1.CachedCarbObject(
            absorptionTime: 2.5, createdByCurrentApp: true, externalID: "text 2", foodType: "text 2", grams: 2.5,
            startDate: Date(timeIntervalSinceReferenceDate: 2000.5), syncIdentifier: "text 2", syncVersion: 2,
            uploadState: 2, uuid: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 2)))
        context.insert(cachedCarbObject2)
        let cachedGlucoseObject3 = LoopKitV1.CachedGlucoseObject(
            isDisplayOnly: false, provenanceIdentifier: "text 3",
            startDate: Date(timeIntervalSinceReferenceDate: 3000.5), syncIdentifier: "text 3", syncVersion: 3,
            unitString: "text 3", uploadState: 3,
            uuid: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 3)), value: 3.5)
        context.insert(cachedGlucoseObject3)
        let cachedGlucoseObject4 = LoopKitV1.CachedGlucoseObject(
            isDisplayOnly: true, provenanceIdentifier: "text 4",
            startDate: Date(timeIntervalSinceReferenceDate: 4000.5), syncIdentifier: "text 4", syncVersion: 4,
            unitString: "text 4", uploadState: 4,
            uuid: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 4)), value: 4.5)
        context.insert(cachedGlucoseObject4)
        let cachedInsulinDeliveryObject5 = LoopKitV1.CachedInsulinDeliveryObject(
            createdAt: Date(timeIntervalSinceReferenceDate: 5000.5),
            endDate: Date(timeIntervalSinceReferenceDate: 5000.5), hasLoopKitOrigin: false,
            programmedTempBasalRate: nil, provenanceIdentifier: "text 5", reason: 5, scheduledBasalRate: nil,
            scheduledTempBasalRate: nil, startDate: Date(timeIntervalSinceReferenceDate: 5000.5),
            syncIdentifier: "text 5", uuid: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 5)),
            value: 5.5)
        context.insert(cachedInsulinDeliveryObject5)
        let cachedInsulinDeliveryObject6 = LoopKitV1.CachedInsulinDeliveryObject(
            createdAt: Date(timeIntervalSinceReferenceDate: 6000.5),
            endDate: Date(timeIntervalSinceReferenceDate: 6000.5), hasLoopKitOrigin: true, programmedTempBasalRate: 6.5,
            provenanceIdentifier: "text 6", reason: 6, scheduledBasalRate: 6.5, scheduledTempBasalRate: 6.5,
            startDate: Date(timeIntervalSinceReferenceDate: 6000.5), syncIdentifier: "text 6",
            uuid: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 6)), value: 6.5)
        context.insert(cachedInsulinDeliveryObject6)
        let deletedCarbObject7 = LoopKitV1.DeletedCarbObject(
            externalID: "text 7", startDate: Date(timeIntervalSinceReferenceDate: 7000.5), uploadState: 7)
        context.insert(deletedCarbObject7)
        let deletedCarbObject8 = LoopKitV1.DeletedCarbObject(
            externalID: "text 8", startDate: Date(timeIntervalSinceReferenceDate: 8000.5), uploadState: 8)
        context.insert(deletedCarbObject8)
        let pumpEvent9 = LoopKitV1.PumpEvent(
            createdAt: Date(timeIntervalSinceReferenceDate: 9000.5), date: Date(timeIntervalSinceReferenceDate: 9000.5),
            deliveredUnits: nil, doseType: nil, duration: 9.5, mutable: false, raw: nil, title: nil, type: nil,
            unit: nil, uploaded: false, value: nil)
        context.insert(pumpEvent9)
        let pumpEvent10 = LoopKitV1.PumpEvent(
            createdAt: Date(timeIntervalSinceReferenceDate: 10000.5),
            date: Date(timeIntervalSinceReferenceDate: 10000.5), deliveredUnits: 10.5, doseType: "text 10",
            duration: 10.5, mutable: true, raw: Data([0, 255, 10]), title: "text 10", type: "text 10", unit: "text 10",
            uploaded: true, value: 10.5)
        context.insert(pumpEvent10)
        let reservoir11 = LoopKitV1.Reservoir(
            createdAt: Date(timeIntervalSinceReferenceDate: 11000.5),
            date: Date(timeIntervalSinceReferenceDate: 11000.5), raw: nil, volume: 11.5)
        context.insert(reservoir11)
        let reservoir12 = LoopKitV1.Reservoir(
            createdAt: Date(timeIntervalSinceReferenceDate: 12000.5),
            date: Date(timeIntervalSinceReferenceDate: 12000.5), raw: Data([0, 255, 12]), volume: 12.5)
        context.insert(reservoir12)
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
