public import Foundation

/// Where a container keeps its objects, and how it may use the place.
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
    public let name: String
    /// The store's file. For a store in memory it only names the configuration.
    public let url: URL
    public let isStoredInMemoryOnly: Bool
    /// Whether contexts may save; without it the file is opened for reading only, and never created.
    public let allowsSave: Bool
    /// The models that the configuration keeps, in a container with several; nil for all that no other one names.
    public var schema: Schema?
    /// Accepted for SwiftData's sake: where there are no app groups there is no container of one.
    public let groupContainer: GroupContainer
    /// Accepted for SwiftData's sake: nothing is synchronized.
    public let cloudKitDatabase: CloudKitDatabase
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

    /// A database in iCloud, which this library does not use.
    public struct CloudKitDatabase: Hashable, Sendable {
        let name: String?
        public static var automatic: Self { Self(name: "automatic") }
        public static var none: Self { Self(name: nil) }
        public static func `private`(_ privateDBName: String) -> Self { Self(name: "private \(privateDBName)") }
    }

    /// The container of a group of apps, which only some systems have.
    public struct GroupContainer: Hashable, Sendable {
        let name: String?
        public static var automatic: Self { Self(name: "automatic") }
        public static var none: Self { Self(name: nil) }
        public static func identifier(_ groupName: String) -> Self { Self(name: "identifier \(groupName)") }
    }

    public var id: URL { url }
    /// Always nil: there are no app groups.
    public var groupAppContainerIdentifier: String? { nil }
    /// Always nil: nothing is synchronized.
    public var cloudKitContainerIdentifier: String? { nil }

    /// The default file `default.store` in the user's application support folder, or a store in memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The same for some models, in a container with several configurations.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// A file `<name>.store` in the user's application support folder, or a store in memory.
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? "default"
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        url =
            isStoredInMemoryOnly
            ? URL(fileURLWithPath: "/dev/null") : Self.defaultFolder.appendingPathComponent("\(self.name).store")
    }

    /// A file anywhere. Its folder must exist.
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        self.url = url
        isStoredInMemoryOnly = false
        self.allowsSave = allowsSave
        groupContainer = .automatic
        self.cloudKitDatabase = cloudKitDatabase
    }

    /// Checks what can be checked without opening anything.
    ///
    /// - Throws: ``StorageError/invalidConfiguration(name:_:)`` for a file name that is too long or has characters that no
    ///   file name may have.
    public func validate() throws {
        if isStoredInMemoryOnly { return }
        // A name that was made from the URL is the URL's affair.
        let fileName = url.lastPathComponent
        if max(fileName.utf8.count, "\(name).store".utf8.count) > 255 {
            throw StorageError.invalidConfiguration(name: name, .fileNameTooLong)
        }
        if name.isEmpty || name.contains("/") || name.utf8.contains(0) {
            throw StorageError.invalidConfiguration(name: name, .invalidCharacters)
        }
    }

    static var defaultFolder: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(fileURLWithPath: NSHomeDirectory())
    }
}

extension ModelConfiguration: CustomDebugStringConvertible {
    public var debugDescription: String {
        "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.path)\(allowsSave ? "" : ", read only"))"
    }
}
