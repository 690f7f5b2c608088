import ModelStorage

/// Compares what is stored with what the imports recorded.
public struct Audit: Sendable, Equatable {
    public var packages: Int
    /// Rows that the batches say there are.
    public var recorded: Int
    public var batches: Int
    public var runs: Int
    /// Runs that never came to their end.
    public var unfinishedRuns: Int
    /// Numbers of batches that are missing between the first and the last.
    public var missingBatches: Int

    public var isConsistent: Bool { packages == recorded && missingBatches == 0 }

    public init(_ context: ModelContext) throws {
        let batches = try context.fetch(FetchDescriptor<ImportBatch>())
        packages = try context.fetchCount(FetchDescriptor<Package>())
        recorded = batches.reduce(0) { $0 + $1.added - $1.removed }
        self.batches = batches.count
        runs = try context.fetchCount(FetchDescriptor<ImportRun>())
        unfinishedRuns = try context.fetchCount(
            FetchDescriptor<ImportRun>(predicate: #Predicate { $0.finishedAt == nil }))
        missingBatches = (batches.map(\.number).max() ?? 0) - batches.count
    }
}
