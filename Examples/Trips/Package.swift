// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Trips",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Trips", targets: ["Trips"])
    ],
    dependencies: [
        .package(name: "ModelGen", path: "../..")
    ],
    targets: [
        // The models: Trips.model.json, and what Swift adds to them.
        .target(
            name: "Trips",
            dependencies: [.product(name: "ModelStorage", package: "ModelGen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "ModelGen")]),
        .executableTarget(name: "trips-demo", dependencies: ["Trips"]),
        .testTarget(name: "TripsTests", dependencies: ["Trips"]),
    ],
    swiftLanguageModes: [.v6]
)
