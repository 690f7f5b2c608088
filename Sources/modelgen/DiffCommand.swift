internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

enum DiffCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
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
                Terminal.note("modelgen: note: the schema '\(schema.description.name)' is new")
                continue
            }
            found.append(Comparison(from: twin, to: schema))
        }
        if before.count != 1 || after.count != 1 {
            for schema in before where !after.contains(where: { $0.description.name == schema.description.name }) {
                Terminal.note("modelgen: note: the schema '\(schema.description.name)' is gone")
            }
        }
        return found
    }

    /// Two sides of which at least one is a store: it says itself what it holds.
    private static func stores(_ old: String, _ new: String, _ invocation: Invocation) throws -> [Comparison]? {
        func side(_ path: String) throws -> [SchemaDescription]? {
            if try isDatabase(path) {
                return try StoreTool.answer([SchemaDescription].self, to: ["describe", path], about: path)
            }
            return try resolved([path], invocation)?.schemas.filter(\.isCurrent).map(\.description)
        }
        guard let before = try side(old), let after = try side(new) else { return nil }
        // Declared versions between a store and the current one are gone through as the migration will go.
        let declared = try isDatabase(new) ? [] : resolved([new], invocation)?.schemas.map(\.description) ?? []
        var found: [Comparison] = []
        for schema in after {
            guard let twin = before.first(where: { $0.name == schema.name }) else { continue }
            let chain = declared.filter {
                $0.name == schema.name && twin.version < $0.version && $0.version < schema.version
            }
            .sorted { $0.version < $1.version }
            let steps =
                [(twin, "\(twin.version) (\(old))")] + chain.map { ($0, "\($0.version)") }
                + [(schema, "\(schema.version) (\(new))")]
            for (before, after) in zip(steps, steps.dropFirst()) {
                found.append(Comparison(from: before.0, before.1, to: after.0, after.1))
            }
        }
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
        return try FileSystem.contents(of: path).starts(with: "SQLite format 3\0".utf8)
    }
}
