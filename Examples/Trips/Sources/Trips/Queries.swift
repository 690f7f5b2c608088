import Foundation
import ModelStorage

/// The questions of a travel planner, each as one fetch.
extension ModelContext {
    /// The trips that have not ended at a date, next one first.
    public func upcomingTrips(after date: Date = .now, limit: Int? = nil) throws -> [Trip] {
        var descriptor = FetchDescriptor<Trip>(
            predicate: #Predicate { $0.endDate >= date }, sortBy: [SortDescriptor(\.startDate)])
        descriptor.fetchLimit = limit
        return try fetch(descriptor)
    }

    /// The trips that carry a tag, by name.
    public func trips(tagged tag: String) throws -> [Trip] {
        try fetch(
            FetchDescriptor<Trip>(
                predicate: #Predicate { trip in trip.tags.contains { $0.name == tag } },
                sortBy: [SortDescriptor(\.name)]))
    }

    /// What is still to be done on trips to a destination.
    public func openItems(in destination: String) throws -> [BucketListItem] {
        try fetch(
            FetchDescriptor<BucketListItem>(
                predicate: #Predicate { !$0.isDone && $0.trip.destination == destination },
                sortBy: [SortDescriptor(\.title)]))
    }
}
