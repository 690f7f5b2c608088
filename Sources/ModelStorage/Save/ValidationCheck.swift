internal import Foundation
internal import ModelSchema

extension ValidationRules {
    /// What is wrong with a value, a sentence each; nothing for nil.
    func violations(of value: Any?) -> [String] {
        var messages: [String] = []
        switch value {
        case let text as String:
            check(length: text.count, "characters", &messages)
            if let pattern, !matches(text, pattern) { messages.append("does not match the pattern \(pattern)") }
        case let data as Data: check(length: data.count, "bytes", &messages)
        case let date as Date: check(date.timeIntervalSinceReferenceDate, { Double($0) }, date, &messages)
        case let decimal as Decimal: check(decimal, { Decimal(string: $0) }, decimal, &messages)
        case let number as any BinaryInteger:
            check(Int128(number), { Int128($0) }, number, &messages)
        // A bound is the nearest number that the attribute can have.
        case let number as Float: check(number, { Float($0) }, number, &messages)
        case let number as any BinaryFloatingPoint: check(Double(number), { Double($0) }, number, &messages)
        default: break
        }
        return messages
    }

    private func check(length: Int, _ unit: String, _ messages: inout [String]) {
        if let minLength, length < minLength {
            messages.append("is too short: \(length) \(unit), at least \(minLength) are needed")
        }
        if let maxLength, length > maxLength {
            messages.append("is too long: \(length) \(unit), at most \(maxLength) are allowed")
        }
    }

    private func check<T: Comparable>(_ value: T, _ parse: (String) -> T?, _ shown: Any, _ messages: inout [String]) {
        if let min, let bound = parse(min), value < bound { messages.append("is \(shown), less than \(min)") }
        if let max, let bound = parse(max), value > bound { messages.append("is \(shown), more than \(max)") }
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        // `modelgen` has compiled the pattern before; one that no longer compiles matches nothing.
        guard let regex = try? Regex(pattern) else { return false }
        return (try? regex.wholeMatch(in: text)) != nil
    }
}
