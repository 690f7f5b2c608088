internal import Foundation

extension PredicateExpressions.Arithmetic: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, operation: \.op, &layout, at: offset)
    }
    var operatorWord: UInt? { operationWord(op) }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        let operation: Arithmetic =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw StorageError.unsupportedPredicate("arithmetic \(op)")
            }
        return .scalar(try operation.term(try left.scalar(operation.symbol), try right.scalar(operation.symbol)))
    }
}

extension PredicateExpressions.IntDivision: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .scalar(try Arithmetic.divide.term(try left.scalar("/"), try right.scalar("/")))
    }
}

extension PredicateExpressions.IntRemainder: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .scalar(try Arithmetic.remainder.term(try left.scalar("%"), try right.scalar("%")))
    }
}

extension PredicateExpressions.FloatDivision: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lhs, rhs) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lhs, \.rhs, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .scalar(try Arithmetic.divide.term(try left.scalar("/"), try right.scalar("/")))
    }
}

extension PredicateExpressions.UnaryMinus: PredicateNode where Wrapped: PredicateNode {
    func addShape(_ shape: inout Shape) { wrapped.addShape(&shape) }
    func bindValues(_ binding: inout ValueBinding) throws { try wrapped.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term {
        let scalar = try wrapped.lower(lowering).scalar("-")
        if scalar.type.isFloating {
            var result = scalar
            // Not 0 − x, which has another zero.
            result.sql = "(\(scalar.sql) * -1.0)"
            return .scalar(result)
        }
        var zero = Scalar(sql: "0", type: scalar.type, isConstant: true)
        if scalar.type == .decimal { zero.sql = "x'02'" }
        return .scalar(try Arithmetic.subtract.term(zero, scalar))
    }
}
