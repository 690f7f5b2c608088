/// Finds the differences between two versions.
struct Differ {
    private let mapping: SchemaMapping
    private(set) var changes: [SchemaChange] = []
    private(set) var proposals: [RenameProposal] = []

    private var old: SchemaDescription { mapping.old }
    private var new: SchemaDescription { mapping.new }

    init(_ mapping: SchemaMapping) { self.mapping = mapping }

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
                "model '\(model.name)' is gone, and with it its objects")
        }
        for model in added {
            if let twin = removed.first(where: { Self.resemble($0, model) }) {
                proposals.append(RenameProposal(model: nil, from: twin.name, to: model.name))
            }
        }
    }

    private mutating func report(
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
        let parent = predecessor.parent.flatMap { old.model(named: $0) }.map {
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
        let oldTable = old.root(of: predecessor).table
        let newTable = new.root(of: model).table
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

    private mutating func compareConstraints(_ predecessor: ModelDescription, _ model: ModelDescription) {
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

    private func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }

    /// New names by old ones.
    private func names(in model: ModelDescription) -> [String: String] {
        Dictionary(mapping.origins(in: model).map { ($0.value.name, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Properties

    private mutating func compareProperties(_ predecessor: ModelDescription, _ model: ModelDescription) {
        let origins = mapping.origins(in: model)
        var added: [SchemaMapping.Property] = []
        // What a new parent declares is new in each of its heirs, or has moved up from there.
        let declarers =
            [model] + mapping.newLineage(of: model).dropFirst().filter { mapping.predecessor(of: $0) == nil }
        for attribute in declarers.flatMap(\.attributes) where attribute.isStored {
            let property = SchemaMapping.Property.attribute(attribute, owner: model.name)
            guard let origin = origin(of: attribute.name, in: model, origins) else {
                added.append(property)
                reportAdded(attribute, model)
                continue
            }
            guard case .attribute(let before, let owner) = origin else {
                report(
                    .typeChanged, .step, model.name, attribute.name,
                    "'\(model.name).\(attribute.name)' was a relationship and is an attribute")
                continue
            }
            compareNames(before.name, owner, attribute.name, model, isAttribute: true)
            compare(before, of: old.model(named: owner), attribute, model)
            // What moved up from one heir is new for the others.
            guard !attribute.isOptional, attribute.defaultKind == nil else { continue }
            for heir in mapping.concreteFamily(ofNew: model) {
                guard let predecessor = mapping.predecessor(of: heir), !predecessor.isAbstract,
                    mapping.origins(in: heir)[attribute.name] == nil
                else { continue }
                report(
                    .attributeAdded, .step, heir.name, attribute.name,
                    "attribute '\(attribute.name)' is new in '\(heir.name)' and has no default: objects that are there "
                        + "need a value", to: attribute.spelledType)
            }
        }
        for relationship in declarers.flatMap(\.orderedRelationships) {
            let property = SchemaMapping.Property.relationship(relationship, owner: model.name)
            guard let origin = origin(of: relationship.name, in: model, origins) else {
                added.append(property)
                reportAdded(relationship, model)
                continue
            }
            guard case .relationship(let before, let owner) = origin else {
                report(
                    .typeChanged, .step, model.name, relationship.name,
                    "'\(model.name).\(relationship.name)' was an attribute and is a relationship")
                continue
            }
            compareNames(before.name, owner, relationship.name, model, isAttribute: false)
            compare(before, relationship, model)
        }
        if model.parent != nil { compareInherited(model, origins) }
        reportLost(predecessor, model, added)
    }

    /// What a property was; one that moved up from an heir was that heir's.
    private func origin(
        of property: String, in model: ModelDescription, _ origins: [String: SchemaMapping.Property]
    ) -> SchemaMapping.Property? {
        if let origin = origins[property] { return origin }
        for heir in new.family(of: model) {
            if let origin = mapping.origins(in: heir)[property] { return origin }
        }
        return nil
    }

    private func isReported(_ kind: SchemaChange.Kind, _ model: ModelDescription, _ property: String) -> Bool {
        changes.contains { $0.kind == kind && $0.model == model.name && $0.property == property }
    }

    /// What a model gets from a parent that it did not have: its objects need it too.
    private mutating func compareInherited(_ model: ModelDescription, _ origins: [String: SchemaMapping.Property]) {
        for parent in mapping.newLineage(of: model).dropFirst() {
            let known = mapping.origins(in: parent)
            for attribute in parent.attributes
            where attribute.isStored && !isReported(.attributeAdded, model, attribute.name)
                && origins[attribute.name] == nil && known[attribute.name] != nil
            {
                reportAdded(attribute, model)
            }
            for relationship in parent.orderedRelationships
            where origins[relationship.name] == nil && known[relationship.name] != nil {
                reportAdded(relationship, model)
            }
        }
    }

    private mutating func reportAdded(_ relationship: RelationshipDescription, _ model: ModelDescription) {
        let needsValue = !relationship.isToMany && !relationship.isOptional
        report(
            .relationshipAdded, needsValue ? .step : .lightweight, model.name, relationship.name,
            "relationship '\(model.name).\(relationship.name)' is new"
                + (needsValue ? ": objects that are there need one" : ""))
    }

    /// Whether all objects would get the same value where each needs its own.
    private func collides(_ attribute: AttributeDescription, _ model: ModelDescription) -> Bool {
        let origins = mapping.origins(in: model)
        let lineage = mapping.newLineage(of: model)
        return lineage.flatMap(\.unique).contains { constraint in
            constraint.contains(attribute.name)
                && constraint.allSatisfy { name in
                    origins[name] == nil
                        && lineage.contains { owner in
                            owner.attributes.contains { $0.name == name && $0.defaultKind == .constant }
                        }
                }
        }
    }

    private mutating func reportAdded(_ attribute: AttributeDescription, _ model: ModelDescription) {
        let name = "\(model.name).\(attribute.name)"
        if collides(attribute, model) {
            report(
                .attributeAdded, .step, model.name, attribute.name,
                "attribute '\(name)' is new and unique, and its default is one for all: objects that are there need "
                    + "values of their own",
                to: attribute.spelledType)
        } else if attribute.isOptional || attribute.defaultKind != nil {
            let value = attribute.defaultKind == nil ? "nil" : "the default"
            report(
                .attributeAdded, .lightweight, model.name, attribute.name,
                "attribute '\(name)' is new; objects that are there get \(value)", to: attribute.spelledType)
        } else {
            report(
                .attributeAdded, .step, model.name, attribute.name,
                "attribute '\(name)' is new and has no default: objects that are there need a value",
                to: attribute.spelledType)
        }
    }

    private mutating func reportLost(
        _ predecessor: ModelDescription, _ model: ModelDescription, _ added: [SchemaMapping.Property]
    ) {
        for property in mapping.lost(in: predecessor) {
            // Once for the model that declared it, or for the heir that lost it alone.
            let isOwn = property.owner == predecessor.name
            let owner = old.model(named: property.owner)
            let isReportedByOwner =
                owner.flatMap(mapping.successor).map { successor in
                    mapping.lost(in: owner ?? predecessor).contains(property) && successor.name != model.name
                } ?? false
            if !isOwn && isReportedByOwner { continue }
            // What moved down to all heirs that hold objects, or up to a parent, is there still.
            if isOwn, predecessor.isAbstract || model.isAbstract {
                let heirs = mapping.concreteFamily(ofNew: model)
                if !heirs.isEmpty,
                    heirs.allSatisfy({ heir in mapping.origins(in: heir).values.contains { $0.name == property.name } })
                {
                    continue
                }
            }
            switch property {
            case .attribute(let attribute, _):
                report(
                    .attributeRemoved, .destructive, model.name, attribute.name,
                    "attribute '\(model.name).\(attribute.name)' is gone, and with it its values",
                    from: attribute.spelledType)
                let twins = added.filter {
                    if case .attribute(let other, _) = $0 {
                        return other.type == attribute.type && other.isOptional == attribute.isOptional
                    }
                    return false
                }
                propose(property, twins, model)
            case .relationship(let relationship, _):
                report(
                    .relationshipRemoved, .destructive, model.name, relationship.name,
                    "relationship '\(model.name).\(relationship.name)' is gone, and with it its links")
                let twins = added.filter {
                    if case .relationship(let other, _) = $0 {
                        return other.isToMany == relationship.isToMany
                            && mapping.covers(relationship.destination, other.destination)
                    }
                    return false
                }
                propose(property, twins, model)
            }
        }
    }

    /// Of the new properties of the same kind, the one whose name is most like the old.
    private mutating func propose(
        _ property: SchemaMapping.Property, _ twins: [SchemaMapping.Property], _ model: ModelDescription
    ) {
        let best = twins.max { Similarity.of(property.name, $0.name) < Similarity.of(property.name, $1.name) }
        guard let best, twins.count == 1 || Similarity.of(property.name, best.name) >= 0.4 else { return }
        proposals.append(RenameProposal(model: model.name, from: property.name, to: best.name))
    }

    private static func resemble(_ left: ModelDescription, _ right: ModelDescription) -> Bool {
        let (one, other) = (Set(left.propertyNames), Set(right.propertyNames))
        if one.isEmpty && other.isEmpty { return Similarity.of(left.name, right.name) >= 0.4 }
        let common = Double(one.intersection(other).count)
        return common / Double(max(one.count, other.count)) >= 0.6
    }

    private mutating func compareNames(
        _ before: String, _ owner: String, _ now: String, _ model: ModelDescription, isAttribute: Bool
    ) {
        let what = isAttribute ? "attribute" : "relationship"
        if before != now {
            report(
                isAttribute ? .attributeRenamed : .relationshipRenamed, .lightweight, model.name, now,
                "\(what) '\(model.name).\(before)' is now '\(now)'", from: before, to: now)
        }
        let successor = old.model(named: owner).flatMap(mapping.successor)
        let declarer = mapping.newLineage(of: model).first { ancestor in
            ancestor.attributes.contains { $0.name == now } || ancestor.relationships.contains { $0.name == now }
        }
        if let declarer, successor?.name != declarer.name {
            report(
                isAttribute ? .attributeMoved : .relationshipMoved, .lightweight, model.name, now,
                "\(what) '\(now)' has moved from '\(owner)' to '\(declarer.name)'", from: owner, to: declarer.name)
        }
    }

    /// - Parameter owner: The old model that declared the attribute.
    private mutating func compare(
        _ before: AttributeDescription, of owner: ModelDescription?, _ attribute: AttributeDescription,
        _ model: ModelDescription
    ) {
        let name = "\(model.name).\(attribute.name)"
        if let effect = effect(of: before.type, attribute.type) {
            let message =
                switch effect {
                case .lightweight: "every value fits"
                case .step: "values have to be converted"
                case .destructive: "values of fields that are gone are lost"
                }
            report(
                .typeChanged, effect, model.name, attribute.name,
                "'\(name)' is \(attribute.type.name), not \(before.type.name): \(message)", from: before.type.name,
                to: attribute.type.name)
        }
        if before.isOptional && !attribute.isOptional {
            let hasDefault = attribute.defaultKind != nil
            report(
                .madeRequired, hasDefault ? .lightweight : .step, model.name, attribute.name,
                "'\(name)' is required"
                    + (hasDefault ? "; where there was none it is the default" : ": where there was none one is needed")
            )
        } else if !before.isOptional && attribute.isOptional {
            report(.madeOptional, .lightweight, model.name, attribute.name, "'\(name)' is optional")
        }
        // A column that is named for its property follows it.
        let followed = owner.map { $0.defaultColumn(for: before.name) == before.column } ?? false
        if before.column != attribute.column,
            !(followed && attribute.column == model.defaultColumn(for: attribute.name))
        {
            report(
                .columnRenamed, .lightweight, model.name, attribute.name,
                "the column of '\(name)' is '\(attribute.column ?? "")', not '\(before.column ?? "")'",
                from: before.column, to: attribute.column)
        }
        if before.isExternal != attribute.isExternal {
            report(
                .externalStorageChanged, .lightweight, model.name, attribute.name,
                attribute.isExternal
                    ? "large values of '\(name)' live in files" : "values of '\(name)' live in the store")
        }
    }

    /// What a change of type does; nil where both are the same, names of the declaration's own types aside.
    private func effect(of before: StoredType, _ now: StoredType) -> SchemaChange.Effect? {
        if case .composite = before, case .composite = now {
            if before.widening(to: now) == .same { return nil }
            if !before.fieldsThatGoOn(to: now) { return .step }
            return before.losesFields(to: now) ? .destructive : .lightweight
        }
        switch before.widening(to: now) {
        case nil: return .step
        case .same: return before.isSpelledAs(now) ? nil : .lightweight
        default: return .lightweight
        }
    }

    private mutating func compare(
        _ before: RelationshipDescription, _ relationship: RelationshipDescription, _ model: ModelDescription
    ) {
        let name = "\(model.name).\(relationship.name)"
        let destination = old.model(named: before.destination).flatMap(mapping.successor)?.name ?? before.destination
        if destination != relationship.destination {
            report(
                .destinationChanged,
                mapping.covers(before.destination, relationship.destination) ? .lightweight : .step, model.name,
                relationship.name, "'\(name)' leads to '\(relationship.destination)', not to '\(before.destination)'",
                from: before.destination, to: relationship.destination)
        } else if !mapping.covers(before.destination, relationship.destination) {
            report(
                .destinationChanged, .destructive, model.name, relationship.name,
                "'\(name)' cannot lead to all objects that it led to: some are no '\(relationship.destination)' any more"
            )
        }
        if before.isToMany != relationship.isToMany {
            relationship.isToMany
                ? report(.madeToMany, .lightweight, model.name, relationship.name, "'\(name)' leads to many objects")
                : report(
                    .madeToOne, .step, model.name, relationship.name,
                    "'\(name)' leads to one object: which of several stays?")
        } else if !relationship.isToMany, before.isOptional != relationship.isOptional {
            relationship.isOptional
                ? report(.madeOptional, .lightweight, model.name, relationship.name, "'\(name)' is optional")
                : report(
                    .madeRequired, .step, model.name, relationship.name,
                    "'\(name)' is required: objects without one need one")
        }
        compareInverses(before, relationship, model)
        if before.deleteRule != relationship.deleteRule {
            report(
                .deleteRuleChanged, .lightweight, model.name, relationship.name,
                "the delete rule of '\(name)' is \(relationship.deleteRule.rawValue), not \(before.deleteRule.rawValue)",
                from: before.deleteRule.rawValue, to: relationship.deleteRule.rawValue)
        }
        if before.minimumCount != relationship.minimumCount || before.maximumCount != relationship.maximumCount {
            report(
                .boundsChanged, .lightweight, model.name, relationship.name,
                "the number of objects of '\(name)' has other bounds; the next save of each list checks them")
        }
        if before.isOrdered != relationship.isOrdered {
            report(
                .orderChanged, relationship.isOrdered ? .lightweight : .destructive, model.name, relationship.name,
                relationship.isOrdered
                    ? "the objects of '\(name)' keep their order, at first that of their identifiers"
                    : "the objects of '\(name)' lose their order")
        }
    }

    private mutating func compareInverses(
        _ before: RelationshipDescription, _ relationship: RelationshipDescription, _ model: ModelDescription
    ) {
        let inverse = mapping.newInverse(of: relationship)
        let destination = new.model(named: relationship.destination)
        let origin = inverse.flatMap { inverse in destination.flatMap { mapping.origins(in: $0)[inverse.name] } }
        if before.inverse == nil && relationship.inverse == nil { return }
        if case .relationship(let twin, _)? = origin {
            if before.inverse == twin.name { return }
            report(
                .inverseChanged, .destructive, model.name, relationship.name,
                "'\(model.name).\(relationship.name)' and '\(relationship.destination).\(inverse?.name ?? "")' "
                    + "look at each other: links that only one of them had follow the side that keeps the column",
                from: before.inverse, to: relationship.inverse)
            return
        }
        // A new look back takes over the links; one that is gone has been reported as that.
        if before.inverse != nil && relationship.inverse != nil && origin == nil && inverse != nil { return }
        if (before.inverse == nil) != (relationship.inverse == nil) {
            report(
                .inverseChanged, .lightweight, model.name, relationship.name,
                "'\(model.name).\(relationship.name)' has "
                    + (relationship.inverse.map { "the inverse '\($0)'" } ?? "no inverse any more"),
                from: before.inverse, to: relationship.inverse)
        }
    }
}

extension ModelDescription {
    /// The column of a property if nothing else is declared.
    fileprivate func defaultColumn(for property: String) -> String { parent == nil ? property : "\(name).\(property)" }

    fileprivate var propertyNames: [String] {
        attributes.filter(\.isStored).map(\.name) + relationships.map(\.name)
    }
}

extension AttributeDescription {
    /// The type as a declaration spells it.
    public var spelledType: String { type.name + (isOptional ? "?" : "") }
}

extension StoredType {
    /// The same type, the names of the declaration's and hand-written types aside.
    fileprivate func isSpelledAs(_ other: StoredType) -> Bool {
        switch (self, other) {
        case (.rawValue(_, let raw), .rawValue(_, let other)): raw == other
        case (.codable, .codable): true
        case (.rawValue, _), (_, .rawValue): false
        default: widening(to: other) == .same && name == other.name || isCollection
        }
    }

    private var isCollection: Bool {
        switch self {
        case .array, .set, .dictionary: true
        default: false
        }
    }
}

/// How much two names are alike.
enum Similarity {
    /// From 0, nothing in common, to 1, equal; case does not count, and a name within the other is half of the way.
    static func of(_ left: String, _ right: String) -> Double {
        let (one, other) = (Array(left.lowercased().utf8), Array(right.lowercased().utf8))
        if one.isEmpty || other.isEmpty { return 0 }
        let length = Double(max(one.count, other.count))
        let distance = 1 - Double(editDistance(one, other)) / length
        let isInside = contains(one, other) || contains(other, one)
        return isInside ? max(distance, 0.5) : distance
    }

    private static func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count >= 3, part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
    }

    /// Levenshtein's distance.
    private static func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for i in one.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in other.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (one[i] == other[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
