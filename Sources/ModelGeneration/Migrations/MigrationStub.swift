public import ModelDeclaration
import ModelSchema

/// The file in which a user writes the steps between the versions of a schema: what begins it, and what it lacks later.
///
/// What has to be decided stands as an editor placeholder, `<#…#>`: it does not compile, so nothing that nobody has thought
/// about gets into a program, the compiler shows each place, and editors jump from one to the next.
public struct MigrationStub: Sendable {
    private struct Stage {
        var name: String
        var from: SchemaVersion
        var to: SchemaVersion
        var step: VersionStep
        var requirements: [StepRequirement]
    }

    private let schema: String
    private let typeName: String
    private let stages: [Stage]

    /// - Parameter versions: All versions of one schema, the oldest first.
    public init(_ versions: [ResolvedSchema]) {
        schema = versions.first?.description.name ?? ""
        typeName = SchemaNames.migrations(schema)
        stages = zip(versions, versions.dropFirst()).compactMap { old, new in
            let step = VersionStep(from: old, to: new, asked: new.migration)
            let requirements = step.requirements
            guard !requirements.isEmpty else { return nil }
            let (from, to) = (old.description.version, new.description.version)
            return Stage(
                name: SchemaNames.stepProtocol(old.description.name, from, to), from: from, to: to, step: step,
                requirements: requirements)
        }
    }

    /// Whether any step needs code.
    public var isNeeded: Bool { !stages.isEmpty }

    public var fileName: String { "\(typeName).swift" }

    /// The file to begin with.
    public var text: String {
        let protocols = stages.map(\.name).joined(separator: ", ")
        var lines = [
            "import Foundation", "import ModelStorage", "",
            "// Begun by modelgen, and yours from here on: it is never written again. `modelgen migration` shows what is missing",
            "// when later versions need more.", "",
            "/// What becomes of the data between the versions of \(schema).",
            "nonisolated enum \(typeName): \(protocols) {",
        ]
        for (index, stage) in stages.enumerated() {
            if index > 0 { lines.append("") }
            lines.append("    // MARK: - \(stage.from) to \(stage.to)")
            for requirement in stage.requirements { lines += [""] + method(requirement, of: stage.step) }
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    /// What a file that was begun earlier lacks, as text to put into it; nil if it has everything.
    ///
    /// Methods are looked for by the types of their parameters, however they are laid out.
    public func missing(in file: String) -> String? {
        let present = file.filter { !$0.isWhitespace }
        var lines: [String] = []
        for stage in stages {
            if !present.contains(stage.name) {
                lines.append("// \(typeName) has to conform to \(stage.name) too.")
            }
            for requirement in stage.requirements where !Self.isWritten(requirement, in: present) {
                if !lines.isEmpty { lines.append("") }
                lines += method(requirement, of: stage.step)
            }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n") + "\n"
    }

    /// Whether a text without spaces has a method with the requirement's name and types.
    private static func isWritten(_ requirement: StepRequirement, in present: String) -> Bool {
        let signature = requirement.spelled.filter { !$0.isWhitespace }
        let types = signature.split(separator: ":").dropFirst().map { $0.prefix { $0 != "," && $0 != ")" } }
        guard let name = signature.split(separator: "(").first?.dropFirst("staticfunc".count), let first = types.first
        else { return false }
        var rest = present[...]
        while let start = rest.firstRange(of: "func\(name)(") {
            rest = rest[start.upperBound...]
            let parameters = rest.prefix { $0 != ")" }
            let found = parameters.split(separator: ":").dropFirst().map { $0.prefix { $0 != "," } }
            if found.count == types.count, found.first == first { return true }
        }
        return false
    }

    private func method(_ requirement: StepRequirement, of step: VersionStep) -> [String] {
        var lines = requirement.reasons.map { $0.isEmpty ? "    //" : "    // \($0)" }
        let head = "    \(requirement.spelled) {"
        if head.count <= LineLayout.lineLength {
            lines.append(head)
        } else {
            let open = requirement.spelled.firstIndex(of: "(") ?? requirement.spelled.startIndex
            let close = requirement.spelled.lastIndex(of: ")") ?? requirement.spelled.startIndex
            lines += [
                "    \(requirement.spelled[...open])",
                "        \(requirement.spelled[requirement.spelled.index(after: open)..<close])",
                "    \(requirement.spelled[close...]) {",
            ]
        }
        return lines + body(requirement, of: step).map { "        " + $0 } + ["    }"]
    }

    private func body(_ requirement: StepRequirement, of step: VersionStep) -> [String] {
        switch requirement.kind {
        case .willMigrate, .didMigrate: return ["<#what to change#>", "try context.save()"]
        case .model(let model):
            guard let new = model.new else {
                let names = step.old.propertyNames(of: model.old)
                return [
                    "// It has: \(names.joined(separator: ", ")).",
                    "// context.successor(of:as:) finds what others have become.",
                    "<#context.insert(…)#>",
                ]
            }
            // What may have to do with each other is side by side.
            var lines: [String] = []
            func list(_ what: String, _ names: [String], _ properties: [String]) {
                let found = properties.filter { property in names.contains { property.hasPrefix("\($0): ") } }
                if !found.isEmpty { lines += wrapped("\(what): \(found.joined(separator: ", ")).").map { "// \($0)" } }
            }
            list("Gone", model.lost, step.old.propertyNames(of: model.old))
            list("New", model.added, step.new.propertyNames(of: new))
            if model.open.isEmpty { return lines + ["<#what is to change#>"] }
            return lines
                + model.open.map { decision in
                    let type = step.new.placeholder(for: decision.property, in: new)
                    let was = decision.origin.map { origin in
                        step.old.propertyNames(of: model.old).first { $0.hasPrefix("\(origin): ") }.map {
                            "  // was \($0)"
                        }
                            ?? ""
                    }
                    return "new.\(Identifier.escape(decision.property)) = <#\(type)#>\(was ?? "")"
                }
        }
    }
}

extension ResolvedSchema {
    /// Own and inherited stored properties of a model, with their types.
    fileprivate func propertyNames(of model: ModelDescription) -> [String] {
        description.lineage(of: model).reversed().flatMap { owner in
            owner.attributes.filter(\.isStored).map { "\($0.name): \($0.spelledType)" }
                + owner.orderedRelationships.map { "\($0.name): \($0.spelledType)" }
        }
    }

    /// The type of a property as code at the top level writes it, which names the version.
    fileprivate func placeholder(for property: String, in model: ModelDescription) -> String {
        let names = TypeNames(self)
        for owner in description.lineage(of: model) {
            if let attribute = owner.attributes.first(where: { $0.name == property }) {
                return names.spelledInVersion(attribute.type) + (attribute.isOptional ? "?" : "")
            }
            if let relationship = owner.relationships.first(where: { $0.name == property }) {
                let destination = names.inVersion(relationship.destination)
                return relationship.isToMany ? "[\(destination)]" : destination + (relationship.isOptional ? "?" : "")
            }
        }
        return property
    }
}

extension RelationshipDescription {
    /// The type as a declaration spells it.
    package var spelledType: String {
        isToMany ? "[\(destination)]" : destination + (isOptional ? "?" : "")
    }
}
