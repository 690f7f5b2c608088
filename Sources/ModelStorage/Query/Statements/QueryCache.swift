internal import Foundation

/// What a connection keeps of the queries that ran on it: plans by type of expression, statements by shape.
final class QueryCache {
    private var plans: [ObjectIdentifier: Plan] = [:]
    private var queries: [[UInt]: CachedQuery] = [:]
    var sets = CapturedSets()
    /// The shape that is being made, kept for its memory.
    var shape = Shape()

    /// Beyond this many the cache starts anew, so that odd queries do not pile up.
    private static let limit = 1_000

    func plan<Expression: PredicateExpression>(of expression: Expression) throws -> Plan {
        let key = ObjectIdentifier(Expression.self)
        if let plan = plans[key] { return plan }
        let plan = try Plan.make(expression)
        plans[key] = plan
        return plan
    }

    subscript(words: [UInt]) -> CachedQuery? {
        get { queries[words] }
        set {
            if queries.count >= Self.limit { queries.removeAll() }
            queries[words] = newValue
        }
    }

    /// Overlays of tables that were made on this connection, numbered.
    var overlayPlaces: [String: Int] = [:]
    private var placeCount = 0

    func nextOverlayPlace() -> Int {
        defer { placeCount += 1 }
        return placeCount
    }

    private var overlaySlots: Set<Int> = []

    /// The first number that no overlay on this connection has.
    func takeOverlaySlot() -> Int {
        var slot = 0
        while !overlaySlots.insert(slot).inserted { slot += 1 }
        return slot
    }

    func giveBackOverlaySlot(_ slot: Int) { overlaySlots.remove(slot) }
}

/// A statement with what its key leaves out.
final class CachedQuery {
    let statement: Statement
    /// Parameters of the predicate; those of limit and offset follow.
    let parameterCount: Int32
    let setCount: Int
    /// Kept alive, since their addresses are in the key.
    private let addressed: [AnyObject]
    var isInUse = false
    /// Where a range might be so small that its index serves better than the order does.
    let alternative: IndexedAlternative?

    init(
        _ statement: Statement, parameterCount: Int32, setCount: Int, addressed: [AnyObject],
        alternative: IndexedAlternative? = nil
    ) {
        self.alternative = alternative
        self.statement = statement
        self.parameterCount = parameterCount
        self.setCount = setCount
        self.addressed = addressed
    }
}

/// The same query with its ranges left to their indexes, and what tells whether that is better.
///
/// Rows that an index finds are read out of order: for many of them one pass over the table costs less. There are no
/// statistics, so each execution looks: a count of entries in the index that stops at a bound costs next to nothing.
struct IndexedAlternative {
    /// From this many rows on one pass is taken to be better.
    static let most: Int64 = 2_000

    let statement: Statement
    /// Count the entries of a range, up to the bound.
    let counts: [Statement]

    /// - Parameter bind: binds the query's values.
    func isBetter(_ bind: (Statement) throws -> Void) throws -> Bool {
        for count in counts {
            try bind(count)
            defer { count.reset() }
            if try count.step(), count.integer(0) < Self.most { return true }
        }
        return false
    }
}
