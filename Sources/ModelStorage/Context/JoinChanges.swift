internal import ModelSchema

/// Links of many-to-many and one-way relationships that were added or removed since the last save.
struct JoinChanges {
    struct Pair: Hashable {
        let source: Int64
        let target: Int64
    }

    /// By join table; true for added, false for removed.
    private(set) var tables: [String: [Pair: Bool]] = [:]
    /// The relationships that the tables belong to, either side of each.
    private(set) var properties: [String: Property] = [:]

    /// One link that came or went.
    struct Change {
        var table: String
        var pair: Pair
        var isAdded: Bool
    }

    /// What an overlay does not show yet, kept from the first time it asks.
    private var log: [Change]?

    /// The changes since the last call; empty at the first.
    mutating func takeLog() -> [Change] {
        defer { log = [] }
        return log ?? []
    }

    var isEmpty: Bool { tables.isEmpty }

    mutating func note(_ isAdded: Bool, _ property: Property, _ owner: ModelObject, _ other: ModelObject) {
        guard case .joinTable(let table, let isSource) = property.relationship?.storage else { return }
        // A link that comes and goes before a save is written all the same: whether its row is there, only the store knows.
        let pair = Self.pair(isSource, owner._$id, other._$id)
        tables[table, default: [:]][pair] = isAdded
        log?.append(Change(table: table, pair: pair, isAdded: isAdded))
        properties[table] = property
    }

    /// Whether a link was added or removed; nil if neither.
    func state(_ property: Property, _ owner: Int64, _ other: Int64) -> Bool? {
        if tables.isEmpty { return nil }
        guard case .joinTable(let table, let isSource) = property.relationship?.storage else { return nil }
        return tables[table]?[Self.pair(isSource, owner, other)]
    }

    /// The other ends of the links of an object that were added.
    func partners(in table: String, of id: Int64, mine: String) -> [Int64] {
        (tables[table] ?? [:]).compactMap { pair, isAdded in
            let (own, other) = mine == "$source" ? (pair.source, pair.target) : (pair.target, pair.source)
            return isAdded && own == id ? other : nil
        }
    }

    /// Forgets the links of an object that never gets a row.
    mutating func removeAll(of id: Int64) { removeAll(of: [id]) }

    /// Forgets the links of objects that have no row.
    mutating func removeAll(of ids: Set<Int64>) {
        for (table, links) in tables {
            let kept = links.filter { !ids.contains($0.key.source) && !ids.contains($0.key.target) }
            if kept.count != links.count { tables[table] = kept.isEmpty ? nil : kept }
        }
    }

    mutating func removeAll() {
        tables.removeAll()
        log = nil
        properties.removeAll()
    }

    private static func pair(_ isSource: Bool, _ owner: Int64, _ other: Int64) -> Pair {
        isSource ? Pair(source: owner, target: other) : Pair(source: other, target: owner)
    }
}
