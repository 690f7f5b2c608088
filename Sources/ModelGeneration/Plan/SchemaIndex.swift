import ModelDeclaration
import ModelSchema

/// What planning asks of a whole schema, worked out once: who inherits from whom, and where columns are.
struct SchemaIndex {
    let schema: ResolvedSchema
    let names: TypeNames
    private(set) var models: [String: ResolvedModel] = [:]
    private(set) var parents: Set<String> = []
    /// For each model, the place of its own properties' first columns in a row of the hierarchy.
    private var columns: [String: [String: Int]] = [:]

    init(_ schema: ResolvedSchema) {
        self.schema = schema
        names = TypeNames(schema)
        for model in schema.models { models[model.description.name] = model }
        parents = Set(schema.models.compactMap(\.description.parent))

        // Rows of a hierarchy hold the columns of all its classes, in the order of the models: see `SchemaDescription.tables`.
        var next: [String: Int] = [:]
        for model in schema.models {
            let root = lineage(of: model).first?.description.name ?? model.description.name
            // $id and $version, and $class where there are several classes.
            var column = next[root] ?? (parents.contains(root) ? 3 : 2)
            var places: [String: Int] = [:]
            for attribute in model.description.attributes where attribute.isStored {
                places[attribute.name] = column
                column += Self.columnCount(of: attribute.type, isOptional: attribute.isOptional)
            }
            for relationship in model.description.orderedRelationships {
                guard case .column = relationship.storage else { continue }
                places[relationship.name] = column
                column += 1
            }
            next[root] = column
            columns[model.description.name] = places
        }
    }

    /// The model's ancestors from the root on, and the model itself.
    func lineage(of model: ResolvedModel) -> [ResolvedModel] {
        var lineage = [model]
        var seen: Set = [model.description.name]
        while let name = lineage.last?.description.parent, let parent = models[name], seen.insert(name).inserted {
            lineage.append(parent)
        }
        return lineage.reversed()
    }

    func column(of property: String, in model: ResolvedModel) -> Int? { columns[model.description.name]?[property] }

    /// How many columns a value takes: one, or one for each leaf of a composite and one for an optional's presence.
    static func columnCount(of type: StoredType, isOptional: Bool) -> Int {
        guard case .composite(_, let fields) = type else { return 1 }
        return fields.reduce(isOptional ? 1 : 0) { $0 + columnCount(of: $1.type, isOptional: $1.isOptional) }
    }
}
