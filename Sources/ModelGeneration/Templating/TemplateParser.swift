/// Turns a template's text into nodes.
///
/// A tag that stands alone on its line (section, comment, delimiters, partial) takes the whole line away with it.
struct TemplateParser {
    private let template: Template
    private let source: [UInt8]
    private var position = 0
    private var open: [UInt8] = Array("{{".utf8)
    private var close: [UInt8] = Array("}}".utf8)
    /// The sections that are open, the innermost last; the first entry is the template itself.
    private var levels: [Level] = [Level(name: Template.Name(parts: [], offset: 0), isInverted: false, nodes: [])]

    private struct Level {
        var name: Template.Name
        var isInverted: Bool
        var nodes: [Template.Node]
    }

    private enum Kind {
        case value, section, inverted, end, comment, partial, delimiters
    }

    init(template: Template) {
        self.template = template
        source = template.source
    }

    mutating func parse() throws(TemplateError) -> [Template.Node] {
        while let start = find(open, from: position) {
            try parseTag(at: start)
        }
        appendText(position..<source.count)
        if levels.count > 1 {
            let level = levels[levels.count - 1]
            throw template.error("section '\(level.name.text)' is not closed", at: level.name.offset)
        }
        return levels[0].nodes
    }

    private mutating func parseTag(at start: Int) throws(TemplateError) {
        var inner = start + open.count
        var kind = Kind.value
        var closing = close
        if inner < source.count {
            switch source[inner] {
            case UInt8(ascii: "#"): kind = .section
            case UInt8(ascii: "^"): kind = .inverted
            case UInt8(ascii: "/"): kind = .end
            case UInt8(ascii: "!"): kind = .comment
            case UInt8(ascii: ">"): kind = .partial
            case UInt8(ascii: "="):
                kind = .delimiters
                closing = [UInt8(ascii: "=")] + close
            case UInt8(ascii: "{"):
                closing = [UInt8(ascii: "}")] + close
                inner += 1
            case UInt8(ascii: "&"): inner += 1
            case UInt8(ascii: "<"), UInt8(ascii: "$"):
                throw template.error("template inheritance is not supported", at: start)
            default: break
            }
            if kind != .value { inner += 1 }
        }
        guard let end = find(closing, from: inner) else {
            throw template.error("the tag is not closed", at: start)
        }
        let after = end + closing.count
        let line = kind == .value ? nil : standaloneLine(from: start, to: after)
        appendText(position..<(line?.lowerBound ?? start))
        position = line?.upperBound ?? after

        let content = source[inner..<end]
        switch kind {
        case .comment: break
        case .delimiters: try setDelimiters(content, at: start)
        case .value: append(.value(try name(content, at: start)))
        case .partial:
            let indentation = line.map { Array(source[$0.lowerBound..<start]) } ?? []
            append(.partial(Template.Partial(name: try name(content, at: start), indentation: indentation)))
        case .section, .inverted:
            levels.append(Level(name: try name(content, at: start), isInverted: kind == .inverted, nodes: []))
        case .end:
            let name = try name(content, at: start)
            guard let level = levels.last, levels.count > 1 else {
                throw template.error("section '\(name.text)' is closed, but was not opened", at: start)
            }
            guard level.name.parts == name.parts else {
                throw template.error("'\(name.text)' closes section '\(level.name.text)'", at: start)
            }
            levels.removeLast()
            append(.section(level.name, isInverted: level.isInverted, level.nodes))
        }
    }

    /// The line around a tag, its end included, if there is nothing else on it.
    private func standaloneLine(from start: Int, to end: Int) -> Range<Int>? {
        var lower = start
        while lower > position && source[lower - 1].isBlank { lower -= 1 }
        let beginsLine = lower == 0 || source[lower - 1] == .newline
        guard beginsLine else { return nil }
        var upper = end
        while upper < source.count && source[upper].isBlank { upper += 1 }
        if upper == source.count { return lower..<upper }
        if source[upper] == .carriageReturn && upper + 1 < source.count { upper += 1 }
        return source[upper] == .newline ? lower..<(upper + 1) : nil
    }

    private mutating func setDelimiters(_ content: ArraySlice<UInt8>, at start: Int) throws(TemplateError) {
        let parts = content.split(whereSeparator: \.isSpace)
        guard parts.count == 2, !content.contains(UInt8(ascii: "=")) else {
            throw template.error("delimiters are set by two words, as in {{=<% %>=}}", at: start)
        }
        open = Array(parts[0])
        close = Array(parts[1])
    }

    private func name(_ content: ArraySlice<UInt8>, at start: Int) throws(TemplateError) -> Template.Name {
        let words = content.split(whereSeparator: \.isSpace)
        guard words.count == 1, let word = words.first else {
            throw template.error(words.isEmpty ? "the tag has no name" : "the tag's name has spaces in it", at: start)
        }
        if word.elementsEqual(".".utf8) { return Template.Name(parts: [], offset: start) }
        let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw template.error("a part of the tag's name is empty", at: start)
        }
        return Template.Name(parts: parts.map { MemberName(String(decoding: $0, as: UTF8.self)) }, offset: start)
    }

    private mutating func append(_ node: Template.Node) { levels[levels.count - 1].nodes.append(node) }

    private mutating func appendText(_ range: Range<Int>) {
        if !range.isEmpty { append(.text(Array(source[range]))) }
    }

    private func find(_ pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, source.count >= pattern.count else { return nil }
        var index = start
        while index <= source.count - pattern.count {
            if source[index] == first && source[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
            index += 1
        }
        return nil
    }
}
