internal import Foundation

/// An expression whose value for each object a query selects.
protocol SelectedExpression<Model> {
    associatedtype Model: PersistentModel
    func addShape(_ shape: inout Shape)
    func bindValues(_ binding: inout ValueBinding) throws
    /// Two columns: the value, and whether it is nil; NULL in the first without a 1 in the second stands for a trap or NaN.
    func columns(_ lowering: Lowering, _ object: ObjectTerm) throws -> [String]
}

struct ExpressionColumn<Model: PersistentModel, Value>: SelectedExpression {
    let expression: Expression<Model, Value>

    func addShape(_ shape: inout Shape) {
        shape.introduce(expression.variable.key)
        shape.addInlined(expression.expression)
    }
    func bindValues(_ binding: inout ValueBinding) throws { try binding.bindInlined(expression.expression) }
    func columns(_ lowering: Lowering, _ object: ObjectTerm) throws -> [String] {
        lowering.introduce(expression.variable.key, as: .object(object))
        let term = try lowering.lowerInlined(expression.expression)
        if case .null = term { return ["NULL", "1"] }
        let isNil = try term.isNil().value
        switch term.unwrapped() {
        case .object(let target): return [target.rowKey, isNil]
        case .collection(let collection): return [collection.text.sql, isNil]
        case let value: return [try value.scalar("an assigned expression").sql, isNil]
        }
    }
}
