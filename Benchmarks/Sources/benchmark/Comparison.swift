import Foundation

/// One run of one program: what it printed.
struct Measurement: Codable {
    var w: String
    var wall_ms: Double
    var rss_start_kb: Int
    var rss_peak_kb: Int
    var check: Int
}

/// A workload's medians, ours beside the floor's.
struct Comparison: Codable {
    var workload: String
    var floorMilliseconds: Double
    var milliseconds: Double
    var ratio: Double
    /// The smallest and largest ratio of a run to the floor's run beside it.
    var smallestRatio: Double
    var largestRatio: Double
    /// What the workload needed beyond what the program had at its start.
    var peakMegabytes: Double
    var target: Double?
}

/// Runs each workload several times, each time in a fresh process on a fresh copy of the file, floor and library in turn.
struct Comparer {
    let folder: URL
    let runs: Int
    /// Ratios that the project wants to stay under.
    static let targets: [String: Double] = [
        "W1": 1.2, "W2": 1.5, "W3": 0.9, "W4": 0.5, "W5": 0.75, "W6L": 1.5, "W6E": 1.4, "W7": 1.0, "W8": 0.9,
        "W9": 1.05,
        "W10": 0.38,
    ]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var library: URL { URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL }
    private var floor: URL { library.deletingLastPathComponent().appendingPathComponent("floor") }

    func compare(_ workloads: [String], progress: (String) -> Void) throws -> [Comparison] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        progress("making the data")
        for base in ["mkbase", "mkbase-unique"] {
            _ = try run(floor, [folder.appendingPathComponent("floor-\(base)").path, base])
            _ = try run(library, ["run", base, folder.appendingPathComponent("library-\(base)").path])
        }
        return try workloads.map { workload in
            var pairs: [(floor: Measurement, library: Measurement)] = []
            for number in 1...runs {
                progress("\(workload) \(number)/\(runs)")
                let pair = (try measure(workload, isFloor: true), try measure(workload, isFloor: false))
                guard pair.0.check == pair.1.check else {
                    throw Failure(
                        description: "\(workload): the floor's check value is \(pair.0.check), ours \(pair.1.check)")
                }
                pairs.append(pair)
            }
            let floorTime = median(pairs.map(\.floor.wall_ms))
            let time = median(pairs.map(\.library.wall_ms))
            let ratios = pairs.map { $0.library.wall_ms / $0.floor.wall_ms }
            let memory = median(pairs.map { Double($0.library.rss_peak_kb - $0.library.rss_start_kb) / 1_024 })
            return Comparison(
                workload: workload, floorMilliseconds: floorTime, milliseconds: time, ratio: time / floorTime,
                smallestRatio: ratios.min() ?? 0, largestRatio: ratios.max() ?? 0, peakMegabytes: memory,
                target: Self.targets[workload])
        }
    }

    private func measure(_ workload: String, isFloor: Bool) throws -> Measurement {
        let file = folder.appendingPathComponent("run.store")
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        if workload != "W1" {
            let base = "\(isFloor ? "floor" : "library")-mkbase\(workload == "W10" ? "-unique" : "")"
            try FileManager.default.copyItem(at: folder.appendingPathComponent(base), to: file)
        }
        return try isFloor ? run(floor, [file.path, workload]) : run(library, ["run", workload, file.path])
    }

    private func run(_ program: URL, _ arguments: [String]) throws -> Measurement {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program.lastPathComponent) \(arguments.joined(separator: " ")) failed")
        }
        return try JSONDecoder().decode(Measurement.self, from: text)
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.count % 2 == 1
            ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
    }
}
