// What a user of the snapshot in `Versions` writes: the hand-written types, and the steps between its versions.
internal import Foundation
internal import ModelStorage

public nonisolated enum Flag: String, Codable, Sendable {
    case red, green
}

public nonisolated struct Route: Codable, Hashable, Sendable {
    public var points: [Double]

    public init(points: [Double]) { self.points = points }
}

nonisolated enum VoyagesMigrations: VoyagesV1_1ToV2Migration {
    /// Ports get a constraint, and nobody travels for work any more.
    static func willMigrate(from: VoyagesV1_1.Type, to: VoyagesV2.Type, in context: ModelContext) throws {
        var seen: Set<String> = []
        for port in try context.fetch(FetchDescriptor<VoyagesV1_1.Port>(sortBy: [SortDescriptor(\.name)]))
        where !seen.insert(port.name).inserted {
            context.delete(port)
        }
        for journey in try context.fetch(FetchDescriptor<VoyagesV1_1.Journey>()) where journey.Cause == .work {
            journey.Cause = .leisure
        }
        try context.save()
    }

    static func migrate(
        _ old: VoyagesV1_1.Journey, to new: VoyagesV2.Journey, in context: MigrationContext
    ) throws {
        new.cost = Decimal(string: old.cost) ?? 0
    }

    static func migrate(
        _ old: VoyagesV1_1.Charter, to new: VoyagesV2.Charter, in context: MigrationContext
    ) throws {
        new.cost = Decimal(string: old.cost) ?? 0
    }

    /// One name becomes two.
    static func migrate(_ old: VoyagesV1_1.Sailor, to new: VoyagesV2.Sailor, in context: MigrationContext) throws {
        let names = old.fullName.split(separator: " ", maxSplits: 1).map(String.init)
        new.firstName = names.first ?? ""
        new.lastName = names.count > 1 ? names[1] : ""
    }

    /// An attribute becomes a model.
    static func migrate(_ old: VoyagesV1_1.Ship, to new: VoyagesV2.Ship, in context: MigrationContext) throws {
        guard !old.captain.isEmpty else { return }
        let captain = VoyagesV2.Sailor(firstName: "", lastName: old.captain, age: 50)
        context.insert(captain)
        new.captain = captain
    }

    /// A model is dissolved into others.
    static func migrate(_ old: VoyagesV1_1.Ticket, in context: MigrationContext) throws {
        context.insert(VoyagesV2.Berth(number: old.number))
    }

    static func didMigrate(from: VoyagesV1_1.Type, to: VoyagesV2.Type, in context: ModelContext) throws {
        for berth in try context.fetch(FetchDescriptor<VoyagesV2.Berth>()) where berth.number < 0 { berth.number = 0 }
        try context.save()
    }
}
