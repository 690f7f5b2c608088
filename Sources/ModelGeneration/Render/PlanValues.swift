// The parts of plans that templates show, by the names that templates call them.

extension ParameterPlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .parameter: .text(parameter)
        case .argument: .text(argument)
        case .type: .text(type)
        case .defaultValue: TemplateValue(defaultValue)
        default: nil
        }
    }
}

/// Something in a list whose elements have commas between them.
struct ListElement<Element: Sendable>: Sendable {
    var element: Element
    var isLast: Bool

    static func list(_ elements: [Element]) -> [ListElement] {
        elements.enumerated().map { ListElement(element: $1, isLast: $0 == elements.count - 1) }
    }

    fileprivate var comma: TemplateValue { isLast ? "" : "," }
}

extension ListElement: TemplatePlan where Element == ParameterPlan {
    func member(_ key: PlanKey) -> TemplateValue? { key == .comma ? comma : element.member(key) }
}

extension AttributePlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(documentation)
        case .name: .text(name)
        case .nameLiteral: .text(nameLiteral)
        case .type: .text(type)
        case .storage: .text(storage)
        case .index: .number(index)
        case .mask: .text(mask)
        case .column: TemplateValue(column.map(String.init))
        case .columnLiteral: TemplateValue(columnLiteral)
        case .isOptional: .bool(isOptional)
        case .isTransient: .bool(isTransient)
        case .isEphemeral: .bool(isEphemeral)
        case .isExternal: .bool(isExternal)
        case .accessor: .text(stored.accessor)
        case .accessorType: .text(stored.accessorType)
        case .description: .text(stored.description)
        case .keyPath: .text(keyPath)
        case .argument: .text(parameter.argument)
        case .initialOrArgument: .text(isTransient ? initialValue ?? parameter.argument : parameter.argument)
        case .initialValue: TemplateValue(initialValue)
        case .originalName: TemplateValue(originalNameLiteral)
        case .validation: TemplateValue(validation)
        case .defaultKind: TemplateValue(defaultKind)
        case .boundDefault: TemplateValue(boundDefault)
        default: nil
        }
    }
}

extension DefaultFunctionPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .name: .text(name)
        case .type: .text(type)
        case .expression: .text(expression)
        case .path: .text(pathLiteral)
        case .line: .number(line)
        default: nil
        }
    }
}

extension RelationshipPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(documentation)
        case .name: .text(name)
        case .nameLiteral: .text(nameLiteral)
        case .type: .text(type)
        case .destination: .text(destination)
        case .destinationLiteral: .text(destinationLiteral)
        case .storage: .text(storage)
        case .index: .number(index)
        case .mask: .text(mask)
        case .column: TemplateValue(column.map(String.init))
        case .isOptional: .bool(isOptional)
        case .getter: form == .single ? "_$single" : isOptional ? "_$target" : "_$requiredTarget"
        case .setter: form == .single ? "_$setSingle" : "_$setTarget"
        case .keyPath: .text(keyPath)
        case .argument: .text(parameter.argument)
        case .description: .text(description.joined(separator: ", "))
        default: nil
        }
    }
}

extension EnumPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(documentation)
        case .name: .text(name)
        case .rawType: .text(rawType)
        case .cases: .plans(cases)
        case .zero: .text(zero)
        case .unknown: TemplateValue(unknown)
        default: nil
        }
    }
}

extension EnumPlan.Case: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(documentation)
        case .name: .text(name)
        case .rawValue: TemplateValue(rawValue)
        default: nil
        }
    }
}

extension StructPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(documentation)
        case .name: .text(name)
        case .nameLiteral: .text(nameLiteral)
        case .columnCount: .number(columnCount)
        case .listComma: fields.count == 1 ? "" : ","
        case .fields: .plans(ListElement.list(fields).map(StructField.init))
        case .defaultFunctions: .plans(fields.compactMap(\.attribute.defaultFunction))
        default: nil
        }
    }
}

/// A field, which is an attribute and a parameter at once.
private struct StructField: TemplatePlan {
    var field: ListElement<StructPlan.Field>

    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .position: .text(field.element.position)
        case .comma: field.comma
        default: field.element.attribute.parameter.member(key) ?? field.element.attribute.member(key)
        }
    }
}

extension VersionPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .name: .text(name)
        case .schema: .text(schema)
        case .nameLiteral: .text(nameLiteral)
        case .version: .text(version)
        case .versionText: .text(versionText)
        case .fingerprint: .text(fingerprintLiteral)
        case .isLocked: .bool(isLocked)
        case .plan: TemplateValue(plan)
        case .hasAliases: .bool(!aliases.isEmpty)
        case .models: TemplateValue(models)
        case .listComma: models.count == 1 ? "" : ","
        case .aliases: .plans(aliases)
        default: nil
        }
    }
}

extension VersionPlan.Alias: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .name: .text(name)
        case .target: .text(target)
        case .memberName: TemplateValue(memberName)
        default: nil
        }
    }
}
