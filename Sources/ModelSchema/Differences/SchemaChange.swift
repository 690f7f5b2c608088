/// One difference between two versions of a schema.
public struct SchemaChange: Hashable, Sendable, Codable {
    /// What a change does to the data of a store, from harmless to costly.
    public enum Effect: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// The store follows without any code; where the data forbids it, the migration says so and changes nothing.
        case lightweight
        /// Someone has to write what becomes of the data.
        case step
        /// Data goes.
        case destructive

        public static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case modelAdded, modelRemoved, modelRenamed, modelMadeAbstract, modelMadeConcrete, parentChanged, tableRenamed
        case attributeAdded, attributeRemoved, attributeRenamed, attributeMoved, typeChanged, madeOptional, madeRequired
        case columnRenamed, externalStorageChanged, preservationChanged
        case relationshipAdded, relationshipRemoved, relationshipRenamed, relationshipMoved, destinationChanged
        case madeToMany, madeToOne, inverseChanged, deleteRuleChanged, boundsChanged, orderChanged
        case caseAdded, caseRemoved, caseRenamed, caseMoved, unknownChanged, unknownRemoved
        case uniqueAdded, uniqueRemoved, indexAdded, indexRemoved
    }

    public var kind: Kind
    public var effect: Effect
    /// The model as the new version calls it; the old version's name for one that is gone.
    public var model: String
    /// The property, by its new name where it has one; nil for a change of the model as a whole.
    public var property: String?
    /// What was and what is, where a word says it.
    public var from: String?
    public var to: String?
    /// A sentence that says it to a person.
    public var message: String

    public init(
        kind: Kind, effect: Effect, model: String, property: String? = nil, from: String? = nil, to: String? = nil,
        message: String
    ) {
        self.kind = kind
        self.effect = effect
        self.model = model
        self.property = property
        self.from = from
        self.to = to
        self.message = message
    }
}

/// A property or model that may have been renamed: something is gone, and something like it is new.
public struct RenameProposal: Hashable, Sendable, Codable {
    /// The model, by its new name; nil where the models themselves are meant.
    public var model: String?
    public var from: String
    public var to: String

    public init(model: String?, from: String, to: String) {
        self.model = model
        self.from = from
        self.to = to
    }
}

/// All differences between two versions of a schema.
public struct SchemaDifferences: Hashable, Sendable {
    public var changes: [SchemaChange]
    /// Renames that names and types suggest and no `originalName` confirms. Nothing assumes them.
    public var proposals: [RenameProposal]

    public var isEmpty: Bool { changes.isEmpty }
    /// The costliest effect; nil where nothing changed.
    public var effect: SchemaChange.Effect? { changes.map(\.effect).max() }

    /// - Parameter newOnPurpose: Models, and properties as `Model.property`, that are no renamed ones.
    public init(from old: SchemaDescription, to new: SchemaDescription, newOnPurpose: Set<String> = []) {
        var differ = Differ(SchemaMapping(from: old, to: new), newOnPurpose: newOnPurpose)
        differ.compare()
        changes = differ.changes
        proposals = differ.proposals
    }

    /// The old models whose data needs a step, in the order of the old version; by name.
    public func modelsThatNeedSteps(in mapping: SchemaMapping) -> [ModelDescription] {
        mapping.oldModels(thatNeedStepsFor: changes)
    }
}

extension SchemaMapping {
    /// The old models whose data needs a step for any of some changes, in the order of the old version.
    public func oldModels(thatNeedStepsFor changes: [SchemaChange]) -> [ModelDescription] {
        // That a model is abstract does not concern the objects of its heirs.
        let needy = Set(changes.filter { $0.effect == .step && $0.kind != .modelMadeAbstract }.map(\.model))
        return old.models.filter { model in
            guard let successor = successor(of: model) else { return false }
            // A step is for objects of exactly this class; what its parent needs, it needs too.
            return !model.isAbstract && !successor.isAbstract
                && newLineage(of: successor).contains { needy.contains($0.name) }
        }
    }
}
