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

    /// Drops the statements that read an overlay which is going away.
    func removeQueries(where isObsolete: (CachedQuery) -> Bool) {
        queries = queries.filter { !isObsolete($0.value) }
    }
}

/// A statement with what its key leaves out.
final class CachedQuery {
    let statement: Statement
    /// Parameters of the predicate; those of limit and offset follow.
    let parameterCount: Int32
    let setCount: Int
    /// Kept alive, since their addresses are in the key.
    private let keyPaths: [AnyKeyPath]
    let overlay: Int
    var isInUse = false

    init(_ statement: Statement, parameterCount: Int32, setCount: Int, keyPaths: [AnyKeyPath], overlay: Int) {
        self.statement = statement
        self.parameterCount = parameterCount
        self.setCount = setCount
        self.keyPaths = keyPaths
        self.overlay = overlay
    }
}
