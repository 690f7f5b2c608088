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
        let columns = columns(in: model)
        let followed = predecessor.indexes.map { index in
            IndexDescription(
                index.parts.map { .init(renamed($0.property), $0.order) },
                condition: index.condition.map { SQL.renaming(columns, in: $0) })
        }
        let oldIndexes = Set(followed)
        for index in model.indexes where !oldIndexes.contains(index) {
            report(
                .indexAdded, .lightweight, model.name, nil,
                "\(list(index.parts.map(\.property))) of '\(model.name)' has an index",
                to: index.parts.map(\.property).joined(separator: ", "))
        }
        for index in followed where !model.indexes.contains(index) {
            report(
                .indexRemoved, .lightweight, model.name, nil,
                "\(list(index.parts.map(\.property))) of '\(model.name)' has no index any more",
                from: index.parts.map(\.property).joined(separator: ", "))
        }
        if Set(predecessor.preserved.map(renamed)) != Set(model.preserved) {
            report(
                .preservationChanged, .lightweight, model.name, nil,
                "other attributes of '\(model.name)' outlive the object in the history",
                from: predecessor.preserved.joined(separator: ", "), to: model.preserved.joined(separator: ", "))
        }
    }

    func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }

    /// New columns by old ones.
    private func columns(in model: ModelDescription) -> [String: String] {
        var columns: [String: String] = [:]
        let lineage = mapping.newLineage(of: model)
        for (name, origin) in mapping.origins(in: model) {
            switch origin {
            case .attribute(let before, _):
                let now = lineage.lazy.flatMap(\.attributes).first { $0.name == name }
                if let old = before.column, let new = now?.column { columns[old] = new }
            case .relationship(let before, _):
                let now = lineage.lazy.flatMap(\.relationships).first { $0.name == name }
                if case .column(let old) = before.storage, case .column(let new)? = now?.storage { columns[old] = new }
            }
        }
        return columns
    }

    /// New names by old ones.
    func names(in model: ModelDescription) -> [String: String] {
        Dictionary(mapping.origins(in: model).map { ($0.value.name, $0.key) }, uniquingKeysWith: { first, _ in first })
    }
}
