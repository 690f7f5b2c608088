internal import ModelSchema

/// Places of objects in ordered lists are numbers with gaps, so that an object that comes between two others needs no other
/// row to change.
extension SaveOperation {
    static let gap: Int64 = 1 << 20

    func writePositions() throws {
        var written: Set<UnlistedKey> = []
        func write(_ property: Property, _ owner: Int64) throws {
            guard property.isOrdered, let slot = property.entity?.slot else { return }
            let id = context.permanentID(of: owner)
            let key = UnlistedKey(property: ObjectIdentifier(property), id: id)
            guard id > 0, deletion?.contains(id) != true, written.insert(key).inserted else { return }
            let list = context.registered(slot, owner)?._$list(property.index)
            let newcomers =
                context.unlisted[UnlistedKey(property: ObjectIdentifier(property), id: owner)]?.elements ?? []
            try writePositions(
                property, id, list?.elements.map { context.permanentID(of: $0._$id) },
                newcomers: Set(newcomers.map { context.permanentID(of: $0._$id) }))
        }
        for (key, property) in context.touchedLists { try write(property, key.id) }
        for (owner, property) in context.openedLists { try write(property, owner._$id) }
    }

    /// - Parameters:
    ///   - wanted: The ids in their order, or nil to put what has no place yet at the end.
    ///   - newcomers: Objects that have come from elsewhere: their places are those of another list.
    private func writePositions(
        _ property: Property, _ owner: Int64, _ wanted: [Int64]?, newcomers: Set<Int64>
    ) throws {
        guard let statements = PositionStatements(property) else { return }
        var stored: [Int64: Int64] = [:]
        var unplaced: [Int64] = []
        var order: [Int64] = []
        let select = try connection.cached(statements.select)
        select.bind(owner, at: 1)
        while try select.step() {
            let id = select.integer(0)
            order.append(id)
            if select.isNull(1) || newcomers.contains(id) {
                unplaced.append(id)
            } else {
                stored[id] = select.integer(1)
            }
        }
        select.reset()
        let placed = order.filter { stored[$0] != nil }
        let members = Set(order)
        // An object that merged with a stored one in this save may stand there twice.
        var seen: Set<Int64> = []
        let ids = (wanted ?? placed + unplaced).filter { members.contains($0) && seen.insert($0).inserted }
        let places = Self.places(for: ids, stored)
        let update = try connection.cached(statements.update)
        for (id, place) in zip(ids, places) where stored[id] != place {
            update.bind(place, at: 1)
            update.bind(id, at: 2)
            if statements.needsOwner { update.bind(owner, at: 3) }
            try update.run()
        }
    }

    /// Ascending places for ids, most of them as they are.
    static func places(for ids: [Int64], _ stored: [Int64: Int64]) -> [Int64] {
        var places: [Int64] = []
        var last: Int64?
        var index = 0
        while index < ids.count {
            if let place = stored[ids[index]], place > last ?? .min {
                places.append(place)
                last = place
                index += 1
                continue
            }
            // A run of objects without a fitting place, up to the next one that has one.
            var end = index
            while end < ids.count, (stored[ids[end]] ?? .min) <= last ?? .min { end += 1 }
            let count = Int64(end - index)
            let lower = last ?? (end < ids.count ? (stored[ids[end]] ?? 0) - (count + 1) * gap : 0)
            if end == ids.count {
                for step in 1...count { places.append(lower + step * gap) }
            } else {
                let upper = stored[ids[end]] ?? lower
                let step = (upper - lower) / (count + 1)
                // No room between the neighbours: the whole list gets new places.
                if step == 0 { return ids.indices.map { Int64($0 + 1) * gap } }
                for number in 1...count { places.append(lower + number * step) }
            }
            last = places.last
            index = end
        }
        return places
    }
}

/// The statements that read and write the places of a relationship's objects.
private struct PositionStatements {
    let select: String
    let update: String
    let needsOwner: Bool

    init?(_ property: Property) {
        guard let relationship = property.relationship, let destination = property.destination else { return nil }
        switch relationship.storage {
        case .column: return nil
        case .inverseColumn(let column):
            let table = SQL.quote(destination.root.table)
            let position = SQL.quote(SQL.positionColumn(of: column))
            select =
                "SELECT \"$id\", \(position) FROM \(table) WHERE \(SQL.quote(column)) = ? ORDER BY \(position), \"$id\""
            update = "UPDATE \(table) SET \(position) = ? WHERE \"$id\" = ?"
            needsOwner = false
        case .joinTable(let join, let isSource):
            let (mine, theirs) = isSource ? ("\"$source\"", "\"$target\"") : ("\"$target\"", "\"$source\"")
            let table = SQL.quote(join)
            let position = SQL.quote(SQL.joinPositionColumn(isSource: isSource))
            select = "SELECT \(theirs), \(position) FROM \(table) WHERE \(mine) = ? ORDER BY \(position), \(theirs)"
            update = "UPDATE \(table) SET \(position) = ? WHERE \(theirs) = ? AND \(mine) = ?"
            needsOwner = true
        }
    }
}
