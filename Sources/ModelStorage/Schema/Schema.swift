internal import ModelSchema

/// The models that a container keeps.
public final class Schema: Sendable {
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

    /// A property's name and key path.
    public struct PropertyMetadata {
        public let name: String
        public let keypath: AnyKeyPath
    }

    public let version: Version
    /// The declared schemas that the models belong to. A container asked for some models of a schema has them all.
    let parts: [_$Schema]

    public init(_ types: [any PersistentModel.Type], version: Version? = nil) {
        var parts: [_$Schema] = []
        for type in types {
            let part = type._$entity.schema
            if !parts.contains(where: { $0 === part }) { parts.append(part) }
        }
        for part in parts { part.link() }
        self.parts = parts
        self.version =
            version ?? parts.first.map { Version($0.version.major, $0.version.minor, $0.version.patch) }
            ?? Version(1, 0, 0)
    }

    public convenience init(_ types: any PersistentModel.Type..., version: Version? = nil) {
        self.init(types, version: version)
    }

    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }
}

/// One version of a declared schema.
public protocol VersionedSchema: SendableMetatype {
    static var models: [any PersistentModel.Type] { get }
    static var versionIdentifier: Schema.Version { get }
}
