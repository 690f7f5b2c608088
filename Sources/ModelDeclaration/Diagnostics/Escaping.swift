/// Makes hostile text harmless where people read it.
package enum Escaping {
    /// The text with its control characters, line and paragraph separators and direction marks spelled out, so that it
    /// stays on one line and moves no cursor.
    package static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isInvisible) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text between quotes as a message shows it: visible, and cut where it gets long.
    package static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.count > 80 else { return "'\(visible(text))'" }
        return "'\(visible(String(String.UnicodeScalarView(text.unicodeScalars.prefix(79)))))…'"
    }

    /// A control character as JSON escapes it.
    static func json(_ byte: UInt8) -> String {
        switch byte {
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0C: return "\\f"
        case 0x0D: return "\\r"
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}
