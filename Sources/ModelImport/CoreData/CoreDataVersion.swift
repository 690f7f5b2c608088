internal import ModelDeclaration
internal import ModelSchema

/// A version, converted, with what is needed to find the same things in its neighbours.
struct CoreDataVersion {
    /// Core Data finds what was renamed by this: the renaming identifier, or else the name.
    struct Identity {
        var text: String
        /// Where the renaming identifier stands; nil where there is none.
        var place: Location?

        /// Versions of Xcode write it under one of two keys. Of a composite attribute the second tells the composite.
        init(of element: XMLElement, named name: String) {
            var keys = ["renamingIdentifier"]
            if element.value("attributeType") != "Composite" { keys.append("elementID") }
            let key = keys.first { element.value($0).map { !$0.isEmpty } ?? false }
            text = key.flatMap { element.value($0) } ?? name
            place = text == name ? nil : key.map { element.place($0) }
        }
    }

    /// A property by its name in the draft.
    struct Property {
        var identity: Identity
        var name: String
    }

    struct Entity {
        var identity: Identity
        var parent: Int?
        /// The position of the model in the draft.
        var model: Int
        var properties: [Property] = []
        var location: Location
    }

    var draft: DraftSchema
    var entities: [Entity]
    /// Where the model is said to be used with CloudKit; nil where it is not.
    var cloudKitPlace: Location?

    /// Drops the option whose rules the model breaks: it describes stores that are not all mirrored, or never were.
    mutating func settleCloudKit(features: Set<LanguageFeature>, remarks: CoreDataRemarks) {
        guard draft.isCloudKit, let place = cloudKitPlace else { return }
        let source = SourceDocument(path: "", bytes: Array(draft.text.utf8))
        let broken = Declarations.resolve([source], features: features).diagnostics.filter {
            $0.code == DiagnosticRule.cloudKit.code
        }
        guard !broken.isEmpty else {
            return remarks.report(
                .importRemark, "the rules of CloudKit hold for the model, and are checked; nothing is synchronized",
                at: place)
        }
        draft.isCloudKit = false
        let shown =
            broken.prefix(3).map { $0.message.replacing("under 'cloudKit': ", with: "") }
            + (broken.count > 3 ? ["and \(broken.count - 3) more"] : [])
        remarks.report(
            .importLoss,
            "the model is used with CloudKit, but breaks its rules (\(shown.joined(separator: "; "))): the option is left out",
            at: place)
    }

    /// Tells what models and properties were called in the version before, where Core Data would find them there.
    mutating func addOriginalNames(
        from old: CoreDataVersion, features: Set<LanguageFeature>, remarks: CoreDataRemarks
    ) {
        for (position, entity) in entities.enumerated() {
            let model = draft.models[entity.model]
            var predecessors: [Entity] = []
            if let predecessor = old.entity(entity.identity.text) {
                predecessors = [predecessor]
                let oldName = old.draft.models[predecessor.model].name
                if oldName != model.name,
                    report(features, "the model \(Escaping.quoted(model.name))", oldName, entity, remarks)
                {
                    draft.models[entity.model].originalName = oldName
                }
            } else {
                report(entity.identity, Escaping.quoted(model.name), "nothing of the version before has", remarks)
                // What is called alike goes on, whatever its identifier; a new parent may have what was its heirs' before.
                predecessors =
                    old.entities.filter { old.draft.models[$0.model].name == model.name }
                    + heirs(of: position).compactMap { old.entity($0.identity.text) }
            }
            let candidates = predecessors.flatMap { old.lineage(of: $0).flatMap(\.properties) }
            for property in entity.properties {
                let path = Escaping.quoted("\(model.name).\(property.name)")
                guard let original = candidates.first(where: { $0.identity.text == property.identity.text })?.name
                else {
                    report(property.identity, path, "nothing of the version before has", remarks)
                    continue
                }
                guard original != property.name, report(features, path, original, entity, remarks) else { continue }
                if let index = model.attributes.firstIndex(where: { $0.name == property.name }) {
                    draft.models[entity.model].attributes[index].originalName = original
                } else if let index = model.relationships.firstIndex(where: { $0.name == property.name }) {
                    draft.models[entity.model].relationships[index].originalName = original
                }
            }
        }
    }

    /// Renaming identifiers of the oldest version, which lead to stores that no declaration describes.
    func reportRenamings(remarks: CoreDataRemarks) {
        for entity in entities {
            let model = draft.models[entity.model].name
            report(entity.identity, Escaping.quoted(model), "no older version has", remarks)
            for property in entity.properties {
                report(
                    property.identity, Escaping.quoted("\(model).\(property.name)"), "no older version has",
                    remarks)
            }
        }
    }

    /// Tells of a renaming identifier that leads nowhere.
    private func report(_ identity: Identity, _ what: String, _ reason: String, _ remarks: CoreDataRemarks) {
        guard let place = identity.place else { return }
        remarks.report(
            .importRemark,
            "\(what) has the renaming identifier \(Escaping.quoted(identity.text)), which \(reason): it is left out",
            at: place)
    }

    private func entity(_ identity: String) -> Entity? { entities.first { $0.identity.text == identity } }

    /// All that inherit from an entity, directly or not.
    private func heirs(of position: Int) -> [Entity] {
        entities.filter { entity in
            var parent = entity.parent
            var steps = 0
            while let next = parent, next != position, steps < entities.count {
                parent = entities[next].parent
                steps += 1
            }
            return parent == position
        }
    }

    private func lineage(of entity: Entity) -> [Entity] {
        var lineage = [entity]
        while let parent = lineage.last?.parent, lineage.count <= entities.count { lineage.append(entities[parent]) }
        return lineage
    }

    /// Whether a renaming can be declared.
    private func report(
        _ features: Set<LanguageFeature>, _ what: String, _ original: String, _ entity: Entity,
        _ remarks: CoreDataRemarks
    ) -> Bool {
        if features.contains(.originalNames) { return true }
        remarks.report(
            .importLoss,
            "\(what) was called \(Escaping.quoted(original)) before: this version of modelgen does not build that, so it is left out",
            at: entity.location)
        return false
    }
}
