/// A type as a declaration spells it.
package indirect enum TypeSyntax: Equatable {
    case named(String)
    case optional(TypeSyntax)
    case array(TypeSyntax)
    case set(TypeSyntax)
    case dictionary(key: TypeSyntax, value: TypeSyntax)
}

/// Why a text is no type.
package struct TypeSyntaxError: Error {
    var message: String
    var suggestion: Suggestion?
}

extension TypeSyntax {
    /// Reads a type: a (dotted, generic) name, `[T]`, `Set<T>`, `[String: T]`, each optional with `?`.
    package init(parsing text: String) throws(TypeSyntaxError) {
        var parser = TypeParser(text)
        do {
            self = try parser.parse()
        } catch {
            throw TypeSyntaxError(message: error.message, suggestion: error.suggestion ?? Self.wayOut(text))
        }
    }

    /// What people write in the place of a type who think of a whole declaration in Swift.
    private static func wayOut(_ text: String) -> Suggestion? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split(separator: " ").map(String.init)
        guard let first = words.first else { return "write a type, as in \"String\"" }
        if parts.count == 2, words.count == 1, isType(first) {
            return "write \"\(first)\", and the default beside it, as \"default\""
        }
        if ["let", "var"].contains(first), words.count == 2, parts.count == 1, isType(words[1]) {
            return .write(text: words[1])
        }
        if text.contains("->") { return "a function cannot be stored" }
        if first.hasPrefix("(") { return "declare a struct under 'types'" }
        return nil
    }

    private static func isType(_ text: String) -> Bool {
        var parser = TypeParser(text)
        return (try? parser.parse()) != nil
    }

    /// The type without its question mark.
    package var unwrapped: (type: TypeSyntax, isOptional: Bool) {
        guard case .optional(let wrapped) = self else { return (self, false) }
        return (wrapped, true)
    }

    package var isCollection: Bool {
        switch self {
        case .array, .set, .dictionary: true
        case .named, .optional: false
        }
    }

    /// The names in it, those of generic arguments left out.
    var names: [String] {
        switch self {
        case .named(let name): [name]
        case .optional(let type), .array(let type), .set(let type): type.names
        case .dictionary(let key, let value): key.names + value.names
        }
    }

    package var spelled: String {
        switch self {
        case .named(let name): name
        case .optional(let type): type.spelled + "?"
        case .array(let element): "[\(element.spelled)]"
        case .set(let element): "Set<\(element.spelled)>"
        case .dictionary(let key, let value): "[\(key.spelled): \(value.spelled)]"
        }
    }
}

/// The grammar of type names that may stand in generated code: dotted, generic, and nothing else.
enum TypeName {
    static func isValid(_ text: String) -> Bool {
        var parser = TypeParser(text)
        return parser.isName()
    }

    /// A dotted name without generic arguments, as an import has it.
    static func isDotted(_ text: String) -> Bool {
        !text.isEmpty
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
                Identifier.isValid(String($0))
            }
    }
}

private struct TypeParser {
    private let scalars: [Unicode.Scalar]
    private let text: String
    private var position = 0
    private var depth = 0
    /// How many lists of generic arguments are open.
    private var argumentDepth = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars.prefix(1000))
    }

    mutating func parse() throws(TypeSyntaxError) -> TypeSyntax {
        let type = try parseType()
        skipSpaces()
        guard position == scalars.count else {
            let isSpaced = scalars[position] == "?" && scalars.count == position + 1
            throw TypeSyntaxError(
                message: "\(Escaping.quoted(text)) is no type",
                suggestion: isSpaced ? .write(text: "\(type.spelled)?") : nil)
        }
        return type
    }

    mutating func isName() -> Bool {
        guard case .named? = try? parseName() else { return false }
        return position == scalars.count && text.unicodeScalars.count == scalars.count
    }

    private mutating func parseType() throws(TypeSyntaxError) -> TypeSyntax {
        depth += 1
        defer { depth -= 1 }
        skipSpaces()
        guard depth <= 16, position < scalars.count else {
            throw TypeSyntaxError(message: "\(Escaping.quoted(text)) is no type")
        }
        var type: TypeSyntax
        if take("[") {
            let element = try parseType()
            skipSpaces()
            if take(":") {
                type = .dictionary(key: element, value: try parseType())
            } else {
                type = .array(element)
            }
            skipSpaces()
            if case .array(.named("String")) = type, position < scalars.count, scalars[position] == "," {
                throw TypeSyntaxError(
                    message: "\(Escaping.quoted(text)) is no type", suggestion: "a dictionary is spelled [String: T]")
            }
            guard take("]") else { throw TypeSyntaxError(message: "']' is missing in \(Escaping.quoted(text))") }
        } else {
            type = try parseName()
        }
        if take("?") {
            type = .optional(type)
            if position < scalars.count, scalars[position] == "?" {
                throw TypeSyntaxError(message: "a type is optional once, not twice")
            }
        }
        if position < scalars.count, scalars[position] == "!" {
            throw TypeSyntaxError(message: "'!' types are not declared", suggestion: "write '?'")
        }
        return type
    }

    /// A name with its generic arguments. `Set<T>` is the collection; `Array<T>`, `Optional<T>` and `Dictionary<…>` have
    /// a shorter spelling, which is the only one.
    private mutating func parseName() throws(TypeSyntaxError) -> TypeSyntax {
        var spelled = ""
        while true {
            let start = position
            while position < scalars.count,
                Identifier.isHead(scalars[position]) || Identifier.isContinuation(scalars[position])
            {
                position += 1
            }
            let part = String(String.UnicodeScalarView(scalars[start..<position]))
            guard Identifier.isValid(part) else {
                throw TypeSyntaxError(message: "\(Escaping.quoted(text)) is no type")
            }
            try check(part, after: spelled)
            spelled += part
            if take("<") {
                argumentDepth += 1
                defer { argumentDepth -= 1 }
                var arguments: [TypeSyntax] = []
                repeat {
                    arguments.append(try parseType())
                    skipSpaces()
                } while take(",")
                guard take(">") else { throw TypeSyntaxError(message: "'>' is missing in \(Escaping.quoted(text))") }
                let list = arguments.map(\.spelled)
                switch (spelled, arguments.count) {
                case ("Set", 1): return .set(arguments[0])
                case ("Array", 1):
                    throw TypeSyntaxError(
                        message: "an array is spelled [T]", suggestion: shorter("Array<\(list[0])>", "[\(list[0])]"))
                case ("Optional", 1):
                    throw TypeSyntaxError(
                        message: "an optional is spelled T?", suggestion: shorter("Optional<\(list[0])>", "\(list[0])?")
                    )
                case ("Dictionary", 2):
                    throw TypeSyntaxError(
                        message: "a dictionary is spelled [String: T]",
                        suggestion: shorter(
                            "Dictionary<\(list[0]), \(list[1])>", "[\(list[0]): \(list[1])]"))
                default: spelled += "<\(list.joined(separator: ", "))>"
                }
            }
            guard take(".") else { return .named(spelled) }
            spelled += "."
        }
    }

    /// Refuses what means something else to Swift within a longer name, which is written as it stands.
    private func check(_ part: String, after spelled: String) throws(TypeSyntaxError) {
        let message = "\(Escaping.quoted(text)) is no type"
        if !spelled.isEmpty, part == "Type" || part == "Protocol" {
            throw TypeSyntaxError(message: message, suggestion: "a metatype cannot be stored")
        }
        let isWithin = argumentDepth > 0 || (position < scalars.count && [".", "<"].contains(scalars[position]))
        guard spelled.isEmpty, isWithin, part != "Any", ReservedNames.keywords.contains(part) else { return }
        throw TypeSyntaxError(
            message: message,
            suggestion: "\(Escaping.quoted(part)) is a keyword of Swift, which cannot be part of a longer name")
    }

    /// The one spelling of a type, which may be part of a longer one.
    private func shorter(_ long: String, _ short: String) -> Suggestion {
        text == long
            ? .write(text: short) : Suggestion("write \"\(short)\"", .name(long, replacement: short))
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard position < scalars.count, scalars[position] == scalar else { return false }
        position += 1
        return true
    }

    private mutating func skipSpaces() {
        while position < scalars.count, scalars[position] == " " { position += 1 }
    }
}
