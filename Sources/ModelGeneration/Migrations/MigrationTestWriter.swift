public import ModelDeclaration
import ModelSchema

/// Tests that stores of every version arrive intact in every later one: for a user's own test target.
///
/// Each writes a store with the old version's frozen models, a value in every property and links in every relationship,
/// opens it with a later version through the generated plan, and compares all that goes on by itself. What somebody's
/// code decides is left out; what that code changes beyond its step is for the caller to name.
public struct MigrationTestWriter: Sendable {
    private let versions: [ResolvedSchema]
    private let modules: [String]
    private let exceptions: Set<String>

    /// - Parameters:
    ///   - versions: All versions of one schema, the oldest first.
    ///   - modules: Modules to import, for models that are not in the test target itself.
    ///   - exceptions: Models, or properties as `Model.property`, that are not compared, as the current version or the one
    ///     that is arrived at calls them.
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
            "", "/// Stores of every version of \(schema) arrive intact in every later one.",
            "nonisolated struct \(schema)MigrationTests {",
        ]
        for index in versions.indices.dropLast() {
            if index > 0 { lines.append("") }
            lines += tests(VersionChain(Array(versions[index...])))
        }
        return LineBreaks.apply(lines + ["}", ""] + Self.helpers).joined(separator: "\n") + "\n"
    }

    /// A test for each way on from the first version of a chain. All begin with the same store, whose values the current
    /// version can take too.
    private func tests(_ chain: VersionChain) -> [String] {
        var objects = TestObjects(chain)
        objects.make()
        let old = chain.names[0].versionEnum
        var lines: [String] = []
        for target in 1...chain.last {
            let new = chain.names[target].versionEnum
            let (from, to) = (chain.versions[0].description.version, chain.versions[target].description.version)
            let body =
                [
                    "let folder = try TemporaryFolder()", "try Self.fill\(old)(folder.store)",
                    "let container = try ModelContainer(for: Schema(versionedSchema: \(new).self), migrationPlan: \(SchemaNames.migrationPlan(schema)).self, configurations: ModelConfiguration(url: folder.store))",
                    "let context = ModelContext(container)",
                ] + objects.comparisons(at: target, except: exceptions)
            lines += ["    @Test(\"\(from) to \(to)\") func from\(old)To\(new)() throws {"]
            lines += body.map { "        " + $0 } + ["    }", ""]
        }
        let fill =
            [
                "let container = try ModelContainer(for: Schema(versionedSchema: \(old).self), configurations: ModelConfiguration(url: store))",
                "let context = ModelContext(container)",
            ] + objects.statements + ["try context.save()"]
        return lines + ["    private static func fill\(old)(_ store: URL) throws {"] + fill.map { "        " + $0 }
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
