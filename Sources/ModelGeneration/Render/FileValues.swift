/// A file as templates see it: what its content has, and what is said of any file.
struct FileValues: TemplatePlan {
    private let file: FilePlan
    private let content: any TemplatePlan
    private let imports: FileImports

    init(_ file: FilePlan) {
        self.file = file
        content =
            switch file.content {
            case .model(let model): ModelValues(model)
            case .schema(let schema): schema
            case .frozen(let schema, let name): FrozenValues(schema: schema, frozenEnum: name)
            case .empty: NoContent()
            }
        imports = FileImports(file)
    }

    func member(_ key: PlanKey) -> TemplateValue? {
        if let member = content.member(key) { return member }
        return switch key {
        case .document: TemplateValue(file.document.isEmpty ? nil : Literal.oneLine(file.document))
        case .access: .text(file.access)
        case .imports: .plans(imports.plain)
        case .hasImports: .bool(!imports.plain.isEmpty)
        case .conditionalImports: .plans(imports.conditional)
        case .hasConditionalImports: .bool(!imports.conditional.isEmpty)
        default: nil
        }
    }
}

private struct NoContent: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? { nil }
}

extension SchemaFilePlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .migrationPlan: migrations.map(\.templateValue) ?? .null
        case .enums: .plans(enums)
        case .structs: .plans(structs)
        case .models: .plans(models.map(ModelValues.init))
        case .version: version.map(\.templateValue) ?? .null
        default: nil
        }
    }
}

/// A document of an older version.
private struct FrozenValues: TemplatePlan {
    var schema: SchemaFilePlan
    var frozenEnum: String

    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .frozenEnum: .text(frozenEnum)
        case .version: schema.version.map(\.templateValue) ?? .null
        case .types: .plans(types)
        default: nil
        }
    }

    /// One extension for each type, so that a file of many can be read.
    private var types: [FrozenType] {
        schema.enums.map { FrozenType(key: .enum, value: $0.templateValue) }
            + schema.structs.map { FrozenType(key: .struct, value: $0.templateValue) }
            + schema.models.map { FrozenType(key: .model, value: ModelValues($0).templateValue) }
    }
}

private struct FrozenType: TemplatePlan {
    var key: PlanKey
    var value: TemplateValue

    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case self.key: value
        case .enum, .struct, .model: .null
        default: nil
        }
    }
}

/// The imports of a file.
///
/// The runtime brings Foundation with it. Where a public declaration needs the runtime, so must the import be; an
/// import that says `internal`, or `package` without the language feature, would be an error beside one of the user's
/// that says nothing.
private struct FileImports {
    var plain: [Import] = []
    /// With an access level where the language feature is on, else without.
    var conditional: [Import] = []

    struct Import: TemplatePlan {
        var module: String
        var level: String

        func member(_ key: PlanKey) -> TemplateValue? {
            switch key {
            case .module: .text(module)
            case .level: .text(level)
            default: nil
            }
        }
    }

    init(_ file: FilePlan) {
        func list(_ modules: [String], _ level: String) -> [Import] {
            modules.sorted().map { Import(module: $0, level: level) }
        }
        let others = file.imports.filter { $0 != "ModelStorage" }
        switch file.access {
        case "": plain = list(["ModelStorage"] + others, "")
        case "public ":
            plain = list(["ModelStorage"], file.access)
            conditional = list(others, file.access)
        default: conditional = list(["ModelStorage"] + others, file.access)
        }
    }
}
