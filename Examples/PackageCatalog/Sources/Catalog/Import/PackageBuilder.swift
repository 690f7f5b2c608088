import ModelStorage

/// Makes models of a batch's entries.
///
/// Sections, maintainers and tags are simply made anew for each batch: their unique values make one row of them.
final class PackageBuilder {
    private let context: ModelContext
    private let run: Int
    private var sections: [String: Section] = [:]
    private var maintainers: [PackageEntry.MaintainerEntry: Maintainer] = [:]
    private var tags: [String: Tag] = [:]

    init(context: ModelContext, run: Int) {
        self.context = context
        self.run = run
    }

    func insert(_ entry: PackageEntry) {
        let package = Package(
            name: entry.name, architecture: entry.architecture, version: entry.version, summary: entry.summary,
            details: entry.details, installedSize: entry.installedSize, priority: entry.priority,
            homepage: entry.homepage,
            run: run, maintainer: entry.maintainer.map(maintainer), section: entry.section.map(section),
            tags: entry.tags.map(tag))
        context.insert(package)
        for dependency in entry.dependencies {
            context.insert(
                Dependency(
                    kind: dependency.kind, group: dependency.group, alternative: dependency.alternative,
                    target: dependency.target, constraint: dependency.constraint, package: package))
        }
    }

    private func maintainer(_ entry: PackageEntry.MaintainerEntry) -> Maintainer {
        if let maintainer = maintainers[entry] { return maintainer }
        let maintainer = Maintainer(name: entry.name, email: entry.email)
        maintainers[entry] = maintainer
        return maintainer
    }

    private func section(_ name: String) -> Section {
        if let section = sections[name] { return section }
        let section = Section(name: name)
        sections[name] = section
        return section
    }

    private func tag(_ name: String) -> Tag {
        if let tag = tags[name] { return tag }
        let tag = Tag(name: name)
        tags[name] = tag
        return tag
    }
}
