internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum BumpCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        let documents = try Documents.load(invocation)
        let checked = try documents.resolve()
        // A locked version that has changed is what a new version is made of; whatever else is wrong stands in the way.
        guard !checked.diagnostics.contains(where: { $0.severity == .error && $0.code != "MG0906" }) else {
            Reporter(invocation).report(checked)
            return .findings
        }
        let result = Declarations.resolve(documents.sources)
        let current = try schema(of: result, invocation)
        let name = current.description.name
        let old = current.description.version
        let new = try version(after: old, invocation)

        let live = documents.files(of: current)
        guard live.count == current.documents.count, !live.isEmpty else {
            throw UsageError(
                message: "bump writes files, and standard input is none", hint: "name the files of \(name)")
        }
        let lockPath = try FreezeCommand.path(of: current, documents)
        var lock = checked.locks.first { $0.schema == name } ?? LockFile(schema: name)
        // Only the live version may have changed: older ones stay as they were.
        let frozen = result.versions(of: name).filter { !$0.isCurrent }
        let changed = frozen.enumerated().contains { index, version in
            lock[version.description.version]?.changes(in: version, isFirst: index == 0).isEmpty == false
        }
        guard !changed else {
            Reporter(invocation).report(checked)
            return .findings
        }
        var changes = FileChanges()
        var after: [SourceDocument] = []

        // What was shipped becomes the frozen version: the text as it was locked, if it has changed since.
        let locked = lock[old]
        let hasChanged = locked.map { !$0.changes(in: current, isFirst: frozen.isEmpty).isEmpty } ?? false
        let texts =
            hasChanged
            ? locked?.documents ?? []
            : documents.locked(current)
        guard !texts.isEmpty else {
            Terminal.report(
                ToolMessage(
                    nil, "\(name) \(old) was shipped otherwise, and \(lockPath) does not have its document",
                    suggestion:
                        "undo the change (version control has it), run 'modelgen bump', and make the change again"
                ))
            return .findings
        }
        let folders = Dictionary(live.map { (Path.name($0), Path.folder($0)) }, uniquingKeysWith: { first, _ in first })
        for text in texts {
            let path = Path.join(
                folders[text.name] ?? Path.folder(lockPath),
                frozenName(texts.count == 1 ? name : stem(text.name), old))
            guard !FileSystem.exists(path) else {
                Terminal.report(ToolMessage(path, "the file is there already; nothing was written"))
                return .findings
            }
            changes.set(path, to: text.bytes)
            after.append(SourceDocument(path: Path.relative(path, to: documents.root), bytes: text.bytes))
        }
        let told = texts.compactMap { DocumentEditor($0.bytes)?.originalNames }
            .reduce(into: Set()) { $0.formUnion($1) }
        var edited: [(path: String, text: [UInt8])] = []
        for path in live {
            guard let index = documents.files.firstIndex(of: path),
                var editor = DocumentEditor(documents.sources[index].bytes)
            else { continue }
            editor.setVersion(new)
            editor.removeOriginalNames(toldBy: told)
            editor.removeMigrations(notFrom: old)
            edited.append((path, editor.result))
            after.append(SourceDocument(path: documents.sources[index].path, bytes: editor.result))
        }
        after += documents.sources.filter { !current.documents.contains($0.path) }

        // Nothing is written that would not build.
        let outcome = Declarations.resolve(after)
        guard !outcome.hasErrors else {
            Reporter(invocation).report(
                outcome.diagnostics.filter { $0.severity == .error }, documents: outcome.documents)
            return .findings
        }
        let older = outcome.versions(of: name).filter { !$0.isCurrent }
        // A lock that an older build wrote may know more than the text in it says.
        let isLess = older.enumerated().contains { index, version in
            lock[version.description.version]?.changes(in: version, isFirst: index == 0).isEmpty == false
        }
        guard !isLess else {
            Terminal.report(
                ToolMessage(
                    lockPath,
                    "the document of \(name) \(old) that it has says less than what was locked of that version",
                    suggestion: "undo the change (version control has it), run 'modelgen freeze' and 'modelgen bump', "
                        + "and make the change again"))
            return .findings
        }
        _ = lock.add(older, documents: [])
        _ = lock.supplement(older)
        changes.set(lockPath, to: lock.text())
        for file in edited { changes.set(file.path, to: file.text) }
        let lines = changes.files.map { "\(FileSystem.exists($0.path) ? "update" : "add") \($0.path)" }
        if !invocation.has(.dryRun) { try changes.write() }
        for line in lines { try Terminal.show(line + "\n") }
        return .done
    }

    private static func schema(of result: DeclarationResult, _ invocation: Invocation) throws -> ResolvedSchema {
        let current = result.schemas.filter(\.isCurrent)
        let names = current.map(\.description.name)
        if let wanted = invocation.value(.schemaName) {
            if let found = current.first(where: { $0.description.name == wanted }) { return found }
            throw UsageError(
                message: "there is no schema '\(wanted)'",
                hint: Suggestions.didYouMean(wanted, among: names)?.text ?? "there are \(names.joined(separator: ", "))"
            )
        }
        guard let only = current.first else {
            throw UsageError(message: "the documents declare no schema", hint: "modelgen bump --help")
        }
        guard current.count == 1 else {
            throw UsageError(
                message: "the documents declare \(current.count) schemas: \(names.joined(separator: ", "))",
                hint: "say which one gets a new version: --schema \(names[0])")
        }
        return only
    }

    private static func version(after old: SchemaVersion, _ invocation: Invocation) throws -> SchemaVersion {
        guard let text = invocation.value(.newVersion) else { return SchemaVersion(old.major + 1, 0, 0) }
        let version = try SchemaVersion(argument: text)
        guard version > old else {
            throw UsageError(message: "\(version) is no version after \(old)", hint: "versions only go up")
        }
        return version
    }

    static func frozenName(_ stem: String, _ version: SchemaVersion) -> String {
        "\(stem)-\(version)\(Documents.suffix)"
    }

    private static func stem(_ name: String) -> String {
        name.hasSuffix(Documents.suffix) ? String(name.dropLast(Documents.suffix.count)) : name
    }
}

extension SchemaVersion {
    /// A version on the command line.
    init(argument text: String) throws {
        guard let version = SchemaVersion(text) else {
            throw UsageError(message: "'\(text)' is no version", hint: "a version is major.minor.patch, as in 1.0.0")
        }
        self = version
    }
}
