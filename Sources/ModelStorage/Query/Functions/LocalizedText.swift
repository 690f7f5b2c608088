internal import CSQLite
internal import Foundation

/// Comparisons of text as people make them, in the current locale; ASCII by its bytes.
enum LocalizedText {
    /// Locales in which the case of ASCII letters is not what it is elsewhere.
    private static let hasPlainASCII: Bool = {
        let language = Locale.current.language.languageCode?.identifier ?? "en"
        return !["tr", "az", "lt"].contains(language)
    }()

    static func contains(_ text: String, _ part: String) -> Bool { text.localizedStandardContains(part) }
    static func caseInsensitiveCompare(_ left: String, _ right: String) -> ComparisonResult {
        left.caseInsensitiveCompare(right)
    }
    static func compare(_ left: String, _ right: String) -> ComparisonResult { left.localizedCompare(right) }

    static let contains: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        let part = SQLArgument(arguments, 1)
        if text.isNull || part.isNull { return SQLResult.setNull(context) }
        let (haystack, needle) = (text.text, part.text)
        if hasPlainASCII, needle.count > 0, isPlain(haystack), isPlain(needle) {
            return SQLResult.set(context, findFolded(needle, in: haystack))
        }
        SQLResult.set(context, contains(text.string, part.string))
    }

    static let caseInsensitiveCompare: SQLFunction.Body = { context, _, arguments in
        compare(context, arguments) { caseInsensitiveCompare($0, $1) }
    }

    static let localizedCompare: SQLFunction.Body = { context, _, arguments in
        compare(context, arguments) { compare($0, $1) }
    }

    private static func compare(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
        _ compare: (String, String) -> ComparisonResult
    ) {
        let left = SQLArgument(arguments, 0)
        let right = SQLArgument(arguments, 1)
        if left.isNull || right.isNull { return SQLResult.setNull(context) }
        SQLResult.set(context, Int64(compare(left.string, right.string).rawValue))
    }

    /// Letters, digits and punctuation that fold one by one; control characters may be ignored by the locale's rules.
    private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        TextFunctions.isPlain(bytes) && !bytes.contains { $0 < 0x20 || $0 == 0x7F }
    }

    private static func findFolded(_ needle: UnsafeRawBufferPointer, in haystack: UnsafeRawBufferPointer) -> Bool {
        guard haystack.count >= needle.count else { return false }
        let first = folded(needle[0])
        for start in 0...(haystack.count - needle.count) where folded(haystack[start]) == first {
            var index = 1
            while index < needle.count, folded(haystack[start + index]) == folded(needle[index]) { index += 1 }
            if index == needle.count { return true }
        }
        return false
    }

    @inline(__always)
    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
