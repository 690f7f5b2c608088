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

    init(_ sql: String) {
        var words: [Word] = []
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
        }
        self.words = words
    }

    /// The word, where there is just one.
    var only: Word? { words.count == 1 ? words[0] : nil }

    func makeIterator() -> IndexingIterator<[Word]> { words.makeIterator() }

    /// The words behind the last `WHERE`.
    var condition: [Word]? {
        words.lastIndex { $0.isKeyword("WHERE") }.map { Array(words[($0 + 1)...]) }
    }
}
