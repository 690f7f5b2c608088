internal import ModelSchema

extension ModelContext {
    /// Objects of rows, read in one query whatever their number; those that are registered are not read again.
    func objects(_ entity: _$Entity, _ ids: [Int64]) throws -> [ModelObject] {
        let root: _$Entity = entity.root
        var found: [ModelObject] = []
        var missing: [Int64] = []
        for id in ids {
            if let object = registered(entity.slot, id) {
                if object.entity.isKind(of: entity) { found.append(object) }
            } else if id > 0 {
                missing.append(id)
            }
        }
        if missing.isEmpty { return found }
        try store.read { connection in
            try connection.withSet(missing, in: self) { set in
                let statement = try connection.cached(
                    """
                    SELECT \(root.selectList(alias: "row")) FROM \(SQL.quote(root.table)) AS row \
                    WHERE row."$id" IN (SELECT "value" FROM \(set))
                    """)
                defer { statement.reset() }
                try forEachObject(root, statement) { if $0.entity.isKind(of: entity) { found.append($0) } }
            }
        }
        return found
    }

    /// Reads the objects at the other ends of relationships: one query for each, whatever the number of objects.
    ///
    /// - Throws: ``StorageError/unsupportedKeyPath(_:)`` for a key path that is no relationship of the model.
    func prefetch<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>], of objects: [T]) throws {
        if keyPaths.isEmpty || objects.isEmpty { return }
        // Targets of to-one links are held until the next prefetching fetch; lists hold their objects.
        prefetched.removeAll()
        for keyPath in keyPaths {
            guard let property = T._$entity.propertyByKeyPath[keyPath], let destination = property.destination else {
                throw StorageError.unsupportedKeyPath(KeyPathName.describe(keyPath, in: T._$entity))
            }
            if property.isLink {
                var ids: Set<Int64> = []
                for object in objects {
                    let id = permanentID(of: object._$link(property.index))
                    if id > 0 { ids.insert(id) }
                }
                prefetched += try self.objects(destination, Array(ids))
            } else {
                try prefetchLists(property, destination, of: objects)
            }
        }
    }

    private func prefetchLists(_ property: Property, _ destination: _$Entity, of objects: [ModelObject]) throws {
        var owners: [Int64: (object: ModelObject, list: _$ToMany)] = [:]
        for object in objects where object._$id > 0 && object._$list(property.index) == nil {
            owners[object._$id] = (object, _$ToMany())
        }
        if owners.isEmpty { return }
        let root: _$Entity = destination.root
        let columns = root.selectList(alias: "row")
        let table = SQL.quote(root.table)
        try store.read { connection in
            try connection.withSet(owners.keys, in: self) { set in
                let owner: String
                let from: String
                var order = "row.\"$id\""
                switch property.relationship?.storage {
                case .inverseColumn(let column)?:
                    owner = "row.\(SQL.quote(column))"
                    from = "\(table) AS row"
                    if property.relationship?.isOrdered == true {
                        order = "row.\(SQL.quote(SQL.positionColumn(of: column))), \(order)"
                    }
                case .joinTable(let join, let isSource)?:
                    let (mine, theirs) = isSource ? ("$source", "$target") : ("$target", "$source")
                    owner = "link.\(SQL.quote(mine))"
                    from = "\(SQL.quote(join)) AS link JOIN \(table) AS row ON row.\"$id\" = link.\(SQL.quote(theirs))"
                    if property.relationship?.isOrdered == true {
                        order = "link.\(SQL.quote(SQL.joinPositionColumn(isSource: isSource))), \(order)"
                    }
                default: return
                }
                let statement = try connection.cached(
                    """
                    SELECT \(columns), \(owner) FROM \(from) WHERE \(owner) IN (SELECT "value" FROM \(set)) ORDER BY \(order)
                    """)
                defer { statement.reset() }
                let place = Int32(root.layout.count)
                try forEachObject(root, statement) { object in
                    guard let (owner, list) = owners[statement.integer(place)] else { return }
                    if isListed(object, owner, property) { list.elements.append(object) }
                }
            }
        }
        for (owner, list) in owners.values {
            // Unsaved objects are not in the store's answer.
            addUnlisted(to: list, of: owner, property)
            owner._$setList(property.index, list)
        }
    }

    // MARK: Large results

    /// Visits the objects of a fetch in its order, a batch at a time.
    ///
    /// What is visited is settled when the enumeration begins. Objects that the block does not keep or change are let go of
    /// with their batch; changed ones stay until they are saved.
    ///
    /// - Parameters:
    ///   - batchSize: how many objects are read at once.
    ///   - allowEscapingMutations: accepted for SwiftData's sake; changes are allowed either way.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5_000, allowEscapingMutations: Bool = false,
        block: (_ model: T) throws -> Void
    ) throws {
        if let part = part(for: T._$entity) {
            return try part.enumerate(
                descriptor, batchSize: batchSize, allowEscapingMutations: allowEscapingMutations, block: block)
        }
        let entity = try checked(T._$entity)
        synchronize()
        let ids = try withQuery(descriptor, entity, .identifiers) { statement in
            var ids: [Int64] = []
            while try statement.step() { ids.append(statement.integer(0)) }
            return ids
        }
        var start = 0
        while start < ids.count {
            let end = min(start + max(batchSize, 1), ids.count)
            let batch = Array(ids[start..<end])
            start = end
            var objects: [Int64: T] = [:]
            for object in try self.objects(entity, batch.map(permanentID)) {
                objects[object._$id] = unsafeDowncast(object, to: T.self)
            }
            try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: Array(objects.values))
            for id in batch {
                // Rows that went meanwhile are passed over.
                if let object = objects[permanentID(of: id)] { try block(object) }
            }
        }
        prefetched.removeAll()
    }

    /// The objects of a fetch as a collection that reads a batch at a time.
    ///
    /// What it holds is settled now, unsaved changes included. A row that goes before it is read gives a deleted object
    /// with zero values.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        if let part = part(for: T._$entity) { return try part.fetch(descriptor, batchSize: batchSize) }
        let identifiers = try fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count, batchSize: max(batchSize, 1)) { [self] range in
            batch(T.self, identifiers[range])
        }
    }

    /// The identifiers of a fetch as a collection. They are small, and are read at once.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        let identifiers = try fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count, batchSize: max(batchSize, 1)) {
            Array(identifiers[$0])
        }
    }

    private func batch<T: PersistentModel>(_ type: T.Type, _ identifiers: ArraySlice<PersistentIdentifier>) -> [T] {
        let ids = identifiers.map { key(of: $0) ?? 0 }
        var found: [Int64: ModelObject] = [:]
        do {
            for object in try objects(T._$entity, ids) { found[object._$id] = object }
        } catch {
            deferredError = deferredError ?? error
        }
        return zip(identifiers, ids).map { identifier, id in
            if let object = found[id] as? T { return object }
            let placeholder = T(_$row: .zero)
            placeholder.flags = .placeholder
            placeholder.extras().identifier = identifier
            return placeholder
        }
    }
}

/// The results of a fetch, read a batch at a time when they are touched.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    public let endIndex: Int
    private let batchSize: Int
    private let read: (Range<Int>) -> [Element]
    private let window = Window()

    /// The batch that was touched last.
    private final class Window {
        var range = 0..<0
        var elements: [Element] = []
    }

    init(count: Int, batchSize: Int, read: @escaping (Range<Int>) -> [Element]) {
        endIndex = count
        self.batchSize = batchSize
        self.read = read
    }

    public var startIndex: Int { 0 }

    public subscript(position: Int) -> Element {
        precondition(position >= 0 && position < endIndex, "index \(position) is outside the \(endIndex) results")
        if !window.range.contains(position) {
            let start = position / batchSize * batchSize
            window.range = start..<Swift.min(start + batchSize, endIndex)
            window.elements = read(window.range)
        }
        return window.elements[position - window.range.lowerBound]
    }
}

extension Connection {
    /// Runs a closure with the name of a TEMP table that holds some row ids.
    func withSet<R>(
        _ ids: some Collection<Int64>, in context: ModelContext, _ body: (String) throws -> R
    ) throws -> R {
        let number = queries.sets.inUse
        try queries.sets.make(number + 1, on: self)
        queries.sets.inUse += 1
        defer {
            queries.sets.inUse -= 1
            try? queries.sets.clear(number..<number + 1, on: self)
        }
        let insertion = try queries.sets.insertion(number, on: self)
        try run("SAVEPOINT \"$set\"")
        do {
            for id in ids {
                insertion.bind(id, at: 1)
                try insertion.run()
            }
        } catch {
            try? run("RELEASE \"$set\"")
            throw error
        }
        try run("RELEASE \"$set\"")
        return try body(CapturedSets.name(number))
    }
}
