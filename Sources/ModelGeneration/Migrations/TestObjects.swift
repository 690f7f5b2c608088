import ModelDeclaration
import ModelSchema

/// The objects with which a generated test fills a store, how they are made, and what must be left of them.
struct TestObjects {
    struct Object: Hashable {
        /// Counts all objects of the store, from 1.
        var number: Int
        var model: String
        /// Counts those of its model, from 0: the place among them in the migrated store.
        var place: Int
        var variable: String
    }

    private struct Link: Hashable {
        var owner: Object
        var relationship: String
        var target: Object
    }

    private let chain: VersionChain
    private let schema: SchemaDescription
    /// By model, in the order of their numbers.
    private var objects: [String: [Object]] = [:]
    private var links: [Link] = []
    private(set) var statements: [String] = []
    private var number = 0

    init(_ chain: VersionChain) {
        self.chain = chain
        schema = chain.versions[0].description
    }

    /// The concrete models of which objects of a model's type can be.
    private func family(_ model: String) -> [ModelDescription] {
        schema.model(named: model).map { schema.family(of: $0).filter { !$0.isAbstract } } ?? []
    }

    private func made(_ model: String) -> [Object] {
        family(model).flatMap { objects[$0.name] ?? [] }.sorted { $0.number < $1.number }
    }

    private func relationships(of model: ModelDescription) -> [RelationshipDescription] {
        schema.lineage(of: model).reversed().flatMap(\.orderedRelationships)
    }

    private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let name = relationship.inverse, let destination = schema.model(named: relationship.destination) else {
            return nil
        }
        return relationships(of: destination).first { $0.name == name }
    }

    // MARK: Making

    mutating func make() {
        var waiting = schema.models.filter { !$0.isAbstract }
        let counts = counts()
        // What must have a target comes after it. What never can is left out: the declaration would not be accepted.
        while true {
            var postponed: [ModelDescription] = []
            for model in waiting {
                if !make(model, counts[model.name] ?? 2) { postponed.append(model) }
            }
            if postponed.isEmpty || postponed.count == waiting.count { break }
            waiting = postponed
        }
        link()
    }

    /// Two objects of each model, and more where others need so many.
    private func counts() -> [String: Int] {
        var counts: [String: Int] = [:]
        for model in schema.models where !model.isAbstract { counts[model.name] = 2 }
        func total(_ model: String) -> Int { family(model).reduce(0) { $0 + (counts[$1.name] ?? 0) } }
        func raise(_ model: String, to needed: Int) {
            guard let first = family(model).first else { return }
            counts[first.name, default: 2] += max(0, needed - total(model))
        }
        for _ in 0..<3 {
            for model in schema.models {
                for relationship in model.relationships {
                    let inverse = inverse(of: relationship)
                    if relationship.isToMany, let least = relationship.minimumCount, least > 0 {
                        let isShared = inverse?.isToMany ?? true
                        raise(relationship.destination, to: min(1_000, isShared ? least : least * total(model.name)))
                    } else if !relationship.isToMany, !relationship.isOptional, inverse?.isToMany == false {
                        raise(relationship.destination, to: min(1_000, total(model.name)))
                    }
                }
            }
        }
        return counts
    }

    /// Makes the objects of one model; false if what they need is not there yet.
    private mutating func make(_ model: ModelDescription, _ count: Int) -> Bool {
        let required = relationships(of: model).filter { !$0.isToMany && !$0.isOptional }
        for relationship in required where made(relationship.destination).isEmpty { return false }
        let type = chain.names[0].inVersion(model.name)
        let attributes = schema.lineage(of: model).reversed().flatMap { $0.attributes.filter(\.isStored) }
        let models = chain.models(from: model)
        for place in 0..<count {
            number += 1
            let word = model.name.prefix(1).lowercased() + model.name.dropFirst()
            let object = Object(
                number: number, model: model.name, place: place, variable: "\(Identifier.flattened(word))\(number)")
            // In the order of the initializer: what is inherited, then attributes and links of each class.
            var arguments: [String] = []
            for owner in schema.lineage(of: model).reversed() {
                for attribute in owner.attributes where attributes.contains(attribute) {
                    guard let value = source(attribute.name, models, number) else { continue }
                    arguments.append("\(Identifier.label(attribute.name)): \(value)")
                }
                for relationship in owner.orderedRelationships where !relationship.isToMany && !relationship.isOptional
                {
                    guard let target = target(of: relationship, place) else { continue }
                    arguments.append("\(Identifier.label(relationship.name)): \(target.variable)")
                    links.append(Link(owner: object, relationship: relationship.name, target: target))
                }
            }
            statements.append("let \(object.variable) = \(type)(\(arguments.joined(separator: ", ")))")
            statements.append("context.insert(\(object.variable))")
            objects[model.name, default: []].append(object)
        }
        return true
    }

    /// The target of a required link: each in turn, and where only one may link to it, one that nobody has.
    private func target(of relationship: RelationshipDescription, _ place: Int) -> Object? {
        let candidates = made(relationship.destination)
        guard inverse(of: relationship)?.isToMany == false else {
            return candidates.isEmpty ? nil : candidates[place % candidates.count]
        }
        let taken = Set(links.filter { $0.relationship == relationship.name }.map(\.target))
        return candidates.first { !taken.contains($0) }
    }

    /// Sets the links that no initializer has set, each from the side that keeps it.
    private mutating func link() {
        for model in schema.models {
            for relationship in model.orderedRelationships {
                let owners = made(model.name)
                let targets = made(relationship.destination)
                guard !targets.isEmpty else { continue }
                switch relationship.storage {
                case .column where relationship.isOptional: linkOne(relationship, owners, targets)
                case .joinTable(_, isSource: true): linkMany(relationship, owners, targets)
                default: continue
                }
            }
        }
    }

    private mutating func linkOne(_ relationship: RelationshipDescription, _ owners: [Object], _ targets: [Object]) {
        let inverse = inverse(of: relationship)
        var counts: [Object: Int] = [:]
        let most = inverse.map { $0.isToMany ? $0.maximumCount ?? .max : 1 } ?? .max
        for (place, owner) in owners.enumerated() {
            var target = targets[place % targets.count]
            // In a tree, each hangs on the one before it.
            if owners == targets {
                guard place > 0 else { continue }
                target = targets[place - 1]
            }
            guard target != owner, counts[target, default: 0] < most else { continue }
            counts[target, default: 0] += 1
            set(relationship, owner, [target])
        }
    }

    private mutating func linkMany(_ relationship: RelationshipDescription, _ owners: [Object], _ targets: [Object]) {
        let wanted = max(2, relationship.minimumCount ?? 0)
        let count = min(wanted, relationship.maximumCount ?? wanted, targets.count)
        for (place, owner) in owners.enumerated() {
            set(relationship, owner, (0..<count).map { targets[(place + $0) % targets.count] })
        }
    }

    private mutating func set(_ relationship: RelationshipDescription, _ owner: Object, _ targets: [Object]) {
        guard !targets.isEmpty else { return }
        let names = targets.map(\.variable).joined(separator: ", ")
        statements.append(
            "\(owner.variable).\(Identifier.escape(relationship.name)) = \(relationship.isToMany ? "[\(names)]" : names)"
        )
        links += targets.map { Link(owner: owner, relationship: relationship.name, target: $0) }
        // A relationship that is its own inverse looks the same from the other side.
    }

    // MARK: Values

    private func source(_ name: String, _ models: [ModelDescription], _ number: Int) -> String? {
        let properties = chain.properties(name, in: models)
        let types = TypeChain(properties)
        // What cannot be made up is made of the current version's default, or left out where it may be.
        let isHandWritten = types.types.first.map { chain.names[0].form($0) != $0 } ?? false
        if isHandWritten, types.areOptional.first == true, defaultValue(properties, models) == nil, isAlive(properties)
        {
            return "nil"
        }
        return chain.value(types, at: 0, number: number, handWritten: stored(properties, models))
    }

    private func isAlive(_ properties: [SchemaMapping.Property]) -> Bool { properties.count == chain.versions.count }

    /// The current default of an attribute of a hand-written type that goes on to the current version.
    private func defaultValue(_ properties: [SchemaMapping.Property], _ models: [ModelDescription]) -> String? {
        guard isAlive(properties), let last = properties.last, let attribute = chain.attribute(last, in: chain.last),
            case .expression? = attribute.defaultValue
        else { return nil }
        return "\(chain.names[chain.last].inVersion(last.owner))._$default_\(last.name)()"
    }

    /// The same as the store has it.
    private func stored(_ properties: [SchemaMapping.Property], _ models: [ModelDescription]) -> String? {
        guard let first = properties.first?.attribute?.type, chain.names[0].form(first) != first,
            let value = defaultValue(properties, models)
        else { return nil }
        let mark = properties.last?.attribute?.isOptional == true ? "?" : ""
        if case .codable = first { return "try json(\(value))" }
        return mark.isEmpty ? "\(value).rawValue" : "try #require(\(value)).rawValue"
    }

    // MARK: Comparing

    /// The objects of a later version, and a check of each of their properties that goes on until then.
    ///
    /// - Parameter exceptions: What is not compared, as that version or the current one calls it.
    func comparisons(at target: Int, except exceptions: Set<String>) -> [String] {
        var lines: [String] = []
        var checks: [String] = []
        var alive: [Object: [ModelDescription]] = [:]
        for model in schema.models {
            let models = chain.models(from: model)
            guard let found = objects[model.name], models.count > target else { continue }
            let name = models[target].name
            if !exceptions.isDisjoint(with: names(models, target)) { continue }
            lines.append(
                "let all\(Identifier.flattened(name)) = try objects(\(chain.names[target].inVersion(name)).self, \(found.count), in: context)"
            )
            for object in found {
                lines.append("let \(object.variable) = all\(Identifier.flattened(name))[\(object.place)]")
                alive[object] = models
            }
        }
        for object in alive.keys.sorted(by: { $0.number < $1.number }) {
            guard let models = alive[object] else { continue }
            let isCompared = { (properties: [SchemaMapping.Property]) in
                guard properties.count > target else { return false }
                return exceptions.isDisjoint(with: names(properties, of: models, target))
            }
            for owner in schema.lineage(of: models[0]).reversed() {
                for attribute in owner.attributes where attribute.isStored {
                    let properties = chain.properties(attribute.name, in: models)
                    if isCompared(properties) { checks += compare(properties, of: object, models, at: target) }
                }
                for relationship in owner.orderedRelationships {
                    let properties = chain.properties(relationship.name, in: models)
                    guard isCompared(properties) else { continue }
                    let targets = targets(of: relationship, from: object).filter { alive[$0] != nil }
                    checks += compare(properties[target], of: object, targets, at: target)
                }
            }
        }
        // A variable that nothing mentions is a warning.
        let used = lines.filter { line in
            guard let word = line.split(separator: " ").dropFirst().first, line.hasSuffix("]") else { return true }
            return checks.contains { $0.contains("(\(word).") || $0.contains(" \(word)") || $0.contains("[\(word)") }
        }
        return used.map { line in
            guard line.hasPrefix("let all"), let word = line.split(separator: " ").dropFirst().first else {
                return line
            }
            return used.contains { $0.contains("= \(word)[") } ? line : "_ = " + line.drop { $0 != "=" }.dropFirst(2)
        } + checks
    }

    /// What a model is called in a version, and in the current one if it goes on so far.
    private func names(_ models: [ModelDescription], _ target: Int) -> [String] {
        [models[target].name] + (models.count == chain.versions.count ? [models[chain.last].name] : [])
    }

    /// The same for a property, as its model's and as its owner's.
    private func names(_ properties: [SchemaMapping.Property], of models: [ModelDescription], _ target: Int) -> [String]
    {
        [target, chain.last].filter { $0 < properties.count && $0 < models.count }.flatMap { version in
            [models[version].name, properties[version].owner].map { "\($0).\(properties[version].name)" }
        }
    }

    private func compare(
        _ properties: [SchemaMapping.Property], of object: Object, _ models: [ModelDescription], at target: Int
    ) -> [String] {
        let types = TypeChain(properties)
        let path = "\(object.variable).\(Identifier.escape(properties[target].name))"
        guard let first = types.types.first, types.types.count > target else { return [] }
        guard chain.names[0].form(first) != first else { return compare(types, path, object.number, at: target) }
        // A value of a type that is written by hand: frozen versions have what the store has of it.
        let value = defaultValue(properties, models)
        let isNull = types.areOptional[0] && (value == nil || chain.isNull(types, object.number, value))
        let isOptional = types.areOptional[target]
        if isNull { return isOptional ? ["#expect(\(path) == nil)"] : [] }
        let type = types.types[target]
        guard chain.names[target].isHandWritten(type) else {
            guard
                let stored = chain.value(
                    types, at: target, number: object.number, handWritten: stored(properties, models))
            else { return [] }
            let plain = stored.hasPrefix("try ") ? String(stored.dropFirst(4)) : stored
            return ["#expect(\(plain == stored ? "" : "try ")\(path) == \(plain))"]
        }
        guard let value else { return [] }
        if case .codable = type { return ["#expect(try json(\(path)) == json(\(value)))"] }
        let mark = isOptional ? "?" : ""
        return ["#expect(\(path)\(mark).rawValue == \(value)\(mark).rawValue)"]
    }

    /// A composite leaf by leaf, since its fields may have changed.
    private func compare(_ types: TypeChain, _ path: String, _ number: Int, at target: Int) -> [String] {
        guard types.types.count > target else { return [] }
        if case .composite(_, let fields) = types.types[target], !chain.isNull(types, number, nil) {
            let mark = types.areOptional[target] ? "?" : ""
            return fields.flatMap { field in
                compare(
                    types.field(field.name), "\(path)\(mark).\(Identifier.escape(field.name))", number, at: target)
            }
        }
        return chain.value(types, at: target, number: number, handWritten: nil)
            .map { ["#expect(\(path) == \($0))"] } ?? []
    }

    private func compare(
        _ property: SchemaMapping.Property, of object: Object, _ targets: [Object], at version: Int
    ) -> [String] {
        guard case .relationship(let now, let owner) = property, !targets.isEmpty else { return [] }
        let path = "\(object.variable).\(Identifier.escape(now.name))"
        if !now.isToMany { return ["#expect(\(path) === \(targets[0].variable))"] }
        let isOptional =
            chain.versions[version].models.first { $0.description.name == owner }?
            .relationships.first { $0.description.name == now.name }?.isOptionalToMany == true
        return targets.map { target in
            isOptional
                ? "#expect(\(path)?.contains { $0 === \(target.variable) } == true)"
                : "#expect(\(path).contains { $0 === \(target.variable) })"
        }
    }

    /// The objects at the other end, whichever side has set the link.
    private func targets(of relationship: RelationshipDescription, from object: Object) -> [Object] {
        let own = links.filter { $0.owner == object && $0.relationship == relationship.name }.map(\.target)
        guard let inverse = relationship.inverse else { return own }
        let others = links.filter { link in
            link.target == object && link.relationship == inverse
                && family(relationship.destination).contains { $0.name == link.owner.model }
        }
        var all = own
        for link in others where !all.contains(link.owner) { all.append(link.owner) }
        return all
    }
}
