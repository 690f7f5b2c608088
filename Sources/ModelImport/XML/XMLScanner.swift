internal import ModelDeclaration

/// Reads the XML that Xcode writes for models: elements, attributes, text, comments and the five entities that XML has
/// by itself.
///
/// Foundation's parser tells no place but the end of a tag, and takes ICU and libxml2 into each start of the tool. This one
/// knows where each attribute is. It never fetches anything: a document type is skipped, and one that declares entities is
/// refused.
struct XMLScanner {
    /// Nesting that no model needs.
    static let depthLimit = 64
    /// Bytes that no model has.
    static let sizeLimit = 32 << 20

    private let bytes: [UInt8]
    private let document: Int
    private var position = 0

    init(_ bytes: [UInt8], document: Int) {
        self.bytes = bytes
        self.document = document
    }

    /// The root element of the document.
    mutating func scan() throws(XMLSyntaxError) -> XMLElement {
        guard bytes.count <= Self.sizeLimit else {
            throw XMLSyntaxError(message: "the document has more than \(Self.sizeLimit >> 20) MB", offset: 0)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if let fault = bytes.firstIndexOfInvalidUTF8 {
            throw XMLSyntaxError(
                message: "the bytes here are not UTF-8", offset: fault, suggestion: "save the model as UTF-8")
        }
        var open: [XMLElement] = []
        var root: XMLElement?
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                let text = try scanText()
                if open.isEmpty {
                    guard text.value.unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) else {
                        throw XMLSyntaxError(message: "text outside of the root element", offset: text.offset)
                    }
                } else {
                    open[open.count - 1].text += text.value
                }
                continue
            }
            let start = position
            if take("<!--") {
                try skip(past: "-->", from: start, "the comment")
            } else if take("<![CDATA[") {
                guard !open.isEmpty else {
                    throw XMLSyntaxError(message: "text outside of the root element", offset: start)
                }
                let begin = position
                try skip(past: "]]>", from: start, "the CDATA section")
                open[open.count - 1].text += String(decoding: bytes[begin..<position - 3], as: UTF8.self)
            } else if take("<?") {
                try skip(past: "?>", from: start, "the processing instruction")
            } else if take("<!DOCTYPE") {
                try skipDocumentType(from: start)
            } else if take("</") {
                let name = try scanName()
                skipWhitespace()
                guard let element = open.popLast(), element.name == name else {
                    throw XMLSyntaxError(message: "</\(name)> closes nothing", offset: start)
                }
                guard take(">") else { throw XMLSyntaxError(message: "'>' is missing", offset: position) }
                if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
            } else {
                guard root == nil else { throw XMLSyntaxError(message: "a second root element", offset: start) }
                let (element, isClosed) = try scanTag()
                if !isClosed {
                    guard open.count < Self.depthLimit else {
                        throw XMLSyntaxError(
                            message: "elements are nested more than \(Self.depthLimit) deep", offset: start)
                    }
                    open.append(element)
                } else if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
        if let element = open.last {
            throw XMLSyntaxError(message: "<\(element.name)> is not closed", offset: element.location.offset)
        }
        guard let root else { throw XMLSyntaxError(message: "there is no element", offset: 0) }
        return root
    }

    private mutating func scanTag() throws(XMLSyntaxError) -> (element: XMLElement, isClosed: Bool) {
        var element = XMLElement(name: "", location: Location(document: document, offset: position))
        position += 1
        element.name = try scanName()
        while true {
            let hasSpace = skipWhitespace()
            if take("/>") { return (element, true) }
            if take(">") { return (element, false) }
            let start = position
            guard position < bytes.count else {
                throw XMLSyntaxError(message: "<\(element.name)> is not closed", offset: element.location.offset)
            }
            guard hasSpace else { throw XMLSyntaxError(message: "a space is missing before this", offset: position) }
            let name = try scanName()
            skipWhitespace()
            guard take("=") else { throw XMLSyntaxError(message: "'=' is missing after '\(name)'", offset: position) }
            skipWhitespace()
            let value = try scanValue()
            guard element.value(name) == nil else {
                throw XMLSyntaxError(message: "the attribute '\(name)' is there twice", offset: start)
            }
            element.attributes.append(
                XMLAttribute(name: name, value: value, location: Location(document: document, offset: start)))
        }
    }

    private mutating func scanName() throws(XMLSyntaxError) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard position > start else { throw XMLSyntaxError(message: "a name is missing", offset: start) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func scanValue() throws(XMLSyntaxError) -> String {
        let start = position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else { throw XMLSyntaxError(message: "a value in quotes is missing", offset: position) }
        let quote = bytes[position]
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            switch bytes[position] {
            case UInt8(ascii: "<"):
                throw XMLSyntaxError(message: "'<' must be written '&lt;' in a value", offset: position)
            case UInt8(ascii: "&"): value += try scanReference()
            // Line ends and tabs that are not escaped are spaces.
            case 0x09, 0x0A, 0x0D:
                value.append(0x20)
                position += 1
            default:
                value.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count else { throw XMLSyntaxError(message: "the value is not closed", offset: start) }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func scanText() throws(XMLSyntaxError) -> (value: String, offset: Int) {
        let start = position
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            if bytes[position] == UInt8(ascii: "&") {
                text += try scanReference()
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        return (String(decoding: text, as: UTF8.self), start)
    }

    /// `&amp;` and its like, and characters by number.
    private mutating func scanReference() throws(XMLSyntaxError) -> [UInt8] {
        let start = position
        position += 1
        while position < bytes.count, position - start < 12, bytes[position] != UInt8(ascii: ";") { position += 1 }
        let name = String(decoding: bytes[(start + 1)..<min(position, bytes.count)], as: UTF8.self)
        guard take(";") else { throw XMLSyntaxError(message: "'&' must be written '&amp;'", offset: start) }
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
            guard name.hasPrefix("#"), let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10), number > 0,
                let scalar = Unicode.Scalar(number)
            else {
                throw XMLSyntaxError(
                    message: "the entity '&\(name);' is not one of XML's own", offset: start,
                    suggestion: "models that declare entities are not read")
            }
            return Array(String(scalar).utf8)
        }
    }

    /// What a document type names is never fetched, and one with declarations of its own is not for a model.
    private mutating func skipDocumentType(from start: Int) throws(XMLSyntaxError) {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "["):
                throw XMLSyntaxError(
                    message: "the document type declares something, which is not read", offset: start,
                    suggestion: "remove the document type: Xcode writes none")
            case UInt8(ascii: ">"):
                position += 1
                return
            default: position += 1
            }
        }
        throw XMLSyntaxError(message: "the document type is not closed", offset: start)
    }

    private mutating func skip(past end: StaticString, from start: Int, _ what: String) throws(XMLSyntaxError) {
        while position < bytes.count {
            if take(end) { return }
            position += 1
        }
        throw XMLSyntaxError(message: "\(what) is not closed", offset: start)
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
        position += count
        return true
    }

    @discardableResult private mutating func skipWhitespace() -> Bool {
        let start = position
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate var firstIndexOfInvalidUTF8: Int? {
        var index = 0
        while index < count {
            if self[index] < 0x80 {
                index += 1
            } else {
                guard let length = utf8Length(at: index) else { return index }
                index += length
            }
        }
        return nil
    }
}
