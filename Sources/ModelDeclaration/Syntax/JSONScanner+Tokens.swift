extension JSONScanner {
    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Takes a word if it stands here, and not only as the beginning of a longer one.
    mutating func take(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] { return false }
        if end < bytes.count, bytes[end].isWordByte { return false }
        position = end
        return true
    }

    mutating func scanNumber() throws(SyntaxError) {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let firstDigit = position
        guard skipDigits() > 0 else { throw numberError("a digit is missing after '-'", start) }
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
            throw numberError("a number does not begin with a zero", start)
        }
        if take(UInt8(ascii: ".")), skipDigits() == 0 { throw numberError("a digit is missing after '.'", start) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if skipDigits() == 0 { throw numberError("the exponent has no digits", start) }
        }
        if position < bytes.count, bytes[position].isWordByte || bytes[position] == UInt8(ascii: ".") {
            switch bytes[position] {
            case UInt8(ascii: "x"), UInt8(ascii: "X"): throw numberError("JSON has no hexadecimal numbers", start)
            case UInt8(ascii: "_"): throw numberError("JSON's numbers have no underscores", start)
            default: throw numberError("this is no number", start)
            }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position - start
    }

    /// The message points at the byte that is wrong, or at the number where the document ends.
    private func numberError(_ message: String, _ start: Int) -> SyntaxError {
        SyntaxError(message: message, offset: position < bytes.count ? position : start)
    }

    /// Checks a string, from its opening quote to behind its closing one; returns its text if it is asked for.
    mutating func scanString(decoding: Bool) throws(SyntaxError) -> String {
        let start = position
        position += 1
        var decoded: [UInt8] = []
        var plainStart = position
        while true {
            guard position < bytes.count else { throw atEnd("the string is not closed", opened: start) }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let end = position
                position += 1
                guard decoding else { return "" }
                // Most strings have no escapes in them.
                if decoded.isEmpty { return String(decoding: bytes[plainStart..<end], as: UTF8.self) }
                decoded += bytes[plainStart..<end]
                return String(decoding: decoded, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if decoding { decoded += bytes[plainStart..<position] }
                let scalar = try scanEscape(opened: start)
                if decoding { decoded += Array(String(Character(scalar)).utf8) }
                plainStart = position
            case 0x0A, 0x0D:
                throw SyntaxError(
                    message: "the string is not closed on its line", offset: position,
                    note: ("it is opened here", start),
                    suggestion: "close it with '\"', or write a line end in it as \\n")
            case 0..<0x20:
                throw SyntaxError(
                    message: "a control character must be escaped in a string", offset: position,

                    suggestion: Suggestion(
                        "write it as \(Escaping.json(byte))", .bytes(position..<(position + 1), Escaping.json(byte))))
            case 0x20..<0x80:
                position += 1
            default:
                guard let length = bytes.utf8Length(at: position) else {
                    throw SyntaxError(
                        rule: .encoding, message: "the bytes here are not UTF-8", offset: position,
                        suggestion: "save the document as UTF-8")
                }
                position += length
            }
        }
    }

    private mutating func scanEscape(opened start: Int) throws(SyntaxError) -> Unicode.Scalar {
        let escape = position
        position += 1
        guard position < bytes.count else { throw atEnd("the string is not closed", opened: start) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            throw SyntaxError(
                message: "JSON has no such escape", offset: escape,
                suggestion: Suggestion("write a backslash as \\\\", .bytes(escape..<(escape + 1), "\\\\")))
        }
        let first = try scanHexadecimal(escape)
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Half of a surrogate pair: the other half must follow, the high one first.
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw loneSurrogate(escape) }
        position += 2
        let second = try scanHexadecimal(escape)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw loneSurrogate(escape) }
        return scalar
    }

    private func loneSurrogate(_ offset: Int) -> SyntaxError {
        SyntaxError(message: "half of a surrogate pair stands alone, which is no character", offset: offset)
    }

    private mutating func scanHexadecimal(_ escape: Int) throws(SyntaxError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = bytes[position].hexadecimalValue else {
                throw SyntaxError(message: "\\u needs four hexadecimal digits", offset: escape)
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}

extension UInt8 {
    /// A byte that continues a word: ASCII letters, digits, the underscore and all of what is not ASCII.
    var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension [UInt8] {
    /// The length of the well-formed UTF-8 sequence that begins here; nil where none does.
    package func utf8Length(at index: Int) -> Int? {
        let lead = self[index]
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= count, second.contains(self[index + 1]) else { return nil }
        for following in index + 2..<index + length where self[following] & 0xC0 != 0x80 { return nil }
        return length
    }
}
