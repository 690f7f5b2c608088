internal import Foundation
internal import ModelDeclaration
internal import ModelImport
internal import ModelSchema
internal import ModelStorage
internal import SQLiteCatalog

/// What `modelgen` asks for: `describe STORE`, `catalog DATABASE LABEL`, or `verify|migrate STORE [--json] [--quiet] [--progress] [--dry-run] [--confirm=NAME]… [--backup=PATH] [--to=V] -- FILE…`.
struct StoreRequest {
    private var command = ""
    private(set) var store = ""
    private var isJSON = false
    private var isQuiet = false
    private var showsProgress = false
    private var isDryRun = false
    private var confirmed: Set<String> = []
    private var backup: String?
    private var target: SchemaVersion?
    private var files: [String] = []
    /// How messages name the file.
    private var label = ""

    init?(_ arguments: [String]) {
        guard arguments.count >= 2, ["verify", "migrate", "describe", "catalog"].contains(arguments[0]) else {
            return nil
        }
        command = arguments[0]
        store = arguments[1]
        if command == "catalog" || command == "describe" {
            label = arguments.count > 2 ? arguments[2] : store
            return
        }
        var index = 2
        while index < arguments.count {
            let word = arguments[index]
            index += 1
            switch word {
            case "--json": isJSON = true
            case "--quiet": isQuiet = true
            case "--progress": showsProgress = true
            case "--dry-run": isDryRun = true
            case "--":
                files = Array(arguments[index...])
                index = arguments.count
            default:
                if word.hasPrefix("--confirm=") {
                    confirmed.insert(String(word.dropFirst("--confirm=".count)))
                } else if word.hasPrefix("--backup=") {
                    backup = String(word.dropFirst("--backup=".count))
                } else if word.hasPrefix("--to="), let version = SchemaVersion(String(word.dropFirst("--to=".count))) {
                    target = version
                } else {
                    return nil
                }
            }
        }
    }

    /// Says what is wrong with the store.
    func fail(_ message: String, notes: [String] = [], help: String? = nil) {
        let message = ToolMessage(label.isEmpty ? store : label, message, notes: notes, suggestion: help)
        note(isJSON ? message.jsonLine : message.text)
    }

    /// Says something of the store that is no error.
    private func warn(_ message: String) {
        let message = ToolMessage(label.isEmpty ? store : label, message, severity: .warning)
        note(isJSON ? message.jsonLine : message.text)
    }

    func run() throws -> Int32 {
        switch command {
        case "describe":
            try printJSON(StoreTools(path: store).schemas())
            return 0
        case "catalog":
            do {
                try printJSON(DatabaseReader.read(store, label: label))
                return 0
            } catch let failure as DatabaseReader.Failure {
                note("\(failure.path): error: \(failure.reason)")
                return 3
            }
        default: break
        }
        let documents = try files.map(document)
        let resolved = try Declarations.resolve(documents) { schema, indices in
            // Beside the declarations, as everywhere.
            let folders = Set(indices.map { URL(fileURLWithPath: files[$0]).deletingLastPathComponent().path })
            return try folders.map { "\($0)/\(LockFile.name(of: schema))" }.sorted()
                .filter(FileManager.default.fileExists(atPath:)).map(document)
        }
        return command == "verify" ? try verify(resolved.schemas) : try migrate(resolved.schemas)
    }

    private func document(_ path: String) throws -> SourceDocument {
        SourceDocument(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    private func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(value))
    }

    // MARK: verify

    private func verify(_ schemas: [ResolvedSchema]) throws -> Int32 {
        let tools = StoreTools(path: store)
        let declared = Dictionary(grouping: schemas, by: \.description.name).mapValues(Self.sorted)
        var findings = try tools.verify(against: declared.sorted { $0.key < $1.key }.compactMap { Self.declared($1) })
        for (index, finding) in findings.enumerated() where [.olderVersion, .otherShape].contains(finding.kind) {
            guard let versions = declared[finding.schema ?? ""], let current = versions.last else { continue }
            let code = try cost(of: versions, tools).code
            if code.isEmpty { continue }
            findings[index].remedy =
                "a program of version \(current.description.version) migrates it when it opens it; nothing else can: "
                + "code runs \(code.joined(separator: "; "))"
        }
        for finding in findings { try show(finding) }
        let problems = findings.filter(\.isProblem).count
        if !isQuiet, !isJSON {
            note(
                "\(store): " + (problems == 0 ? "as declared" : "\(problems) \(problems == 1 ? "problem" : "problems")")
            )
        }
        return problems == 0 ? 0 : 1
    }

    private func show(_ finding: StoreTools.Finding) throws {
        if isQuiet && !finding.isProblem { return }
        if isJSON {
            struct Line: Encodable {
                var kind: String
                var schema: String?
                var message: String
                var remedy: String
                var isProblem: Bool
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = Line(
                kind: finding.kind.rawValue, schema: finding.schema, message: finding.message, remedy: finding.remedy,
                isProblem: finding.isProblem)
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        } else {
            // Names in the file may be anybody's.
            let severity = finding.isProblem ? "problem" : "note"
            print("\(store): \(severity): \(Escaping.visible(finding.message)) [\(finding.kind.rawValue)]")
            print("    help: \(finding.remedy)")
        }
    }

    // MARK: migrate

    private func migrate(_ schemas: [ResolvedSchema]) throws -> Int32 {
        let tools = StoreTools(path: store)
        let held = Set(try tools.schemas().map(\.name))
        let names = schemas.filter(\.isCurrent).map(\.description.name).filter(held.contains)
        guard !names.isEmpty else {
            fail("the store holds none of the declared schemas; it holds \(held.sorted().joined(separator: ", "))")
            return 1
        }
        if target != nil, names.count > 1 {
            fail("--to is for one schema; the declarations and the store share \(names.joined(separator: ", "))")
            return 2
        }
        var targets: [(name: String, versions: [ResolvedSchema])] = []
        let stored = Dictionary(try tools.schemas().map { ($0.name, $0.version) }) { first, _ in first }
        for name in names {
            if let target, let version = stored[name], version > target {
                fail("schema '\(name)' is at version \(version): a store never goes back to an older one")
                return 1
            }
            let versions = Self.sorted(schemas.filter { $0.description.name == name })
                .filter { schema in target.map { schema.description.version <= $0 } ?? true }
            if let target, versions.last?.description.version != target {
                fail("no declaration has version \(target) of '\(name)'")
                return 1
            }
            targets.append((name, versions))
        }
        return try migrate(targets, tools)
    }

    /// The oldest version first.
    private static func sorted(_ schemas: [ResolvedSchema]) -> [ResolvedSchema] {
        schemas.sorted { $0.description.version < $1.description.version }
    }

    private static func declared(_ versions: [ResolvedSchema]) -> StoreTools.DeclaredSchema? {
        StoreTools.DeclaredSchema(
            versions.map(\.description), locked: Set(versions.filter(\.isLocked).map(\.description.version)))
    }

    /// What a way from where the store is to the last of some versions does beyond what happens by itself.
    private struct Cost {
        /// What somebody's code has to decide.
        var code: [String] = []
        /// What is lost.
        var losses: [SchemaChange] = []
    }

    private func cost(of versions: [ResolvedSchema], _ tools: StoreTools) throws -> Cost {
        var cost = Cost()
        for stage in try Self.declared(versions).map(tools.stages) ?? [] {
            let resolved = [stage.from, stage.to].map { description in
                versions.first {
                    $0.description.fingerprint == description.fingerprint
                        && $0.description.version == description.version
                }
            }
            if let old = resolved[0], let new = resolved[1] {
                let step = VersionStep(from: old, to: new, asked: new.migration)
                cost.losses += step.changes.filter { $0.effect == .destructive }
                if !step.isLightweight {
                    let models = step.steps.map { "a step for '\($0.old.name)'" }
                    let hooks =
                        (step.willMigrate != nil ? ["code before"] : []) + (step.didMigrate ? ["code after"] : [])
                    cost.code.append(
                        "from \(stage.from.version) to \(stage.to.version): \((models + hooks).joined(separator: ", "))"
                    )
                }
            } else {
                let changes = SchemaDifferences(from: stage.from, to: stage.to).changes
                cost.losses += changes.filter { $0.effect == .destructive }
                cost.code += changes.filter { $0.effect == .step }.map { "to \(stage.to.version): \($0.message)" }
            }
        }
        return cost
    }

    /// Lists what would be lost, and looks whether it may.
    ///
    /// - Returns: Whether everything that goes was named, and nothing else.
    private func isConfirmed(_ losses: [SchemaChange]) -> Bool {
        let lost = losses.map(\.lostName)
        let unknown = confirmed.subtracting(lost).sorted()
        if !unknown.isEmpty {
            fail(
                "nothing is lost of \(unknown.map { "'\($0)'" }.joined(separator: ", "))",
                help: lost.isEmpty ? "leave out --confirm" : "what is lost is \(Self.list(lost))")
            return false
        }
        let missing = lost.filter { !confirmed.contains($0) }
        if missing.isEmpty || isDryRun {
            if !isQuiet { for change in losses { warn(change.message) } }
            return true
        }
        var named: Set<String> = []
        fail(
            "data would be lost", notes: losses.map(\.message),
            help: "if it may: "
                + missing.filter { named.insert($0).inserted }.map { "--confirm \($0)" }.joined(separator: " ")
                + " (and --backup PATH keeps a copy)")
        return false
    }

    private static func list(_ names: [String]) -> String { Set(names).sorted().joined(separator: ", ") }

    private func migrate(_ schemas: [(name: String, versions: [ResolvedSchema])], _ tools: StoreTools) throws -> Int32 {
        var isRefused = false
        var losses: [SchemaChange] = []
        for (name, versions) in schemas {
            let cost = try cost(of: versions, tools)
            losses += cost.losses
            if cost.code.isEmpty { continue }
            isRefused = true
            fail(
                "schema '\(name)' cannot be migrated without a program's code", notes: cost.code,
                help: "open the store with the program that has the code")
        }
        guard !isRefused, isConfirmed(losses) else { return 1 }
        var progress: (@Sendable (MigrationProgress) -> Void)?
        if showsProgress, !isQuiet {
            progress = { report in
                let share = report.totalUnitCount == 0 ? 100 : report.completedUnitCount * 100 / report.totalUnitCount
                FileHandle.standardError.write(Data("\r\u{1B}[K\(report.activity): \(share) %".utf8))
            }
        }
        let targets = schemas.compactMap { _, versions in
            Self.declared(versions).map { schema in
                let defaults = DeclaredDefaults(versions)
                return StoreTools.Target(schema) { binder, model, property, version in
                    defaults.bind(binder, model, property, version)
                }
            }
        }
        defer { if progress != nil { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) } }
        let passed = try tools.migrate(targets, isDryRun: isDryRun, backup: backup, progress: progress)
        if isQuiet { return 0 }
        for ((name, _), versions) in zip(schemas, passed) {
            let path = versions.reduce(into: [SchemaVersion]()) { if $0.last != $1 { $0.append($1) } }
                .map(\.description).joined(separator: " → ")
            let way =
                Set(versions).count > 1
                ? "\(isDryRun ? "can go" : "went") \(path)"
                : "\(isDryRun ? "can take" : "took") the declared shape of version \(path)"
            print(
                versions.count < 2
                    ? "\(store): schema '\(name)' is at version \(path)"
                    : "\(store): schema '\(name)' \(way)\(isDryRun ? "; nothing was changed" : "")"
            )
        }
        return 0
    }
}

extension SchemaChange {
    /// What is to be named to let go of it.
    fileprivate var lostName: String { property.map { "\(model).\($0)" } ?? model }
}
