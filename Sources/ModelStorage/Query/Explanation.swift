/// How a fetch is carried out: for people, and for tests that pin the use of an index.
public struct QueryExplanation: Sendable, CustomStringConvertible {
    /// The statement, with numbered parameters for captured values.
    public let sql: String
    /// SQLite's plan, a line a step, indented by depth.
    public let plan: [String]

    public var description: String { ([sql] + plan.map { "  \($0)" }).joined(separator: "\n") }

    /// Whether a step of the plan searches or scans with an index of that name.
    public func uses(index name: String) -> Bool {
        plan.contains { $0.contains(" INDEX \(name) ") || $0.hasSuffix(" INDEX \(name)") }
    }
}

extension ModelContext {
    /// Shows the SQL of a fetch and SQLite's plan for it, without running it.
    ///
    /// - Throws: what ``fetch(_:)`` would throw about the descriptor.
    public func explain<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> QueryExplanation {
        synchronize()
        let entity = try checked(T._$entity)
        let sql = try withQuery(descriptor, entity, .objects) { $0.sql }
        return try withReader(includesPendingChanges: descriptor.includePendingChanges) { connection, _ in
            let statement = try connection.prepare("EXPLAIN QUERY PLAN \(sql)")
            var depths: [Int64: Int] = [:]
            var plan: [String] = []
            while try statement.step() {
                let depth = (depths[statement.integer(1)] ?? -1) + 1
                depths[statement.integer(0)] = depth
                plan.append(String(repeating: "  ", count: depth) + statement.text(3))
            }
            statement.reset()
            return QueryExplanation(sql: sql, plan: plan)
        }
    }
}
