internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum MigrationTestsCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        for module in invocation.values(.testImport) where !isModule(module) {
            throw UsageError(
                message: "'\(module)' is no name of a module",
                hint: Identifier.cleaned(module).map { "did you mean '\($0)'?" })
        }
        let result = try Documents.load(invocation).resolve()
        Reporter(invocation).report(result)
        if result.hasErrors { return .findings }
        try checkExceptions(invocation, result)
        let output = invocation.value(.output).flatMap { $0 == "-" ? nil : $0 }
        var changes = FileChanges()
        var isAny = false
        for current in result.schemas where current.isCurrent {
            let writer = MigrationTestWriter(
                result.versions(of: current.description.name), modules: invocation.values(.testImport),
                exceptions: invocation.values(.testException))
            guard writer.isNeeded else { continue }
            isAny = true
            guard let output else {
                try Terminal.show(writer.text)
                continue
            }
            let path = Path.join(output, writer.fileName)
            let text = Array(writer.text.utf8)
            if try FileSystem.contents(ofExisting: path) != text { changes.set(path, to: text) }
        }
        if invocation.has(.check) {
            for file in changes.files {
                Terminal.report(
                    ToolMessage(
                        file.path, "the file is not what the declarations make: run modelgen migration-tests"))
            }
            return changes.files.isEmpty ? .done : .findings
        }
        if let output, !changes.files.isEmpty { try FileSystem.createFolder(output) }
        try changes.write()
        for file in changes.files { try Terminal.show("write \(file.path)\n") }
        if !isAny, !invocation.has(.quiet) {
            Terminal.report(ToolMessage(nil, "no schema has older versions", severity: .note))
        }
        return .done
    }

    private static func isModule(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Identifier.isValid(String($0)) }
    }

    /// What is left out has to be there in some version, or the tests would compare what they are not to.
    private static func checkExceptions(_ invocation: Invocation, _ result: DeclarationResult) throws {
        let wanted = invocation.values(.testException)
        guard !wanted.isEmpty else { return }
        var names: Set<String> = []
        for schema in result.schemas.map(\.description) {
            for model in schema.models {
                names.insert(model.name)
                for owner in schema.lineage(of: model) {
                    names.formUnion(owner.attributes.filter(\.isStored).map { "\(model.name).\($0.name)" })
                    names.formUnion(owner.relationships.map { "\(model.name).\($0.name)" })
                }
            }
        }
        for name in wanted where !names.contains(name) {
            let model = name.split(separator: ".").first.map(String.init) ?? ""
            let own = names.filter { $0.hasPrefix("\(model).") }.sorted()
            throw UsageError(
                message: "no version has a model or property '\(name)'",
                hint: Suggestions.didYouMean(name, among: names.sorted())?.text
                    ?? (own.isEmpty ? "name a model, or a property as Model.property" : "there are \(list(own))"))
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }
}
