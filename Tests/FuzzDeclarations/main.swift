// Feeds the front end with inputs that nobody would write, and checks what must hold of any input: it ends, soon, without a
// trap; each message has a place in its document; and what is taken can be generated, documented and described.
//
// usage: FuzzDeclarations [--count N] [--seed S] [--seconds T] [--current FILE] [--replay] FILE|FOLDER…
//
// FILEs are declarations and Core Data models to start from; with --replay they are the inputs themselves. The input that is
// being tried stands in the file --current, so that it is there after a crash.

import Foundation

/// Shows a line at once, also where the output is a file.
func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }

func report(_ fault: some Error, _ bytes: [UInt8], _ turn: UInt64, _ seed: UInt64) -> Never {
    let file = "fuzz-\(seed)-\(turn).input"
    _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
    say("seed \(seed), input \(turn), saved as \(file): \(fault)")
    exit(1)
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
let corpus = Corpus(options.paths)
let attempt = Attempt()
guard !corpus.declarations.isEmpty else {
    say("there is no input: name files or folders with declarations")
    exit(2)
}

if options.isReplay {
    for (index, file) in corpus.declarations.enumerated() {
        do {
            for turn in UInt64(0)..<16 { _ = try attempt.declaration(file.bytes, turn) }
            try attempt.model(file.bytes)
            try attempt.name(file.bytes)
        } catch {
            report(error, file.bytes, UInt64(index), 0)
        }
    }
    say("\(corpus.declarations.count) inputs replayed")
    exit(0)
}

let declarations = Mutator(corpus: corpus.declarations.map(\.bytes))
let models = corpus.models.isEmpty ? nil : Mutator(corpus: corpus.models)
let current = CurrentInput(options.current)
var random = SeededGenerator(seed: options.seed)
let started = Date()
var taken = 0
var turn: UInt64 = 0
var slowest = 0.0
say("seed \(options.seed), \(corpus.declarations.count) declarations and \(corpus.models.count) models to start from")
while turn < UInt64(options.count), Date().timeIntervalSince(started) < options.seconds {
    if turn % Watchdog.batch == 0 { Watchdog.restart() }
    // One of sixteen inputs is for the importer.
    let model = turn % 16 == 15 ? models?.next(&random) : nil
    let input = model ?? declarations.next(&random)
    current.keep(input)
    let before = clock()
    do {
        if model != nil {
            try attempt.model(input)
        } else {
            if try attempt.declaration(input, turn) { taken += 1 }
            if turn % 64 == 0 { try attempt.name(input) }
        }
    } catch {
        report(error, input, turn, options.seed)
    }
    let elapsed = Double(clock() - before) / Double(CLOCKS_PER_SEC)
    slowest = max(slowest, elapsed)
    if elapsed > 5 { report(Fault(message: "it took \(elapsed) s"), input, turn, options.seed) }
    turn += 1
    if turn % 100_000 == 0 {
        let seconds = Int(Date().timeIntervalSince(started))
        say("\(turn) inputs in \(seconds) s, \(taken) of them declarations, slowest \(slowest) s")
    }
}
say("\(turn) inputs, seed \(options.seed), \(taken) of them declarations, slowest \(slowest) s: no fault found")
