/// A place as the stages pass it on: small, and ordered as the documents are. ``Problems`` turns it into a ``Place``.
package struct Location: Hashable, Comparable {
    /// The document's position in the list that was given.
    package var document: Int
    /// In bytes from the document's start.
    package var offset: Int

    package init(document: Int, offset: Int) {
        self.document = document
        self.offset = offset
    }

    package static func < (left: Location, right: Location) -> Bool {
        (left.document, left.offset) < (right.document, right.offset)
    }
}

/// A value with the place where it was written.
struct Located<Value> {
    var value: Value
    var location: Location
}

extension Located: Equatable where Value: Equatable {}

/// Finds line and column of a byte. A line ends at LF, CR LF or a CR alone, as editors see it.
struct LineTable: Sendable {
    private var starts: [Int] = [0]

    init(_ bytes: [UInt8]) {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == 0x0A || (byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)) {
                starts.append(index + 1)
            }
        }
    }

    /// Line and column, both from 1, of a byte offset.
    func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - starts[low] + 1)
    }

    /// The bytes of a line, its end included; nil if there is no such line.
    func range(ofLine line: Int, byteCount: Int) -> Range<Int>? {
        guard starts.indices.contains(line - 1) else { return nil }
        return starts[line - 1]..<(line < starts.count ? starts[line] : byteCount)
    }
}
