import Foundation
import ModelStorage

/// The catalog's questions, each as one fetch.
extension ModelContext {
    /// The packages that take the most room, largest first.
    public func largestPackages(in section: String? = nil, limit: Int) throws -> [Package] {
        var descriptor = FetchDescriptor<Package>(sortBy: [SortDescriptor(\.installedSize, order: .reverse)])
        if let section { descriptor.predicate = #Predicate { $0.section?.name == section } }
        descriptor.fetchLimit = limit
        return try fetch(descriptor)
    }

    /// The packages that ask for a package, by name, and how many there are in all.
    public func dependents(on target: String, kinds: [DependencyKind], limit: Int) throws -> (
        first: [Package], count: Int
    ) {
        var descriptor = FetchDescriptor<Package>(
            predicate: #Predicate { package in
                package.dependencies.contains { $0.target == target && kinds.contains($0.kind) }
            },
            sortBy: [SortDescriptor(\.name)])
        let count = try fetchCount(descriptor)
        descriptor.fetchLimit = limit
        return (try fetch(descriptor), count)
    }

    /// The packages whose name or description contains a text, whatever the case.
    public func packages(describedBy text: String, limit: Int) throws -> [Package] {
        var descriptor = FetchDescriptor<Package>(
            predicate: #Predicate { package in
                package.name.localizedStandardContains(text) || package.summary.localizedStandardContains(text)
                    || package.details?.localizedStandardContains(text) == true
            },
            sortBy: [SortDescriptor(\.name)])
        descriptor.fetchLimit = limit
        return try fetch(descriptor)
    }

    /// The maintainers whose name or address contains a text, whatever the case, with their packages.
    public func maintainers(matching text: String) throws -> [Maintainer] {
        var descriptor = FetchDescriptor<Maintainer>(
            predicate: #Predicate {
                $0.name.localizedStandardContains(text) || $0.email.localizedStandardContains(text)
            },
            sortBy: [SortDescriptor(\.name), SortDescriptor(\.email)])
        descriptor.relationshipKeyPathsForPrefetching = [\.packages]
        return try fetch(descriptor)
    }

    /// The packages that carry a tag.
    public func packages(tagged tag: String, limit: Int) throws -> [Package] {
        var descriptor = FetchDescriptor<Package>(
            predicate: #Predicate { package in package.tags.contains { $0.name == tag } },
            sortBy: [SortDescriptor(\.name)])
        descriptor.fetchLimit = limit
        return try fetch(descriptor)
    }

    public func packages(named name: String) throws -> [Package] {
        try fetch(
            FetchDescriptor(
                predicate: #Predicate<Package> { $0.name == name }, sortBy: [SortDescriptor(\.architecture)]))
    }

    func packages(named names: [String]) throws -> [Package] {
        try fetch(FetchDescriptor(predicate: #Predicate<Package> { names.contains($0.name) }))
    }

    func run(_ number: Int) throws -> ImportRun? {
        try fetch(FetchDescriptor(predicate: #Predicate<ImportRun> { $0.number == number })).first
    }
}
