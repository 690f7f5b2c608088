internal import Foundation

/// Decimals as bytes that SQLite orders and compares as the numbers do: 1.0 and 1.00 are one value.
///
/// The first byte is the sign: 1 negative, 2 zero, 3 positive. Then, with the number written as 0.d₁d₂d₃… × 10ᵉ and d₁ not
/// zero: e + 32,768 in two bytes, most significant first, and the digits in pairs, each pair + 1. A negative number has the
/// bytes after the sign complemented, and ends with 255, so that more digits come first.
enum StoredDecimal {
    /// Nil for NaN.
    static func encode(_ value: Decimal) -> [UInt8]? {
        if value.isNaN { return nil }
        if value.isZero { return [2] }
        var digits: [UInt8] = []
        var exponent = 0
        var isAfterPoint = false
        for byte in value.description.utf8 {
            switch byte {
            case UInt8(ascii: "."): isAfterPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = byte - UInt8(ascii: "0")
                if digits.isEmpty, digit == 0 {
                    if isAfterPoint { exponent -= 1 }
                } else {
                    digits.append(digit)
                    if !isAfterPoint { exponent += 1 }
                }
            default: break  // the sign
            }
        }
        while digits.last == 0 { digits.removeLast() }
        let biased = UInt16(exponent + 32_768)
        var bytes: [UInt8] = [3, UInt8(biased >> 8), UInt8(biased & 0xFF)]
        for index in stride(from: 0, to: digits.count, by: 2) {
            let second = index + 1 < digits.count ? digits[index + 1] : 0
            bytes.append(digits[index] * 10 + second + 1)
        }
        if value.sign == .minus {
            bytes[0] = 1
            for index in 1..<bytes.count { bytes[index] = ~bytes[index] }
            bytes.append(0xFF)
        }
        return bytes
    }

    /// Nil for bytes that no decimal has.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        guard let sign = bytes.first else { return nil }
        if sign == 2 { return bytes.count == 1 ? Decimal() : nil }
        let isNegative = sign == 1
        guard isNegative || sign == 3, bytes.count >= (isNegative ? 5 : 4) else { return nil }
        func byte(_ index: Int) -> UInt8 { isNegative ? ~bytes[index] : bytes[index] }
        let end = isNegative ? bytes.count - 1 : bytes.count
        if isNegative, bytes[end] != 0xFF { return nil }
        let exponent = (Int(byte(1)) << 8 | Int(byte(2))) - 32_768
        var text = isNegative ? "-" : ""
        for index in 3..<end {
            let pair = byte(index)
            guard (1...100).contains(pair) else { return nil }
            text.append(Character(UnicodeScalar(UInt8(ascii: "0") + (pair - 1) / 10)))
            text.append(Character(UnicodeScalar(UInt8(ascii: "0") + (pair - 1) % 10)))
        }
        // A trailing zero of the last pair would be a 39th digit, which Decimal cannot hold.
        var digits = (end - 3) * 2
        if text.last == "0" {
            text.removeLast()
            digits -= 1
        }
        guard (-500...500).contains(exponent) else { return nil }
        return Decimal(string: "\(text)e\(exponent - digits)")
    }
}
