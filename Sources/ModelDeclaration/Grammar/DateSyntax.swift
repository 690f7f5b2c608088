/// ISO 8601 dates with time and zone: `2024-05-01T12:30:00Z`, with fractions of a second and offsets if wanted.
package enum DateSyntax {
    /// Seconds since 2001-01-01T00:00:00Z; nil for any other text.
    static func seconds(_ text: String) -> Double? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2),
            reader.take("-"),
            let day = reader.number(digits: 2), reader.take("T") || reader.take("t"),
            let hour = reader.number(digits: 2),
            reader.take(":"), let minute = reader.number(digits: 2), reader.take(":"),
            let second = reader.number(digits: 2), year >= 1, (1...12).contains(month),
            (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        guard let fraction = reader.fraction(), let offset = reader.zone(), reader.isAtEnd else { return nil }
        let days = daysSinceReferenceDate(year: year, month: month, day: day)
        return Double(days * 86400 + hour * 3600 + minute * 60 + second - offset) + fraction
    }

    /// The text of a moment, in UTC and with the fraction where there is one; nil beyond the years that the text can have.
    package static func text(_ seconds: Double) -> String? {
        // From the first moment of year 1 to the last of year 9999.
        guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
        let whole = seconds.rounded(.down)
        let days = Int((whole / 86400).rounded(.down))
        let second = Int(whole) - days * 86400
        let (year, month, day) = date(daysSinceReferenceDate: days)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(second / 3600, 2)):"
        text += "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        let fraction = seconds - whole
        if fraction > 0 {
            // Nanoseconds: more than a Double of this size holds in most years, less than what would be noise.
            let digits = padded(Int((fraction * 1e9).rounded(.down)), 9)
            text += "." + digits
        }
        return text + "Z"
    }

    /// The inverse of ``daysSinceReferenceDate(year:month:day:)``.
    private static func date(daysSinceReferenceDate days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468 + 11_323
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days of the proleptic Gregorian calendar, counted in years that begin in March (Howard Hinnant's algorithm).
    private static func daysSinceReferenceDate(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468 - 11_323
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func digit() -> Int? {
            guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
            position += 1
            return Int(bytes[position - 1] - 0x30)
        }

        mutating func number(digits: Int) -> Int? {
            var value = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// A fraction of a second, zero if there is none; nil if it has no digits.
        mutating func fraction() -> Double? {
            guard take(".") || take(",") else { return 0 }
            let start = position
            while digit() != nil {}
            guard position > start else { return nil }
            return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self))
        }

        /// Seconds east of Greenwich.
        mutating func zone() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign: Int
            if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
            guard let hours = number(digits: 2), hours < 24 else { return nil }
            _ = take(":")
            guard let minutes = number(digits: 2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
