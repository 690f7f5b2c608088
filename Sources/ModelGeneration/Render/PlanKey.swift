/// What templates may call the parts of a plan. A name that is not here is misspelled.
///
/// Tags are turned into these once, when a template is parsed, so that a part is found by a number and not by a text.
enum PlanKey: String {
    case access, accessor, accessorType, aliases, argument, arguments, attributes
    case boundDefault
    case cases, column, columnCount, columnLiteral, comma, condition, conditionalImports, conformance, conformances
    case defaultedAttributes, defaultFunctions, defaultKind, defaultValue, description, destination, destinationLiteral
    case didMigrate, document, documentation
    case `enum`, enums, expression, expressionName
    case fields, fingerprint, from, frozenEnum
    case getter
    case hasAliases, hasColumns, hasConditionalImports, hasDefaults, hasHops, hasImports, hasLinks, hasLists
    case hasParameters, hasStorage, hasStoredAttributes, head, hops
    case imports, index, indexes, inherited, initialOrArgument, initialValue
    case isAbstract, isEphemeral, isExternal, isFinal, isLocked, isOpen, isOptional, isRoot, isTransient
    case keyPath
    case level, line, link, links, listComma, lists
    case mask, memberName, migrationPlan, migrations, model, models, module
    case name, nameLiteral
    case originalName, overridesInitializer
    case parameter, parameters, parts, path, plan, planName, position, preserved, protocols
    case rawType, rawValue, renamedFrom, requirements, result
    case schema, schemaEnum, schemas, setter, signature, stage, stageNames, stages, steps, storage, storageModule
    case storedAttributes, `struct`, structs, superArguments, superclass, superclassExpression
    case tableLiteral, target, to, toManys, toOnes, type, types
    case unique, unknown, unstoredAttributes
    case validation, version, versionText
    case willMigrate
    case zero
}

/// A plan, or a part of one, as the data of templates: what a template can show is exactly what its `member` tells.
protocol TemplatePlan: Sendable {
    /// - Returns: nil where there is no such member.
    func member(_ key: PlanKey) -> TemplateValue?
}

extension TemplatePlan {
    var templateValue: TemplateValue { .members(PlanObject(self)) }
}

private final class PlanObject<Plan: TemplatePlan>: TemplateObject {
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func member(_ name: MemberName) -> TemplateValue? {
        guard let key = name.key else { return nil }
        return plan.member(key)
    }
}

extension TemplateValue {
    /// The parts of a plan, in order.
    static func plans(_ parts: [some TemplatePlan]) -> TemplateValue { .list(parts.map(\.templateValue)) }

    static func number(_ number: Int) -> TemplateValue { .text(String(number)) }
}
