/// What the store and its contexts have to hold, as plain values: rows by number, links as numbers of rows.
struct World {
    struct Row: Equatable {
        var kind: Kind
        var text: String
        var number: Int?
        /// Targets by the link's place in ``Shape/links``.
        var links: [Int: Int] = [:]
    }

    struct Pair: Hashable {
        var owner: Int
        var other: Int
    }

    /// An ordered list: of a link's holders, or of a join's others.
    enum List: Hashable {
        case holders(link: Int, of: Int)
        case others(join: Int, of: Int)

        var owner: Int {
            switch self {
            case .holders(_, let owner), .others(_, let owner): owner
            }
        }
    }

    var rows: [Int: Row] = [:]
    var joins: [Set<Pair>] = Shape.joins.map { _ in [] }
    var orders: [List: [Int]] = [:]

    func of(_ kind: Kind) -> [Int] { of([kind]) }
    func of(_ kinds: Set<Kind>) -> [Int] { rows.filter { kinds.contains($0.value.kind) }.keys.sorted() }

    func members(_ list: List) -> Set<Int> {
        switch list {
        case .holders(let link, let owner): holders(link, owner)
        case .others(let join, let owner): Set(joins[join].filter { $0.owner == owner }.map(\.other))
        }
    }

    func holders(_ link: Int, _ target: Int) -> Set<Int> {
        Set(rows.filter { $0.value.links[link] == target }.keys)
    }

    var lists: [List] {
        rows.flatMap { ref, row -> [List] in
            let links = Shape.links.indices.filter { Shape.links[$0].isOrdered && Shape.links[$0].target == row.kind }
            let joins = Shape.joins.indices.filter { Shape.joins[$0].isOrdered && Shape.joins[$0].owner == row.kind }
            return links.map { .holders(link: $0, of: ref) } + joins.map { .others(join: $0, of: ref) }
        }
    }

    /// A list's members in order; those without a place come last.
    func order(_ list: List) -> [Int] {
        let members = members(list)
        let known = (orders[list] ?? []).filter(members.contains)
        return known + members.subtracting(known).sorted()
    }

    /// The rows that go with others, by the rules.
    func closure(_ refs: Set<Int>) -> Set<Int> {
        var gone: Set<Int> = []
        var stack = Array(refs)
        while let ref = stack.popLast() {
            guard let row = rows[ref], gone.insert(ref).inserted else { continue }
            for (index, link) in Shape.links.enumerated() {
                if link.holderRule == .cascade, let target = row.links[index] {
                    stack.append(target)
                }
                if link.target == row.kind, link.targetRule == .cascade { stack += holders(index, ref) }
            }
        }
        return gone
    }

    /// Whether rows that stay keep others from going.
    func isDenied(_ gone: Set<Int>) -> Bool {
        Shape.links.indices.contains { index in
            Shape.links[index].targetRule == .deny
                && rows.contains { ref, row in
                    !gone.contains(ref) && row.links[index].map(gone.contains) ?? false
                }
        }
    }

    /// Takes rows out, and what points at what is not there.
    mutating func remove(_ gone: Set<Int>) {
        for ref in gone { rows[ref] = nil }
        for (ref, row) in rows {
            for (link, target) in row.links where rows[target] == nil { rows[ref]?.links[link] = nil }
        }
        for join in joins.indices {
            joins[join] = joins[join].filter { rows[$0.owner] != nil && rows[$0.other] != nil }
        }
        orders = orders.filter { rows[$0.key.owner] != nil }
    }
}

/// What a context has not saved.
struct Pending {
    struct Change {
        var text: String?
        var number: Int?
        var links: [Int: Int?] = [:]
    }

    var inserted: [Int] = []
    var rows: [Int: World.Row] = [:]
    var changes: [Int: Change] = [:]
    var joins: [[World.Pair: Bool]] = Shape.joins.map { _ in [:] }
    var deleted: Set<Int> = []
    var orders: [World.List: [Int]] = [:]
    /// Ordered lists that both contexts changed: which order they get is not settled.
    var unsettled: Set<World.List> = []
    /// Stored rows that lost a link because its target was deleted here: the context may count them as changed.
    var cut: Set<Int> = []

    var isEmpty: Bool {
        inserted.isEmpty && changes.isEmpty && joins.allSatisfy(\.isEmpty) && deleted.isEmpty && orders.isEmpty
    }

    private func overlaid(_ committed: World) -> World {
        var world = committed
        for (ref, change) in changes where world.rows[ref] != nil {
            if let text = change.text { world.rows[ref]?.text = text }
            if let number = change.number { world.rows[ref]?.number = number }
            for (link, target) in change.links { world.rows[ref]?.links[link] = target }
        }
        for ref in inserted { world.rows[ref] = rows[ref] }
        for (index, changes) in joins.enumerated() {
            for (pair, isAdded) in changes {
                if isAdded { world.joins[index].insert(pair) } else { world.joins[index].remove(pair) }
            }
        }
        for (list, order) in orders { world.orders[list] = order }
        return world
    }

    /// What the context shows.
    func view(_ committed: World) -> World {
        var world = overlaid(committed)
        world.remove([])
        world.remove(world.closure(deleted))
        return world
    }

    /// One to one: what others have tied to the target of a link here is loose here.
    private mutating func releaseRivals(_ committed: World) {
        for index in Shape.links.indices where Shape.links[index].isSingle {
            var claims: [Int: Int] = [:]
            for (ref, row) in rows { if let target = row.links[index] { claims[target] = ref } }
            for (ref, change) in changes where committed.rows[ref] != nil && !deleted.contains(ref) {
                if let target = change.links[index] ?? nil { claims[target] = ref }
            }
            for (ref, row) in committed.rows where changes[ref]?.links[index] == nil && !deleted.contains(ref) {
                if let target = row.links[index], let claim = claims[target], claim != ref {
                    set(ref, link: index, nil)
                }
            }
        }
    }

    /// Marks what goes with what is deleted; unsaved objects are forgotten.
    mutating func spread(_ committed: World) {
        releaseRivals(committed)
        var world = overlaid(committed)
        world.remove([])
        let gone = world.closure(deleted)
        for (ref, row) in world.rows where !gone.contains(ref) {
            if row.links.values.contains(where: gone.contains) { cut.insert(ref) }
        }
        inserted.removeAll { gone.contains($0) }
        for ref in gone where rows[ref] != nil { rows[ref] = nil }
        deleted.formUnion(gone.filter { committed.rows[$0] != nil })
        for index in joins.indices {
            joins[index] = joins[index].filter { pair, _ in
                [pair.owner, pair.other].allSatisfy { rows[$0] != nil || committed.rows[$0] != nil }
            }
        }
    }

    mutating func set(_ ref: Int, link: Int, _ target: Int?) {
        if rows[ref] != nil {
            rows[ref]?.links[link] = target
        } else {
            changes[ref, default: Change()].links[link] = .some(target)
        }
    }

    /// The same with later changes taken back: what was set then is set to what it was.
    func undone(_ after: Pending, _ view: World) -> Pending {
        var undone = self
        for (ref, change) in after.changes {
            guard let row = view.rows[ref] else { continue }
            if change.text != nil, undone.changes[ref]?.text == nil {
                undone.changes[ref, default: Change()].text = row.text
            }
            if change.number != nil, undone.changes[ref]?.number == nil {
                undone.changes[ref, default: Change()].number = row.number
            }
            for link in change.links.keys where undone.changes[ref]?.links[link] == nil {
                undone.changes[ref, default: Change()].links[link] = .some(row.links[link])
            }
        }
        for index in joins.indices {
            for pair in after.joins[index].keys where joins[index][pair] == nil {
                undone.joins[index][pair] = view.joins[index].contains(pair)
            }
        }
        for list in after.orders.keys where orders[list] == nil { undone.orders[list] = view.order(list) }
        return undone
    }

    enum Reason: Hashable { case conflict, rule, unique }

    enum Outcome {
        case success(World, merged: [Int: Int])
        /// The save throws, for one of some reasons.
        case failure(Set<Reason>)
        /// It may throw: only rows that lost a link are gone.
        case either(World, merged: [Int: Int])
    }

    func save(_ committed: World) -> Outcome {
        var reasons: Set<Reason> = []
        for ref in changes.keys where committed.rows[ref] == nil && !deleted.contains(ref) { reasons.insert(.conflict) }
        let lostCut = cut.contains { committed.rows[$0] == nil && !deleted.contains($0) && rows[$0] == nil }

        var world = overlaid(committed)
        let full = world
        // New rows come after the others, one by one.
        for ref in inserted { world.rows[ref] = nil }
        let gone = world.closure(deleted)
        if full.isDenied(gone) { reasons.insert(.rule) }
        for ref in gone { world.rows[ref] = nil }
        for kind in Shape.unique {
            let texts = world.of(kind).compactMap { world.rows[$0]?.text }
            if Set(texts).count < texts.count { reasons.insert(.unique) }
        }
        var merged: [Int: Int] = [:]
        for ref in inserted {
            guard let row = rows[ref] else { continue }
            let twin =
                Shape.unique.contains(row.kind)
                ? world.of(row.kind).first { world.rows[$0]?.text == row.text } : nil
            guard let twin else {
                world.rows[ref] = row
                continue
            }
            merged[ref] = twin
            world.rows[twin]?.number = row.number
            for (link, target) in row.links { world.rows[twin]?.links[link] = target }
        }
        func resolve(_ ref: Int) -> Int {
            var ref = ref
            while let next = merged[ref] { ref = next }
            return ref
        }
        if !merged.isEmpty {
            for (ref, row) in world.rows {
                for (link, target) in row.links { world.rows[ref]?.links[link] = resolve(target) }
            }
            for join in world.joins.indices {
                world.joins[join] = Set(
                    world.joins[join].map { World.Pair(owner: resolve($0.owner), other: resolve($0.other)) })
            }
        }
        world.remove([])
        for (index, link) in Shape.links.enumerated() {
            if link.isRequired, world.of(link.holders).contains(where: { world.rows[$0]?.links[index] == nil }) {
                reasons.insert(.rule)
            }
            if let bounds = link.bounds,
                world.of(link.target).contains(where: { !bounds.contains(world.holders(index, $0).count) })
            {
                reasons.insert(.rule)
            }
        }
        if !reasons.isEmpty { return .failure(reasons) }
        return lostCut ? .either(world, merged: merged) : .success(world, merged: merged)
    }
}
