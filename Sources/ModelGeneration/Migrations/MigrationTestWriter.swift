public import ModelDeclaration
import ModelSchema

/// Tests that stores of every older version arrive intact in the current one: for a user's own test target.
///
/// Each writes a store with the old version's frozen models, a value in every property and links in every relationship,
/// opens it with the current version through the generated plan, and compares all that goes on by itself. What somebody's
/// code decides is left out; what that code changes beyond its step is for the caller to name.
public struct MigrationTestWriter: Sendable {
    private let versions: [ResolvedSchema]
    private let modules: [String]
    private let exceptions: Set<String>

    /// - Parameters:
    ///   - versions: All versions of one schema, the oldest first.
    ///   - modules: Modules to import, for models that are not in the test target itself.
    ///   - exceptions: Models, or properties as `Model.property`, as the current version calls them: they are not compared.
    public init(_ versions: [ResolvedSchema], modules: [String] = [], exceptions: [String] = []) {
        self.versions = versions
        self.modules = modules
        self.exceptions = Set(exceptions)
    }

    private var schema: String { versions.first?.description.name ?? "" }

    /// Whether there are older versions.
    public var isNeeded: Bool { versions.count > 1 }

    public var fileName: String { "\(schema)MigrationTests.swift" }

    public var text: String {
        let isPublic = versions.allSatisfy { $0.access == .public }
        let plain = ["Foundation", "ModelStorage", "Testing"] + (isPublic ? modules : [])
        let testable = isPublic ? [] : modules.sorted().map { "@testable import \($0)" }
        let imports = plain.sorted().map { "import \($0)" } + (testable.isEmpty ? [] : [""] + testable)
        var lines = [
            "// Written by modelgen migration-tests. Do not edit: write it again when there is a new version.", "",
        ]
        lines += imports
        lines += [
            "", "/// Stores of every older version of \(schema) arrive intact in the current one.",
            "nonisolated struct \(schema)MigrationTests {",
        ]
        for index in versions.indices.dropLast() {
            if index > 0 { lines.append("") }
            lines += test(VersionChain(Array(versions[index...])))
        }
        return LineBreaks.apply(lines + ["}", ""] + Self.helpers).joined(separator: "\n") + "\n"
    }

    private func test(_ chain: VersionChain) -> [String] {
        var objects = TestObjects(chain)
        objects.make()
        let (old, new) = (chain.names[0].versionEnum, chain.names[chain.last].versionEnum)
        let (from, to) = (chain.versions[0].description.version, chain.versions[chain.last].description.version)
        var body: [String] = []
        body += ["let folder = try TemporaryFolder()", "try Self.fill\(old)(folder.store)"]
        body.append(
            "let container = try ModelContainer(for: Schema(versionedSchema: \(new).self), migrationPlan: \(SchemaNames.migrationPlan(schema)).self, configurations: ModelConfiguration(url: folder.store))"
        )
        body.append("let context = ModelContext(container)")
        body += objects.comparisons(except: exceptions)
        var fill = [
            "let container = try ModelContainer(for: Schema(versionedSchema: \(old).self), configurations: ModelConfiguration(url: store))",
            "let context = ModelContext(container)",
        ]
        fill += objects.statements
        fill.append("try context.save()")
        return ["    @Test(\"\(from) to \(to)\") func from\(old)() throws {"] + body.map { "        " + $0 }
            + ["    }", "", "    private static func fill\(old)(_ store: URL) throws {"] + fill.map { "        " + $0 }
            + ["    }"]
    }

    private static let helpers = """
        /// A folder for one store, which goes with the test.
        private nonisolated final class TemporaryFolder {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            var store: URL { folder.appendingPathComponent("migrated.store") }

            init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            deinit { try? FileManager.default.removeItem(at: folder) }
        }

        /// The objects of exactly one model in the order in which they were made. There may be more than there were.
        private nonisolated func objects<T: PersistentModel>(
            _ type: T.Type, _ count: Int, in context: ModelContext
        ) throws -> [T] {
            let found = try context.fetch(FetchDescriptor<T>()).filter { Swift.type(of: $0) == type }
            try #require(found.count >= count, "there are \\(found.count) objects of \\(type), and there were \\(count)")
            return found
        }

        private nonisolated func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

        /// A value of a type that is written by hand, as a store has it.
        private nonisolated func json<T: Encodable>(_ value: T) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// Lays lines out as generated code is.
enum LineBreaks {
    static func apply(_ lines: [String]) -> [String] { lines.flatMap(LineLayout.layOut) }
}
