import Foundation

/// The tool, which stands beside the tests that were built with it.
enum Tool {
    static var url: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path != "/" {
            let tool = folder.appending(path: "modelgen")
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: tool.path, isDirectory: &isFolder), !isFolder.boolValue {
                return tool
            }
            folder.deleteLastPathComponent()
        }
        return URL(filePath: #filePath).appending(path: "../../../.build/debug/modelgen").standardized
    }

    /// Where a test works; its name has spaces in it.
    static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "modelgen cli \(UUID().uuidString)")
    }

    struct Run {
        var status: Int32
        var output: String
        var messages: String
    }
}

/// Tests that run the tool in a folder of their own.
protocol ToolTests {
    var folder: URL { get }
}

extension ToolTests {
    func run(_ arguments: String..., input: String? = nil) throws -> Tool.Run { try run(arguments, input: input) }

    func run(_ arguments: [String], input: String? = nil) throws -> Tool.Run {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Tool.url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = folder.appending(path: ".out")
        let messages = folder.appending(path: ".err")
        let stdin = folder.appending(path: ".in")
        for file in [output, messages] { try Data().write(to: file) }
        try Data((input ?? "").utf8).write(to: stdin)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        process.standardInput = try FileHandle(forReadingFrom: stdin)
        try process.run()
        process.waitUntilExit()
        return Tool.Run(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            messages: try String(contentsOf: messages, encoding: .utf8))
    }

    func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func names(in name: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}
