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
        let differences = SchemaDifferences(
            from: old.description, to: new.description, newOnPurpose: new.newOnPurpose)
        let mapping = SchemaMapping(from: old.description, to: new.description)
        let cases = EnumComparison(old.enums, new.enums, mapping)
        let listed = Set(asked?.steps ?? [])
        changes = differences.changes.map { $0.takenOver(by: listed) } + cases.changes
        // What becomes of a model that has a step on purpose is written there.
        let written = Set(
            new.description.models.filter { model in
                mapping.predecessor(of: model).map { listed.contains($0.name) } ?? false
            }.map(\.name))
        proposals = differences.proposals.filter { proposal in
            proposal.model.map { !written.contains($0) } ?? !listed.contains(proposal.from)
        }

        let causes = differences.changes + cases.ofObjects
        let needy = Set(mapping.oldModels(thatNeedStepsFor: causes).map(\.name))
        steps = old.description.models.compactMap { model -> ModelStep? in
            guard !model.isAbstract else { return nil }
            let successor = mapping.successor(of: model)
            if let successor, !successor.isAbstract {
                guard needy.contains(model.name) || listed.contains(model.name) else { return nil }
                return ModelStep(model, to: successor, causes, mapping, isListed: listed.contains(model.name))
            }
            guard listed.contains(model.name) || successor != nil else { return nil }
            let reason =
                successor.map { "'\($0.name)' is abstract: its objects become objects of other models" }
                ?? "'\(model.name)' is gone: its objects become part of others"
            return ModelStep(old: model, new: nil, reasons: [reason], settled: [], added: [], lost: [], open: [])
        }
        let unreadable = cases.ofStores.map(\.message)
        willMigrate = asked?.willMigrate == true || !unreadable.isEmpty ? unreadable : nil
        didMigrate = asked?.didMigrate ?? false
    }
}

extension SchemaChange {
    /// The loss of a model whose objects a step makes part of others is that step's.
    fileprivate func takenOver(by steps: Set<String>) -> SchemaChange {
        guard kind == .modelRemoved, effect == .destructive, steps.contains(model) else { return self }
        var change = self
        change.effect = .step
        change.message = "model '\(model)' is gone: its step says what becomes of its objects"
        return change
    }
}

extension VersionStep.ModelStep {
    init(
        _ old: ModelDescription, to new: ModelDescription, _ changes: [SchemaChange], _ mapping: SchemaMapping,
        isListed: Bool
    ) {
        let lineage = mapping.newLineage(of: new)
        let owners = Set(lineage.map(\.name))
        let causes = changes.filter {
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
        open = causes.reduce(into: []) { open, change in
            guard let property = change.property, !open.contains(where: { $0.property == property }) else { return }
            open.append(
                VersionStep.Decision(property: property, origin: origins[property]?.name, reason: change.message))
        }
        let undecided = Set(open.map(\.property))
        settled = names.filter { origins[$0] != nil && !undecided.contains($0) }
        added = names.filter { origins[$0] == nil && !undecided.contains($0) }
        lost = mapping.lost(in: old).map(\.name)
    }
}
