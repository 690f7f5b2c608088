internal import ModelDeclaration
internal import ModelGeneration
internal import ModelImport
internal import ModelSchema

enum ImportCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let kinds = ["coredata", "sqlite", "store"]
        guard let kind = invocation.operands.first else {
            throw UsageError(message: "there is nothing to import", hint: "modelgen import --help")
        }
        guard kinds.contains(kind) else {
            throw UsageError(
                message: "'\(kind)' is nothing that can be imported",
                hint: Suggestions.didYouMean(kind, among: kinds)?.text ?? "it is one of "
                    + kinds.joined(separator: ", "))
        }
        guard invocation.operands.count == 2 else {
            throw UsageError(
                message: invocation.operands.count < 2
                    ? "there is nothing to import" : "import \(kind) takes one path",
                hint: "modelgen import --help")
        }
        let path = invocation.operands[1]
        if kind == "store" { return try importStore(path, invocation) }
        return kind == "sqlite" ? try importDatabase(path, invocation) : try importCoreData(path, invocation)
    }

    private static func importDatabase(_ path: String, _ invocation: Invocation) throws -> ExitStatus {
        if FileSystem.isFolder(path) { throw FileError(path: path, action: .read, reason: "it is a folder") }
        let label = Path.relative(path, to: Path.absolute(invocation.value(.root) ?? "."))
        let importer = DatabaseImporter(
            try StoreTool.answer(DatabaseDescription.self, to: ["catalog", path, label], about: path))
        return try finish(importer.run(), sources: [importer.source], invocation)
    }

    /// The shapes that a store says of itself: what a program wrote before anybody kept its declaration.
    private static func importStore(_ path: String, _ invocation: Invocation) throws -> ExitStatus {
        var version: SchemaVersion?
        if let text = invocation.value(.importVersion) {
            guard let parsed = SchemaVersion(text) else {
                throw UsageError(
                    message: "'\(text)' is no version", hint: "a version is major.minor.patch, as in 1.0.0")
            }
            version = parsed
        }
        var result = ImportResult(documents: [], diagnostics: [])
        for schema in try StoreTool.answer([SchemaDescription].self, to: ["describe", path], about: path) {
            let importer = StoreImporter(schema, as: version)
            let made = importer.run()
            let differences = importer.differences(of: made)
            guard differences.isEmpty else {
                Terminal.report(
                    ToolMessage(
                        path,
                        "a declaration cannot say all of schema '\(schema.name)': "
                            + differences.joined(separator: "; ")))
                return .findings
            }
            result.documents += made.documents
            result.diagnostics += made.diagnostics
        }
        return try finish(result, sources: [], invocation)
    }

    private static func importCoreData(_ path: String, _ invocation: Invocation) throws -> ExitStatus {
        let bundle = try CoreDataFiles.read(path, root: Path.absolute(invocation.value(.root) ?? "."))
        let result = CoreDataImporter(bundle).run()
        let sources = bundle.versions.map(\.document) + [bundle.currentVersion].compactMap { $0 }
        return try finish(result, sources: sources, invocation)
    }

    /// Reports, and writes what was made where nothing is in its way.
    private static func finish(
        _ result: ImportResult, sources: [SourceDocument], _ invocation: Invocation
    ) throws -> ExitStatus {
        let made = result.documents.map { SourceDocument(path: $0.name, bytes: Array($0.text.utf8)) }
        Reporter(invocation).report(result.diagnostics, documents: sources + made)
        guard let folder = invocation.value(.importOutput), folder != "-" else {
            guard let current = result.documents.first else { return .findings }
            if result.documents.count > 1, !invocation.has(.quiet) {
                Terminal.report(
                    ToolMessage(
                        nil, "this is version \(current.version); --output DIR writes the older ones too",
                        severity: .note))
            }
            try Terminal.show(current.text)
            return result.hasErrors ? .findings : .done
        }
        let inTheWay = try OutputFolder(path: folder).writeNew(made.map { ($0.path, $0.bytes) })
        for name in inTheWay {
            Terminal.report(
                ToolMessage("\(folder)/\(name)", "the file is there and says something else; nothing was written"))
        }
        return result.hasErrors || result.documents.isEmpty || !inTheWay.isEmpty ? .findings : .done
    }
}

/// Finds the files of a Core Data model.
private enum CoreDataFiles {
    static func read(_ path: String, root: String) throws -> CoreDataBundle {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        func document(_ path: String) throws -> SourceDocument {
            SourceDocument(path: Path.relative(path, to: root), bytes: try FileSystem.contents(of: path))
        }
        func version(_ folder: String, _ name: String) throws -> CoreDataBundle.Version {
            guard FileSystem.isFolder(folder) || !FileSystem.exists(folder) else { throw old(folder) }
            guard FileSystem.exists("\(folder)/contents") || !FileSystem.exists("\(folder)/elements") else {
                throw old(folder)
            }
            return CoreDataBundle.Version(
                name: String(name.dropLast(".xcdatamodel".count)), document: try document("\(folder)/contents"))
        }
        if name.hasSuffix(".xcdatamodel") {
            let version = try version(path, name)
            return CoreDataBundle(name: version.name, versions: [version])
        }
        if name.hasSuffix(".xcdatamodeld") {
            var versions: [CoreDataBundle.Version] = []
            let entries = try FileSystem.list(path)
            for entry in entries.sorted() where entry.hasSuffix(".xcdatamodel") {
                versions.append(try version("\(path)/\(entry)", entry))
            }
            guard !versions.isEmpty else {
                throw FileError(path: path, action: .read, reason: "there is no .xcdatamodel in it")
            }
            return CoreDataBundle(
                name: String(name.dropLast(".xcdatamodeld".count)), versions: versions,
                currentVersion: entries.contains(".xccurrentversion")
                    ? try document("\(path)/.xccurrentversion") : nil)
        }
        if name.hasSuffix(".mom") || name.hasSuffix(".momd") || name.hasSuffix(".omo") {
            throw FileError(
                path: path, action: .read,
                reason: "it is compiled; the source, a .xcdatamodeld folder, is in the app's project")
        }
        guard FileSystem.exists(path) else {
            throw FileError(path: path, action: .read, reason: "there is no such folder")
        }
        throw FileError(
            path: path, action: .read,
            reason: "it is no Core Data model: its name ends in .xcdatamodeld or .xcdatamodel")
    }

    private static func old(_ path: String) -> FileError {
        FileError(
            path: path, action: .read,
            reason: "it is a model in the format of Xcode 3; open it in a newer Xcode and save it")
    }
}
