internal import Foundation

/// Sorting text as people do.
enum LocalizedSort {
    static let collation = "ms_localized"

    static func isLocalized(_ comparator: String.StandardComparator) -> Bool { comparator != .lexical }
}

extension _$Entity {
    /// The properties on the way of a key path through one to-one hop.
    func sortPath(_ keyPath: AnyKeyPath) -> [Property]? { nil }
}
