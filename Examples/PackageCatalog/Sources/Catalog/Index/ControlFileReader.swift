import Foundation

/// Reads a Debian control file, such as a package index, paragraph by paragraph.
///
/// It holds a paragraph and a piece of the file at a time, whatever the file's size. Fields go on in lines that begin
/// with white space; their names do not depend on case. Bytes that are no UTF-8 are read as Latin-1, which old indexes
/// used.
public final class ControlFileReader {
    public struct Paragraph: Sendable {
        /// The number of the paragraph's first line, from 1.
        public var line: Int
        /// Values by lower-case field name, lines of one value joined by "\n".
        public var fields: [String: String]

        public subscript(name: String) -> String? {
            fields[name].flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    public enum ReadError: Error, Equatable, CustomStringConvertible {
        case tooLong(line: Int)

        public var description: String {
            switch self {
            case .tooLong(let line):
                "line \(line): more than \(ControlFileReader.longestLine) bytes without a line end: this is no package index"
            }
        }
    }

    public static let longestLine = 1 << 20
    private static let pieceSize = 1 << 16

    private let file: FileHandle
    private let wanted: Set<String>
    private var piece: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// The number of the line that was read last.
    private(set) public var line = 0
    /// How many lines were neither a field nor the continuation of one.
    private(set) public var malformedLines = 0
    /// How many values were not UTF-8.
    private(set) public var repairedValues = 0

    /// - Parameter wanted: the fields to keep, in lower case.
    public init(_ file: FileHandle, keeping wanted: Set<String>) {
        self.file = file
        self.wanted = wanted
    }

    /// The next paragraph that has a field, or nil at the end.
    ///
    /// - Throws: ``ReadError``, or an error of the file.
    public func next() throws -> Paragraph? {
        var paragraph = Paragraph(line: line + 1, fields: [:])
        var isEmpty = true
        var field: String?
        var value: [UInt8] = []
        func finishField() {
            if let field { paragraph.fields[field] = text(value) }
            field = nil
        }
        while let bytes = try nextLine() {
            guard let first = bytes.first(where: { !Self.isSpace($0) }) else {
                if isEmpty { continue }
                finishField()
                return paragraph
            }
            if isEmpty { paragraph.line = line }
            isEmpty = false
            if bytes[0] == UInt8(ascii: "#") { continue }
            if Self.isSpace(bytes[0]) {
                if field != nil {
                    value.append(UInt8(ascii: "\n"))
                    value += bytes.dropFirst()
                }
            } else if first != UInt8(ascii: ":"), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                finishField()
                let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
                guard wanted.contains(name) else { continue }
                field = name
                value = Array(bytes[(colon + 1)...].drop(while: Self.isSpace))
            } else {
                finishField()
                malformedLines += 1
            }
        }
        finishField()
        return isEmpty ? nil : paragraph
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        repairedValues += 1
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The next line without its end, or nil at the end of the file.
    private func nextLine() throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            if position == piece.count {
                guard !isAtEnd, let data = try file.read(upToCount: Self.pieceSize), !data.isEmpty else {
                    isAtEnd = true
                    if bytes.isEmpty { return nil }
                    break
                }
                piece = [UInt8](data)
                position = 0
            }
            let start = position
            let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
            bytes += piece[start..<(end ?? piece.count)]
            position = end.map { $0 + 1 } ?? piece.count
            if bytes.count > Self.longestLine { throw ReadError.tooLong(line: line + 1) }
            if end != nil { break }
        }
        line += 1
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
