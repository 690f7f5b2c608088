internal import ModelSchema

/// Searches in text. The search text is taken literally: `%` and `_` are characters like any other (P11).
enum TextCondition {
    static func contains(_ text: Scalar, _ part: Scalar) throws -> Condition {
        call("\(SQLFunction.contains)(\(text.sql), \(part.sql))", text, part)
    }

    /// A prefix that is a parameter also bounds the text from both sides, so that an index serves.
    static func starts(_ text: Scalar, with prefix: Scalar) throws -> Condition {
        let test = call("\(SQLFunction.startsWith)(\(text.sql), \(prefix.sql))", text, prefix)
        guard prefix.isConstant, !text.isConstant, !text.mayTrap, case .leaf(var leaf) = test else { return test }
        leaf.whenTrue =
            "(\(text.sql) >= \(SQLFunction.prefixLow)(\(prefix.sql))"
            + " AND \(text.sql) < \(SQLFunction.prefixHigh)(\(prefix.sql)) AND \(leaf.whenTrue))"
        return .leaf(leaf)
    }

    /// A function that answers −1, 0 or 1.
    static func comparison(_ function: String, _ left: Term, _ right: Term) throws -> Term {
        let (first, second) = (try left.text("a comparison"), try right.text("a comparison"))
        return .scalar(
            Scalar(
                sql: "\(function)(\(first.sql), \(second.sql))", type: .signed(bits: 64),
                mayTrap: first.mayTrap || second.mayTrap, strictness: first.strictness | second.strictness))
    }

    /// A function that answers 1 or 0.
    static func call(_ sql: String, _ left: Scalar, _ right: Scalar) -> Condition {
        .leaf("\(sql) = 1", "\(sql) = 0", mayTrap: left.mayTrap || right.mayTrap)
    }
}
