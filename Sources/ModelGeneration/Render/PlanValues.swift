/// Plans as the data of templates. What a template can show is exactly what stands here.
extension FilePlan {
    var templateValue: TemplateValue {
        var members: [String: TemplateValue] = [
            "document": TemplateValue(document.isEmpty ? nil : Literal.oneLine(document)),
            "access": .text(access),
        ]
        for (key, value) in importMembers { members[key] = value }
        switch content {
        case .model(let model): members.merge(model.members) { _, new in new }
        case .frozen(let schema, let name):
            members["frozenEnum"] = .text(name)
            members["version"] = schema.version.map { .object($0.members) } ?? .null
            // One extension for each type, so that a file of many can be read.
            let none: [String: TemplateValue] = ["enum": .null, "struct": .null, "model": .null]
            func list(_ key: String, _ types: [[String: TemplateValue]]) -> [TemplateValue] {
                types.map { .object(none.merging([key: .object($0)]) { _, new in new }) }
            }
            members["types"] = .list(
                list("enum", schema.enums.map(\.members)) + list("struct", schema.structs.map(\.members))
                    + list("model", schema.models.map(\.members)))
        case .schema(let schema):
            members["migrationPlan"] = schema.migrations.map { .object($0.members) } ?? .null
            members["enums"] = .list(schema.enums.map { .object($0.members) })
            members["structs"] = .list(schema.structs.map { .object($0.members) })
            members["models"] = .list(schema.models.map { .object($0.members) })
            members["version"] = schema.version.map { .object($0.members) } ?? .null
        case .empty: break
        }
        return .object(members)
    }

    /// The runtime brings Foundation with it. Where a public declaration needs the runtime, so must the import be; an
    /// import that says `internal`, or `package` without the language feature, would be an error beside one of the user's
    /// that says nothing.
    private var importMembers: [String: TemplateValue] {
        func list(_ modules: [String], _ level: String) -> TemplateValue {
            .list(
                modules.sorted().map { .object(["module": .text($0), "level": .text(level)]) })
        }
        let others = imports.filter { $0 != "ModelStorage" }
        let (plain, conditional): (TemplateValue, TemplateValue) =
            switch access {
            case "": (list(["ModelStorage"] + others, ""), [])
            case "public ": (list(["ModelStorage"], access), list(others, access))
            default: ([], list(["ModelStorage"] + others, access))
            }
        return [
            "imports": plain, "hasImports": .bool(plain.isTruthy),
            "conditionalImports": conditional, "hasConditionalImports": .bool(conditional.isTruthy),
        ]
    }
}

extension ModelPlan {
    var members: [String: TemplateValue] {
        let links = relationships.filter { $0.form == .link }
        let lists = relationships.filter { $0.form != .link }
        let stored = attributes.filter { $0.column != nil }
        let unstored = attributes.filter { $0.column == nil }
        return [
            "documentation": TemplateValue(documentation), "name": .text(name),
            "expressionName": .text(expressionName), "nameLiteral": .text(nameLiteral),
            "tableLiteral": .text(tableLiteral), "superclass": .text(superclass),
            "storageModule": .text(storageModule), "superclassExpression": .text(superclassExpression),
            "isRoot": .bool(isRoot),
            "isFinal": .bool(isFinal), "isOpen": .bool(!isFinal), "isAbstract": .bool(isAbstract),
            "overridesInitializer": .bool(overridesInitializer), "conformances": TemplateValue(conformances),
            "schemaEnum": .text(schemaEnum),

            "attributes": .list(attributes.map { .object($0.members) }),
            "storedAttributes": .list(stored.map { .object($0.members) }),
            "unstoredAttributes": .list(unstored.map { .object($0.members) }),
            "hasStoredAttributes": .bool(!stored.isEmpty),
            "toOnes": .list(relationships.filter { $0.form != .list }.map { .object($0.members) }),
            "toManys": .list(relationships.filter { $0.form == .list }.map { .object($0.members) }),
            "links": .list(links.map { .object($0.members) }), "hasLinks": .bool(!links.isEmpty),
            "lists": .list(lists.map { .object($0.members) }), "hasLists": .bool(!lists.isEmpty),
            "hasStorage": .bool(!attributes.isEmpty || !relationships.isEmpty),
            "hasColumns": .bool(!stored.isEmpty || !links.isEmpty),

            "parameters": .list(ParameterPlan.list(parameters)), "hasParameters": .bool(!parameters.isEmpty),
            "superArguments": .text(superArguments.joined(separator: ", ")),
            "defaultFunctions": .list(attributes.compactMap(\.defaultFunction).map { .object($0.members) }),
            "inherited": .list(
                inherited.map { .object(["nameLiteral": .text($0.nameLiteral), "keyPath": .text($0.keyPath)]) }),
            "hasHops": .bool(!hops.isEmpty),
            "hops": .list(
                hops.map {
                    .object([
                        "keyPath": .text($0.keyPath), "link": .text($0.linkLiteral), "target": .text($0.targetLiteral),
                    ])
                }),
            "unique": TemplateValue(unique.map { $0.joined(separator: ", ") }),
            "indexes": .list(
                indexes.map { index in
                    .object([
                        "parts": .text(index.parts.joined(separator: ", ")),
                        "condition": TemplateValue(index.conditionLiteral),
                    ])
                }),
            "preserved": TemplateValue(preserved), "renamedFrom": TemplateValue(originalNameLiteral),
            "defaultedAttributes": .list(attributes.filter { $0.boundDefault != nil }.map { .object($0.members) }),
            "hasDefaults": .bool(attributes.contains { $0.boundDefault != nil }),
        ]
    }
}

extension ParameterPlan {
    static func list(_ parameters: [ParameterPlan]) -> [TemplateValue] {
        parameters.enumerated().map { position, parameter in
            .object(parameter.members(isLast: position == parameters.count - 1))
        }
    }

    func members(isLast: Bool) -> [String: TemplateValue] {
        [
            "parameter": .text(parameter), "argument": .text(argument), "type": .text(type),
            "defaultValue": TemplateValue(defaultValue), "comma": isLast ? "" : ",",
        ]
    }
}

extension AttributePlan {
    var members: [String: TemplateValue] {
        [
            "documentation": TemplateValue(documentation), "name": .text(name), "nameLiteral": .text(nameLiteral),
            "type": .text(type), "storage": .text(storage), "index": .text(String(index)), "mask": .text(mask),
            "column": TemplateValue(column.map(String.init)), "columnLiteral": TemplateValue(columnLiteral),
            "isOptional": .bool(isOptional), "isTransient": .bool(isTransient), "isEphemeral": .bool(isEphemeral),
            "isExternal": .bool(isExternal), "accessor": .text(stored.accessor),
            "accessorType": .text(stored.accessorType), "description": .text(stored.description),
            "keyPath": .text(keyPath), "argument": .text(parameter.argument),
            "initialOrArgument": .text(isTransient ? initialValue ?? parameter.argument : parameter.argument),
            "initialValue": TemplateValue(initialValue),
            "originalName": TemplateValue(originalNameLiteral), "validation": TemplateValue(validation),
            "defaultKind": TemplateValue(defaultKind), "boundDefault": TemplateValue(boundDefault),
        ]
    }
}

extension DefaultFunctionPlan {
    var members: [String: TemplateValue] {
        [
            "name": .text(name), "type": .text(type), "expression": .text(expression), "path": .text(pathLiteral),
            "line": .text(String(line)),
        ]
    }
}

extension RelationshipPlan {
    var members: [String: TemplateValue] {
        let getter = form == .single ? "_$single" : isOptional ? "_$target" : "_$requiredTarget"
        return [
            "documentation": TemplateValue(documentation), "name": .text(name), "nameLiteral": .text(nameLiteral),
            "type": .text(type), "destination": .text(destination), "destinationLiteral": .text(destinationLiteral),
            "storage": .text(storage), "index": .text(String(index)), "mask": .text(mask),
            "column": TemplateValue(column.map(String.init)), "isOptional": .bool(isOptional),
            "getter": .text(getter), "setter": form == .single ? "_$setSingle" : "_$setTarget",
            "keyPath": .text(keyPath), "argument": .text(parameter.argument),
            "description": .text(description.joined(separator: ", ")),
        ]
    }
}

extension EnumPlan {
    var members: [String: TemplateValue] {
        [
            "documentation": TemplateValue(documentation), "name": .text(name), "rawType": .text(rawType),
            "cases": .list(
                cases.map { item in
                    .object([
                        "documentation": TemplateValue(item.documentation), "name": .text(item.name),
                        "rawValue": TemplateValue(item.rawValue),
                    ])
                }), "zero": .text(zero), "unknown": TemplateValue(unknown),
        ]
    }
}

extension StructPlan {
    var members: [String: TemplateValue] {
        [
            "documentation": TemplateValue(documentation), "name": .text(name),
            "nameLiteral": .text(nameLiteral), "columnCount": .text(String(columnCount)),
            "listComma": .text(fields.count == 1 ? "" : ","),
            "fields": .list(
                fields.enumerated().map { position, field in
                    let parameter = field.attribute.parameter.members(isLast: position == fields.count - 1)
                    var members = field.attribute.members.merging(parameter) { _, new in new }
                    members["position"] = .text(field.position)
                    return .object(members)
                }),
            "defaultFunctions": .list(fields.compactMap(\.attribute.defaultFunction).map { .object($0.members) }),
        ]
    }
}

extension VersionPlan {
    var members: [String: TemplateValue] {
        [
            "name": .text(name), "schema": .text(schema), "nameLiteral": .text(nameLiteral),
            "version": .text(version), "versionText": .text(versionText), "fingerprint": .text(fingerprintLiteral),
            "isLocked": .bool(isLocked), "plan": TemplateValue(plan), "hasAliases": .bool(!aliases.isEmpty),
            "models": TemplateValue(models), "listComma": .text(models.count == 1 ? "" : ","),
            "aliases": .list(
                aliases.map { alias in
                    .object([
                        "name": .text(alias.name), "target": .text(alias.target),
                        "memberName": TemplateValue(alias.memberName),
                    ])
                }),
        ]
    }
}
