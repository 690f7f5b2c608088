/// The way out of a fault: a sentence, and where that is known what to write, so that an editor can do it.
package struct Suggestion: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// What to write where.
    package enum Edit: Hashable, Sendable {
        /// JSON for the value or key at the message's place.
        case value(String)
        /// Another name for one that stands once in the text at the message's place.
        case name(String, replacement: String)
        /// A text for bytes of the message's document.
        case bytes(Range<Int>, String)
    }

    package var text: String
    package var edit: Edit?

    package init(_ text: String, _ edit: Edit? = nil) {
        self.text = text
        self.edit = edit
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// "write JSON", where the JSON is complete: a sketch, with an ellipsis in it, is for a person to fill in.
    static func write(_ json: String, _ more: String = "") -> Suggestion {
        Suggestion("write \(json)\(more)", json.contains("…") ? nil : .value(json))
    }

    /// "write "text"", as a JSON string.
    static func write(text: String, _ more: String = "") -> Suggestion {
        Suggestion("write \"\(text)\"\(more)", .value(JSONText.string(text).oneLine))
    }

    /// "did you mean 'x'?", for a name that stands in the text at the message's place.
    static func didYouMean(_ meant: String, for name: String) -> Suggestion {
        Suggestion("did you mean \(Escaping.quoted(meant))?", .name(name, replacement: meant))
    }
}

extension Suggestion {
    /// The bytes to replace, and by what; nil where there is no edit, or where it does not fit what stands there.
    func replacement(at offset: Int, in bytes: [UInt8]) -> (range: Range<Int>, text: String)? {
        switch edit {
        case nil: return nil
        case .bytes(let range, let text):
            return range.upperBound <= bytes.count ? (range, text) : nil
        case .value(let json):
            return SourceToken.value(at: offset, in: bytes).map { ($0, json) }
        case .name(let name, let replacement):
            // Names that are escaped in a string are nobody's slip of the pen.
            let plain = { (text: String) in
                !text.isEmpty && JSONText.string(text).oneLine.utf8.count == text.utf8.count + 2
            }
            guard plain(name), plain(replacement), offset < bytes.count, bytes[offset] == UInt8(ascii: "\""),
                let token = SourceToken.value(at: offset, in: bytes)
            else { return nil }
            let found = SourceToken.words(Array(name.utf8), in: bytes, token)
            return found.count == 1 ? (found[0], replacement) : nil
        }
    }
}

/// Finds where things end that begin somewhere in a document.
enum SourceToken {
    /// The end of the word, number or string at a place, within its line; of anything else, of its first byte.
    static func end(at start: Int, in bytes: [UInt8]) -> Int {
        // A line may be the whole document: nothing is looked at beyond the token.
        func goes(on index: Int) -> Bool { index < bytes.count && bytes[index] != 0x0A && bytes[index] != 0x0D }
        guard goes(on: start) else { return start }
        var index = start + 1
        if bytes[start] == UInt8(ascii: "\"") {
            while goes(on: index), bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") && goes(on: index + 1) ? 2 : 1
            }
            if goes(on: index) { index += 1 }
        } else if bytes[start].isNumberByte {
            while goes(on: index), bytes[index].isNumberByte || bytes[index].isWordByte { index += 1 }
        } else if bytes[start].isWordByte {
            while goes(on: index), bytes[index].isWordByte { index += 1 }
        }
        return index
    }

    /// The bytes of the JSON value at a place, as far as it is one; nil where the document ends before it does.
    static func value(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let end = end(at: index, in: bytes)
                guard end > index + 1, bytes[end - 1] == UInt8(ascii: "\"") else { return nil }
                index = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                index += 1
            default:
                while index < bytes.count, !bytes[index].endsWord { index += 1 }
            }
            if depth == 0 { return index > start ? start..<index : nil }
            if depth < 0 { return nil }
        }
        return nil
    }

    /// Where a word stands in a part of a document, by itself.
    static func words(_ word: [UInt8], in bytes: [UInt8], _ part: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = part.lowerBound
        while index + word.count <= part.upperBound {
            let end = index + word.count
            let isBegun = index > part.lowerBound && bytes[index - 1].isWordByte
            let goesOn = end < part.upperBound && bytes[end].isWordByte
            if !isBegun, !goesOn, bytes[index..<end].elementsEqual(word) {
                found.append(index..<end)
                index = end
            } else {
                index += 1
            }
        }
        return found
    }
}

extension UInt8 {
    /// Whether it is a digit, a sign or a point.
    fileprivate var isNumberByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Whether it cannot be part of a number or a word of JSON.
    fileprivate var endsWord: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "\""), 0x20, 0x09, 0x0A, 0x0D:
            true
        default: false
        }
    }
}
