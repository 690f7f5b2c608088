import Foundation
import ModelStorage
import SnapshotModels

/// Random steps in two contexts of one store, each compared with the reference.
final class SequenceRun {
    struct Mismatch: Error, CustomStringConvertible {
        var description: String
    }

    /// A context and what the reference knows of it.
    private final class Replica {
        let name: String
        var context: ModelContext
        var pending = Pending()
        /// Objects that are held, by row; unsaved ones always are.
        var held: [Int: AnyObjectOfModel] = [:]
        var unsaved: [ObjectIdentifier: Int] = [:]

        init(_ name: String, _ context: ModelContext) {
            self.name = name
            self.context = context
        }
    }

    private let store: TestStore
    private let replicas: [Replica]
    private var random: SeededRandom
    private var committed = World()
    private var refs: [PersistentIdentifier: Int] = [:]
    private var identifiers: [Int: PersistentIdentifier] = [:]
    private var nextRef = 1
    private var nextText = 1
    private static let logged = ProcessInfo.processInfo.environment["SEQUENCE_LOG"].flatMap(Int.init) ?? 40
    private static let looksAtAll = ProcessInfo.processInfo.environment["SEQUENCE_FULL"] != nil
    private var log: [String] = []
    private(set) var steps: [String: Int] = [:]

    init(_ place: Place, seed: UInt64) throws {
        store = try TestStore(place)
        random = SeededRandom(state: seed)
        let store = store
        replicas = ["A", "B"].map { Replica($0, store.context()) }
        replicas[0].context.undoManager = UndoManager()
    }

    // MARK: Steps

    func step() throws {
        let replica = replicas[random.next(below: 2)]
        let other = replica === replicas[0] ? replicas[1] : replicas[0]
        do {
            try act(replica, other)
            let full = random.next(below: 12) == 0 || Self.looksAtAll
            for replica in [replica, other] {
                replica.context.processPendingChanges()
                replica.pending.spread(committed)
                for kind in Kind.allCases where random.next(below: 4) == 0 || full { try compare(replica, kind) }
            }
        } catch let mismatch as Mismatch {
            throw Mismatch(description: "\(mismatch)\nafter:\n\(log.suffix(Self.logged).joined(separator: "\n"))")
        }
    }

    /// A last look at all.
    func finish() throws {
        for replica in replicas {
            replica.context.processPendingChanges()
            replica.pending.spread(committed)
            for kind in Kind.allCases { try compare(replica, kind) }
        }
        let fresh = Replica("fresh", try store.reopened())
        for kind in Kind.allCases { try compare(fresh, kind) }
    }

    private func note(_ kind: String, _ text: String) {
        steps[kind, default: 0] += 1
        log.append(text)
    }

    private func act(_ replica: Replica, _ other: Replica) throws {
        let view = replica.pending.view(committed)
        let crowd = view.rows.count
        switch random.next(below: 100) {
        case 0..<(crowd > 70 ? 8 : 22): insert(replica, view)
        case ..<34: edit(replica, view)
        case ..<52: link(replica, view)
        case ..<66: join(replica, view)
        case ..<71: reorder(replica, view)
        case ..<(crowd > 70 ? 86 : 79): try delete(replica, view)
        case ..<81: try undo(replica, view)
        case ..<90: try save(replica, other)
        case ..<93: try rollBack(replica)
        case ..<94: try deleteBatch(replica, view, other)
        case ..<96: forget(replica)
        case ..<98: try reopen(replica)
        default: try count(replica, view)
        }
    }

    private func text() -> String {
        // A team's name has to match a pattern.
        defer { nextText += 1 }
        var rest = nextText
        var letters: [UInt8] = []
        repeat {
            letters.append(UInt8(ascii: "a") + UInt8(rest % 26))
            rest /= 26
        } while rest > 0
        return "N" + String(decoding: letters.reversed(), as: UTF8.self)
    }

    private func pick<T>(_ values: [T]) -> T? { values.isEmpty ? nil : values[random.next(below: values.count)] }

    private func object(_ replica: Replica, _ ref: Int) -> AnyObjectOfModel {
        if let object = replica.held[ref] { return object }
        guard let identifier = identifiers[ref] else { fatalError("row \(ref) is neither held nor stored") }
        let object = replica.context.model(for: identifier)
        replica.held[ref] = object
        return object
    }

    private func insert(_ replica: Replica, _ view: World) {
        guard let kind = pick(Kind.allCases) else { return }
        _ = insert(kind, replica, view)
    }

    @discardableResult
    private func insert(_ kind: Kind, _ replica: Replica, _ view: World) -> Int {
        var name = text()
        // Now and then a text that another has already.
        if Shape.unique.contains(kind), random.next(below: 3) == 0,
            let twin = pick(view.of(kind)).flatMap({ view.rows[$0]?.text })
        {
            name = twin
        }
        var row = World.Row(kind: kind, text: name, number: Shape.number(of: kind))
        var blog: Blog?
        if kind == .post {
            // A post comes with its blog, or with one that is there.
            if let old = pick(view.of(.blog)), random.next(below: 4) > 0 {
                blog = self.object(replica, old) as? Blog
                row.links[3] = old
            } else {
                let made = insert(.blog, replica, view)
                blog = self.object(replica, made) as? Blog
                row.links[3] = made
            }
        }
        let ref = nextRef
        nextRef += 1
        let object = Shape.make(kind, name, ref, blog)
        note("insert", "\(replica.name) insert \(kind) \(ref) '\(name)' \(row.links)")
        register(ref, object, row, replica)
        replica.context.insertAny(object)
        if kind == .team {
            // At least one player.
            var player = World.Row(kind: .player, text: text(), number: 20)
            player.links[7] = ref
            let made = Shape.make(.player, player.text, nextRef)
            register(nextRef, made, player, replica)
            replica.pending.orders[.holders(link: 7, of: ref)] = [nextRef]
            nextRef += 1
            Shape.links[7].members?.append(object, made)
        }
        return ref
    }

    private func register(_ ref: Int, _ object: AnyObjectOfModel, _ row: World.Row, _ replica: Replica) {
        replica.pending.inserted.append(ref)
        replica.pending.rows[ref] = row
        replica.held[ref] = object
        replica.unsaved[ObjectIdentifier(object)] = ref
    }

    private func edit(_ replica: Replica, _ view: World) {
        guard let ref = pick(view.rows.keys.sorted()), let row = view.rows[ref] else { return }
        let object = object(replica, ref)
        if Shape.hasNumber(row.kind), random.next(below: 2) == 0 {
            let number = random.next(below: 150)
            note("edit", "\(replica.name) \(row.kind) \(ref) number \(number)")
            Shape.setNumber(object, number)
            if replica.pending.rows[ref] != nil {
                replica.pending.rows[ref]?.number = number
            } else {
                replica.pending.changes[ref, default: .init()].number = number
            }
        } else {
            var name = text()
            if Shape.unique.contains(row.kind) {
                let twin = pick(view.of(row.kind)).flatMap { view.rows[$0]?.text }
                if let twin, random.next(below: 8) == 0 { name = twin }
            }
            note("edit", "\(replica.name) \(row.kind) \(ref) text '\(name)'")
            Shape.setText(object, name)
            if replica.pending.rows[ref] != nil {
                replica.pending.rows[ref]?.text = name
            } else {
                replica.pending.changes[ref, default: .init()].text = name
            }
        }
    }

    private func link(_ replica: Replica, _ view: World) {
        let index = random.next(below: Shape.links.count)
        let shape = Shape.links[index]
        guard let holder = pick(view.of(shape.holders)) else { return }
        let old = view.rows[holder]?.links[index]
        let new = random.next(below: 4) == 0 ? nil : pick(view.of(shape.target))
        if [6, 9].contains(index), let new, view.closure([holder]).contains(new) { return }  // no cycles
        if old == new { return }
        let way = random.next(below: 4)
        note(
            "link \(index).\(way)",
            "\(replica.name) \(holder) link \(index) -> \(new.map(String.init) ?? "nil") way \(way)")
        let object = object(replica, holder)
        if let new {
            let target = self.object(replica, new)
            switch (way, shape.members) {
            case (1, let members?): members.append(target, object)
            case (2, let members?): members.add(target, object)
            case (3, let members?) where !shape.isSingle: members.assign(target, members.get(target) + [object])
            default: shape.set(object, target)
            }
        } else if let old {
            let target = self.object(replica, old)
            switch (way, shape.members) {
            case (1, let members?): members.removeAll(target, object)
            case (2, let members?): members.remove(target, object)
            case (3, let members?): members.assign(target, members.get(target).filter { $0 !== object })
            case (_, let members?) where shape.isRequired: members.remove(target, object)
            default: shape.set(object, nil)
            }
        }
        replica.pending.set(holder, link: index, new)
        if shape.isSingle, let new {
            for rival in view.holders(index, new) where rival != holder { replica.pending.set(rival, link: index, nil) }
        }
        if shape.isOrdered {
            if let old { dropPlace(.holders(link: index, of: old), holder, replica) }
            if let new { addPlace(.holders(link: index, of: new), holder, replica, view) }
        }
    }

    private func addPlace(_ list: World.List, _ member: Int, _ replica: Replica, _ view: World) {
        replica.pending.orders[list] = view.order(list).filter { $0 != member } + [member]
    }

    private func dropPlace(_ list: World.List, _ member: Int, _ replica: Replica) {
        replica.pending.orders[list]?.removeAll { $0 == member }
    }

    private func join(_ replica: Replica, _ view: World) {
        let index = random.next(below: Shape.joins.count)
        let shape = Shape.joins[index]
        guard let owner = pick(view.of(shape.owner)), let member = pick(view.of(shape.other)) else { return }
        let pair = World.Pair(owner: owner, other: member)
        let isThere = view.joins[index].contains(pair)
        let adds = random.next(below: 5) < (isThere ? 1 : 4)
        var way = random.next(below: 5)
        if shape.inverse == nil, way >= 3 { way -= 2 }
        // Without loading, the store alone knows what is there, and a change that is none is noted all the same.
        if adds == isThere, way == 1 || way == 4 { way -= 1 }
        note("join \(index).\(way)", "\(replica.name) join \(index) \(owner)-\(member) \(adds) way \(way)")
        let (object, other) = (object(replica, owner), object(replica, member))
        switch (adds, way) {
        case (true, 0): shape.list.append(object, other)
        case (true, 1): shape.list.add(object, other)
        case (true, 2): shape.list.assign(object, shape.list.get(object) + [other])
        case (true, 3): shape.inverse?.append(other, object)
        case (true, _): shape.inverse?.add(other, object)
        case (false, 0): shape.list.removeAll(object, other)
        case (false, 1): shape.list.remove(object, other)
        case (false, 2): shape.list.assign(object, shape.list.get(object).filter { $0 !== other })
        case (false, 3): shape.inverse?.removeAll(other, object)
        case (false, _): shape.inverse?.remove(other, object)
        }
        if adds == isThere { return }
        replica.pending.joins[index][pair] = adds
        if shape.isOrdered {
            let list = World.List.others(join: index, of: owner)
            if adds { addPlace(list, member, replica, view) } else { dropPlace(list, member, replica) }
        }
    }

    private func reorder(_ replica: Replica, _ view: World) {
        guard let list = pick(view.lists.filter { view.members($0).count > 1 }.sorted { $0.owner < $1.owner }) else {
            return
        }
        let shape: ListShape?
        switch list {
        case .holders(let link, _): shape = Shape.links[link].members
        case .others(let join, _): shape = Shape.joins[join].list
        }
        let order = view.members(list).sorted().shuffled(using: &random)
        note("reorder", "\(replica.name) reorder \(list) \(order)")
        shape?.assign(object(replica, list.owner), order.map { object(replica, $0) })
        replica.pending.orders[list] = order
    }

    private func delete(_ replica: Replica, _ view: World) throws {
        guard let ref = pick(view.rows.keys.sorted()), let kind = view.rows[ref]?.kind else { return }
        let gone = view.closure([ref])
        if gone.count > 12 { return }
        note("delete", "\(replica.name) delete \(kind) \(ref) \(gone.sorted())")
        let held = gone.compactMap { replica.held[$0] }
        // What others have tied to it goes at once where the context has seen it, else with the save.
        replica.context.processPendingChanges()
        replica.context.deleteAny(object(replica, ref))
        for object in held where !object.isDeleted {
            throw Mismatch(description: "\(type(of: object)) '\(Shape.text(object))' is not deleted")
        }
        replica.pending.deleted.insert(ref)
        replica.pending.spread(committed)
        for ref in gone where replica.pending.rows[ref] == nil && committed.rows[ref] == nil { replica.held[ref] = nil }
    }

    private func forget(_ replica: Replica) {
        note("forget", "\(replica.name) forget")
        replica.held = replica.held.filter { replica.pending.rows[$0.key] != nil }
    }

    private func reopen(_ replica: Replica) throws {
        guard replica.pending.isEmpty else { return }
        note("reopen", "\(replica.name) reopen")
        replica.held = [:]
        replica.unsaved = [:]
        let manager = replica.context.undoManager
        replica.context = store.context()
        replica.context.undoManager = manager
    }

    /// Changes something and takes it back; sometimes does it again.
    private func undo(_ replica: Replica, _ view: World) throws {
        guard let manager = replica.context.undoManager else { return }
        replica.context.processPendingChanges()
        let (before, held, count) = (replica.pending, replica.held, manager.undoCount)
        switch random.next(below: 6) {
        case 0: insert(replica, view)
        case 1: edit(replica, view)
        case 2: link(replica, view)
        case 3: join(replica, view)
        case 4: reorder(replica, view)
        default: try delete(replica, view)
        }
        replica.context.processPendingChanges()
        replica.pending.spread(committed)
        let after = replica.pending
        note("undo", "\(replica.name) undo")
        guard manager.undoCount > count else { return }
        manager.undo()
        replica.pending = before.undone(after, view)
        // Unsaved objects that are back are the same ones.
        for ref in replica.pending.inserted where replica.held[ref] == nil { replica.held[ref] = held[ref] }
        guard random.next(below: 2) == 0 else { return }
        for kind in Kind.allCases { try compare(replica, kind) }
        note("redo", "\(replica.name) redo")
        manager.redo()
        replica.pending = after
    }

    private func rollBack(_ replica: Replica) throws {
        note("rollback", "\(replica.name) rollback")
        let unsaved = replica.pending.inserted.compactMap { replica.held[$0] }
        replica.context.rollback()
        for object in unsaved where object.modelContext != nil {
            throw Mismatch(description: "an insert that was rolled back is in the context")
        }
        for ref in replica.pending.inserted { replica.held[ref] = nil }
        replica.pending = Pending()
        replica.unsaved = [:]
        if replica.context.hasChanges { throw Mismatch(description: "changes after a rollback") }
    }

    private func count(_ replica: Replica, _ view: World) throws {
        guard let (index, shape) = pick(Array(Shape.links.enumerated())), let members = shape.members,
            let target = pick(view.of(shape.target))
        else { return }
        note("count", "\(replica.name) count link \(index) of \(target)")
        let found = try members.count(object(replica, target))
        if found != view.holders(index, target).count {
            throw Mismatch(
                description: "count of link \(index) of \(target) is \(found), not \(view.holders(index, target).count)"
            )
        }
        guard let (place, join) = pick(Array(Shape.joins.enumerated())), let owner = pick(view.of(join.owner)) else {
            return
        }
        let others = try join.list.count(object(replica, owner))
        let expected = view.joins[place].filter { $0.owner == owner }.count
        if others != expected {
            throw Mismatch(description: "count of join \(place) of \(owner) is \(others), not \(expected)")
        }
    }

    private func deleteBatch(_ replica: Replica, _ view: World, _ other: Replica) throws {
        let kinds: Set<Kind> = [.message, .track, .album, .folder, .dog, .home]
        guard let ref = pick(view.of(kinds)), let row = view.rows[ref] else { return }
        let text = row.text
        let matches = view.of(row.kind).filter { view.rows[$0]?.text == text }
        note("batch", "\(replica.name) delete all \(row.kind) '\(text)' \(matches)")
        let context = replica.context
        switch row.kind {
        case .message: try context.delete(model: Message.self, where: #Predicate { $0.text == text })
        case .track: try context.delete(model: Track.self, where: #Predicate { $0.title == text })
        case .album: try context.delete(model: Album.self, where: #Predicate { $0.title == text })
        case .folder: try context.delete(model: Folder.self, where: #Predicate { $0.name == text })
        case .home: try context.delete(model: Home.self, where: #Predicate { $0.street == text })
        default: try context.delete(model: Dog.self, where: #Predicate { $0.name == text })
        }
        // Unsaved objects go as one by one, stored ones as the store has them.
        let gone = committed.closure(Set(matches))
        replica.pending.deleted.formUnion(gone.union(matches))
        replica.pending.spread(committed)
        for ref in gone.union(matches) {
            replica.pending.inserted.removeAll { $0 == ref }
            replica.pending.rows[ref] = nil
            replica.pending.changes[ref] = nil
            replica.pending.deleted.remove(ref)
            replica.pending.cut.remove(ref)
            replica.held[ref] = nil
        }
        committed.remove(gone)
    }

    // MARK: Saves

    private func save(_ replica: Replica, _ other: Replica) throws {
        note("save", "\(replica.name) save")
        replica.context.processPendingChanges()
        replica.pending.spread(committed)
        let outcome = replica.pending.save(committed)
        var thrown: StorageError?
        do { try replica.context.save() } catch let error as StorageError { thrown = error }
        switch (outcome, thrown) {
        case (.success(let world, let merged), nil), (.either(let world, let merged), nil):
            try take(world, merged, replica, other)
        case (.success, let error?): throw Mismatch(description: "a save failed: \(error)")
        case (.failure(let reasons), nil): throw Mismatch(description: "a save did not fail: \(reasons)")
        case (.either, let error?):
            guard case .conflict = error else { throw Mismatch(description: "a save failed: \(error)") }
            try rollBack(replica)
        case (.failure(let reasons), let error?):
            steps["failed save", default: 0] += 1
            log.append("failed: \(error)")
            let reason: Pending.Reason
            switch error {
            case .conflict: reason = .conflict
            case .validation, .deleteDenied: reason = .rule
            case .uniqueConflict: reason = .unique
            default: throw Mismatch(description: "a save failed: \(error)")
            }
            if !reasons.contains(reason), !(reason == .conflict && !replica.pending.cut.isEmpty) {
                throw Mismatch(description: "a save failed for another reason than \(reasons): \(error)")
            }
            if random.next(below: 3) > 0 { try rollBack(replica) }
        }
    }

    private func take(_ world: World, _ merged: [Int: Int], _ replica: Replica, _ other: Replica) throws {
        if replica.context.hasChanges { throw Mismatch(description: "changes after a save") }
        if !merged.isEmpty { steps["merged save", default: 0] += 1 }
        let pending = replica.pending
        let before = committed
        committed = world
        for ref in pending.inserted {
            guard let object = replica.held[ref] else { continue }
            if merged[ref] == nil {
                let identifier = object.persistentModelID
                if identifier.isTemporary {
                    throw Mismatch(description: "row \(ref) has a temporary identifier after a save")
                }
                refs[identifier] = ref
                identifiers[ref] = identifier
            }
        }
        for ref in pending.inserted {
            guard let object = replica.held[ref], let first = merged[ref] else { continue }
            var survivor = first
            while let next = merged[survivor] { survivor = next }
            if object.persistentModelID != identifiers[survivor] {
                throw Mismatch(description: "row \(ref) merged with \(survivor) and has another identifier")
            }
            replica.held[ref] = nil
            replica.held[survivor] = object.modelContext == nil ? nil : object
        }
        for ref in pending.deleted { replica.held[ref] = nil }
        replica.pending = Pending()
        replica.unsaved = [:]
        // The order of lists.
        var unsettled = pending.unsettled
        for list in committed.lists {
            let order = pending.orders[list] ?? before.orders[list] ?? []
            let members = committed.members(list)
            if Set(order.filter(members.contains)) != members { unsettled.insert(list) }
            committed.orders[list] = committed.order(list)
        }
        if !unsettled.isEmpty {
            let fresh = Replica("fresh", store.context())
            for list in unsettled where committed.rows[list.owner] != nil {
                committed.orders[list] = try order(list, fresh)
            }
        }
        for list in committed.lists where !other.pending.isEmpty {
            let old = (before.orders[list] ?? []).filter(committed.members(list).contains)
            if committed.orders[list] != old { other.pending.unsettled.insert(list) }
        }
    }

    private func order(_ list: World.List, _ replica: Replica) throws -> [Int] {
        let object = object(replica, list.owner)
        let found: [AnyObjectOfModel]
        switch list {
        case .holders(let link, _): found = Shape.links[link].members?.get(object) ?? []
        case .others(let join, _): found = Shape.joins[join].list.get(object)
        }
        return try found.map { try ref($0, replica) }
    }

    // MARK: Comparing

    private func ref(_ object: AnyObjectOfModel, _ replica: Replica) throws -> Int {
        if let ref = replica.unsaved[ObjectIdentifier(object)], replica.pending.rows[ref] != nil { return ref }
        guard let ref = refs[object.persistentModelID] else {
            throw Mismatch(description: "\(replica.name): an object that nobody made: \(object.persistentModelID)")
        }
        return ref
    }

    private func compare(_ replica: Replica, _ kind: Kind) throws {
        let view = replica.pending.view(committed)
        func expect<T: Equatable>(_ found: T, _ expected: T, _ what: @autoclosure () -> String) throws {
            if found != expected {
                throw Mismatch(description: "\(replica.name): \(what()) is \(found), not \(expected)")
            }
        }
        let objects = try Shape.fetch(kind, replica.context)
        let refs = try objects.map { try ref($0, replica) }
        try expect(refs.sorted(), view.of(kind), "\(kind)")
        if kind == .dog { try compareHeirs(replica, view) }
        for (object, ref) in zip(objects, refs) {
            guard let row = view.rows[ref] else { continue }
            replica.held[ref] = object
            try expect(object.isDeleted, false, "isDeleted of \(kind) \(ref)")
            try expect(Shape.text(object), row.text, "text of \(kind) \(ref)")
            try expect(Shape.number(object), row.number, "number of \(kind) \(ref)")
            for (index, link) in Shape.links.enumerated() {
                if link.holders.contains(kind) {
                    let target = try link.get(object).map { try self.ref($0, replica) }
                    try expect(target, row.links[index], "link \(index) of \(kind) \(ref)")
                }
                if link.target == kind, let members = link.members {
                    let found = try members.get(object).map { try self.ref($0, replica) }
                    try expect(
                        found.sorted(), view.holders(index, ref).sorted(), "holders of link \(index) of \(kind) \(ref)")
                    if link.isOrdered { try compareOrder(.holders(link: index, of: ref), found, replica, view) }
                }
            }
            for (index, join) in Shape.joins.enumerated() {
                if join.owner == kind {
                    let found = try join.list.get(object).map { try self.ref($0, replica) }
                    let expected = view.joins[index].filter { $0.owner == ref }.map(\.other).sorted()
                    try expect(found.sorted(), expected, "join \(index) of \(kind) \(ref)")
                    if join.isOrdered { try compareOrder(.others(join: index, of: ref), found, replica, view) }
                }
                if join.other == kind, let inverse = join.inverse {
                    let found = try inverse.get(object).map { try self.ref($0, replica) }
                    let expected = view.joins[index].filter { $0.other == ref }.map(\.owner).sorted()
                    try expect(found.sorted(), expected, "inverse of join \(index) of \(kind) \(ref)")
                }
            }
        }
    }

    /// Fetches of classes that others inherit from.
    private func compareHeirs(_ replica: Replica, _ view: World) throws {
        for (found, expected) in [
            (try replica.context.all(Animal.self).count, view.of([.dog, .cat]).count),
            (try replica.context.count(Being.self), view.of([.dog, .cat, .human]).count),
        ] where found != expected {
            throw Mismatch(description: "\(replica.name): a class has \(found) objects with its heirs, not \(expected)")
        }
    }

    private func compareOrder(_ list: World.List, _ found: [Int], _ replica: Replica, _ view: World) throws {
        let known = Set(view.orders[list] ?? [])
        if replica.pending.unsettled.contains(list) || !view.members(list).isSubset(of: known) { return }
        if found != view.order(list) {
            throw Mismatch(description: "\(replica.name): the order of \(list) is \(found), not \(view.order(list))")
        }
    }
}

extension ModelContext {
    fileprivate func insertAny(_ model: some PersistentModel) { insert(model) }
    fileprivate func deleteAny(_ model: some PersistentModel) { delete(model) }
}
