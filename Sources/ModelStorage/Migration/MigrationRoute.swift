internal import Foundation
internal import ModelSchema

/// The way of one schema in a store from what is stored to what is asked for.
struct MigrationRoute {
    struct Stage {
        var from: SchemaDescription
        var to: SchemaDescription
        /// The models of both versions, where code is to run.
        var oldPart: _$Schema?
        var newPart: _$Schema?
        var willMigrate: (@Sendable (ModelContext) throws -> Void)?
        var steps: [MigrationStep] = []
        var didMigrate: (@Sendable (ModelContext) throws -> Void)?

        var hasCode: Bool { willMigrate != nil || didMigrate != nil || !steps.isEmpty }
    }

    var stored: SchemaDescription
    var stages: [Stage]

    var name: String { stored.name }
    var target: SchemaDescription { stages.last?.to ?? stored }
}

/// What a store's metadata says of one schema.
struct StoredSchema {
    var name: String
    var version: SchemaVersion
    var fingerprint: String
    /// The description as JSON: reading it takes longer than all else that opening a store does.
    var text: String
    var path: String

    func description() throws -> SchemaDescription {
        guard let description = try? JSONDecoder().decode(SchemaDescription.self, from: Data(text.utf8)),
            description.fingerprint == fingerprint
        else { throw StoreMetadata.damaged(name, path) }
        return description
    }
}

/// What a version of a schema is known by.
protocol SchemaShape {
    var name: String { get }
    var version: SchemaVersion { get }
    var fingerprint: String { get }
}

extension SchemaDescription: SchemaShape {}
extension _$Schema: SchemaShape {}

extension StoredSchema {
    /// Where among versions the store is. They are known by their shape; of two of one shape it is the one of the stored
    /// number, else the later.
    func index(in versions: [some SchemaShape]) -> Int? {
        versions.lastIndex { $0.fingerprint == fingerprint && $0.version == version }
            ?? versions.lastIndex { $0.fingerprint == fingerprint }
    }

    func check(isNotNewerThan target: some SchemaShape) throws {
        guard version > target.version else { return }
        throw StorageError.newerStore(
            path: path, found: "\(target.name) \(version)", supported: "\(target.name) \(target.version)")
    }
}

/// Finds the route from what is stored to what is asked for, or says why there is none.
struct RouteFinder {
    let path: String
    /// What is asked for.
    let part: _$Schema
    let plan: (any SchemaMigrationPlan.Type)?
    var isLocked: (_$Schema) -> Bool = { $0.isLocked }

    /// - Returns: nil if the store is at the version that is asked for.
    func route(from stored: StoredSchema) throws -> MigrationRoute? {
        try stored.check(isNotNewerThan: part)
        if stored.version == part.version {
            if stored.fingerprint == part.fingerprint { return nil }
            if isLocked(part), versions.first(where: { $0.fingerprint == stored.fingerprint }) == nil {
                throw mismatch(try stored.description(), part, StorageError.frozen(part.version))
            }
        }
        let versions = versions
        let description = try stored.description()
        if let start = stored.index(in: versions) {
            var stages = try stages(from: start, in: versions)
            // Of the shape that is asked for already, under another number.
            if stages.isEmpty { stages = [MigrationRoute.Stage(from: description, to: part.description)] }
            return MigrationRoute(stored: description, stages: stages)
        }
        // A version that nobody has frozen follows its declaration.
        if let same = versions.firstIndex(where: { $0.version == stored.version }) {
            let version = versions[same]
            guard !isLocked(version) else {
                throw mismatch(description, version, StorageError.frozen(version.version))
            }
            let first = MigrationRoute.Stage(from: description, to: version.description)
            return MigrationRoute(
                stored: description, stages: [first] + (try stages(from: same, in: versions)))
        }
        guard plan == nil else {
            throw mismatch(
                description, nearest(to: description, in: versions), "the plan knows no version \(stored.version)")
        }
        return MigrationRoute(
            stored: description,
            stages: [MigrationRoute.Stage(from: description, to: part.description)])
    }

    /// The versions of the plan that belong to this schema, the one asked for last.
    private var versions: [_$Schema] {
        var versions: [_$Schema] = []
        for schema in plan?.schemas ?? [] {
            guard let version = schema.models.first?._$entity.schema, version.name == part.name, version !== part,
                version.version < part.version
            else { continue }
            versions.append(version)
        }
        return versions + [part]
    }

    private func stages(from start: Int, in versions: [_$Schema]) throws -> [MigrationRoute.Stage] {
        try zip(versions[start...], versions[(start + 1)...]).map { old, new in
            for stage in plan?.stages ?? [] {
                let (from, to) = stage.versions
                guard from.models.first?._$entity.schema === old, to.models.first?._$entity.schema === new else {
                    continue
                }
                var found = MigrationRoute.Stage(
                    from: old.description, to: new.description, oldPart: old, newPart: new)
                switch stage {
                case .lightweight: break
                case .custom(_, _, let will, let did):
                    found.willMigrate = will
                    found.didMigrate = did
                case .steps(_, _, let steps, let will, let did):
                    found.willMigrate = will
                    found.didMigrate = did
                    found.steps = steps
                }
                return found
            }
            throw StorageError.migrationFailed(
                path: path, from: "\(part.name) \(old.version)", to: "\(part.name) \(new.version)",
                problems: ["the migration plan has no stage between these versions"])
        }
    }

    private func nearest(to stored: SchemaDescription, in versions: [_$Schema]) -> _$Schema {
        versions.min { one, other in
            SchemaDifferences(from: stored, to: one.description).changes.count
                < SchemaDifferences(from: stored, to: other.description).changes.count
        } ?? part
    }

    private func mismatch(_ stored: SchemaDescription, _ version: _$Schema, _ reason: String) -> StorageError {
        .mismatch(path, stored, nearest: version.description, reason)
    }
}

extension StorageError {
    /// - Parameter reason: why the store may not follow, as half a sentence.
    static func mismatch(
        _ path: String, _ stored: SchemaDescription, nearest version: SchemaDescription, _ reason: String
    ) -> StorageError {
        let differences = SchemaDifferences(from: stored, to: version).changes.map(\.message)
        return .schemaMismatch(
            path: path, schema: version.name,
            differences: [
                "the store says that it is at version \(stored.version), but has another shape than the versions known "
                    + "here; \(reason). Compared with version \(version.version)"
            ] + differences)
    }

    static func frozen(_ version: SchemaVersion) -> String {
        "version \(version) is frozen, so that its shape cannot change"
    }
}

extension MigrationStage {
    var versions: (from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
        switch self {
        case .lightweight(let from, let to): (from, to)
        case .custom(let from, let to, _, _): (from, to)
        case .steps(let from, let to, _, _, _): (from, to)
        }
    }
}

/// The defaults that models' own code gives.
struct ModelDefaults: DefaultValues {
    /// All versions whose code is there.
    let parts: [_$Schema]

    func columns(of property: String, in model: String, _ schema: SchemaDescription, on connection: Connection) throws
        -> [StoredValue]?
    {
        guard
            let part = parts.first(where: {
                $0.name == schema.name && $0.version == schema.version && $0.fingerprint == schema.fingerprint
            }), let entity = part.entity(named: model), let property = entity.propertyByName[property],
            !property.columnNames.isEmpty
        else { return nil }
        let count = property.columnNames.count
        let statement = try connection.prepare(
            "SELECT \(Array(repeating: "?", count: count).joined(separator: ", "))")
        let binder = _$Binder(statement.handle, in: nil)
        binder.start()
        entity.type._$bindDefault(property.index, binder)
        guard binder.index == count, binder.refused.isEmpty else { return nil }
        return try statement.values()
    }

    func versions(of name: String, after version: SchemaVersion) -> [SchemaDescription] {
        parts.filter { $0.name == name && $0.version > version }.map(\.description)
            .sorted { $0.version < $1.version }
    }
}
