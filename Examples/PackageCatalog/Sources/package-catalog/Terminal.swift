import Foundation

/// What goes to the person rather than to the next program.
enum Terminal {
    static let showsProgress = isatty(STDERR_FILENO) == 1

    static func complain(_ text: String) { write("package-catalog: \(text)\n") }

    /// Replaces the line that shows how far the work is. Only on a terminal.
    static func progress(_ text: String) {
        if showsProgress { write("\r\u{1B}[K\(text)") }
    }

    static func endProgress() {
        if showsProgress { write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

extension Int {
    /// With a comma between thousands.
    var grouped: String {
        var digits = String(magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// A size in KiB with a fitting unit.
    var kibibytes: String {
        if self < 1 << 10 { return "\(self) KiB" }
        let (unit, size) = self < 1 << 20 ? ("MiB", Double(self) / 1024) : ("GiB", Double(self) / 1_048_576)
        return String(format: "%.1f %@", size, unit)
    }
}

extension String {
    func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }

    func indented(to width: Int) -> String {
        count < width ? String(repeating: " ", count: width - count) + self : self
    }
}
