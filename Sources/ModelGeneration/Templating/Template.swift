/// A parsed Mustache template: https://mustache.github.io/mustache.5.html without lambdas, inheritance and escaping.
package struct Template: Sendable {
    /// A part of a template.
    enum Node: Sendable {
        case text([UInt8])
        case value(Name)
        case section(Name, isInverted: Bool, [Node])
        case partial(Partial)
    }

    /// A tag that another template takes the place of.
    final class Partial: Sendable {
        let name: Name
        /// Stands before every line of the partial, as it stood before the tag.
        let indentation: [UInt8]

        init(name: Name, indentation: [UInt8]) {
            self.name = name
            self.indentation = indentation
        }
    }

    /// What a tag names, with the tag's place.
    struct Name: Sendable {
        /// The parts of a dotted name; none for `.`, the value itself.
        var parts: [MemberName]
        var offset: Int

        var text: String { parts.isEmpty ? "." : parts.map(\.text).joined(separator: ".") }
    }

    /// How messages call the template.
    var name: String
    var source: [UInt8]
    /// Bytes that were put before each line of the source; columns are counted without them.
    var indentation: Int
    var nodes: [Node]

    /// Parses a template.
    ///
    /// - Throws: ``TemplateError`` at the first mistake.
    package init(name: String, source: [UInt8]) throws(TemplateError) {
        try self.init(name: name, source: source, indentation: [])
    }

    /// Parses a template with `indentation` before each of its lines that is not empty.
    init(name: String, source: [UInt8], indentation: [UInt8]) throws(TemplateError) {
        self.name = name
        self.source = indentation.isEmpty ? source : Self.indent(source, by: indentation)
        self.indentation = indentation.count
        nodes = []
        var parser = TemplateParser(template: self)
        nodes = try parser.parse()
    }

    private static func indent(_ source: [UInt8], by indentation: [UInt8]) -> [UInt8] {
        var indented: [UInt8] = []
        indented.reserveCapacity(source.count * 2)
        var isLineStart = true
        for byte in source {
            if isLineStart && byte != .newline && byte != .carriageReturn { indented += indentation }
            indented.append(byte)
            isLineStart = byte == .newline
        }
        return indented
    }

    func error(_ message: String, at offset: Int) -> TemplateError {
        var line = 1
        var lineStart = 0
        for (position, byte) in source[..<min(offset, source.count)].enumerated() where byte == .newline {
            line += 1
            lineStart = position + 1
        }
        let column = offset - lineStart - indentation + 1
        return TemplateError(message: message, template: name, line: line, column: max(column, 1))
    }
}

extension UInt8 {
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09

    var isBlank: Bool { self == .space || self == .tab }
    var isSpace: Bool { isBlank || self == .newline || self == .carriageReturn }
}
