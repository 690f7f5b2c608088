public import Foundation

/// What to fetch: which objects, in which order, how many.
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
    /// The condition; nil for all objects.
    public var predicate: Predicate<T>?
    /// The order. Objects that it does not tell apart follow in the order in which they were first saved.
    public var sortBy: [SortDescriptor<T>]
    /// The largest number of objects; nil or 0 for all.
    public var fetchLimit: Int?
    /// How many objects to leave out at the start.
    public var fetchOffset: Int?
    /// Whether unsaved changes of the context count. True by default.
    public var includePendingChanges = true
    /// Attributes to read at once; the others are read with the first touch of one of them, object by object. Links to other
    /// objects are always read. Empty for all.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// Relationships whose objects are read in the same call, with one query for each.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

extension FetchDescriptor: Equatable {
    /// Predicates have no equality of their own: a predicate equals its copies, not one that was built anew.
    public static func == (left: FetchDescriptor, right: FetchDescriptor) -> Bool {
        guard left.sortBy == right.sortBy, left.fetchLimit == right.fetchLimit, left.fetchOffset == right.fetchOffset,
            left.includePendingChanges == right.includePendingChanges,
            left.propertiesToFetch == right.propertiesToFetch,
            left.relationshipKeyPathsForPrefetching == right.relationshipKeyPathsForPrefetching
        else { return false }
        guard let predicate = left.predicate, let other = right.predicate else {
            return left.predicate == nil && right.predicate == nil
        }
        return predicate.variable.key == other.variable.key
            && String(describing: predicate.expression) == String(describing: other.expression)
    }
}
