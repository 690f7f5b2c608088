import Foundation
import ModelDeclaration
import ModelGeneration
import ModelSchema
import Testing

/// Each folder of `Snapshots` has declarations, and beside them what is generated from them, byte for byte.
/// `MODELGEN_RECORD=1 swift test --filter SnapshotTests` writes the files anew. They are compiled too: see Package.swift.
struct SnapshotTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")

    @Test(arguments: try Snapshot.all(in: folder)) func snapshot(_ snapshot: Snapshot) throws {
        let generated = try snapshot.generate()
        if ProcessInfo.processInfo.environment["MODELGEN_RECORD"] == "1" {
            try OutputFolder(path: snapshot.folder.path).write(generated, documents: snapshot.documents.map(\.path))
            return
        }
        let present = try snapshot.present()
        #expect(
            Set(present.keys) == Set(generated.map(\.name)),
            "other files are generated than those that are there: record them with MODELGEN_RECORD=1")
        for file in generated {
            guard let text = present[file.name], text != file.text else { continue }
            Issue.record("\(snapshot.name)/\(file.name) differs \(difference(text, file.text))")
        }
    }

    /// The tests that stores of older versions arrive intact, as a user has them written: `MigrationChainTests` runs them.
    @Test(
        arguments: [
            ("Versions", "SnapshotModels"), ("Chains/LoopKit", "SnapshotChains"), ("Chains/KMReader", "SnapshotChains"),
        ])
    func migrationTests(_ name: String, _ module: String) throws {
        let snapshot = try #require(try Snapshot.all(in: Self.folder).first { $0.name == name })
        let versions = Declarations.resolve(snapshot.documents).schemas
            .sorted { $0.description.version < $1.description.version }
        let writer = MigrationTestWriter(versions, modules: [module])
        let file = Self.folder.appending(path: "../../MigrationChainTests/\(writer.fileName)").standardized
        let text = Array(writer.text.utf8)
        if ProcessInfo.processInfo.environment["MODELGEN_RECORD"] == "1" {
            try Data(text).write(to: file)
            return
        }
        let present = Array(try Data(contentsOf: file))
        #expect(present == text, "\(writer.fileName) differs \(difference(present, text))")
    }

    /// Formatting generated code would change nothing.
    @Test func snapshotsAreFormatted() throws {
        let configuration = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../.swift-format").standardized
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "format", "lint", "--strict", "--recursive", "--parallel", "--configuration", configuration.path,
            Self.folder.path,
        ]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let messages = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // Names are the user's.
        let complaints = messages.split(separator: "\n").filter { !$0.contains("[IdentifiersMustBeASCII]") }
        #expect(complaints.isEmpty, "\(complaints.prefix(20).joined(separator: "\n"))")
    }

    /// The first line that differs.
    private func difference(_ left: [UInt8], _ right: [UInt8]) -> String {
        let left = String(decoding: left, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let right = String(decoding: right, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, lines) in zip(left, right).enumerated() where lines.0 != lines.1 {
            return "in line \(number + 1):\n- \(lines.0)\n+ \(lines.1)"
        }
        return "in its length"
    }
}

/// A folder of declarations with what is generated from them.
struct Snapshot: Sendable, CustomTestStringConvertible {
    var name: String
    var folder: URL
    var documents: [SourceDocument]

    var testDescription: String { name }

    /// Folders in `Names` and `Chains` are snapshots of their own; in all others, folders tell documents of one snapshot apart.
    static func all(in root: URL) throws -> [Snapshot] {
        var snapshots: [String: Snapshot] = [:]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        for path in paths.filter({ $0.hasSuffix(".model.json") }).sorted() {
            let parts = path.split(separator: "/").map(String.init)
            let depth = ["Names", "Chains"].contains(parts[0]) ? 2 : 1
            let name = parts[..<depth].joined(separator: "/")
            let folder = root.appending(path: name)
            let document = SourceDocument(
                path: parts[depth...].joined(separator: "/"),
                bytes: Array(try Data(contentsOf: root.appending(path: path))))
            snapshots[name, default: Snapshot(name: name, folder: folder, documents: [])].documents.append(document)
        }
        return snapshots.values.sorted { $0.name < $1.name }
    }

    func generate() throws -> [GeneratedFile] {
        let result = Declarations.resolve(documents)
        let errors = result.diagnostics.filter { $0.severity == .error }
        try #require(errors.isEmpty, "\(errors.map { "\($0.place.path):\($0.place.line): \($0.message)" })")
        return try Generator().generate(result.schemas, documents: documents.map(\.path))
    }

    func present() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
            files[name] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
        return files
    }
}
