import Foundation
import ModelStorage

/// What a trip knows beyond its stored properties: models are extended like any class.
extension Trip {
    public convenience init(
        _ name: String, to destination: String, from start: Date, days: Int, reason: Reason = .vacation
    ) {
        self.init(
            name: name, destination: destination, startDate: start,
            endDate: start.addingTimeInterval(Double(days) * 86_400), reason: reason)
    }

    /// The share of its bucket list that is done, from 0 to 1; nil without a list.
    public var progress: Double? {
        if items.isEmpty { return nil }
        return Double(items.count(where: \.isDone)) / Double(items.count)
    }

    /// Adds an item that is not on the list yet; the relationship brings it into the trip's context.
    @discardableResult
    public func add(_ title: String) -> BucketListItem {
        if let item = items.first(where: { $0.title == title }) { return item }
        return BucketListItem(title: title, trip: self)
    }

    public var summary: String { "\(name): \(destination), \(startDate.formatted(.iso8601.year().month().day()))" }
}
