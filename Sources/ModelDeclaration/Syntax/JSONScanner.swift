/// The shape of a JSON text, with places: what is where, before anything is converted.
struct ScannedNode {
    enum Kind {
        case null, bool, number, string
        case array([ScannedNode])
        case object([ScannedMember])
    }

    var kind: Kind
    /// The bytes from the first to behind the last.
    var range: Range<Int>
}

struct ScannedMember {
    var key: String
    var keyOffset: Int
    var value: ScannedNode
    /// Whether the key is there twice; the value is the last one's.
    var isRepeated = false
}

/// Why a text is no JSON, at which byte.
struct SyntaxError: Error {
    var rule: DiagnosticRule = .syntax
    var message: String
    var offset: Int
    var note: (message: String, offset: Int)?
    var suggestion: Suggestion?
}

/// A key that an object has twice.
struct DuplicateKey {
    var key: String
    var offset: Int
    var firstOffset: Int
}

/// Tells whether a key is new to an object. Keys are compared by bytes: Swift takes other spellings of a character for
/// the same, JSON does not.
private struct KeyIndex {
    private static let searchLimit = 16
    private var indices: [[UInt8]: Int] = [:]

    /// The position of the member that has the key already; nil if none has.
    mutating func insert(_ member: ScannedMember, in members: [ScannedMember]) -> Int? {
        if members.count < Self.searchLimit {
            return members.firstIndex { $0.key.utf8.elementsEqual(member.key.utf8) }
        }
        if indices.isEmpty {
            for (index, member) in members.enumerated() { indices[Array(member.key.utf8)] = index }
        }
        let key = Array(member.key.utf8)
        if let first = indices[key] { return first }
        indices[key] = members.count
        return nil
    }
}

/// Decides whether a text is JSON as RFC 8259 has it, finds where each value stands, and sees keys that are there twice.
///
/// json-c builds the values, but it takes more than the standard allows and keeps no places: this is the authority.
struct JSONScanner {
    /// Nesting that no declaration needs; it bounds the recursion of all that follows.
    static let depthLimit = 256
    /// Ten thousand models have half as many values; it bounds the memory of all that follows.
    static let valueLimit = 1_000_000

    let bytes: [UInt8]
    var position = 0
    var depth = 0
    private var count = 0
    var duplicates: [DuplicateKey] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Scans the whole text: one value, and nothing but white space around it.
    mutating func scan() throws(SyntaxError) -> ScannedNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw SyntaxError(
                rule: .encoding, message: "the document begins with a byte-order mark", offset: 0,
                suggestion: "save it as UTF-8 without one")
        }
        skipWhitespace()
        let node = try scanValue()
        skipWhitespace()
        if position < bytes.count {
            let isClosing = bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]")
            throw unexpected("text after the end of the document" + (isClosing ? ": this closes nothing" : ""))
        }
        return node
    }

    private mutating func scanValue() throws(SyntaxError) -> ScannedNode {
        guard position < bytes.count else { throw atEnd("a value is missing") }
        count += 1
        guard count <= Self.valueLimit else {
            throw SyntaxError(
                rule: .tooLarge, message: "the document has more than \(Self.valueLimit) values", offset: position,
                suggestion: "a schema may be spread over several documents")
        }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "{"):
            return try scanObject()
        case UInt8(ascii: "["):
            return try scanArray()
        case UInt8(ascii: "\""):
            _ = try scanString(decoding: false)
            return ScannedNode(kind: .string, range: start..<position)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try scanNumber()
            return ScannedNode(kind: .number, range: start..<position)
        default:
            if take("true") || take("false") { return ScannedNode(kind: .bool, range: start..<position) }
            if take("null") { return ScannedNode(kind: .null, range: start..<position) }
            throw unexpected("a value is missing", isValueExpected: true)
        }
    }

    private mutating func scanObject() throws(SyntaxError) -> ScannedNode {
        let start = position
        try enter()
        var members: [ScannedMember] = []
        var indices = KeyIndex()
        skipWhitespace()
        if !take(UInt8(ascii: "}")) {
            while true {
                guard position < bytes.count else { throw atEnd("the object is not closed", opened: start) }
                guard bytes[position] == UInt8(ascii: "\"") else { throw keyExpected(hasMembers: !members.isEmpty) }
                let keyOffset = position
                let key = try scanString(decoding: true)
                skipWhitespace()
                guard position < bytes.count else { throw atEnd("the object is not closed", opened: start) }
                guard take(UInt8(ascii: ":")) else { throw colonExpected() }
                skipWhitespace()
                let member = ScannedMember(
                    key: key, keyOffset: keyOffset, value: try scanValue())
                // Of two equal keys json-c keeps the last one's value, so the places must be the last one's too.
                if let first = indices.insert(member, in: members) {
                    duplicates.append(
                        DuplicateKey(key: key, offset: keyOffset, firstOffset: members[first].keyOffset))
                    members[first].value = member.value
                    members[first].isRepeated = true
                } else {
                    members.append(member)
                }
                skipWhitespace()
                if take(UInt8(ascii: ",")) {
                    skipWhitespace()
                    continue
                }
                if take(UInt8(ascii: "}")) { break }
                guard position < bytes.count else { throw atEnd("the object is not closed", opened: start) }
                throw separatorExpected("}", opened: start)
            }
        }
        depth -= 1
        return ScannedNode(kind: .object(members), range: start..<position)
    }

    private mutating func scanArray() throws(SyntaxError) -> ScannedNode {
        let start = position
        try enter()
        var elements: [ScannedNode] = []
        skipWhitespace()
        if !take(UInt8(ascii: "]")) {
            while true {
                guard position < bytes.count else { throw atEnd("the list is not closed", opened: start) }
                if bytes[position] == UInt8(ascii: "]") {
                    throw SyntaxError(
                        message: "a value is missing after ','", offset: position,
                        suggestion: Suggestion("remove the comma before ']'", removalOfComma))
                }
                elements.append(try scanValue())
                skipWhitespace()
                if take(UInt8(ascii: ",")) {
                    skipWhitespace()
                    continue
                }
                if take(UInt8(ascii: "]")) { break }
                guard position < bytes.count else { throw atEnd("the list is not closed", opened: start) }
                throw separatorExpected("]", opened: start)
            }
        }
        depth -= 1
        return ScannedNode(kind: .array(elements), range: start..<position)
    }

    private mutating func enter() throws(SyntaxError) {
        guard depth < Self.depthLimit else {
            throw SyntaxError(
                rule: .nesting, message: "values are nested more than \(Self.depthLimit) deep", offset: position)
        }
        depth += 1
        position += 1
    }
}
