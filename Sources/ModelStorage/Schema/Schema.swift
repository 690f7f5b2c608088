public import Foundation
internal import ModelSchema
internal import Synchronization

/// The models that a container keeps.
public final class Schema: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    /// The version of the form in which schemas are written down.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// A schema's version: major, minor, patch.
    public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
        public let major: Int
        public let minor: Int
        public let patch: Int

        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
        }

        public var description: String { "\(major).\(minor).\(patch)" }
    }

    /// What a model tells of a property.
    public struct PropertyMetadata {
        public let name: String
        public let keypath: AnyKeyPath
        /// The value of new objects. Not known for generated models: their initializers have it.
        public let defaultValue: Any?
        /// The property as a schema shows it; nil for one that is not stored.
        public let metadata: (any SchemaProperty)?

        public init(
            name: String, keypath: AnyKeyPath, defaultValue: Any? = nil, metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            self.defaultValue = defaultValue
            self.metadata = metadata
        }
    }

    public let encodingVersion: Version
    public let version: Version
    /// The declared schemas that the models belong to. A container asked for some models of a schema has them all.
    let parts: [_$Schema]
    /// The models that were asked for by name; all of the parts' without any.
    let types: [any PersistentModel.Type]
    /// Made when someone asks: opening a store needs none of them.
    private let made: Mutex<Made>

    private struct Made: Sendable {
        var entities: [Entity]?
    }

    private init(_ parts: [_$Schema], _ types: [any PersistentModel.Type], _ version: Version, _ entities: [Entity]?) {
        encodingVersion = Self.schemaEncodingVersion
        self.parts = parts
        self.types = types
        self.version = version
        made = Mutex(Made(entities: entities))
    }

    /// A schema without models.
    public convenience init() { self.init([], [], Version(1, 0, 0), []) }

    /// A schema of models that are described by hand. A container needs generated ones.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init([], [], version, entities)
    }

    /// The declared schemas of some models, all of their models included.
    ///
    /// - Parameter version: the schema's version; nil for the one that is declared.
    public convenience init(_ types: [any PersistentModel.Type], version: Version? = nil) {
        var parts: [_$Schema] = []
        for type in types {
            let part = type._$entity.schema
            if !parts.contains(where: { $0 === part }) { parts.append(part) }
        }
        for part in parts { part.link() }
        let declared = parts.first.map { Version($0.version.major, $0.version.minor, $0.version.patch) }
        self.init(parts, types, version ?? declared ?? Version(1, 0, 0), nil)
    }

    public convenience init(_ types: any PersistentModel.Type..., version: Version? = nil) {
        self.init(types, version: version)
    }

    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    // MARK: Entities

    /// The models, parents before their heirs.
    public var entities: [Entity] {
        made.withLock { made in
            if let entities = made.entities { return entities }
            let entities = Self.makeEntities(parts)
            made.entities = entities
            return entities
        }
    }

    public var entitiesByName: [String: Entity] {
        Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    private static func makeEntities(_ parts: [_$Schema]) -> [Entity] {
        var entities: [Entity] = []
        for part in parts {
            var byName: [String: Entity] = [:]
            for described in part.entities {
                let entity = Entity(described)
                byName[entity.name] = entity
                entities.append(entity)
                if let parent = described.parent.flatMap({ byName[$0.name] }) {
                    entity.superentity = parent
                    parent.subentities.insert(entity)
                }
            }
        }
        return entities
    }

    /// The entity of a model, if the schema has it.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        let name = Self.entityName(for: type)
        return entities.first { $0.name == name }
    }

    /// The name that a model has in schemas and identifiers.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String { type._$entity.name }

    // MARK: Writing down

    private enum Key: String, CodingKey { case encodingVersion, version, entities }

    public convenience init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let encodingVersion = try values.decode(Version.self, forKey: .encodingVersion)
        guard encodingVersion <= Self.schemaEncodingVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .encodingVersion, in: values,
                debugDescription: "form \(encodingVersion) is newer than \(Self.schemaEncodingVersion)")
        }
        // Heirs are written inside their parents.
        var entities = try values.decode([Entity].self, forKey: .entities)
        var next = 0
        while next < entities.count {
            entities += entities[next].subentities.sorted { $0.name < $1.name }
            next += 1
        }
        self.init([], [], try values.decode(Version.self, forKey: .version), entities)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(encodingVersion, forKey: .encodingVersion)
        try values.encode(version, forKey: .version)
        try values.encode(entities.filter { $0.superentity == nil }, forKey: .entities)
    }

    /// Writes the schema to a file, as JSON.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema that ``save(to:)`` wrote.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    }

    public static func == (left: Schema, right: Schema) -> Bool {
        left === right
            || left.version == right.version && left.encodingVersion == right.encodingVersion
                && Set(left.entities) == Set(right.entities)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entities.map(\.name)))
    }

    public var debugDescription: String { "Schema(\(version), \(entities.map(\.name)))" }
}

/// One version of a declared schema.
public protocol VersionedSchema: SendableMetatype {
    static var models: [any PersistentModel.Type] { get }
    static var versionIdentifier: Schema.Version { get }
}
