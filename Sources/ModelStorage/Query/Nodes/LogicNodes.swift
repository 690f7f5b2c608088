internal import Foundation

/// Nodes of two parts walk the left one first.
protocol BinaryNode: PredicateNode {
    associatedtype Left: PredicateNode
    associatedtype Right: PredicateNode
    var parts: (Left, Right) { get }
    /// Distinguishes operators of one type.
    var operatorWord: UInt? { get }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term
}

extension BinaryNode {
    var operatorWord: UInt? { nil }

    @inline(__always)
    func addShape(_ shape: inout Shape) {
        let (left, right) = parts
        if let operatorWord { shape.add(operatorWord) }
        left.addShape(&shape)
        right.addShape(&shape)
    }
    @inline(__always)
    func bindValues(_ binding: inout ValueBinding) throws {
        let (left, right) = parts
        try left.bindValues(&binding)
        try right.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let (left, right) = parts
        let first = try left.lower(lowering)
        return try combine(first, try right.lower(lowering), lowering)
    }
}

extension PredicateExpressions.Conjunction: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try left.condition().and(try right.condition()))
    }
}

extension PredicateExpressions.Disjunction: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try left.condition().or(try right.condition()))
    }
}

extension PredicateExpressions.Negation: PredicateNode where Wrapped: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.wrapped, &layout, at: offset)
    }
    func addShape(_ shape: inout Shape) { wrapped.addShape(&shape) }
    func bindValues(_ binding: inout ValueBinding) throws { try wrapped.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term { .condition(try wrapped.lower(lowering).condition().negated) }
}

extension PredicateExpressions.Equal: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    @inline(__always)
    func addShape(_ shape: inout Shape) {
        lhs.addShape(&shape, as: .text)
        rhs.addShape(&shape, as: .text)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try Equality.condition(left, right))
    }
}

extension PredicateExpressions.NotEqual: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    @inline(__always)
    func addShape(_ shape: inout Shape) {
        lhs.addShape(&shape, as: .text)
        rhs.addShape(&shape, as: .text)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try Equality.condition(left, right).negated)
    }
}

extension PredicateExpressions.Comparison: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, operation: \.op, &layout, at: offset)
    }
    var operatorWord: UInt? { operationWord(op) }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        let ordering: Ordering =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw StorageError.unsupportedPredicate("comparison \(op)")
            }
        return .condition(try ordering.condition(left, right, lowering))
    }
}

extension PredicateExpressions.Conditional: PredicateNode
where Test: PredicateNode, If: PredicateNode, Else: PredicateNode {
    func addShape(_ shape: inout Shape) {
        test.addShape(&shape)
        trueBranch.addShape(&shape)
        falseBranch.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try test.bindValues(&binding)
        try trueBranch.bindValues(&binding)
        try falseBranch.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let test = try test.lower(lowering).condition()
        let first = try trueBranch.lower(lowering)
        let second = try falseBranch.lower(lowering)
        if case .always(let value) = test { return value ? first : second }
        return Term.choose(test, first, second)
    }
}

extension Term {
    /// `test ? first : second`; conditions become one condition.
    static func choose(_ test: Condition, _ first: Term, _ second: Term) -> Term {
        if case .condition = first, let a = try? first.condition(), let b = try? second.condition() {
            return .condition(test.choose(a, b))
        }
        if case .condition = second, let a = try? first.condition(), let b = try? second.condition(), !first.mayBeNil {
            return .condition(test.choose(a, b))
        }
        return .choice(test, first, second)
    }

    private var mayBeNil: Bool {
        if case .scalar(let scalar) = self { return scalar.mayBeNil }
        return false
    }
}
