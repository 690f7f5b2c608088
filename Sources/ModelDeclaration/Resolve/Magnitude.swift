import ModelSchema

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A number or date as the runtime compares it with the bounds of a rule.
enum Magnitude: Hashable, Comparable {
    case integer(Int128)
    case decimal(Decimal)
    case float(Float)
    case double(Double)

    /// A bound as rules hold it: digits, and dates as seconds since the reference date.
    init?(_ text: String, _ type: StoredType) {
        switch type {
        case _ where type.integerRange != nil:
            if let number = Int128(text) { self = .integer(number) } else { return nil }
        case .decimal: if let number = Decimal(string: text) { self = .decimal(number) } else { return nil }
        case .float: if let number = Float(text) { self = .float(number) } else { return nil }
        default: if let number = Double(text) { self = .double(number) } else { return nil }
        }
    }

    /// The value of a default; nil where it is no number or date.
    init?(_ value: DefaultValue, _ type: StoredType) {
        switch (value, type) {
        case (.integer(let number), .float): self = .float(Float(number))
        case (.integer(let number), .double): self = .double(Double(number))
        case (.integer(let number), _): self = .integer(number)
        case (.double(let number), .float): self = .float(Float(number))
        case (.double(let number), _), (.date(let number), _): self = .double(number)
        case (.decimal(let text), _): self.init(text, .decimal)
        default: return nil
        }
    }

    /// Of one type only: others are not compared.
    static func < (left: Magnitude, right: Magnitude) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.float(let left), .float(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        default: false
        }
    }
}
