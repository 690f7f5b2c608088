import BenchmarkModels
import CBench
import Foundation
import ModelStorage

private typealias Task = BenchmarkModels.Task

/// What single operations cost on stores of some thousand to some million rows.
struct ScaleResult: Codable {
    var rows: Int
    var fileMegabytes: Double
    /// From nothing to a context with the first object, in milliseconds.
    var open: Double
    /// Medians of one operation, in microseconds.
    var lookUp: Double
    var page: Double
    var count: Double
    var saveOne: Double
    /// All objects through `enumerate`, in microseconds for each.
    var streamOne: Double
    /// The most memory of the process that streamed, in megabytes, and of what it had before.
    var streamPeak: Double
    var streamStart: Double
}

enum Scale {
    static let tasksPerProject = 100

    /// Fills a store in saves of 10,000 objects.
    static func make(_ rows: Int, store url: URL) throws {
        let container = try ModelContainer(for: Task.self, configurations: ModelConfiguration(url: url))
        var values = bk_task()
        for start in stride(from: 0, to: rows, by: 10_000) {
            let context = ModelContext(container)
            var project: Project?
            for index in start..<min(start + 10_000, rows) {
                if index % tasksPerProject == 0 {
                    let next = Project(name: "project \(index / tasksPerProject)", color: "blue")
                    context.insert(next)
                    project = next
                }
                bk_task_make(Int64(index), &values)
                let task = TaskValues(&values)
                context.insert(
                    Task(
                        title: task.title, notes: task.notes, isCompleted: task.isCompleted, priority: task.priority,
                        createdAt: task.createdAt, dueDate: task.dueDate, uuid: task.uuid, project: project))
            }
            try context.save()
        }
    }

    private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The median time of an operation in microseconds: of groups of ten, since one alone is less than the clock can tell.
    private static func microseconds<Item>(_ items: [Item], _ body: (Item) throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for start in stride(from: 0, to: items.count - 9, by: 10) {
            times.append(try milliseconds { for item in items[start..<start + 10] { try body(item) } } * 100)
        }
        return median(times)
    }

    /// Measures one operation on its own objects, so that none is in memory before.
    static func measure(_ rows: Int, store url: URL) throws -> ScaleResult {
        let configuration = ModelConfiguration(url: url)
        var opens: [Double] = []
        for _ in 0..<7 {
            opens.append(
                try milliseconds {
                    let container = try ModelContainer(for: Task.self, configurations: configuration)
                    var first = FetchDescriptor<Task>()
                    first.fetchLimit = 1
                    guard try ModelContext(container).fetch(first).count == 1 else {
                        throw Workloads.Unknown(name: "scale")
                    }
                })
        }
        let container = try ModelContainer(for: Task.self, configurations: configuration)
        let chosen = try projects(container, rows)
        let tasks = try chosen.prefix(50).flatMap { project in
            try ModelContext(container).fetchIdentifiers(
                FetchDescriptor<Task>(predicate: #Predicate { $0.project?.persistentModelID == project }))
        }.shuffled()
        var found = 0
        let lookUp = microseconds(tasks) { identifier in
            if ModelContext(container).model(for: identifier).isDeleted == false { found += 1 }
        }
        guard found == tasks.count / 10 * 10 else { throw Workloads.Unknown(name: "scale") }
        let page = try microseconds(chosen) { project in
            var descriptor = FetchDescriptor<Task>(
                predicate: #Predicate { $0.project?.persistentModelID == project },
                sortBy: [SortDescriptor(\.createdAt)])
            descriptor.fetchLimit = 20
            _ = try ModelContext(container).fetch(descriptor)
        }
        let context = ModelContext(container)
        let count = try microseconds(chosen) { project in
            _ = try context.fetchCount(
                FetchDescriptor<Task>(
                    predicate: #Predicate { $0.project?.persistentModelID == project && $0.priority >= 3 }))
        }
        let objects = tasks.prefix(1_000).compactMap { context.model(for: $0) as? Task }
        let saveOne = try microseconds(objects) { task in
            task.title += "!"
            try context.save()
        }
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
        return ScaleResult(
            rows: rows, fileMegabytes: Double(size) / 1e6, open: median(opens), lookUp: lookUp, page: page,
            count: count,
            saveOne: saveOne, streamOne: 0, streamPeak: 0, streamStart: 0)
    }

    /// A hundred projects from all over the store.
    private static func projects(_ container: ModelContainer, _ rows: Int) throws -> [PersistentIdentifier] {
        let all = max(1, rows / tasksPerProject)
        let names = (0..<100).map { "project \($0 * all / 100)" }
        return try ModelContext(container).fetchIdentifiers(
            FetchDescriptor<Project>(predicate: #Predicate { names.contains($0.name) }))
    }

    /// Goes through all objects, in a process of its own.
    static func stream(_ rows: Int, store url: URL) throws -> ScaleResult {
        let container = try ModelContainer(for: Task.self, configurations: ModelConfiguration(url: url))
        var (seen, sum) = (0, 0)
        let before = peakMegabytes()
        let time = try milliseconds {
            try ModelContext(container).enumerate(FetchDescriptor<Task>()) { task in
                seen += 1
                sum += task.priority
            }
        }
        guard seen == rows else { throw Workloads.Unknown(name: "scale") }
        return ScaleResult(
            rows: rows, fileMegabytes: 0, open: 0, lookUp: 0, page: 0, count: 0, saveOne: 0,
            streamOne: time * 1_000 / Double(rows), streamPeak: peakMegabytes(), streamStart: before)
    }

    private static func peakMegabytes() -> Double {
        // What the kernel says of the process: "VmHWM:  1234 kB".
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (Double(line?.split(separator: " ").dropLast().last ?? "") ?? 0) / 1_024
    }

    // MARK: From outside

    /// Makes, measures and prints a store of each size.
    static func run(_ sizes: [Int], json: String?) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-scale-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("      rows  file MB  open ms  look up µs  page µs  count µs  save µs  stream µs  peak MB")
        var results: [ScaleResult] = []
        for rows in sizes {
            let store = folder.appendingPathComponent("\(rows).store")
            _ = try child("make", rows, store)
            var result = try JSONDecoder().decode(ScaleResult.self, from: child("measure", rows, store))
            let stream = try JSONDecoder().decode(ScaleResult.self, from: child("stream", rows, store))
            result.streamOne = stream.streamOne
            result.streamPeak = stream.streamPeak
            result.streamStart = stream.streamStart
            print(
                String(
                    format: "%10d %8.0f %8.2f %11.1f %8.1f %9.1f %8.1f %10.2f %8.0f", rows, result.fileMegabytes,
                    result.open, result.lookUp, result.page, result.count, result.saveOne, result.streamOne,
                    result.streamPeak))
            results.append(result)
            try FileManager.default.removeItem(at: store)
        }
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(results).write(to: URL(fileURLWithPath: json))
        }
    }

    private static func child(_ task: String, _ rows: Int, _ store: URL) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        process.arguments = ["scale-\(task)", String(rows), store.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Workloads.Unknown(name: "scale-\(task)") }
        return text
    }

    /// What a child process is asked for; false if it is something else.
    static func runPart(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 3, let rows = Int(arguments[1]) else { return false }
        let url = URL(fileURLWithPath: arguments[2])
        switch arguments[0] {
        case "scale-make": try make(rows, store: url)
        case "scale-measure":
            print(String(decoding: try JSONEncoder().encode(measure(rows, store: url)), as: UTF8.self))
        case "scale-stream": print(String(decoding: try JSONEncoder().encode(stream(rows, store: url)), as: UTF8.self))
        default: return false
        }
        return true
    }
}
