internal import CSQLite
internal import Foundation

/// Orders of text in the current locale, as collations of a connection. No stored schema uses them (D21).
enum LocalizedCollation: CaseIterable {
    case plain, standard

    var name: String {
        switch self {
        case .plain: "ms_localized"
        case .standard: "ms_localized_standard"
        }
    }

    func compare(_ left: String, _ right: String) -> ComparisonResult {
        switch self {
        case .plain: left.localizedCompare(right)
        case .standard: left.localizedStandardCompare(right)
        }
    }

    private typealias Body =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32

    static func register(on connection: Connection) throws {
        for collation in allCases {
            let body: Body =
                switch collation {
                case .plain: { _, a, left, b, right in LocalizedCollation.plain.order(a, left, b, right) }
                case .standard: { _, a, left, b, right in LocalizedCollation.standard.order(a, left, b, right) }
                }
            let code = sqlite3_create_collation_v2(
                connection.handle, collation.name, SQLITE_UTF8, nil, body, nil)
            guard code == SQLITE_OK else { throw connection.error(code, collation.name) }
        }
    }

    private func order(
        _ leftCount: Int32, _ left: UnsafeRawPointer?, _ rightCount: Int32, _ right: UnsafeRawPointer?
    ) -> Int32 {
        let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        return Int32(compare(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)).rawValue)
    }
}
