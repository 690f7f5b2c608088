internal import ModelDeclaration
internal import ModelDocumentation
internal import ModelGeneration
internal import ModelSchema

enum DocsCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let documents = try Documents.read(invocation)
        let result = Declarations.resolve(documents)
        Reporter(invocation).report(result.diagnostics, documents: documents)
        if result.hasErrors { return .findings }
        let text: String
        if invocation.value(.docsFormat) == "mermaid" {
            // One diagram in a file is what viewers show.
            let current = result.schemas.filter(\.isCurrent)
            guard current.count == 1 else {
                throw UsageError(
                    message: "a diagram shows one schema, and here are \(current.count)",
                    hint: "name the documents of one of \(current.map(\.description.name).joined(separator: ", "))")
            }
            text = MermaidDiagram.text(of: current[0])
        } else {
            text = SchemaPage.text(of: result.schemas)
        }
        guard let path = invocation.value(.docsOutput), path != "-" else {
            try Terminal.show(text)
            return .done
        }
        try FileSystem.replace(path, with: Array(text.utf8))
        return .done
    }
}
