extension JSONScanner {
    /// The text ends too early; the message stands at its last character, which an editor can show.
    func atEnd(_ message: String, opened: Int? = nil) -> SyntaxError {
        var last = bytes.count - 1
        while last > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[last]) { last -= 1 }
        let note = opened.map { (message: "it is opened here", offset: $0) }
        return SyntaxError(
            message: bytes.isEmpty ? "the document is empty" : "the document ends here, but \(message)",
            offset: max(last, 0), note: note,
            suggestion: bytes.isEmpty ? #"begin with { "schema": "…", "models": [] }"# : nil)
    }

    /// Something stands here that JSON does not have, with the way out for what people write most.
    func unexpected(_ message: String, isValueExpected: Bool = false) -> SyntaxError {
        var error = SyntaxError(message: message, offset: position)
        guard position < bytes.count else { return error }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "/"):
            error.message = "JSON has no comments"
            error.suggestion = "say it in a \"doc\" member"
        case UInt8(ascii: "'"):
            error.message = "JSON has no single quotes"
            error.suggestion = "write \"…\""
        case UInt8(ascii: ","):
            error.suggestion = "remove a comma"
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            let character = Character(Unicode.Scalar(byte))
            if previousCharacter == UInt8(ascii: ",") {
                error.message = "a value is missing after ','"
                error.suggestion = "remove the comma before '\(character)'"
            } else if isValueExpected {
                error.message += ": '\(character)' closes nothing here"
            }
        case 0x80... where bytes.utf8Length(at: position) == nil:
            error.rule = .encoding
            error.message = "the bytes here are not UTF-8"
            error.suggestion = "save the document as UTF-8"
        case _ where byte.isWordByte:
            let word = wordHere
            switch word {
            case "NaN", "Infinity": error.message = "JSON has no number \(word)"
            case "True", "False", "None", "nil", "undefined":
                let meant = ["True": "true", "False": "false"][word] ?? "null"
                error.message = "JSON has no '\(word)'"
                error.suggestion = "write \(meant)"
            default: if isValueExpected { error.message += ": '\(word)' is no JSON value" }
            }
        case UInt8(ascii: "+"), UInt8(ascii: "."):
            error.message = "a JSON number begins with a digit or '-'"
        default: break
        }
        return error
    }

    func keyExpected(hasMembers: Bool) -> SyntaxError {
        if position < bytes.count, bytes[position] == UInt8(ascii: "}"), hasMembers {
            return SyntaxError(
                message: "a key is missing after ','", offset: position, suggestion: "remove the comma before '}'")
        }
        if position < bytes.count, bytes[position].isWordByte, bytes.utf8Length(at: position) != nil {
            let word = wordHere
            return SyntaxError(
                message: "a key must stand in quotes", offset: position, suggestion: "write \"\(word)\"")
        }
        return unexpected("a key in quotes is missing")
    }

    private var previousCharacter: UInt8? {
        var index = position - 1
        while index >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index -= 1 }
        return index >= 0 ? bytes[index] : nil
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
