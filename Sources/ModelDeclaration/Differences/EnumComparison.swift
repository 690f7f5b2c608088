import ModelSchema

/// Compares the cases of the enums that stored values have in two versions.
///
/// What is stored is a raw value, and what it means is a case: a case that has only another name is the same, and one that
/// has another raw value leaves what is stored to other cases.
struct EnumComparison {
    /// Everything, in the order of the new version's models.
    private(set) var changes: [SchemaChange] = []
    /// Of these, what makes stored values mean something else: each object is given its value anew, from the case it had.
    private(set) var ofObjects: [SchemaChange] = []
    /// Of these, what leaves values behind that no case has: they are dealt with before the changes.
    private(set) var ofStores: [SchemaChange] = []
    private let oldEnums: [String: ResolvedEnum]
    private let newEnums: [String: ResolvedEnum]

    init(_ old: [ResolvedEnum], _ new: [ResolvedEnum], _ mapping: SchemaMapping) {
        oldEnums = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        newEnums = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for model in mapping.new.models {
            let origins = mapping.origins(in: model)
            for attribute in model.attributes where attribute.isStored {
                // What moved up from an heir was that heir's.
                let origin =
                    origins[attribute.name]
                    ?? mapping.concreteFamily(ofNew: model).lazy.compactMap {
                        mapping.origins(in: $0)[attribute.name]
                    }.first
                guard case .attribute(let before, _)? = origin else { continue }
                compare(before.type, attribute.type, attribute.name, of: model.name)
                for pair in Self.pairs(before.type, attribute.type) { compare(pair, attribute.name, of: model.name) }
            }
        }
    }

    /// A scalar that becomes an enum of its raw values.
    private mutating func compare(_ scalar: StoredType, _ type: StoredType, _ property: String, of model: String) {
        guard case .rawValue(let name, let raw) = type, scalar == raw, let now = newEnums[name], now.unknown == nil
        else {
            return
        }
        let change = SchemaChange(
            kind: .typeChanged, effect: .step, model: model, property: property, from: scalar.name, to: name,
            message: "'\(model).\(property)' is the enum '\(name)': objects with a value that no case has need "
                + "another before, or the enum an 'unknown' case")
        changes.append(change)
        ofStores.append(change)
    }

    private struct Pair: Hashable {
        var old: String
        var new: String
    }

    /// The types with raw values that stand at the same places of two types.
    private static func pairs(_ old: StoredType, _ new: StoredType) -> [Pair] {
        switch (old, new) {
        case (.rawValue(let before, let raw), .rawValue(let now, let other)) where raw.widening(to: other) != nil:
            return [Pair(old: before, new: now)]
        case (.array(let before, _), .array(let now, _)), (.set(let before), .set(let now)),
            (.dictionary(let before, _), .dictionary(let now, _)), (.array(let before, _), .set(let now)),
            (.set(let before), .array(let now, _)):
            return pairs(before, now)
        case (.composite(_, let before), .composite(_, let now)):
            var found: [Pair] = []
            for field in now {
                guard let origin = before.first(where: { $0.name == field.name }) else { continue }
                for pair in pairs(origin.type, field.type) where !found.contains(pair) { found.append(pair) }
            }
            return found
        default: return []
        }
    }

    private mutating func compare(_ pair: Pair, _ property: String, of model: String) {
        guard let old = oldEnums[pair.old], let new = newEnums[pair.new] else { return }
        let cases = CaseChanges(from: old, to: new)
        let enumeration = "the enum '\(new.name)' of '\(model).\(property)'"
        func change(
            _ kind: SchemaChange.Kind, _ effect: SchemaChange.Effect, _ from: String?, _ to: String?, _ message: String
        ) {
            let change = SchemaChange(
                kind: kind, effect: effect, model: model, property: property, from: from, to: to,
                message: "\(enumeration) \(message)")
            changes.append(change)
            guard effect == .step else { return }
            if cases.changesMeaning { ofObjects.append(change) } else { ofStores.append(change) }
        }
        for (before, now) in cases.renamed {
            change(.caseRenamed, .lightweight, before.name, now.name, "calls '\(before.name)' '\(now.name)' now")
        }
        if !cases.moved.isEmpty {
            func list(_ text: (CaseChanges.Pair) -> String) -> String {
                cases.moved.map(text).joined(separator: ", ")
            }
            change(
                .caseMoved, .step, list { "\($0.old.name) = \($0.old.rawValue.shown)" },
                list { "\($0.new.name) = \($0.new.rawValue.shown)" },
                "stores \(list { "'\($0.new.name)' as \($0.new.rawValue.shown), not \($0.old.rawValue.shown)" }): what is stored "
                    + "would read as another case or as none; it stays what it is with "
                    + list { "\"rawValue\": \($0.old.rawValue.declared) for '\($0.new.name)'" })
        }
        if !cases.added.isEmpty {
            change(
                .caseAdded, .lightweight, nil, cases.added.map(\.name).joined(separator: ", "),
                "has \(Self.list(cases.added)) now")
        }
        for (item, now) in cases.replaced {
            change(
                .caseRemoved, .step, item.name, nil,
                "has no '\(item.name)' any more: objects that have it need another value, or they would read as "
                    + "'\(now.name)'")
        }
        if !cases.removed.isEmpty {
            let rest =
                new.unknown.map { "; objects that have it read as '\($0)'" }
                ?? ": objects that have it need another value before, or the enum an 'unknown' case"
            change(
                .caseRemoved, new.unknown == nil ? .step : .lightweight,
                cases.removed.map(\.name).joined(separator: ", "), nil,
                "has no \(Self.list(cases.removed)) any more\(rest)\(Self.hint(cases))")
        }
        guard let unknown = old.unknown else { return }
        let successor = cases.renamed.first { $0.old.name == unknown }?.new.name ?? unknown
        if let now = new.unknown {
            guard now != successor else { return }
            change(.unknownChanged, .lightweight, unknown, now, "reads a value that no case has as '\(now)'")
        } else {
            change(
                .unknownRemoved, .step, unknown, nil,
                "names no 'unknown' case any more: objects with a value that no case has need another before")
        }
    }

    /// One case for another: it may be the same under another name.
    private static func hint(_ cases: CaseChanges) -> String {
        guard cases.removed.count == 1, cases.added.count == 1 else { return "" }
        let raw = cases.removed[0].rawValue.declared
        return "; if it is called '\(cases.added[0].name)' now, that one keeps what is stored with \"rawValue\": \(raw)"
    }

    private static func list(_ cases: [ResolvedEnum.Case]) -> String {
        cases.map { "'\($0.name)'" }.joined(separator: ", ")
    }
}

/// What has become of the cases of an enum, by their names and by what is stored for them.
private struct CaseChanges {
    typealias Pair = (old: ResolvedEnum.Case, new: ResolvedEnum.Case)

    /// The same raw value under a name that is new.
    var renamed: [Pair] = []
    /// The same name with another raw value.
    var moved: [Pair] = []
    var added: [ResolvedEnum.Case] = []
    /// Gone, and so is the raw value.
    var removed: [ResolvedEnum.Case] = []
    /// Gone, and the raw value is that of another case that was there.
    var replaced: [(old: ResolvedEnum.Case, by: ResolvedEnum.Case)] = []

    init(from old: ResolvedEnum, to new: ResolvedEnum) {
        let before = Dictionary(old.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let now = Dictionary(new.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let byRawValue = Dictionary(new.cases.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<String> = []
        for item in old.cases {
            if let same = now[item.name] {
                if same.rawValue != item.rawValue { moved.append((item, same)) }
            } else if let other = byRawValue[item.rawValue] {
                if before[other.name] == nil {
                    renamed.append((item, other))
                    taken.insert(other.name)
                } else {
                    replaced.append((item, other))
                }
            } else {
                removed.append(item)
            }
        }
        added = new.cases.filter { before[$0.name] == nil && !taken.contains($0.name) }
    }

    /// Whether stored values mean something else.
    var changesMeaning: Bool { !moved.isEmpty || !replaced.isEmpty }
}

extension DefaultValue {
    /// A raw value as a declaration spells it.
    fileprivate var declared: String {
        switch self {
        case .integer(let integer): "\(integer)"
        case .string(let text): JSONText.string(text).oneLine
        default: ""
        }
    }
}
