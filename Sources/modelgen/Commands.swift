internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum ValidateCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let result = try Documents.load(invocation).resolve()
        Reporter(invocation).report(result)
        return result.hasErrors ? .findings : .done
    }
}

enum SchemaCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let version = try invocation.value(.schemaVersion).map(SchemaVersion.init(argument:))
        let result = try Documents.load(invocation).resolve()
        Reporter(invocation).report(result)
        if result.hasErrors { return .findings }
        let schemas = result.schemas.filter { schema in
            version.map { schema.description.version == $0 } ?? schema.isCurrent
        }
        if schemas.isEmpty, let version {
            let versions = result.schemas.map { "\($0.description.name) \($0.description.version)" }
            Terminal.report(
                ToolMessage(nil, "no schema has version \(version); there are \(versions.joined(separator: ", "))"))
            return .findings
        }
        for (position, schema) in schemas.enumerated() {
            let statements = schema.description.statements.map { $0 + ";\n" }.joined()
            let heading = "-- \(schema.description.name) \(schema.description.version)\n"
            try Terminal.show((position == 0 ? "" : "\n") + heading + statements)
        }
        return .done
    }
}

enum JSONSchemaCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        guard invocation.operands.isEmpty else {
            throw UsageError(message: "json-schema takes no files", hint: "it shows the schema of the language itself")
        }
        try Terminal.show(DeclarationSchema.text())
        return .done
    }
}

enum ExplainCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        guard invocation.operands.count == 1 else {
            throw UsageError(
                message: invocation.operands.isEmpty ? "there is no CODE" : "explain takes one CODE",
                hint: "a code stands in brackets at the end of a message, as in [MG0101]")
        }
        let code = invocation.operands[0]
        guard let rule = DiagnosticRule.named(code) else {
            throw UsageError(
                message: "there is no message '\(code)'",
                hint: Suggestions.didYouMean(code.uppercased(), among: DiagnosticRule.all.map(\.code))?.text)
        }
        try Terminal.show("\(rule.code) (\(rule.severity.rawValue)): \(rule.title)\n\n\(rule.explanation)\n")
        return .done
    }
}
