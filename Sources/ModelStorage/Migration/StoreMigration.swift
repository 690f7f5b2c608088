internal import Foundation
internal import ModelSchema

/// One migration of a store: everything on one connection, in one transaction, with foreign keys off until the end.
///
/// A lightweight change is not written at once. It becomes a statement over what is stored, and the next one is put around
/// it, until code has to see the tables or the end is reached: then each table that is not as it is stored is copied once,
/// by the procedure that SQLite's documentation of ALTER TABLE gives.
final class StoreMigration {
    let connection: Connection
    let path: String
    private let identifier: String
    let report: (MigrationProgress) -> Void
    let defaults: MigrationDefaults
    /// The version whose tables are in the file.
    var stored: SchemaDescription
    var sources: TableSources
    /// Tables that were written anew, and whether rows went: what has to be checked in the end.
    var written: Set<String> = []
    var hasLostRows = false
    /// The stage that runs, for messages.
    private var stage: (from: SchemaDescription, to: SchemaDescription)

    /// - Parameter connection: In a transaction that holds the file alone, with foreign keys off.
    init(
        _ route: MigrationRoute, on connection: Connection, identifier: String, defaults: any DefaultValues,
        report: @escaping (MigrationProgress) -> Void
    ) throws {
        self.connection = connection
        path = connection.path
        self.identifier = identifier
        self.report = report
        self.defaults = try MigrationDefaults(defaults, route, on: connection)
        stored = route.stored
        sources = TableSources(stored: route.stored)
        stage = (route.stored, route.target)
    }

    func run(_ route: MigrationRoute) throws {
        for stage in route.stages {
            self.stage = (stage.from, stage.to)
            try run(stage)
        }
        try write()
        try checkRequired()
        try checkForeignKeys()
    }

    private func run(_ stage: MigrationRoute.Stage) throws {
        // What is stored may have been given other names since; the shape is the same.
        if sources.schema.fingerprint == stage.from.fingerprint { sources = sources.described(by: stage.from) }
        if let willMigrate = stage.willMigrate, let part = stage.oldPart {
            try write()
            try run(willMigrate, part)
        }
        guard !stage.steps.isEmpty, let oldPart = stage.oldPart, let newPart = stage.newPart else {
            try advance(to: stage.to, mayFill: { _ in stage.didMigrate != nil })
            if let didMigrate = stage.didMigrate, let part = stage.newPart {
                try write()
                try run(didMigrate, part)
            }
            return
        }
        try write()
        let snapshot = try StoreSnapshot(of: stored, on: connection) { report(progress("copy of \($0)", 0, 1)) }
        defer { snapshot.remove() }
        let stepped = Set(stage.steps.map { $0.oldType._$entity.name })
        let standIns = try advance(to: stage.to) { demand in
            stage.didMigrate != nil || stepped.contains(demand.oldModel)
        }
        try write()
        let steps = StepRun(
            stage.steps, old: try store(of: oldPart, on: try snapshot.open(), allowsSave: false),
            new: try store(of: newPart, on: connection), standIns: stage.didMigrate == nil ? standIns : [:])
        try steps.run { done, total, model in
            self.report(
                self.progress("step for \(model)", done, total))
        } failure: { problem in
            self.failed([problem])
        }
        if let didMigrate = stage.didMigrate { try run(didMigrate, newPart) }
    }

    // MARK: Code

    private func store(of part: _$Schema, on connection: Connection, allowsSave: Bool = true) throws -> Store {
        try Store(migrating: connection, path: path, identifier: identifier, part: part, allowsSave: allowsSave)
    }

    private func run(_ code: (ModelContext) throws -> Void, _ part: _$Schema) throws {
        report(progress("code of version \(part.version)", 0, 1))
        let container = ModelContainer(migrating: try store(of: part, on: connection))
        let context = ModelContext(container)
        context.autosaveEnabled = false
        try code(context)
        if context.hasChanges { try context.save() }
    }

    // MARK: Lightweight changes

    /// Goes on to the next version, without writing it yet.
    ///
    /// - Parameter mayFill: Whether code will see to what a demand asks for.
    /// - Returns: The attributes that hold stand-ins, by old class.
    @discardableResult
    private func advance(to new: SchemaDescription, mayFill: (Demand) -> Bool) throws -> [String: Set<String>] {
        let mapping = SchemaMapping(from: sources.schema, to: new)
        var change = LightweightChange(mapping, after: sources, defaults: defaults)
        let next = change.sources()
        var problems: [String] = []
        for demand in change.demands where !mayFill(demand) {
            let ids = try rows(demand.query)
            if !ids.isEmpty { problems.append("\(demand.reason): \(Self.list(ids, of: demand.oldModel))") }
        }
        if !problems.isEmpty { throw failed(problems) }
        sources = next
        return change.standIns
    }

    func rows(_ query: String) throws -> [Int64] {
        let statement = try connection.prepare(query)
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }

    static func list(_ ids: [Int64], of model: String) -> String {
        "\(model) \(ids.prefix(9).map(String.init).joined(separator: ", "))" + (ids.count > 9 ? ", …" : "")
    }

    func failed(_ problems: [String]) -> StorageError {
        .migrationFailed(
            path: path, from: "\(stage.from.name) \(stage.from.version)", to: "\(stage.to.name) \(stage.to.version)",
            problems: problems)
    }

    func progress(_ activity: String, _ done: Int, _ total: Int) -> MigrationProgress {
        MigrationProgress(
            storePath: path, schema: stage.to.name, fromVersion: stage.from.version.description,
            toVersion: stage.to.version.description, activity: activity, completedUnitCount: done,
            totalUnitCount: total)
    }
}
