import ModelSchema

extension SchemaSet {
    /// Compares the versions of a schema with what was shipped.
    ///
    /// - Returns: The versions that are locked.
    func checkLock(_ lock: LockReader.Located, of schema: [SchemaResolver]) -> Set<SchemaVersion> {
        guard !problems.hasErrors, let current = schema.last else { return [] }
        for (index, version) in schema.enumerated() {
            guard var locked = lock.file[version.version] else { continue }
            if locked.meaning == nil { locked.meaning = meaning(keptBy: locked, unlike: version) }
            let assembled = version.assemble(isCurrent: version === current)
            let changes = locked.changes(in: assembled, isFirst: index == 0)
            let hasAnotherShape = assembled.description.fingerprint != locked.fingerprint
            guard hasAnotherShape || !changes.isEmpty else { continue }
            problems.report(
                .lockedVersion,
                "version \(version.version) of \(Escaping.quoted(version.name)) was shipped with "
                    + (hasAnotherShape ? "another shape" : "the same shape and another meaning"),
                at: version.versionLocation,
                notes: changes.map { Problems.Note($0.message, at: version.place(of: $0)) }
                    + [
                        Problems.Note(
                            "it is locked here", at: lock.places[version.version] ?? lock.location)
                    ],
                suggestion: version === current
                    ? "undo the change, or make it a new version: modelgen bump"
                    : hasAnotherShape
                        ? "undo the change: this version is what stores of it have"
                        : "undo the change, or make it in version \(current.version): of this one there are stores")
        }
        if schema.count == 1, lock.file.versions.map(\.version) == [current.version] {
            warnOfOriginalNames(in: current)
        }
        let declared = Set(schema.map(\.version))
        for lost in lock.file.versions.map(\.version) where !declared.contains(lost) {
            problems.report(
                .lostVersion,
                "version \(lost) of \(Escaping.quoted(current.name)) was shipped, and no document declares it",
                at: current.versionLocation,
                notes: [Problems.Note("it is locked here", at: lock.places[lost] ?? lock.location)])
        }
        return Set(lock.file.versions.map(\.version))
    }

    /// What a version meant of which an older build kept only the text; nil where that is the text that is declared.
    private func meaning(keptBy locked: LockFile.Version, unlike version: SchemaResolver) -> LockedMeaning? {
        guard let documents = locked.documents,
            Set(documents.map(\.bytes)) != Set(version.documents.map { problems.documents[$0.index].bytes })
        else { return nil }
        let kept = Declarations.resolve(
            documents.map { SourceDocument(path: $0.name, bytes: $0.bytes) }, features: features)
        return kept.schemas.first { $0.description.version == version.version }.flatMap(LockedMeaning.init)
    }

    /// Before its first freeze a version's stores follow each change of the declaration, renames too, so a first version may
    /// say what things were called. What was shipped has one shape: nothing is left that could follow.
    private func warnOfOriginalNames(in first: SchemaResolver) {
        for model in first.models {
            let names =
                [model.declared.originalName] + model.attributes.map(\.declared.originalName)
                + model.relationships.map(\.declared.originalName)
            for name in names.compactMap({ $0 }) {
                problems.report(
                    .migrationFromNowhere,
                    "nothing of \(Escaping.quoted(first.name)) is older than \(first.version), which was shipped, so nothing was called \(Escaping.quoted(name.value))",
                    at: name.location, suggestion: "remove 'originalName'")
            }
        }
    }
}

extension SchemaResolver {
    /// Where the declaration says what has changed; the version's place for what is gone.
    fileprivate func place(of change: LockedChange) -> Location {
        guard let model = change.model.flatMap({ modelsByName[$0] }) else { return versionLocation }
        return change.property.flatMap { model.property(named: $0) }?.nameLocation ?? model.declared.name.location
    }
}
