import ModelSchema

extension SchemaResolver {
    /// Checks an attribute's rules against its type and against one another.
    func resolve(_ declared: DeclaredValidation, _ type: StoredType, _ name: String) -> ValidationRules? {
        var rules = ValidationRules()
        rules.min = bound(declared.min, type, name, "min")
        rules.max = bound(declared.max, type, name, "max")
        if let min = rules.min, let max = rules.max, let location = declared.max?.location, isGreater(min, max, type) {
            problems.report(.validation, "'min' of \(Escaping.quoted(name)) is greater than 'max'", at: location)
        }
        rules.minLength = length(declared.minLength, type, name, "minLength")
        rules.maxLength = length(declared.maxLength, type, name, "maxLength")
        if let min = rules.minLength, let max = rules.maxLength, min > max, let place = declared.maxLength?.location {
            problems.report(
                .validation, "'minLength' of \(Escaping.quoted(name)) is greater than 'maxLength'", at: place)
        }
        if let pattern = declared.pattern {
            if type != .string {
                problems.report(
                    .validation, "'pattern' is for String, \(Escaping.quoted(name)) is \(type.name)",
                    at: pattern.location)
            } else if pattern.value.unicodeScalars.count > 1000 {
                problems.report(.validation, "'pattern' is longer than 1,000 characters", at: pattern.location)
            } else if (try? Regex(pattern.value)) == nil {
                problems.report(
                    .validation, "\(Escaping.quoted(pattern.value)) is no regular expression of Swift",
                    at: pattern.location)
            } else {
                rules.pattern = pattern.value
            }
        }
        return rules == ValidationRules() ? nil : rules
    }

    private func bound(_ node: JSONNode?, _ type: StoredType, _ name: String, _ key: String) -> String? {
        guard let node else { return nil }
        switch type {
        case _ where type.integerRange != nil, .float, .double, .decimal, .date:
            let what = "'\(key)' of '\(name)'"
            // A bound is no expression, so none is suggested.
            if node.isExpression {
                _ = misfit(node, type, what, suggestion: "a bound is a value, not an expression")
                return nil
            }
            if type == .date, node.text.flatMap(DateSyntax.seconds) == nil {
                let near = node.text == nil ? nil : meant(node, type)
                _ = misfit(node, type, what, suggestion: near ?? "write \"2024-05-01T12:30:00Z\"")
                return nil
            }
            guard literal(node, type, isOptional: false, what) != nil else { return nil }
            if case .number(let number) = node.value { return number.text }
            // Dates are bounds as the store has them: seconds since the reference date.
            if type == .date, let text = node.text { return DateSyntax.seconds(text).map { "\($0)" } }
            return node.text
        default:
            problems.report(
                .validation, "'\(key)' is for numbers and dates, \(Escaping.quoted(name)) is \(type.name)",
                at: node.location)
            return nil
        }
    }

    private func length(_ count: Located<Int>?, _ type: StoredType, _ name: String, _ key: String) -> Int? {
        guard let count else { return nil }
        guard type == .string || type == .data else {
            problems.report(
                .validation, "'\(key)' is for String and Data, \(Escaping.quoted(name)) is \(type.name)",
                at: count.location)
            return nil
        }
        return count.value
    }

    private func isGreater(_ left: String, _ right: String, _ type: StoredType) -> Bool {
        guard let left = Magnitude(left, type), let right = Magnitude(right, type) else { return false }
        return left > right
    }
}
