package import ModelDeclaration
import ModelSchema

/// The migration plan of a schema with several versions, ready to be shown.
struct MigrationPlan: Hashable, Sendable {
    /// A protocol whose requirements are what somebody has to write for one stage.
    struct StepProtocol: Hashable, Sendable {
        var name: String
        var from: String
        var to: String
        var requirements: [Requirement]
    }

    struct Requirement: Hashable, Sendable {
        /// Lines of documentation, markers included.
        var documentation: [String]
        /// The method's declaration without access level and body.
        var signature: String
    }

    struct Stage: Hashable, Sendable {
        struct Step: Hashable, Sendable {
            var old: String
            var new: String?
        }

        var from: String
        var to: String
        var steps: [Step]
        var willMigrate: Bool
        var didMigrate: Bool
    }

    var schema: String
    var planName: String
    /// The type that the user writes.
    var migrations: String
    /// The access level of the most hidden version: what mentions all of them cannot be seen wider.
    var access: String
    var protocols: [StepProtocol]
    /// The enums of all versions, the oldest first.
    var schemas: [String]
    var stages: [Stage]
}

extension MigrationPlan {
    /// - Parameter versions: All versions of one schema, the oldest first; at least two.
    init(_ versions: [ResolvedSchema]) {
        let name = versions[0].description.name
        schema = name
        planName = SchemaNames.migrationPlan(name)
        migrations = SchemaNames.migrations(name)
        let level = AccessLevel.allCases.last { level in versions.contains { $0.access == level } } ?? .internal
        access = level == .internal ? "" : level.rawValue + " "
        schemas = versions.map { SchemaNames.versionedSchema(name, $0.description.version) }
        protocols = []
        stages = []
        for (old, new) in zip(versions, versions.dropFirst()) {
            let step = VersionStep(from: old, to: new, asked: new.migration)
            let (before, after) = (TypeNames(old), TypeNames(new))
            let (from, to) = (before.versionEnum, after.versionEnum)
            stages.append(
                Stage(
                    from: from, to: to,
                    steps: step.steps.map { item in
                        Stage.Step(
                            old: before.inVersion(item.old.name), new: item.new.map { after.inVersion($0.name) })
                    }, willMigrate: step.willMigrate != nil, didMigrate: step.didMigrate))
            let requirements = step.requirements
            guard !requirements.isEmpty else { continue }
            protocols.append(
                StepProtocol(
                    name: SchemaNames.stepProtocol(name, old.description.version, new.description.version),
                    from: old.description.version.description, to: new.description.version.description,
                    requirements: requirements.map {
                        Requirement(
                            documentation: Literal.comment($0.reasons.joined(separator: "\n")), signature: $0.signature)
                    }))
        }
    }
}

/// A method that somebody has to write for a stage.
package struct StepRequirement: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case willMigrate
        case model(VersionStep.ModelStep)
        case didMigrate
    }

    package var kind: Kind
    /// Why it is there, and what is known: the lines of its documentation.
    package var reasons: [String]
    /// The declaration as a protocol has it.
    package var signature: String
    /// The same as a person writes it who has imported the runtime.
    package var spelled: String
}

extension VersionStep {
    /// What has to be written for the stage, in the order in which it runs.
    package var requirements: [StepRequirement] {
        let (before, after) = (TypeNames(old), TypeNames(new))
        func hook(_ name: String, _ kind: StepRequirement.Kind, _ reasons: [String]) -> StepRequirement {
            let types = "from: \(before.versionEnum).Type, to: \(after.versionEnum).Type, in context:"
            return StepRequirement(
                kind: kind, reasons: reasons,
                signature: "static func \(name)(\(types) ModelStorage.ModelContext) throws",
                spelled: "static func \(name)(\(types) ModelContext) throws")
        }
        func paragraph(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines.flatMap(wrapped) }
        var found: [StepRequirement] = []
        if let reasons = willMigrate {
            found.append(
                hook(
                    "willMigrate", .willMigrate,
                    [
                        "Runs before the changes, with the models of version \(old.description.version). It saves what it changes."
                    ]
                        + paragraph(reasons.map { "- " + $0 })))
        }
        for step in steps {
            let types =
                step.new.map {
                    "_ old: \(before.inVersion(step.old.name)), to new: \(after.inVersion($0.name)), in context:"
                } ?? "_ old: \(before.inVersion(step.old.name)), in context:"
            var reasons =
                step.new == nil
                ? ["Called for each '\(step.old.name)' as it was: what becomes of it is for you to insert."]
                : ["Called for each '\(step.old.name)' with what it was and what it is."]
            reasons += paragraph(step.reasons.map { "- " + $0 })
            if !step.settled.isEmpty {
                reasons += paragraph(["Has its value already: \(step.settled.joined(separator: ", "))."])
            }
            found.append(
                StepRequirement(
                    kind: .model(step), reasons: reasons,
                    signature: "static func migrate(\(types) ModelStorage.MigrationContext) throws",
                    spelled: "static func migrate(\(types) MigrationContext) throws"))
        }
        if didMigrate {
            found.append(
                hook(
                    "didMigrate", .didMigrate,
                    [
                        "Runs after the changes, with the models of version \(new.description.version). It saves what it changes."
                    ]))
        }
        return found
    }
}

/// Text in lines that leave room for an indent and a marker; what is listed stays under its dash.
func wrapped(_ text: String) -> [String] {
    let margin = text.hasPrefix("- ") ? "  " : ""
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, line.count + 1 + word.count > 108 {
            lines.append(line)
            line = margin + word
        } else {
            line += line.isEmpty ? String(word) : " \(word)"
        }
    }
    return lines + [line]
}

extension MigrationPlan: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .schema: .text(schema)
        case .planName: .text(planName)
        case .migrations: .text(migrations)
        case .access: .text(access)
        case .schemas: TemplateValue(schemas)
        case .protocols: .plans(protocols)
        case .conformance: TemplateValue(conformance)
        case .stageNames: .text(stages.indices.map(Self.stageName).joined(separator: ", "))
        case .stages: .plans(stages.enumerated().map { NumberedStage(stage: $1, name: Self.stageName($0)) })
        default: nil
        }
    }

    private var conformance: String? {
        switch protocols.count {
        case 0: nil
        case 1: protocols[0].name
        default: "(\(protocols.map(\.name).joined(separator: " & ")))"
        }
    }

    private static func stageName(_ index: Int) -> String { "_$stage\(index + 1)" }
}

extension MigrationPlan.StepProtocol: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .name: .text(name)
        case .from: .text(from)
        case .to: .text(to)
        case .requirements: .plans(requirements)
        default: nil
        }
    }
}

extension MigrationPlan.Requirement: TemplatePlan {
    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .documentation: TemplateValue(documentation)
        case .signature: .text(signature)
        default: nil
        }
    }
}

/// A stage with the name of the property that makes it.
private struct NumberedStage: TemplatePlan {
    var stage: MigrationPlan.Stage
    var name: String

    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .stage: .text(name)
        case .from: .text(stage.from)
        case .to: .text(stage.to)
        case .willMigrate: .bool(stage.willMigrate)
        case .didMigrate: .bool(stage.didMigrate)
        case .result: .text(stage.result)
        case .steps: .plans(stage.steps.enumerated().map { NumberedStep(step: $1, number: $0 + 1) })
        default: nil
        }
    }
}

private struct NumberedStep: TemplatePlan {
    var step: MigrationPlan.Stage.Step
    var number: Int

    func member(_ key: PlanKey) -> TemplateValue? {
        switch key {
        case .head: TemplateValue(step.head(number))
        case .arguments: .text(step.new == nil ? "old, in: context" : "old, to: new, in: context")
        default: nil
        }
    }
}

extension MigrationPlan.Stage.Step {
    /// The lines up to the closure's `in`: a call with a closure behind it breaks in its own way.
    fileprivate func head(_ number: Int) -> [String] {
        let call = "let step\(number) = ModelStorage.MigrationStep("
        let types = "\(old).self" + (new.map { ", to: \($0).self" } ?? "")
        let closure = ") { \(new == nil ? "old, context" : "old, new, context") in"
        // In a property of an enum.
        let isShort = 8 + call.count + types.count + closure.count <= LineLayout.lineLength
        return isShort ? [call + types + closure] : [call, "    " + types, closure]
    }
}

extension MigrationPlan.Stage {
    fileprivate var result: String {
        let versions = "fromVersion: \(from).self, toVersion: \(to).self"
        guard !steps.isEmpty else {
            guard willMigrate || didMigrate else { return ".lightweight(\(versions))" }
            return
                "return .custom(\(versions), willMigrate: \(willMigrate ? "willMigrate" : "nil"), didMigrate: \(didMigrate ? "didMigrate" : "nil"))"
        }
        let list = steps.indices.map { "step\($0 + 1)" }.joined(separator: ", ")
        return "return .steps(\(versions), [\(list)]" + (willMigrate ? ", willMigrate: willMigrate" : "")
            + (didMigrate ? ", didMigrate: didMigrate" : "") + ")"
    }
}
