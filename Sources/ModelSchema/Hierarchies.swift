/// A schema's models by name and by parent: what `SchemaDescription` finds by searching, found at once.
///
/// Whoever walks over all models makes one of these first; a search for each of a thousand models takes a second.
struct Hierarchies {
    let models: [ModelDescription]
    private var indices: [String: Int] = [:]
    private var heirs: [String: [Int]] = [:]

    init(_ schema: SchemaDescription) {
        models = schema.models
        for (index, model) in models.enumerated() {
            if indices[model.name] == nil { indices[model.name] = index }
            if let parent = model.parent { heirs[parent, default: []].append(index) }
        }
    }

    func model(named name: String) -> ModelDescription? { indices[name].map { models[$0] } }

    /// The model and its ancestors, the model first.
    func lineage(of model: ModelDescription) -> [ModelDescription] {
        var lineage = [model]
        var seen: Set = [model.name]
        while let name = lineage[lineage.count - 1].parent, let parent = self.model(named: name),
            seen.insert(name).inserted
        {
            lineage.append(parent)
        }
        return lineage
    }

    func root(of model: ModelDescription) -> ModelDescription { lineage(of: model).last ?? model }

    /// The model and all that inherit from it, in the order of ``models``.
    func family(of model: ModelDescription) -> [ModelDescription] {
        guard let first = indices[model.name] else { return [] }
        var family = [first]
        var seen: Set = [first]
        var next = 0
        while next < family.count {
            family += (heirs[models[family[next]].name] ?? []).filter { seen.insert($0).inserted }
            next += 1
        }
        return family.sorted().map { models[$0] }
    }

    func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let name = relationship.inverse, let destination = model(named: relationship.destination) else {
            return nil
        }
        return lineage(of: destination).relationship(named: name)
    }
}

/// A lineage: a model and its ancestors.
extension [ModelDescription] {
    func relationship(named name: String) -> RelationshipDescription? {
        for model in self {
            if let found = model.relationships.first(where: { $0.name == name }) { return found }
        }
        return nil
    }

    /// Columns that hold a property's value; nil for what has no column in the row.
    func columns(of property: String) -> [ColumnDescription]? {
        for owner in self {
            if let attribute = owner.attributes.first(where: { $0.name == property }) {
                return attribute.isStored ? attribute.columns : nil
            }
            if let relationship = owner.relationships.first(where: { $0.name == property }) {
                guard case .column(let name) = relationship.storage else { return nil }
                return [ColumnDescription(name: name, type: .integer, isNullable: relationship.isOptional)]
            }
        }
        return nil
    }
}
