internal import Foundation
internal import ModelSchema

extension PredicateExpressions.SequenceContains: PredicateNode, BinaryNode
where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (sequence, element) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.sequence, \.element, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try Membership.condition(of: right, in: left, lowering))
    }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode, BinaryNode
where RangeExpression: PredicateNode, Element: PredicateNode {
    var parts: (RangeExpression, Element) { (range, element) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.range, \.element, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try Membership.condition(of: right, in: left, lowering))
    }
}

extension PredicateExpressions.Range: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lower, upper) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lower, \.upper, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .range(RangeTerm(lower: left, upper: right, includesUpper: false, mayBeInvalid: true))
    }
}

extension PredicateExpressions.ClosedRange: PredicateNode, BinaryNode where LHS: PredicateNode, RHS: PredicateNode {
    var parts: (LHS, RHS) { (lower, upper) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.lower, \.upper, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .range(RangeTerm(lower: left, upper: right, includesUpper: true, mayBeInvalid: true))
    }
}

extension PredicateExpressions.SequenceContainsWhere: PredicateNode where LHS: PredicateNode, RHS: PredicateNode {
    func addShape(_ shape: inout Shape) {
        sequence.addShape(&shape, as: .text)
        shape.introduce(variable.key)
        test.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try sequence.bindValues(&binding)
        try test.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let sequence = try sequence.lower(lowering)
        let elements = try sequence.elements("a closure", lowering)
        lowering.introduce(variable.key, as: elements.element)
        return .condition(elements.contains(try test.lower(lowering).condition()))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateNode where LHS: PredicateNode, RHS: PredicateNode {
    func addShape(_ shape: inout Shape) {
        sequence.addShape(&shape, as: .text)
        shape.introduce(variable.key)
        test.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try sequence.bindValues(&binding)
        try test.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let sequence = try sequence.lower(lowering)
        let elements = try sequence.elements("a closure", lowering)
        lowering.introduce(variable.key, as: elements.element)
        return .condition(elements.contains(try test.lower(lowering).condition().negated).negated)
    }
}

extension PredicateExpressions.Filter: PredicateNode where LHS: PredicateNode, RHS: PredicateNode {
    func addShape(_ shape: inout Shape) {
        sequence.addShape(&shape, as: .text)
        shape.introduce(variable.key)
        filter.addShape(&shape)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try sequence.bindValues(&binding)
        try filter.bindValues(&binding)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let sequence = try sequence.lower(lowering)
        let elements = try sequence.elements("a closure", lowering)
        lowering.introduce(variable.key, as: elements.element)
        var filtered = elements
        filtered.filter = filtered.filter.and(try filter.lower(lowering).condition())
        return .relation(filtered)
    }
}

extension PredicateExpressions.SequenceMinimum: PredicateNode where Elements: PredicateNode {
    func addShape(_ shape: inout Shape) { elements.addShape(&shape, as: .text) }
    func bindValues(_ binding: inout ValueBinding) throws { try elements.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term {
        try elements.lower(lowering).elements("min()", lowering).extreme("min")
    }
}

extension PredicateExpressions.SequenceMaximum: PredicateNode where Elements: PredicateNode {
    func addShape(_ shape: inout Shape) { elements.addShape(&shape, as: .text) }
    func bindValues(_ binding: inout ValueBinding) throws { try elements.bindValues(&binding) }
    func lower(_ lowering: Lowering) throws -> Term {
        try elements.lower(lowering).elements("max()", lowering).extreme("max")
    }
}
