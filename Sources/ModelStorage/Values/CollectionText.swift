internal import Foundation

/// Writes values as JSON text, the form in which collections are stored.
public struct _$CollectionWriter {
    private(set) var bytes: [UInt8] = []
    /// A value that JSON text cannot hold was met: NaN.
    private(set) var isRefused = false

    init() {}

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func append(_ byte: Character) { bytes.append(byte.asciiValue ?? 0x3F) }
    mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }
    mutating func refuse() { isRefused = true }

    /// A JSON string; what is not ASCII is kept as it is.
    mutating func appendString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                append("\\u00")
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Reads what `_$CollectionWriter` wrote, and any other JSON text of the same shape.
public struct _$CollectionReader {
    struct Malformed: Error {
        let offset: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var error: Malformed { Malformed(offset: offset) }

    mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    /// Whether the next character is the given one; it is consumed then.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws {
        if !take(character) { throw error }
    }

    /// Whether a word such as `null` follows; it is consumed then.
    mutating func take(word: StaticString) -> Bool {
        skipSpace()
        let count = word.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] { return false }
        offset += count
        return true
    }

    mutating func expectEnd() throws {
        skipSpace()
        if offset != bytes.count { throw error }
    }

    /// The characters of a number.
    mutating func number() throws -> Substring {
        skipSpace()
        let start = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                offset += 1
            default:
                return try slice(start)
            }
        }
        return try slice(start)
    }

    private func slice(_ start: Int) throws -> Substring {
        if start == offset { throw error }
        return String(decoding: bytes[start..<offset], as: UTF8.self)[...]
    }

    mutating func string() throws -> String {
        try expect("\"")
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\") {
            offset += 1
        }
        guard offset < bytes.count else { throw error }
        if bytes[offset] == UInt8(ascii: "\"") {
            defer { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }
        return try stringWithEscapes(start)
    }

    private mutating func stringWithEscapes(_ start: Int) throws -> String {
        var text = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
                continue
            }
            guard offset < bytes.count else { throw error }
            let escape = bytes[offset]
            offset += 1
            switch escape {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
            case UInt8(ascii: "u"):
                var scalar = try hexDigits()
                if (0xD800..<0xDC00).contains(scalar) {
                    guard take(word: "\\u") else { throw error }
                    let low = try hexDigits()
                    guard (0xDC00..<0xE000).contains(low) else { throw error }
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                }
                guard let character = Unicode.Scalar(scalar) else { throw error }
                text.append(contentsOf: String(character).utf8)
            default: throw error
            }
        }
        throw error
    }

    private mutating func hexDigits() throws -> UInt32 {
        guard offset + 4 <= bytes.count,
            let value = UInt32(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
        else { throw error }
        offset += 4
        return value
    }

    /// The bytes of the value that follows, whatever it is.
    mutating func rawValue() throws -> Data {
        skipSpace()
        let start = offset
        var depth = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                _ = try string()
                if depth == 0 { return Data(bytes[start..<offset]) }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return Data(bytes[start..<offset]) }
                depth -= 1
                if depth == 0 {
                    offset += 1
                    return Data(bytes[start..<offset])
                }
            case UInt8(ascii: ","):
                if depth == 0 { return Data(bytes[start..<offset]) }
            default: break
            }
            offset += 1
        }
        if depth > 0 || start == offset { throw error }
        return Data(bytes[start..<offset])
    }
}
