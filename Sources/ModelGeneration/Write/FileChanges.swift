#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Files that change together: every new text is on the disk before the first takes its place.
public struct FileChanges: Sendable {
    public private(set) var files: [(path: String, text: [UInt8])] = []

    public init() {}

    /// The file is replaced, or made where it is not there. Files take their places in the order in which they are added.
    public mutating func set(_ path: String, to text: [UInt8]) { files.append((path, text)) }

    /// - Throws: ``FileError``; all files are then as they were, unless taking their places failed half-way.
    public func write() throws(FileError) {
        var written: [String] = []
        do {
            for file in files {
                let temporary = Self.temporary(file.path)
                written.append(temporary)
                try FileSystem.write(file.text, to: temporary)
            }
            for (temporary, file) in zip(written, files) { try FileSystem.rename(temporary, to: file.path) }
        } catch {
            for temporary in written { _ = unlink(temporary) }
            throw error
        }
    }

    /// Hidden, in the same folder, and of no kind that a build would take for a source.
    private static func temporary(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return (parts.dropLast() + [".\(parts.last ?? "").\(getpid()).tmp"]).joined(separator: "/")
    }
}
