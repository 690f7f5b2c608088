import Foundation

let usage = """
    usage: benchmark [--runs N] [--workloads W1,W2,…] [--json FILE] [--last FILE]
           benchmark run WORKLOAD STORE
           benchmark scale [ROWS…] [--json FILE]

    Measures the library beside hand-written C over SQLite, in one run: medians of N runs (7), each in a fresh process on a
    fresh copy of the data. Prints a table; --json also writes the figures, --last shows the ratios of an earlier such file
    beside them. `scale` measures single operations on stores of each size (10,000, 100,000, 1,000,000 rows; 10,000,000 takes
    some minutes and 2 GB of disk). Build with: swift build -c release
    """

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("benchmark: \(message)\n".utf8))
    exit(2)
}

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "run" {
    guard arguments.count == 3 else { fail(usage) }
    try Workloads.run(arguments[1], store: URL(fileURLWithPath: arguments[2]))
    exit(0)
}

if try Scale.runPart(arguments) { exit(0) }
if arguments.first == "scale" {
    arguments.removeFirst()
    var (sizes, json): ([Int], String?) = ([], nil)
    while !arguments.isEmpty {
        let argument = arguments.removeFirst()
        if argument == "--json", !arguments.isEmpty {
            json = arguments.removeFirst()
        } else if let rows = Int(argument), rows >= Scale.tasksPerProject * 100 {
            sizes.append(rows)
        } else {
            fail("\(argument) is no number of rows from \(Scale.tasksPerProject * 100)\n\n\(usage)")
        }
    }
    try Scale.run(sizes.isEmpty ? [10_000, 100_000, 1_000_000] : sizes, json: json)
    exit(0)
}

var runs = 7
var workloads = Workloads.names
var output: String?
var last: [Comparison] = []
while !arguments.isEmpty {
    let option = arguments.removeFirst()
    if option == "--help" {
        print(usage)
        exit(0)
    }
    guard !arguments.isEmpty else { fail("\(option) needs a value\n\n\(usage)") }
    let value = arguments.removeFirst()
    switch option {
    case "--runs":
        guard let number = Int(value), number > 0 else { fail("--runs needs a number from 1") }
        runs = number
    case "--workloads":
        workloads = value.split(separator: ",").map(String.init)
        if let unknown = workloads.first(where: { !Workloads.names.contains($0) }) {
            fail("there is no workload '\(unknown)': \(Workloads.names.joined(separator: ", "))")
        }
    case "--json": output = value
    case "--last":
        last = try JSONDecoder().decode([Comparison].self, from: Data(contentsOf: URL(fileURLWithPath: value)))
    default: fail("unknown option '\(option)'\n\n\(usage)")
    }
}

func progress(_ text: String) {
    if isatty(2) == 1 { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("modelgen-benchmark-\(getpid())")
let comparisons = try Comparer(folder: folder, runs: runs).compare(workloads, progress: progress)
progress("")

func column(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

print("workload   C, ms  ours, ms   ratio (range)          target   peak, MB" + (last.isEmpty ? "" : "   last"))
for item in comparisons {
    var line = item.workload.padding(toLength: 8, withPad: " ", startingAt: 0)
    line += column(number(item.floorMilliseconds, 1), 8) + column(number(item.milliseconds, 1), 10)
    let range = "\(number(item.smallestRatio, 2))–\(number(item.largestRatio, 2))"
    line += column(number(item.ratio, 2), 8) + " (\(range))".padding(toLength: 15, withPad: " ", startingAt: 0)
    line += column(item.target.map { number($0, 2) } ?? "", 8) + column(number(item.peakMegabytes, 1), 11)
    if let earlier = last.first(where: { $0.workload == item.workload }) { line += column(number(earlier.ratio, 2), 7) }
    print(line)
}
if let output {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(comparisons).write(to: URL(fileURLWithPath: output))
}
