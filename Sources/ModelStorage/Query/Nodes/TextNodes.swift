internal import Foundation

extension PredicateExpressions.CollectionContainsCollection: PredicateNode, BinaryNode
where Base: PredicateNode, Other: PredicateNode {
    var parts: (Base, Other) { (base, other) }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try TextCondition.contains(try left.text("contains"), try right.text("contains")))
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode, BinaryNode
where Base: PredicateNode, Prefix: PredicateNode {
    var parts: (Base, Prefix) { (base, prefix) }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try TextCondition.starts(try left.text("starts(with:)"), with: try right.text("starts(with:)")))
    }
}

extension Term {
    /// The term as a string.
    func text(_ purpose: @autoclosure () -> String) throws -> Scalar {
        let scalar = try scalar(purpose())
        guard scalar.type == .string || scalar.type == .character else {
            throw StorageError.unsupportedPredicate("\(purpose()) on \(kindName)")
        }
        return scalar
    }
}
