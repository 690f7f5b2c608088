internal import CSQLite
internal import Foundation
internal import ModelSchema

/// Runs the steps of a stage, object by object, and saves in batches: memory does not grow with the store.
struct StepRun {
    private let steps: [MigrationStep]
    private let old: Store
    private let new: Store
    /// Attributes that a step has to set, by old class.
    private let standIns: [String: Set<String>]

    private static let batch = 500

    init(_ steps: [MigrationStep], old: Store, new: Store, standIns: [String: Set<String>]) {
        self.steps = steps
        self.old = old
        self.new = new
        self.standIns = standIns
    }

    /// - Parameters:
    ///   - report: Told after each batch: objects done, all objects, model.
    ///   - failure: Makes an error of a sentence.
    func run(report: (Int, Int, String) -> Void, failure: (String) -> any Error) throws {
        let context = MigrationContext(
            old: ModelContext(ModelContainer(migrating: old)), new: ModelContext(ModelContainer(migrating: new)))
        context.new.readsIncompleteRows = true
        for step in steps {
            let entity = step.oldType._$entity
            entity.link()
            let condition =
                entity.root.hierarchy.count > 1 ? " AND t.\"$class\" = \(SQL.literal(entity.name))" : ""
            let table = SQL.quote(entity.root.table)
            let total = try old.read { connection in
                Int(try connection.integer("SELECT count(*) FROM \(table) AS t WHERE 1\(condition)") ?? 0)
            }
            let select =
                "SELECT \(entity.selectList(alias: "t", isWhole: true)) FROM \(table) AS t WHERE t.\"$id\" > ?\(condition) "
                + "ORDER BY t.\"$id\" LIMIT \(Self.batch)"
            var last: Int64 = 0
            var done = 0
            report(0, total, entity.name)
            while true {
                var objects: [ModelObject] = []
                try old.read { connection in
                    let statement = try connection.cached(select)
                    defer { statement.reset() }
                    statement.bind(last, at: 1)
                    try context.old.forEachObject(entity, statement) { objects.append($0) }
                }
                guard let final = objects.last else { break }
                for object in objects { try run(step, object, context, failure) }
                if context.new.hasChanges { try context.new.save() }
                last = final._$id
                done += objects.count
                report(done, total, entity.name)
            }
        }
    }

    private func run(
        _ step: MigrationStep, _ object: ModelObject, _ context: MigrationContext, _ failure: (String) -> any Error
    ) throws {
        guard let newType = step.newType else {
            try step.run(object, nil, context)
            return
        }
        guard let successor = try context.new.object(newType._$entity, object._$id) else {
            // An earlier step removed it, or made something else of it.
            return
        }
        try step.run(object, successor, context)
        guard !successor.flags.contains(.deleted), let names = standIns[object.entity.name] else { return }
        for name in names.sorted() {
            guard let property = successor.entity.propertyByName[name], property.attribute != nil,
                context.new.pendingMask(of: successor) & property.bit == 0
            else { continue }
            throw failure("the step for \(object.entity.name) \(object._$id) gave '\(name)' no value")
        }
    }
}
