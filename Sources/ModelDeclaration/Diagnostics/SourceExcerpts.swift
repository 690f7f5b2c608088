/// Cuts lines out of a document, so that they can be shown with a mark at one place.
struct SourceExcerpts: Sendable {
    /// Columns of a line that are shown on each side of the mark.
    private static let reach = 60

    private let bytes: [UInt8]
    private let table: LineTable

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        table = LineTable(bytes)
    }

    /// A line and the marks to put under it.
    struct Excerpt: Equatable, Encodable {
        var source: String
        var marker: String
    }

    /// The line at a place, cut around it; nil if the document has no such place.
    func excerpt(line: Int, column: Int) -> Excerpt? {
        guard let range = table.range(ofLine: line, byteCount: bytes.count) else { return nil }
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        let mark = range.lowerBound + column - 1
        guard mark >= range.lowerBound, mark <= end else { return nil }

        // A line may be the whole document: only what is near the mark is looked at.
        let before = cells(max(range.lowerBound, mark - 4 * Self.reach)..<mark)
        let after = cells(mark..<min(end, mark + 4 * Self.reach))
        let isCutBefore = before.count > Self.reach || mark - range.lowerBound > 4 * Self.reach
        let isCutAfter = after.count > Self.reach || end - mark > 4 * Self.reach
        let shownBefore = before.suffix(Self.reach)
        let shownAfter = after.prefix(Self.reach)

        var source = isCutBefore ? "…" : ""
        var marker = isCutBefore ? " " : ""
        for cell in shownBefore {
            source += cell.text
            marker += cell.text == "\t" ? "\t" : String(repeating: " ", count: cell.width)
        }
        for cell in shownAfter { source += cell.text }
        if isCutAfter { source += "…" }
        let underlined = shownAfter.prefix(tokenLength(at: mark, end: end)).reduce(0) { $0 + $1.width }
        marker += "^" + String(repeating: "~", count: max(0, underlined - 1))
        return Excerpt(source: source, marker: marker)
    }

    private struct Cell {
        var text: String
        var width: Int
    }

    /// The characters as they are shown, with the columns that each takes.
    private func cells(_ range: Range<Int>) -> [Cell] {
        // Where a cut falls into a character, its rest is left out.
        var start = range.lowerBound
        while start < range.upperBound, bytes[start] & 0xC0 == 0x80 { start += 1 }
        return String(decoding: bytes[start..<range.upperBound], as: UTF8.self).map { character in
            if character == "\t" { return Cell(text: "\t", width: 1) }
            let text = Escaping.visible(String(character))
            let isWide = text.unicodeScalars.first.map(Self.isWide) ?? false
            return Cell(text: text, width: text.utf8.first == UInt8(ascii: "\\") ? text.utf8.count : isWide ? 2 : 1)
        }
    }

    /// Characters of the word or string that begins here, so that the mark can go under all of it.
    private func tokenLength(at mark: Int, end: Int) -> Int {
        guard mark < end else { return 1 }
        let tokenEnd = SourceToken.end(at: mark, in: bytes)
        return cells(mark..<min(tokenEnd, mark + 4 * Self.reach)).count
    }

    /// Scalars that take two columns in a terminal, roughly: East Asian letters and emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
