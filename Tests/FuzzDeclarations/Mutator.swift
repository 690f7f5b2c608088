/// A generator of numbers that gives the same row for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64, as published by Steele, Lea and Flood.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &self) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Makes inputs: changed declarations, random JSON, random bytes.
struct Mutator {
    /// Small inputs are tried fast, and say as much as large ones.
    private static let sizeLimit = 3000
    private let corpus: [[UInt8]]
    /// Strings, numbers and words that documents are made of, quotes included.
    private let tokens: [[UInt8]]

    init(corpus: [[UInt8]]) {
        let small = corpus.filter { $0.count <= Self.sizeLimit }
        self.corpus = small.isEmpty ? corpus.map { Array($0.prefix(Self.sizeLimit)) } : small
        var tokens = Set(corpus.flatMap { document in Self.tokens(of: document).map { Array(document[$0]) } })
        let extra = [
            "null", "true", "false", "0", "-0", "1e400", "-1", "9007199254740993", "1e-9", "340282366920938463463",
            "{}", "[]",
            #""""#, #""\u0000""#, #""\ud83d\ude00""#, #""\ud800""#, #""_$x""#, #""$id""#, #""a.b""#, #""Set<Int>""#,
            #""[String: [Int?]]?""#, #""Optional<Int>""#, #""2024-02-30T00:00:00Z""#, #""Type""#, #""expression""#,
            #"{"expression": "(1 + 2) * f(\"x\\(y)\")"}"#, #"{"on": ["a"], "where": "a is null and b = 'x'"}"#,
            #"{"name": "x", "inherits": "x"}"#, #"[["a", "a"]]"#, #"{"min": 1, "max": "x", "pattern": "(a|b)*["}"#,
            "\u{FEFF}",
            #""\r\n*/ \" ${x}""#, #""é""#, #""e\u0301""#,
        ]
        tokens.formUnion(extra.map { Array($0.utf8) })
        // Sorted, so that a seed means the same on each run.
        self.tokens = tokens.sorted { $0.lexicographicallyPrecedes($1) }
    }

    func next(_ random: inout SeededGenerator) -> [UInt8] {
        switch random.below(20) {
        case 0: return (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 1, 2: return json(&random, depth: 0)
        case 3: return wrapped(&random)
        default:
            var document = random.pick(corpus)
            for _ in 0...(random.below(2) * random.below(4)) { document = changed(document, &random) }
            return document
        }
    }

    /// A document around a random model.
    private func wrapped(_ random: inout SeededGenerator) -> [UInt8] {
        var document = Array(#"{"schema": "S", "types": ["#.utf8)
        document +=
            json(&random, depth: 4) + Array(#"], "models": [{"name": "M", "attributes": [{"name": "a", "type": "#.utf8)
        document += random.pick(tokens) + Array(#", "default": "#.utf8) + json(&random, depth: 4)
        document += Array(#"}], "relationships": [{"name": "r", "type": "M?", "inverse": "#.utf8) + random.pick(tokens)
        return document + Array("}]}]}".utf8)
    }

    private func json(_ random: inout SeededGenerator, depth: Int) -> [UInt8] {
        guard depth < 6 else { return random.pick(tokens) }
        switch random.below(6) {
        case 0, 1:
            var text = [UInt8(ascii: "{")]
            for index in 0..<random.below(5) {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += random.pick(tokens) + [UInt8(ascii: ":")] + json(&random, depth: depth + 1)
            }
            return text + [UInt8(ascii: "}")]
        case 2:
            var text = [UInt8(ascii: "[")]
            for index in 0..<random.below(5) {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += json(&random, depth: depth + 1)
            }
            return text + [UInt8(ascii: "]")]
        default: return random.pick(tokens)
        }
    }

    private func changed(_ document: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        guard !document.isEmpty else { return random.pick(tokens) }
        let position = random.below(document.count)
        var document = document
        switch random.below(12) {
        case 0: document[position] ^= 1 << UInt8(random.below(8))
        case 1: document[position] = UInt8(truncatingIfNeeded: random.next())
        case 2: document.removeSubrange(position..<min(document.count, position + 1 + random.below(16)))
        case 3: document.insert(contentsOf: random.pick(tokens), at: position)
        case 4:
            // The end of another one.
            let other = random.pick(corpus)
            document = Array(document[..<position]) + other[random.below(other.count)...]
        case 5:
            let end = min(document.count, position + random.below(200))
            document.insert(contentsOf: document[position..<end], at: random.below(document.count))
        default:
            // A token for a token: mostly still JSON, and so what the later stages see.
            let places = Self.tokens(of: document)
            guard !places.isEmpty else { return document }
            let place = places[random.below(places.count)]
            let replacement = random.below(3) == 0 ? Array(document[random.pick(places)]) : random.pick(tokens)
            document.replaceSubrange(place, with: replacement)
        }
        return Array(document.prefix(Self.sizeLimit))
    }

    /// Strings, numbers and words, in order.
    private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            index += 1
            switch bytes[start] {
            case UInt8(ascii: "\""):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, bytes.count)
                ranges.append(start..<index)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                while index < bytes.count, !Array(",:]}{[\" \n".utf8).contains(bytes[index]) { index += 1 }
                ranges.append(start..<index)
            default: break
            }
        }
        return ranges
    }
}
