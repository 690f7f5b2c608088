internal import CSQLite
internal import Foundation

/// Text as Swift understands it: characters, not bytes.
///
/// Where all is ASCII without carriage returns (CR LF is one character), bytes are characters, and bytes are compared.
enum TextFunctions {
    static let contains: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        let part = SQLArgument(arguments, 1)
        if text.isNull || part.isNull { return SQLResult.setNull(context) }
        let (haystack, needle) = (text.text, part.text)
        if needle.count > 0, isPlain(haystack), isPlain(needle) {
            return SQLResult.set(context, find(needle, in: haystack))
        }
        SQLResult.set(context, containsSequence(text.string, part.string))
    }

    static let startsWith: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        let prefix = SQLArgument(arguments, 1)
        if text.isNull || prefix.isNull { return SQLResult.setNull(context) }
        let (bytes, start) = (text.text, prefix.text)
        if isPlain(bytes), isPlain(start) {
            let isLonger = bytes.count >= start.count
            return SQLResult.set(context, isLonger && bytes[..<start.count].elementsEqual(start))
        }
        SQLResult.set(context, text.string.starts(with: prefix.string))
    }

    /// The least text that can start with a prefix, so that an index narrows the search.
    static let prefixLow: SQLFunction.Body = { context, _, arguments in
        let prefix = SQLArgument(arguments, 0)
        if prefix.isNull { return SQLResult.setNull(context) }
        SQLResult.set(context, narrows(prefix.text) ? prefix.string : "")
    }

    /// A text (or a blob, which comes after all texts) above all that start with a prefix.
    static let prefixHigh: SQLFunction.Body = { context, _, arguments in
        let prefix = SQLArgument(arguments, 0)
        if prefix.isNull { return SQLResult.setNull(context) }
        guard narrows(prefix.text) else {
            return SQLResult.set(context, blob: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        // Nothing in ASCII is above 0x7F, which so ends the range.
        var bytes = Array(prefix.text)
        bytes[bytes.count - 1] += 1
        SQLResult.set(context, String(decoding: bytes, as: UTF8.self))
    }

    static let count: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        if text.isNull { return SQLResult.setNull(context) }
        let bytes = text.text
        SQLResult.set(context, Int64(isPlain(bytes) ? bytes.count : text.string.count))
    }

    static let first: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        guard !text.isNull, let character = text.string.first else { return SQLResult.setNull(context) }
        SQLResult.set(context, String(character))
    }

    static let last: SQLFunction.Body = { context, _, arguments in
        let text = SQLArgument(arguments, 0)
        guard !text.isNull, let character = text.string.last else { return SQLResult.setNull(context) }
        SQLResult.set(context, String(character))
    }

    // MARK: Parts

    /// Whether each byte is a character.
    static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        let wordEnd = bytes.count & ~7
        while index < wordEnd {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            // Finds a byte that is 0x0D.
            let difference = word ^ 0x0D0D_0D0D_0D0D_0D0D
            if (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] >= 0x80 || bytes[index] == 0x0D { return false }
            index += 1
        }
        return true
    }

    /// Whether all texts that start with the prefix lie between it and its successor: three characters of ASCII are
    /// equal to others outside it (the Kelvin sign, the Greek question mark, the varia).
    private static func narrows(_ prefix: UnsafeRawBufferPointer) -> Bool {
        guard prefix.count > 0, isPlain(prefix), prefix[prefix.count - 1] < 0x7F else { return false }
        return !prefix.contains { $0 == UInt8(ascii: "K") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`") }
    }

    static func find(_ needle: UnsafeRawBufferPointer, in haystack: UnsafeRawBufferPointer) -> Bool {
        guard let text = haystack.baseAddress, let part = needle.baseAddress, !needle.isEmpty else {
            return needle.isEmpty
        }
        var place = text
        var remaining = haystack.count - needle.count + 1
        while remaining > 0, let found = memchr(place, Int32(needle[0]), remaining) {
            if memcmp(found, part, needle.count) == 0 { return true }
            remaining -= UnsafeRawPointer(found) - place + 1
            place = UnsafeRawPointer(found) + 1
        }
        return false
    }

    /// The `contains` that Foundation's predicates call.
    static func containsSequence<Text: Collection, Part: Collection>(_ text: Text, _ part: Part) -> Bool
    where Text.Element == Part.Element, Text.Element: Equatable {
        text.contains(part)
    }
}
