/// Which parts of one version of a schema go on in a later one, and as what.
///
/// A model or property goes on under its name, or under another whose `originalName` says so; what an `originalName`
/// takes is not taken again by something new of the old name.
public struct SchemaMapping: Sendable {
    public let old: SchemaDescription
    public let new: SchemaDescription
    let oldModels: Hierarchies
    let newModels: Hierarchies
    /// Old models by the names of the new ones.
    private var predecessors: [String: String] = [:]
    private var successors: [String: String] = [:]

    public init(from old: SchemaDescription, to new: SchemaDescription) {
        self.old = old
        self.new = new
        oldModels = Hierarchies(old)
        newModels = Hierarchies(new)
        let renamed = new.models.compactMap { model in original(of: model).map { (model.name, $0) } }
        for (name, original) in renamed where successors[original] == nil {
            predecessors[name] = original
            successors[original] = name
        }
        for model in new.models where predecessors[model.name] == nil {
            guard successors[model.name] == nil, oldModels.model(named: model.name) != nil else { continue }
            predecessors[model.name] = model.name
            successors[model.name] = model.name
        }
    }

    /// The old name of a model that says it was renamed, if there was such a model.
    ///
    /// Within one version a rename that the old shape names too has been done already.
    private func original(of model: ModelDescription) -> String? {
        guard let original = model.originalName, oldModels.model(named: original) != nil else { return nil }
        return isDone(original, oldModels.model(named: model.name)?.originalName) ? nil : original
    }

    private func isDone(_ original: String, _ known: String??) -> Bool {
        guard old.version == new.version, case .some(let known) = known else { return false }
        return known == original
    }

    public func predecessor(of model: ModelDescription) -> ModelDescription? {
        predecessors[model.name].flatMap(oldModels.model)
    }

    public func successor(of model: ModelDescription) -> ModelDescription? {
        successors[model.name].flatMap(newModels.model)
    }

    // MARK: Properties

    /// A property, with the model that declares it.
    public enum Property: Hashable, Sendable {
        case attribute(AttributeDescription, owner: String)
        case relationship(RelationshipDescription, owner: String)

        public var name: String {
            switch self {
            case .attribute(let attribute, _): attribute.name
            case .relationship(let relationship, _): relationship.name
            }
        }

        public var owner: String {
            switch self {
            case .attribute(_, let owner), .relationship(_, let owner): owner
            }
        }

        var originalName: String? {
            switch self {
            case .attribute(let attribute, _): attribute.originalName
            case .relationship(let relationship, _): relationship.originalName
            }
        }
    }

    /// Own and inherited properties of a class, by name.
    private func properties(of model: ModelDescription, in models: Hierarchies) -> [String: Property] {
        var properties: [String: Property] = [:]
        for owner in models.lineage(of: model) {
            for attribute in owner.attributes where attribute.isStored {
                properties[attribute.name] = properties[attribute.name] ?? .attribute(attribute, owner: owner.name)
            }
            for relationship in owner.relationships {
                properties[relationship.name] =
                    properties[relationship.name] ?? .relationship(relationship, owner: owner.name)
            }
        }
        return properties
    }

    /// What the properties of a class were, own and inherited ones: by new name; properties that are new are not in it.
    public func origins(in model: ModelDescription) -> [String: Property] {
        guard let predecessor = predecessor(of: model) else { return [:] }
        let old = properties(of: predecessor, in: oldModels)
        let new = properties(of: model, in: newModels)
        var origins: [String: Property] = [:]
        var taken: Set<String> = []
        for (name, property) in new {
            guard let original = property.originalName, let origin = old[original],
                !isDone(original, old[name]?.originalName)
            else { continue }
            origins[name] = origin
            taken.insert(original)
        }
        for name in new.keys where origins[name] == nil && !taken.contains(name) {
            if let origin = old[name] { origins[name] = origin }
        }
        return origins
    }

    /// The properties of an old class that go on nowhere.
    public func lost(in model: ModelDescription) -> [Property] {
        guard let successor = successor(of: model) else { return [] }
        let kept = Set(origins(in: successor).values.map(\.name))
        return oldModels.lineage(of: model).flatMap { owner in
            owner.attributes.filter(\.isStored).map { Property.attribute($0, owner: owner.name) }
                + owner.relationships.map { Property.relationship($0, owner: owner.name) }
        }.filter { !kept.contains($0.name) }
    }

    /// The models that hold rows of their own and of which there may be some: those that are not abstract.
    public func concreteFamily(ofNew model: ModelDescription) -> [ModelDescription] {
        newModels.family(of: model).filter { !$0.isAbstract }
    }

    public func newLineage(of model: ModelDescription) -> [ModelDescription] { newModels.lineage(of: model) }
    public func oldLineage(of model: ModelDescription) -> [ModelDescription] { oldModels.lineage(of: model) }
    public func oldInverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        oldModels.inverse(of: relationship)
    }
    public func newInverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        newModels.inverse(of: relationship)
    }

    /// Whether all objects that an old model may be the type of are, in the new version, of the new model.
    func covers(_ oldName: String, _ newName: String) -> Bool {
        guard let old = oldModels.model(named: oldName), let new = newModels.model(named: newName) else { return false }
        return oldModels.family(of: old).allSatisfy { heir in
            guard let successor = successor(of: heir) else { return true }
            return newModels.lineage(of: successor).contains { $0.name == new.name }
        }
    }
}
