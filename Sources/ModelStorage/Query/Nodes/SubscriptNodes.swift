internal import Foundation

extension PredicateExpressions.DictionaryKeySubscript: PredicateNode, BinaryNode
where Wrapped: PredicateNode, Key: PredicateNode {
    var parts: (Wrapped, Key) { (wrapped, key) }
    func addShape(_ shape: inout Shape) {
        wrapped.addShape(&shape, as: .text)
        key.addShape(&shape)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        try left.collection("a subscript by key").value(of: right)
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: PredicateNode
where Wrapped: PredicateNode, Key: PredicateNode, Default: PredicateNode {
    func addShape(_ shape: inout Shape) {
        wrapped.addShape(&shape, as: .text)
        key.addShape(&shape)
        `default`.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try wrapped.bindValues(&binding)
        try key.bindValues(&binding)
        try `default`.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let collection = try wrapped.lower(lowering).collection("a subscript with a default")
        let value = try collection.value(of: try key.lower(lowering))
        let fallback = try `default`.lower(lowering)
        return Term.choose(try value.isNil().negated, value.unwrapped(), fallback)
    }
}

extension PredicateExpressions.CollectionIndexSubscript: PredicateNode
where Wrapped: PredicateNode, Index: PredicateNode {
    func addShape(_ shape: inout Shape) {
        wrapped.addShape(&shape, as: .text)
        index.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try wrapped.bindValues(&binding)
        try index.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let wrapped = try wrapped.lower(lowering)
        let index = try index.lower(lowering).scalar("a subscript by index")
        if case .relation(let relation) = wrapped, relation.object != nil {
            guard relation.isOrdered, !index.mayTrap else {
                throw StorageError.unsupportedPredicate("a subscript by index of a relationship without an order")
            }
            // OFFSET takes a negative number for none.
            let found = try relation.element(
                at: "CASE WHEN \(index.sql) < 0 THEN 9223372036854775807 ELSE \(index.sql) END")
            return try found.forced()
        }
        return try wrapped.collection("a subscript by index").element(at: index)
    }
}

extension PredicateExpressions.CollectionRangeSubscript: PredicateNode
where Wrapped: PredicateNode, Range: PredicateNode {
    func addShape(_ shape: inout Shape) {
        wrapped.addShape(&shape, as: .text)
        range.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try wrapped.bindValues(&binding)
        try range.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let collection = try wrapped.lower(lowering).collection("a subscript by range")
        guard case .range(let range) = try range.lower(lowering) else {
            throw StorageError.unsupportedPredicate("a subscript by range of a stored collection")
        }
        return try collection.slice(range)
    }
}

extension Term {
    /// The term as a collection of values.
    func collection(_ purpose: @autoclosure () -> String) throws -> CollectionTerm {
        guard case .collection(let collection) = self else {
            throw StorageError.unsupportedPredicate("\(purpose()) of \(kindName)")
        }
        return collection
    }
}
