import ModelSchema

extension SchemaResolver {
    /// The resolved schema; only to be asked for where there is no error.
    func assemble(isCurrent: Bool) -> ResolvedSchema {
        let ordered = parentsFirst
        let description = SchemaDescription(name: name, version: version, models: ordered.map(description))
        return ResolvedSchema(
            description: description, isCurrent: isCurrent, access: access, imports: imports, options: options,
            enums: enums.map { node in
                ResolvedEnum(
                    name: node.name, doc: node.declared.doc, rawType: node.rawType, cases: node.cases,
                    unknown: node.declared.unknown?.value, place: problems.place(of: node.declared.name.location))
            },
            structs: structs.map { node in
                ResolvedStruct(
                    name: node.name, doc: node.declared.doc, fields: node.fields,
                    place: problems.place(of: node.declared.name.location))
            },
            models: zip(ordered, description.models).map(resolved),
            documents: documents.map { problems.documents[$0.index].path },
            actors: documents.flatMap(\.actors).map(\.value), migration: migration, newOnPurpose: newOnPurpose)
    }

    private var newOnPurpose: Set<String> {
        var names: Set<String> = []
        for model in models {
            if model.declared.isNewOnPurpose { names.insert(model.name) }
            for attribute in model.attributes where attribute.declared.isNewOnPurpose {
                names.insert("\(model.name).\(attribute.name)")
            }
            for relationship in model.relationships where relationship.declared.isNewOnPurpose {
                names.insert("\(model.name).\(relationship.name)")
            }
        }
        return names
    }

    private var migration: ResolvedMigration? {
        let declared = documents.flatMap(\.migrations)
        guard !declared.isEmpty else { return nil }
        return ResolvedMigration(
            steps: declared.flatMap(\.steps).map(\.value),
            willMigrate: declared.contains { $0.willMigrate?.value == true },
            didMigrate: declared.contains { $0.didMigrate?.value == true })
    }

    /// Declared order, but no model before its parent.
    private var parentsFirst: [ModelNode] {
        var ordered: [ModelNode] = []
        var seen: Set<ObjectIdentifier> = []
        for model in models {
            for ancestor in model.lineage.reversed() where seen.insert(ObjectIdentifier(ancestor)).inserted {
                ordered.append(ancestor)
            }
        }
        return ordered
    }

    private func description(of model: ModelNode) -> ModelDescription {
        ModelDescription(
            name: model.name, originalName: model.declared.originalName?.value, parent: model.parent?.name,
            isAbstract: model.declared.isAbstract, table: model.table,
            attributes: model.attributes.map { attribute in
                AttributeDescription(
                    name: attribute.name, originalName: attribute.declared.originalName?.value,
                    type: attribute.type ?? .string, isOptional: attribute.isOptional, column: attribute.column,
                    isExternal: attribute.isExternal, validation: attribute.validation,
                    defaultKind: defaultKind(of: attribute))
            },
            relationships: model.relationships.map { relationship in
                RelationshipDescription(
                    name: relationship.name, originalName: relationship.declared.originalName?.value,
                    destination: relationship.destination?.name ?? "", isToMany: relationship.isToMany,
                    isOptional: relationship.isOptional, inverse: relationship.inverse?.name,
                    deleteRule: relationship.deleteRule, minimumCount: relationship.declared.minCount?.value,
                    maximumCount: relationship.declared.maxCount?.value,
                    isOrdered: relationship.declared.ordered?.value ?? false,
                    storage: relationship.storage ?? .column(relationship.name))
            },
            unique: model.unique, indexes: model.indexes, preserved: model.preserved)
    }

    /// What rows that are older than the attribute get; nil, too, where they get nil.
    private func defaultKind(of attribute: AttributeNode) -> AttributeDescription.DefaultKind? {
        guard attribute.isStored, let type = attribute.type, let value = attribute.defaultValue, value != .null else {
            return nil
        }
        return value.isEvaluated(as: type) { structsByName[$0]?.fields ?? [] } ? .expression : .constant
    }

    private func resolved(_ model: ModelNode, _ description: ModelDescription) -> ResolvedModel {
        ResolvedModel(
            description: description, doc: model.declared.doc, conformances: model.declared.conformances.map(\.value),
            attributes: zip(model.attributes, description.attributes).map { attribute, description in
                ResolvedAttribute(
                    description: description, doc: attribute.declared.doc, isTransient: attribute.isTransient,
                    isEphemeral: attribute.isEphemeral, defaultValue: attribute.defaultValue,
                    place: problems.place(of: attribute.declared.name.location))
            },
            relationships: zip(model.relationships, description.relationships).map { relationship, description in
                ResolvedRelationship(
                    description: description, doc: relationship.declared.doc,
                    isOptionalToMany: relationship.isOptionalToMany,
                    place: problems.place(of: relationship.declared.name.location))
            },
            place: problems.place(of: model.declared.name.location))
    }
}
