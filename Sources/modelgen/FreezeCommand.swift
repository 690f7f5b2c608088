internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum FreezeCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let documents = try Documents.load(invocation)
        let result = try documents.resolve()
        Reporter(invocation).report(result)
        if result.hasErrors { return .findings }

        var changes = FileChanges()
        var lines: [String] = []
        for current in result.schemas where current.isCurrent {
            let name = current.description.name
            var lock = result.locks.first { $0.schema == name } ?? LockFile(schema: name)
            let path = try Self.path(of: current, documents)
            for version in lock.add(result.versions(of: name), documents: documents.locked(current)) {
                lines.append("add \(name) \(version) to \(path)")
            }
            for version in lock.supplement(
                result.versions(of: name), documents: documents.locked(current))
            {
                lines.append("add what is new in \(name) \(version) to \(path)")
            }
            let text = lock.text()
            if try FileSystem.contents(ofExisting: path) != text {
                changes.set(path, to: text)
                // Another build wrote it, or a person.
                if !lines.contains(where: { $0.hasSuffix(" to \(path)") }) { lines.append("bring \(path) up to date") }
            }
        }
        if invocation.has(.freezeCheck) {
            for line in lines { Terminal.report(ToolMessage(nil, "not frozen: \(line)")) }
            return lines.isEmpty ? .done : .findings
        }
        try changes.write()
        for line in lines { try Terminal.show(line + "\n") }
        return .done
    }

    /// Where a schema's lock file is or will be: beside the current version's documents, unless there is one elsewhere.
    static func path(of current: ResolvedSchema, _ documents: LoadedDocuments) throws -> String {
        let name = current.description.name
        let all = documents.lockFiles(of: name, beside: documents.sources.indices.map { $0 })
        if let path = all.first { return path }
        guard let file = documents.files(of: current).first else {
            throw UsageError(
                message: "the lock file stands beside the documents, and standard input is nowhere",
                hint: "name the files of \(name)")
        }
        return Path.join(Path.folder(file), LockFile.name(of: name))
    }
}

extension DeclarationResult {
    /// All versions of a schema, the oldest first.
    func versions(of name: String) -> [ResolvedSchema] {
        schemas.filter { $0.description.name == name }.sorted { $0.description.version < $1.description.version }
    }
}

extension LoadedDocuments {
    /// The documents of a version as the lock file keeps them.
    func locked(_ schema: ResolvedSchema) -> [LockFile.Document] {
        schema.documents.compactMap { path in
            guard let index = sources.firstIndex(where: { $0.path == path }), let file = files[index] else {
                return nil
            }
            return LockFile.Document(name: Path.name(file), bytes: sources[index].bytes)
        }
    }
}
