#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The folder that generated files are written to. Nothing outside it is touched.
public struct OutputFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// What a file needs to be as generated.
    public enum Change: Hashable, Sendable {
        case add(String)
        case update(String)
        /// A generated file of a declaration that does not make it any more.
        case remove(String)

        public var file: String {
            switch self {
            case .add(let name), .update(let name), .remove(let name): name
            }
        }
    }

    /// Compares the folder with what should be in it.
    ///
    /// - Parameters:
    ///   - files: All files of a run.
    ///   - documents: The documents of the run; files that say they come from one of these, but are not among `files`,
    ///     are to be removed.
    /// - Throws: ``FileError`` where a file that is there cannot be read.
    public func changes(for files: [GeneratedFile], documents: [String]) throws(FileError) -> [Change] {
        var changes: [Change] = []
        for file in files {
            guard let present = try FileSystem.contents(ofExisting: path(of: file.name)) else {
                changes.append(.add(file.name))
                continue
            }
            if present != file.text { changes.append(.update(file.name)) }
        }
        let names = Set(files.map(\.name))
        for name in try FileSystem.list(path, isOptional: true).sorted() where !names.contains(name) {
            guard name.hasSuffix(OutputNames.modelSuffix) || name.hasSuffix(OutputNames.schemaSuffix),
                let line = try FileSystem.firstLine(of: path(of: name)),
                documents.contains(where: { line == GeneratedHeader.line(for: $0) })
            else { continue }
            changes.append(.remove(name))
        }
        return changes
    }

    /// Writes what differs, all or nothing: every new text is on the disk before the first file is replaced.
    ///
    /// - Returns: What was changed.
    /// - Throws: ``FileError``; the folder is then as it was before, unless replacing itself failed half-way.
    @discardableResult
    public func write(_ files: [GeneratedFile], documents: [String]) throws(FileError) -> [Change] {
        for file in files where !Self.isName(file.name) {
            throw FileError(path: file.name, action: .write, reason: "the name is not that of a file in a folder")
        }
        let changes = try changes(for: files, documents: documents)
        guard !changes.isEmpty else { return [] }
        try FileSystem.createFolder(path)

        let texts = Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        var written: [(temporary: String, final: String)] = []
        do {
            for change in changes {
                guard let text = texts[change.file] else { continue }
                // Hidden, and of no kind that a build would take for a source.
                let temporary = path(of: ".\(change.file).\(getpid()).tmp")
                written.append((temporary, path(of: change.file)))
                try FileSystem.write(text, to: temporary)
            }
            for file in written { try FileSystem.rename(file.temporary, to: file.final) }
            for case .remove(let name) in changes { try FileSystem.remove(path(of: name)) }
        } catch {
            for file in written { _ = unlink(file.temporary) }
            throw error
        }
        return changes
    }

    /// Writes files that a person goes on with: none that is there with another text is replaced.
    ///
    /// - Returns: The names of files that are in the way; then nothing was written.
    /// - Throws: ``FileError``.
    public func writeNew(_ files: [(name: String, text: [UInt8])]) throws(FileError) -> [String] {
        let generated = files.map { GeneratedFile(name: $0.name, text: $0.text) }
        var inTheWay: [String] = []
        for file in generated {
            if let present = try FileSystem.contents(ofExisting: path(of: file.name)), present != file.text {
                inTheWay.append(file.name)
            }
        }
        if inTheWay.isEmpty { try write(generated, documents: []) }
        return inTheWay
    }

    private func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Whether the name leads to a file of the folder and nowhere else.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0) && name != "." && name != ".."
    }
}

/// The first line of generated files, by which they are known.
enum GeneratedHeader {
    /// As `Header.mustache` has it: a replaced template that says something else makes files that are never removed.
    static func line(for document: String) -> String {
        "// Generated by modelgen from \(Literal.oneLine(document)). Do not edit: change the declaration instead."
    }
}
