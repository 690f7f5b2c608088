internal import Foundation
internal import ModelSchema

/// How tables are named in a statement: as they are, or with pending changes laid over some of them.
struct TableNames {
    /// The tables that stand for one with pending changes, with qualified names.
    struct Overlay {
        /// Stored and pending rows.
        var view: String
        /// New and changed rows.
        var pending: String
        /// Ids of stored rows that do not count.
        var hidden: String
    }

    var overlays: [String: Overlay] = [:]
    /// Tells sets of overlays on a connection apart; empty for none.
    var signature: [UInt] = []

    func name(_ table: String) -> String { overlays[table]?.view ?? SQL.quote(table) }
}

/// Turns one expression into SQL: the state of the walk.
final class Lowering {
    let context: ModelContext
    let tables: TableNames
    /// The first TEMP table that captured collections may use.
    let firstSet: Int
    /// Comparisons of other columns than these do not use an index, since the order wants another one; nil for no such rule.
    var orderColumns: Set<String>?
    private var codecs: [ValueCodec]
    private var nextValue = 0
    private var nextParameter: Int32 = 1
    private var setCount = 0
    private var aliasCount = 0
    private var variables: [(id: PredicateExpressions.VariableID, term: Term)] = []
    private var nextToken = 0
    /// The tables that the statement reads.
    private(set) var usedTables: Set<String> = []

    init(_ context: ModelContext, tables: TableNames, codecs: [ValueCodec], firstSet: Int) {
        self.context = context
        self.tables = tables
        self.codecs = codecs
        self.firstSet = firstSet
    }

    func noteTable(_ table: String) { usedTables.insert(table) }

    func nextAlias() -> String {
        defer { aliasCount += 1 }
        return "t\(aliasCount)"
    }

    // MARK: Parameters

    func nextCodec() -> ValueCodec {
        defer { nextValue += 1 }
        return codecs[nextValue]
    }

    func lowerInlined<Expression: PredicateExpression>(_ expression: Expression) throws -> Term {
        let plan = try context.inlinedPlan(of: expression)
        let (outerCodecs, outerNext) = (codecs, nextValue)
        (codecs, nextValue) = (plan.codecs, 0)
        defer { (codecs, nextValue) = (outerCodecs, outerNext) }
        return try withUnsafePointer(to: expression) { try plan.lower($0, self) }
    }

    /// Parameters are numbered, so that a value may stand at several places, or at none.
    func parameter() -> String {
        defer { nextParameter += 1 }
        return "?\(nextParameter)"
    }

    var parameterCount: Int32 { nextParameter - 1 }

    func nextSet() -> String {
        defer { setCount += 1 }
        return CapturedSets.name(firstSet + setCount)
    }

    // MARK: Variables

    func introduce(_ variable: PredicateExpressions.VariableID, as term: Term) { variables.append((variable, term)) }

    func term(of variable: PredicateExpressions.VariableID) throws -> Term {
        guard let found = variables.last(where: { $0.id == variable }) else {
            throw StorageError.unsupportedPredicate("a variable of another predicate")
        }
        return found.term
    }

    /// A mark for what is NULL where an optional is nil; 0 when there were too many.
    func token() -> UInt64 {
        defer { nextToken += 1 }
        return nextToken < 64 ? 1 << UInt64(nextToken) : 0
    }

    // MARK: Scopes

    /// A query over an entity's rows, and an object for its row.
    func scope(over entity: _$Entity, depth: Int) -> (scope: Scope, object: ObjectTerm) {
        let table = entity.root.table
        let alias = nextAlias()
        noteTable(table)
        let scope = Scope(self, depth: depth, from: "\(tables.name(table)) AS \(alias)")
        let key = "\(alias).\"$id\""
        scope.setAlias(alias, ofKey: key)
        return (scope, ObjectTerm(entity: entity, key: key, scope: scope))
    }

    /// A subquery over the objects of a to-many relationship.
    func relation(_ property: Property, of owner: ObjectTerm) throws -> Relation {
        guard let relationship = property.relationship, let destination = property.destination else {
            throw StorageError.unsupportedPredicate("\(property.name) is no relationship")
        }
        let isOrdered = relationship.isOrdered
        let (scope, element) = scope(over: destination, depth: owner.scope.depth + 1)
        switch relationship.storage {
        case .inverseColumn(let column):
            return Relation(
                scope: scope, element: .object(element), link: "\(element.column(column)) = \(owner.key)",
                order: order(relationship, element.column(SQL.positionColumn(of: column)), element),
                owner: owner.scope, isOrdered: isOrdered,
                hasUnsavedOrder: isOrdered && tables.overlays[destination.root.table] != nil)
        case .joinTable(let table, let isSource):
            // The join rows come first: the owner's links are few.
            let alias = nextAlias()
            noteTable(table)
            let (mine, theirs) = isSource ? ("$source", "$target") : ("$target", "$source")
            scope.prepend("\(tables.name(table)) AS \(alias)", on: "\(element.key) = \(alias).\(SQL.quote(theirs))")
            let position = "\(alias).\(SQL.quote(SQL.joinPositionColumn(isSource: isSource)))"
            return Relation(
                scope: scope, element: .object(element), link: "\(alias).\(SQL.quote(mine)) = \(owner.key)",
                order: order(relationship, position, element), owner: owner.scope, isOrdered: isOrdered,
                hasUnsavedOrder: isOrdered && tables.overlays[table] != nil)
        case .column:
            throw StorageError.unsupportedPredicate("\(property.name) is no to-many relationship")
        }
    }

    /// The order of `first` and `last`.
    private func order(_ relationship: RelationshipDescription, _ position: String, _ element: ObjectTerm) -> [String] {
        relationship.isOrdered ? [position, element.key] : [element.key]
    }
}
