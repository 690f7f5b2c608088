internal import ModelDeclaration
internal import ModelSchema

// What the documentation says of types, defaults and rules, as texts.

/// `1 object`, `2 objects`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension AttributeDescription {
    var typeName: String { type.name + (isOptional ? "?" : "") }
}

extension ResolvedRelationship {
    var typeName: String {
        let relationship = description
        if relationship.isToMany { return "[\(relationship.destination)]" + (isOptionalToMany ? "?" : "") }
        return relationship.destination + (relationship.isOptional ? "?" : "")
    }
}

extension DefaultValue {
    /// Near to how the declaration has it.
    var text: String {
        switch self {
        case .null: "nil"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let digits): digits
        case .string(let text): "\"\(text)\""
        case .date(let seconds): DateSyntax.text(seconds) ?? "\(seconds) s after 2001-01-01"
        case .data(let bytes): count(bytes.count, "byte")
        case .uuid(let text), .url(let text): text
        case .enumCase(let name): ".\(name)"
        case .composite(let members), .dictionary(let members):
            "{ " + members.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ") + " }"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
        case .expression(let expression, _): expression
        }
    }
}

extension ResolvedAttribute {
    /// Flags and rules, in words.
    var rules: [String] {
        var rules: [String] = []
        if isTransient { rules.append("transient") }
        if isEphemeral { rules.append("ephemeral") }
        if description.isExternal { rules.append("external storage") }
        if let validation = description.validation {
            switch (validation.min, validation.max) {
            case (let min?, let max?): rules.append("\(bound(min)) to \(bound(max))")
            case (let min?, nil): rules.append("at least \(bound(min))")
            case (nil, let max?): rules.append("at most \(bound(max))")
            case (nil, nil): break
            }
            let unit = description.type == .data ? "byte" : "character"
            switch (validation.minLength, validation.maxLength) {
            case (let min?, let max?): rules.append("\(min) to \(count(max, unit))")
            case (let min?, nil): rules.append("at least \(count(min, unit))")
            case (nil, let max?): rules.append("at most \(count(max, unit))")
            case (nil, nil): break
            }
            if let pattern = validation.pattern { rules.append("matches \(pattern)") }
        }
        return rules
    }

    /// Bounds of dates are kept as seconds.
    private func bound(_ text: String) -> String {
        guard description.type == .date, let seconds = Double(text) else { return text }
        return DateSyntax.text(seconds) ?? text
    }
}

extension RelationshipDescription {
    /// Rules in words, without the inverse.
    var rules: [String] {
        var rules = ["on delete: \(deleteRule.words)"]
        switch (minimumCount, maximumCount) {
        case (let min?, let max?): rules.append("\(min) to \(count(max, "object"))")
        case (let min?, nil): rules.append("at least \(count(min, "object"))")
        case (nil, let max?): rules.append("at most \(count(max, "object"))")
        case (nil, nil): break
        }
        if isOrdered { rules.append("ordered") }
        return rules
    }

    /// Where the links are kept.
    var storageText: String {
        switch storage {
        case .column(let name): "column \(name)"
        case .inverseColumn(let name): "column \(name) at the other end"
        case .joinTable(let name, _): "table \(name)"
        }
    }
}

extension DeleteRule {
    var words: String {
        switch self {
        case .noAction: "no action"
        case .nullify: "nullify"
        case .cascade: "cascade"
        case .deny: "deny"
        }
    }
}

extension IndexDescription {
    var text: String {
        parts.map { $0.property + ($0.order == .descending ? " descending" : "") }.joined(separator: ", ")
            + (condition.map { " where \($0)" } ?? "")
    }
}
