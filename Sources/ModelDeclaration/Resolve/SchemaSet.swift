import ModelSchema

/// All schemas of a run, each with its versions: what has to be seen together is checked here.
struct SchemaSet {
    let problems: Problems
    let features: Set<LanguageFeature>
    /// By schema in the order of first mention; the versions of each from the lowest to the highest.
    private(set) var versionsBySchema: [[SchemaResolver]] = []
    /// Documents that belong to no schema; they are checked for what can be said of them.
    private(set) var strays: [SchemaResolver] = []
    private let documents: [DeclaredDocument]

    init(
        _ documents: [DeclaredDocument], problems: Problems, features: Set<LanguageFeature>, isIncomplete: Bool
    ) {
        self.documents = documents
        self.problems = problems
        self.features = features
        let strayDocuments = documents.filter(\.isStray)
        let strayNames = Set(strayDocuments.flatMap(\.names))
        var groups: [String: [SchemaVersion: [DeclaredDocument]]] = [:]
        var order: [String] = []
        for document in documents where !document.isStray {
            guard let name = document.schema?.value else { continue }
            if groups[name] == nil { order.append(name) }
            groups[name, default: [:]][document.version.value, default: []].append(document)
        }
        for name in order {
            let versions = (groups[name] ?? [:]).sorted { $0.key < $1.key }
            versionsBySchema.append(
                versions.map { _, documents in
                    SchemaResolver(
                        documents, problems: problems, features: features, strayNames: strayNames,
                        isIncomplete: isIncomplete)
                })
        }
        // A document without a schema may mean any of them, so any name that is declared anywhere may be meant.
        let allNames = strayDocuments.isEmpty ? [] : Set(documents.flatMap(\.names))
        strays = strayDocuments.map {
            SchemaResolver(
                [$0], problems: problems, features: features, strayNames: allNames, isIncomplete: isIncomplete)
        }
    }

    /// Resolves everything; what it returns assembles the schemas, current ones first, once it is known that no error
    /// stands in the way.
    func resolve() -> () -> [ResolvedSchema] {
        for schema in versionsBySchema + [strays] {
            for version in schema { version.resolve() }
        }
        checkSchemaNames()
        for schema in versionsBySchema { checkVersions(of: schema) }
        checkGeneratedNames()
        noteHistory()
        for schema in versionsBySchema { schema.last?.noteWhatIsToCome() }
        return { [versionsBySchema] in
            versionsBySchema.compactMap { $0.last?.assemble(isCurrent: true) }
                + versionsBySchema.flatMap { $0.dropLast().map { $0.assemble(isCurrent: false) } }
        }
    }

    /// Names that differ only in case are most likely meant to be one; and their lock files would be one file on many a disk.
    private func checkSchemaNames() {
        var places: [String: Located<String>] = [:]
        for name in versionsBySchema.compactMap({ $0.first?.documents.first?.schema }) {
            if let first = places.updateValue(places[name.value.lowercased()] ?? name, forKey: name.value.lowercased())
            {
                problems.report(
                    .caseCollision,
                    "the schemas \(Escaping.quoted(first.value)) and \(Escaping.quoted(name.value)) differ only in case",
                    at: name.location, notes: [Problems.Note("the other one is here", at: first.location)])
            }
        }
    }

    /// Until changes are recorded, a document that asks for it in so many words is told so, once.
    private func noteHistory() {
        let asked = documents.compactMap { $0.options["history"] }.filter(\.value)
        guard let first = asked.min(by: { $0.location < $1.location }) else { return }
        problems.report(
            .historyNote, "'history' is accepted, but this version records no changes yet", at: first.location)
    }
}

extension DeclaredDocument {
    /// All names of types and models.
    fileprivate var names: [String] { enums.map(\.name.value) + structs.map(\.name.value) + models.map(\.name.value) }
}
