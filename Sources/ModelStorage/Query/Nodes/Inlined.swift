public import Foundation

/// Predicates inside another one: what `evaluate` inside `#Predicate` would be, which the macro does not allow on Linux.
///
/// ```swift
/// let cheap = #Predicate<Item> { $0.price < 10 }
/// let predicate = Predicate<Trip> { trip in
///     PredicateExpressions.build_contains(
///         PredicateExpressions.build_KeyPath(root: trip, keyPath: \.items)) { Inlined(cheap, $0) }
/// }
/// ```
/// To combine predicates on one object see `Predicate(all:)` and `Predicate(any:)`.
public struct Inlined<Input, Subject: StandardPredicateExpression>: StandardPredicateExpression
where Subject.Output == Input {
    public typealias Output = Bool

    let predicate: Predicate<Input>
    let subject: Subject

    /// - Parameters:
    ///   - predicate: the condition.
    ///   - subject: what it is asked of.
    public init(_ predicate: Predicate<Input>, _ subject: Subject) {
        self.predicate = predicate
        self.subject = subject
    }

    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try predicate.evaluate(subject.evaluate(bindings))
    }

    /// Predicates cannot be archived on Linux.
    ///
    /// - Throws: always.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "predicates cannot be archived on this platform"))
    }

    /// Predicates cannot be archived on Linux.
    ///
    /// - Throws: always.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: "predicates cannot be archived on this platform"))
    }
}

extension Inlined: PredicateNode where Subject: PredicateNode {
    func addShape(_ shape: inout Shape) {
        subject.addShape(&shape)
        shape.introduce(predicate.variable.key)
        shape.addInlined(predicate.expression)
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        try subject.bindValues(&binding)
        try binding.bindInlined(predicate.expression)
    }
    func lower(_ lowering: Lowering) throws -> Term {
        lowering.introduce(predicate.variable.key, as: try subject.lower(lowering))
        return try lowering.lowerInlined(predicate.expression)
    }
}

extension Predicate {
    /// A predicate that holds where all of several do; everywhere, if there are none.
    public init(all predicates: some Sequence<Predicate<repeat each Input>>) {
        self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
            Combination(Array(predicates), isConjunction: true, repeat each variable)
        }
    }

    /// A predicate that holds where any of several does; nowhere, if there are none.
    public init(any predicates: some Sequence<Predicate<repeat each Input>>) {
        self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
            Combination(Array(predicates), isConjunction: false, repeat each variable)
        }
    }
}

/// Predicates on the same objects, of which all hold or any.
struct Combination<each Input>: StandardPredicateExpression {
    typealias Output = Bool

    let predicates: [Predicate<repeat each Input>]
    let isConjunction: Bool
    let variable: (repeat PredicateExpressions.Variable<each Input>)

    init(
        _ predicates: [Predicate<repeat each Input>], isConjunction: Bool,
        _ variable: repeat PredicateExpressions.Variable<each Input>
    ) {
        self.predicates = predicates
        self.isConjunction = isConjunction
        self.variable = (repeat each variable)
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        let input = (repeat try (each variable).evaluate(bindings))
        for predicate in predicates where try predicate.evaluate(repeat each input) != isConjunction {
            return !isConjunction
        }
        return isConjunction
    }

    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "predicates cannot be archived on this platform"))
    }
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: "predicates cannot be archived on this platform"))
    }
}

extension Combination: PredicateNode {
    func addShape(_ shape: inout Shape) {
        shape.add(UInt(predicates.count) << 1 | (isConjunction ? 1 : 0))
        for predicate in predicates {
            repeat shape.equate((each predicate.variable).key, (each variable).key)
            shape.addInlined(predicate.expression)
        }
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        for predicate in predicates { try binding.bindInlined(predicate.expression) }
    }
    func lower(_ lowering: Lowering) throws -> Term {
        var conditions: [Condition] = []
        for predicate in predicates {
            repeat try lowering.introduce((each predicate.variable).key, as: lowering.term(of: (each variable).key))
            conditions.append(try lowering.lowerInlined(predicate.expression).condition())
        }
        return .condition(
            isConjunction
                ? conditions.reduce(.always(true)) { $0.and($1) } : conditions.reduce(.always(false)) { $0.or($1) })
    }
}
