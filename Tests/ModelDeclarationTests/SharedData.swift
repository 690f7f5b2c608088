import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder `shared` with test data that lies beside the repository, or beside a folder that holds its worktrees.
enum SharedData {
    /// The folder; nil where it is not there. `MODELGEN_SHARED` names it where it lies elsewhere.
    static let folder: String? = {
        if let named = ProcessInfo.processInfo.environment["MODELGEN_SHARED"] {
            return exists(named) ? named : nil
        }
        var path = #filePath.split(separator: "/").map(String.init)
        while !path.isEmpty {
            path.removeLast()
            let candidate = "/" + (path + ["shared"]).joined(separator: "/")
            if exists(candidate + "/data") { return candidate }
        }
        return nil
    }()

    static let isThere = folder != nil

    /// For `.enabled(if:)`, so that a run without the data says so.
    static let absent: Comment = "the folder 'shared' is not beside the repository; set MODELGEN_SHARED to it"

    static func files(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(try #require(folder))/\(path)").sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        let folder = try #require(folder)
        return Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(path)")))
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
