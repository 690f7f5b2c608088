internal import ModelDeclaration
internal import ModelGeneration

/// The declarations that a command line names.
enum Documents {
    static let suffix = ".model.json"

    /// Reads the files, those in folders in the order of their names.
    static func read(_ invocation: Invocation) throws -> [SourceDocument] {
        guard !invocation.operands.isEmpty else {
            throw UsageError(message: "there is no FILE", hint: "modelgen \(invocation.command.name) --help")
        }
        let root = Path.absolute(invocation.value(.root) ?? ".")
        var documents: [SourceDocument] = []
        var seen: Set<String> = []
        for operand in invocation.operands {
            if operand == "-" {
                if seen.insert("-").inserted {
                    documents.append(SourceDocument(path: "stdin", bytes: try FileSystem.standardInput()))
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
                documents.append(
                    SourceDocument(path: Path.relative(path, to: root), bytes: try FileSystem.contents(of: path)))
            }
        }
        return documents
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
