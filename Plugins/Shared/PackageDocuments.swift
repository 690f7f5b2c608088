import Foundation
import PackagePlugin

/// The declarations of a target.
struct PackageDocuments {
    /// Sorted by their paths.
    let files: [URL]
    /// The same relative to the package, as messages and generated text name them.
    let paths: [String]

    /// The lock files beside them: what they say of shipped versions is in the generated code too.
    let locks: [URL]

    init(of target: any Target, in package: Package) {
        let all = target.sourceModule?.sourceFiles.map(\.url) ?? []
        let files =
            all.filter { $0.lastPathComponent.hasSuffix(OutputNames.documentSuffix) }
            .sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
        self.files = files
        // Other tools have files of such names: only those of a schema that a document beside them declares are ours.
        let names = Set(
            files.map { $0.deletingLastPathComponent().path + "/" + Content($0).schema + OutputNames.lockSuffix })
        locks = all.filter { names.contains($0.path) }.sorted { $0.path < $1.path }
        let root = package.directoryURL.path + "/"
        paths = files.map { $0.path.hasPrefix(root) ? String($0.path.dropFirst(root.count)) : $0.path }
    }

    /// The files that generating makes, for as much as can be told at this time: documents may be broken, and may change
    /// before the tool runs. The tool makes exactly these files out of whatever the documents then say.
    var outputs: [String] {
        let contents = files.map(Content.init)
        // Only the highest version of a schema has its models in files of their own.
        var current: [String: [Int]] = [:]
        for content in contents
        where current[content.schema].map({ $0.lexicographicallyPrecedes(content.version) }) ?? true {
            current[content.schema] = content.version
        }
        var outputs = OutputNames.schemas(of: paths)
        // Names that differ only in case are one file on some disks.
        var taken = Set(outputs.map { $0.lowercased() })
        for content in contents where content.version == current[content.schema] {
            for model in content.models {
                let name = OutputNames.model(model)
                if taken.insert(name.lowercased()).inserted { outputs.append(name) }
            }
        }
        return outputs
    }

    /// What planning has to know of a document. Whatever is wrong with it is for the tool to say.
    private struct Content {
        var schema = ""
        var version = [1, 0, 0]
        var models: [String] = []

        init(_ file: URL) {
            guard let data = try? Data(contentsOf: file),
                let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
            else { return }
            schema = document["schema"] as? String ?? ""
            if let text = document["version"] as? String { version = text.split(separator: ".").map { Int($0) ?? 0 } }
            let declared = (document["models"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
            models = declared.compactMap { $0["name"] as? String }.filter(Self.isFileName)
        }

        /// Anything but an identifier is an error, and must not lead anywhere until the tool has said so.
        private static func isFileName(_ name: String) -> Bool {
            !name.isEmpty && name.utf8.count < 200
                && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
        }
    }
}
