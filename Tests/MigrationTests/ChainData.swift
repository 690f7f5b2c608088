import ModelSchema
import Testing

@testable import ModelStorage

/// Random rows and links of a version, and what becomes of them in the next ones.
struct ChainData {
    struct Row {
        var id: Int64
        var model: String
        /// The columns of each attribute; nil where code has decided what they hold.
        var values: [String: [StoredValue]?]
    }

    private(set) var rows: [Row] = []
    /// Pairs of ids by the name of the side that they are stored at.
    private(set) var links: [String: Set<[Int64]>] = [:]
    private var schema: SchemaDescription

    var linkCount: Int { links.values.reduce(0) { $0 + $1.count } }

    /// What Core Data fills a required attribute with.
    static func zero(_ type: StoredType) -> StoredValue {
        switch type.columnType {
        case .integer: 0
        case .text: "zero"
        case .blob: .blob([2])
        default: 0.0
        }
    }

    /// The raw values of enums, where code is going to read them.
    private let rawValues: [String: [String]]

    /// Data that the versions in `later` can take: a to-one is filled, a value is unique if one of them asks for it.
    init(
        _ schema: SchemaDescription, later: [SchemaDescription], rawValues: [String: [String]] = [:],
        _ random: inout SeededSequence
    ) {
        self.schema = schema
        self.rawValues = rawValues
        let demands = Demands(schema, later)
        for model in schema.models where !model.isAbstract {
            for _ in 0..<4 {
                let id = Int64(rows.count + 1)
                var values: [String: [StoredValue]?] = [:]
                for attribute in schema.lineage(of: model).flatMap(\.attributes) where attribute.isStored {
                    let isUnique = demands.unique.contains("\(model.name).\(attribute.name)")
                    values[attribute.name] = leaves(
                        attribute.type, isOptional: attribute.isOptional, unique: isUnique ? id : nil, &random)
                }
                rows.append(Row(id: id, model: model.name, values: values))
            }
        }
        for link in schema.links where link.isStoredHere {
            links[link.name] = pairs(of: link, isRequired: demands.links.contains(link.name), &random)
        }
    }

    /// The columns of a value; nil three times in ten where that may be.
    private func leaves(
        _ type: StoredType, isOptional: Bool, unique: Int64?, _ random: inout SeededSequence
    ) -> [StoredValue] {
        let isNull = isOptional && random.chance(30)
        guard case .composite(_, let fields) = type else {
            return [isNull ? .null : value(type, unique: unique, &random)]
        }
        let parts = fields.flatMap { leaves($0.type, isOptional: $0.isOptional, unique: nil, &random) }
        guard isOptional else { return parts }
        return isNull ? (0...parts.count).map { _ in .null } : [.integer(1)] + parts
    }

    private func value(_ type: StoredType, unique: Int64?, _ random: inout SeededSequence) -> StoredValue {
        let number = unique ?? .random(in: 0...100, using: &random)
        switch type {
        case .bool where unique == nil: return .integer(number % 2)
        case .uuid: return .blob((0..<15).map { _ in 7 } + [UInt8(number)])
        case .array, .set: return .text(Array("[]".utf8))
        case .dictionary: return .text(Array("{}".utf8))
        case .rawValue(let name, _):
            if let raw = rawValues[name]?.randomElement(using: &random) { return .text(Array(raw.utf8)) }
        default: break
        }
        return switch type.columnType {
        case .integer: .integer(number)
        case .text: .text(Array("text \(number)".utf8))
        case .blob: .blob([3, 128, 1, UInt8(number % 90) + 2])
        default: .real(Double(number) + 0.25)
        }
    }

    /// What a version or a later one asks of its data.
    private struct Demands {
        /// The sides that must not be nil.
        var links: Set<String>
        /// `Model.attribute` of the values that must differ, for each class.
        var unique: Set<String>

        init(_ schema: SchemaDescription, _ later: [SchemaDescription]) {
            links = Set(
                schema.links.filter { !$0.relationship.isToMany && !$0.relationship.isOptional }.map(\.name))
            unique = Set(
                schema.models.flatMap { model in
                    schema.lineage(of: model).flatMap { $0.unique.joined() }.map { "\(model.name).\($0)" }
                })
            guard let next = later.first else { return }
            let mapping = SchemaMapping(from: schema, to: next)
            let ahead = Demands(next, Array(later.dropFirst()))
            for model in next.models {
                guard let before = mapping.predecessor(of: model) else { continue }
                for (name, origin) in mapping.origins(in: model) {
                    if ahead.unique.contains("\(model.name).\(name)") { unique.insert("\(before.name).\(origin.name)") }
                    if ahead.links.contains("\(model.name).\(name)") { links.insert("\(origin.owner).\(origin.name)") }
                }
            }
        }
    }

    private func ids(_ model: String) -> [Int64] {
        guard let model = schema.model(named: model) else { return [] }
        let family = Set(schema.family(of: model).map(\.name))
        return rows.filter { family.contains($0.model) }.map(\.id)
    }

    private func pairs(of link: StoredLink, isRequired: Bool, _ random: inout SeededSequence) -> Set<[Int64]> {
        let isTargetOnce = link.inverse.map { !$0.relationship.isToMany } ?? false
        var free = ids(link.relationship.destination)
        var pairs: Set<[Int64]> = []
        for source in ids(link.owner.name) {
            let count =
                link.relationship.isToMany
                ? Int.random(in: 0...3, using: &random) : isRequired || random.chance(70) ? 1 : 0
            for _ in 0..<count {
                guard let index = free.indices.randomElement(using: &random) else { break }
                pairs.insert([source, isTargetOnce ? free.remove(at: index) : free[index]])
            }
        }
        return pairs
    }

    // MARK: In a store

    func write(to store: MigratedStore) throws {
        try store.run("PRAGMA foreign_keys = OFF")
        for row in rows {
            guard let model = schema.model(named: row.model) else { continue }
            var columns: [(name: String, value: StoredValue)] = [("$id", .integer(row.id)), ("$version", 1)]
            if schema.hierarchy(of: schema.root(of: model)).count > 1 {
                columns.append(("$class", .text(Array(model.name.utf8))))
            }
            for owner in schema.lineage(of: model) {
                for attribute in owner.attributes {
                    let values = (row.values[attribute.name] ?? nil) ?? []
                    columns += zip(attribute.columns, values).map { ($0.name, $1) }
                }
                for relationship in owner.relationships {
                    guard case .column(let column) = relationship.storage else { continue }
                    let target = links["\(owner.name).\(relationship.name)"]?.first { $0[0] == row.id }?[1]
                    columns.append((column, target.map(StoredValue.integer) ?? .null))
                }
            }
            let statement = try store.connection.prepare(
                "INSERT INTO \(SQL.quote(model.table)) (\(columns.map { SQL.quote($0.name) }.joined(separator: ", "))) "
                    + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))")
            for (index, column) in columns.enumerated() { column.value.bind(to: statement, at: Int32(index + 1)) }
            try statement.run()
        }
        for link in schema.links where link.isStoredHere {
            guard case .joinTable = link.relationship.storage else { continue }
            for pair in links[link.name] ?? [] { try store.run(link.insertion(of: pair)) }
        }
    }

    /// Records the first difference between the store and this.
    func compare(_ store: MigratedStore, _ what: String) throws {
        for root in schema.models where root.parent == nil {
            #expect(
                try store.rows("SELECT \"$id\" FROM \(SQL.quote(root.table)) ORDER BY 1")
                    == ids(root.name).sorted().map { [.integer($0)] },
                "\(what): \(root.name)")
        }
        for row in rows {
            guard let model = schema.model(named: row.model) else { continue }
            for attribute in schema.lineage(of: model).flatMap(\.attributes) where attribute.isStored {
                guard let values = row.values[attribute.name] ?? nil else { continue }
                let columns = attribute.columns.map { SQL.quote($0.name) }.joined(separator: ", ")
                let found = try store.rows(
                    "SELECT \(columns) FROM \(SQL.quote(model.table)) WHERE \"$id\" = \(row.id)")
                if found != [values] {
                    Issue.record("\(what): \(model.name).\(attribute.name) of \(row.id) is \(found), not \(values)")
                    return
                }
            }
        }
        for link in schema.links where link.isStoredHere {
            let expected = Set((links[link.name] ?? []).map { $0.map(StoredValue.integer) })
            #expect(try link.pairs(in: store) == expected, "\(what): \(link.name)")
        }
    }

    // MARK: In the next version

    /// - Parameter decided: attributes, as `Model.attribute` of the next version, that code gives their values.
    mutating func change(
        _ mapping: SchemaMapping, _ defaults: [String: [StoredValue]], decided: Set<String> = []
    ) {
        let before = rows
        rows = rows.compactMap { row in
            guard let model = mapping.old.model(named: row.model), let successor = mapping.successor(of: model) else {
                return nil
            }
            return Row(
                id: row.id, model: successor.name, values: Self.values(of: row, successor, mapping, defaults, decided))
        }
        schema = mapping.new
        let classes = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.model) })
        var next: [String: Set<[Int64]>] = [:]
        for link in schema.links where link.isStoredHere {
            var pairs = carried(link, mapping, before)
            if let inverse = link.inverse { pairs.formUnion(carried(inverse, mapping, before).map { $0.reversed() }) }
            let targets = Set(ids(link.relationship.destination))
            next[link.name] = pairs.filter { classes[$0[0]] != nil && targets.contains($0[1]) }
        }
        links = next
    }

    private static func values(
        of row: Row, _ successor: ModelDescription, _ mapping: SchemaMapping, _ defaults: [String: [StoredValue]],
        _ decided: Set<String>
    ) -> [String: [StoredValue]?] {
        let origins = mapping.origins(in: successor)
        var values: [String: [StoredValue]?] = [:]
        for attribute in mapping.newLineage(of: successor).flatMap(\.attributes) where attribute.isStored {
            let name = "\(successor.name).\(attribute.name)"
            let none = attribute.columns.map { _ in StoredValue.null }
            let hasDefault = attribute.defaultKind != nil
            // A default that is not known here, or a value that only a step can give, is somebody's decision.
            let standard = hasDefault ? defaults[name] : attribute.isOptional ? none : nil
            if decided.contains(name) {
                values[attribute.name] = .some(nil)
            } else if case .attribute(let origin, _)? = origins[attribute.name], let before = row.values[origin.name] {
                let isMissing = before?.first == .null && !attribute.isOptional
                values[attribute.name] = isMissing ? .some(standard) : before
            } else {
                values[attribute.name] = .some(standard)
            }
        }
        return values
    }

    /// The links that one side of a relationship brings along, from the side of its objects.
    private func carried(_ link: StoredLink, _ mapping: SchemaMapping, _ before: [Row]) -> Set<[Int64]> {
        let family = Set(schema.family(of: link.owner).map(\.name))
        var carried: Set<[Int64]> = []
        for row in before {
            guard let old = mapping.old.model(named: row.model), let successor = mapping.successor(of: old),
                family.contains(successor.name),
                case .relationship(let origin, let owner)? = mapping.origins(in: successor)[link.relationship.name],
                let side = mapping.old.links.first(where: { $0.name == "\(owner).\(origin.name)" })
            else { continue }
            if side.isStoredHere {
                carried.formUnion((links[side.name] ?? []).filter { $0[0] == row.id })
            } else if let stored = side.inverse {
                carried.formUnion((links[stored.name] ?? []).filter { $0[1] == row.id }.map { $0.reversed() })
            }
        }
        return carried
    }
}
