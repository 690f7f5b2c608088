import ModelSchema

extension SchemaResolver {
    /// The SQL of a partial index's condition: `property is null`, `property is not null` and `property = literal`, joined
    /// by `and`. Nothing else, so that it means the same to every SQLite and no text gets into it.
    func resolveCondition(_ text: Located<String>, of model: ModelNode) -> String? {
        guard let words = ConditionSyntax.words(text.value) else { return refuse(text) }
        var terms: [String] = []
        var conditions: [String: [String]] = [:]
        for term in words.split(omittingEmptySubsequences: false, whereSeparator: { $0.isKeyword("and") }) {
            let term = Array(term)
            guard let first = term.first, case .name(let name) = first else { return refuse(text) }
            guard let property = model.property(named: name) else {
                guard !model.mayHave(name) else { return nil }
                problems.report(
                    .unknownProperty, "\(Escaping.quoted(model.name)) has no property \(Escaping.quoted(name))",
                    at: text.location, suggestion: Suggestions.didYouMean(name, among: model.propertyNames))
                return nil
            }
            // Of a type that is none, or of two properties of one name, nothing can be said.
            guard isTypeKnown(property), model.isDeclaredOnce(name) else { return nil }
            guard let column = column(of: property) else {
                problems.report(
                    .unusableProperty, "\(Escaping.quoted(name)) cannot be in 'where': it has no column of its own",
                    at: text.location)
                return nil
            }
            let rest = term.dropFirst()
            let condition: String
            switch rest.count {
            case 2 where rest.matches("is", "null"): condition = "IS NULL"
            case 3 where rest.matches("is", "not", "null"): condition = "IS NOT NULL"
            case 2 where rest.first == .equals:
                guard let value = literal(term[2], of: property) else {
                    problems.report(
                        .indexCondition, "\(Escaping.quoted(name)) cannot be compared with that value",
                        at: text.location, suggestion: comparable(property))
                    return nil
                }
                condition = "= \(value)"
            default: return refuse(text)
            }
            let all = conditions[name, default: []] + [condition]
            if all.dropLast().contains(condition) {
                problems.report(
                    .repeated, "\(Escaping.quoted(text.value)) says the same of \(Escaping.quoted(name)) twice",
                    at: text.location)
                return nil
            }
            conditions[name] = all
            // Nothing is null and something else, nor two values at once.
            if all.count > 1, all.contains("IS NULL") || all.count(where: { $0.hasPrefix("=") }) > 1 {
                problems.report(
                    .indexCondition, "no object meets \(Escaping.quoted(text.value))", at: text.location,
                    suggestion: "\(Escaping.quoted(name)) is asked for two things that exclude each other")
                return nil
            }
            terms.append("\(SQL.quote(column)) \(condition)")
        }
        return terms.joined(separator: " AND ")
    }

    private func refuse(_ text: Located<String>) -> String? {
        problems.report(
            .indexCondition, "\(Escaping.quoted(text.value)) is no condition of an index", at: text.location,
            suggestion: "write 'a is null', 'a is not null' or 'a = literal', joined by 'and'")
        return nil
    }

    private func isTypeKnown(_ property: PropertyNode) -> Bool {
        switch property {
        case .relationship(let relationship): return relationship.destination != nil
        case .attribute(let attribute):
            guard case .rawValue(let name, _)? = attribute.type else { return attribute.type != nil }
            guard let declared = enumsByName[name]?.declared else { return attribute.declared.isRawTypeKnown }
            return declared.areCasesKnown && declared.isRawTypeKnown
        }
    }

    private func column(of property: PropertyNode) -> String? {
        switch property {
        case .attribute(let attribute):
            if case .composite? = attribute.type { return nil }
            return attribute.column
        case .relationship(let relationship): return relationship.column
        }
    }

    /// What a property can be compared with.
    private func comparable(_ property: PropertyNode) -> Suggestion {
        guard case .attribute(let attribute) = property, let type = attribute.type else {
            return "a link can be null or not null"
        }
        switch type {
        case .bool: return "write true or false"
        case .string: return "write a text in single quotes"
        case .rawValue(let name, _):
            guard let cases = enumsByName[name]?.cases, !cases.isEmpty else { break }
            return "its cases are \(cases.map { "'\($0.name)'" }.joined(separator: ", "))"
        default:
            guard let range = type.integerRange else { break }
            return "write a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
        return "a condition compares Bool, integers, texts and cases of enums with literals of theirs"
    }

    /// A literal as the column holds it.
    private func literal(_ word: ConditionSyntax.Word, of property: PropertyNode) -> String? {
        guard case .attribute(let attribute) = property, let type = attribute.type else { return nil }
        switch (type, word) {
        case (.bool, .name("true")): return "1"
        case (.bool, .name("false")): return "0"
        case (.string, .text(let text)): return SQL.literal(text)
        case (.rawValue(let name, _), .text(let text)):
            switch enumsByName[name]?.cases.first(where: { $0.name == text })?.rawValue {
            case .string(let raw) where !raw.utf8.contains(0): return SQL.literal(raw)
            case .integer(let raw): return stored(raw, enumsByName[name]?.rawType ?? .int)
            default: return nil
            }
        case (_, .number(let number)):
            guard let range = type.integerRange, range.contains(number) else { return nil }
            return stored(number, type)
        default: return nil
        }
    }

    /// Unsigned integers of 64 bits are stored less 2^63, so that they keep their order.
    private func stored(_ integer: Int128, _ type: StoredType) -> String {
        type == .uint || type == .uint64 ? "\(integer - (1 << 63))" : "\(integer)"
    }
}

/// The words of an index's condition.
enum ConditionSyntax {
    enum Word: Equatable {
        case name(String)
        case number(Int128)
        case text(String)
        case equals

        func isKeyword(_ keyword: String) -> Bool {
            guard case .name(let name) = self else { return false }
            return name.lowercased() == keyword
        }
    }

    /// Splits a condition; nil if something in it is no word.
    static func words(_ text: String) -> [Word]? {
        var words: [Word] = []
        var rest = Substring(text)
        while let first = rest.unicodeScalars.first {
            switch first {
            case " ":
                rest = rest.dropFirst()
            case "=":
                words.append(.equals)
                rest = rest.dropFirst(rest.hasPrefix("==") ? 2 : 1)
            case "'":
                guard let end = rest.dropFirst().firstIndex(of: "'") else { return nil }
                let content = rest[rest.index(after: rest.startIndex)..<end]
                guard !content.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return nil }
                words.append(.text(String(content)))
                rest = rest[rest.index(after: end)...]
            default:
                let word = rest.prefix { $0 != " " && $0 != "=" && $0 != "'" }
                if let number = Int128(word), !word.hasPrefix("+") {
                    words.append(.number(number))
                } else if Identifier.isValid(String(word)) {
                    words.append(.name(String(word)))
                } else {
                    return nil
                }
                rest = rest[word.endIndex...]
            }
        }
        return words
    }
}

extension Collection<ConditionSyntax.Word> {
    fileprivate func matches(_ keywords: String...) -> Bool {
        count == keywords.count && zip(self, keywords).allSatisfy { $0.isKeyword($1) }
    }
}
