/// Breaks lines that are too long, the way swift-format does, so that templates can put each statement on one line.
///
/// It knows what templates are made of: calls and lists, statements in braces, the first line of a type. A line that
/// offers no place to break stays as it is. What it looks for is ASCII, so it looks at bytes.
enum LineLayout {
    static let lineLength = 120
    private static let step = 4

    /// Lays out a file.
    static func apply(to text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 8)
        // Most lines stay as they are, and are copied many at once.
        var copied = 0
        var start = 0
        while start < text.count {
            let end = text.withUnsafeBufferPointer { bytes in
                var end = start
                while end < bytes.count, bytes[end] != .newline { end += 1 }
                return end
            }
            if end - start > lineLength {
                output += text[copied..<start]
                for line in layOut(Array(text[start..<end])) {
                    output += line
                    output.append(.newline)
                }
                copied = min(end + 1, text.count)
            }
            start = end + 1
        }
        output += text[copied...]
        if let last = output.last, last != .newline { output.append(.newline) }
        return output
    }

    /// The lines that a line becomes.
    static func layOut(_ line: String) -> [String] {
        layOut(Array(line.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func layOut(_ line: [UInt8]) -> [[UInt8]] {
        let content = line.drop { $0 == .space }
        let indent = line.count - content.count
        guard line.width > lineLength, !content.starts(with: "//".utf8), content.first != .number else { return [line] }
        // A list goes on in the next line of the template: its comma stays with what is before it.
        let tail: [UInt8] = content.last == .comma ? [.comma] : []
        let shape = Shape(content.dropLast(tail.count))
        if let lines = breakDeclaration(shape, indent) { return lines }
        if !shape.commas.isEmpty { return fill(shape.items, suffix: tail, indent: indent) }
        if let braces = shape.groups.last, shape.text[braces.lowerBound] == .openBrace,
            braces.upperBound == shape.text.endIndex
        {
            return breakBraces(shape, braces, indent)
        }
        let calls = shape.groups.filter { shape.text[$0.lowerBound] != .openBrace && $0.count > 2 }
        if let call = calls.last { return breakCall(shape, call, tail, indent) }
        if let equals = shape.assignment {
            return [
                spaces(indent) + shape.text[...equals],
                spaces(indent + step) + shape.text[(equals + 1)...].trimmed + tail,
            ]
        }
        return [line]
    }

    /// `class Name: A, B {`: the list goes on in lines of its own, and the brace gets one.
    private static func breakDeclaration(_ shape: Shape, _ indent: Int) -> [[UInt8]]? {
        guard shape.text.last == .openBrace, shape.text.dropLast().last == .space else { return nil }
        let words = shape.text.prefix { $0 != .colon }.split(separator: .space)
        let isDeclaration = words.contains { word in
            ["class", "enum", "struct"].contains { word.elementsEqual($0.utf8) }
        }
        guard isDeclaration else { return nil }
        let items = Shape(shape.text.dropLast(2)).items
        var lines = fill([items[0]], suffix: items.count > 1 ? [.comma] : [], indent: indent)
        let rest = fill(Array(items.dropFirst()), suffix: [], indent: indent + step, after: lines.removeLast())
        return lines + rest + [spaces(indent) + [.openBrace]]
    }

    private static func breakBraces(_ shape: Shape, _ braces: Range<Int>, _ indent: Int) -> [[UInt8]] {
        let head = shape.text[...braces.lowerBound]
        let body = shape.text[(braces.lowerBound + 1)..<(braces.upperBound - 1)].trimmed
        return layOut(spaces(indent) + head) + layOut(spaces(indent + step) + body) + [spaces(indent) + [.closeBrace]]
    }

    private static func breakCall(_ shape: Shape, _ call: Range<Int>, _ tail: [UInt8], _ indent: Int) -> [[UInt8]] {
        let head = spaces(indent) + shape.text[...call.lowerBound]
        let inner = Shape(shape.text[(call.lowerBound + 1)..<(call.upperBound - 1)])
        let suffix = shape.text[(call.upperBound - 1)...] + tail
        let lines = [head] + fill(inner.items, suffix: suffix, indent: indent + step)
        guard let last = lines.last, last.width > lineLength else { return lines }
        // An argument that nothing can break leaves no room for what closes the call.
        return lines.dropLast() + [last.dropLast(suffix.count), spaces(indent) + suffix]
    }

    /// Puts as many items on each line as there is room for.
    ///
    /// - Parameters:
    ///   - suffix: What follows the last item without a space.
    ///   - first: A line that is begun already.
    private static func fill(
        _ items: [ArraySlice<UInt8>], suffix: some Collection<UInt8>, indent: Int, after first: [UInt8]? = nil
    ) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line = first
        for (position, item) in items.enumerated() {
            let text = position == items.count - 1 ? item + suffix : item + [.comma]
            if let begun = line, begun.width + 1 + text.width <= lineLength {
                line = begun + [.space] + text
                continue
            }
            if let begun = line { lines.append(begun) }
            var broken = layOut(spaces(indent) + text)
            line = broken.removeLast()
            lines += broken
        }
        return lines + [line].compactMap { $0 }
    }

    private static func spaces(_ count: Int) -> [UInt8] { Array(repeating: .space, count: count) }
}

/// Where a line has commas and brackets that are in no other brackets and in no string.
private struct Shape {
    let text: ArraySlice<UInt8>
    private(set) var commas: [Int] = []
    /// From each opening bracket to behind the closing one.
    private(set) var groups: [Range<Int>] = []
    /// The first `=` between spaces.
    private(set) var assignment: Int?

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        var depth = 0
        var start = text.startIndex
        var isString = false
        var isEscaped = false
        for position in text.indices {
            let byte = text[position]
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == .backslash {
                    isEscaped = true
                } else if byte == .quote {
                    isString = false
                }
                continue
            }
            switch byte {
            case .quote: isString = true
            case UInt8(ascii: "("), UInt8(ascii: "["), .openBrace:
                if depth == 0 { start = position }
                depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), .closeBrace:
                depth -= 1
                if depth == 0 { groups.append(start..<(position + 1)) }
            case .comma where depth == 0: commas.append(position)
            case UInt8(ascii: "=") where depth == 0 && assignment == nil:
                if position > text.startIndex, text[position - 1] == .space, position + 1 < text.endIndex,
                    text[position + 1] == .space
                {
                    assignment = position
                }
            default: break
            }
        }
    }

    /// The parts between commas, without the commas and the spaces around.
    var items: [ArraySlice<UInt8>] {
        var items: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        for end in commas + [text.endIndex] {
            items.append(text[start..<end].trimmed)
            start = end + 1
        }
        return items
    }
}

extension Collection<UInt8> {
    /// How many characters a line of this text has.
    fileprivate var width: Int { allSatisfy { $0 < 0x80 } ? count : String(decoding: self, as: UTF8.self).count }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmed: ArraySlice<UInt8> {
        var text = self
        while text.first == .space { text.removeFirst() }
        while text.last == .space { text.removeLast() }
        return text
    }
}

extension UInt8 {
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let number = UInt8(ascii: "#")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let openBrace = UInt8(ascii: "{")
    fileprivate static let closeBrace = UInt8(ascii: "}")
}
