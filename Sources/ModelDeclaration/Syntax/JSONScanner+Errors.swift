extension JSONScanner {
    /// The text ends too early; the message stands at its last character, which an editor can show.
    func atEnd(_ message: String, opened: Int? = nil) -> SyntaxError {
        guard let last = bytes.lastIndex(where: { !$0.isJSONSpace }) else {
            return SyntaxError(
                message: "the document is empty", offset: 0, suggestion: #"begin with { "schema": "…", "models": [] }"#)
        }
        let note = opened.map { (message: "it is opened here", offset: $0) }
        return SyntaxError(message: "the document ends here, but \(message)", offset: last, note: note)
    }

    /// Something stands here that JSON does not have, with the way out for what people write most.
    func unexpected(_ message: String, isValueExpected: Bool = false) -> SyntaxError {
        var error = SyntaxError(message: message, offset: position)
        guard position < bytes.count else { return error }
        if let lookalike { return lookalike }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "#"):
            error.message = "JSON has no comments"
            error.suggestion = "say it in a \"doc\" member"
        case UInt8(ascii: "'"):
            error.message = "JSON has no single quotes"
            error.suggestion = "write \"…\""
        case UInt8(ascii: ","):
            error.suggestion = "remove a comma"
        case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"):
            if bytes[position...].prefix(7).elementsEqual(repeatElement(byte, count: 7)) {
                error.message = "a merge conflict is not resolved here"
                error.suggestion = "keep one of the two sides, and remove the marks"
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            let character = Character(Unicode.Scalar(byte))
            if previousCharacter == UInt8(ascii: ",") {
                error.message = "a value is missing after ','"
                error.suggestion = Suggestion("remove the comma before '\(character)'", removalOfComma)
            } else if isValueExpected {
                error.message += ": '\(character)' closes nothing here"
            }
        case 0x80... where bytes.utf8Length(at: position) == nil:
            error.rule = .encoding
            error.message = "the bytes here are not UTF-8"
            error.suggestion = "save the document as UTF-8"
        case _ where byte.isWordByte: explain(wordHere, &error, isValueExpected)
        case UInt8(ascii: "+"), UInt8(ascii: "."):
            error.message = "a JSON number begins with a digit or '-'"
        default: break
        }
        return error
    }

    private func explain(_ word: String, _ error: inout SyntaxError, _ isValueExpected: Bool) {
        switch word {
        case "NaN", "Infinity": error.message = "JSON has no number \(word)"
        case "True", "False", "None", "nil", "undefined":
            let meant = ["True": "true", "False": "false"][word] ?? "null"
            error.message = "JSON has no '\(word)'"
            error.suggestion = .write(meant)
        default:
            guard isValueExpected else { return }
            error.message += ": '\(word)' is no JSON value"
            error.suggestion = depth == 0 ? "a declaration begins with '{'" : .write(text: word)
        }
    }

    /// What follows a value is neither a comma nor what closes the list or object that was opened there.
    func separatorExpected(_ closing: Character, opened: Int) -> SyntaxError {
        let other: Character = closing == "]" ? "}" : "]"
        if position < bytes.count, bytes[position] == other.asciiValue {
            return SyntaxError(
                message: "'\(other)' does not close what is open here: '\(closing)' is missing", offset: position,
                note: ("it is opened here", opened))
        }
        var error = unexpected("',' or '\(closing)' is missing after the value")
        guard error.suggestion == nil, position < bytes.count else { return error }
        switch bytes[position] {
        case UInt8(ascii: ";"): error.suggestion = Suggestion("write ','", .bytes(position..<(position + 1), ","))
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
            // Behind the value, where a person would put it.
            var end = position
            while end > 0, bytes[end - 1].isJSONSpace { end -= 1 }
            error.suggestion = Suggestion("put a comma before it", .bytes(end..<end, ","))
        default: break
        }
        return error
    }

    func colonExpected() -> SyntaxError {
        var error = unexpected("':' is missing after the key")
        if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
            error.suggestion = Suggestion("write ':'", .bytes(position..<(position + 1), ":"))
        }
        return error
    }

    /// A character that looks like one of JSON's and is another.
    private var lookalike: SyntaxError? {
        guard bytes[position] >= 0x80, let length = bytes.utf8Length(at: position),
            let scalar = String(decoding: bytes[position..<(position + length)], as: UTF8.self).unicodeScalars.first
        else { return nil }
        switch scalar {
        case "\u{2018}"..."\u{201F}", "\u{AB}", "\u{BB}", "\u{2032}", "\u{2033}":
            return SyntaxError(
                message: "JSON's quotes are straight", offset: position, suggestion: "write \"…\"")
        case _ where scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}":
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return SyntaxError(
                message: "U+\(number) is no space to JSON", offset: position,
                suggestion: Suggestion("write a plain space", .bytes(position..<(position + length), " ")))
        default: return nil
        }
    }

    func keyExpected(hasMembers: Bool) -> SyntaxError {
        if position < bytes.count, bytes[position] == UInt8(ascii: "}"), hasMembers {
            return SyntaxError(
                message: "a key is missing after ','", offset: position,
                suggestion: Suggestion("remove the comma before '}'", removalOfComma))
        }
        if position < bytes.count, lookalike == nil, bytes[position].isWordByte,
            bytes.utf8Length(at: position) != nil
        {
            let word = wordHere
            return SyntaxError(
                message: "a key must stand in quotes", offset: position, suggestion: .write(text: word))
        }
        return unexpected("a key in quotes is missing")
    }

    private var previousCharacter: UInt8? { previousIndex.map { bytes[$0] } }

    private var previousIndex: Int? {
        var index = position - 1
        while index >= 0, bytes[index].isJSONSpace { index -= 1 }
        return index >= 0 ? index : nil
    }

    /// Takes out the comma that stands before this place.
    var removalOfComma: Suggestion.Edit? {
        previousIndex.flatMap { bytes[$0] == UInt8(ascii: ",") ? .bytes($0..<($0 + 1), "") : nil }
    }

    /// The word that stands here, cut where it gets long.
    private var wordHere: String {
        var end = position
        while end < bytes.count, bytes[end].isWordByte, end - position < 40, let length = bytes.utf8Length(at: end) {
            end += length
        }
        return String(decoding: bytes[position..<min(end, bytes.count)], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
