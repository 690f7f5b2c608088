internal import ModelDeclaration
internal import ModelGeneration

/// The declarations that a command line names.
enum Documents {
    static let suffix = ".model.json"

    /// Reads the files, those in folders in the order of their names.
    static func read(_ invocation: Invocation) throws -> [SourceDocument] { try load(invocation).sources }

    /// The same, with where they are.
    static func load(_ invocation: Invocation) throws -> LoadedDocuments {
        try load(invocation.operands, invocation)
    }

    static func load(_ operands: [String], _ invocation: Invocation) throws -> LoadedDocuments {
        guard !operands.isEmpty else {
            throw UsageError(message: "there is no FILE", hint: "modelgen \(invocation.command.name) --help")
        }
        var loaded = LoadedDocuments(root: Path.absolute(invocation.value(.root) ?? "."))
        var seen: Set<String> = []
        for operand in operands {
            if operand == "-" {
                if seen.insert("-").inserted {
                    loaded.append(
                        SourceDocument(
                            path: "stdin", bytes: try FileSystem.standardInput(limit: Declarations.sizeLimit)),
                        file: nil)
                }
                continue
            }
            var paths = [operand]
            if FileSystem.isFolder(operand) {
                paths = try files(below: operand)
                if paths.isEmpty {
                    throw FileError(path: operand, action: .read, reason: "there is no *\(suffix) below it")
                }
            }
            for path in paths where seen.insert(Path.absolute(path)).inserted {
                loaded.append(try loaded.document(path), file: path)
            }
        }
        return loaded
    }

    /// Hidden folders, such as a build's, have nothing that a person declared.
    private static func files(below folder: String) throws(FileError) -> [String] {
        var files: [String] = []
        let names = try FileSystem.list(folder)
        for name in names.sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if name.hasSuffix(suffix) {
                if !FileSystem.isFolder(path) { files.append(path) }
            } else if FileSystem.isFolder(path) && !FileSystem.isLink(path) {
                files += try self.files(below: path)
            }
        }
        return files
    }
}

/// Declarations, with the files they were read from.
struct LoadedDocuments {
    let root: String
    private(set) var sources: [SourceDocument] = []
    /// Paths as they were given; nil for standard input.
    private(set) var files: [String?] = []

    init(root: String) { self.root = root }

    mutating func append(_ document: SourceDocument, file: String?) {
        sources.append(document)
        files.append(file)
    }

    /// A file as messages name it.
    func document(_ path: String) throws -> SourceDocument {
        SourceDocument(
            path: Path.relative(path, to: root),
            bytes: try FileSystem.contents(of: path, limit: Declarations.sizeLimit))
    }

    /// Resolves the documents, with the lock files that stand beside them.
    func resolve() throws -> DeclarationResult {
        try Declarations.resolve(sources) { schema, documents in
            try lockFiles(of: schema, beside: documents).map(document)
        }
    }

    /// The lock files of a schema that are there, in the folders of its documents.
    func lockFiles(of schema: String, beside documents: [Int]) -> [String] {
        var folders: [String] = []
        for folder in documents.compactMap({ files[$0] }).map(Path.folder) where !folders.contains(folder) {
            folders.append(folder)
        }
        return folders.map { Path.join($0, LockFile.name(of: schema)) }.filter(FileSystem.exists)
    }

    /// The files of one version of a schema, the first of which has the schema's lock file beside it.
    func files(of schema: ResolvedSchema) -> [String] {
        schema.documents.compactMap { path in sources.firstIndex { $0.path == path }.flatMap { files[$0] } }
    }
}

/// Paths as texts: nothing is looked up.
enum Path {
    static func absolute(_ path: String) -> String {
        "/" + parts(path.hasPrefix("/") ? path : "\(Terminal.currentFolder)/\(path)").joined(separator: "/")
    }

    /// The path from a folder, if it is in it; else the path as given.
    static func relative(_ path: String, to root: String) -> String {
        let absolute = absolute(path)
        let prefix = root == "/" ? root : root + "/"
        return absolute.hasPrefix(prefix) ? String(absolute.dropFirst(prefix.count)) : path
    }

    /// The folder of a file, as the file's path names it.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func parts(_ path: String) -> [Substring] {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return parts
    }
}
