import Foundation
import ModelStorage

/// Brings a package index into a store, batch by batch.
///
/// A batch is one save, and with its packages it saves an ``ImportBatch`` that says how many there were. So whenever the
/// program is killed, the store holds whole batches, and as many packages as its batches say.
public struct Importer {
    /// What an import has done so far.
    public struct Progress: Sendable {
        public var run = 0
        public var batches = 0
        public var added = 0
        public var updated = 0
        public var removed = 0
        /// Paragraphs that name no package.
        public var skipped = 0
        public var repairedValues = 0
        public var malformedLines = 0
        public var packages: Int { added + updated }
    }

    public enum ImportError: Error, CustomStringConvertible {
        case noPackages(String)

        public var description: String {
            switch self {
            case .noPackages(let source): "there is no package in \(source): is it a Debian package index?"
            }
        }
    }

    let container: ModelContainer
    let batchSize: Int
    let prunes: Bool
    let report: (Progress) -> Void

    /// - Parameters:
    ///   - batchSize: how many packages a save writes.
    ///   - prunes: whether packages that the index does not name any more are removed at the end.
    ///   - report: called after each save.
    public init(
        container: ModelContainer, batchSize: Int = 500, prunes: Bool = false,
        report: @escaping (Progress) -> Void = { _ in }
    ) {
        self.container = container
        self.batchSize = max(1, batchSize)
        self.prunes = prunes
        self.report = report
    }

    public func run(_ source: IndexSource) throws -> Progress {
        try source.read { try run($0, named: source.description) }
    }

    public func run(_ file: FileHandle, named source: String) throws -> Progress {
        let reader = ControlFileReader(file, keeping: PackageEntry.fields)
        var progress = Progress()
        var entries: [PackageEntry] = []
        while let paragraph = try reader.next() {
            guard let entry = PackageEntry(paragraph) else {
                progress.skipped += 1
                continue
            }
            if progress.run == 0 { progress.run = try begin(source) }
            entries.append(entry)
            if entries.count == batchSize {
                try save(entries, &progress)
                entries.removeAll()
            }
        }
        guard progress.run > 0 else { throw ImportError.noPackages(source) }
        if !entries.isEmpty { try save(entries, &progress) }
        if prunes { try prune(&progress) }
        try finish(progress.run)
        progress.repairedValues = reader.repairedValues
        progress.malformedLines = reader.malformedLines
        return progress
    }

    // MARK: Runs

    private func begin(_ source: String) throws -> Int {
        let context = ModelContext(container)
        var last = FetchDescriptor<ImportRun>(sortBy: [SortDescriptor(\.number, order: .reverse)])
        last.fetchLimit = 1
        let run = ImportRun(number: (try context.fetch(last).first?.number ?? 0) + 1, source: source)
        context.insert(run)
        try context.save()
        return run.number
    }

    private func finish(_ number: Int) throws {
        let context = ModelContext(container)
        try context.run(number)?.finishedAt = .now
        try context.save()
    }

    /// Adds the record of a batch to what a context is about to save.
    private func record(
        _ progress: inout Progress, added: Int = 0, updated: Int = 0, removed: Int = 0, in context: ModelContext
    )
        throws
    {
        var last = FetchDescriptor<ImportBatch>(sortBy: [SortDescriptor(\.number, order: .reverse)])
        last.fetchLimit = 1
        let number = (try context.fetch(last).first?.number ?? 0) + 1
        guard let run = try context.run(progress.run) else { return }
        context.insert(ImportBatch(number: number, added: added, updated: updated, removed: removed, run: run))
        progress.batches += 1
        progress.added += added
        progress.updated += updated
        progress.removed += removed
    }

    // MARK: Batches

    /// A context of its own for each batch keeps the memory in bounds.
    private func save(_ entries: [PackageEntry], _ progress: inout Progress) throws {
        let context = ModelContext(container)
        let stored = try context.packages(named: entries.map(\.name))
        // An index may name a package twice: the last one counts.
        var last: [PackageKey: PackageEntry] = [:]
        for entry in entries { last[PackageKey(entry)] = entry }
        for package in stored {
            if let entry = last[PackageKey(package)] { dropWhatIsGone(from: package, entry, in: context) }
        }
        let known = Set(stored.map(PackageKey.init))
        let builder = PackageBuilder(context: context, run: progress.run)
        for entry in entries { builder.insert(entry) }
        let updated = last.keys.count { known.contains($0) }
        var next = progress
        try record(&next, added: last.count - updated, updated: updated, in: context)
        try context.save()
        progress = next
        report(progress)
    }

    /// Saving a package that is stored already gives its row the new values and *joins* the lists of both, so what the new
    /// one has no more must go by hand.
    private func dropWhatIsGone(from package: Package, _ entry: PackageEntry, in context: ModelContext) {
        let tags = Set(entry.tags)
        package.tags.removeAll { !tags.contains($0.name) }
        let places = Set(entry.dependencies.map { [$0.kind.rawValue, "\($0.group)", "\($0.alternative)"] })
        for dependency in package.dependencies
        where !places.contains([dependency.kind.rawValue, "\(dependency.group)", "\(dependency.alternative)"]) {
            context.delete(dependency)
        }
    }

    private func prune(_ progress: inout Progress) throws {
        let current = progress.run
        while true {
            let context = ModelContext(container)
            var gone = FetchDescriptor<Package>(predicate: #Predicate { $0.run != current })
            gone.fetchLimit = batchSize
            let packages = try context.fetch(gone)
            if packages.isEmpty { return }
            for package in packages { context.delete(package) }
            var next = progress
            try record(&next, removed: packages.count, in: context)
            try context.save()
            progress = next
            report(progress)
        }
    }
}

/// What tells packages apart.
struct PackageKey: Hashable {
    var name: String
    var architecture: String

    init(_ entry: PackageEntry) { (name, architecture) = (entry.name, entry.architecture) }
    init(_ package: Package) { (name, architecture) = (package.name, package.architecture) }
}
