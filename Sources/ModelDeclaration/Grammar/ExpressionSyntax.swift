/// Checks that a text is one balanced Swift expression on one line, so that, written in parentheses, it can do nothing to
/// the code around it. Whether it compiles is the compiler's to say, at the declaration's line.
struct ExpressionSyntax {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    /// What is wrong with the text; nil if nothing is.
    static func fault(_ text: String) -> String? {
        var checker = ExpressionSyntax(scalars: Array(text.unicodeScalars))
        guard checker.scalars.contains(where: { $0 != " " }) else { return "it is empty" }
        guard checker.scalars.count <= 2000 else { return "it is longer than 2,000 characters" }
        if let scalar = checker.scalars.first(where: { Escaping.isInvisible($0) }) {
            return scalar == "\n" || scalar == "\r" ? "it is more than one line" : "it holds a control character"
        }
        let word = text.drop { $0 == " " }.prefix { $0.isLetter }
        let statements = ["return", "let", "var", "throw", "func", "for", "while", "guard", "import", "defer"]
        if statements.contains(String(word)) { return "'\(word)' begins a statement" }
        do {
            try checker.check(until: nil, depth: 0)
            return nil
        } catch {
            return error.message
        }
    }

    private struct Fault: Error {
        var message: String
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private func at(_ index: Int) -> Unicode.Scalar? {
        index >= 0 && index < scalars.count ? scalars[index] : nil
    }

    /// Reads up to the closing bracket, or to the end where there is none.
    private mutating func check(until closing: Unicode.Scalar?, depth: Int) throws(Fault) {
        guard depth < 64 else { throw Fault(message: "it is nested too deep") }
        while let scalar = at(position) {
            switch scalar {
            case "(", "[", "{":
                position += 1
                try check(until: scalar == "(" ? ")" : scalar == "[" ? "]" : "}", depth: depth + 1)
            case ")", "]", "}":
                guard scalar == closing else { throw Fault(message: "'\(scalar)' closes nothing") }
                position += 1
                return
            case "\"":
                try checkString(hashes: 0, depth: depth)
            case "#":
                try checkHash(depth: depth)
            case "`":
                try checkBackticks()
            case "/":
                try checkSlash()
            case "*" where at(position + 1) == "/":
                throw Fault(message: "it holds a comment")
            case "'":
                throw Fault(message: "a string stands in double quotes")
            case ",", ";":
                guard closing != nil, scalar == "," || closing == "}" else {
                    throw Fault(message: "'\(scalar)' makes it more than one expression")
                }
                position += 1
            default:
                position += 1
            }
        }
        if let closing { throw Fault(message: "'\(closing)' is missing") }
    }

    /// A slash with spaces around it divides. Without them it may begin a regular expression, whose quotes and brackets
    /// mean something else, or a comment.
    private mutating func checkSlash() throws(Fault) {
        if at(position + 1) == "/" || at(position + 1) == "*" { throw Fault(message: "it holds a comment") }
        guard at(position - 1) == " ", at(position + 1) == " " else {
            throw Fault(message: "'/' needs a space on both sides, since it may begin a regular expression")
        }
        position += 1
    }

    private mutating func checkBackticks() throws(Fault) {
        let start = position + 1
        position = start
        while let scalar = at(position), scalar != "`" { position += 1 }
        guard at(position) == "`" else { throw Fault(message: "'`' is missing") }
        guard Identifier.isValid(String(String.UnicodeScalarView(scalars[start..<position]))) else {
            throw Fault(message: "backticks hold an identifier")
        }
        position += 1
    }

    /// `#"…"#`, or a macro's name.
    private mutating func checkHash(depth: Int) throws(Fault) {
        var hashes = 0
        while at(position) == "#" {
            hashes += 1
            position += 1
        }
        if at(position) == "\"" { return try checkString(hashes: hashes, depth: depth) }
        var word = ""
        while let scalar = at(position), Identifier.isHead(scalar) || Identifier.isContinuation(scalar) {
            word.unicodeScalars.append(scalar)
            position += 1
        }
        let directives: Set = [
            "if", "elseif", "else", "endif", "sourceLocation", "error", "warning", "available", "unavailable",
        ]
        guard hashes == 1, !word.isEmpty, !directives.contains(word) else {
            throw Fault(message: "'\(String(repeating: "#", count: hashes))\(word)' is no expression")
        }
    }

    private mutating func checkString(hashes: Int, depth: Int) throws(Fault) {
        if at(position + 1) == "\"", at(position + 2) == "\"" {
            throw Fault(message: "a string of several lines cannot stand on one")
        }
        position += 1
        while let scalar = at(position) {
            if scalar == "\"", (1...max(hashes, 1)).allSatisfy({ hashes == 0 || at(position + $0) == "#" }) {
                position += 1 + hashes
                return
            }
            position += 1
            guard scalar == "\\", (0..<hashes).allSatisfy({ at(position + $0) == "#" }) else { continue }
            position += hashes
            if at(position) == "(" {
                position += 1
                try check(until: ")", depth: depth + 1)
            } else {
                position += 1
            }
        }
        throw Fault(message: "a string is not closed")
    }
}
