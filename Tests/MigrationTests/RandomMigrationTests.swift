import Foundation
import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelStorage

/// What a store holds, as a test thinks of it.
private struct RandomData {
    struct Row {
        var id: Int64
        var model: Int
        /// By the attribute's number.
        var values: [Int: StoredValue]
    }

    var rows: [Row] = []
    /// Pairs of ids by the link's number.
    var links: [Int: Set<[Int64]>] = [:]

    init(_ schema: RandomSchema, _ random: inout SeededSequence) {
        var id: Int64 = 0
        for model in schema.models where !model.isAbstract {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                id += Int64.random(in: 1...3, using: &random)
                var values: [Int: StoredValue] = [:]
                for attribute in schema.lineage(model.id).flatMap(\.attributes) {
                    values[attribute.id] =
                        attribute.isOptional && random.chance(30) ? .null : Self.value(attribute.type, &random)
                }
                rows.append(Row(id: id, model: model.id, values: values))
            }
        }
        for link in schema.links {
            func ids(_ model: Int) -> [Int64] {
                let family = Set(schema.family(model).map(\.id))
                return rows.filter { family.contains($0.model) }.map(\.id)
            }
            let (sources, targets) = (ids(link.from.model), ids(link.to.model))
            guard !sources.isEmpty, !targets.isEmpty else { continue }
            // Without a property the other side may be in several.
            let (fromOne, toOne) = (!link.from.isMany, link.to.name != nil && !link.to.isMany)
            var usedSources: Set<Int64> = []
            var usedTargets: Set<Int64> = []
            for _ in 0..<8 {
                guard let source = sources.randomElement(using: &random),
                    let target = targets.randomElement(using: &random),
                    !(fromOne && usedSources.contains(source)), !(toOne && usedTargets.contains(target))
                else { continue }
                usedSources.insert(source)
                usedTargets.insert(target)
                links[link.id, default: []].insert([source, target])
            }
        }
    }

    static func value(_ type: String, _ random: inout SeededSequence) -> StoredValue {
        func integer(_ range: ClosedRange<Int64>) -> StoredValue {
            .integer(
                random.chance(20)
                    ? [range.lowerBound, range.upperBound].randomElement(using: &random) ?? 0
                    : .random(in: range, using: &random))
        }
        switch type {
        case "Bool": return integer(0...1)
        case "Int8": return integer(-128...127)
        case "Int16": return integer(-32_768...32_767)
        case "Int32": return integer(-2_147_483_648...2_147_483_647)
        case "UInt8": return integer(0...255)
        case "UInt32": return integer(0...4_294_967_295)
        case "Int", "Int64", "UInt64": return integer(.min...(.max))
        case "Float": return .real(Double(Float.random(in: -10...10, using: &random)))
        case "Double", "Date": return .real(.random(in: -1e9...1e9, using: &random))
        case "String":
            return .text(
                Array(["", "ä", "x\u{0}y", "O'Hara", "\"q\"", "👩‍👩‍👧"].randomElement(using: &random)?.utf8 ?? "".utf8))
        case "UUID": return .blob((0..<16).map { _ in .random(in: 0...255, using: &random) })
        default:
            return .blob((0..<Int.random(in: 0...9, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        }
    }

    /// What becomes of it in the next version.
    mutating func change(from old: RandomSchema, to new: RandomSchema) {
        rows = rows.compactMap { row in
            guard new.model(row.model) != nil else { return nil }
            var values: [Int: StoredValue] = [:]
            let before = Dictionary(
                old.lineage(row.model).flatMap(\.attributes).map { ($0.id, $0) },
                uniquingKeysWith: { first, _ in first })
            for attribute in new.lineage(row.model).flatMap(\.attributes) {
                let standard =
                    attribute.defaultText == nil ? .null : RandomSchema.defaults[attribute.type]?.stored ?? .null
                guard let origin = before[attribute.id], let value = row.values[attribute.id] else {
                    values[attribute.id] = standard
                    continue
                }
                values[attribute.id] =
                    value == .null
                    ? (origin.isOptional && !attribute.isOptional ? standard : .null)
                    : Self.convert(value, origin.type, attribute.type)
            }
            return Row(id: row.id, model: row.model, values: values)
        }
        let models = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.model) })
        for (id, pairs) in links {
            guard let link = new.links.first(where: { $0.id == id }) else {
                links[id] = nil
                continue
            }
            func isKind(_ row: Int64, of model: Int) -> Bool {
                models[row].map { new.lineage($0).contains { $0.id == model } } ?? false
            }
            links[id] = pairs.filter { isKind($0[0], of: link.from.model) && isKind($0[1], of: link.to.model) }
        }
    }

    private static func convert(_ value: StoredValue, _ old: String, _ new: String) -> StoredValue {
        guard case .integer(let number) = value else { return value }
        switch new {
        case "Double", "Float": return .real(Double(number))
        case "UInt64" where old != "UInt64": return .integer(number + .min)
        default: return value
        }
    }
}

/// Random chains of versions with random data: what arrives is what a plain model of it says.
@Suite struct RandomMigrationTests {
    /// `MODELGEN_MIGRATIONS` sets the number of chains, `MODELGEN_SEED` the first seed.
    @Test("random versions, random data: every value and link arrives, stage by stage and all at once")
    func randomChains() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["MODELGEN_MIGRATIONS"].flatMap(UInt64.init) ?? 40
        let first = environment["MODELGEN_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max / 2))
        var kinds: Set<SchemaChange.Kind> = []
        var done = 0
        for seed in first..<(first + count) {
            let problem = "seed \(seed)"
            var random = SeededSequence(state: seed)
            var schemas = [RandomSchema(&random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                schemas.append(schemas[schemas.count - 1].changed(&random))
            }
            var descriptions: [SchemaDescription] = []
            for (number, schema) in schemas.enumerated() {
                guard let description = try? resolvable(schema.text(version: number + 1)) else { break }
                descriptions.append(description)
            }
            guard descriptions.count >= 2 else { continue }
            schemas = Array(schemas.prefix(descriptions.count))
            let differences = zip(descriptions, descriptions.dropFirst()).map { SchemaDifferences(from: $0, to: $1) }
            // Some random changes meet in a way that leaves a value open: the differ has to say so.
            if differences.contains(where: { $0.effect == .step || $0.changes.contains { $0.effect == .step } }) {
                continue
            }
            for difference in differences { kinds.formUnion(difference.changes.map(\.kind)) }
            var data = RandomData(schemas[0], &random)
            let (slow, fast) = (try MigratedStore(descriptions[0]), try MigratedStore(descriptions[0]))
            for store in [slow, fast] { try fill(store, schemas[0], data) }
            let defaults = RandomDefaults(schemas: schemas)
            for number in 1..<schemas.count {
                data.change(from: schemas[number - 1], to: schemas[number])
                try migrate(slow, [descriptions[number]], defaults, problem)
                guard try compare(slow, schemas[number], data, "seed \(seed), version \(number + 1)") else { return }
            }
            try migrate(fast, Array(descriptions.dropFirst()), defaults, problem)
            guard try compare(fast, schemas[schemas.count - 1], data, "seed \(seed), at once") else { return }
            done += 1
        }
        print(
            "random migrations: \(done) chains from seed \(first), \(kinds.count) kinds of changes: \(kinds.map(\.rawValue).sorted())"
        )
        #expect(done * 2 > count)
        if count >= 200 { #expect(kinds.count >= 22) }
    }

    private func migrate(
        _ store: MigratedStore, _ versions: [SchemaDescription], _ defaults: RandomDefaults, _ what: String
    ) throws {
        do {
            try store.migrate(versions, defaults)
        } catch {
            Issue.record("\(what): \(error)")
            throw error
        }
    }

    /// The description, or nil where a random change made something that is no schema.
    private func resolvable(_ text: String) throws -> SchemaDescription? {
        let result = Declarations.resolve(
            [SourceDocument(path: "S.model.json", bytes: Array(text.utf8))], features: .all)
        return result.schemas.first?.description
    }

    private func column(_ attribute: RandomSchema.Attribute, _ owner: RandomSchema.Model) -> String {
        SQL.quote(owner.parent == nil ? attribute.name : "\(owner.name).\(attribute.name)")
    }

    private func literal(_ value: StoredValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let value): value == .min ? "(-9223372036854775807 - 1)" : "\(value)"
        case .real(let value): "\(value)"
        case .text(let bytes): "CAST(\(literal(.blob(bytes))) AS TEXT)"
        case .blob(let bytes): "x'\(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"
        }
    }

    private func fill(_ store: MigratedStore, _ schema: RandomSchema, _ data: RandomData) throws {
        for row in data.rows {
            let lineage = schema.lineage(row.model)
            guard let root = lineage.last else { continue }
            var columns = ["\"$id\"", "\"$version\""]
            var values = ["\(row.id)", "\(row.id % 3 + 1)"]
            if schema.family(root.id).count > 1 {
                columns.append("\"$class\"")
                values.append("'\(lineage[0].name)'")
            }
            for owner in lineage {
                for attribute in owner.attributes {
                    columns.append(column(attribute, owner))
                    values.append(literal(row.values[attribute.id] ?? .null))
                }
            }
            try store.run(
                "INSERT INTO \(SQL.quote(root.table ?? root.name)) (\(columns.joined(separator: ", "))) "
                    + "VALUES (\(values.joined(separator: ", ")))")
        }
        for link in schema.links {
            guard let place = find(link, store.schema) else { continue }
            for pair in (data.links[link.id] ?? []).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                try store.run(place.insertion(of: pair))
            }
        }
    }

    private func find(_ link: RandomSchema.Link, _ schema: SchemaDescription) -> StoredLink? {
        schema.links.first { $0.relationship.name == link.from.name }
    }

    /// Whether the store holds the data; records what differs.
    private func compare(
        _ store: MigratedStore, _ schema: RandomSchema, _ data: RandomData, _ what: String
    ) throws -> Bool {
        var isEqual = true
        for root in schema.models where root.parent == nil {
            let table = SQL.quote(root.table ?? root.name)
            let family = schema.family(root.id)
            let classes = Dictionary(uniqueKeysWithValues: family.map { ($0.id, $0) })
            let expected = data.rows.filter { classes[$0.model] != nil }.sorted { $0.id < $1.id }
            let ids = try store.rows("SELECT \"$id\", \"$version\" FROM \(table) ORDER BY 1")
            #expect(ids == expected.map { [.integer($0.id), .integer($0.id % 3 + 1)] }, "\(what): \(root.name)")
            for row in expected {
                for owner in schema.lineage(row.model) {
                    for attribute in owner.attributes {
                        let found = try store.rows(
                            "SELECT \(column(attribute, owner)) FROM \(table) WHERE \"$id\" = \(row.id)")
                        if found != [[row.values[attribute.id] ?? .null]] {
                            isEqual = false
                            Issue.record(
                                "\(what): \(owner.name).\(attribute.name) of \(row.id) is \(found), not \(row.values[attribute.id] ?? .null)"
                            )
                        }
                    }
                }
                if family.count > 1 {
                    let name = try store.rows("SELECT \"$class\" FROM \(table) WHERE \"$id\" = \(row.id)")
                    #expect(name == [[.text(Array((classes[row.model]?.name ?? "").utf8))]], "\(what)")
                }
            }
        }
        for link in schema.links {
            guard let place = find(link, store.schema) else { continue }
            let found = try place.pairs(in: store)
            let expected = Set((data.links[link.id] ?? []).map { $0.map(StoredValue.integer) })
            if found != expected {
                isEqual = false
                Issue.record("\(what): link \(link.from.name ?? "") is \(found), not \(expected)")
            }
        }
        return isEqual
    }
}

private struct RandomDefaults: DefaultValues {
    let schemas: [RandomSchema]

    func columns(
        of property: String, in model: String, _ schema: SchemaDescription, on connection: Connection
    ) -> [StoredValue]? {
        let version = schemas[schema.version.major - 1]
        guard let model = version.models.first(where: { $0.name == model }),
            let attribute = version.lineage(model.id).flatMap(\.attributes).first(where: { $0.name == property })
        else { return nil }
        return RandomSchema.defaults[attribute.type].map { [$0.stored] }
    }
}
