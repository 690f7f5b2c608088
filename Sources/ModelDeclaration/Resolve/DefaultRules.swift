import ModelSchema

// Defaults that the declaration itself forbids: an object that takes one could not be saved.

extension SchemaResolver {
    /// Checks a literal default against the attribute's own rules.
    func checkDefault(of attribute: AttributeNode, _ type: StoredType, _ declared: DeclaredValidation) {
        guard let value = attribute.defaultValue, let rules = attribute.validation else { return }
        if let magnitude = Magnitude(value, type) {
            if let min = rules.min.flatMap({ Magnitude($0, type) }), magnitude < min {
                refuse(attribute, "less than 'min' allows", "at least \(declared.min.shown)", declared.min?.location)
            }
            if let max = rules.max.flatMap({ Magnitude($0, type) }), magnitude > max {
                refuse(attribute, "more than 'max' allows", "at most \(declared.max.shown)", declared.max?.location)
            }
        }
        guard let (count, unit) = value.measured else { return }
        if let min = rules.minLength, count < min {
            refuse(
                attribute, "\(counted(count, unit)) long, less than 'minLength' allows",
                "at least \(counted(min, unit))", declared.minLength?.location)
        } else if let max = rules.maxLength, count > max {
            refuse(
                attribute, "\(counted(count, unit)) long, more than 'maxLength' allows",
                "at most \(counted(max, unit))", declared.maxLength?.location)
        } else if let pattern = rules.pattern, case .string(let text) = value, PatternCost.isSmall(pattern, for: text),
            let regex = try? Regex(pattern), (try? regex.wholeMatch(in: text)) == nil
        {
            refuse(attribute, "a text that 'pattern' does not match", "what matches", declared.pattern?.location)
        }
    }

    private func refuse(_ attribute: AttributeNode, _ fault: String, _ wanted: String, _ rule: Location?) {
        guard let node = attribute.declared.defaultValue else { return }
        problems.report(
            .defaultBreaksRule, "the default of \(Escaping.quoted(attribute.name)) is \(fault)", at: node.location,
            notes: rule.map { [Problems.Note("the rule is here", at: $0)] } ?? [],
            suggestion: "write \(wanted), leave the default out, or change the rule")
    }

    private func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }

    /// Elements of a set stand there once.
    ///
    /// - Returns: Whether none is there twice.
    func checkElements(_ values: [DefaultValue], _ nodes: [JSONNode], _ type: StoredType, _ what: String) -> Bool {
        var places: [SetElement: Location] = [:]
        var isFine = true
        for (value, node) in zip(values, nodes) {
            let element = Magnitude(value, type).map(SetElement.magnitude) ?? .other(value)
            guard let first = places[element] else {
                places[element] = node.location
                continue
            }
            isFine = false
            problems.report(
                .repeated, "\(what) has the same element twice: a set has each once", at: node.location,
                notes: [Problems.Note("it is here first", at: first)], suggestion: "remove one of the two")
        }
        return isFine
    }

    /// Keys that Unicode takes for one are one key of a Swift dictionary, though not of a JSON object.
    ///
    /// - Returns: Whether no two are one.
    func checkKeys(_ members: [JSONMember], _ what: String) -> Bool {
        var places: [String: Location] = [:]
        var isFine = true
        for member in members {
            guard let first = places[member.key] else {
                places[member.key] = member.keyLocation
                continue
            }
            isFine = false
            problems.report(
                .repeated, "\(what) has one key in two spellings, \(Escaping.quoted(member.key))",
                at: member.keyLocation, notes: [Problems.Note("it is here first", at: first)],
                suggestion: "remove one of the two: Swift compares texts letter by letter, however a letter is composed"
            )
        }
        return isFine
    }
}

/// An element as Swift compares it: `1.0` and `1.00` are one number.
private enum SetElement: Hashable {
    case magnitude(Magnitude)
    case other(DefaultValue)
}

extension JSONNode? {
    /// A bound as it was written.
    fileprivate var shown: String {
        switch self?.value {
        case .number(let number): number.text
        case .string(let text): text
        default: ""
        }
    }
}

extension DefaultValue {
    /// The length of what has one, and in what it is counted.
    fileprivate var measured: (count: Int, unit: String)? {
        switch self {
        case .string(let text): (text.count, "character")
        case .data(let bytes): (bytes.count, "byte")
        default: nil
        }
    }
}

/// How long a match may take. A pattern is a stranger's text, and one that tries again and again, as `(a+)+b` does, may take
/// years for a text of forty letters: then nothing is said of the default, and the save checks it.
enum PatternCost {
    static let limit = 100_000.0

    /// Whether a match takes no more than a moment.
    static func isSmall(_ pattern: String, for text: String) -> Bool {
        var choices = 0.0
        var hasRepeatedGroup = false
        var isEscaped = false
        var last: Character?
        for character in pattern {
            if isEscaped {
                // What was matched before is compared anew each time.
                if character.isNumber { hasRepeatedGroup = true }
                isEscaped = false
                last = nil
                continue
            }
            switch character {
            case "\\": isEscaped = true
            case "*", "+", "?", "{", "|":
                choices += 1
                if last == ")" { hasRepeatedGroup = true }
            default: break
            }
            last = character
        }
        // Each choice may end at each letter; within a group that is repeated, at each letter anew.
        let length = Double(text.unicodeScalars.count + 1)
        let steps = hasRepeatedGroup ? power(choices + 1, length) : power(length, choices)
        return steps <= limit
    }

    /// A power, or something beyond the limit.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        var result = 1.0
        var rest = exponent
        while rest >= 1, base > 1 {
            result *= base
            rest -= 1
            if result > limit { break }
        }
        return result
    }
}
