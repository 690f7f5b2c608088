import Foundation
import Testing

@testable import ModelStorage

/// Decimals as bytes: exact, one value one text, ordered as numbers.
@Suite struct StoredDecimalTests {
    private func decode(_ bytes: [UInt8]) -> Decimal? { bytes.withUnsafeBytes { StoredDecimal.decode($0) } }

    private func random() -> Decimal {
        let digits = (0..<Int.random(in: 1...38)).map { _ in "\(Int.random(in: 0...9))" }.joined()
        let text = "\(Bool.random() ? "-" : "")\(digits)e\(Int.random(in: -60...60))"
        return Decimal(string: text) ?? 0
    }

    @Test func d05_equalNumbersAreEqualBytes() throws {
        let texts = [("1.0", "1.00"), ("100", "1e2"), ("0", "-0"), ("0.10", "0.1"), ("-5", "-5.000")]
        for (left, right) in texts {
            let left = try #require(Decimal(string: left))
            let right = try #require(Decimal(string: right))
            #expect(StoredDecimal.encode(left) == StoredDecimal.encode(right))
        }
        #expect(StoredDecimal.encode(Decimal.nan) == nil)
    }

    @Test func d05_randomNumbersComeBackAndKeepTheirOrder() throws {
        for _ in 0..<5_000 {
            let left = random()
            let right = Bool.random() ? random() : left + (Bool.random() ? 1 : -1)
            let leftBytes = try #require(StoredDecimal.encode(left))
            let rightBytes = try #require(StoredDecimal.encode(right))
            #expect(decode(leftBytes) == left)
            #expect((left < right) == leftBytes.lexicographicallyPrecedes(rightBytes), "\(left) \(right)")
            #expect((left == right) == (leftBytes == rightBytes), "\(left) \(right)")
        }
    }

    @Test func bytesThatNoNumberHasAreRefused() {
        let broken: [[UInt8]] = [
            [], [0], [4, 1], [2, 2], [3], [3, 0x80], [3, 0x80, 1], [3, 0x80, 1, 0], [1, 0x7F, 0xFE, 5],
        ]
        for bytes in broken { #expect(decode(bytes) == nil, "\(bytes)") }
    }
}
