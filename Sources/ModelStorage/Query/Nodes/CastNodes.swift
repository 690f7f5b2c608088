internal import Foundation
internal import ModelSchema

extension PredicateExpressions.TypeCheck: PredicateNode where Input: PredicateNode {
    func addShape(_ shape: inout Shape) { input.addShape(&shape) }
    func bindValues(_ binding: inout ValueBinding) throws { try input.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term {
        .condition(try Cast.test(try input.lower(lowering), Desired.self).condition)
    }
}

extension PredicateExpressions.ConditionalCast: PredicateNode where Input: PredicateNode {
    func addShape(_ shape: inout Shape) { input.addShape(&shape) }
    func bindValues(_ binding: inout ValueBinding) throws { try input.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term {
        let cast = try Cast.test(try input.lower(lowering), Desired.self)
        if case .always(let value) = cast.condition { return value ? cast.object : .null }
        return .optional(isNil: cast.condition.negated, cast.object)
    }
}

extension PredicateExpressions.ForceCast: PredicateNode where Input: PredicateNode {
    func addShape(_ shape: inout Shape) { input.addShape(&shape) }
    func bindValues(_ binding: inout ValueBinding) throws { try input.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term {
        let cast = try Cast.test(try input.lower(lowering), Desired.self)
        if case .always(let value) = cast.condition {
            if value { return cast.object }
            throw StorageError.unsupportedPredicate("as! \(Desired.self), which never succeeds")
        }
        return try Term.optional(isNil: cast.condition.negated, cast.object).forced()
    }
}

/// `is`, `as?` and `as!` on objects: the row's class decides.
enum Cast {
    static func test<Desired>(_ term: Term, _ type: Desired.Type) throws -> (condition: Condition, object: Term) {
        guard let desired = (type as? any PersistentModel.Type)?._$entity else {
            throw StorageError.unsupportedPredicate("a cast to \(type)")
        }
        let isNil = try term.isNil()
        guard case .object(var object) = term.unwrapped() else {
            throw StorageError.unsupportedPredicate("a cast of \(term.kindName)")
        }
        var condition = isNil.negated
        if !object.entity.isKind(of: desired) {
            guard desired.isKind(of: object.entity) else { return (.always(false), .null) }
            let column = object.column("$class")
            let names = desired.family.map { SQL.literal($0.name) }.joined(separator: ", ")
            condition = condition.and(
                .leaf("\(column) IN (\(names))", "\(column) NOT IN (\(names))", mayTrap: object.mayTrap))
        }
        object.entity = desired
        return (condition, .object(object))
    }
}
