// Feeds the front end with inputs that nobody would write, and checks what must hold of any input: it ends, soon, without a
// trap; each message has a place in its document; and what is taken can be generated, documented and described.
//
// usage: FuzzDeclarations [--count N] [--seed S] [--seconds T] [--current FILE] [--replay] FILE|FOLDER…
//
// FILEs are declarations to start from; with --replay they are the inputs themselves. The input that is being tried stands in
// the file --current, so that it is there after a crash.

import Foundation
import ModelDeclaration
import ModelDocumentation
import ModelGeneration
import ModelImport
import ModelSchema

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

func inputs(_ paths: [String]) -> [(path: String, bytes: [UInt8])] {
    var files: [String] = []
    for path in paths {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
        if isFolder.boolValue {
            let names = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String]) ?? []
            files += names.sorted().filter { !$0.contains(".build") }.map { "\(path)/\($0)" }
        } else {
            files.append(path)
        }
    }
    return files.compactMap { file in
        guard file.hasSuffix(".json") || file.hasSuffix(".input"), let data = FileManager.default.contents(atPath: file)
        else { return nil }
        return (file, Array(data))
    }
}

struct Fault: Error {
    var message: String
}

/// Tries one input.
/// - Returns: Whether it was a declaration without errors.
func attempt(_ bytes: [UInt8], _ turn: UInt64) throws -> Bool {
    let document = SourceDocument(path: "a.model.json", bytes: bytes)
    let result = Declarations.resolve([document], features: turn % 4 == 0 ? .all : .built)
    let printer = DiagnosticPrinter(documents: [document])
    var last = (line: 0, column: 0)
    for diagnostic in result.diagnostics {
        let place = diagnostic.place
        guard place.line >= 1, place.column >= 1, (place.line, place.column) >= last else {
            throw Fault(message: "a message is out of order: \(diagnostic)")
        }
        last = (place.line, place.column)
        if turn % 16 == 0 {
            let text = printer.text(for: diagnostic)
            if text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) {
                throw Fault(message: "a message holds a control character: \(text.debugDescription)")
            }
            _ = printer.jsonLine(for: diagnostic)
        }
    }
    guard result.diagnostics.contains(where: { $0.severity == .error }) == result.schemas.isEmpty else {
        throw Fault(message: "there are schemas beside errors, or none of both")
    }
    guard !result.schemas.isEmpty else { return false }
    // What a feature that is not built would generate is not looked at.
    if turn % 4 != 0 { _ = try Generator().generate(result.schemas, documents: [document.path]) }
    _ = SchemaPage.text(of: result.schemas)
    for schema in result.schemas {
        _ = MermaidDiagram.text(of: schema)
        _ = schema.description.statements
        _ = schema.description.fingerprint
    }
    return true
}

/// Shows a line at once, also where the output is a file.
func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }

func report(_ fault: some Error, _ bytes: [UInt8], _ turn: UInt64, _ seed: UInt64) -> Never {
    let file = "fuzz-\(seed)-\(turn).input"
    _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
    say("seed \(seed), input \(turn), saved as \(file): \(fault)")
    exit(1)
}

/// The file that the current input is kept in, mapped, so that keeping it costs a copy and survives a crash.
struct CurrentInput {
    private static let size = 1 << 16
    private let memory: UnsafeMutableRawBufferPointer?

    init(_ path: String?) {
        guard let path, FileManager.default.createFile(atPath: path, contents: Data(count: Self.size)) else {
            memory = nil
            return
        }
        let descriptor = open(path, O_RDWR)
        let start = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        memory = start == MAP_FAILED ? nil : UnsafeMutableRawBufferPointer(start: start, count: Self.size)
    }

    func keep(_ bytes: [UInt8]) {
        guard let memory else { return }
        memory.copyBytes(from: bytes.prefix(Self.size))
        if bytes.count < Self.size { memory[bytes.count] = 0 }
    }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
let files = inputs(options.paths)
guard !files.isEmpty else {
    say("there is no input: name files or folders with declarations")
    exit(2)
}

if options.isReplay {
    for (index, file) in files.enumerated() {
        for turn in UInt64(0)..<4 {
            do { _ = try attempt(file.bytes, turn) } catch { report(error, file.bytes, UInt64(index), 0) }
            var scanner = XMLProbe(file.bytes)
            scanner.run()
        }
    }
    say("\(files.count) inputs replayed")
    exit(0)
}

let mutator = Mutator(corpus: files.map(\.bytes))
var random = SeededGenerator(seed: options.seed)
let current = CurrentInput(options.current)
let started = Date()
var taken = 0
var turn: UInt64 = 0
var slowest = 0.0
say("seed \(options.seed), \(files.count) declarations to start from")
while turn < UInt64(options.count), Date().timeIntervalSince(started) < options.seconds {
    let input = mutator.next(&random)
    current.keep(input)
    let before = clock()
    do {
        if try attempt(input, turn) { taken += 1 }
    } catch {
        report(error, input, turn, options.seed)
    }
    if turn % 64 == 0 {
        var probe = XMLProbe(input)
        probe.run()
    }
    let elapsed = Double(clock() - before) / Double(CLOCKS_PER_SEC)
    slowest = max(slowest, elapsed)
    if elapsed > 5 { report(Fault(message: "it took \(elapsed) s"), input, turn, options.seed) }
    turn += 1
    if turn % 100_000 == 0 {
        print(
            "\(turn) inputs in \(Int(Date().timeIntervalSince(started))) s, \(taken) of them declarations, slowest \(slowest) s"
        )
    }
}
say("\(turn) inputs, seed \(options.seed), \(taken) of them declarations, slowest \(slowest) s: no fault found")
