internal import ModelDeclaration
internal import ModelSchema

/// Converts one version of a Core Data model.
struct CoreDataConversion {
    /// An entity on its way to a model.
    struct Entity {
        var element: XMLElement
        var name: String
        var model: DraftModel
        var parent: Int?
        /// By the name in Core Data: the name in the declaration.
        var propertyNames: [String: String] = [:]
        var relationships: [XMLElement] = []
        var identities: [CoreDataVersion.Property] = []
    }

    let model: XMLElement
    let version: SchemaVersion
    let features: Set<LanguageFeature>
    let remarks: CoreDataRemarks
    var draft: DraftSchema
    var typeNames: DraftNames
    var entities: [Entity] = []
    var entityIndices: [String: Int] = [:]
    /// By the name in Core Data.
    var structs: [String: DraftStruct] = [:]
    /// Composites that are still to be read, by name.
    var composites: [String: XMLElement] = [:]
    /// Where the model, or one of its configurations, is said to be used with CloudKit.
    var cloudKitPlace: Location?

    init(
        _ model: XMLElement, name: String, version: SchemaVersion, reserved: Set<String>,
        features: Set<LanguageFeature>, remarks: CoreDataRemarks
    ) {
        self.model = model
        self.version = version
        self.features = features
        self.remarks = remarks
        draft = DraftSchema(name: name, version: version)
        typeNames = .types(reserved: reserved)
    }

    mutating func run() -> CoreDataVersion {
        readModel()
        linkParents()
        for index in parentsFirst { convertProperties(of: index) }
        for index in entities.indices { convertRelationships(of: index) }
        breakRequiredCircles()
        for index in entities.indices { convertConstraints(of: index) }
        for index in entities.indices { convertIndexes(of: index) }
        draft.models = entities.map(\.model)
        return CoreDataVersion(
            draft: draft,
            entities: entities.enumerated().map { index, entity in
                CoreDataVersion.Entity(
                    identity: CoreDataVersion.Identity(of: entity.element, named: entity.name), parent: entity.parent,
                    model: index,
                    properties: entity.identities.filter { property in
                        entity.model.attributes.contains { $0.name == property.name }
                            || entity.model.relationships.contains { $0.name == property.name }
                    }, location: entity.element.location)
            }, cloudKitPlace: cloudKitPlace)
    }

    // MARK: - Entities

    private mutating func readModel() {
        checkKeys(of: model, "the model", known: CoreDataKeys.model)
        readCloudKit(of: model, "the model")
        // Structs first: attributes refer to them.
        readComposites()
        for element in model.children {
            switch element.name {
            case "entity": readEntity(element)
            case "composite", "compositeAttribute", "elements": break
            case "fetchRequest":
                remark(
                    "the fetch request \(Escaping.quoted(element.value("name") ?? "")) is left out", element.location,
                    "write it in Swift as a FetchDescriptor")
            case "configuration":
                remark(
                    "the configuration \(Escaping.quoted(element.value("name") ?? "")) is left out", element.location,
                    "give a ModelContainer the models of a store")
                readCloudKit(of: element, "the configuration")
            default: loseElement(element, "the model")
            }
        }
    }

    /// The option of the whole schema, from the model or from a configuration.
    private mutating func readCloudKit(of element: XMLElement, _ what: String) {
        guard element.isSet("usedWithCloudKit") else { return }
        let place = element.place("usedWithCloudKit")
        guard features.contains(.cloudKit) else { return loseUnbuilt("\(what) is used with CloudKit", place) }
        guard cloudKitPlace == nil else { return }
        cloudKitPlace = place
        draft.isCloudKit = true
    }

    private mutating func readEntity(_ element: XMLElement) {
        guard let name = element.value("name"), !name.isEmpty else {
            return lose("an entity without a name", element.location)
        }
        guard entityIndices[name] == nil else {
            return lose("a second entity \(Escaping.quoted(name))", element.location)
        }
        checkKeys(of: element, "the entity \(Escaping.quoted(name))", known: CoreDataKeys.entity)
        let isOfSQLite = name.lowercased().hasPrefix("sqlite_")
        let choice = typeNames.choose(name, preferred: isOfSQLite ? "_\(name)" : nil)
        if let reason = choice.reason ?? (isOfSQLite ? "names that begin with 'sqlite_' are SQLite's own" : nil) {
            change(
                "no model can be called \(Escaping.quoted(name)): \(reason); it becomes \(Escaping.quoted(choice.name))",
                element.place("name"))
        }
        var model = DraftModel(name: choice.name)
        model.isAbstract = element.isSet("isAbstract")
        if element.value("coreSpotlightDisplayNameExpression") != nil {
            lose("the display name for Spotlight of \(Escaping.quoted(name))", element.location)
        }
        entityIndices[name] = entities.count
        entities.append(Entity(element: element, name: name, model: model))
    }

    private mutating func linkParents() {
        for index in entities.indices {
            let element = entities[index].element
            guard let name = element.value("parentEntity"), !name.isEmpty else { continue }
            guard let parent = entityIndices[name] else {
                lose(
                    "\(Escaping.quoted(entities[index].name)) inherits from \(Escaping.quoted(name)), which is not there",
                    element.place("parentEntity"))
                continue
            }
            // A chain that comes back to its start has no root.
            var ancestor: Int? = parent
            while let next = ancestor, next != index { ancestor = entities[next].parent }
            guard ancestor == nil else {
                lose("\(Escaping.quoted(entities[index].name)) inherits from itself", element.place("parentEntity"))
                continue
            }
            entities[index].parent = parent
            entities[index].model.inherits = entities[parent].model.name
        }
    }

    private var parentsFirst: [Int] {
        entities.indices.sorted { (lineage(of: $0).count, $0) < (lineage(of: $1).count, $1) }
    }

    /// The entity and its ancestors, the entity first.
    func lineage(of index: Int) -> [Int] {
        var lineage = [index]
        while let parent = entities[lineage[lineage.count - 1]].parent { lineage.append(parent) }
        return lineage
    }

    private mutating func convertProperties(of index: Int) {
        var names = DraftNames.properties()
        var linkNames: Set<String> = []
        var inherited: Set<String> = []
        for ancestor in lineage(of: index).dropFirst() {
            for (source, name) in entities[ancestor].propertyNames {
                inherited.insert(source)
                names.reserve(name)
            }
        }
        let entity = entities[index]
        remarkScalars(of: entity)
        for element in entity.element.children {
            switch element.name {
            case "attribute", "relationship":
                guard let name = element.value("name"), !name.isEmpty else {
                    lose("a property of \(Escaping.quoted(entity.name)) without a name", element.location)
                    continue
                }
                let path = Escaping.quoted("\(entity.name).\(name)")
                guard !inherited.contains(name) else {
                    lose("\(path) declares an inherited property again", element.location)
                    continue
                }
                guard entities[index].propertyNames[name] == nil else {
                    lose("a second property \(path)", element.location)
                    continue
                }
                var choice = names.choose(name)
                if element.name == "relationship" {
                    // The column of a relationship has its name, and SQLite does not tell columns apart by case.
                    var number = 2
                    while !linkNames.insert(choice.name.lowercased()).inserted {
                        choice = names.choose("\(name)\(number)")
                        choice.reason = "another relationship has it, but for its case"
                        number += 1
                    }
                }
                if let reason = choice.reason {
                    change(
                        "\(path) cannot have that name: \(reason); it becomes \(Escaping.quoted(choice.name))",
                        element.place("name"))
                }
                if element.name == "attribute" {
                    guard let attribute = convert(element, choice.name, path) else { continue }
                    entities[index].model.attributes.append(attribute)
                } else {
                    entities[index].relationships.append(element)
                }
                entities[index].propertyNames[name] = choice.name
                entities[index].identities.append(
                    .init(identity: CoreDataVersion.Identity(of: element, named: name), name: choice.name))
            case "fetchIndex", "uniquenessConstraints", "compoundIndexes": break
            case "userInfo": remarkUserInfo(element, "the entity \(Escaping.quoted(entity.name))")
            case "fetchedProperty":
                lose(
                    "\(Escaping.quoted("\(entity.name).\(element.value("name") ?? "")")) is a fetched property",
                    element.location, "write it in an extension, as a property that fetches")
            default: loseElement(element, "the entity \(Escaping.quoted(entity.name))")
            }
        }
        nameColumns(of: index)
    }

    /// SQLite does not tell columns apart by case, as Core Data and Swift do.
    private mutating func nameColumns(of index: Int) {
        var taken: Set<String> = []
        for element in entities[index].relationships {
            if let name = element.value("name").flatMap({ entities[index].propertyNames[$0] }) {
                taken.insert(name.lowercased())
            }
        }
        for position in entities[index].model.attributes.indices {
            let name = entities[index].model.attributes[position].name
            var column = name
            var number = 2
            while !taken.insert(column.lowercased()).inserted {
                column = "\(name)\(number)"
                number += 1
            }
            if column != name { entities[index].model.attributes[position].column = column }
        }
    }

    /// Optionals are optional in Swift too; Core Data's scalar properties could not say so.
    private func remarkScalars(of entity: Entity) {
        let scalars = entity.element.children(named: "attribute").filter {
            $0.isSet("usesScalarValueType") && $0.isSet("optional") && !$0.isSet("transient")
        }
        guard let first = scalars.first else { return }
        let names = scalars.compactMap { $0.value("name") }.map(Escaping.quoted).joined(separator: ", ")
        remark(
            "optional scalars of \(Escaping.quoted(entity.name)) read nil as zero in Core Data, and are optional in Swift now: \(names)",
            first.place("usesScalarValueType"))
    }

    // MARK: - Remarks

    func lose(_ what: String, _ location: Location, _ suggestion: Suggestion? = nil) {
        remarks.report(
            .importLoss, "\(what): that cannot be declared, and is left out", at: location, suggestion: suggestion)
    }

    /// What the language can say, but this version does not build.
    func loseUnbuilt(_ what: String, _ location: Location) {
        remarks.report(
            .importLoss, "\(what): this version of modelgen does not build that, so it is left out", at: location)
    }

    func change(_ message: String, _ location: Location, _ suggestion: Suggestion? = nil) {
        remarks.report(.importChange, message, at: location, suggestion: suggestion)
    }

    func remark(_ message: String, _ location: Location, _ suggestion: Suggestion? = nil) {
        remarks.report(.importRemark, message, at: location, suggestion: suggestion)
    }

    func remarkUserInfo(_ element: XMLElement, _ owner: String) {
        let keys = element.children(named: "entry").compactMap { $0.value("key") }.map(Escaping.quoted)
        guard !keys.isEmpty else { return }
        remark("the user info of \(owner) is left out: \(keys.joined(separator: ", "))", element.location)
    }

    func loseElement(_ element: XMLElement, _ owner: String) {
        lose("\(owner) has a <\(element.name)>, which the importer does not know", element.location)
    }

    /// Reports what the importer does not know, so that nothing that a newer Xcode writes is lost in silence.
    func checkKeys(of element: XMLElement, _ owner: String, known: Set<String>) {
        for attribute in element.attributes where !known.contains(attribute.name) {
            lose(
                "\(owner) has \(attribute.name)=\(Escaping.quoted(attribute.value)), which the importer does not know",
                attribute.location)
        }
    }
}
