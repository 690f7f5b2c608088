/// Names of output files. The build-tool plugin has to tell them before the tool runs, so it and the tool share this file
/// (`Sources/ModelGeneration/OutputNames.swift` is a link to it), which knows the standard library only.
enum OutputNames {
    /// Ends the names of declarations.
    static let documentSuffix = ".model.json"
    /// Ends the names of lock files, after the schema's name.
    static let lockSuffix = ".lock.json"
    static let modelSuffix = ".model.swift"
    static let schemaSuffix = ".schema.swift"

    /// Unlike any name that a person gives a file: SwiftPM cannot build two files of one name in a target.
    static func model(_ name: String) -> String { name + modelSuffix }

    /// The schema file of each document, in the order of `documents`: named for the document, and for as many of the
    /// folders around it as it takes to tell documents of one name apart.
    ///
    /// - Parameter documents: Paths, all relative to one folder, or all absolute.
    static func schemas(of documents: [String]) -> [String] {
        let paths = documents.map { path in
            var parts = path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
            if let last = parts.popLast() { parts.append(stem(last)) }
            return parts
        }
        var depths = paths.map { _ in 1 }
        // Names that differ only in case are one file on some disks.
        func name(_ index: Int) -> String { paths[index].suffix(depths[index]).joined(separator: ".").lowercased() }
        while true {
            let groups = Dictionary(grouping: paths.indices, by: name)
            var isDone = true
            for group in groups.values where group.count > 1 {
                for index in group where depths[index] < paths[index].count {
                    depths[index] += 1
                    isDone = false
                }
            }
            if isDone { break }
        }
        var taken: Set<String> = []
        return paths.indices.map { index in
            let base = paths[index].suffix(depths[index]).joined(separator: ".")
            var unique = base
            var number = 2
            while !taken.insert(unique.lowercased()).inserted {
                unique = "\(base).\(number)"
                number += 1
            }
            return unique + schemaSuffix
        }
    }

    /// The name of a document without its suffix; of any other file, without its extension.
    private static func stem(_ name: String) -> String {
        for suffix in [documentSuffix, ".json"] where name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count {
            return String(name.dropLast(suffix.count))
        }
        return name
    }
}
