public import Foundation

/// Where a container keeps its objects, and how it may use the place.
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
    public let name: String
    /// The store's file. For a store in memory it only names the configuration.
    public let url: URL
    public let isStoredInMemoryOnly: Bool
    /// Whether contexts may save; without it the file is opened for reading only, and never created.
    public let allowsSave: Bool
    /// Told of the progress of a migration, on the thread that opens the container. Configurations that differ in nothing
    /// else are equal.
    public var migrationProgress: (@Sendable (MigrationProgress) -> Void)? {
        get { progressHandler.handler }
        set { progressHandler.handler = newValue }
    }
    /// Where to copy the store before a migration changes it; nil for no copy. A file that is there is replaced.
    public var migrationBackupURL: URL?
    private var progressHandler = ProgressHandler()

    /// A closure that does not count in comparisons.
    private struct ProgressHandler: Hashable, Sendable {
        var handler: (@Sendable (MigrationProgress) -> Void)?
        static func == (left: Self, right: Self) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    public var id: URL { url }

    /// The default file `default.store` in the user's application support folder, or a store in memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// A file `<name>.store` in the user's application support folder, or a store in memory.
    public init(_ name: String? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true) {
        self.name = name ?? "default"
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        url =
            isStoredInMemoryOnly
            ? URL(fileURLWithPath: "/dev/null") : Self.defaultFolder.appendingPathComponent("\(self.name).store")
    }

    /// A file anywhere. Its folder must exist.
    public init(_ name: String? = nil, url: URL, allowsSave: Bool = true) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.url = url
        isStoredInMemoryOnly = false
        self.allowsSave = allowsSave
    }

    static var defaultFolder: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(fileURLWithPath: NSHomeDirectory())
    }
}
