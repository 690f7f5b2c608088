internal import Foundation

extension PredicateExpressions.CollectionContainsCollection: PredicateNode, BinaryNode
where Base: PredicateNode, Other: PredicateNode {
    var parts: (Base, Other) { (base, other) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.base, \.other, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try TextCondition.contains(try left.text("contains"), try right.text("contains")))
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode, BinaryNode
where Base: PredicateNode, Prefix: PredicateNode {
    var parts: (Base, Prefix) { (base, prefix) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.base, \.prefix, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        .condition(try TextCondition.starts(try left.text("starts(with:)"), with: try right.text("starts(with:)")))
    }
}

// Regular expressions run in a function; no index serves them.
extension PredicateExpressions.StringContainsRegex: PredicateNode, BinaryNode
where Subject: PredicateNode, Regex: PredicateNode {
    var parts: (Subject, Regex) { (subject, regex) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.subject, \.regex, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        let text = try left.text("contains(regex)")
        guard case .special(let pattern as PatternTerm) = right else {
            throw StorageError.unsupportedPredicate("contains(regex) with \(right.kindName)")
        }
        return .condition(
            .leaf(
                "\(SQLFunction.matches)(\(text.sql), \(pattern.parameter)) = 1",
                "\(SQLFunction.matches)(\(text.sql), \(pattern.parameter)) = 0", mayTrap: text.mayTrap))
    }
}

/// A captured regular expression: its text is a parameter.
struct PatternTerm: SpecialTerm, CustomStringConvertible {
    let parameter: String
    var description: String { "a regular expression" }
}

extension PredicateExpressions.PredicateRegex: CapturedValue {
    static func makeCodec() -> ValueCodec { PatternCodec() }
}

final class PatternCodec: ValueCodec {
    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        binding.text(
            value.assumingMemoryBound(to: PredicateExpressions.PredicateRegex.self).pointee.stringRepresentation)
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        .special(PatternTerm(parameter: lowering.parameter()))
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
