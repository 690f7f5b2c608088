internal import CSQLite
internal import Foundation
internal import ModelSchema

/// One batch update: finds the objects, writes the rows in one transaction, then tells the objects.
///
/// Rows and the values of expressions go through a TEMP table of the writer: the query may run on another connection, which
/// sees the context's unsaved changes.
final class BatchUpdate<T: PersistentModel> {
    struct Target {
        let assignment: Assignment<T>
        let property: Property
        /// The place of an expression's value in the TEMP table.
        let place: Int?
    }

    let context: ModelContext
    let entity: _$Entity
    private let descriptor: FetchDescriptor<T>
    private let includesSubclasses: Bool
    private(set) var targets: [Target] = []
    private(set) var expressions: [any SelectedExpression<T>] = []
    /// Has the assigned values, and binds them.
    let sample: T
    private var violations: [StorageError.Violation] = []
    /// Unsaved objects that match, each with what sets its properties.
    private var unsaved: [() -> Void] = []

    init(
        _ context: ModelContext, _ entity: _$Entity, _ predicate: Predicate<T>?, _ assignments: [Assignment<T>],
        includesSubclasses: Bool
    ) throws {
        self.context = context
        self.entity = entity
        self.includesSubclasses = includesSubclasses
        descriptor = FetchDescriptor(predicate: predicate)
        sample = T(_$row: .zero)
        for assignment in assignments {
            guard let property = entity.propertyByKeyPath[assignment.keyPath], property.column >= 0 else {
                throw StorageError.unsupportedKeyPath(KeyPathName.describe(assignment.keyPath, in: entity))
            }
            if targets.contains(where: { $0.property === property }) {
                throw StorageError.unsupportedKeyPath("\(entity.name).\(property.name), assigned twice,")
            }
            targets.append(try target(assignment, property))
        }
    }

    private func target(_ assignment: Assignment<T>, _ property: Property) throws -> Target {
        switch assignment.source {
        case .value(let value):
            if property.isLink {
                sample._$setLink(property.index, try id(of: value, property))
            } else {
                try assignment.setter(nil, 0)(sample)
            }
            return Target(assignment: assignment, property: property, place: nil)
        case .expression(let expression):
            if property.columnNames.count != 1 {
                throw StorageError.unsupportedPredicate("an expression assigned to a struct (\(property.name))")
            }
            expressions.append(expression)
            return Target(assignment: assignment, property: property, place: expressions.count - 1)
        }
    }

    /// The row of an assigned object; 0 for nil.
    private func id(of value: Any, _ property: Property) throws -> Int64 {
        guard let target = value as? ModelObject else { return 0 }
        let id = context.permanentID(of: target._$id)
        guard id > 0, target.context === context, !target.flags.contains(.deleted) else {
            throw StorageError.conflict(
                [target.identifier], reason: "an object assigned to \(entity.name).\(property.name) is not saved")
        }
        return id
    }

    // MARK: Rows

    var table: String { "temp.\"$update\(expressions.count)\"" }

    /// How many objects were changed.
    func run() throws -> Int {
        if targets.isEmpty { return 0 }
        let store = context.store
        let ids: [Int64]
        if store.isInMemory {
            // Queries are not run inside the transaction there: undoing it would undo the overlay's tables too.
            ids = try store.read { connection in
                try find(connection)
                return try store.write { try write($0) }
            }
        } else {
            ids = try store.write { connection in
                try find(connection)
                return try write(connection)
            }
        }
        if !ids.isEmpty { try finish(ids) }
        for set in unsaved { set() }
        return ids.count + unsaved.count
    }

    /// Fills the TEMP table with the rows that match, and the values that expressions have for them.
    private func find(_ connection: Connection) throws {
        let values = expressions.indices.map { ", \"v\($0)\"" }.joined()
        try connection.execute("CREATE TABLE IF NOT EXISTS \(table) (\"id\" INTEGER PRIMARY KEY\(values))")
        try connection.run("DELETE FROM \(table)")
        let marks = expressions.map { _ in ", ?" }.joined()
        let insertion = try connection.cached("INSERT OR IGNORE INTO \(table) VALUES (?\(marks))")
        try connection.run("SAVEPOINT \"$update\"")
        do {
            try context.withQuery(descriptor, entity, .values(expressions)) { statement in
                var failure = _$Row.ReadFailure()
                var isFirst = true
                try withUnsafeMutablePointer(to: &failure) { failure in
                    let row = _$Row(
                        statement: statement.handle, context: .passUnretained(context), failure: failure)
                    while try statement.step() {
                        if !includesSubclasses, isHierarchy, statement.text(1) != entity.name { continue }
                        // Values that are the same for all are checked with the first object that they are for.
                        if isFirst {
                            for target in targets where target.place == nil {
                                check(target.property, statement.integer(0))
                            }
                        }
                        isFirst = false
                        try note(row, statement, insertion)
                    }
                }
            }
        } catch {
            try? connection.run("RELEASE \"$update\"")
            throw error
        }
        try connection.run("RELEASE \"$update\"")
        try throwViolations()
    }

    private var isHierarchy: Bool { entity.root.hierarchy.count > 1 }
    /// The column of the first expression: the id comes first, in hierarchies the class's name follows.
    private var firstColumn: Int32 { isHierarchy ? 2 : 1 }

    private func note(_ row: _$Row, _ statement: Statement, _ insertion: Statement) throws {
        let id = statement.integer(0)
        var setters: [(T) -> Void] = []
        if id > 0 { insertion.bind(id, at: 1) }
        for target in targets {
            guard let place = target.place else {
                if id < 0 { setters.append(try target.assignment.setter(nil, 0)) }
                continue
            }
            let column = firstColumn + Int32(place) * 2
            let isNil = !statement.isNull(column + 1) && statement.integer(column + 1) != 0
            if !isNil, statement.isNull(column) {
                violate(id, target.property, "the expression has no value: it overflows, divides by zero or is NaN")
                continue
            }
            if id > 0 {
                if isNil {
                    insertion.bindNull(at: Int32(place) + 2)
                } else {
                    sqlite3_bind_value(
                        insertion.handle, Int32(place) + 2, sqlite3_column_value(statement.handle, column))
                }
            }
            if id > 0, target.property.attribute?.validation == nil { continue }
            let set = try target.assignment.setter(row, column)
            if id < 0 { setters.append(set) }
            set(sample)
            check(target.property, id)
        }
        if id > 0 { return try insertion.run() }
        guard let object = context.registered(entity.slot, id) else { return }
        let typed = unsafeDowncast(object, to: T.self)
        unsaved.append { for set in setters { set(typed) } }
    }

    // MARK: Checks

    /// How many objects an error names at the most.
    private static var namedAtMost: Int { 100 }

    func violate(_ id: Int64, _ property: Property, _ message: String) {
        if violations.count >= Self.namedAtMost { return }
        let identifier = PersistentIdentifier(
            entityName: entity.name, storeIdentifier: id > 0 ? context.store.identifier : nil, key: id,
            scope: id > 0 ? 0 : context.scope)
        violations.append(.init(identifier: identifier, property: property.name, message: message))
    }

    func violate(_ violation: StorageError.Violation) {
        if violations.count < Self.namedAtMost { violations.append(violation) }
    }

    private func check(_ property: Property, _ id: Int64) {
        guard let rules = property.attribute?.validation else { return }
        for message in rules.violations(of: property.observer.value(of: sample)) { violate(id, property, message) }
    }

    func throwViolations() throws {
        if !violations.isEmpty { throw StorageError.validation(violations) }
    }
}
