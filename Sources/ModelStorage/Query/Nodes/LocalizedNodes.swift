public import Foundation

#if !canImport(Darwin)
    // What `#Predicate` expands to and Foundation lacks on Linux.

    extension PredicateExpressions {
        /// `localizedStandardContains` in a predicate: without regard to case and diacritics, in the current locale.
        public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            public typealias Output = Bool
            public let root: Root
            public let other: Other

            public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
                try LocalizedText.contains(String(root.evaluate(bindings)), String(other.evaluate(bindings)))
            }
        }

        /// `caseInsensitiveCompare` in a predicate.
        public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            public typealias Output = ComparisonResult
            public let root: Root
            public let other: Other

            public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
                try LocalizedText.caseInsensitiveCompare(
                    String(root.evaluate(bindings)), String(other.evaluate(bindings)))
            }
        }

        /// `localizedCompare` in a predicate: the order of the current locale.
        public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            public typealias Output = ComparisonResult
            public let root: Root
            public let other: Other

            public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
                try LocalizedText.compare(String(root.evaluate(bindings)), String(other.evaluate(bindings)))
            }
        }

        public static func build_localizedStandardContains<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringLocalizedStandardContains<Root, Other> { .init(root: root, other: other) }

        public static func build_caseInsensitiveCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringCaseInsensitiveCompare<Root, Other> { .init(root: root, other: other) }

        public static func build_localizedCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringLocalizedCompare<Root, Other> { .init(root: root, other: other) }
    }

    extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
    extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
    extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
    extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
    extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}
    extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}
    extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
    extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
    extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif

extension PredicateExpressions.StringLocalizedStandardContains: PredicateNode, BinaryNode
where Root: PredicateNode, Other: PredicateNode {
    var parts: (Root, Other) { (root, other) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.root, \.other, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        let (text, part) = (try left.text("localizedStandardContains"), try right.text("localizedStandardContains"))
        return .condition(
            TextCondition.call("\(SQLFunction.localizedContains)(\(text.sql), \(part.sql))", text, part))
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateNode, BinaryNode
where Root: PredicateNode, Other: PredicateNode {
    var parts: (Root, Other) { (root, other) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.root, \.other, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        try TextCondition.comparison(SQLFunction.caseInsensitiveCompare, left, right)
    }
}

extension PredicateExpressions.StringLocalizedCompare: PredicateNode, BinaryNode
where Root: PredicateNode, Other: PredicateNode {
    var parts: (Root, Other) { (root, other) }
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        addSteps(of: \.root, \.other, &layout, at: offset)
    }
    func combine(_ left: Term, _ right: Term, _ lowering: Lowering) throws -> Term {
        try TextCondition.comparison(SQLFunction.localizedCompare, left, right)
    }
}

extension ComparisonResult: CapturedScalar {
    static var scalarType: ScalarType { .signed(bits: 64) }
    func bind(_ binding: inout ValueBinding) { binding.integer(Int64(rawValue)) }
}
