internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum MigrationCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let result = try Documents.load(invocation).resolve()
        Reporter(invocation).report(result)
        if result.hasErrors { return .findings }
        let output = invocation.value(.migrationOutput).flatMap { $0 == "-" ? nil : $0 }
        var isAny = false
        for current in result.schemas where current.isCurrent {
            let stub = MigrationStub(result.versions(of: current.description.name))
            guard stub.isNeeded else { continue }
            isAny = true
            guard let output else {
                try Terminal.show(stub.text)
                continue
            }
            let path = Path.join(output, stub.fileName)
            if let present = try FileSystem.contents(ofExisting: path) {
                let missing = stub.missing(in: String(decoding: present, as: UTF8.self))
                if let missing {
                    if !invocation.has(.quiet) {
                        Terminal.report(
                            ToolMessage(
                                path, "the file is yours and stays as it is; this is missing in it:", severity: .note))
                    }
                    try Terminal.show(missing)
                } else if !invocation.has(.quiet) {
                    Terminal.report(ToolMessage(path, "nothing is missing in it", severity: .note))
                }
                continue
            }
            _ = try OutputFolder(path: output).writeNew([(stub.fileName, Array(stub.text.utf8))])
            try Terminal.show("add \(path)\n")
        }
        if !isAny, !invocation.has(.quiet) {
            Terminal.report(ToolMessage(nil, "no step between versions needs code", severity: .note))
        }
        return .done
    }
}
