public import Foundation

// Sort descriptors that Foundation lacks, or lacks on Linux.

extension SortDescriptor where Compared: PersistentModel {
    /// Sorts by a Boolean: false comes before true.
    public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: Foundation.SortOrder = .forward) {
        self.init(SortKeyPaths.sendable(keyPath.appending(path: SortKeyPaths.flag)), order: order)
    }

    /// Sorts by a Boolean: nil comes before false, false before true.
    public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: Foundation.SortOrder = .forward) {
        self.init(SortKeyPaths.sendable(keyPath.appending(path: SortKeyPaths.optionalFlag)), order: order)
    }

    /// Sorts text in the order of the current locale.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedComparator,
        order: Foundation.SortOrder = .forward
    ) {
        self.init(SortKeyPaths.sendable(keyPath.appending(path: comparator.collation.keyPath)), order: order)
    }

    /// Sorts text in the order of the current locale; nil comes first.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedComparator,
        order: Foundation.SortOrder = .forward
    ) {
        self.init(SortKeyPaths.sendable(keyPath.appending(path: comparator.collation.optionalKeyPath)), order: order)
    }
}

/// How text is compared for people: the comparators of SwiftData's sort descriptors that Foundation lacks on Linux.
public struct LocalizedComparator: Sendable, Hashable {
    let collation: LocalizedCollation

    /// As file lists are sorted: without regard to case, numbers by their value (`localizedStandardCompare`).
    public static let localizedStandard = LocalizedComparator(collation: .standard)
    /// By the rules of the locale (`localizedCompare`).
    public static let localized = LocalizedComparator(collation: .plain)
}

/// The key paths that descriptors append to those of Booleans and text.
enum SortKeyPaths {
    static let flag = \Bool.sortRank
    static let optionalFlag = \Bool?.sortRank

    /// The key paths that may follow one whose values are of a type.
    static func orders(of type: Any.Type) -> [(AnyKeyPath, LocalizedCollation?)] {
        if type == Bool.self { return [(flag, nil)] }
        if type == Bool?.self { return [(optionalFlag, nil)] }
        if type == String.self { return LocalizedCollation.allCases.map { ($0.keyPath, $0) } }
        if type == String?.self { return LocalizedCollation.allCases.map { ($0.optionalKeyPath, $0) } }
        return []
    }

    /// A key path of key paths that are literals: it holds nothing that could be shared wrongly.
    static func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
        unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
    }

    /// Whether a descriptor made its key path anew, so that its address tells nothing.
    static func isMade(_ keyPath: AnyKeyPath) -> Bool {
        Swift.type(of: keyPath).valueType is any MadeSortKey.Type
    }
}

/// A value that only these descriptors sort by.
protocol MadeSortKey {}
extension Optional: MadeSortKey where Wrapped: MadeSortKey {}

/// The place of a Boolean in an order.
struct FlagRank: Comparable, MadeSortKey {
    let value: Bool
    static func < (left: FlagRank, right: FlagRank) -> Bool { !left.value && right.value }
}

/// Text with the order of a language.
struct LocalizedRank: Comparable, MadeSortKey {
    let text: String
    let collation: LocalizedCollation

    static func < (left: LocalizedRank, right: LocalizedRank) -> Bool {
        left.collation.compare(left.text, right.text) == .orderedAscending
    }
    static func == (left: LocalizedRank, right: LocalizedRank) -> Bool {
        left.collation.compare(left.text, right.text) == .orderedSame
    }
}

extension Bool {
    fileprivate var sortRank: FlagRank { FlagRank(value: self) }
}
extension Bool? {
    fileprivate var sortRank: FlagRank? { map { FlagRank(value: $0) } }
}
extension String {
    fileprivate var localizedRank: LocalizedRank { LocalizedRank(text: self, collation: .plain) }
    fileprivate var localizedStandardRank: LocalizedRank { LocalizedRank(text: self, collation: .standard) }
}
extension String? {
    fileprivate var localizedRank: LocalizedRank? { map(\.localizedRank) }
    fileprivate var localizedStandardRank: LocalizedRank? { map(\.localizedStandardRank) }
}

extension LocalizedCollation {
    fileprivate var keyPath: KeyPath<String, LocalizedRank> {
        switch self {
        case .plain: \.localizedRank
        case .standard: \.localizedStandardRank
        }
    }
    fileprivate var optionalKeyPath: KeyPath<String?, LocalizedRank?> {
        switch self {
        case .plain: \.localizedRank
        case .standard: \.localizedStandardRank
        }
    }
}
