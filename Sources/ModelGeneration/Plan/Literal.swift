/// Values as Swift source.
enum Literal {
    /// A string literal that holds exactly `text`, on one line, of characters that show themselves.
    static func string(_ text: String) -> String {
        // Most texts are names.
        if text.utf8.allSatisfy(isPlain) { return "\"" + text + "\"" }
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "\0": literal += "\\0"
            default:
                if scalar.isInvisible {
                    literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }

    /// Whether a byte stands for itself in a string literal.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// An integer literal, its digits in groups as swift-format wants them.
    static func integer(_ value: Int128) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + (digits.utf8.count < 7 ? digits : grouped(digits, by: 3))
    }

    /// The shortest literal that reads back as the same number.
    static func double(_ value: Double) -> String { value.description }

    /// A bit mask.
    static func mask(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return "0x" + (digits.utf8.count < 8 ? digits : grouped(digits, by: 4))
    }

    private static func grouped(_ digits: String, by size: Int) -> String {
        var grouped = ""
        for (position, digit) in digits.enumerated() {
            if position > 0 && (digits.utf8.count - position).isMultiple(of: size) { grouped += "_" }
            grouped.append(digit)
        }
        return grouped
    }

    /// Text as the lines of a comment, each beginning with `marker`. Every kind of line end ends a line, CR included,
    /// since it ends a comment; what a reader could not see is shown by its number.
    static func comment(_ text: String?, marker: String = "///") -> [String] {
        guard let text else { return [] }
        var lines: [String] = []
        var line = ""
        var previous: Unicode.Scalar?
        func ended() -> String {
            while let last = line.unicodeScalars.last, last.properties.isWhitespace { line.unicodeScalars.removeLast() }
            return line.isEmpty ? marker : "\(marker) \(line)"
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(ended())
                line = ""
            case "\t": line += "    "
            default:
                if scalar.isInvisible {
                    line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    line.unicodeScalars.append(scalar)
                }
            }
            previous = scalar
        }
        lines.append(ended())
        // Blank lines around the text say nothing.
        while lines.last == marker { lines.removeLast() }
        return Array(lines.drop { $0 == marker })
    }

    /// Text on one line, for a comment of our own.
    static func oneLine(_ text: String) -> String {
        comment(text, marker: "").map(\.trimmedStart).joined(separator: " ")
    }
}

extension String {
    fileprivate var trimmedStart: Substring { drop { $0 == " " } }
}

extension Unicode.Scalar {
    /// Controls, and characters that reorder or join what stands around them without being seen.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        // A joiner is part of many emoji and scripts; all other format characters hide things.
        case .format: value != 0x200D && value != 0x200C
        default: false
        }
    }
}
