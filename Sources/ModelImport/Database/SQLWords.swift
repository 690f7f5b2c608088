/// The words of an SQL statement, without comments.
struct SQLWords: Sequence {
    enum Word: Equatable {
        /// A bare or quoted name, or a keyword.
        case name(String)
        /// A literal in single quotes.
        case text(String)
        case number(String)
        case symbol(Character)

        func isKeyword(_ keyword: String) -> Bool {
            guard case .name(let name) = self else { return false }
            return name.uppercased() == keyword
        }
    }

    private let words: [Word]
    private let scalars: [Unicode.Scalar]
    /// Where each word stands among the scalars, its quotes included.
    private let ranges: [Range<Int>]

    init(_ sql: String) {
        var words: [Word] = []
        var ranges: [Range<Int>] = []
        let scalars = Array(sql.unicodeScalars)
        var index = 0
        func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        while index < scalars.count {
            let scalar = scalars[index]
            let start = index
            index += 1
            switch scalar {
            case "-" where index < scalars.count && scalars[index] == "-":
                while index < scalars.count, scalars[index] != "\n" { index += 1 }
            case "/" where index < scalars.count && scalars[index] == "*":
                index += 1
                while index + 1 < scalars.count, scalars[index] != "*" || scalars[index + 1] != "/" { index += 1 }
                index = Swift.min(index + 2, scalars.count)
            case "'", "\"", "`", "[":
                let end: Unicode.Scalar = scalar == "[" ? "]" : scalar
                var content = String.UnicodeScalarView()
                while index < scalars.count {
                    if scalars[index] == end {
                        index += 1
                        guard index < scalars.count, scalars[index] == end, end != "]" else { break }
                    }
                    content.append(scalars[index])
                    index += 1
                }
                words.append(scalar == "'" ? .text(String(content)) : .name(String(content)))
            case "0"..."9":
                while index < scalars.count,
                    scalars[index].properties.isAlphabetic || scalars[index] == "."
                        || ("0"..."9").contains(scalars[index])
                { index += 1 }
                words.append(.number(text(start..<index)))
            case _ where scalar.properties.isAlphabetic || scalar == "_":
                while index < scalars.count,
                    scalars[index].properties.isAlphabetic || scalars[index] == "_"
                        || scalars[index] == "$" || ("0"..."9").contains(scalars[index])
                { index += 1 }
                words.append(.name(text(start..<index)))
            case _ where scalar.properties.isWhitespace: break
            default: words.append(.symbol(Character(scalar)))
            }
            if words.count > ranges.count { ranges.append(start..<index) }
        }
        self.words = words
        self.scalars = scalars
        self.ranges = ranges
    }

    /// The word, where there is just one.
    var only: Word? { words.count == 1 ? words[0] : nil }

    func makeIterator() -> IndexingIterator<[Word]> { words.makeIterator() }

    /// The words behind the last `WHERE`.
    var condition: [Word]? {
        words.lastIndex { $0.isKeyword("WHERE") }.map { Array(words[($0 + 1)...]) }
    }

    /// A `CHECK` of a statement that makes a table.
    struct Check: Equatable {
        /// The condition in its brackets, on one line.
        var text: String
        /// The bytes of the statement before it.
        var offset: Int
        /// The column that the check stands at; nil for one of the whole table.
        var column: String?
        /// The names in the condition.
        var names: [String]
    }

    /// The checks of a `CREATE TABLE`.
    var checks: [Check] {
        definitionWords.compactMap { index, first in
            guard isBare(index, "CHECK"), let end = closing(index + 1) else { return nil }
            let names = words[(index + 2)..<end].compactMap { word -> String? in
                if case .name(let name) = word { name } else { nil }
            }
            return Check(
                text: line(index + 1...end), offset: utf8Offset(of: index), column: column(first), names: names)
        }
    }

    /// A part of a statement that makes a table, with what it says.
    struct Clause: Equatable {
        var text: String
        /// The bytes of the statement before it.
        var offset: Int
        /// The column that it stands at; nil for a constraint of the whole table.
        var column: String?
    }

    /// The names of the collations that columns of a `CREATE TABLE` have.
    var collations: [Clause] {
        definitionWords.compactMap { index, first in
            guard isBare(index, "COLLATE"), index + 1 < words.count, let column = column(first) else { return nil }
            let name: String
            switch words[index + 1] {
            case .name(let text), .text(let text): name = text
            default: return nil
            }
            return Clause(text: name, offset: utf8Offset(of: index), column: column)
        }
    }

    /// What a `CREATE TABLE` says of rows that break a constraint, with the constraint's kind: `UNIQUE ON CONFLICT IGNORE`.
    var conflictClauses: [Clause] {
        var kind = ""
        return definitionWords.compactMap { index, first in
            for word in ["UNIQUE", "CHECK"] where isBare(index, word) { kind = word }
            if isBare(index, "PRIMARY") { kind = "PRIMARY KEY" }
            if isBare(index, "NULL") { kind = "NOT NULL" }
            guard isBare(index, "ON"), index + 2 < words.count, isBare(index + 1, "CONFLICT"),
                case .name(let action) = words[index + 2]
            else { return nil }
            return Clause(
                text: "\(kind) ON CONFLICT \(action.uppercased())", offset: utf8Offset(of: index),
                column: column(first))
        }
    }

    /// The words of a `CREATE TABLE` that stand in no inner brackets, each with the first word of its column or constraint.
    private var definitionWords: [(index: Int, first: Int)] {
        var found: [(index: Int, first: Int)] = []
        var depth = 0
        var first: Int?
        for (index, word) in words.enumerated() {
            switch word {
            case .symbol("("):
                depth += 1
                if depth == 1 { first = nil }
            case .symbol(")"): depth -= 1
            case .symbol(",") where depth == 1: first = nil
            default:
                guard depth == 1 else { continue }
                found.append((index, first ?? index))
                first = first ?? index
            }
        }
        return found
    }

    /// Whether a word is a keyword and not a quoted name.
    private func isBare(_ index: Int, _ keyword: String) -> Bool {
        words[index].isKeyword(keyword) && scalars[ranges[index].lowerBound].properties.isAlphabetic
    }

    /// The column that a definition beginning with a word is about; nil for a constraint of the table.
    private func column(_ first: Int) -> String? {
        let keywords = ["CONSTRAINT", "CHECK", "PRIMARY", "UNIQUE", "FOREIGN"]
        guard case .name(let name) = words[first], !keywords.contains(where: { isBare(first, $0) }) else { return nil }
        return name
    }

    /// The bracket that closes one.
    private func closing(_ opening: Int) -> Int? {
        guard opening < words.count, words[opening] == .symbol("(") else { return nil }
        var depth = 0
        for index in opening..<words.count {
            if words[index] == .symbol("(") { depth += 1 }
            if words[index] == .symbol(")") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Words as they are written, but for spaces and comments.
    private func line(_ part: ClosedRange<Int>) -> String {
        var result = ""
        for index in part {
            let range = ranges[index]
            if index > part.lowerBound, range.lowerBound > ranges[index - 1].upperBound { result += " " }
            result.unicodeScalars.append(contentsOf: scalars[range])
        }
        return result
    }

    private func utf8Offset(of index: Int) -> Int {
        scalars[..<ranges[index].lowerBound].reduce(0) { $0 + UTF8.width($1) }
    }
}
