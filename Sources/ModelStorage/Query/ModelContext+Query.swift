internal import Foundation
internal import ModelSchema

extension ModelContext {
    /// Runs a closure with the statement of a descriptor, bound and before its first row.
    func withQuery<T: PersistentModel, R>(
        _ descriptor: FetchDescriptor<T>, _ entity: _$Entity, _ purpose: QueryPurpose,
        _ body: (Statement) throws -> R
    ) throws -> R {
        try withReader(includesPendingChanges: descriptor.includePendingChanges) { connection, tables in
            try withQuery(descriptor, entity, purpose, connection, tables, body)
        }
    }

    /// Runs a closure with a connection and the names under which it finds this context's view of the tables.
    func withReader<R>(
        includesPendingChanges: Bool, _ body: (Connection, TableNames) throws -> R
    ) throws -> R {
        guard includesPendingChanges, hasOwnChanges || pendingOverlay != nil else {
            return try store.read { connection in try body(connection, TableNames()) }
        }
        if store.isInMemory {
            // One connection for all: the overlay is used while it is held.
            return try store.read { connection in try withOverlay(connection, body) }
        }
        return try withOverlay(nil, body)
    }

    private func withOverlay<R>(_ held: Connection?, _ body: (Connection, TableNames) throws -> R) throws -> R {
        guard let overlay = try PendingOverlay.current(self) else {
            return try store.read { connection in try body(connection, TableNames()) }
        }
        do {
            try overlay.synchronize()
            if overlay.isObsolete {
                // A deletion was taken back, or the tables are not what they were: they are made again.
                pendingOverlay = nil
                return try withOverlay(held, body)
            }
        } catch {
            pendingOverlay = nil
            throw error
        }
        // The overlay may be dropped while the query runs, the connection must not.
        return try withExtendedLifetime(overlay) { try body(overlay.connection, overlay.tables.names) }
    }

    /// The same on a connection that the caller holds.
    func withQuery<T: PersistentModel, R>(
        _ descriptor: FetchDescriptor<T>, _ entity: _$Entity, _ purpose: QueryPurpose,
        _ connection: Connection, _ tables: TableNames, _ body: (Statement) throws -> R
    ) throws -> R {
        let queries = connection.queries
        guard let predicate = descriptor.predicate else {
            let request = QueryRequest(descriptor, entity, purpose, tables, firstSet: queries.sets.inUse)
            return try request.run(self, connection, nil, nil, body)
        }
        func opened<E: PredicateExpression>(_ expression: E) throws -> R {
            let plan = try queries.plan(of: expression)
            return try withUnsafePointer(to: expression) { pointer in
                let request = QueryRequest(descriptor, entity, purpose, tables, firstSet: queries.sets.inUse)
                return try request.run(self, connection, plan, UnsafeRawPointer(pointer), body)
            }
        }
        return try opened(predicate.expression)
    }
}

extension ModelContext {
    /// The plan of a predicate inside another one. A context's own, so that it does not change while a query is under way.
    func inlinedPlan<Expression: PredicateExpression>(of expression: Expression) throws -> Plan {
        let key = ObjectIdentifier(Expression.self)
        if let plan = inlinedPlans[key] { return plan }
        let plan = try Plan.make(expression)
        inlinedPlans[key] = plan
        return plan
    }
}

/// A descriptor on its way to a statement.
struct QueryRequest<T: PersistentModel> {
    let descriptor: FetchDescriptor<T>
    let entity: _$Entity
    let purpose: QueryPurpose
    let tables: TableNames
    let firstSet: Int

    init(
        _ descriptor: FetchDescriptor<T>, _ entity: _$Entity, _ purpose: QueryPurpose, _ tables: TableNames,
        firstSet: Int
    ) {
        self.descriptor = descriptor
        self.entity = entity
        self.purpose = purpose
        self.tables = tables
        self.firstSet = firstSet
    }

    private var limit: Int? { descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil } }
    private var offset: Int? { descriptor.fetchOffset.flatMap { $0 > 0 ? $0 : nil } }

    /// Finds or makes the statement, binds it and hands it to the closure.
    func run<R>(
        _ context: ModelContext, _ connection: Connection, _ plan: Plan?, _ expression: UnsafeRawPointer?,
        _ body: (Statement) throws -> R
    ) throws -> R {
        let queries = connection.queries
        addShape(context, &queries.shape, plan, expression, keepsAddressed: false)
        let query: CachedQuery
        if let plan, let last = plan.last, !last.query.isInUse, last.words == queries.shape.words {
            query = last.query
        } else if let found = queries[queries.shape.words], !found.isInUse {
            query = found
            plan?.last = (queries.shape.words, query)
        } else {
            query = try make(context, connection, plan, expression)
        }
        query.isInUse = true
        queries.sets.inUse += query.setCount
        var statement = query.statement
        defer {
            statement.reset()
            query.isInUse = false
            queries.sets.inUse -= query.setCount
            if query.setCount > 0 { try? queries.sets.clear(firstSet..<firstSet + query.setCount, on: connection) }
        }
        if let alternative = query.alternative {
            let isBetter = try alternative.isBetter { try bindValues($0, context, connection, plan, expression) }
            if isBetter { statement = alternative.statement }
        }
        try bindValues(statement, context, connection, plan, expression)
        var index = query.parameterCount
        for bound in [limit, offset] {
            guard let bound else { continue }
            index += 1
            statement.bind(Int64(bound), at: index)
        }
        return try body(statement)
    }

    private func bindValues(
        _ statement: Statement, _ context: ModelContext, _ connection: Connection, _ plan: Plan?,
        _ expression: UnsafeRawPointer?
    ) throws {
        if plan == nil, purpose.expressions.isEmpty { return }
        var binding = ValueBinding(
            statement, on: connection, in: context, codecs: plan?.codecs ?? [], firstSet: firstSet)
        if let plan, let expression { try plan.bind(expression, &binding) }
        for expression in purpose.expressions { try expression.bindValues(&binding) }
    }

    private func addShape(
        _ context: ModelContext, _ shape: inout Shape, _ plan: Plan?, _ expression: UnsafeRawPointer?,
        keepsAddressed: Bool
    ) {
        shape.start(context, codecs: plan?.codecs ?? [], keepsAddressed: keepsAddressed)
        shape.add(plan.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0)
        shape.add(UInt(entity.ordinal))
        shape.add(
            purpose.word << 2 | (limit != nil ? 2 : 0) | (offset != nil ? 1 : 0))
        shape.add(UInt(tables.signature.count))
        for word in tables.signature { shape.add(word) }
        shape.add(UInt(firstSet))
        // The order matters to the text of a count only through limit and offset, which do not depend on it.
        if !purpose.isCount { SortOrder.addShape(descriptor.sortBy, &shape) }
        purpose.selection?.addShape(&shape)
        if let part = purpose.part {
            for start in stride(from: 0, to: part.isSelected.count, by: 64) {
                let columns = part.isSelected[start..<min(start + 64, part.isSelected.count)]
                shape.add(columns.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
            }
        }
        if let plan, let expression {
            plan.walk(expression, &shape)
        }
        for expression in purpose.expressions { expression.addShape(&shape) }
        shape.end()
    }

    /// Translates, prepares and remembers the statement.
    private func make(
        _ context: ModelContext, _ connection: Connection, _ plan: Plan?, _ expression: UnsafeRawPointer?
    ) throws -> CachedQuery {
        var ranges: [Condition.RangeTest]? = []
        let (sql, parameterCount) = try text(context, plan, expression, &ranges)
        var shape = Shape()
        addShape(context, &shape, plan, expression, keepsAddressed: true)
        try connection.queries.sets.make(firstSet + shape.setCount, on: connection)
        let statement: Statement
        var alternative: IndexedAlternative?
        do {
            statement = try connection.prepare(sql)
            let counts = shape.setCount == 0 ? try rangeCounts(ranges, connection) : []
            if !counts.isEmpty {
                var none: [Condition.RangeTest]?
                let (sql, _) = try text(context, plan, expression, &none)
                alternative = IndexedAlternative(statement: try connection.prepare(sql), counts: counts)
            }
        } catch let error as StorageError {
            throw SQLiteLimits.translated(error)
        }
        let query = CachedQuery(
            statement, parameterCount: parameterCount, setCount: shape.setCount, addressed: shape.addressed ?? [],
            alternative: alternative)
        if connection.queries[shape.words] == nil { connection.queries[shape.words] = query }
        return query
    }

    /// Statements that count the rows in the ranges of each column that an index begins with.
    private func rangeCounts(_ ranges: [Condition.RangeTest]?, _ connection: Connection) throws -> [Statement] {
        try Dictionary(grouping: ranges ?? [], by: \.column).sorted { $0.key < $1.key }
            .filter { column, _ in entity.indexedColumns.contains { column.hasSuffix(".\(SQL.quote($0))") } }
            .map { column, tests in
                let table = "\(SQL.quote(entity.root.table)) AS t0"
                let condition = tests.map(\.whenTrue).joined(separator: " AND ")
                return try connection.prepare(
                    "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(condition) LIMIT \(IndexedAlternative.most))")
            }
    }

    /// The SQL text of the descriptor.
    ///
    /// - Parameter ranges: gets the comparisons that do not use their indexes, since the order and the limit want another
    ///   way; nil lets them.
    func text(
        _ context: ModelContext, _ plan: Plan?, _ expression: UnsafeRawPointer?, _ ranges: inout [Condition.RangeTest]?
    ) throws -> (String, Int32) {
        let lowering = Lowering(context, tables: tables, codecs: plan?.codecs ?? [], firstSet: firstSet)
        let (scope, object) = lowering.scope(over: entity, depth: 0)
        var order: [SortKey] = []
        if !purpose.isCount, purpose.selection == nil || limit != nil || offset != nil {
            order = try SortOrder.keys(descriptor.sortBy, object, isOverlaid: !tables.overlays.isEmpty)
            if limit != nil, !descriptor.sortBy.isEmpty, ranges != nil, tables.overlays.isEmpty {
                lowering.orderColumns = Set(order.map { $0.sql.replacingOccurrences(of: " DESC", with: "") })
            }
        }
        var condition = Condition.always(true)
        if let predicate = descriptor.predicate, let plan, let expression {
            lowering.introduce(predicate.variable.key, as: .object(object))
            condition = try plan.lower(expression, lowering).condition()
        }
        if ranges != nil { ranges = condition.ranges }
        let select = SelectStatement(
            entity: entity, purpose: purpose, hasLimit: limit != nil, hasOffset: offset != nil)
        let sql = try select.sql(lowering, scope, object, where: condition, order: order)
        if scope.joinCount > 64 { throw StorageError.unsupportedPredicate("more than 64 tables in one query") }
        return (sql, lowering.parameterCount)
    }
}

/// SQLite's limits, as errors of the predicate.
enum SQLiteLimits {
    static func translated(_ error: StorageError) -> StorageError {
        guard case .sqlite(_, let message, _, _) = error else { return error }
        for (part, limit) in [
            ("Expression tree is too large", "an expression deeper than SQLite's limit of 1,000"),
            ("at most 64 tables", "more than 64 tables in one query"), ("too many SQL variables", "too many values"),
            ("parser stack overflow", "conditions nested too deeply"),
        ] where message.contains(part) {
            return .unsupportedPredicate(limit)
        }
        return error
    }
}
