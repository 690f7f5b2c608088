/// Breaks lines that are too long, the way swift-format does, so that templates can put each statement on one line.
///
/// It knows what templates are made of: calls and lists, statements in braces, the first line of a type. A line that
/// offers no place to break stays as it is.
enum LineLayout {
    static let lineLength = 120
    private static let step = 4

    /// Lays out a file.
    static func apply(to text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + 256)
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: .newline) ?? text.count
            if end - start > lineLength {
                let line = String(decoding: text[start..<end], as: UTF8.self)
                output += layOut(line).joined(separator: "\n").utf8
            } else {
                output += text[start..<end]
            }
            output.append(.newline)
            start = end + 1
        }
        return output
    }

    /// The lines that a line becomes.
    static func layOut(_ line: String) -> [String] {
        let content = line.drop { $0 == " " }
        let indent = line.count - content.count
        guard line.count > lineLength, !content.hasPrefix("//"), !content.hasPrefix("#") else { return [line] }
        // A list goes on in the next line of the template: its comma stays with what is before it.
        let tail = content.hasSuffix(",") ? "," : ""
        let shape = Shape(Array(content.dropLast(tail.count)))
        if let lines = breakDeclaration(shape, indent) { return lines }
        if !shape.commas.isEmpty { return fill(shape.items, suffix: tail, indent: indent) }
        if let braces = shape.groups.last, shape.text[braces.lowerBound] == "{", braces.upperBound == shape.text.count {
            return breakBraces(shape, braces, indent)
        }
        let calls = shape.groups.filter { shape.text[$0.lowerBound] != "{" && $0.count > 2 }
        if let call = calls.last { return breakCall(shape, call, tail, indent) }
        if let equals = shape.assignment {
            return [
                spaces(indent) + String(shape.text[...equals]),
                spaces(indent + step) + String(shape.text[(equals + 1)...]).trimmed + tail,
            ]
        }
        return [line]
    }

    /// `class Name: A, B {`: the list goes on in lines of its own, and the brace gets one.
    private static func breakDeclaration(_ shape: Shape, _ indent: Int) -> [String]? {
        let text = String(shape.text)
        let words = text.prefix { $0 != ":" }.split(separator: " ")
        guard text.hasSuffix(" {"), words.contains(where: { $0 == "class" || $0 == "enum" || $0 == "struct" }) else {
            return nil
        }
        let items = Shape(shape.text.dropLast(2)).items
        var lines = fill([items[0]], suffix: items.count > 1 ? "," : "", indent: indent)
        let rest = fill(Array(items.dropFirst()), suffix: "", indent: indent + step, after: lines.removeLast())
        return lines + rest + [spaces(indent) + "{"]
    }

    private static func breakBraces(_ shape: Shape, _ braces: Range<Int>, _ indent: Int) -> [String] {
        let head = String(shape.text[...braces.lowerBound])
        let body = String(shape.text[(braces.lowerBound + 1)..<(braces.upperBound - 1)]).trimmed
        return layOut(spaces(indent) + head) + layOut(spaces(indent + step) + body) + [spaces(indent) + "}"]
    }

    private static func breakCall(_ shape: Shape, _ call: Range<Int>, _ tail: String, _ indent: Int) -> [String] {
        let head = spaces(indent) + String(shape.text[...call.lowerBound])
        let inner = Shape(Array(shape.text[(call.lowerBound + 1)..<(call.upperBound - 1)]))
        let suffix = String(shape.text[(call.upperBound - 1)...]) + tail
        let lines = [head] + fill(inner.items, suffix: suffix, indent: indent + step)
        guard let last = lines.last, last.count > lineLength else { return lines }
        // An argument that nothing can break leaves no room for what closes the call.
        return lines.dropLast() + [String(last.dropLast(suffix.count)), spaces(indent) + suffix]
    }

    /// Puts as many items on each line as there is room for.
    ///
    /// - Parameters:
    ///   - suffix: What follows the last item without a space.
    ///   - first: A line that is begun already.
    private static func fill(
        _ items: [String], suffix: String, indent: Int, after first: String? = nil
    ) -> [String] {
        var lines: [String] = []
        var line = first
        for (position, item) in items.enumerated() {
            let text = item + (position == items.count - 1 ? suffix : ",")
            if let begun = line, begun.count + 1 + text.count <= lineLength {
                line = begun + " " + text
                continue
            }
            if let begun = line { lines.append(begun) }
            var broken = layOut(spaces(indent) + text)
            line = broken.removeLast()
            lines += broken
        }
        return lines + [line].compactMap { $0 }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// Where a line has commas and brackets that are in no other brackets and in no string.
private struct Shape {
    let text: [Character]
    private(set) var commas: [Int] = []
    /// From each opening bracket to behind the closing one.
    private(set) var groups: [Range<Int>] = []
    /// The first `=` between spaces.
    private(set) var assignment: Int?

    init(_ text: [Character]) {
        self.text = text
        var depth = 0
        var start = 0
        var isString = false
        var isEscaped = false
        for (position, character) in text.enumerated() {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isString = false
                }
                continue
            }
            switch character {
            case "\"": isString = true
            case "(", "[", "{":
                if depth == 0 { start = position }
                depth += 1
            case ")", "]", "}":
                depth -= 1
                if depth == 0 { groups.append(start..<(position + 1)) }
            case "," where depth == 0: commas.append(position)
            case "=" where depth == 0 && assignment == nil:
                if position > 0, text[position - 1] == " ", position + 1 < text.count, text[position + 1] == " " {
                    assignment = position
                }
            default: break
            }
        }
    }

    /// The parts between commas, without the commas and the spaces around.
    var items: [String] {
        var items: [String] = []
        var start = 0
        for end in commas + [text.count] {
            items.append(String(text[start..<end]).trimmed)
            start = end + 1
        }
        return items
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
