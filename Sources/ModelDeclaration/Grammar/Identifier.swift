/// Swift's grammar of identifiers, without the backticks: keywords are fine, the generator escapes them.
package enum Identifier {
    /// In Unicode scalars, as JSON Schema counts.
    static let lengthLimit = 200

    package static func isValid(_ text: String) -> Bool { fault(text) == nil }

    /// What is wrong with a name, or nil.
    static func fault(_ text: String) -> String? {
        guard let first = text.unicodeScalars.first else { return "it is empty" }
        if text == "_" { return "an underscore alone is a wildcard" }
        // Names with a dollar sign belong to the compiler, to macros and to what is generated.
        if text.unicodeScalars.contains("$") { return "'$' is reserved" }
        if text.unicodeScalars.count > lengthLimit { return "it is longer than \(lengthLimit) characters" }
        guard isHead(first) else { return "it begins with \(shown(first))" }
        for scalar in text.unicodeScalars.dropFirst() where !isHead(scalar) && !isContinuation(scalar) {
            return "it contains \(shown(scalar))"
        }
        return nil
    }

    /// A valid name near the text, to suggest; nil where there is none.
    package static func cleaned(_ text: String) -> String? {
        var result = ""
        var raisesNext = false
        if let first = text.unicodeScalars.first, !isHead(first), isContinuation(first) { result = "_" }
        for scalar in text.unicodeScalars.prefix(100) {
            if isHead(scalar) || (!result.isEmpty && isContinuation(scalar)) {
                let letter = String(scalar)
                result += raisesNext && !result.isEmpty ? letter.uppercased() : letter
                raisesNext = false
            } else {
                raisesNext = true
            }
        }
        return isValid(result) ? result : nil
    }

    /// Whether a name may mean a declared one that is no identifier, and so will get another spelling.
    static func isMeant(by name: String, _ declared: String) -> Bool {
        !isValid(declared) && cleaned(declared)?.lowercased() == name.lowercased()
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case " ": "a space"
        case "0"..."9": "a digit"
        case "`": "a backtick, which the generator writes where it is needed"
        default: "'\(Escaping.visible(String(scalar)))'"
        }
    }

    static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0x5F: true
        case 0..<0x80: false
        default: contains(heads, scalar.value)
        }
    }

    static func isContinuation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? (0x30...0x39).contains(scalar.value) : contains(continuations, scalar.value)
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }

    /// What an identifier may begin with, as "The Swift Programming Language" has it, less the joiners and direction
    /// marks (U+200B…U+206F): they cannot be seen, so declarations do not take them.
    static let heads: [ClosedRange<UInt32>] =
        [
            0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5,
            0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x167F, 0x1681...0x180D,
            0x180F...0x1DBF, 0x1E00...0x1FFF, 0x203F...0x2040, 0x2054...0x2054, 0x2070...0x20CF, 0x2100...0x218F,
            0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F,
            0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFEFE,
            0xFF00...0xFFF8,
        ] + (1...14).map { $0 << 16...$0 << 16 | 0xFFFD }

    /// What may follow besides. Emoji of several scalars hold a joiner, U+200D.
    static let continuations: [ClosedRange<UInt32>] = [
        0x30...0x39, 0x300...0x36F, 0x1DC0...0x1DFF, 0x200D...0x200D, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    /// The grammar as a regular expression, in a syntax that ECMAScript and all others have in common.
    static var pattern: String {
        func list(_ ranges: [ClosedRange<UInt32>]) -> String {
            ranges.map { range in
                [range.lowerBound, range.upperBound].compactMap(Unicode.Scalar.init).map { String($0) }
                    .joined(separator: "-")
            }.joined()
        }
        // Some engines let $ stand before a line end at the end.
        return "^(?!_$)(?!.*[\\r\\n])[\(list(heads))][\(list(heads))\(list(continuations))]*$"
    }
}
