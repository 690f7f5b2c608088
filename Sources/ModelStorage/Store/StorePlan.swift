internal import Foundation

/// Which of a container's configurations keeps which models.
///
/// Models that are tied by relationships or inheritance are kept together: a store's links stay inside it.
struct StorePlan {
    /// The schemas that each configuration's store holds.
    private(set) var parts: [[_$Schema]] = []
    /// The configuration of each hierarchy, by its slot; empty where there is one.
    private(set) var homes: [Int: Int] = [:]

    init(_ configurations: [ModelConfiguration], _ schema: Schema) throws {
        if schema.parts.isEmpty { throw StorageError.unknownModel("(the schema has no generated models)") }
        for configuration in configurations { try Self.check(configuration, configurations, schema) }
        if configurations.count == 1 {
            parts = [schema.parts]
            return
        }
        let groups = Self.groups(schema)
        var owner: [Int: Int] = [:]
        for (index, configuration) in configurations.enumerated() {
            for type in configuration.schema?.types ?? [] {
                let entity = type._$entity
                guard let group = groups[entity.slot] else { continue }
                if let other = owner[group], other != index {
                    throw StorageError.invalidConfiguration(
                        name: configuration.name,
                        .related(model: entity.name, otherConfiguration: configurations[other].name))
                }
                owner[group] = index
            }
        }
        let rest = configurations.firstIndex { $0.schema == nil }
        for part in schema.parts {
            for entity in part.entities where entity.parent == nil {
                guard let group = groups[entity.slot], let home = owner[group] ?? rest else {
                    throw StorageError.invalidConfiguration(
                        name: configurations[0].name, .noConfiguration(model: entity.name))
                }
                homes[entity.slot] = home
            }
        }
        parts = configurations.indices.map { index in
            schema.parts.filter { part in part.entities.contains { homes[$0.slot] == index } }
        }
        // A store that keeps nothing is opened all the same, so that its file is what it was.
        for index in parts.indices where parts[index].isEmpty { parts[index] = Array(schema.parts.prefix(1)) }
    }

    private static func check(
        _ configuration: ModelConfiguration, _ configurations: [ModelConfiguration], _ schema: Schema
    ) throws {
        try configuration.validate()
        let isTwice =
            !configuration.isStoredInMemoryOnly
            && configurations.filter {
                !$0.isStoredInMemoryOnly && $0.url.standardizedFileURL == configuration.url.standardizedFileURL
            }.count > 1
        if isTwice { throw StorageError.invalidConfiguration(name: configuration.name, .duplicate) }
        for part in configuration.schema?.parts ?? [] where !schema.parts.contains(where: { $0 === part }) {
            throw StorageError.invalidConfiguration(name: configuration.name, .schemaNotInContainer(part.name))
        }
    }

    /// Numbers for hierarchies that are tied to each other, by slot.
    private static func groups(_ schema: Schema) -> [Int: Int] {
        var groups: [Int: Int] = [:]
        for part in schema.parts {
            for entity in part.entities { groups[entity.slot] = entity.slot }
        }
        func merge(_ first: Int, _ second: Int) {
            guard let old = groups[second], let new = groups[first], old != new else { return }
            for (slot, group) in groups where group == old { groups[slot] = new }
        }
        for part in schema.parts {
            for entity in part.entities {
                for property in entity.ownProperties {
                    if let destination = property.destination { merge(entity.slot, destination.slot) }
                }
            }
        }
        return groups
    }
}
