/// Guesses what a person would call things in Swift, from the names of tables and columns.
enum EnglishNames {
    /// `order_items`, `ORDER ITEMS`, `OrderItems` → `order`, `items`.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        func isLower(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isLowercase || ("0"..."9").contains(scalar) }
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let startsWord =
                scalar.properties.isUppercase && index > 0
                && (isLower(scalars[index - 1])
                    || (index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
                        && scalars[index - 1].properties.isUppercase))
            if startsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        if !word.isEmpty { words.append(word) }
        return words.map { $0.lowercased() }
    }

    /// `OrderItem`.
    static func upperCamel(_ words: [String]) -> String { words.map(capitalized).joined() }

    /// `orderItem`.
    static func lowerCamel(_ words: [String]) -> String {
        (words.prefix(1) + words.dropFirst().map(capitalized)).joined()
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private static let invariable: Set<String> = [
        "news", "series", "species", "data", "media", "metadata", "information", "settings", "analytics", "sms",
    ]

    static func singular(_ words: [String]) -> [String] {
        guard let last = words.last, !invariable.contains(last) else { return words }
        let endings = ["ss", "us", "is", "as"]
        var word = last
        if word == "people" {
            word = "person"
        } else if word == "children" {
            word = "child"
        } else if word.count > 4, word.hasSuffix("ies") {
            word = word.dropLast(3) + "y"
        } else if ["sses", "shes", "ches", "xes", "zzes"].contains(where: word.hasSuffix), word.count > 4 {
            word = String(word.dropLast(2))
        } else if word.hasSuffix("uses"), word.count > 5,
            !["causes", "clauses", "houses", "pauses", "uses"].contains(word)
        {
            word = String(word.dropLast(2))
        } else if word.hasSuffix("s"), word.count > 2, !endings.contains(where: word.hasSuffix) {
            word = String(word.dropLast())
        }
        return words.dropLast() + [word]
    }

    static func plural(_ words: [String]) -> [String] {
        guard let last = words.last, !invariable.contains(last), singular(words) == words else { return words }
        let vowels = "aeiou"
        var word = last
        if word == "person" {
            word = "people"
        } else if word == "child" {
            word = "children"
        } else if word.hasSuffix("y"), word.count > 1, let before = word.dropLast().last, !vowels.contains(before) {
            word = word.dropLast() + "ies"
        } else if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) {
            word += "es"
        } else {
            word += "s"
        }
        return words.dropLast() + [word]
    }
}
