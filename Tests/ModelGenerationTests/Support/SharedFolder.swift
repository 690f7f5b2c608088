import Foundation

/// The folder with data that is not part of the repository: beside the checkout, or where MODELGEN_SHARED says.
enum SharedFolder {
    static var url: URL? {
        if let path = ProcessInfo.processInfo.environment["MODELGEN_SHARED"] { return URL(filePath: path) }
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appending(path: "shared")
            if FileManager.default.fileExists(atPath: candidate.appending(path: "data/mustache-spec").path) {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
