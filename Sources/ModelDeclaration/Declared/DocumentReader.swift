import ModelSchema

extension DeclaredDocument {
    init(reading root: ObjectReader, index: Int) {
        self.index = index
        location = root.location
        schema = root.text("schema")
        var isVersionReadable = true
        if root.has("version") {
            let text = root.text("version")
            let read = text.flatMap { SchemaVersion($0.value) }
            isVersionReadable = read != nil
            version = Located(value: read ?? SchemaVersion(1, 0, 0), location: text?.location ?? root.location)
        } else {
            isVersionReadable = root.isCertain("version", in: .document, isRead: true)
            version = Located(value: SchemaVersion(1, 0, 0), location: schema?.location ?? root.location)
        }
        isStray = schema == nil || !isVersionReadable
        access = root.text("access").flatMap { text in
            AccessLevel(rawValue: text.value).map { Located(value: $0, location: text.location) }
        }
        imports = root.texts("imports")
        options = [:]
        if let reader = root["options"].flatMap(ObjectReader.init) {
            for key in ["observable", "history", "cloudKit"] { options[key] = reader.flag(key) }
        }
        let types = root.objects("types")
        enums = types.filter { $0.has("enum") }.map(DeclaredEnum.init)
        structs = types.filter { $0.has("struct") && !$0.has("enum") }.map(DeclaredStruct.init)
        actors = root.texts("actors")
        models = root.objects("models").map(DeclaredModel.init)
        migrations = root.objects("migrations").map(DeclaredMigration.init)
        let hasUnknownObjects = root.hasUnknownObjects(in: .document)
        areTypesKnown =
            !hasUnknownObjects && root.isCertain("types", in: .document, nameKeys: ["enum", "struct"])
        areModelsKnown = !hasUnknownObjects && root.isCertain("models", in: .document)
    }
}

extension DeclaredMigration {
    init(reading reader: ObjectReader) {
        location = reader.location
        from = reader.text("from").flatMap { text in
            SchemaVersion(text.value).map { Located(value: $0, location: text.location) }
        }
        steps = reader.texts("steps")
        willMigrate = reader.flag("willMigrate")
        didMigrate = reader.flag("didMigrate")
    }
}

extension DeclaredEnum {
    init(reading reader: ObjectReader) {
        name = reader.name("enum")
        doc = reader.text("doc")?.value
        rawType = reader.text("rawType")
        unknown = reader.text("unknown")
        cases = reader.elements("cases").compactMap { node in
            if let text = node.text { return Case(name: Located(value: text, location: node.location)) }
            return ObjectReader(node).map {
                Case(name: $0.name(), doc: $0.text("doc")?.value, rawValue: $0["rawValue"])
            }
        }
        areCasesKnown = !cases.isEmpty && reader.isCertain("cases", in: .enumeration, areTextsNames: true)
        let isRawType = rawType.map { ["String"].contains($0.value) || KeyTable.integerNames.contains($0.value) }
        isRawTypeKnown = reader.isCertain("rawType", in: .enumeration, isRead: isRawType ?? false)
    }
}

extension DeclaredStruct {
    init(reading reader: ObjectReader) {
        name = reader.name("struct")
        doc = reader.text("doc")?.value
        fields = reader.objects("fields").map {
            Field(
                name: $0.name(), doc: $0.text("doc")?.value, type: $0.text("type"), defaultValue: $0["default"])
        }
        areFieldsKnown = reader.isCertain("fields", in: .structure)
    }
}

extension DeclaredModel {
    init(reading reader: ObjectReader) {
        name = reader.name()
        doc = reader.text("doc")?.value
        inherits = reader.text("inherits")
        isAbstract = reader.flag("abstract")?.value ?? false
        originalName = reader.text("originalName")
        isNewOnPurpose = reader.isNull("originalName")
        table = reader.text("table")
        conformances = reader.texts("conformances")
        attributes = reader.objects("attributes").map(DeclaredAttribute.init)
        relationships = reader.objects("relationships").map(DeclaredRelationship.init)
        unique = reader.elements("unique").compactMap { node in
            node.elements.map { Located(value: $0.texts, location: node.location) }
        }
        indexes = reader.elements("index").compactMap(DeclaredIndex.init)
        preserve = reader.texts("preserve")
        arePropertiesKnown =
            !reader.hasUnknownObjects(in: .model)
            && reader.isCertain("inherits", in: .model, isRead: inherits != nil)
            && reader.isCertain("attributes", in: .model) && reader.isCertain("relationships", in: .model)
    }
}

extension DeclaredAttribute {
    init(reading reader: ObjectReader) {
        name = reader.name()
        doc = reader.text("doc")?.value
        type = reader.text("type")
        storage = reader.text("storage").flatMap { ["rawValue", "codable"].contains($0.value) ? $0 : nil }
        rawType = reader.text("rawType")
        defaultValue = reader["default"]
        flags = [:]
        for key in ["unique", "preserve", "transient", "externalStorage", "ephemeral"] { flags[key] = reader.flag(key) }
        originalName = reader.text("originalName")
        isNewOnPurpose = reader.isNull("originalName")
        column = reader.text("column")
        validation = reader["validation"].flatMap(ObjectReader.init).map { rules in
            DeclaredValidation(
                location: rules.location, min: rules["min"], max: rules["max"], minLength: rules.count("minLength"),
                maxLength: rules.count("maxLength"), pattern: rules.text("pattern"))
        }
        isDefaultKnown = reader.isCertain("default", in: .attribute, isRead: true)
        isStorageKnown = reader.isCertain("storage", in: .attribute, isRead: storage != nil)
        let isRawType = rawType.map { ["String"].contains($0.value) || KeyTable.integerNames.contains($0.value) }
        isRawTypeKnown = reader.isCertain("rawType", in: .attribute, isRead: isRawType ?? false)
        saysOptional = reader.saysOptional
    }
}

extension DeclaredRelationship {
    init(reading reader: ObjectReader) {
        name = reader.name()
        doc = reader.text("doc")?.value
        originalName = reader.text("originalName")
        isNewOnPurpose = reader.isNull("originalName")
        type = reader.text("type")
        if let node = reader["inverse"] {
            if let text = node.text {
                inverse = .named(Located(value: text, location: node.location))
            } else if case .null = node.value {
                inverse = DeclaredRelationship.Inverse.none(node.location)
            }
        }
        deleteRule = reader.text("deleteRule").flatMap { text in
            DeleteRule(rawValue: text.value).map { Located(value: $0, location: text.location) }
        }
        minCount = reader.count("minCount")
        maxCount = reader.count("maxCount")
        ordered = reader.flag("ordered")
        isInverseKnown = reader.isCertain("inverse", in: .relationship, isRead: inverse != nil)
        isDeleteRuleKnown = reader.isCertain("deleteRule", in: .relationship, isRead: deleteRule != nil)
        saysOptional = reader.saysOptional
    }
}

extension DeclaredIndex {
    init?(_ node: JSONNode) {
        location = node.location
        if let elements = node.elements {
            parts = elements.texts
            isComplete = parts.count == elements.count
        } else if let reader = ObjectReader(node) {
            parts = reader.texts("on")
            orders = reader["order"]?.elements?.texts
            condition = reader.text("where")
            isComplete =
                reader.isCertain("on", in: .index, isRead: parts.count == reader.elements("on").count)
                && reader.isCertain("order", in: .index, isRead: orders?.count == reader.elements("order").count)
        } else {
            return nil
        }
    }
}
