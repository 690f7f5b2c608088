internal import Foundation

extension PredicateExpressions.NilCoalesce: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        let isNil = try left.isNil()
        if case .always(let value) = isNil { return value ? right : left.unwrapped() }
        return Term.choose(isNil.negated, left.unwrapped(), right)
    }
}

extension PredicateExpressions.ForcedUnwrap: PredicateNode where Inner: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.inner, &layout, at: offset)
    }
    func addShape(_ shape: inout Shape) { inner.addShape(&shape) }
    func bindValues(_ binding: inout ValueBinding) throws { try inner.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term { try inner.lower(lowering).forced() }
}

// Optional chaining, `if let` and `flatMap`.
extension PredicateExpressions.OptionalFlatMap: PredicateNode where LHS: PredicateNode, RHS: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        guard let wrapped = place(\.wrapped), let key = place(\.variable.key), let transform = place(\.transform) else {
            return layout.add(.node(offset, TypedPlan<Self>()))
        }
        LHS.addSteps(&layout, at: offset + wrapped)
        layout.add(.introduction(offset + key))
        RHS.addSteps(&layout, at: offset + transform)
    }
    func addShape(_ shape: inout Shape) {
        wrapped.addShape(&shape)
        shape.introduce(variable.key)
        transform.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try wrapped.bindValues(&binding)
        try transform.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let wrapped = try wrapped.lower(lowering)
        let token = lowering.token()
        let isNil = try wrapped.isNil()
        if case .null = wrapped {
            // The transform is walked for its parameters' numbers only.
            lowering.introduce(variable.key, as: .special(Unreachable()))
            _ = try? transform.lower(lowering)
            return .null
        }
        lowering.introduce(variable.key, as: wrapped.unwrapped(token))
        let result = try transform.lower(lowering)
        if case .always(false) = isNil { return result }
        return try result.optional(nilWhen: isNil, token: token)
    }
}

/// What a closure over nil would get, were it called.
struct Unreachable: SpecialTerm, CustomStringConvertible {
    var description: String { "nil" }
}
