// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "PackageCatalog",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ModelGen", path: "../..")
    ],
    targets: [
        .target(
            name: "Catalog",
            dependencies: [.product(name: "ModelStorage", package: "ModelGen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "ModelGen")]),
        .executableTarget(name: "package-catalog", dependencies: ["Catalog"]),
        .testTarget(name: "CatalogTests", dependencies: ["Catalog"]),
    ],
    swiftLanguageModes: [.v6]
)
