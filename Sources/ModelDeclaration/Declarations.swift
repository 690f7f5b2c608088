import ModelSchema

/// Reads, resolves and checks declarations: the one entry to this module.
public enum Declarations {
    /// Documents beyond this size are refused unread.
    public static let sizeLimit = 32 << 20

    /// Resolves all documents together: those of one `schema` and `version` make up one schema.
    ///
    /// Every problem of every document is reported, and what follows from another problem is not.
    /// - Parameter features: The parts of the language to accept; all others are refused where they are used.
    public static func resolve(
        _ documents: [SourceDocument], features: Set<LanguageFeature> = .built
    ) -> DeclarationResult {
        resolve(documents, features: features) { _, _ in [] }
    }

    /// The same, with the versions that were shipped.
    ///
    /// - Parameter lock: Finds the lock files of a schema, given its name and the positions of its documents.
    /// - Throws: What `lock` throws.
    public static func resolve(
        _ documents: [SourceDocument], features: Set<LanguageFeature> = .built,
        lock: (_ schema: String, _ documents: [Int]) throws -> [SourceDocument]
    ) rethrows -> DeclarationResult {
        let problems = Problems(documents)
        var declared: [DeclaredDocument] = []
        for index in documents.indices {
            if let document = read(documents[index], index, problems, features) { declared.append(document) }
        }
        let schemas = SchemaSet(
            declared, problems: problems, features: features, isIncomplete: declared.count < documents.count)
        let resolved = schemas.resolve()
        var locks: [LockFile] = []
        var locked: [String: Set<SchemaVersion>] = [:]
        for schema in schemas.versionsBySchema {
            let name = schema.last?.name ?? ""
            let files = try lock(name, schema.flatMap { $0.documents.map(\.index) }).map { problems.add($0) }
            guard let first = files.first else { continue }
            for other in files.dropFirst() {
                problems.report(
                    .lockFile, "\(Escaping.quoted(name)) has two lock files", at: Location(document: other, offset: 0),
                    notes: [Problems.Note("this is the other one", at: Location(document: first, offset: 0))],
                    suggestion: "keep the one beside the current version's documents")
            }
            guard let lock = LockReader(problems: problems, features: features).read(first, of: name) else { continue }
            locks.append(lock.file)
            locked[name] = schemas.checkLock(lock, of: schema)
        }
        let diagnostics = problems.diagnostics
        let hasErrors = diagnostics.contains { $0.severity == .error }
        let found = hasErrors ? [] : resolved()
        return DeclarationResult(
            schemas: found.map { schema in
                var schema = schema
                schema.isLocked = locked[schema.description.name]?.contains(schema.description.version) ?? false
                return schema
            }, diagnostics: diagnostics, locks: locks, documents: problems.documents)
    }

    /// Parses one document and compares it with the key tables; nil if it is no JSON object.
    private static func read(
        _ document: SourceDocument, _ index: Int, _ problems: Problems, _ features: Set<LanguageFeature>
    ) -> DeclaredDocument? {
        guard let root = parse(document, index, problems) else { return nil }
        ShapeChecker(problems: problems, features: features).check(root, .object(.document), "the document")
        return ObjectReader(root).map { DeclaredDocument(reading: $0, index: index) }
    }

    static func parse(_ document: SourceDocument, _ index: Int, _ problems: Problems) -> JSONNode? {
        let place = { (offset: Int) in Location(document: index, offset: offset) }
        guard document.bytes.count <= sizeLimit else {
            problems.report(
                .tooLarge, "the document has more than \(sizeLimit >> 20) MB", at: place(0),
                suggestion: "a schema may be spread over several documents")
            return nil
        }
        var scanner = JSONScanner(document.bytes)
        let scanned: ScannedNode
        do {
            scanned = try scanner.scan()
        } catch {
            report(scanner.duplicates, problems, place)
            problems.report(
                error.rule, error.message, at: place(error.offset),
                notes: error.note.map { [Problems.Note($0.message, at: place($0.offset))] } ?? [],
                suggestion: error.suggestion)
            return nil
        }
        report(scanner.duplicates, problems, place)
        var builder = JSONBuilder(bytes: document.bytes, document: index)
        guard let root = builder.build(scanned) else {
            problems.report(.syntax, "json-c cannot read the document", at: place(scanned.range.lowerBound))
            return nil
        }
        for location in builder.unusableKeys {
            problems.report(.keyWithNull, "a key cannot contain U+0000", at: location)
        }
        return root
    }

    private static func report(_ duplicates: [DuplicateKey], _ problems: Problems, _ place: (Int) -> Location) {
        for duplicate in duplicates {
            problems.report(
                .duplicateKey, "the key \(Escaping.quoted(duplicate.key)) is there twice", at: place(duplicate.offset),
                notes: [Problems.Note("it is here first", at: place(duplicate.firstOffset))])
        }
    }
}
