import ModelSchema

@testable import ModelStorage

/// A pseudo-random sequence that its seed repeats (SplitMix64, Steele, Lea and Flood 2014).
struct SeededSequence: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// A schema as a test thinks of it: everything has a number that outlives its name.
struct RandomSchema {
    struct Attribute {
        var id: Int
        var name: String
        var original: String?
        var type: String
        var isOptional: Bool
        /// The default as JSON, and as it is stored.
        var defaultText: String?
        var isIndexed = false
    }

    struct Model {
        var id: Int
        var name: String
        var original: String?
        var parent: Int?
        var isAbstract = false
        var table: String?
        var attributes: [Attribute] = []
    }

    /// One side of a link; `name` is nil where the side has no property.
    struct Side {
        var model: Int
        var name: String?
        var original: String?
        var isMany: Bool
    }

    struct Link {
        var id: Int
        var from: Side
        var to: Side
        var rule: String
        var isOrdered = false
        var hasBound = false
    }

    var models: [Model] = []
    var links: [Link] = []
    private(set) var nextID = 1

    static let types = [
        "Bool", "Int8", "Int16", "Int32", "Int", "UInt8", "UInt32", "UInt64", "Float", "Double", "String", "Date",
        "Data", "UUID",
    ]
    private static let wider: [String: [String]] = [
        "Int8": ["Int16", "Int", "Double", "Float"], "Int16": ["Int32", "Int", "Double"], "Int32": ["Int64", "Double"],
        "UInt8": ["Int16", "UInt32", "UInt64", "Int"], "UInt32": ["UInt64", "Int"], "Float": ["Double"],
        "Int": ["Int64"],
    ]

    mutating func take() -> Int {
        nextID += 1
        return nextID
    }

    func model(_ id: Int) -> Model? { models.first { $0.id == id } }

    func lineage(_ id: Int) -> [Model] {
        var lineage: [Model] = []
        var next: Int? = id
        while let id = next, let model = model(id) {
            lineage.append(model)
            next = model.parent
        }
        return lineage
    }

    func family(_ id: Int) -> [Model] { models.filter { lineage($0.id).contains { $0.id == id } } }
    func isUsed(_ name: String, in model: Int) -> Bool {
        let relatives = Set(lineage(model).map(\.id) + family(lineage(model).last?.id ?? model).map(\.id))
        return models.contains { relatives.contains($0.id) && $0.attributes.contains { $0.name == name } }
            || links.contains {
                relatives.contains($0.from.model) && $0.from.name == name
                    || relatives.contains($0.to.model) && $0.to.name == name
            }
    }

    // MARK: Making

    init(_ random: inout SeededSequence) {
        for _ in 0..<Int.random(in: 2...5, using: &random) { addModel(&random) }
        for _ in 0..<Int.random(in: 1...5, using: &random) { addLink(&random) }
    }

    mutating func addModel(_ random: inout SeededSequence) {
        let id = take()
        var model = Model(id: id, name: "M\(id)")
        if random.chance(40) { model.parent = models.randomElement(using: &random)?.id }
        if model.parent == nil, random.chance(20) { model.isAbstract = true }
        models.append(model)
        for _ in 0..<Int.random(in: 1...4, using: &random) { addAttribute(to: id, &random, isFirst: true) }
    }

    mutating func addAttribute(to model: Int, _ random: inout SeededSequence, isFirst: Bool) {
        guard let index = models.firstIndex(where: { $0.id == model }),
            let type = Self.types.randomElement(using: &random)
        else { return }
        let id = take()
        var attribute = Attribute(
            id: id, name: "a\(id)", type: type, isOptional: random.chance(40), defaultText: nil,
            isIndexed: random.chance(20))
        if let text = Self.defaults[type], random.chance(40) || !isFirst && !attribute.isOptional {
            attribute.defaultText = text.json
        } else if !isFirst {
            attribute.isOptional = true
        }
        models[index].attributes.append(attribute)
    }

    mutating func addLink(_ random: inout SeededSequence) {
        guard let from = models.randomElement(using: &random), let to = models.randomElement(using: &random) else {
            return
        }
        let id = take()
        let isTwoWay = random.chance(60) && from.id != to.id
        links.append(
            Link(
                id: id, from: Side(model: from.id, name: "r\(id)", isMany: random.chance(50)),
                to: Side(model: to.id, name: isTwoWay ? "s\(id)" : nil, isMany: random.chance(60)),
                rule: random.chance(30) ? "cascade" : "nullify"))
    }

    /// A default for a type, as JSON and as it is stored.
    static let defaults: [String: (json: String, stored: StoredValue)] = [
        "Bool": ("true", 1), "Int8": ("7", 7), "Int16": ("7", 7), "Int32": ("7", 7), "Int": ("7", 7), "Int64": ("7", 7),
        "UInt8": ("7", 7), "UInt32": ("7", 7), "UInt64": ("7", .integer(Int64.min + 7)), "Float": ("0.5", 0.5),
        "Double": ("0.5", 0.5), "String": ("\"new\"", "new"),
    ]

    // MARK: Changing

    /// The next version: some changes that need no code.
    func changed(_ random: inout SeededSequence) -> RandomSchema {
        var next = self
        for index in next.models.indices {
            next.models[index].original = nil
            for attribute in next.models[index].attributes.indices {
                next.models[index].attributes[attribute].original = nil
            }
        }
        for index in next.links.indices {
            next.links[index].from.original = nil
            next.links[index].to.original = nil
        }
        for _ in 0..<Int.random(in: 1...6, using: &random) { next.change(&random, before: self) }
        return next
    }

    private mutating func change(_ random: inout SeededSequence, before: RandomSchema) {
        guard let index = models.indices.randomElement(using: &random) else { return }
        let model = models[index]
        let isOld = before.model(model.id) != nil
        let attribute = model.attributes.indices.randomElement(using: &random)
        switch Int.random(in: 0..<23, using: &random) {
        case 0: addModel(&random)
        case 1 where isOld && model.original == nil:
            models[index].original = model.name
            models[index].name = "M\(take())"
        case 2: addAttribute(to: model.id, &random, isFirst: !isOld)
        case 3:
            if let attribute, model.attributes.count > 1, model.attributes[attribute].original == nil {
                models[index].attributes.remove(at: attribute)
            }
        case 4, 5:
            guard let attribute, model.attributes[attribute].original == nil,
                before.lineage(model.id).contains(where: {
                    $0.attributes.contains { $0.id == model.attributes[attribute].id }
                })
            else { return }
            models[index].attributes[attribute].original = model.attributes[attribute].name
            models[index].attributes[attribute].name = "a\(take())"
        case 6:
            // Two names change places.
            let old = Set(before.model(model.id)?.attributes.map(\.id) ?? [])
            let free = model.attributes.indices.filter {
                model.attributes[$0].original == nil && old.contains(model.attributes[$0].id)
            }
            if free.count >= 2 {
                let (one, other) = (free[0], free[1])
                models[index].attributes[one].original = model.attributes[one].name
                models[index].attributes[other].original = model.attributes[other].name
                models[index].attributes[one].name = model.attributes[other].name
                models[index].attributes[other].name = model.attributes[one].name
            }
        case 7, 8:
            if let attribute, let wider = Self.wider[model.attributes[attribute].type]?.randomElement(using: &random) {
                models[index].attributes[attribute].type = wider
                if model.attributes[attribute].defaultText != nil {
                    models[index].attributes[attribute].defaultText = Self.defaults[wider]?.json
                }
            }
        case 9: if let attribute { models[index].attributes[attribute].isOptional = true }
        case 10:
            if let attribute, let value = Self.defaults[model.attributes[attribute].type] {
                models[index].attributes[attribute].isOptional = false
                models[index].attributes[attribute].defaultText = value.json
            }
        case 11: addLink(&random)
        case 12: if let link = links.indices.randomElement(using: &random) { links.remove(at: link) }
        case 13:
            guard let link = links.indices.randomElement(using: &random),
                before.links.contains(where: { $0.id == links[link].id })
            else { return }
            if links[link].from.original == nil, let name = links[link].from.name {
                links[link].from.original = name
                links[link].from.name = "r\(take())"
            }
        case 14:
            // One object may become several, on either side.
            guard let link = links.indices.randomElement(using: &random) else { return }
            links[link].from.isMany = true
            if random.chance(50) { links[link].to.isMany = true }
            links[link].rule = random.chance(50) ? "cascade" : "nullify"
        case 15:
            if models.allSatisfy({ $0.parent != model.id }), models.count > 2,
                !links.contains(where: { $0.from.model == model.id || $0.to.model == model.id })
            {
                models.remove(at: index)
            }
        case 16:
            // An attribute moves to the parent.
            guard let attribute, let parent = models.firstIndex(where: { $0.id == model.parent }),
                model.attributes[attribute].isOptional || model.attributes[attribute].defaultText != nil
                    || models[parent].isAbstract && isOnlyHeir(model, of: models[parent])
            else { return }
            models[parent].attributes.append(models[index].attributes.remove(at: attribute))
        case 17:
            // Two tables become one.
            let roots = models.indices.filter { models[$0].parent == nil && $0 != index }
            guard model.parent == nil, let other = roots.randomElement(using: &random) else { return }
            let id = take()
            models[index].parent = id
            models[other].parent = id
            models[index].table = nil
            models[other].table = nil
            models.insert(Model(id: id, name: "M\(id)", isAbstract: true), at: 0)
        case 18: if model.parent != nil, random.chance(50) { models[index].parent = nil }
        case 19:
            guard let link = links.indices.randomElement(using: &random) else { return }
            if links[link].to.name != nil {
                links[link].to.name = nil
                links[link].to.original = nil
            } else if links[link].from.model != links[link].to.model {
                // Where nobody looked back an object may be in several.
                links[link].to.name = "s\(take())"
                links[link].to.isMany = true
            }
        case 20: if let link = links.indices.randomElement(using: &random) { links[link].isOrdered.toggle() }
        case 21: if let link = links.indices.randomElement(using: &random) { links[link].hasBound.toggle() }
        default:
            if let attribute { models[index].attributes[attribute].isIndexed.toggle() }
            if model.parent == nil, random.chance(30) { models[index].table = "T\(take())" }
        }
    }

    private func isOnlyHeir(_ model: Model, of parent: Model) -> Bool {
        family(parent.id).allSatisfy { heir in
            heir.id == parent.id || lineage(heir.id).contains { $0.id == model.id }
        }
    }

    // MARK: As a declaration

    func text(version: Int) -> String {
        let list = models.map { model in
            var members = ["\"name\": \"\(model.name)\""]
            if let original = model.original { members.append("\"originalName\": \"\(original)\"") }
            if let parent = model.parent.flatMap(self.model) { members.append("\"inherits\": \"\(parent.name)\"") }
            if model.isAbstract { members.append("\"abstract\": true") }
            if let table = model.table, model.parent == nil { members.append("\"table\": \"\(table)\"") }
            let attributes = model.attributes.map { attribute in
                "{ \"name\": \"\(attribute.name)\", \"type\": \"\(attribute.type)\(attribute.isOptional ? "?" : "")\""
                    + (attribute.original.map { ", \"originalName\": \"\($0)\"" } ?? "")
                    + (attribute.defaultText.map { ", \"default\": \($0)" } ?? "") + " }"
            }
            members.append("\"attributes\": [\(attributes.joined(separator: ", "))]")
            members.append("\"relationships\": [\(relationships(of: model).joined(separator: ", "))]")
            let indexes = model.attributes.filter(\.isIndexed).map { "[\"\($0.name)\"]" }
            members.append("\"index\": [\(indexes.joined(separator: ", "))]")
            return "{ \(members.joined(separator: ", ")) }"
        }
        return "{ \"schema\": \"S\", \"version\": \"\(version).0.0\", \"models\": [\(list.joined(separator: ",\n"))] }"
    }

    private func relationships(of model: Model) -> [String] {
        var list: [String] = []
        func add(_ side: Side, _ other: Side, rule: String, _ extra: String = "") {
            guard side.model == model.id, let name = side.name, let target = self.model(other.model) else { return }
            list.append(
                "{ \"name\": \"\(name)\", \"type\": \"\(side.isMany ? "[\(target.name)]" : "\(target.name)?")\", "
                    + "\"inverse\": \(other.name.map { "\"\($0)\"" } ?? "null"), \"deleteRule\": \"\(rule)\""
                    + (side.original.map { ", \"originalName\": \"\($0)\"" } ?? "") + (side.isMany ? extra : "") + " }")
        }
        for link in links {
            add(
                link.from, link.to, rule: link.rule,
                (link.isOrdered ? ", \"ordered\": true" : "") + (link.hasBound ? ", \"maxCount\": 100" : ""))
            add(link.to, link.from, rule: "nullify")
        }
        return list
    }
}
