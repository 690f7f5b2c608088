/// A model as templates see it. Its properties are in several lists, which several templates show: each list is made once.
struct ModelValues: TemplatePlan {
    private let plan: ModelPlan
    private let attributes: [TemplateValue]
    private let storedAttributes: [TemplateValue]
    private let unstoredAttributes: [TemplateValue]
    private let defaultedAttributes: [TemplateValue]
    private let toOnes: [TemplateValue]
    private let toManys: [TemplateValue]
    private let links: [TemplateValue]
    private let lists: [TemplateValue]

    init(_ plan: ModelPlan) {
        self.plan = plan
        let attributes = plan.attributes.map { (plan: $0, value: $0.templateValue) }
        let relationships = plan.relationships.map { (form: $0.form, value: $0.templateValue) }
        self.attributes = attributes.map(\.value)
        storedAttributes = attributes.filter { $0.plan.column != nil }.map(\.value)
        unstoredAttributes = attributes.filter { $0.plan.column == nil }.map(\.value)
        defaultedAttributes = attributes.filter { $0.plan.boundDefault != nil }.map(\.value)
        toOnes = relationships.filter { $0.form != .list }.map(\.value)
        toManys = relationships.filter { $0.form == .list }.map(\.value)
        links = relationships.filter { $0.form == .link }.map(\.value)
        lists = relationships.filter { $0.form != .link }.map(\.value)
    }

    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(plan.documentation)
        case .name: .text(plan.name)
        case .expressionName: .text(plan.expressionName)
        case .nameLiteral: .text(plan.nameLiteral)
        case .tableLiteral: .text(plan.tableLiteral)
        case .superclass: .text(plan.superclass)
        case .storageModule: .text(plan.storageModule)
        case .superclassExpression: .text(plan.superclassExpression)
        case .isRoot: .bool(plan.isRoot)
        case .isFinal: .bool(plan.isFinal)
        case .isOpen: .bool(!plan.isFinal)
        case .isAbstract: .bool(plan.isAbstract)
        case .overridesInitializer: .bool(plan.overridesInitializer)
        case .conformances: TemplateValue(plan.conformances)
        case .schemaEnum: .text(plan.schemaEnum)
        case .renamedFrom: TemplateValue(plan.originalNameLiteral)
        case .parameters: .plans(ListElement.list(plan.parameters))
        case .hasParameters: .bool(!plan.parameters.isEmpty)
        case .superArguments: .text(plan.superArguments.joined(separator: ", "))
        case .defaultFunctions: .plans(plan.attributes.compactMap(\.defaultFunction))
        case .inherited: .plans(plan.inherited)
        case .hops: .plans(plan.hops)
        case .hasHops: .bool(!plan.hops.isEmpty)
        case .unique: TemplateValue(plan.unique.map { $0.joined(separator: ", ") })
        case .indexes: .plans(plan.indexes)
        case .preserved: TemplateValue(plan.preserved)
        default: properties(key)
        }
    }

    private func properties(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .attributes: .list(attributes)
        case .storedAttributes: .list(storedAttributes)
        case .hasStoredAttributes: .bool(!storedAttributes.isEmpty)
        case .unstoredAttributes: .list(unstoredAttributes)
        case .defaultedAttributes: .list(defaultedAttributes)
        case .hasDefaults: .bool(!defaultedAttributes.isEmpty)
        case .toOnes: .list(toOnes)
        case .toManys: .list(toManys)
        case .links: .list(links)
        case .hasLinks: .bool(!links.isEmpty)
        case .lists: .list(lists)
        case .hasLists: .bool(!lists.isEmpty)
        case .hasStorage: .bool(!attributes.isEmpty || !toOnes.isEmpty || !toManys.isEmpty)
        case .hasColumns: .bool(!storedAttributes.isEmpty || !links.isEmpty)
        default: nil
        }
    }
}

extension ModelPlan.InheritedPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .nameLiteral: .text(nameLiteral)
        case .keyPath: .text(keyPath)
        default: nil
        }
    }
}

extension ModelPlan.HopPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .keyPath: .text(keyPath)
        case .link: .text(linkLiteral)
        case .target: .text(targetLiteral)
        default: nil
        }
    }
}

extension ModelPlan.IndexPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .parts: .text(parts.joined(separator: ", "))
        case .condition: TemplateValue(conditionLiteral)
        default: nil
        }
    }
}
