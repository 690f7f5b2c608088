import Foundation
import ModelStorage
import SnapshotModels

/// Draws predicates, and notes what it drew.
struct PredicateSource {
    var random: SeededRandom
    /// How often each kind of part was drawn.
    private(set) var used: [String: Int] = [:]
    private(set) var kinds: [String: Int] = [:]
    private var depth = 0

    init(seed: UInt64) { random = SeededRandom(state: seed) }

    mutating func next(below bound: Int) -> Int { random.next(below: bound) }
    mutating func isTrue(_ count: Int, of total: Int) -> Bool { next(below: total) < count }
    mutating func any<T>(_ values: [T]) -> T { values[next(below: values.count)] }
    /// None, a few, or more than there are parameters for.
    mutating func some<T>(_ values: [T]) -> [T] {
        let count = isTrue(1, of: 20) ? 130 : next(below: 5)
        return (0..<count).map { _ in any(values) }
    }

    /// One of several kinds of a part.
    mutating func pick(_ part: String, _ count: Int) -> Int {
        // Half of the time the kind that was drawn least, so that a short run meets all.
        var kind = next(below: count)
        if isTrue(1, of: 2) {
            let least = (0..<count).min { used["\(part) \($0)", default: 0] < used["\(part) \($1)", default: 0] }
            kind = least ?? kind
        }
        used["\(part) \(kind)", default: 0] += 1
        kinds[part] = count
        return kind
    }

    /// The kinds that were not drawn, though others of their part were.
    var missing: [String] {
        kinds.flatMap { part, count in (0..<count).map { "\(part) \($0)" } }.filter { used[$0] == nil }.sorted()
    }

    /// A predicate made of some leaves.
    mutating func predicate<Model>(_ leaves: [any Leaf<Model>]) -> Predicate<Model> {
        var copy = self
        copy.depth += 1
        let predicate = Predicate<Model> { subject in
            let node = copy.condition(leaves, subject)
            return node
        }
        copy.depth -= 1
        self = copy
        return predicate
    }

    private mutating func condition<Model, Subject: StandardPredicateExpression>(
        _ leaves: [any Leaf<Model>], _ subject: Subject
    ) -> BoolNode where Subject.Output == Model {
        func leaf() -> BoolNode {
            // Relationships nest, and have to end.
            let simple = leaves.filter {
                !"\(type(of: $0))".hasPrefix("TargetLeaf") && !"\(type(of: $0))".hasPrefix("ListLeaf")
            }
            let choice = depth > 2 && !simple.isEmpty ? any(simple) : any(leaves)
            return make(choice, subject)
        }
        func make<L: Leaf>(_ leaf: L, _ subject: Subject) -> BoolNode where L.Model == Model {
            leaf.make(subject, &self)
        }
        func part() -> BoolNode { depth < 3 && isTrue(1, of: 3) ? nested() : leaf() }
        func nested() -> BoolNode {
            depth += 1
            defer { depth -= 1 }
            return condition(leaves, subject)
        }
        switch pick("combine", 6) {
        case 0: return and(part(), part())
        case 1: return or(part(), part())
        case 2: return not(part())
        case 3: return equal(part(), part())
        case 4: return choose(part(), part(), part())
        default: return leaf()
        }
    }

    // MARK: Opening existentials

    private func and(_ a: some StandardPredicateExpression<Bool>, _ b: some StandardPredicateExpression<Bool>)
        -> BoolNode
    {
        Nodes.build_Conjunction(lhs: a, rhs: b)
    }
    private func or(_ a: some StandardPredicateExpression<Bool>, _ b: some StandardPredicateExpression<Bool>)
        -> BoolNode
    {
        Nodes.build_Disjunction(lhs: a, rhs: b)
    }
    private func not(_ a: some StandardPredicateExpression<Bool>) -> BoolNode { Nodes.build_Negation(a) }
    private func equal(_ a: some StandardPredicateExpression<Bool>, _ b: some StandardPredicateExpression<Bool>)
        -> BoolNode
    {
        Nodes.build_Equal(lhs: a, rhs: b)
    }
    private func choose(
        _ a: some StandardPredicateExpression<Bool>, _ b: some StandardPredicateExpression<Bool>,
        _ c: some StandardPredicateExpression<Bool>
    ) -> BoolNode { Nodes.build_Conditional(a, b, c) }
}
