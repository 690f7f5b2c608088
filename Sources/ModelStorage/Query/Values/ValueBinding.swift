internal import CSQLite
internal import Foundation

/// Binds the captured values of one expression to a statement.
struct ValueBinding {
    let statement: Statement
    let connection: Connection
    /// Resolves identifiers of objects that were saved since, or not yet.
    let context: ModelContext
    private var codecs: [ValueCodec]
    private var nextValue = 0
    private(set) var index: Int32 = 0
    private let firstSet: Int
    private(set) var setCount = 0

    init(
        _ statement: Statement, on connection: Connection, in context: ModelContext, codecs: [ValueCodec], firstSet: Int
    ) {
        self.statement = statement
        self.connection = connection
        self.context = context
        self.codecs = codecs
        self.firstSet = firstSet
    }

    mutating func nextCodec() -> ValueCodec {
        defer { nextValue += 1 }
        return codecs[nextValue]
    }

    mutating func skipCodec() { nextValue += 1 }

    mutating func bindInlined<Expression: PredicateExpression>(_ expression: Expression) throws {
        let plan = try context.inlinedPlan(of: expression)
        let (outerCodecs, outerNext) = (codecs, nextValue)
        (codecs, nextValue) = (plan.codecs, 0)
        defer { (codecs, nextValue) = (outerCodecs, outerNext) }
        try withUnsafePointer(to: expression) { try plan.bindValues($0, &self) }
    }

    // MARK: Values, each to the next parameter

    mutating func null() {
        index += 1
        sqlite3_bind_null(statement.handle, index)
    }

    mutating func integer(_ value: Int64) {
        index += 1
        sqlite3_bind_int64(statement.handle, index, value)
    }

    /// NaN becomes NULL, as the condition's text expects.
    mutating func real(_ value: Double) {
        index += 1
        sqlite3_bind_double(statement.handle, index, value)
    }

    mutating func text(_ value: String) {
        index += 1
        statement.bind(value, at: index)
    }

    mutating func bytes(_ value: UnsafeRawBufferPointer) {
        index += 1
        statement.bind(value, at: index)
    }

    /// Leaves parameters to someone else who binds them.
    mutating func skip(_ count: Int32) { index += count }

    // MARK: Collections

    /// Fills the next TEMP table with elements, each bound by a closure to the parameter of an insertion; the closure's
    /// answer tells whether there is something to insert.
    mutating func fillSet<S: Sequence>(
        _ elements: S, _ bind: (S.Element, inout ValueBinding) throws -> Bool
    ) throws {
        let number = firstSet + setCount
        setCount += 1
        let insertion = try connection.queries.sets.insertion(number, on: connection)
        var binding = ValueBinding(insertion, on: connection, in: context, codecs: [], firstSet: 0)
        try connection.execute("SAVEPOINT \"$set\"")
        defer { try? connection.execute("RELEASE \"$set\"") }
        for element in elements {
            binding.index = 0
            if try bind(element, &binding) { try insertion.run() }
        }
    }
}

/// TEMP tables for captured collections too large for a list of parameters (D46).
struct CapturedSets {
    /// How many of them running queries use.
    var inUse = 0
    private var made = 0

    static func name(_ number: Int) -> String { "temp.\"$set\(number)\"" }

    /// Makes the tables up to a number.
    mutating func make(_ count: Int, on connection: Connection) throws {
        while made < count {
            try connection.execute(
                "CREATE TABLE IF NOT EXISTS \(Self.name(made)) (\"value\" PRIMARY KEY NOT NULL) WITHOUT ROWID")
            made += 1
        }
    }

    func insertion(_ number: Int, on connection: Connection) throws -> Statement {
        return try connection.cached("INSERT OR IGNORE INTO \(Self.name(number)) VALUES (?1)")
    }

    /// Empties the tables from a number on: what a query leaves behind.
    func clear(_ numbers: Range<Int>, on connection: Connection) throws {
        for number in numbers { try connection.run("DELETE FROM \(Self.name(number))") }
    }
}
