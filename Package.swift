// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let generated = strict + [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]

let package = Package(
    name: "ModelGen",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "ModelStorage", targets: ["ModelStorage"]),
        .executable(name: "modelgen", targets: ["modelgen"]),
        .plugin(name: "ModelGenPlugin", targets: ["ModelGenPlugin"]),
        .plugin(name: "ModelGenCommand", targets: ["ModelGenCommand"]),
    ],
    targets: [
        // The generator: declarations in, Swift out.
        .systemLibrary(
            name: "CJSON", pkgConfig: "json-c",
            providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
        .target(name: "ModelSchema", swiftSettings: strict),
        .target(name: "ModelDeclaration", dependencies: ["CJSON", "ModelSchema"], swiftSettings: strict),
        .target(name: "Templates", path: "Templates", sources: ["Templates.c"], publicHeadersPath: "include"),
        .target(
            name: "ModelGeneration", dependencies: ["ModelDeclaration", "ModelSchema", "Templates"],
            swiftSettings: strict),
        // Declarations from models written elsewhere.
        .target(name: "ModelImport", dependencies: ["ModelDeclaration", "ModelSchema"], swiftSettings: strict),
        // The only part of the tool that calls SQLite; nothing that a build runs comes here.
        .target(name: "SQLiteCatalog", dependencies: ["CSQLite", "ModelImport"], swiftSettings: strict),
        // Pages and diagrams of schemas.
        .target(
            name: "ModelDocumentation", dependencies: ["ModelDeclaration", "ModelSchema"], swiftSettings: strict),
        .executableTarget(
            name: "modelgen",
            dependencies: [
                "ModelGeneration", "ModelDocumentation", "ModelImport", "ModelDeclaration",
                "ModelSchema",
            ],
            swiftSettings: strict),

        // The runtime: SwiftData's API over SQLite.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "ModelStorage", dependencies: ["CSQLite", "ModelSchema"], swiftSettings: strict),

        // The part of the tool that opens databases: `modelgen` itself never loads SQLite.
        .executableTarget(
            name: "modelgen-store",
            dependencies: ["ModelStorage", "SQLiteCatalog", "ModelImport", "ModelDeclaration", "ModelSchema"],
            swiftSettings: strict),

        .plugin(name: "ModelGenPlugin", capability: .buildTool(), dependencies: ["modelgen"]),
        .plugin(
            name: "ModelGenCommand",
            capability: .command(
                intent: .custom(
                    verb: "modelgen", description: "Runs modelgen: Swift from model declarations, checks, SQL")),
            dependencies: ["modelgen", "modelgen-store"]),

        // Generated code, compiled as strictly as a user's package may ask for.
        .target(
            name: "SnapshotModels", dependencies: ["ModelStorage"], path: "Tests/ModelGenerationTests/Snapshots",
            exclude: [
                "Documents/First/Shared.model.json", "Documents/Second/Shared.model.json",
                "Features/Features.model.json", "Gallery/Gallery-1.0.0.model.json", "Gallery/Gallery.model.json",
                "Chains", "Creatures/Creatures.model.json", "Names", "Relationships/Relationships.model.json",
                "Runtime/Runtime.model.json",
                "Scalars/Scalars.model.json", "Texts/Texts.model.json", "Types/Types.model.json",
                "Versions/Voyages-1.0.0.model.json", "Versions/Voyages-1.1.0.model.json",
                "Versions/Voyages.model.json",
            ],
            swiftSettings: generated),
        // Names that only a module of their own can have without getting in everyone's way.
        .target(
            name: "SnapshotNames", dependencies: ["ModelStorage"], path: "Tests/ModelGenerationTests/Snapshots/Names",
            exclude: ["Keywords/Keywords.model.json", "TypeNames/TypeNames.model.json"], swiftSettings: generated),

        // Chains of versions of public apps, with the steps that a user writes.
        .target(
            name: "SnapshotChains", dependencies: ["ModelStorage"],
            path: "Tests/ModelGenerationTests/Snapshots/Chains",
            exclude: [
                "KMReader/KMReader-1.0.0.model.json", "KMReader/KMReader-2.0.0.model.json",
                "KMReader/KMReader-3.0.0.model.json", "KMReader/KMReader-4.0.0.model.json",
                "KMReader/KMReader-5.0.0.model.json", "KMReader/KMReader.model.json",
                "LoopKit/LoopKit-1.0.0.model.json", "LoopKit/LoopKit.model.json", "Stays/Stays-1.0.0.model.json",
                "Stays/Stays.model.json",
            ],
            swiftSettings: generated),

        .testTarget(name: "ModelSchemaTests", dependencies: ["ModelSchema"], swiftSettings: strict),
        .testTarget(
            name: "ModelDeclarationTests", dependencies: ["ModelDeclaration", "ModelSchema", "CJSON"],
            swiftSettings: strict),
        .testTarget(
            name: "ModelGenerationTests", dependencies: ["ModelGeneration", "ModelDeclaration", "ModelSchema"],
            exclude: ["Snapshots"], swiftSettings: strict),
        .testTarget(
            name: "ModelDocumentationTests", dependencies: ["ModelDocumentation", "ModelDeclaration"],
            exclude: ["Pages"], swiftSettings: strict),
        .testTarget(
            name: "ModelImportTests",
            dependencies: ["ModelImport", "SQLiteCatalog", "CSQLite", "ModelDeclaration", "ModelSchema"],
            exclude: ["Fixtures"], swiftSettings: strict),
        .executableTarget(
            name: "FuzzDeclarations",
            dependencies: ["ModelDeclaration", "ModelDocumentation", "ModelGeneration", "ModelImport", "ModelSchema"],
            path: "Tests/FuzzDeclarations", exclude: ["Saved"], swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["modelgen", "modelgen-store", "ModelDeclaration", "ModelSchema", "ModelStorage"],
            swiftSettings: strict),
        .testTarget(
            name: "GeneratedModelTests",
            dependencies: ["SnapshotModels", "SnapshotNames", "ModelStorage", "ModelDeclaration", "ModelSchema"],
            swiftSettings: strict),
        .testTarget(
            name: "RuntimeTests", dependencies: ["SnapshotModels", "ModelStorage", "CSQLite"], exclude: ["Stores"],
            swiftSettings: strict),
        // What `modelgen migration-tests` writes, run.
        .testTarget(
            name: "MigrationChainTests", dependencies: ["SnapshotModels", "SnapshotChains", "ModelStorage"],
            swiftSettings: generated),
        // Programs that end, or find the disk full, in the middle of what they do.
        .target(
            name: "FailingVFS", dependencies: ["CSQLite"], path: "Tests/CrashTests/FailingVFS"),
        .executableTarget(
            name: "crash-victim", dependencies: ["FailingVFS", "SnapshotModels", "ModelStorage"],
            path: "Tests/CrashTests/Victim", swiftSettings: strict),
        .testTarget(
            name: "CrashTests", dependencies: ["crash-victim", "SnapshotModels", "ModelStorage", "CSQLite"],
            path: "Tests/CrashTests/Tests", swiftSettings: strict),

        // Migrations between declared versions, below the level of generated models.
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                "SnapshotModels", "SnapshotChains", "ModelDeclaration", "ModelImport", "ModelStorage", "ModelSchema",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ModelStorageTests", dependencies: ["ModelStorage", "ModelSchema"], swiftSettings: strict),
    ]
)

// The gate tests generated code and the runtime in release too, and builds no more for it than they need.
if Context.environment["MODELGEN_RUNTIME_ONLY"] != nil {
    let kept: Set = ["CSQLite", "ModelSchema", "ModelStorage", "SnapshotModels", "RuntimeTests", "ModelStorageTests"]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { $0.name != "ModelStorage" }
}
