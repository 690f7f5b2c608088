internal import ModelDeclaration
internal import ModelGeneration

enum GenerateCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let output = invocation.value(.output).flatMap { $0 == "-" ? nil : $0 }
        for option in [Option.check, .dryRun] where invocation.has(option) && output == nil {
            throw UsageError(message: "\(option.name) needs --output DIR")
        }
        let templates = try templates(invocation)
        let documents = try Documents.load(invocation)
        let result = try documents.resolve()
        Reporter(invocation).report(result)
        if result.hasErrors { return .findings }

        let planned = invocation.values(.plannedOutput)
        let paths = documents.sources.map(\.path)
        let files = try Generator(templates: templates).generate(
            result.schemas, documents: paths, plannedFiles: planned.isEmpty ? nil : planned)
        guard let output else {
            for file in files { try Terminal.show(file.text) }
            return .done
        }
        let folder = OutputFolder(path: output)
        if invocation.has(.check) {
            let changes = try folder.changes(for: files, documents: paths)
            for change in changes {
                Terminal.report(
                    ToolMessage("\(folder.path)/\(change.file)", "\(describe(change)): run modelgen generate"))
            }
            return changes.isEmpty ? .done : .findings
        }
        if invocation.has(.dryRun) {
            for change in try folder.changes(for: files, documents: paths) {
                try Terminal.show("\(verb(change)) \(change.file)\n")
            }
            return .done
        }
        try folder.write(files, documents: paths)
        return .done
    }

    private static func verb(_ change: OutputFolder.Change) -> String {
        switch change {
        case .add: "add"
        case .update: "update"
        case .remove: "remove"
        }
    }

    private static func describe(_ change: OutputFolder.Change) -> String {
        switch change {
        case .add: "the file is not there"
        case .update: "the file is not what the declarations make"
        case .remove: "nothing is declared for the file any more"
        }
    }

    private static func templates(_ invocation: Invocation) throws -> TemplateSet {
        var templates = TemplateSet()
        guard let folder = invocation.value(.templates) else { return templates }
        for file in try FileSystem.list(folder).sorted() where !file.hasPrefix(".") {
            let suffix = TemplateSet.fileSuffix
            let name = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
            let path = "\(folder)/\(file)"
            guard file.hasSuffix(suffix), templates.names.contains(name) else {
                throw UsageError(
                    message: "'\(path)' is no template",
                    hint: "templates are called " + templates.names.map { $0 + suffix }.joined(separator: ", "))
            }
            _ = templates.replace(name, with: try FileSystem.contents(of: path), label: path)
        }
        return templates
    }
}
