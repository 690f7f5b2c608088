internal import CSQLite
internal import Foundation

/// Sums and averages: exact for integers and decimals, in the order of the rows for floating point.
enum SumFunctions {
    /// What the values are.
    enum Kind: CaseIterable {
        case signed, unsigned, unsigned64, real, decimal

        init?(_ type: ScalarType) {
            switch type {
            case .signed: self = .signed
            case .unsigned: self = .unsigned
            case .unsigned64: self = .unsigned64
            case .double, .float: self = .real
            case .decimal: self = .decimal
            default: return nil
            }
        }
    }

    /// The message of a sum that does not fit.
    static let overflow = "arithmetic overflow in a sum"

    /// Lives in memory that SQLite gives, all zero at first.
    private struct State {
        var count: Int64
        var integer: Int128
        var real: Double
        var decimal: Decimal
        var isInvalid: Bool
    }

    /// SQLite aligns to 8 bytes only.
    private static func state(_ context: OpaquePointer?) -> UnsafeMutablePointer<State>? {
        let size = MemoryLayout<State>.stride + MemoryLayout<State>.alignment
        return sqlite3_aggregate_context(context, Int32(size))?
            .alignedUp(for: State.self).assumingMemoryBound(to: State.self)
    }

    /// SQLite's data argument would tell the kind as well; a function for each is quicker.
    static func step(_ kind: Kind) -> SQLFunction.Body {
        switch kind {
        case .signed, .unsigned:
            { context, _, arguments in SumFunctions.add(context, arguments) { $0.integer += Int128($1.integer) } }
        case .unsigned64:
            { context, _, arguments in
                SumFunctions.add(context, arguments) {
                    $0.integer += Int128(UInt64(bitPattern: $1.integer) ^ (1 << 63))
                }
            }
        case .real: { context, _, arguments in SumFunctions.add(context, arguments) { $0.real += $1.real } }
        case .decimal:
            { context, _, arguments in
                SumFunctions.add(context, arguments) { state, value in
                    if let number = StoredDecimal.decode(value.blob) {
                        state.decimal += number
                    } else {
                        state.isInvalid = true
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func add(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (inout State, SQLArgument) -> Void
    ) {
        let value = SQLArgument(arguments, 0)
        if value.isNull { return }
        guard let state = SumFunctions.state(context) else { return sqlite3_result_error_nomem(context) }
        state.pointee.count += 1
        body(&state.pointee, value)
    }

    static func finishSum(_ kind: Kind) -> @convention(c) (OpaquePointer?) -> Void {
        switch kind {
        case .signed:
            { context in
                let sum = SumFunctions.state(context)?.pointee.integer ?? 0
                guard let value = Int64(exactly: sum) else { return SumFunctions.fail(context) }
                SQLResult.set(context, value)
            }
        case .unsigned, .unsigned64:
            { context in
                let sum = SumFunctions.state(context)?.pointee.integer ?? 0
                guard let value = UInt64(exactly: sum) else { return SumFunctions.fail(context) }
                SQLResult.set(context, Int64(bitPattern: value ^ (1 << 63)))
            }
        case .real: { context in SQLResult.set(context, SumFunctions.state(context)?.pointee.real ?? 0) }
        case .decimal: { context in SumFunctions.set(context, SumFunctions.state(context)?.pointee, divided: false) }
        }
    }

    static func finishAverage(_ kind: Kind) -> @convention(c) (OpaquePointer?) -> Void {
        switch kind {
        case .signed, .unsigned, .unsigned64:
            { context in
                guard let state = SumFunctions.state(context)?.pointee, state.count > 0 else {
                    return SQLResult.setNull(context)
                }
                SQLResult.set(context, Double(state.integer) / Double(state.count))
            }
        case .real:
            { context in
                guard let state = SumFunctions.state(context)?.pointee, state.count > 0 else {
                    return SQLResult.setNull(context)
                }
                SQLResult.set(context, state.real / Double(state.count))
            }
        case .decimal: { context in SumFunctions.set(context, SumFunctions.state(context)?.pointee, divided: true) }
        }
    }

    private static func set(_ context: OpaquePointer?, _ state: State?, divided: Bool) {
        var sum = state?.decimal ?? 0
        let count = state?.count ?? 0
        if divided {
            if count == 0 { return SQLResult.setNull(context) }
            sum /= Decimal(count)
        }
        guard state?.isInvalid != true, let bytes = StoredDecimal.encode(sum) else { return SumFunctions.fail(context) }
        bytes.withUnsafeBytes { SQLResult.set(context, blob: $0) }
    }

    private static func fail(_ context: OpaquePointer?) { sqlite3_result_error(context, overflow, -1) }
}
