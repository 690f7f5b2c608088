import Foundation

/// The command line.
struct Options {
    var count = 10_000
    var seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var seconds = Double.infinity
    var current: String?
    var isReplay = false
    var paths: [String] = []

    init(_ arguments: [String]) {
        var rest = arguments[...]
        func number() -> UInt64? { rest.popFirst().flatMap { UInt64($0.replacing("_", with: "")) } }
        while let word = rest.popFirst() {
            switch word {
            case "--count": count = Int(clamping: number() ?? 0)
            case "--seed": seed = number() ?? 0
            case "--seconds": seconds = Double(number() ?? 0)
            case "--current": current = rest.popFirst()
            case "--replay": isReplay = true
            default: paths.append(word)
            }
        }
    }
}

/// The files to begin with, or to replay, in an order that is always the same.
struct Corpus {
    private(set) var declarations: [(path: String, bytes: [UInt8])] = []
    /// Core Data models, for the importer.
    private(set) var models: [[UInt8]] = []

    init(_ paths: [String]) {
        for path in paths.flatMap(Self.files) {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            if path.hasSuffix(".xcdatamodel/contents") {
                models.append(Array(data))
            } else if path.hasSuffix(".json") || path.hasSuffix(".input") {
                declarations.append((path, Array(data)))
            }
        }
    }

    private static func files(_ path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [path] }
        let names = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String]) ?? []
        return names.sorted().filter { !$0.contains(".build") }.map { "\(path)/\($0)" }
    }
}
