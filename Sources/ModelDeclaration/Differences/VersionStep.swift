public import ModelSchema

/// What lies between two versions of a schema: every difference, and what has to be written for it.
public struct VersionStep: Hashable, Sendable {
    /// What becomes of the objects of one model, where somebody has to say it.
    public struct ModelStep: Hashable, Sendable {
        public var old: ModelDescription
        /// What the model goes on as; nil for one that is split, merged into another or dissolved.
        public var new: ModelDescription?
        /// Why there is a step, a sentence each.
        public var reasons: [String]
        /// Properties of the new model that have their values already, by name.
        public var settled: [String]
        /// Properties of the new model that were not there, and have their default or nothing.
        public var added: [String]
        /// Properties of the old model that go on nowhere.
        public var lost: [String]
        /// Properties of the new model that have no right value yet, with what is to be decided.
        public var open: [Decision]
    }

    /// A property whose value a step has to set.
    public struct Decision: Hashable, Sendable {
        public var property: String
        /// What it was, where it was something.
        public var origin: String?
        public var reason: String
    }

    public var old: ResolvedSchema
    public var new: ResolvedSchema
    /// In the order of the new version's models, with those of enum cases at the end.
    public var changes: [SchemaChange]
    /// Renames that names and types suggest and nothing confirms.
    public var proposals: [RenameProposal]
    /// In the order of the old version's models.
    public var steps: [ModelStep]
    /// Why there is code to run before the changes, with the old version's models; nil where there is none.
    public var willMigrate: [String]?
    /// Whether there is code to run after the changes, with the new version's models.
    public var didMigrate: Bool

    /// Whether the store follows by itself.
    public var isLightweight: Bool { steps.isEmpty && willMigrate == nil && !didMigrate }

    /// - Parameter asked: What the newer declaration says of the step under `migrations`.
    public init(from old: ResolvedSchema, to new: ResolvedSchema, asked: ResolvedMigration? = nil) {
        self.old = old
        self.new = new
        let differences = SchemaDifferences(from: old.description, to: new.description)
        let mapping = SchemaMapping(from: old.description, to: new.description)
        let cases = EnumComparison(old, new, mapping).changes
        changes = differences.changes + cases
        proposals = differences.proposals

        let needy = Set(differences.modelsThatNeedSteps(in: mapping).map(\.name))
        let listed = Set(asked?.steps ?? [])
        steps = old.description.models.compactMap { model -> ModelStep? in
            guard !model.isAbstract else { return nil }
            let successor = mapping.successor(of: model)
            if let successor, !successor.isAbstract {
                guard needy.contains(model.name) || listed.contains(model.name) else { return nil }
                return ModelStep(
                    model, to: successor, differences, mapping, isListed: listed.contains(model.name))
            }
            guard listed.contains(model.name) || successor != nil else { return nil }
            let reason =
                successor.map { "'\($0.name)' is abstract: its objects become objects of other models" }
                ?? "'\(model.name)' is gone: its objects become part of others"
            return ModelStep(old: model, new: nil, reasons: [reason], settled: [], added: [], lost: [], open: [])
        }
        let removed = cases.filter { $0.effect == .step }.map(\.message)
        willMigrate = asked?.willMigrate == true || !removed.isEmpty ? removed : nil
        didMigrate = asked?.didMigrate ?? false
    }
}

extension VersionStep.ModelStep {
    init(
        _ old: ModelDescription, to new: ModelDescription, _ differences: SchemaDifferences, _ mapping: SchemaMapping,
        isListed: Bool
    ) {
        let lineage = mapping.newLineage(of: new)
        let owners = Set(lineage.map(\.name))
        let causes = differences.changes.filter {
            $0.effect == .step && $0.kind != .modelMadeAbstract && owners.contains($0.model)
        }
        let origins = mapping.origins(in: new)
        let names = lineage.reversed().flatMap { model in
            model.attributes.filter(\.isStored).map(\.name) + model.orderedRelationships.map(\.name)
        }
        self.old = old
        self.new = new
        reasons = causes.map(\.message)
        if isListed { reasons.append("the declaration asks for a step under 'migrations'") }
        open = causes.compactMap { change in
            change.property.map {
                VersionStep.Decision(property: $0, origin: origins[$0]?.name, reason: change.message)
            }
        }
        let undecided = Set(open.map(\.property))
        settled = names.filter { origins[$0] != nil && !undecided.contains($0) }
        added = names.filter { origins[$0] == nil && !undecided.contains($0) }
        lost = mapping.lost(in: old).map(\.name)
    }
}

/// Compares the cases of the enums that stored values have in two versions. What is stored is a raw value: a case that
/// has only another name is the same.
struct EnumComparison {
    private let oldEnums: [String: ResolvedEnum]
    private let newEnums: [String: ResolvedEnum]
    private(set) var changes: [SchemaChange] = []

    init(_ old: ResolvedSchema, _ new: ResolvedSchema, _ mapping: SchemaMapping) {
        oldEnums = Dictionary(old.enums.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        newEnums = Dictionary(new.enums.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for model in new.description.models {
            let origins = mapping.origins(in: model)
            for attribute in model.attributes where attribute.isStored {
                guard case .attribute(let before, _)? = origins[attribute.name] else { continue }
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
        changes.append(
            SchemaChange(
                kind: .typeChanged, effect: .step, model: model, property: property, from: scalar.name, to: name,
                message: "'\(model).\(property)' is the enum '\(name)': objects with a value that no case has need "
                    + "another before, or the enum an 'unknown' case"))
    }

    private struct Pair: Hashable {
        var old: String
        var new: String
    }

    /// The types with raw values that stand at the same places of two types.
    private static func pairs(_ old: StoredType, _ new: StoredType) -> [Pair] {
        switch (old, new) {
        case (.rawValue(let before, let raw), .rawValue(let now, let other)) where raw.name == other.name:
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
        let removed = old.cases.filter { item in !new.cases.contains { $0.rawValue == item.rawValue } }
        let added = new.cases.filter { item in !old.cases.contains { $0.rawValue == item.rawValue } }
        let enumeration = "the enum '\(new.name)' of '\(model).\(property)'"
        if !added.isEmpty {
            changes.append(
                SchemaChange(
                    kind: .caseAdded, effect: .lightweight, model: model, property: property, from: nil,
                    to: added.map(\.name).joined(separator: ", "),
                    message: "\(enumeration) has \(Self.list(added)) now"))
        }
        if !removed.isEmpty {
            let rest =
                new.unknown.map { "; objects that have it read as '\($0)'" }
                ?? ": objects that have it need another value before, or the enum an 'unknown' case"
            changes.append(
                SchemaChange(
                    kind: .caseRemoved, effect: new.unknown == nil ? .step : .lightweight, model: model,
                    property: property, from: removed.map(\.name).joined(separator: ", "), to: nil,
                    message: "\(enumeration) has no \(Self.list(removed)) any more\(rest)"))
        }
    }

    private static func list(_ cases: [ResolvedEnum.Case]) -> String {
        cases.map { "'\($0.name)'" }.joined(separator: ", ")
    }
}
