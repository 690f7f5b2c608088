extension Schema {
    /// The indexes of a model, as a pseudo-property. Declarations say them under `index`.
    ///
    /// Unchecked: key paths are not `Sendable` by their type; these are literals.
    public final class Index<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        public enum Types<P: PersistentModel> {
            case binary([PartialKeyPath<P>])
            /// For ranges in several dimensions. The store has no such index: it is kept as a binary one.
            case rtree([PartialKeyPath<P>])
        }

        public let indices: [Types<T>]
        public var name = "Index"
        public var originalName = "Index"
        public var valueType: any Any.Type = Any.self
        public var isUnique: Bool { false }

        public init(_ indices: Types<T>...) { self.indices = indices }
        public init(_ binaryIndices: [PartialKeyPath<T>]...) { indices = binaryIndices.map { .binary($0) } }

        public enum CodingKeys: CodingKey { case indices }

        /// Indexes as kinds and property names.
        private var named: [[String]] {
            indices.map { index in
                switch index {
                case .binary(let keyPaths): ["binary"] + keyPaths.map { KeyPathName.property($0, in: T._$entity) }
                case .rtree(let keyPaths): ["rtree"] + keyPaths.map { KeyPathName.property($0, in: T._$entity) }
                }
            }
        }

        public init(from decoder: any Decoder) throws {
            let lists = try decoder.container(keyedBy: CodingKeys.self).decode([[String]].self, forKey: .indices)
            indices = try lists.map { list in
                let keyPaths = try list.dropFirst().map { try KeyPathName.keyPath($0, T.self) }
                return list.first == "rtree" ? .rtree(keyPaths) : .binary(keyPaths)
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(named, forKey: .indices)
        }

        public static func == (left: Index, right: Index) -> Bool { left.named == right.named }
        public func hash(into hasher: inout Hasher) { hasher.combine(named) }
        public var debugDescription: String { "Index(\(named))" }
    }

    /// The uniqueness constraints of a model, as a pseudo-property. Declarations say them under `unique`. Unchecked for the
    /// reason that ``Index`` is.
    public final class Unique<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        public let constraints: [[PartialKeyPath<T>]]
        public var name = "Unique"
        public var originalName = "Unique"
        public var valueType: any Any.Type = Any.self
        public var isUnique: Bool { true }

        public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

        public enum CodingKeys: CodingKey { case constraints }

        private var named: [[String]] { constraints.map { $0.map { KeyPathName.property($0, in: T._$entity) } } }

        public init(from decoder: any Decoder) throws {
            let lists = try decoder.container(keyedBy: CodingKeys.self).decode([[String]].self, forKey: .constraints)
            constraints = try lists.map { try $0.map { try KeyPathName.keyPath($0, T.self) } }
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(named, forKey: .constraints)
        }

        public static func == (left: Unique, right: Unique) -> Bool { left.named == right.named }
        public func hash(into hasher: inout Hasher) { hasher.combine(named) }
        public var debugDescription: String { "Unique(\(named))" }
    }
}

extension KeyPathName {
    /// The name of the stored property behind a key path, or the key path's own text.
    static func property(_ keyPath: AnyKeyPath, in entity: _$Entity) -> String {
        entity.propertyByKeyPath[keyPath]?.name ?? "\(keyPath)"
    }

    static func keyPath<T: PersistentModel>(_ name: String, _ type: T.Type) throws -> PartialKeyPath<T> {
        guard let keyPath = T._$entity.propertyByName[name]?.observer.keyPath as? PartialKeyPath<T> else {
            throw StorageError.unsupportedKeyPath("\(T._$entity.name).\(name)")
        }
        return keyPath
    }
}
