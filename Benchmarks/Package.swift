// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ModelGen", path: "..")],
    targets: [
        // The data set, the clock, and hand-written C over SQLite: the floor that everything is compared with.
        .target(name: "CBench"),
        .executableTarget(name: "floor", dependencies: ["CBench"], linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "BenchmarkModels", dependencies: [.product(name: "ModelStorage", package: "ModelGen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "ModelGen")]),
        .executableTarget(name: "benchmark", dependencies: ["BenchmarkModels", "CBench"]),
    ]
)
