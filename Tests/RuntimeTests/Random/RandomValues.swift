import Foundation
import SnapshotModels

/// Values that random objects have and random predicates ask for: extremes, and text that is not ASCII.
enum RandomData {
    /// Text in composed form only: for others SQL's equality and order are those of bytes (D45).
    static let strings = [
        "", "a", "A", "b", "100%", "a_b", "c\\d", "zebra", "Zebra", "é", "Ünï", "\u{0}x", "x\u{0}", "🇩🇪🇫🇷", "👨‍👩‍👧", "a\r\nb",
        "\n", "straße", "STRASSE", "ab'c\"d", "naïve café", "\u{10FFFF}", "日本語",
    ]
    /// Search texts, decomposed ones too.
    static let parts = strings + ["e\u{301}", "\u{301}", "e", "\u{200D}", "s", "\r", "ß", "CAFÉ", "cafe\u{301}"]
    static let ints = [0, 1, -1, 7, 42, Int.max, Int.min, 1 << 53]
    static let doubles = [
        0, -0.0, 1, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 2.5,
    ]
    static let decimals = ["0", "1.0", "-12.5", "99999999999999999999.25", "0.001", "1.00"].map {
        Decimal(string: $0) ?? 0
    }
    static let dates = [0, -1e9, 1e9, 0.5, 63_000_000_000].map { Date(timeIntervalSinceReferenceDate: $0) }
    static let blobs = [Data(), Data([0]), Data([0, 255]), Data(repeating: 7, count: 40)]
    static let uuids = (0..<5).map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0))) }
    static let points = doubles.prefix(4).map { Point(x: $0, y: 1, label: $0 > 0 ? nil : "p") }
}
