internal import CSQLite
internal import Foundation

/// Arithmetic that gives NULL where Swift traps.
enum NumberFunctions {
    /// `ms_int(operation, kind, left, right)`: the kind is the type's width in bits, negative for signed types.
    static let integer: SQLFunction.Body = { context, _, arguments in
        let left = SQLArgument(arguments, 2)
        let right = SQLArgument(arguments, 3)
        guard !left.isNull, !right.isNull else { return SQLResult.setNull(context) }
        let operation = Arithmetic(rawValue: SQLArgument(arguments, 0).integer) ?? .add
        let kind = SQLArgument(arguments, 1).integer
        let result: Int64?
        if kind == 64 {
            let (a, b) = (unsigned(left.integer), unsigned(right.integer))
            result = operation.apply(a, b).map { Int64(bitPattern: $0 ^ (1 << 63)) }
        } else {
            result = operation.apply(left.integer, right.integer).flatMap { fits($0, kind) ? $0 : nil }
        }
        if let result { SQLResult.set(context, result) } else { SQLResult.setNull(context) }
    }

    private static func unsigned(_ stored: Int64) -> UInt64 { UInt64(bitPattern: stored) ^ (1 << 63) }

    private static func fits(_ value: Int64, _ kind: Int64) -> Bool {
        switch kind {
        case -8: Int8(exactly: value) != nil
        case -16: Int16(exactly: value) != nil
        case -32: Int32(exactly: value) != nil
        case 8: UInt8(exactly: value) != nil
        case 16: UInt16(exactly: value) != nil
        case 32: UInt32(exactly: value) != nil
        default: true
        }
    }

    /// `ms_decimal(operation, left, right)`
    static let decimal: SQLFunction.Body = { context, _, arguments in
        let left = SQLArgument(arguments, 1)
        let right = SQLArgument(arguments, 2)
        guard !left.isNull, !right.isNull, let a = StoredDecimal.decode(left.blob),
            let b = StoredDecimal.decode(right.blob)
        else { return SQLResult.setNull(context) }
        let value: Decimal
        switch Arithmetic(rawValue: SQLArgument(arguments, 0).integer) ?? .add {
        case .add: value = a + b
        case .subtract: value = a - b
        case .multiply: value = a * b
        case .divide, .remainder: return SQLResult.setNull(context)
        }
        guard let bytes = StoredDecimal.encode(value) else { return SQLResult.setNull(context) }
        bytes.withUnsafeBytes { SQLResult.set(context, blob: $0) }
    }

    /// Division as IEEE 754 has it; NaN becomes NULL.
    static let divide: SQLFunction.Body = { context, _, arguments in
        let left = SQLArgument(arguments, 0)
        let right = SQLArgument(arguments, 1)
        if left.isNull || right.isNull { return SQLResult.setNull(context) }
        SQLResult.set(context, left.real / right.real)
    }

    /// Rounds to a `Float`, whose results SQLite would keep more exactly than Swift does.
    static let single: SQLFunction.Body = { context, _, arguments in
        let value = SQLArgument(arguments, 0)
        if value.isNull { return SQLResult.setNull(context) }
        SQLResult.set(context, Double(Float(value.real)))
    }
}

/// An operation on two numbers.
enum Arithmetic: Int64 {
    case add, subtract, multiply, divide, remainder

    var symbol: String {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        }
    }

    /// Nil where Swift traps.
    func apply<T: FixedWidthInteger>(_ left: T, _ right: T) -> T? {
        let result: (partialValue: T, overflow: Bool)
        switch self {
        case .add: result = left.addingReportingOverflow(right)
        case .subtract: result = left.subtractingReportingOverflow(right)
        case .multiply: result = left.multipliedReportingOverflow(by: right)
        case .divide: result = left.dividedReportingOverflow(by: right)
        case .remainder: result = left.remainderReportingOverflow(dividingBy: right)
        }
        return result.overflow ? nil : result.partialValue
    }

    /// The SQL of an operation on two values of one type.
    func term(_ left: Scalar, _ right: Scalar) throws -> Scalar {
        var result = left
        result.strictness = left.strictness | right.strictness
        result.isConstant = left.isConstant && right.isConstant
        result.mayTrap = left.mayTrap || right.mayTrap
        result.mayBeNaN = left.mayBeNaN || right.mayBeNaN
        switch left.type {
        case .signed(let bits):
            result.sql = "\(SQLFunction.integer)(\(rawValue), \(-bits), \(left.sql), \(right.sql))"
            result.mayTrap = true
        case .unsigned(let bits):
            result.sql = "\(SQLFunction.integer)(\(rawValue), \(bits), \(left.sql), \(right.sql))"
            result.mayTrap = true
        case .unsigned64:
            result.sql = "\(SQLFunction.integer)(\(rawValue), 64, \(left.sql), \(right.sql))"
            result.mayTrap = true
        case .double, .float:
            // SQLite divides by zero to NULL, Swift to an infinity or NaN.
            let sql =
                self == .divide
                ? "\(SQLFunction.divide)(\(left.sql), \(right.sql))" : "(\(left.sql) \(symbol) \(right.sql))"
            result.sql = left.type == .float ? "\(SQLFunction.single)(\(sql))" : sql
            result.mayBeNaN = true
        case .decimal where self != .divide && self != .remainder:
            result.sql = "\(SQLFunction.decimal)(\(rawValue), \(left.sql), \(right.sql))"
            result.mayBeNaN = true
        default: throw StorageError.unsupportedPredicate("\(symbol) on \(left.type)")
        }
        return result
    }
}
