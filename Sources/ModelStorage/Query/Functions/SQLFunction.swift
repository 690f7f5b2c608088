internal import CSQLite
internal import Foundation

/// The SQL functions that give Swift's meaning where SQLite's own differ.
///
/// They are for this library's statements only: no stored schema may use them (D21), and `SQLITE_DIRECTONLY` sees to it.
enum SQLFunction {
    static let contains = "ms_contains"
    static let startsWith = "ms_starts_with"
    static let prefixLow = "ms_prefix_low"
    static let prefixHigh = "ms_prefix_high"
    static let characterCount = "ms_count"
    static let firstCharacter = "ms_first"
    static let lastCharacter = "ms_last"
    static let localizedContains = "ms_localized_contains"
    static let caseInsensitiveCompare = "ms_case_compare"
    static let localizedCompare = "ms_localized_compare"
    static let integer = "ms_int"
    static let decimal = "ms_decimal"
    static let divide = "ms_divide"
    static let single = "ms_float"
    static let elementCount = "ms_elements"
    static let hasElement = "ms_has_element"
    static let value = "ms_value"
    static let element = "ms_element"
    static let slice = "ms_slice"
    static let matches = "ms_matches"
    /// Followed by the kind's name: an aggregate gets no arguments at its end.
    static let sum = "ms_sum_"
    static let average = "ms_average_"

    typealias Body = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Makes the functions known to a connection.
    static func register(on connection: Connection) throws {
        let functions: [(String, Int32, Body)] = [
            (contains, 2, TextFunctions.contains), (startsWith, 2, TextFunctions.startsWith),
            (prefixLow, 1, TextFunctions.prefixLow), (prefixHigh, 1, TextFunctions.prefixHigh),
            (characterCount, 1, TextFunctions.count), (firstCharacter, 1, TextFunctions.first),
            (lastCharacter, 1, TextFunctions.last), (integer, 4, NumberFunctions.integer),
            (decimal, 3, NumberFunctions.decimal), (divide, 2, NumberFunctions.divide),
            (elementCount, 1, CollectionFunctions.count),
            (hasElement, 3, CollectionFunctions.hasElement), (value, 3, CollectionFunctions.value),
            (element, 3, CollectionFunctions.element), (slice, 3, CollectionFunctions.slice),
            (matches, 2, RegexFunction.matches),
            (localizedContains, 2, LocalizedText.contains),
            (caseInsensitiveCompare, 2, LocalizedText.caseInsensitiveCompare),
            (localizedCompare, 2, LocalizedText.localizedCompare), (single, 1, NumberFunctions.single),
        ]
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        for (name, count, body) in functions {
            let code = sqlite3_create_function_v2(connection.handle, name, count, flags, nil, body, nil, nil, nil)
            guard code == SQLITE_OK else { throw connection.error(code, name) }
        }
        try EachElement.register(on: connection)
        for kind in SumFunctions.Kind.allCases {
            for (name, finish) in [
                (sum, SumFunctions.finishSum(kind)), (average, SumFunctions.finishAverage(kind)),
            ] {
                let code = sqlite3_create_function_v2(
                    connection.handle, "\(name)\(kind)", 1, flags, nil, nil, SumFunctions.step(kind), finish, nil)
                guard code == SQLITE_OK else { throw connection.error(code, name) }
            }
        }
    }
}

/// An argument of an SQL function.
struct SQLArgument {
    let value: OpaquePointer?

    init(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int) { value = arguments?[index] }

    var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }
    var isReal: Bool { sqlite3_value_type(value) == SQLITE_FLOAT }
    var integer: Int64 { sqlite3_value_int64(value) }
    var real: Double { sqlite3_value_double(value) }

    /// UTF-8, good until the function returns.
    var text: UnsafeRawBufferPointer {
        let bytes = sqlite3_value_text(value)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
    }
    var blob: UnsafeRawBufferPointer {
        let bytes = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
    }
    var string: String { String(decoding: text, as: UTF8.self) }
}

/// Gives an SQL function's result.
enum SQLResult {
    static func set(_ context: OpaquePointer?, _ value: Bool) { sqlite3_result_int(context, value ? 1 : 0) }
    static func set(_ context: OpaquePointer?, _ value: Int64) { sqlite3_result_int64(context, value) }
    static func set(_ context: OpaquePointer?, _ value: Double) { sqlite3_result_double(context, value) }
    static func setNull(_ context: OpaquePointer?) { sqlite3_result_null(context) }

    static func set(_ context: OpaquePointer?, _ value: String) {
        var value = value
        value.withUTF8 { bytes in
            UnsafeRawBufferPointer(bytes).withMemoryRebound(to: CChar.self) { characters in
                sqlite3_result_text64(
                    context, characters.baseAddress ?? Statement.empty, UInt64(characters.count), Statement.copied,
                    UInt8(SQLITE_UTF8))
            }
        }
    }

    static func set(_ context: OpaquePointer?, blob bytes: UnsafeRawBufferPointer) {
        sqlite3_result_blob64(
            context, bytes.baseAddress ?? UnsafeRawPointer(Statement.empty), UInt64(bytes.count), Statement.copied)
    }
}
