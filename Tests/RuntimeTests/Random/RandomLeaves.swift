import Foundation
import ModelStorage
import SnapshotModels

/// A test of one property that a random predicate may consist of.
protocol Leaf<Model> {
    associatedtype Model: PersistentModel
    /// A condition over an object, of a random kind.
    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model
}

typealias BoolNode = any StandardPredicateExpression<Bool>
typealias Nodes = PredicateExpressions

private func compare<L: StandardPredicateExpression, R: StandardPredicateExpression>(
    _ left: L, _ right: R, _ random: inout PredicateSource
) -> BoolNode where L.Output == R.Output, L.Output: Comparable {
    let kind = random.pick("compare", 6)
    switch kind {
    case 0: return Nodes.build_Equal(lhs: left, rhs: right)
    case 1: return Nodes.build_NotEqual(lhs: left, rhs: right)
    case 2: return Nodes.build_Comparison(lhs: left, rhs: right, op: .lessThan)
    case 3: return Nodes.build_Comparison(lhs: left, rhs: right, op: .lessThanOrEqual)
    case 4: return Nodes.build_Comparison(lhs: left, rhs: right, op: .greaterThan)
    default: return Nodes.build_Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual)
    }
}

typealias Captured = Codable & Hashable & Sendable

/// `==`, `!=`, order, captured collections and ranges.
struct OrderedLeaf<Model: PersistentModel, Value: Captured & Comparable>: Leaf {
    let keyPath: any KeyPath<Model, Value> & Sendable
    let values: [Value]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let property = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let (one, other) = (random.any(values), random.any(values))
        switch random.pick("\(Value.self)", 6) {
        case 0:
            return Nodes.build_contains(Nodes.build_Arg(random.some(values)), property)
        case 1:
            return Nodes.build_contains(Nodes.build_Arg(Set(random.some(values))), property)
        case 2:
            return Nodes.build_contains(Nodes.build_Arg(min(one, other)...max(one, other)), property)
        case 3:
            return Nodes.build_contains(Nodes.build_Arg(min(one, other)..<max(one, other)), property)
        default: return compare(property, Nodes.build_Arg(one), &random)
        }
    }
}

/// `==`, `!=` and captured collections.
struct EqualLeaf<Model: PersistentModel, Value: Captured>: Leaf {
    let keyPath: any KeyPath<Model, Value> & Sendable
    let values: [Value]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let property = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let value = Nodes.build_Arg(random.any(values))
        switch random.pick("equal \(Value.self)", 3) {
        case 0: return Nodes.build_Equal(lhs: property, rhs: value)
        case 1: return Nodes.build_NotEqual(lhs: property, rhs: value)
        default:
            // Structs are compared, not searched for.
            if Value.self == Point.self { return Nodes.build_Equal(lhs: value, rhs: property) }
            return Nodes.build_contains(Nodes.build_Arg(random.some(values)), property)
        }
    }
}

/// Nil, `??`, `flatMap` and captured optionals.
struct OptionalLeaf<Model: PersistentModel, Value: Captured & Comparable>: Leaf {
    let keyPath: any KeyPath<Model, Value?> & Sendable
    let values: [Value]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let property = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let (one, other) = (random.any(values), random.any(values))
        let captured: Value? = random.isTrue(1, of: 4) ? nil : one
        switch random.pick("optional \(Value.self)", 8) {
        case 0: return Nodes.build_Equal(lhs: property, rhs: Nodes.build_NilLiteral())
        case 1: return Nodes.build_NotEqual(lhs: property, rhs: Nodes.build_NilLiteral())
        case 2: return Nodes.build_Equal(lhs: property, rhs: Nodes.build_Arg(captured))
        case 3: return Nodes.build_NotEqual(lhs: property, rhs: Nodes.build_Arg(captured))
        case 4:
            return compare(
                Nodes.build_NilCoalesce(lhs: property, rhs: Nodes.build_Arg(one)), Nodes.build_Arg(other), &random)
        case 5:
            return Nodes.build_NilCoalesce(
                lhs: Nodes.build_flatMap(property) {
                    Nodes.build_Comparison(lhs: $0, rhs: Nodes.build_Arg(one), op: .lessThan)
                }, rhs: Nodes.build_Arg(random.isTrue(1, of: 2)))
        case 6:
            return Nodes.build_NotEqual(
                lhs: Nodes.build_flatMap(property) { Nodes.build_Equal(lhs: $0, rhs: Nodes.build_Arg(one)) },
                rhs: Nodes.build_Arg(random.isTrue(1, of: 3) ? nil : Bool?(true)))
        default:
            return Nodes.build_contains(
                Nodes.build_Arg(random.some(values).map { random.isTrue(1, of: 5) ? nil : $0 }), property)
        }
    }
}

struct FlagLeaf<Model: PersistentModel>: Leaf {
    let keyPath: any KeyPath<Model, Bool> & Sendable
    let optional: any KeyPath<Model, Bool?> & Sendable

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let flag = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let maybe = Nodes.build_KeyPath(root: subject, keyPath: optional)
        switch random.pick("flag", 5) {
        case 0: return flag
        case 1: return Nodes.build_Equal(lhs: flag, rhs: Nodes.build_Arg(false))
        case 2: return Nodes.build_NilCoalesce(lhs: maybe, rhs: flag)
        case 3: return Nodes.build_Equal(lhs: maybe, rhs: Nodes.build_Arg(random.isTrue(1, of: 3) ? nil : Bool?(true)))
        default: return Nodes.build_NotEqual(lhs: maybe, rhs: Nodes.build_Arg(Bool?(false)))
        }
    }
}

/// Searches in text.
struct TextLeaf<Model: PersistentModel>: Leaf {
    let keyPath: any KeyPath<Model, String> & Sendable

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let text = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let part = Nodes.build_Arg(random.any(RandomData.parts))
        switch random.pick("text", 9) {
        case 0: return Nodes.build_contains(text, part)
        case 1: return Nodes.build_starts(text, with: part)
        case 2: return Nodes.build_localizedStandardContains(text, part)
        case 3:
            return Nodes.build_Equal(
                lhs: Nodes.build_caseInsensitiveCompare(text, part), rhs: Nodes.build_Arg(ComparisonResult.orderedSame))
        case 4:
            return Nodes.build_NotEqual(
                lhs: Nodes.build_localizedCompare(text, part), rhs: Nodes.build_Arg(ComparisonResult.orderedAscending))
        case 5:
            return compare(
                Nodes.build_KeyPath(root: text, keyPath: \.count), Nodes.build_Arg(random.next(below: 4)), &random)
        case 6: return Nodes.build_KeyPath(root: text, keyPath: \.isEmpty)
        case 7:
            switch random.next(below: 4) {
            case 0: return Nodes.build_contains(text, Nodes.build_Arg(/[a-m]+/))
            case 1: return Nodes.build_contains(text, Nodes.build_Arg(/^.$/))
            case 2: return Nodes.build_contains(text, Nodes.build_Arg(/\d|%/))
            default: return Nodes.build_contains(text, Nodes.build_Arg(/(?i)é|z/))
            }
        default: return Nodes.build_contains(part, text)
        }
    }
}

/// Arithmetic, away from its limits: where Swift traps, evaluating in memory would end the test.
struct NumberLeaf<Model: PersistentModel>: Leaf {
    let keyPath: any KeyPath<Model, Int> & Sendable

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let number = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let (small, bound) = (Nodes.build_Arg(random.next(below: 5) + 1), Nodes.build_Arg(random.next(below: 30) - 5))
        switch random.pick("number", 7) {
        case 0: return compare(Nodes.build_Arithmetic(lhs: number, rhs: small, op: .add), bound, &random)
        case 1: return compare(Nodes.build_Arithmetic(lhs: number, rhs: small, op: .subtract), bound, &random)
        case 2: return compare(Nodes.build_Arithmetic(lhs: number, rhs: small, op: .multiply), bound, &random)
        case 3: return compare(Nodes.build_Division(lhs: number, rhs: small), bound, &random)
        case 4: return compare(Nodes.build_Remainder(lhs: number, rhs: small), bound, &random)
        case 5: return compare(Nodes.build_UnaryMinus(number), bound, &random)
        default:
            return compare(
                Nodes.build_Conditional(
                    Nodes.build_Comparison(lhs: number, rhs: bound, op: .lessThan), number, small), bound, &random)
        }
    }
}

/// A stored array.
struct ArrayLeaf<Model: PersistentModel, Element: Captured & Comparable>: Leaf {
    let keyPath: any KeyPath<Model, [Element]> & Sendable
    let values: [Element]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let array = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let value = random.any(values)
        var inner = random
        defer { random = inner }
        switch inner.pick("array \(Element.self)", 13) {
        case 0: return Nodes.build_contains(array, Nodes.build_Arg(value))
        case 1:
            return Nodes.build_contains(array) {
                Nodes.build_Comparison(lhs: $0, rhs: Nodes.build_Arg(value), op: .lessThan)
            }
        case 2:
            return Nodes.build_allSatisfy(array) { Nodes.build_NotEqual(lhs: $0, rhs: Nodes.build_Arg(value)) }
        case 3:
            let filtered = Nodes.build_filter(array) {
                Nodes.build_Comparison(lhs: $0, rhs: Nodes.build_Arg(value), op: .greaterThanOrEqual)
            }
            return compare(
                Nodes.build_KeyPath(root: filtered, keyPath: \.count), Nodes.build_Arg(inner.next(below: 3)), &inner)
        case 4: return Nodes.build_KeyPath(root: array, keyPath: \.isEmpty)
        case 5:
            return compare(
                Nodes.build_KeyPath(root: array, keyPath: \.count), Nodes.build_Arg(inner.next(below: 4)), &inner)
        case 6:
            return Nodes.build_Equal(
                lhs: Nodes.build_KeyPath(root: array, keyPath: \.first), rhs: Nodes.build_Arg(Element?(value)))
        case 7: return Nodes.build_Equal(lhs: Nodes.build_min(array), rhs: Nodes.build_Arg(Element?(value)))
        case 8: return Nodes.build_NotEqual(lhs: Nodes.build_max(array), rhs: Nodes.build_Arg(Element?(value)))
        case 9: return Nodes.build_Equal(lhs: array, rhs: Nodes.build_Arg(inner.some(values)))
        case 10:
            // Where there is no such element Swift traps: the test before it keeps that away.
            let index = inner.next(below: 3)
            return Nodes.build_Conjunction(
                lhs: Nodes.build_Comparison(
                    lhs: Nodes.build_KeyPath(root: array, keyPath: \.count), rhs: Nodes.build_Arg(index),
                    op: .greaterThan),
                rhs: Nodes.build_Equal(
                    lhs: Nodes.build_subscript(array, Nodes.build_Arg(index)), rhs: Nodes.build_Arg(value)))
        case 11:
            let (low, count) = (inner.next(below: 2), inner.next(below: 3))
            return Nodes.build_Conditional(
                Nodes.build_Comparison(
                    lhs: Nodes.build_KeyPath(root: array, keyPath: \.count), rhs: Nodes.build_Arg(low + count),
                    op: .greaterThanOrEqual),
                Nodes.build_contains(
                    Nodes.build_subscript(array, Nodes.build_Arg(low..<low + count)), Nodes.build_Arg(value)),
                Nodes.build_Arg(inner.isTrue(1, of: 2)))
        default:
            // Captured elements, searched one by one.
            return Nodes.build_contains(Nodes.build_Arg(inner.some(values))) { Nodes.build_contains(array, $0) }
        }
    }
}

struct DictionaryLeaf<Model: PersistentModel>: Leaf {
    let keyPath: any KeyPath<Model, [String: Int]> & Sendable

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let dictionary = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let key = Nodes.build_Arg(random.any(RandomData.strings))
        let number = random.next(below: 9)
        switch random.pick("dictionary", 4) {
        case 0:
            return Nodes.build_Equal(lhs: Nodes.build_subscript(dictionary, key), rhs: Nodes.build_Arg(Int?(number)))
        case 1: return Nodes.build_NotEqual(lhs: Nodes.build_subscript(dictionary, key), rhs: Nodes.build_NilLiteral())
        case 2:
            return compare(
                Nodes.build_subscript(dictionary, key, default: Nodes.build_Arg(3)), Nodes.build_Arg(number), &random)
        default:
            return Nodes.build_contains(dictionary) {
                Nodes.build_Comparison(
                    lhs: Nodes.build_KeyPath(root: $0, keyPath: \.value), rhs: Nodes.build_Arg(number), op: .greaterThan
                )
            }
        }
    }
}

/// A to-one relationship.
struct TargetLeaf<Model: PersistentModel, Other: PersistentModel>: Leaf {
    let keyPath: any KeyPath<Model, Other?> & Sendable
    let leaves: @Sendable () -> [any Leaf<Other>]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let target = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        switch random.pick("to-one \(Other.self)", 4) {
        case 0: return Nodes.build_Equal(lhs: target, rhs: Nodes.build_NilLiteral())
        case 1: return Nodes.build_NotEqual(lhs: target, rhs: Nodes.build_NilLiteral())
        case 2:
            let test = random.predicate(leaves())
            return Nodes.build_NilCoalesce(
                lhs: Nodes.build_flatMap(target) { Inlined(test, $0) }, rhs: Nodes.build_Arg(random.isTrue(1, of: 2)))
        default:
            let test = random.predicate(leaves())
            return Nodes.build_NotEqual(
                lhs: Nodes.build_flatMap(target) { Inlined(test, $0) }, rhs: Nodes.build_Arg(Bool?(true)))
        }
    }
}

/// A to-many relationship.
struct ListLeaf<Model: PersistentModel, Other: PersistentModel>: Leaf {
    let keyPath: any KeyPath<Model, [Other]> & Sendable
    let leaves: @Sendable () -> [any Leaf<Other>]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let list = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        switch random.pick("to-many \(Other.self)", 6) {
        case 0: return Nodes.build_KeyPath(root: list, keyPath: \.isEmpty)
        case 1:
            return compare(
                Nodes.build_KeyPath(root: list, keyPath: \.count), Nodes.build_Arg(random.next(below: 4)), &random)
        case 2:
            let test = random.predicate(leaves())
            return Nodes.build_contains(list) { Inlined(test, $0) }
        case 3:
            let test = random.predicate(leaves())
            return Nodes.build_allSatisfy(list) { Inlined(test, $0) }
        case 4:
            let test = random.predicate(leaves())
            return compare(
                Nodes.build_KeyPath(root: Nodes.build_filter(list) { Inlined(test, $0) }, keyPath: \.count),
                Nodes.build_Arg(random.next(below: 3)), &random)
        default:
            let test = random.predicate(leaves())
            return Nodes.build_KeyPath(
                root: Nodes.build_filter(list) { Inlined(test, $0) }, keyPath: \.isEmpty)
        }
    }
}

/// A to-many relationship whose elements are compared with the object that has it.
struct OuterLeaf<Model: PersistentModel, Other: PersistentModel, Value: Captured & Comparable>: Leaf {
    let keyPath: any KeyPath<Model, [Other]> & Sendable
    let inner: any KeyPath<Other, Value> & Sendable
    let outer: any KeyPath<Model, Value> & Sendable

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let list = Nodes.build_KeyPath(root: subject, keyPath: keyPath)
        let own = Nodes.build_KeyPath(root: subject, keyPath: outer)
        switch random.pick("outer \(Other.self)", 3) {
        case 0:
            return Nodes.build_contains(list) {
                Nodes.build_Equal(lhs: Nodes.build_KeyPath(root: $0, keyPath: inner), rhs: own)
            }
        case 1:
            return Nodes.build_allSatisfy(list) {
                Nodes.build_Comparison(
                    lhs: own, rhs: Nodes.build_KeyPath(root: $0, keyPath: inner), op: .lessThanOrEqual)
            }
        default:
            let filtered = Nodes.build_filter(list) {
                Nodes.build_Comparison(lhs: Nodes.build_KeyPath(root: $0, keyPath: inner), rhs: own, op: .greaterThan)
            }
            return compare(
                Nodes.build_KeyPath(root: filtered, keyPath: \.count), Nodes.build_Arg(random.next(below: 3)), &random)
        }
    }
}

/// Which class of a hierarchy an object is of, and what it has as one of it.
struct CastLeaf<Model: PersistentModel, Heir: PersistentModel, Value: Captured & Comparable>: Leaf {
    let keyPath: any KeyPath<Heir, Value> & Sendable
    let values: [Value]

    func make<Subject: StandardPredicateExpression>(_ subject: Subject, _ random: inout PredicateSource) -> BoolNode
    where Subject.Output == Model {
        let cast = Nodes.ConditionalCast<Subject, Heir>(subject)
        let value = Nodes.build_Arg(random.any(values))
        switch random.pick("cast \(Heir.self)", 4) {
        case 0: return Nodes.TypeCheck<Subject, Heir>(subject)
        case 1: return Nodes.build_Equal(lhs: cast, rhs: Nodes.build_NilLiteral())
        case 2:
            return Nodes.build_Equal(
                lhs: Nodes.build_flatMap(cast) { Nodes.build_KeyPath(root: $0, keyPath: keyPath) },
                rhs: Nodes.build_Arg(Value?(random.any(values))))
        default:
            return Nodes.build_NilCoalesce(
                lhs: Nodes.build_flatMap(cast) {
                    Nodes.build_Comparison(
                        lhs: Nodes.build_KeyPath(root: $0, keyPath: keyPath), rhs: value, op: .lessThan)
                }, rhs: Nodes.build_Arg(random.isTrue(1, of: 2)))
        }
    }
}
