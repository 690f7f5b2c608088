internal import CSQLite

/// `ms_matches(text, pattern)`: whether a regular expression is found in a text.
enum RegexFunction {
    /// A compiled pattern, kept by SQLite for as long as the statement runs with that parameter.
    private final class Pattern {
        let regex: Regex<AnyRegexOutput>
        init(_ regex: Regex<AnyRegexOutput>) { self.regex = regex }
    }

    static let matches: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        if text.isNull { return SQLResult.setNull(context) }
        guard let pattern = pattern(context, arguments) else {
            return sqlite3_result_error(context, "the pattern of a predicate does not compile", -1)
        }
        SQLResult.set(context, (try? pattern.regex.firstMatch(in: text.string)) != nil)
    }

    private static func pattern(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Pattern? {
        if let known = sqlite3_get_auxdata(context, 1) {
            return Unmanaged<Pattern>.fromOpaque(known).takeUnretainedValue()
        }
        guard let regex = try? Regex(SQLArgument(arguments, 1).string) else { return nil }
        let pattern = Pattern(regex)
        // SQLite may let go of it at once.
        sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(pattern).toOpaque()) { pointer in
            if let pointer { Unmanaged<Pattern>.fromOpaque(pointer).release() }
        }
        return pattern
    }
}
