import ModelSchema

extension SchemaResolver {
    func resolveEnums() {
        for node in enums { resolve(node) }
    }

    private func resolve(_ node: EnumNode) {
        let declared = node.declared
        // A raw type that is none has been reported; nothing can be said about the raw values then.
        let rawType = declared.isRawTypeKnown ? StoredType.scalars[declared.rawType?.value ?? "String"] : nil
        node.rawType = rawType ?? .string
        var names: [String: Location] = [:]
        var raws: [DefaultValue: Location] = [:]
        var next: Int128 = 0
        var isToldOfIntegers = false
        for item in declared.cases where !item.name.value.isEmpty {
            let name = item.name
            if let fault = ReservedNames.caseFault(name.value), Identifier.isValid(name.value) {
                problems.report(
                    .reservedPropertyName, "no case can be called \(Escaping.quoted(name.value)): \(fault)",
                    at: name.location)
            }
            if let first = names[name.value] {
                problems.report(
                    .duplicateCase, "the case \(Escaping.quoted(name.value)) is declared twice", at: name.location,
                    notes: [Problems.Note("it is declared here", at: first)])
                continue
            }
            names[name.value] = name.location
            guard let rawType,
                let raw = rawValue(
                    of: item, rawType, next, saysRawType: declared.rawType != nil, isToldOfIntegers: &isToldOfIntegers)
            else { continue }
            if case .integer(let integer) = raw { next = integer + 1 }
            if let first = raws.updateValue(raws[raw] ?? name.location, forKey: raw) {
                problems.report(
                    .rawValueCollision,
                    "the case \(Escaping.quoted(name.value)) has the raw value \(raw.shown), which another case has",
                    at: item.rawValue?.location ?? name.location, notes: [Problems.Note("it is this one's", at: first)])
            }
            node.cases.append(ResolvedEnum.Case(name: name.value, doc: item.doc, rawValue: raw))
        }
        if let unknown = declared.unknown, names[unknown.value] == nil, !declared.mayHave(unknown.value) {
            problems.report(
                .unknownCase, "\(Escaping.quoted(node.name)) has no case \(Escaping.quoted(unknown.value))",
                at: unknown.location,
                suggestion: Suggestions.didYouMean(unknown.value, among: declared.cases.map(\.name.value)))
        }
    }

    /// The raw value as declared, else as Swift would give it: the name, or one more than the case before.
    ///
    /// - Parameters:
    ///   - saysRawType: Whether the enum says the type of its raw values.
    ///   - isToldOfIntegers: Whether integers without that type have been reported.
    private func rawValue(
        of item: DeclaredEnum.Case, _ rawType: StoredType, _ next: Int128, saysRawType: Bool,
        isToldOfIntegers: inout Bool
    ) -> DefaultValue? {
        guard let node = item.rawValue else {
            guard let range = rawType.integerRange else { return .string(item.name.value) }
            if range.contains(next) { return .integer(next) }
            problems.report(
                .rawValue,
                "the case \(Escaping.quoted(item.name.value)) has no raw value: \(next) is no \(rawType.name)",
                at: item.name.location)
            return nil
        }
        switch (node.value, rawType.integerRange) {
        case (.string(let text), nil): return .string(text)
        case (.number(let number), nil) where number.integer != nil && !saysRawType:
            // The same is to be said of all its cases.
            if !isToldOfIntegers {
                problems.report(
                    .rawValue,
                    "the raw value of \(Escaping.quoted(item.name.value)) is a number, and raw values are texts",
                    at: node.location,
                    suggestion: "add \"rawType\": \"Int\" to the enum, or write \"\(number.text)\" in quotes")
            }
            isToldOfIntegers = true
            return nil
        case (.number(let number), let range?):
            if let integer = number.integer, range.contains(integer) { return .integer(integer) }
        case (.string(let text), let range?):
            if let integer = Int128(text), range.contains(integer) { return .integer(integer) }
        default: break
        }
        problems.report(
            .rawValue, "the raw value of \(Escaping.quoted(item.name.value)) is no \(rawType.name)", at: node.location)
        return nil
    }
}

extension DeclaredEnum {
    /// Whether a case that is not found may be there, under a name that is none yet, or among what could not be read.
    func mayHave(_ name: String) -> Bool {
        !areCasesKnown || cases.contains { Identifier.isMeant(by: name, $0.name.value) }
    }
}

extension StoredType {
    /// The values of an integer type; nil for any other.
    package var integerRange: ClosedRange<Int128>? {
        switch self {
        case .int, .int64: Int128(Int64.min)...Int128(Int64.max)
        case .int8: -128...127
        case .int16: -32768...32767
        case .int32: Int128(Int32.min)...Int128(Int32.max)
        case .uint, .uint64: 0...Int128(UInt64.max)
        case .uint8: 0...255
        case .uint16: 0...65535
        case .uint32: 0...Int128(UInt32.max)
        default: nil
        }
    }
}

extension DefaultValue {
    /// The value of a raw value as a message shows it.
    var shown: String {
        switch self {
        case .integer(let integer): "\(integer)"
        case .string(let text): Escaping.quoted(text)
        default: ""
        }
    }
}
