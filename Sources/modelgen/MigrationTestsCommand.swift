internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum MigrationTestsCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let result = try Documents.load(invocation).resolve()
        Reporter(invocation).report(result)
        if result.hasErrors { return .findings }
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
                Terminal.note(
                    "\(file.path): error: the file is not what the declarations make: run modelgen migration-tests")
            }
            return changes.files.isEmpty ? .done : .findings
        }
        if let output, !changes.files.isEmpty { try FileSystem.createFolder(output) }
        try changes.write()
        for file in changes.files { try Terminal.show("write \(file.path)\n") }
        if !isAny, !invocation.has(.quiet) { Terminal.note("modelgen: note: no schema has older versions") }
        return .done
    }
}
