import ModelStorage

// Types that a user writes and that attributes name.

public nonisolated struct Preferences: Codable, Hashable, Sendable {
    public var theme: String
    public var sizes: [Int]

    public init(theme: String, sizes: [Int]) {
        self.theme = theme
        self.sizes = sizes
    }
}

public nonisolated struct Release: RawRepresentable, Codable, Hashable, Sendable {
    public var rawValue: String

    public init?(rawValue: String) {
        guard rawValue.hasPrefix("v") else { return nil }
        self.rawValue = rawValue
    }
}
