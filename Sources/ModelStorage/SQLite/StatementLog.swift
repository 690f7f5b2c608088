internal import CSQLite
internal import Synchronization

/// Records the statements that connections to one file run. For tests: connections that are opened without one know nothing
/// of it.
package final class StatementLog: Sendable {
    private static let logs = Mutex<[String: StatementLog]>([:])
    private let statements = Mutex<[String]>([])

    /// Begins to record what connections run that are opened to a path from now on.
    package static func begin(_ path: String) -> StatementLog {
        let log = StatementLog()
        logs.withLock { $0[path] = log }
        return log
    }

    /// What ran since the last call.
    package func take() -> [String] {
        statements.withLock { statements in
            defer { statements = [] }
            return statements
        }
    }

    static func attach(to handle: OpaquePointer, _ path: String) {
        guard let log = logs.withLock({ $0[path] }) else { return }
        // Kept by the table.
        let context = Unmanaged.passUnretained(log).toOpaque()
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, _ in
                guard let context, let text = sqlite3_sql(OpaquePointer(statement)) else { return 0 }
                let log = Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue()
                log.statements.withLock { $0.append(String(cString: text)) }
                return 0
            }, context)
    }
}
