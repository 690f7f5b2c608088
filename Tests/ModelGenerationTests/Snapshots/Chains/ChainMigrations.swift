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
