import ModelSchema

extension SchemaResolver {
    /// Until the runtime does what a flag asks for, the first place of a schema that asks for it says what holds instead.
    ///
    /// Places where the flag is an error say enough.
    func noteWhatIsToCome() {
        if let first = preservingPlaces.min() {
            problems.report(
                .preserveNote,
                "'preserve' is accepted, but this version records no history, which is to keep the values",
                at: first)
        }
        if let first = externalPlaces.min() {
            problems.report(
                .externalStorageNote,
                "'externalStorage' is accepted, but this version keeps large values in their rows, and reads them on first touch",
                at: first)
        }
    }

    private var preservingPlaces: [Location] {
        models.filter { !$0.preserved.isEmpty }.flatMap { model in
            let flags = model.attributes.filter { isPreserved($0.name, in: model) }
                .compactMap { $0.declared.flags["preserve"] }.filter(\.value).map(\.location)
            return flags + model.declared.preserve.filter { isPreserved($0.value, in: model) }.map(\.location)
        }
    }

    private func isPreserved(_ name: String, in model: ModelNode) -> Bool {
        guard model.preserved.contains(name), case .attribute(let attribute)? = model.property(named: name) else {
            return false
        }
        return attribute.type != nil
    }

    private var externalPlaces: [Location] {
        guard features.contains(.externalStorage) else { return [] }
        return models.flatMap(\.attributes).filter { $0.isExternal && $0.isStored && $0.type == .data }
            .compactMap { $0.declared.flags["externalStorage"]?.location }
    }
}
