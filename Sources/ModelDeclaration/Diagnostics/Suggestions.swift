/// Finds what was meant by a name that is not there.
package enum Suggestions {
    /// "did you mean 'x'?" for the candidate nearest to the name; nil where none is near.
    package static func didYouMean(_ name: String, among candidates: some Sequence<String>) -> Suggestion? {
        nearest(to: name, among: candidates).map { .didYouMean($0, for: name) }
    }

    /// The nearest candidate within a distance that grows with the name's length; the first of equals.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased().unicodeScalars)
        // A long text is no slip of the pen, and the distance takes the product of both lengths.
        guard !letters.isEmpty, letters.count <= 64 else { return nil }
        var limit = letters.count <= 2 ? 1 : max(1, min(3, (letters.count + 1) / 3))
        var best: String?
        for candidate in candidates where candidate != name && !candidate.isEmpty {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard abs(other.count - letters.count) <= limit, let distance = distance(letters, other, limit: limit)
            else {
                continue
            }
            if best == nil || distance < limit { (best, limit) = (candidate, distance) }
            if distance == 0 { break }
        }
        return best
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other; nil beyond the limit.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            row.reserveCapacity(right.count + 1)
            for j in right.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            if row.allSatisfy({ $0 > limit }) { return nil }
            (beforeLast, last) = (last, row)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
