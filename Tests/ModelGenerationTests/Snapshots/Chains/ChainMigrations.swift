// What users of the chains write: the steps that need somebody's decision.
internal import Foundation
internal import ModelStorage

nonisolated enum LoopKitMigrations: LoopKitV1ToV4Migration {
    static func migrate(
        _ old: LoopKitV1.CachedCarbObject, to new: LoopKitV4.CachedCarbObject, in context: MigrationContext
    ) throws {
        new.provenanceIdentifier = old.createdByCurrentApp ? "own" : old.externalID ?? ""
    }
}

/// Structs become their JSON.
nonisolated enum KMReaderMigrations: KMReaderV3ToV4Migration {
    static func migrate(
        _ old: KMReaderV3.KomgaSeries, to new: KMReaderV4.KomgaSeries, in context: MigrationContext
    ) throws {
        new.metadataRaw = try json(old.metadata)
        new.booksMetadataRaw = try json(old.booksMetadata)
    }

    static func migrate(
        _ old: KMReaderV3.KomgaBook, to new: KMReaderV4.KomgaBook, in context: MigrationContext
    ) throws {
        new.mediaRaw = try json(old.media)
        new.metadataRaw = try json(old.metadata)
        new.readProgressRaw = try json(old.readProgress)
    }

    private static func json<T: Encodable>(_ value: T?) throws -> Data? {
        try value.map { try JSONEncoder().encode($0) }
    }
}

/// The examples of Documentation/Migration.md.
nonisolated enum StaysMigrations: StaysV1ToV2Migration {
    /// One model is split into two.
    static func migrate(_ old: StaysV1.Guest, to new: StaysV2.Guest, in context: MigrationContext) throws {
        new.address = StaysV2.Address(street: old.street, city: old.city)
    }

    /// Two models become one: a client who was a lead too is one contact.
    static func migrate(_ old: StaysV1.Client, in context: MigrationContext) throws {
        let name = old.name
        let known = try context.fetch(FetchDescriptor<StaysV2.Contact>(predicate: #Predicate { $0.name == name }))
        if let contact = known.first {
            contact.since = old.since
        } else {
            context.insert(StaysV2.Contact(name: old.name, since: old.since))
        }
    }

    /// An attribute moves into a related model, and the cases of an enum have other raw values.
    static func migrate(_ old: StaysV1.Booking, to new: StaysV2.Booking, in context: MigrationContext) throws {
        new.room?.number = old.roomNumber
        new.grade = grade(old.grade)
        new.wishes = old.wishes.map(grade)
    }

    private static func grade(_ old: StaysV1.Grade) -> StaysV2.Grade {
        switch old {
        case .plain: .plain
        case .fine: .fine
        }
    }

    /// An attribute becomes a model: objects with equal values share one of it.
    static func migrate(_ old: StaysV1.Room, to new: StaysV2.Room, in context: MigrationContext) throws {
        let name = old.kind
        let known = try context.fetch(FetchDescriptor<StaysV2.RoomKind>(predicate: #Predicate { $0.name == name }))
        new.kind = known.first ?? StaysV2.RoomKind(name: name)
    }

    /// A type changes, and what was optional is filled.
    static func migrate(_ old: StaysV1.Invoice, to new: StaysV2.Invoice, in context: MigrationContext) throws {
        guard let total = Decimal(string: old.total) else {
            throw CocoaError(.formatting, userInfo: [NSLocalizedDescriptionKey: "'\(old.total)' is no amount"])
        }
        new.total = total
        new.memo = old.memo ?? "-"
    }
}
