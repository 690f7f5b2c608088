internal import Foundation

extension PredicateExpressions.DictionaryKeySubscript: PredicateNode, BinaryNode
where Wrapped: PredicateNode, Key: PredicateNode {
    var parts: (Wrapped, Key) { (wrapped, key) }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        guard case .collection(let collection) = left else {
            throw StorageError.unsupportedPredicate("a subscript of \(left.kindName)")
        }
        return try collection.value(of: right)
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: PredicateNode
where Wrapped: PredicateNode, Key: PredicateNode, Default: PredicateNode {
    func addShape(_ shape: inout Shape) {
        wrapped.addShape(&shape)
        key.addShape(&shape)
        `default`.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try wrapped.bindValues(&binding)
        try key.bindValues(&binding)
        try `default`.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        guard case .collection(let collection) = try wrapped.lower(lowering) else {
            throw StorageError.unsupportedPredicate("a subscript with a default")
        }
        let value = try collection.value(of: try key.lower(lowering))
        let fallback = try `default`.lower(lowering)
        return Term.choose(try value.isNil().negated, value.unwrapped(), fallback)
    }
}
