import Foundation
import Testing

#if os(Linux)
    private let canBoundMemory = true
#else
    private let canBoundMemory = false
#endif

/// What nobody writes by hand gets an answer or a clear refusal, in no more memory than is stated here: the system refuses
/// more to a process of its own, which would end it. The bounds are for the tool as it is built for tests, and for all that it
/// maps, its libraries too; an optimised one holds half as much (see Performance.md).
@Suite(.enabled(if: canBoundMemory, "this system does not bound what a process maps")) struct MemoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-memory-\(UUID().uuidString)")

    private struct Run {
        var status: Int32
        var messages: String
    }

    /// Runs the tool on a document.
    ///
    /// - Parameter megabytes: The most that the process may map.
    private func run(_ command: [String], on document: [UInt8], megabytes: Int) throws -> Run {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "S.model.json")
        let messages = folder.appending(path: "messages")
        try Data(document).write(to: file)
        try Data().write(to: messages)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", "ulimit -v \(megabytes * 1024) && exec \"$@\"", "sh", Tool.url.path] + command
            + [file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: messages)
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            messages: try String(contentsOf: messages, encoding: .utf8))
    }

    private static func models(_ count: Int) -> [UInt8] {
        let models = (0..<count).map { index in
            #"{"name": "M\#(index)", "attributes": [{"name": "a", "type": "Int", "unique": true}, {"name": "b", "type": "Data?", "externalStorage": true}], "relationships": [{"name": "next", "type": "M\#((index + 1) % count)?", "inverse": "previous"}, {"name": "previous", "type": "[M\#((index + count - 1) % count)]"}]}"#
        }
        return Array(#"{"schema": "S", "models": [\#(models.joined(separator: ","))]}"#.utf8)
    }

    @Test("Ten thousand models are validated and generated")
    func tenThousandModels() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let document = Self.models(10_000)
        let validated = try run(["validate", "--quiet"], on: document, megabytes: 300)
        #expect(validated.status == 0 && validated.messages == "")
        let output = folder.appending(path: "out")
        let generated = try run(["generate", "--quiet", "--output", output.path], on: document, megabytes: 400)
        #expect(generated.status == 0 && generated.messages == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: output.path).count == 10_001)
    }

    @Test("A document of 100 MB is refused unread, and one that nests 100,000 levels where that begins")
    func refused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var large = Array(#"{"schema": "S", "$schema": ""#.utf8)
        large += [UInt8](repeating: UInt8(ascii: "x"), count: 100_000_000) + Array(#""}"#.utf8)
        let tooLarge = try run(["validate"], on: large, megabytes: 250)
        #expect(tooLarge.status == 1)
        #expect(tooLarge.messages.contains("S.model.json:1:1: error: the document has more than 32 MB [MG0103]"))
        let nested = try run(
            ["validate"], on: [UInt8](repeating: UInt8(ascii: "["), count: 100_000), megabytes: 100)
        #expect(nested.status == 1)
        #expect(nested.messages.contains("S.model.json:1:257: error: values are nested more than 256 deep [MG0104]"))
    }

    @Test("The largest document that is read, full of faults, is answered")
    func manyFaults() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let models = repeatElement(#"{"name":"1","x":[{"y":0},[]]}"#, count: 120_000).joined(separator: ",")
        let run = try run(
            ["validate"], on: Array(#"{"schema": "S", "models": [\#(models)]}"#.utf8), megabytes: 500)
        #expect(run.status == 1)
        #expect(run.messages.contains("there are more than 10000 problems in this document; the rest is left out"))
    }

    @Test("The bound holds: with less the tool does not get to its answer")
    func bound() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run(["validate", "--quiet"], on: Self.models(10_000), megabytes: 60).status != 0)
    }
}
