import Catalog
import Foundation
import ModelStorage

enum Command: String, CaseIterable {
    case `import`, largest, dependents, search, maintainer, tag, show, stats, check

    /// How many operands it takes.
    var operands: ClosedRange<Int> {
        switch self {
        case .import: 0...1
        case .largest, .stats, .check: 0...0
        case .dependents, .search, .maintainer, .tag, .show: 1...1
        }
    }

    var operandName: String {
        switch self {
        case .search, .maintainer: "a text to look for"
        case .tag: "a tag, such as role::program"
        default: "the name of a package"
        }
    }

    func run(_ invocation: Invocation) throws {
        switch self {
        case .import: try invocation.importIndex()
        case .largest: try invocation.largest()
        case .dependents: try invocation.dependents()
        case .search: try invocation.search()
        case .maintainer: try invocation.maintainer()
        case .tag: try invocation.tagged()
        case .show: try invocation.show()
        case .stats: try invocation.stats()
        case .check: try invocation.check()
        }
    }
}

extension Invocation {
    /// The database, which an import makes and all other commands expect.
    private func container(creates: Bool = false) throws -> ModelContainer {
        guard creates || FileManager.default.fileExists(atPath: store) else {
            throw UsageError(
                message: "there is no database '\(store)': make it with 'package-catalog import --store \(store)'")
        }
        return try ModelContainer(
            for: Package.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: store), allowsSave: creates)
        )
    }

    private func context() throws -> ModelContext { ModelContext(try container()) }

    // MARK: Import

    func importIndex() throws {
        let source: IndexSource
        switch operands.first {
        case _? where isAll: throw UsageError(message: "give either a file or '--all'")
        case nil where isAll: source = .available
        case "-"?: source = .standardInput
        case let path?: source = .file(path)
        case nil:
            source = .installed
            guard FileManager.default.fileExists(atPath: source.description) else {
                throw UsageError(
                    message: """
                        this system has no \(source): give an index file, such as Sample/packages.control of this example
                        """)
            }
        }
        let start = Date.now
        let importer = Importer(container: try container(creates: true), batchSize: batchSize, prunes: prunes) {
            progress in
            Terminal.progress("\(progress.packages.grouped) packages in \(progress.batches.grouped) batches")
        }
        defer { Terminal.endProgress() }
        let done = try importer.run(source)
        Terminal.endProgress()
        let seconds = String(format: "%.1f", Date.now.timeIntervalSince(start))
        print(
            """
            import \(done.run) of \(source): \(done.added.grouped) packages added, \(done.updated.grouped) updated, \
            \(done.removed.grouped) removed, in \(done.batches.grouped) batches and \(seconds) s
            """)
        if done.skipped > 0 {
            Terminal.complain("left out \(done.skipped.grouped) entries that name no installed package")
        }
        if done.malformedLines > 0 {
            Terminal.complain("left out \(done.malformedLines.grouped) lines that are no field")
        }
        if done.repairedValues > 0 {
            Terminal.complain("read \(done.repairedValues.grouped) values that are no UTF-8 as Latin-1")
        }
    }

    // MARK: Answers

    func largest() throws {
        let context = try context()
        let packages = try context.largestPackages(in: section, limit: limit)
        try expect(packages, section.map { "no package in section '\($0)'" } ?? "no package")
        for package in packages {
            print(
                "\(package.installedSize.kibibytes.indented(to: 10))  \(package.name.padded(to: 28)) \(package.summary)"
            )
        }
    }

    func dependents() throws {
        let kinds: [DependencyKind] = showsWeakDependencies ? DependencyKind.allCases : [.preDepends, .depends]
        let context = try context()
        let (packages, count) = try context.dependents(on: operands[0], kinds: kinds, limit: limit)
        try expect(packages, "nothing depends on '\(operands[0])'")
        for package in packages {
            let reasons = package.dependencies.filter { $0.target == operands[0] && kinds.contains($0.kind) }
            let text = reasons.map { "\($0.kind.title) \($0.text)" }.sorted().joined(separator: ", ")
            print("\(package.name.padded(to: 32)) \(text)")
        }
        more(than: limit, of: count)
    }

    func search() throws {
        let context = try context()
        let packages = try context.packages(describedBy: operands[0], limit: limit)
        try expect(packages, "no package has '\(operands[0])' in its name or description")
        for package in packages { print("\(package.name.padded(to: 32)) \(package.summary)") }
    }

    func maintainer() throws {
        let context = try context()
        let maintainers = try context.maintainers(matching: operands[0])
        try expect(maintainers, "no maintainer has '\(operands[0])' in name or address")
        for maintainer in maintainers.prefix(limit) {
            let names = maintainer.packages.map(\.name).sorted()
            print("\(maintainer.name) <\(maintainer.email)>: \(names.count.grouped) packages")
            print("    " + names.prefix(limit).joined(separator: ", ") + (names.count > limit ? ", …" : ""))
        }
        more(than: limit, of: maintainers.count)
    }

    func tagged() throws {
        let context = try context()
        let packages = try context.packages(tagged: operands[0], limit: limit)
        try expect(packages, "no package carries the tag '\(operands[0])'")
        for package in packages { print("\(package.name.padded(to: 32)) \(package.summary)") }
    }

    func show() throws {
        let context = try context()
        let packages = try context.packages(named: operands[0])
        try expect(packages, "there is no package '\(operands[0])'")
        for package in packages {
            print("\(package.name) \(package.version) (\(package.architecture)): \(package.summary)")
            if let maintainer = package.maintainer { print("  maintainer   \(maintainer.name) <\(maintainer.email)>") }
            if let section = package.section { print("  section      \(section.name)") }
            if let priority = package.priority { print("  priority     \(priority.rawValue)") }
            if let homepage = package.homepage { print("  homepage     \(homepage.absoluteString)") }
            print("  size         \(package.installedSize.kibibytes)")
            if !package.tags.isEmpty {
                print("  tags         \(package.tags.map(\.name).sorted().joined(separator: ", "))")
            }
            let groups = Dictionary(grouping: package.dependencies) { [$0.kind.order, $0.group] }
            for (_, group) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let alternatives = group.sorted { $0.alternative < $1.alternative }
                print(
                    "  \(alternatives[0].kind.title.padded(to: 12)) \(alternatives.map(\.text).joined(separator: " or "))"
                )
            }
        }
    }

    func stats() throws {
        let context = try context()
        func line(_ name: String, _ count: Int) { print("\(count.grouped.indented(to: 10))  \(name)") }
        line("packages", try context.fetchCount(FetchDescriptor<Package>()))
        line("dependencies", try context.fetchCount(FetchDescriptor<Dependency>()))
        line("maintainers", try context.fetchCount(FetchDescriptor<Maintainer>()))
        line("sections", try context.fetchCount(FetchDescriptor<Section>()))
        line("tags", try context.fetchCount(FetchDescriptor<Tag>()))
        line("imports", try context.fetchCount(FetchDescriptor<ImportRun>()))
    }

    func check() throws {
        let audit = try Audit(context())
        print(
            """
            \(audit.packages.grouped) packages, \(audit.recorded.grouped) recorded by \(audit.batches.grouped) batches \
            of \(audit.runs.grouped) imports, \(audit.unfinishedRuns.grouped) of them unfinished
            """)
        if audit.isConsistent { return }
        if audit.missingBatches != 0 { Terminal.complain("\(audit.missingBatches) batches are missing") }
        Terminal.complain("the database is not what the imports recorded")
        throw CheckFailed()
    }

    private func expect(_ found: [some Any], _ complaint: String) throws {
        if !found.isEmpty { return }
        Terminal.complain(complaint)
        throw CheckFailed()
    }

    private func more(than limit: Int, of count: Int) {
        if count > limit { print("… and \((count - limit).grouped) more (--limit \(count) shows all)") }
    }
}

extension DependencyKind {
    var title: String {
        switch self {
        case .preDepends: "pre-depends"
        default: rawValue
        }
    }

    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Dependency {
    var text: String { target + (constraint.map { " (\($0.relation.rawValue) \($0.version))" } ?? "") }
}
