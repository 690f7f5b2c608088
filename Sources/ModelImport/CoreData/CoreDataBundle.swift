public import ModelDeclaration

/// A Core Data model as Xcode edits it, in bytes: the versions of a `.xcdatamodeld`, or a `.xcdatamodel` by itself.
public struct CoreDataBundle: Sendable {
    public struct Version: Sendable {
        /// The name of the version's folder without `.xcdatamodel`.
        public var name: String
        /// The file `contents`.
        public var document: SourceDocument

        public init(name: String, document: SourceDocument) {
            self.name = name
            self.document = document
        }
    }

    /// The name of the folder without its extension.
    public var name: String
    public var versions: [Version]
    /// The file `.xccurrentversion`, which names the current version; nil where there is none.
    public var currentVersion: SourceDocument?

    public init(name: String, versions: [Version], currentVersion: SourceDocument? = nil) {
        self.name = name
        self.versions = versions
        self.currentVersion = currentVersion
    }
}
