public import Foundation

/// What a batch update writes into a property: a value, or what an expression gives for each object.
///
/// ```swift
/// try context.update(
///     model: Task.self, where: #Predicate { $0.dueDate != nil },
///     set: .assign(\.isUrgent, true), .assign(\.priority, #Expression { $0.priority + 1 }))
/// ```
/// Expressions see the values from before the update. A property is a stored attribute, or a to-one relationship: where its
/// other side is ordered, objects come to the end of their new list, and where it has a count to keep, both lists are counted.
public struct Assignment<Model: PersistentModel> {
    enum Source {
        case value(Any)
        case expression(any SelectedExpression<Model>)
    }

    let keyPath: PartialKeyPath<Model>
    let source: Source
    /// Makes what sets the property of objects in memory; for an expression from its column in a row.
    let setter: (_$Row?, Int32) throws -> (Model) -> Void

    /// Writes one value into all objects.
    public static func assign<Value>(_ keyPath: ReferenceWritableKeyPath<Model, Value>, _ value: Value) -> Self {
        Assignment(keyPath: keyPath, source: .value(value)) { _, _ in { $0[keyPath: keyPath] = value } }
    }

    /// Writes what an expression gives for each object.
    public static func assign<Value>(
        _ keyPath: ReferenceWritableKeyPath<Model, Value>, _ expression: Expression<Model, Value>
    ) -> Self {
        let read = ColumnReading.reader(Value.self)
        return Assignment(keyPath: keyPath, source: .expression(ExpressionColumn(expression: expression))) {
            row, column in
            guard let row, let value = try read(row, column) else {
                throw StorageError.unsupportedKeyPath("a value of type \(Value.self)")
            }
            return { $0[keyPath: keyPath] = value }
        }
    }

    /// Writes what an expression gives for each object into a property that may be nil.
    public static func assign<Value>(
        _ keyPath: ReferenceWritableKeyPath<Model, Value?>, _ expression: Expression<Model, Value>
    ) -> Self {
        let read = ColumnReading.reader(Value.self)
        return Assignment(keyPath: keyPath, source: .expression(ExpressionColumn(expression: expression))) {
            row, column in
            let value = try row.flatMap { try read($0, column) }
            return { $0[keyPath: keyPath] = value }
        }
    }
}
