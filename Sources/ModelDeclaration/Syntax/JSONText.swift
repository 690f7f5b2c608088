/// JSON that is written out in the order it was put together.
package enum JSONText {
    case string(String)
    /// A number or one of JSON's words.
    case word(String)
    case array([JSONText])
    case members([Member])

    package struct Member {
        package var name: String
        package var value: JSONText
    }

    package static func object(_ members: [(String, JSONText)]) -> JSONText {
        .members(members.map { Member(name: $0, value: $1) })
    }

    /// The members of an object; of anything else, none.
    package var members: [(String, JSONText)] {
        guard case .members(let members) = self else { return [] }
        return members.map { ($0.name, $0.value) }
    }
}

extension JSONText {
    /// Each member of an object on a line of its own, in ASCII, so that no editor and no terminal stumbles over the ends
    /// of ranges.
    func indented(_ indentation: String = "") -> String {
        let deeper = indentation + "  "
        switch self {
        case .string(let text): return Self.quote(text, isASCII: true)
        case .word(let word): return word
        case .array(let elements):
            return "[" + elements.map { $0.indented(indentation) }.joined(separator: ", ") + "]"
        case .members(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { "\(deeper)\(Self.quote($0.name, isASCII: true)): \($0.value.indented(deeper))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    /// As a person writes a declaration: what holds a list of objects is broken into lines, all else stands on one if it
    /// fits.
    package func laidOut(_ indentation: String = "", after head: Int = 0) -> String {
        if !holdsObjects {
            let line = oneLine
            if indentation.utf8.count + head + line.count <= 120 { return line }
        }
        let deeper = indentation + "  "
        switch self {
        case .string, .word: return oneLine
        case .array(let elements):
            let lines = elements.map { deeper + $0.laidOut(deeper) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
        case .members(let members):
            let lines = members.map { member in
                let name = Self.quote(member.name, isASCII: false) + ": "
                return deeper + name + member.value.laidOut(deeper, after: name.count)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    private var holdsObjects: Bool {
        switch self {
        case .string, .word: false
        case .array(let elements):
            elements.contains { if case .members = $0 { true } else { $0.holdsObjects } }
        case .members(let members): members.contains { $0.value.holdsObjects }
        }
    }

    var oneLine: String {
        switch self {
        case .string(let text): Self.quote(text, isASCII: false)
        case .word(let word): word
        case .array(let elements): "[" + elements.map(\.oneLine).joined(separator: ", ") + "]"
        case .members(let members):
            members.isEmpty
                ? "{}"
                : "{ "
                    + members.map { "\(Self.quote($0.name, isASCII: false)): \($0.value.oneLine)" }
                    .joined(separator: ", ") + " }"
        }
    }

    private static func quote(_ text: String, isASCII: Bool) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case " "..."~": result.unicodeScalars.append(scalar)
            case _ where scalar.isASCII || isASCII || Escaping.isInvisible(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
