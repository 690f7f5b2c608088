public import ModelDeclaration
internal import ModelSchema

/// Turns a Core Data model into declarations, one for each version.
public struct CoreDataImporter {
    private let bundle: CoreDataBundle
    private let features: Set<LanguageFeature>
    private let problems: Problems
    /// The position of `.xccurrentversion` among the documents of ``problems``, behind the versions'.
    private var currentVersionDocument: Int { bundle.versions.count }

    /// - Parameter features: The parts of the language that the declarations may use; what needs another is reported.
    public init(_ bundle: CoreDataBundle, features: Set<LanguageFeature> = .built) {
        self.bundle = bundle
        self.features = features
        problems = Problems(
            bundle.versions.map(\.document) + [bundle.currentVersion].compactMap { $0 })
    }

    public func run() -> ImportResult {
        guard !bundle.versions.isEmpty else { return ImportResult(documents: [], diagnostics: []) }
        let versions = CoreDataVersions(bundle, currentName: currentName())
        for index in versions.newer {
            problems.report(
                .importLoss,
                "\(Escaping.quoted(bundle.versions[index].name)) is newer than the current version, and left out",
                at: Location(document: index, offset: 0),
                suggestion: "make it the current version in Xcode, and import again")
        }
        let schemaName = schemaName()
        let reserved = SchemaNames.reserved(schemaName, versions.entries.map(\.version))
        // The current version first: what several versions say alike is reported once, there.
        var told: Set<String> = []
        var converted: [CoreDataVersion] = []
        for entry in versions.entries.reversed() {
            let remarks = CoreDataRemarks(problems, told: told)
            guard let model = readModel(entry.index) else { continue }
            var conversion = CoreDataConversion(
                model, name: schemaName, version: entry.version, reserved: reserved, features: features,
                remarks: remarks)
            var version = conversion.run()
            version.settleCloudKit(features: features, remarks: remarks)
            converted.append(version)
            told = remarks.told
        }
        guard !problems.hasErrors else { return ImportResult(documents: [], diagnostics: problems.diagnostics) }
        for index in converted.indices.dropLast() {
            let remarks = CoreDataRemarks(problems, told: told)
            converted[index].addOriginalNames(from: converted[index + 1], features: features, remarks: remarks)
            told = remarks.told
        }
        if let oldest = converted.last { oldest.reportRenamings(remarks: CoreDataRemarks(problems, told: told)) }
        let documents = converted.enumerated().map { position, version in
            ImportResult.Document(
                name: position == 0
                    ? "\(schemaName).model.json" : "\(schemaName)-\(version.draft.version).model.json",
                version: version.draft.version, isCurrent: position == 0, text: version.draft.text)
        }
        var result = ImportResult(documents: documents, diagnostics: problems.diagnostics)
        result.check(features: features)
        return result
    }

    /// The name of the current version, without its extension; nil where nothing says it.
    private func currentName() -> String? {
        guard let document = bundle.currentVersion else {
            if bundle.versions.count > 1 {
                problems.report(
                    .importRemark,
                    "nothing says which version is the current one: it is taken to be the one with the highest number",
                    at: Location(document: bundle.versions.count - 1, offset: 0))
            }
            return nil
        }
        guard let root = scan(document, currentVersionDocument) else { return nil }
        let list = root.children(named: "dict").first?.children ?? []
        let key = list.firstIndex { $0.name == "key" && $0.text == "_XCCurrentVersionName" }
        let suffix = ".xcdatamodel"
        if let key, key + 1 < list.count, list[key + 1].text.hasSuffix(suffix) {
            let name = String(list[key + 1].text.dropLast(suffix.count))
            if bundle.versions.contains(where: { $0.name == name }) { return name }
            problems.report(
                .importFormat, "there is no version \(Escaping.quoted(name)), which is to be the current one",
                at: list[key + 1].location,
                suggestion: Suggestions.didYouMean(name, among: bundle.versions.map(\.name)))
        } else {
            problems.report(
                .importFormat, "the current version is not named here", at: root.location,
                suggestion: "choose the current version of the model in Xcode")
        }
        return nil
    }

    private func readModel(_ index: Int) -> XMLElement? {
        guard let root = scan(bundle.versions[index].document, index) else { return nil }
        guard root.name == "model" else {
            problems.report(
                .importFormat, "this is no Core Data model: its root is <\(root.name)>, not <model>", at: root.location)
            return nil
        }
        return root
    }

    private func scan(_ document: SourceDocument, _ index: Int) -> XMLElement? {
        var scanner = XMLScanner(document.bytes, document: index)
        do {
            return try scanner.scan()
        } catch {
            problems.report(
                .importSyntax, error.message, at: Location(document: index, offset: error.offset),
                suggestion: error.suggestion)
            return nil
        }
    }

    private func schemaName() -> String {
        let name = Identifier.cleaned(bundle.name) ?? "Model"
        return ReservedNames.typeFault(name) == nil ? name : name + "Schema"
    }
}

/// Reports each thing once, also where several versions say it.
final class CoreDataRemarks {
    private let problems: Problems
    private(set) var told: Set<String>
    private let before: Set<String>

    init(_ problems: Problems, told: Set<String>) {
        self.problems = problems
        self.told = told
        before = told
    }

    func report(
        _ rule: DiagnosticRule, _ message: String, at location: Location, notes: [Problems.Note] = [],
        suggestion: Suggestion? = nil
    ) {
        // Within one version two things may be worded alike.
        guard !before.contains(message) else { return }
        told.insert(message)
        problems.report(rule, message, at: location, notes: notes, suggestion: suggestion)
    }
}
