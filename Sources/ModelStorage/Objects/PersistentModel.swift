public import Observation

/// A class that `modelgen` wrote from a declaration.
///
/// Models belong to their context and its isolation: hand ``persistentModelID`` between actors, not objects.
public protocol PersistentModel: ModelObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// Names and key paths of the properties.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }
}

extension PersistentModel {
    /// The context that the object is in; nil before it is inserted, and after its deletion was saved.
    public var modelContext: ModelContext? { context?.whole }

    /// Names the object in other contexts. Temporary until the first save.
    public var persistentModelID: PersistentIdentifier { identifier }

    public var id: PersistentIdentifier { identifier }

    /// Whether the object has changes that its context has not saved; true for an inserted object.
    public var hasChanges: Bool { isPending && context != nil }

    /// Whether the object was deleted, here or by a save elsewhere that this context has taken in. Stays true after the save.
    public var isDeleted: Bool { !flags.isDisjoint(with: [.deleted, .gone, .placeholder]) }

    public static var schemaMetadata: [Schema.PropertyMetadata] {
        _$entity.link()
        return _$entity.properties.map { property in
            Schema.PropertyMetadata(
                name: property.name, keypath: property.observer.keyPath,
                metadata: property.schemaProperty(in: _$entity))
        }
    }
}

extension ModelObject {
    final var identifier: PersistentIdentifier {
        if let context { return context.identifier(of: self) }
        if let identifier = _$extras?.identifier { return identifier }
        // Its context has gone: it is still the same row.
        if _$id > 0, let store = StoreNumbers.identifier(flags.storeNumber) {
            return PersistentIdentifier(entityName: entity.name, storeIdentifier: store, key: _$id, scope: 0)
        }
        let extras = extras()
        let identifier = PersistentIdentifier(
            entityName: entity.name, storeIdentifier: nil, key: -1, scope: TemporaryScope.next())
        extras.identifier = identifier
        return identifier
    }
}

extension ModelObject {
    /// The object as what all generated classes are. The entity knows the conformance: no look-up, as a cast needs.
    final var model: any PersistentModel {
        func opened<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
            unsafeDowncast(self, to: type)
        }
        return opened(entity.type)
    }
}
