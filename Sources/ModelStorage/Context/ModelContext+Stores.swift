// A container with several configurations has a store for each. A context on it is the first store's, with one more for
// each of the others; what users call is passed on to the one whose store keeps the model. A relationship never leaves a store.

extension ModelContext {
    /// The context for a model's objects, if it is another than this one.
    func part(for entity: _$Entity) -> ModelContext? {
        guard !others.isEmpty, let home = core.homes[entity.slot], home > 0, home <= others.count else {
            return nil
        }
        return others[home - 1]
    }

    /// The context for the object with an identifier, if it is another than this one.
    func part(for identifier: PersistentIdentifier) -> ModelContext? {
        if others.isEmpty { return nil }
        if let store = identifier.storeIdentifier { return others.first { $0.store.identifier == store } }
        return others.first { $0.scope == identifier.scope }
    }

    /// What users see as an object's context.
    var whole: ModelContext { owner ?? self }
}
