extension ModelContext {
    /// Visits the objects of a fetch in its order, a batch at a time.
    ///
    /// What is visited is settled when the enumeration begins; rows that go meanwhile are passed over. Objects that the block
    /// does not keep or change are let go of with their batch; changed ones stay until they are saved. In a file without
    /// unsaved changes at the start, memory is bounded by the batch; else 8 bytes are kept for each object. While the
    /// enumeration runs, the store's write-ahead log cannot be cut.
    ///
    /// - Parameters:
    ///   - batchSize: how many objects are read at once.
    ///   - allowEscapingMutations: whether the block may leave changes unsaved. If not, a batch that ends with more unsaved
    ///     changes than before makes the call throw ``StorageError/unsavedChanges(_:)``; the changes stay pending.
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
        try throwDeferredError()
        let size = max(batchSize, 1)
        let changes = changeCount
        defer { prefetched.removeAll() }
        func visitBatch(_ ids: [Int64]) throws {
            try visit(ids, entity, descriptor, block)
            // A long way through a large file would fill memory with pages that are not looked at again.
            if !store.isInMemory, ids.count == size { try store.read { $0.releasePages() } }
            if !allowEscapingMutations, changeCount > changes {
                throw StorageError.unsavedChanges("an enumeration of \(entity.name)")
            }
        }
        if !store.isInMemory, !descriptor.includePendingChanges || !hasOwnChanges && pendingOverlay == nil {
            // The reader keeps its view of the store while the block saves.
            return try store.read { connection in
                let mapping = connection.setMapping(0)
                defer { connection.setMapping(mapping) }
                return try withQuery(descriptor, entity, .identifiers, connection, TableNames()) { statement in
                    var batch: [Int64] = []
                    while try statement.step() {
                        batch.append(statement.integer(0))
                        guard batch.count == size else { continue }
                        try visitBatch(batch)
                        connection.releasePages()
                        batch.removeAll(keepingCapacity: true)
                    }
                    try visitBatch(batch)
                }
            }
        }
        let ids = try withQuery(descriptor, entity, .identifiers) { statement in
            var ids: [Int64] = []
            while try statement.step() { ids.append(statement.integer(0)) }
            return ids
        }
        for start in stride(from: 0, to: ids.count, by: size) {
            try visitBatch(Array(ids[start..<min(start + size, ids.count)]))
        }
    }

    private func visit<T: PersistentModel>(
        _ ids: [Int64], _ entity: _$Entity, _ descriptor: FetchDescriptor<T>, _ block: (T) throws -> Void
    ) throws {
        if ids.isEmpty { return }
        var objects: [Int64: T] = [:]
        for object in try self.objects(entity, ids.map(permanentID)) {
            objects[object._$id] = unsafeDowncast(object, to: T.self)
        }
        try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: Array(objects.values))
        for id in ids {
            if let object = objects[permanentID(of: id)], !object.flags.contains(.deleted) { try block(object) }
        }
    }

    /// Grows with each object that is changed, inserted or deleted.
    private var changeCount: Int { changed.count + insertedCount + deleted.count }

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
