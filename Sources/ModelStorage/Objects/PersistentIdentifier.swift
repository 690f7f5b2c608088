/// Names an object across contexts, threads and processes.
///
/// A new object has a temporary identifier that is good within its process; the first save gives it a permanent one.
/// Its context goes on to resolve the temporary one.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Sendable {
    /// An opaque value that equals another exactly when the identifiers are equal.
    public struct ID: Hashable, Sendable {
        fileprivate let entityName: String
        fileprivate let storeIdentifier: String?
        fileprivate let key: Int64
        fileprivate let scope: UInt64
    }

    public var id: ID { ID(entityName: entityName, storeIdentifier: storeIdentifier, key: key, scope: scope) }

    /// The name of the object's model. For an object of a subclass it is the subclass's.
    public let entityName: String
    /// The store that holds the object; nil while the identifier is temporary.
    public let storeIdentifier: String?
    /// The row's id; negative while temporary.
    package let key: Int64
    /// Tells temporary identifiers of different contexts apart; 0 for permanent ones.
    package let scope: UInt64

    package init(entityName: String, storeIdentifier: String?, key: Int64, scope: UInt64) {
        self.entityName = entityName
        self.storeIdentifier = storeIdentifier
        self.key = key
        self.scope = scope
    }

    /// Whether the object has not been saved yet.
    public var isTemporary: Bool { storeIdentifier == nil }

    /// The identifier of a row whose key is known.
    ///
    /// - Throws: ``StorageError/unsupportedKeyPath(_:)`` if `primaryKey` is not a positive integer (or `p` and its digits).
    public static func identifier<T>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier where T: Comparable & CustomStringConvertible & Codable & Hashable {
        var text = primaryKey.description[...]
        if text.first == "p" { text = text.dropFirst() }
        guard let key = Int64(text), key > 0 else {
            throw StorageError.unsupportedKeyPath("primary key '\(primaryKey)'")
        }
        return PersistentIdentifier(entityName: entityName, storeIdentifier: storeIdentifier, key: key, scope: 0)
    }

    /// Orders by store, entity and key; temporary identifiers come first, in order of insertion.
    public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
        if left.storeIdentifier != right.storeIdentifier {
            return (left.storeIdentifier ?? "") < (right.storeIdentifier ?? "")
        }
        if left.entityName != right.entityName { return left.entityName < right.entityName }
        if left.isTemporary { return (left.scope, -left.key) < (right.scope, -right.key) }
        return left.key < right.key
    }

    public static func == (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
        left.key == right.key && left.scope == right.scope && left.storeIdentifier == right.storeIdentifier
            && left.entityName == right.entityName
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(scope)
    }
}

extension PersistentIdentifier: CustomStringConvertible {
    public var description: String { "\(entityName)/\(isTemporary ? "t\(scope).\(-key)" : "p\(key)")" }
}

extension PersistentIdentifier: Codable {
    private enum Outer: String, CodingKey { case implementation }
    private enum Key: String, CodingKey { case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName }

    // The shape that SwiftData writes, so that identifiers in other files stay readable.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Outer.self).nestedContainer(
            keyedBy: Key.self, forKey: .implementation)
        entityName = try values.decode(String.self, forKey: .entityName)
        storeIdentifier = try values.decodeIfPresent(String.self, forKey: .storeIdentifier)
        let text = try values.decode(String.self, forKey: .primaryKey)
        func corrupted() -> DecodingError {
            DecodingError.dataCorruptedError(forKey: .primaryKey, in: values, debugDescription: "'\(text)' is no key")
        }
        if storeIdentifier == nil {
            let parts = text.dropFirst().split(separator: ".")
            guard text.first == "t", parts.count == 2, let scope = UInt64(parts[0]), let number = Int64(parts[1]),
                number > 0
            else { throw corrupted() }
            self.scope = scope
            key = -number
        } else {
            guard text.first == "p", let number = Int64(text.dropFirst()), number > 0 else { throw corrupted() }
            scope = 0
            key = number
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        var values = outer.nestedContainer(keyedBy: Key.self, forKey: .implementation)
        let text = isTemporary ? "t\(scope).\(-key)" : "p\(key)"
        try values.encode(text, forKey: .primaryKey)
        try values.encode("x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(text)", forKey: .uriRepresentation)
        try values.encode(isTemporary, forKey: .isTemporary)
        try values.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
        try values.encode(entityName, forKey: .entityName)
    }
}
