internal import Foundation
package import ModelSchema

extension StoreTools {
    /// The value of an attribute's default: binds its columns, or returns false where it is an expression.
    package typealias DeclaredDefault =
        @Sendable (_ binder: _$Binder, _ model: String, _ property: String, SchemaVersion) -> Bool

    /// A schema that is to be migrated, with the values of its defaults.
    package struct Target: Sendable {
        package var schema: DeclaredSchema
        package var defaults: DeclaredDefault

        package init(_ schema: DeclaredSchema, defaults: @escaping DeclaredDefault) {
            self.schema = schema
            self.defaults = defaults
        }
    }

    /// Migrates a store through declared versions, without code: all its schemas, or none.
    ///
    /// - Parameter isDryRun: Everything is tried and undone.
    /// - Returns: For each schema the versions that the store went through, the first being where it was; one where nothing
    ///   was to be done.
    package func migrate(
        _ targets: [Target], isDryRun: Bool, backup: String? = nil,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws -> [[SchemaVersion]] {
        let plans = try targets.map { try Self.route($0.schema, on: inspector(), path: path) }
        if plans.contains(where: { $0 != nil }) {
            if let backup { try checkBackup(at: backup) }
            try MigrationTransaction(path: path, backup: backup, progress: progress, isDryRun: isDryRun).run {
                connection in
                try targets.compactMap { target in
                    try Self.route(target.schema, on: connection, path: path)
                        .map { ($0, DeclaredDefaults(value: target.defaults)) }
                }
            } finish: { connection in
                try StoreMetadata.recordTables(on: connection)
            }
        }
        return zip(targets, plans).map { target, plan in
            plan.map { [$0.stored.version] + $0.stages.map(\.to.version) } ?? [target.schema.current.version]
        }
    }

    /// A copy takes the place of an older copy of the same store, and of nothing else.
    private func checkBackup(at backup: String) throws {
        let (here, there) = (URL(fileURLWithPath: path), URL(fileURLWithPath: backup))
        guard here.resolvingSymlinksInPath().path != there.resolvingSymlinksInPath().path else {
            throw StorageError.cannotOpen(
                path: backup, reason: "the copy cannot be the store itself: name another file")
        }
        let folder = there.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw StorageError.cannotOpen(path: backup, reason: "there is no folder '\(folder)' for the copy")
        }
        guard FileManager.default.fileExists(atPath: backup) else { return }
        let own = try StoreMetadata.identifier(on: inspector())
        let other = try? StoreMetadata.identifier(on: StoreTools(path: backup).inspector())
        guard own == other else {
            throw StorageError.cannotOpen(
                path: backup, reason: "the file is there, and is no copy of this store: name another one, or remove it")
        }
    }

    /// Where a store of declared versions begins, and what it has to go through; nothing where it is there.
    package func stages(through schema: DeclaredSchema) throws -> [(from: SchemaDescription, to: SchemaDescription)] {
        let route = try Self.route(schema, on: inspector(), path: path)
        return route?.stages.map { ($0.from, $0.to) } ?? []
    }

    private static func route(
        _ schema: DeclaredSchema, on connection: Connection, path: String
    ) throws -> MigrationRoute? {
        let (versions, target) = (schema.versions, schema.current)
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
            guard !schema.locked.contains(stored.version) else {
                throw StorageError.mismatch(
                    path, description, nearest: versions[same], StorageError.frozen(stored.version))
            }
            stages.append(MigrationRoute.Stage(from: description, to: versions[same]))
            next = same + 1
        }
        var last = stages.last?.to ?? start.map { versions[$0] } ?? description
        for version in versions[min(next, versions.count)...] {
            stages.append(MigrationRoute.Stage(from: last, to: version))
            last = version
        }
        // Of the shape that is asked for already, under another number.
        if stages.isEmpty { stages = [MigrationRoute.Stage(from: description, to: target)] }
        return MigrationRoute(stored: description, stages: stages)
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
