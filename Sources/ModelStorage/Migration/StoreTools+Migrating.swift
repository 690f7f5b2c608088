internal import Foundation
package import ModelSchema

extension StoreTools {
    /// The value of an attribute's default: binds its columns, or returns false where it is an expression.
    package typealias DeclaredDefault =
        @Sendable (_ binder: _$Binder, _ model: String, _ property: String, SchemaVersion) -> Bool

    /// Migrates a store through declared versions, without code.
    ///
    /// - Parameters:
    ///   - versions: The versions of one schema, oldest first; the last is where the store is to go.
    ///   - isDryRun: Everything is tried and undone.
    /// - Returns: The versions that the store went through, the first being where it was; one where nothing was to be done.
    package func migrate(
        through versions: [SchemaDescription], defaults: @escaping DeclaredDefault, isDryRun: Bool,
        backup: String? = nil,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws -> [SchemaVersion] {
        guard let target = versions.last else { return [] }
        let plan = try Self.route(versions, target, on: inspector(), path: path)
        guard let plan else { return [target.version] }
        try MigrationTransaction(path: path, backup: backup, progress: progress, isDryRun: isDryRun).run { connection in
            guard let route = try Self.route(versions, target, on: connection, path: path) else { return [] }
            return [(route, DeclaredDefaults(value: defaults))]
        } finish: { connection in
            try StoreMetadata.recordTables(on: connection)
        }
        return [plan.stored.version] + plan.stages.map(\.to.version)
    }

    /// Where a store of declared versions begins, and what it has to go through; nil where it is there.
    package func stages(through versions: [SchemaDescription]) throws -> [(
        from: SchemaDescription, to: SchemaDescription
    )] {
        guard let target = versions.last else { return [] }
        let route = try Self.route(versions, target, on: inspector(), path: path)
        return route?.stages.map { ($0.from, $0.to) } ?? []
    }

    private static func route(
        _ versions: [SchemaDescription], _ target: SchemaDescription, on connection: Connection, path: String
    ) throws -> MigrationRoute? {
        guard let stored = try StoreMetadata.schema(named: target.name, on: connection) else {
            throw StorageError.schemaMismatch(
                path: path, schema: target.name, differences: ["the store does not hold this schema"])
        }
        try stored.check(isNotNewerThan: target)
        if stored.fingerprint == target.fingerprint, stored.version == target.version { return nil }
        let description = try stored.description()
        let start = stored.index(in: versions)
        var stages: [MigrationRoute.Stage] = []
        var next = start.map { $0 + 1 } ?? 0
        if start == nil {
            guard let same = versions.firstIndex(where: { $0.version == stored.version }) else {
                throw StorageError.schemaMismatch(
                    path: path, schema: target.name,
                    differences: ["it is at version \(stored.version), which no declaration has"])
            }
            stages.append(MigrationRoute.Stage(from: description, to: versions[same]))
            next = same + 1
        }
        var last = stages.last?.to ?? start.map { versions[$0] } ?? description
        for version in versions[min(next, versions.count)...] {
            stages.append(MigrationRoute.Stage(from: last, to: version))
            last = version
        }
        return stages.isEmpty ? nil : MigrationRoute(stored: description, stages: stages)
    }
}

/// The defaults that declarations give.
private struct DeclaredDefaults: DefaultValues {
    let value: StoreTools.DeclaredDefault

    func columns(
        of property: String, in model: String, _ schema: SchemaDescription, on connection: Connection
    ) throws -> [StoredValue]? {
        let attribute = schema.model(named: model).map(schema.lineage)?.lazy.flatMap(\.attributes)
            .first { $0.name == property }
        guard let count = attribute?.columns.count, count > 0 else { return nil }
        let statement = try connection.prepare(
            "SELECT \(Array(repeating: "?", count: count).joined(separator: ", "))")
        let binder = _$Binder(statement.handle, in: nil)
        binder.start()
        guard value(binder, model, property, schema.version), binder.index == count, binder.refused.isEmpty else {
            return nil
        }
        return try statement.values()
    }
}
