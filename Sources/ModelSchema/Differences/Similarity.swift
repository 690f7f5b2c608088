/// How much two names are alike.
enum Similarity {
    /// From 0, nothing in common, to 1, equal; case does not count, and a name within the other is half of the way.
    static func of(_ left: String, _ right: String) -> Double {
        let (one, other) = (Array(left.lowercased().utf8), Array(right.lowercased().utf8))
        if one.isEmpty || other.isEmpty { return 0 }
        let length = Double(max(one.count, other.count))
        let distance = 1 - Double(editDistance(one, other)) / length
        let isInside = contains(one, other) || contains(other, one)
        return isInside ? max(distance, 0.5) : distance
    }

    private static func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count >= 3, part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
    }

    /// Levenshtein's distance.
    private static func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for i in one.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in other.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (one[i] == other[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
