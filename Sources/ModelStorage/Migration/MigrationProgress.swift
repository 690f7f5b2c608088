/// How far a migration is.
public struct MigrationProgress: Sendable {
    /// The store's file.
    public var storePath: String
    public var schema: String
    /// The stage that runs, or the last of several that run together.
    public var fromVersion: String
    public var toVersion: String
    /// What is being done: a table that is copied, or code that runs.
    public var activity: String
    /// Rows or objects of the activity that are done, and all of them.
    public var completedUnitCount: Int
    public var totalUnitCount: Int
}
