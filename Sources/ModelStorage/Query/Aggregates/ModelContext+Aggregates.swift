internal import Foundation

extension ModelContext {
    /// Computes figures over the objects that a descriptor describes, its limit and offset included, with one query.
    ///
    /// - Throws: what ``fetch(_:)`` throws, and ``StorageError/arithmeticOverflow(_:)`` for a sum that does not fit.
    public func aggregate<T: PersistentModel, each Value>(
        _ descriptor: FetchDescriptor<T>, _ aggregate: repeat Aggregate<T, each Value>
    ) throws -> (repeat each Value) {
        let selection = Selection(entity: T._$entity, grouping: nil, repeat each aggregate)
        var result: (repeat each Value)?
        try withRows(of: descriptor, selection) { row in
            var column: Int32 = 0
            result = (repeat try Self.read(each aggregate, row, &column))
            try row.throwFailure(selection)
        }
        guard let result else { throw StorageError.unsupportedPredicate("an aggregate without a result") }
        return result
    }

    /// Computes figures for each value of a property, with one query. Groups are in the order of their values, nil first;
    /// a to-one relationship gives the objects it points at.
    ///
    /// - Throws: what ``fetch(_:)`` throws, and ``StorageError/arithmeticOverflow(_:)`` for a sum that does not fit.
    public func aggregate<T: PersistentModel, Key, each Value>(
        _ descriptor: FetchDescriptor<T>, by key: KeyPath<T, Key>, _ aggregate: repeat Aggregate<T, each Value>
    ) throws -> [(Key, repeat each Value)] {
        let selection = Selection(entity: T._$entity, grouping: key, repeat each aggregate)
        let reader = try KeyReader<Key>(selection, key)
        // In two arrays: Swift 6.3 traps on arrays of tuples that hold a tuple of a pack.
        var keys: [KeyReader<Key>.Pending] = []
        var figures: [(repeat each Value)] = []
        try withRows(of: descriptor, selection) { row in
            keys.append(try reader.read(row))
            var column = reader.width
            figures.append((repeat try Self.read(each aggregate, row, &column)))
            try row.throwFailure(selection)
        }
        var result: [(Key, repeat each Value)] = []
        for (place, key) in try reader.resolve(keys, in: self).enumerated() {
            let figures = figures[place]
            result.append((key, repeat each figures))
        }
        return result
    }

    /// The different values that a property has among the objects that a descriptor describes, in their order, nil first.
    ///
    /// - Throws: what ``fetch(_:)`` throws.
    public func distinct<T: PersistentModel, Value>(
        _ keyPath: KeyPath<T, Value>, of descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> [Value] {
        let selection = Selection(entity: T._$entity, grouping: keyPath)
        let reader = try KeyReader<Value>(selection, keyPath)
        var found: [KeyReader<Value>.Pending] = []
        try withRows(of: descriptor, selection) { row in
            found.append(try reader.read(row))
            try row.throwFailure(selection)
        }
        return try reader.resolve(found, in: self)
    }

    private func withRows<T: PersistentModel>(
        of descriptor: FetchDescriptor<T>, _ selection: Selection, _ body: (_$Row) throws -> Void
    ) throws {
        processPendingChanges()
        let entity = try checked(T._$entity)
        try withQuery(descriptor, entity, .figures(selection)) { statement in
            var failure = _$Row.ReadFailure()
            try withUnsafeMutablePointer(to: &failure) { failure in
                let row = _$Row(statement: statement.handle, context: .passUnretained(self), failure: failure)
                do {
                    while try statement.step() { try body(row) }
                } catch StorageError.sqlite(_, let message, _, _) where message == SumFunctions.overflow {
                    throw StorageError.arithmeticOverflow("a sum over \(entity.name)")
                }
            }
        }
    }

    private static func read<T, Value>(
        _ aggregate: Aggregate<T, Value>, _ row: _$Row, _ column: inout Int32
    ) throws -> Value {
        defer { column += 1 }
        return try aggregate.read(row, column)
    }
}

extension _$Row {
    /// Throws what a reader has noted about a column that it could not read.
    func throwFailure(_ selection: Selection) throws {
        guard let failure, failure.pointee.column >= 0 else { return }
        defer { failure.pointee = ReadFailure() }
        throw StorageError.invalidStoredValue(
            model: selection.entity.name, identifier: 0, property: selection.name(ofColumn: failure.pointee.column),
            value: failure.pointee.value)
    }
}
