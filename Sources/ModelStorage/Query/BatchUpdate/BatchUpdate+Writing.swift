internal import Foundation
internal import ModelSchema

extension BatchUpdate {
    /// Writes the rows of the TEMP table; their ids.
    func write(_ connection: Connection) throws -> [Int64] {
        var ids: [Int64] = []
        let select = try connection.cached("SELECT \"id\" FROM \(table)")
        defer { select.reset() }
        while try select.step() { ids.append(select.integer(0)) }
        if ids.isEmpty { return [] }
        let lists = try targets.compactMap { target in
            try target.property.inverse.flatMap {
                $0.needsCare ? try ListChange(target.property, $0, self, connection) : nil
            }
        }
        let name = SQL.quote(entity.root.table)
        let unique = targets.filter { target in entity.uniqueProperties.contains { $0 === target.property } }
        if !unique.isEmpty {
            // SQLite checks uniqueness row by row, and values may move from row to row.
            let parts = unique.flatMap(\.property.columnNames).map { "\(SQL.quote($0)) = NULL" }
            try connection.run(
                "UPDATE \(name) SET \(parts.joined(separator: ", ")) WHERE \"$id\" IN (SELECT \"id\" FROM \(table))")
        }
        let parts = assignments.map { "\(SQL.quote($0.column)) = \($0.value)" } + ["\"$version\" = \"$version\" + 1"]
        let statement = try connection.prepare(
            """
            UPDATE \(name) SET \(parts.joined(separator: ", ")) FROM \(table) AS new \
            WHERE \(name)."$id" = new."id"
            """)
        try bindValues(statement, connection)
        do {
            try statement.run()
        } catch let error as StorageError where error.sqliteCode == SQLiteCode.uniqueConstraint {
            throw try conflict(connection) ?? error
        }
        for list in lists { try list.finish(self, connection) }
        try throwViolations()
        return ids
    }

    /// Columns with the SQL of what they get: parameters are numbered as the sample binds them.
    private var assignments: [(column: String, value: String)] {
        var assignments: [(column: String, value: String)] = []
        var parameter = 0
        for property in boundProperties {
            let target = targets.first { $0.property === property }
            for column in property.columnNames {
                parameter += 1
                guard let target else { continue }
                assignments.append((column, target.place.map { "new.\"v\($0)\"" } ?? "?\(parameter)"))
            }
        }
        return assignments
    }

    private var mask: UInt64 { targets.reduce(0) { $0 | $1.property.bit } }

    /// What an object binds for the mask: from the 64th property on a bit is shared.
    private var boundProperties: [Property] {
        entity.properties.sorted { $0.column < $1.column }.filter { $0.column >= 0 && $0.bit & mask != 0 }
    }

    private func bindValues(_ statement: Statement, _ connection: Connection) throws {
        let binder = _$Binder(statement.handle, in: context)
        sample._$bind(binder, mask)
        // The binder's bytes go with it.
        statement.keep(binder)
        if binder.refused.isEmpty { return }
        var parameter: Int32 = 0
        for property in boundProperties {
            let range = parameter + 1...parameter + Int32(property.columnNames.count)
            parameter = range.upperBound
            if binder.refused.contains(where: range.contains),
                let target = targets.first(where: { $0.property === property }), target.place == nil
            {
                violate(0, property, "NaN cannot be stored")
            }
        }
        try throwViolations()
    }

    // MARK: Conflicts

    /// The rows that would have the same unique values.
    private func conflict(_ connection: Connection) throws -> StorageError? {
        let values = Dictionary(assignments.map { ($0.column, $0.value) }) { first, _ in first }
        let table = SQL.quote(entity.root.table)
        for constraint in conflictConstraints where constraint.columns.contains(where: { values[$0] != nil }) {
            let names = constraint.columns.indices.map { "\"c\($0)\"" }
            let columns = constraint.columns.map { values[$0] ?? "old.\(SQL.quote($0))" }
            let changed = """
                SELECT old."$id" AS "id", \(zip(columns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")) \
                FROM \(self.table) AS new JOIN \(table) AS old ON old."$id" = new."id"
                """
            let present = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
            let list = names.joined(separator: ", ")
            let equal = zip(constraint.columns, names).map { "other.\(SQL.quote($0)) = changed.\($1)" }
            for sql in [
                """
                SELECT min("id"), max("id") FROM (\(changed)) WHERE \(present) \
                GROUP BY \(list) HAVING count(*) > 1 LIMIT 1
                """,
                """
                SELECT changed."id", other."$id" FROM (\(changed)) AS changed JOIN \(table) AS other \
                ON \(equal.joined(separator: " AND ")) WHERE other."$id" NOT IN (SELECT "id" FROM \(self.table)) LIMIT 1
                """,
            ] {
                let statement = try connection.prepare(sql)
                try bindValues(statement, connection)
                defer { statement.reset() }
                guard try statement.step() else { continue }
                return .uniqueConflict(
                    .init(
                        entityName: entity.name, properties: constraint.properties.map(\.name),
                        identifiers: [statement.integer(0), statement.integer(1)].map {
                            PersistentIdentifier(
                                entityName: entity.name, storeIdentifier: context.store.identifier, key: $0, scope: 0)
                        }))
            }
        }
        return nil
    }

    /// Declared constraints, and the foreign keys of one to one.
    private var conflictConstraints: [UniqueConstraint] {
        entity.constraints
            + entity.uniqueProperties.filter(\.isLink).map {
                UniqueConstraint(properties: [$0], columns: $0.columnNames, owner: entity, bits: $0.bit)
            }
    }

    // MARK: Afterwards

    /// Tells the objects of this context and the other contexts.
    func finish(_ ids: [Int64]) throws {
        var news = SavedChanges()
        news.slots.insert(entity.slot)
        for target in targets where target.property.isLink {
            if let destination = target.property.destination { news.slots.insert(destination.slot) }
        }
        news.updated[entity.slot] = ids
        var hasSettled = false
        for id in ids {
            guard let object = context.registered(entity.slot, id) else { continue }
            if object.flags.contains(.changed) {
                try settle(object)
                hasSettled = hasSettled || !object.flags.contains(.changed)
            }
            for target in targets where object._$extras != nil { object._$observeWillSet(target.property.index) }
            context.reload(object)
            for target in targets where object._$extras != nil { object._$observeDidSet(target.property.index) }
        }
        if hasSettled { context.changed.removeAll { !$0.flags.contains(.changed) } }
        // Its rows are from before.
        context.pendingOverlay = nil
        if targets.contains(where: \.property.isLink) { context.forgetLists(of: news.slots) }
        context.core.announce(news, from: context.inbox)
    }

    /// What was assigned stands for the object's own unsaved change of the property.
    private func settle(_ object: ModelObject) throws {
        for target in targets {
            let property = target.property
            if property.index >= 63, context.pendingMask(of: object) & property.bit != 0 {
                // The bit stands for other changes too: the object takes the value, and the next save writes it again.
                try assign(target, to: object)
                continue
            }
            object._$dirty &= ~property.bit
            if !context.synchronizedMasks.isEmpty { context.synchronizedMasks[object._$id]? &= ~property.bit }
        }
        if context.pendingMask(of: object) == 0 { object.flags.remove(.changed) }
    }

    private func assign(_ target: Target, to object: ModelObject) throws {
        let typed = unsafeDowncast(object, to: T.self)
        guard let place = target.place else {
            if target.property.isLink {
                object._$setLink(target.property.index, sample._$link(target.property.index))
            } else {
                try target.assignment.setter(nil, 0)(typed)
            }
            return
        }
        try context.store.read { connection in
            let name = SQL.quote(entity.root.table)
            let column = SQL.quote(target.property.columnNames.first ?? "")
            let statement = try connection.cached("SELECT \(column) FROM \(name) WHERE \"$id\" = ? /* \(place) */")
            defer { statement.reset() }
            statement.bind(object._$id, at: 1)
            guard try statement.step() else { return }
            let row = _$Row(statement: statement.handle, context: .passUnretained(context), failure: nil)
            try target.assignment.setter(row, 0)(typed)
        }
    }
}

extension ModelContext {
    /// Writes values into properties of all objects that match, at once and in a transaction of its own; unsaved objects that
    /// match are changed and stay unsaved. A rollback does not take it back.
    ///
    /// A property that also has an unsaved change gets the assigned value, as if it had been set after that change.
    ///
    /// - Parameters:
    ///   - includeSubclasses: whether objects of classes that inherit from the model change too.
    ///   - assignments: what each property gets; see ``Assignment``.
    /// - Returns: how many objects were changed.
    /// - Throws: a ``StorageError``: broken validation rules, unique values that would be in two rows, an unsupported predicate,
    ///   expression or key path. Nothing is changed then.
    @discardableResult
    public func update<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true,
        set assignments: Assignment<T>...
    ) throws -> Int {
        let context = part(for: model._$entity) ?? self
        context.synchronize()
        let entity = try context.checked(model._$entity)
        let update = try BatchUpdate(context, entity, predicate, assignments, includesSubclasses: includeSubclasses)
        return try update.run()
    }
}
