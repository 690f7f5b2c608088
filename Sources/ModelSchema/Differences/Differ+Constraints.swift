/// Unique constraints, indexes, and what the history keeps.
extension Differ {
    mutating func compareConstraints(_ predecessor: ModelDescription, _ model: ModelDescription) {
        let newNames = names(in: model)
        func renamed(_ property: String) -> String { newNames[property] ?? property }
        let oldUnique = Set(predecessor.unique.map { $0.map(renamed) })
        for constraint in model.unique where !oldUnique.contains(constraint) {
            report(
                .uniqueAdded, .lightweight, model.name, constraint.count == 1 ? constraint[0] : nil,
                "\(list(constraint)) of '\(model.name)' must be unique: objects with equal values stop the migration",
                to: constraint.joined(separator: ", "))
        }
        for constraint in oldUnique.subtracting(model.unique).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            report(
                .uniqueRemoved, .lightweight, model.name, constraint.count == 1 ? constraint[0] : nil,
                "\(list(constraint)) of '\(model.name)' need not be unique any more",
                from: constraint.joined(separator: ", "))
        }
        let oldIndexes = Set(
            predecessor.indexes.map { index in
                IndexDescription(index.parts.map { .init(renamed($0.property), $0.order) }, condition: index.condition)
            })
        for index in model.indexes where !oldIndexes.contains(index) {
            report(
                .indexAdded, .lightweight, model.name, nil,
                "\(list(index.parts.map(\.property))) of '\(model.name)' has an index",
                to: index.parts.map(\.property).joined(separator: ", "))
        }
        for index in predecessor.indexes {
            let parts = index.parts.map { IndexDescription.Part(renamed($0.property), $0.order) }
            if model.indexes.contains(IndexDescription(parts, condition: index.condition)) { continue }
            report(
                .indexRemoved, .lightweight, model.name, nil,
                "\(list(parts.map(\.property))) of '\(model.name)' has no index any more",
                from: parts.map(\.property).joined(separator: ", "))
        }
        if Set(predecessor.preserved.map(renamed)) != Set(model.preserved) {
            report(
                .preservationChanged, .lightweight, model.name, nil,
                "other attributes of '\(model.name)' outlive the object in the history",
                from: predecessor.preserved.joined(separator: ", "), to: model.preserved.joined(separator: ", "))
        }
    }

    func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }

    /// New names by old ones.
    func names(in model: ModelDescription) -> [String: String] {
        Dictionary(mapping.origins(in: model).map { ($0.value.name, $0.key) }, uniquingKeysWith: { first, _ in first })
    }
}
