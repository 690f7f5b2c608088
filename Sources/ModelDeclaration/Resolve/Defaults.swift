import ModelSchema

extension SchemaResolver {
    /// The default of a property: a literal of its type, or an expression.
    func resolveDefault(_ node: JSONNode, _ type: StoredType, isOptional: Bool, _ what: String) -> DefaultValue? {
        if node.isExpression {
            guard let expression = ObjectReader(node)?.text("expression") else { return nil }
            if let fault = ExpressionSyntax.fault(expression.value) {
                problems.report(.expression, "\(what) is not one Swift expression: \(fault)", at: expression.location)
                return nil
            }
            return .expression(expression.value, problems.place(of: expression.location))
        }
        return literal(node, type, isOptional: isOptional, what)
    }

    /// A JSON literal of the type; nil if it is none, reported.
    func literal(_ node: JSONNode, _ type: StoredType, isOptional: Bool, _ what: String) -> DefaultValue? {
        if isOptional, node.text == "nil", type != .string {
            return misfit(node, type, what, suggestion: .write("null", ", or leave the default out"))
        }
        if case .null = node.value {
            if isOptional { return .null }
            return misfit(node, type, what, suggestion: "make the type \(type.name)?, or give a value")
        }
        switch type {
        case .bool:
            if case .bool(let flag) = node.value { return .bool(flag) }
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64:
            return integer(node, type, what)
        case .float, .double:
            return floatingPoint(node, type, what)
        case .string:
            if let text = node.text { return .string(text) }
        case .decimal, .date, .data, .uuid, .url:
            return textual(node, type, what)
        case .rawValue(let name, _):
            return enumCase(node, name, type, what)
        case .composite(let name, _):
            return composite(node, name, type, what)
        case .codable:
            problems.report(
                .defaultValue, "\(what) must be an expression, since \(type.name) is written by hand",
                at: node.location,
                suggestion: "write { \"expression\": \"…\" }")
            return nil
        case .array(let element, let isElementOptional):
            guard let elements = node.elements else { break }
            return literals(elements, element, isElementOptional, what).map { .array($0) }
        case .set(let element):
            guard let elements = node.elements else { break }
            guard let values = literals(elements, element, false, what),
                checkElements(values, elements, element, what)
            else { return nil }
            return .array(values)
        case .dictionary(let value, let isValueOptional):
            guard let members = node.members else { break }
            guard checkKeys(members, what) else { return nil }
            return literals(members.map(\.value), value, isValueOptional, what).map { values in
                .dictionary(zip(members, values).map { DefaultValue.Member(name: $0.key, value: $1) })
            }
        }
        return misfit(node, type, what)
    }

    private func literals(_ nodes: [JSONNode], _ type: StoredType, _ isOptional: Bool, _ what: String)
        -> [DefaultValue]?
    {
        let values = nodes.map { literal($0, type, isOptional: isOptional, what) }
        let known = values.compactMap { $0 }
        return known.count == values.count ? known : nil
    }

    func misfit(_ node: JSONNode, _ type: StoredType, _ what: String, suggestion: Suggestion? = nil) -> DefaultValue? {
        let found = node.text.map { "the text \(Escaping.quoted($0))" } ?? node.noun
        problems.report(
            .defaultValue, "\(what) is \(found), which is no \(type.name)", at: node.location,
            suggestion: suggestion ?? meant(node, type) ?? expected(type))
        return nil
    }

    /// What a person may have had in mind who wrote the value.
    func meant(_ node: JSONNode, _ type: StoredType) -> Suggestion? {
        switch (node.value, type) {
        case (.string(let text), .bool) where ["true", "false"].contains(text.lowercased()):
            return .write(text.lowercased(), " without quotes")
        case (.number(let number), .string): return .write(text: number.text, " in quotes")
        case (.array(let elements), .dictionary) where elements.isEmpty: return .write("{}")
        case (.object(let members), .array) where members.isEmpty: return .write("[]")
        case (.object(let members), .set) where members.isEmpty: return .write("[]")
        case (.string(let text), .decimal):
            let point = text.replacing(",", with: ".")
            if LiteralSyntax.isDecimal(point) { return .write(text: point) }
        case (.string(let text), .url):
            let escaped = text.replacing(" ", with: "%20")
            if LiteralSyntax.isURL(escaped) { return .write(text: escaped) }
        default: break
        }
        if let keys = node.members?.map(\.key), keys.count == 1,
            Suggestions.nearest(to: keys[0], among: ["expression"]) != nil
        {
            return "did you mean 'expression'?"
        }
        guard type == .date, let text = node.text else { return nil }
        let completed = [text + "Z", text + "T00:00:00Z"].first { DateSyntax.seconds($0) != nil }
        return completed.map { .write(text: $0, ", or another time zone") }
    }

    private func expected(_ type: StoredType) -> Suggestion? {
        switch type {
        case .bool: "write true or false"
        case .string: "write it in quotes"
        case .decimal: "write a number of at most 38 digits in quotes, such as \"19.99\""
        case .date: "write \"2024-05-01T12:30:00Z\", or an expression, as in { \"expression\": \"Date.now\" }"
        case .data: "write base64 in quotes"
        case .uuid: "write a UUID in quotes, or { \"expression\": \"UUID()\" }"
        case .url: "write a URL in quotes"
        case .composite: "write an object with the struct's fields"
        case .array, .set: "write a list"
        case .dictionary: "write an object"
        case _ where type.integerRange != nil: "write a whole number"
        default: nil
        }
    }

    private func integer(_ node: JSONNode, _ type: StoredType, _ what: String) -> DefaultValue? {
        guard let range = type.integerRange else { return nil }
        switch node.value {
        case .number(let number):
            guard let integer = number.integer else {
                return misfit(node, type, what, suggestion: "write a whole number without fraction or exponent")
            }
            guard range.contains(integer) else { break }
            guard integer.magnitude <= 1 << 53 else {
                problems.report(
                    .largeNumber, "\(what) is beyond 2^53, where many a JSON tool loses digits", at: node.location,
                    suggestion: .write(text: "\(integer)", " in quotes"))
                return nil
            }
            return .integer(integer)
        case .string(let text):
            guard let integer = Int128(text), !text.hasPrefix("+") else { return misfit(node, type, what) }
            guard range.contains(integer) else { break }
            guard integer.magnitude > 1 << 53 else {
                return misfit(node, type, what, suggestion: .write("\(integer)", " without quotes"))
            }
            return .integer(integer)
        default:
            return misfit(node, type, what)
        }
        problems.report(
            .defaultValue, "\(what) is out of the range of \(type.name), \(range.lowerBound) to \(range.upperBound)",
            at: node.location)
        return nil
    }

    private func floatingPoint(_ node: JSONNode, _ type: StoredType, _ what: String) -> DefaultValue? {
        guard case .number(let number) = node.value else {
            return misfit(node, type, what, suggestion: "write a number without quotes")
        }
        if let integer = number.integer, integer.magnitude <= 1 << 53, !number.text.hasPrefix("-0") {
            return .integer(integer)
        }
        guard number.double.isFinite, type == .double || Float(number.double).isFinite else {
            problems.report(.defaultValue, "\(what) is out of the range of \(type.name)", at: node.location)
            return nil
        }
        return .double(number.double)
    }

    private func textual(_ node: JSONNode, _ type: StoredType, _ what: String) -> DefaultValue? {
        guard let text = node.text else {
            if case .number(let number) = node.value, type == .decimal {
                return misfit(
                    node, type, what, suggestion: .write(text: number.text, " in quotes, so that no digit is lost"))
            }
            return misfit(node, type, what)
        }
        let value: DefaultValue? =
            switch type {
            case .decimal: LiteralSyntax.isDecimal(text) ? .decimal(text) : nil
            case .date: DateSyntax.seconds(text).map { .date($0) }
            case .data: LiteralSyntax.data(text).map { .data($0) }
            case .uuid: LiteralSyntax.uuid(text).map { .uuid($0) }
            default: LiteralSyntax.isURL(text) ? .url(text) : nil
            }
        return value ?? misfit(node, type, what)
    }

    private func enumCase(_ node: JSONNode, _ name: String, _ type: StoredType, _ what: String) -> DefaultValue? {
        guard let declared = enumsByName[name]?.declared else {
            problems.report(
                .defaultValue, "\(what) must be an expression, since \(name) is written by hand", at: node.location,
                suggestion: "write { \"expression\": \"…\" }")
            return nil
        }
        guard let text = node.text else {
            return misfit(node, type, what, suggestion: "write the name of a case in quotes")
        }
        let names = declared.cases.map(\.name.value)
        guard names.contains(text) else {
            guard !declared.mayHave(text) else { return nil }
            let byRawValue = declared.cases.first { $0.rawValue?.text == text }?.name.value
            // As Swift writes it: `.wild`, `Mood.wild`.
            let last = text.split(separator: ".").last.map(String.init) ?? ""
            let isQualified = text == ".\(last)" || text == "\(name).\(last)"
            let qualified = isQualified && names.contains(last) ? Suggestion.write(text: last) : nil
            problems.report(
                .defaultValue, "\(Escaping.quoted(name)) has no case \(Escaping.quoted(text))", at: node.location,
                suggestion: byRawValue.map {
                    Suggestion("a default is a case by name: \"\($0)\"", .value(JSONText.string($0).oneLine))
                }
                    ?? qualified ?? Suggestions.didYouMean(text, among: names)
                    ?? "its cases are \(names.joined(separator: ", "))")
            return nil
        }
        return .enumCase(text)
    }

    private func composite(_ node: JSONNode, _ name: String, _ type: StoredType, _ what: String) -> DefaultValue? {
        guard let members = node.members, let declared = structsByName[name] else { return misfit(node, type, what) }
        var values: [DefaultValue.Member] = []
        var isComplete = true
        let names = declared.fields.map(\.description.name)
        // A field that is misspelled is not missing too.
        var meant: Set<String> = []
        for member in members where !names.contains(member.key) {
            let missing = names.filter { name in !members.contains { $0.key == name } }
            if let near = Suggestions.nearest(to: member.key, among: missing) { meant.insert(near) }
            problems.report(
                .defaultValue, "\(Escaping.quoted(name)) has no field \(Escaping.quoted(member.key))",
                at: member.keyLocation,
                suggestion: Suggestions.didYouMean(member.key, among: missing))
            isComplete = false
        }
        for field in declared.fields {
            let description = field.description
            if let member = members.first(where: { $0.key == description.name }) {
                let value = literal(
                    member.value, description.type, isOptional: description.isOptional,
                    "'\(description.name)' in \(what)")
                if let value {
                    values.append(DefaultValue.Member(name: description.name, value: value))
                } else {
                    isComplete = false
                }
            } else if !description.isOptional, !meant.contains(description.name),
                !declared.declared.fields.contains(where: {
                    $0.name.value == description.name && $0.defaultValue != nil
                })
            {
                problems.report(
                    .defaultValue, "\(what) lacks the field \(Escaping.quoted(description.name)), which has no default",
                    at: node.location)
                isComplete = false
            }
        }
        return isComplete ? .composite(values) : nil
    }
}
