#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The texts that stand for values which JSON does not have.
package enum LiteralSyntax {
    static func data(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text).map(Array.init)
    }

    /// The canonical spelling of a UUID.
    package static func uuid(_ text: String) -> String? {
        UUID(uuidString: text)?.uuidString
    }

    package static func isURL(_ text: String) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
            && URL(string: text) != nil
    }

    /// A decimal number of up to 38 significant digits: `-12.50`, `1e-9`.
    package static func isDecimal(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.hasPrefix("-") { rest = rest.dropFirst() }
        let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard mantissa.count <= 2, mantissa.allSatisfy(isDigits) else { return false }
        guard mantissa.joined().drop(while: { $0 == "0" }).utf8.count <= 38 else { return false }
        guard parts.count == 2 else { return true }
        var exponent = parts[1]
        if exponent.hasPrefix("+") || exponent.hasPrefix("-") { exponent = exponent.dropFirst() }
        return isDigits(exponent) && exponent.utf8.count <= 3 && Int(parts[1]).map { (-120...120).contains($0) } == true
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
