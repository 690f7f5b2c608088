/// Finds the differences between two versions.
struct Differ {
    let mapping: SchemaMapping
    var changes: [SchemaChange] = []
    var proposals: [RenameProposal] = []
    /// Models, and properties as `Model.property`, of which the newer declaration says that they are new.
    let newOnPurpose: Set<String>

    var old: SchemaDescription { mapping.old }
    var new: SchemaDescription { mapping.new }

    init(_ mapping: SchemaMapping, newOnPurpose: Set<String> = []) {
        self.mapping = mapping
        self.newOnPurpose = newOnPurpose
    }

    mutating func compare() {
        var added: [ModelDescription] = []
        for model in new.models {
            if let predecessor = mapping.predecessor(of: model) {
                compare(predecessor, model)
            } else {
                added.append(model)
                report(.modelAdded, .lightweight, model.name, nil, "model '\(model.name)' is new")
            }
        }
        let removed = old.models.filter { mapping.successor(of: $0) == nil }
        for model in removed {
            report(
                .modelRemoved, model.isAbstract ? .lightweight : .destructive, model.name, nil,
                model.isAbstract
                    ? "model '\(model.name)' is gone; it was abstract and had no objects of its own"
                    : "model '\(model.name)' is gone, and with it its objects")
        }
        proposeRenames(removed, added)
    }

    mutating func report(
        _ kind: SchemaChange.Kind, _ effect: SchemaChange.Effect, _ model: String, _ property: String?,
        _ message: String, from: String? = nil, to: String? = nil
    ) {
        changes.append(
            SchemaChange(
                kind: kind, effect: effect, model: model, property: property, from: from, to: to, message: message))
    }

    // MARK: Models

    private mutating func compare(_ predecessor: ModelDescription, _ model: ModelDescription) {
        let name = model.name
        if predecessor.name != name {
            report(
                .modelRenamed, .lightweight, name, nil, "model '\(predecessor.name)' is now '\(name)'",
                from: predecessor.name, to: name)
        }
        let parent = predecessor.parent.flatMap { mapping.oldModels.model(named: $0) }.map {
            mapping.successor(of: $0)?.name ?? $0.name
        }
        if parent != model.parent {
            report(
                .parentChanged, .lightweight, name, nil,
                "'\(name)' inherits from \(model.parent.map { "'\($0)'" } ?? "nothing"), not from "
                    + (predecessor.parent.map { "'\($0)'" } ?? "nothing"), from: predecessor.parent, to: model.parent)
        }
        if predecessor.isAbstract != model.isAbstract {
            model.isAbstract
                ? report(
                    .modelMadeAbstract, .step, name, nil,
                    "'\(name)' is abstract: objects of exactly this model cannot stay")
                : report(.modelMadeConcrete, .lightweight, name, nil, "'\(name)' is not abstract any more")
        }
        // A model without a name of its own for the table is in one of its own name.
        let oldTable = mapping.oldModels.root(of: predecessor).table
        let newTable = mapping.newModels.root(of: model).table
        if model.parent == nil, predecessor.parent == nil, oldTable != newTable,
            !(oldTable == predecessor.name && newTable == name)
        {
            report(
                .tableRenamed, .lightweight, name, nil, "the table of '\(name)' is '\(newTable)', not '\(oldTable)'",
                from: oldTable, to: newTable)
        }
        compareProperties(predecessor, model)
        compareConstraints(predecessor, model)
    }
}
