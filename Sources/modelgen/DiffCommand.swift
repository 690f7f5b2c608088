internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum DiffCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        if !invocation.has(.fromVersion) {
            for option in [Option.toVersion, .schemaName] where invocation.has(option) {
                throw UsageError(
                    message: "\(option.name) is for versions among the same documents",
                    hint: "give --from V too, and FILE… instead of OLD and NEW")
            }
        }
        let comparisons =
            invocation.has(.fromVersion)
            ? try versions(invocation) : try sides(invocation)
        guard let comparisons else { return .findings }
        if invocation.has(.json) {
            try Terminal.show(Comparison.json(comparisons))
        } else {
            try Terminal.show(comparisons.map(\.text).joined(separator: "\n"))
        }
        guard let limit = invocation.value(.failOn).flatMap(SchemaChange.Effect.init(rawValue:)) else { return .done }
        let worst = comparisons.compactMap(\.effect).max()
        return worst.map { $0 >= limit } ?? false ? .findings : .done
    }

    /// Two versions among some documents; nil where those have errors, which were shown.
    private static func versions(_ invocation: Invocation) throws -> [Comparison]? {
        guard let result = try resolved(invocation.operands, invocation) else { return nil }
        let from = try invocation.value(.fromVersion).map(SchemaVersion.init(argument:))
        let to = try invocation.value(.toVersion).map(SchemaVersion.init(argument:))
        if let wanted = invocation.value(.schemaName),
            !result.schemas.contains(where: { $0.description.name == wanted })
        {
            throw UsageError(
                message: "there is no schema '\(wanted)'",
                hint: "there are \(Set(result.schemas.map(\.description.name)).sorted().joined(separator: ", "))")
        }
        var found: [Comparison] = []
        for current in result.schemas where current.isCurrent {
            let name = current.description.name
            if let wanted = invocation.value(.schemaName), wanted != name { continue }
            let versions = result.versions(of: name)
            guard let old = versions.first(where: { $0.description.version == from }) else { continue }
            let new = to.map { version in versions.first { $0.description.version == version } } ?? current
            guard let new else { continue }
            // Step by step: the ends alone do not tell what a version between them renames, or drops and brings back.
            let chain = versions.filter {
                old.description.version < $0.description.version && $0.description.version < new.description.version
            }
            .sorted { $0.description.version < $1.description.version }
            let steps = [old] + chain + [new]
            for (before, after) in zip(steps, steps.dropFirst()) { found.append(Comparison(from: before, to: after)) }
        }
        guard !found.isEmpty else {
            let known = result.schemas.sorted { $0.description.version < $1.description.version }
                .map { "\($0.description.name) \($0.description.version)" }
            throw UsageError(
                message: "no schema has "
                    + [from, to].compactMap { $0.map { "version \($0)" } }.joined(separator: " and "),
                hint: "there are \(known.joined(separator: ", "))")
        }
        return found
    }

    /// The current versions of two sets of documents.
    private static func sides(_ invocation: Invocation) throws -> [Comparison]? {
        guard invocation.operands.count == 2 else {
            throw UsageError(
                message: "diff takes OLD and NEW", hint: "or FILE… with --from V: two versions among the same documents"
            )
        }
        if try invocation.operands.contains(where: isDatabase) {
            return try stores(invocation.operands[0], invocation.operands[1], invocation)
        }
        guard let old = try resolved([invocation.operands[0]], invocation),
            let new = try resolved([invocation.operands[1]], invocation)
        else { return nil }
        let (before, after) = (old.schemas.filter(\.isCurrent), new.schemas.filter(\.isCurrent))
        var found: [Comparison] = []
        for schema in after {
            // One schema on each side are meant to be compared, whatever they are called.
            let isOnly = before.count == 1 && after.count == 1
            guard
                let twin = isOnly
                    ? before.first : before.first(where: { $0.description.name == schema.description.name })
            else {
                Terminal.report(ToolMessage(nil, "the schema '\(schema.description.name)' is new", severity: .note))
                continue
            }
            found.append(Comparison(from: twin, to: schema))
        }
        if before.count != 1 || after.count != 1 {
            for schema in before where !after.contains(where: { $0.description.name == schema.description.name }) {
                Terminal.report(ToolMessage(nil, "the schema '\(schema.description.name)' is gone", severity: .note))
            }
        }
        return found
    }

    /// One end of a comparison: a declared version, or what a store says that it holds.
    private struct Side {
        var description: SchemaDescription
        /// The declaration: it knows more of enums than the store does.
        var declared: ResolvedSchema?
        var label: String

        /// Whether the declaration is that of this version; one of the same shape may have other cases.
        var isDeclared: Bool { declared?.description.version == description.version }

        func compared(to other: Side) -> Comparison {
            guard let declared, let next = other.declared else {
                return Comparison(from: description, label, to: other.description, other.label)
            }
            var comparison = Comparison(from: declared, to: next)
            (comparison.from, comparison.to) = (label, other.label)
            return comparison
        }
    }

    /// Two sides of which at least one is a store: it says itself what it holds.
    private static func stores(_ old: String, _ new: String, _ invocation: Invocation) throws -> [Comparison]? {
        func held(_ path: String) throws -> [SchemaDescription] {
            try StoreTool.answer([SchemaDescription].self, to: ["describe", path], about: path)
        }
        func declared(_ path: String) throws -> [ResolvedSchema]? {
            try resolved([path], invocation)?.schemas.sorted { $0.description.version < $1.description.version }
        }
        let isStore = (try isDatabase(old), try isDatabase(new))
        guard let olds = try isStore.0 ? [] : declared(old), let news = try isStore.1 ? [] : declared(new) else {
            return nil
        }
        let before = try isStore.0 ? held(old) : olds.filter(\.isCurrent).map(\.description)
        let after = try isStore.1 ? held(new) : news.filter(\.isCurrent).map(\.description)
        var found: [Comparison] = []
        var isNewer = false
        for schema in after {
            guard let twin = before.first(where: { $0.name == schema.name }) else { continue }
            let versions = news.filter { $0.description.name == schema.name }
            if isStore.0, twin.version > schema.version {
                isNewer = true
                Terminal.report(
                    ToolMessage(
                        old,
                        "the store is at version \(twin.version) of '\(schema.name)', which is newer than \(schema.version)",
                        suggestion: "compare it with the newer declaration: no program of this version opens it"))
                continue
            }
            // Declared versions between a store and the current one are gone through as the migration will go; a store whose
            // shape is not that of its version comes to that one first.
            let place =
                versions.lastIndex {
                    $0.description.version == twin.version && $0.description.fingerprint == twin.fingerprint
                } ?? versions.lastIndex { $0.description.fingerprint == twin.fingerprint }
            let start = Side(
                description: twin,
                declared: place.map { versions[$0] }
                    ?? olds.first { $0.isCurrent && $0.description.name == twin.name },
                label: "\(twin.version) (\(old))")
            let rest = place.map { versions[($0 + 1)...] } ?? versions.drop { $0.description.version < twin.version }
            var steps =
                [start]
                + rest.map { Side(description: $0.description, declared: $0, label: "\($0.description.version)") }
            if isStore.1 {
                steps.append(
                    Side(
                        description: schema,
                        declared: olds.last {
                            $0.description.name == schema.name && $0.description.fingerprint == schema.fingerprint
                        }, label: "\(schema.version)"))
            }
            if steps.count == 1, let place {
                steps.append(Side(description: schema, declared: versions[place], label: "\(schema.version)"))
            }
            if let unknown = steps.first(where: { !$0.isDeclared && $0.description.hasEnums }) {
                Terminal.report(
                    ToolMessage(
                        isStore.0 ? old : new,
                        "which cases the enums of \(schema.name) \(unknown.description.version) have, a store does not "
                            + "say: they are not compared",
                        severity: .note, suggestion: "name that version's document too: a folder with all of them"))
            }
            steps[steps.count - 1].label += " (\(new))"
            found += zip(steps, steps.dropFirst()).map { $0.compared(to: $1) }
        }
        if isNewer { return nil }
        guard !found.isEmpty else {
            throw UsageError(
                message: "'\(old)' and '\(new)' have no schema in common",
                hint: "the first has \(before.map(\.name).joined(separator: ", ")), the second "
                    + after.map(\.name).joined(separator: ", "))
        }
        return found
    }

    private static func resolved(_ operands: [String], _ invocation: Invocation) throws -> DeclarationResult? {
        let documents = try Documents.load(operands, invocation)
        // What is locked may differ: to see in what is why one asks.
        let result = Declarations.resolve(documents.sources)
        Reporter(invocation).report(
            result.diagnostics.filter { $0.severity == .error }, documents: documents.sources)
        return result.hasErrors ? nil : result
    }

    private static func isDatabase(_ path: String) throws -> Bool {
        guard path != "-", FileSystem.exists(path), !FileSystem.isFolder(path), !path.hasSuffix(Documents.suffix) else {
            return false
        }
        let contents = try FileSystem.contents(of: path)
        if contents.starts(with: "SQLite format 3\0".utf8) { return true }
        // A declaration of another name is one too; an image is none, and its bytes are nothing to show.
        guard contents.isEmpty || contents.contains(0) else { return false }
        throw FileError(
            path: path, action: .read,
            reason: contents.isEmpty ? "it is empty" : "it is neither a store nor a declaration")
    }
}

extension SchemaDescription {
    /// Whether stored values mean cases of enums.
    fileprivate var hasEnums: Bool { models.contains { $0.attributes.contains { $0.type.hasRawValues } } }
}

extension StoredType {
    fileprivate var hasRawValues: Bool {
        switch self {
        case .rawValue: true
        case .array(let element, _), .set(let element), .dictionary(let element, _): element.hasRawValues
        case .composite(_, let fields): fields.contains { $0.type.hasRawValues }
        default: false
        }
    }
}
