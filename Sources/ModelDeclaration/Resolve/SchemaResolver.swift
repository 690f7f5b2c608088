import ModelSchema

/// Resolves and checks the documents of one version of one schema, stage by stage. Each stage reads what those before it
/// found, and passes over what they reported.
final class SchemaResolver {
    let problems: Problems
    let features: Set<LanguageFeature>
    let documents: [DeclaredDocument]
    /// Names that documents declare which cannot be put to a schema; a reference to one is not reported.
    let strayNames: Set<String>
    /// A document could not be read at all, so that any name might be declared there.
    let isIncomplete: Bool

    var enums: [EnumNode] = []
    var structs: [StructNode] = []
    var models: [ModelNode] = []
    var enumsByName: [String: EnumNode] = [:]
    var structsByName: [String: StructNode] = [:]
    var modelsByName: [String: ModelNode] = [:]
    /// Where each type and model is declared first.
    var typePlaces: [String: Location] = [:]
    /// Names of types and models that are no identifiers; that has been reported.
    var invalidNames: [String] = []
    /// Where one chain of structs is too long, so are many that end in it.
    var isDepthReported = false
    var access = AccessLevel.internal
    var options = SchemaOptions()

    init(
        _ documents: [DeclaredDocument], problems: Problems, features: Set<LanguageFeature>, strayNames: Set<String>,
        isIncomplete: Bool
    ) {
        self.documents = documents
        self.problems = problems
        self.features = features
        self.strayNames = strayNames
        self.isIncomplete = isIncomplete
    }

    /// The schema's name and version; documents without are alone.
    var name: String { documents.first?.schema?.value ?? "" }
    var version: SchemaVersion { documents.first?.version.value ?? SchemaVersion(1, 0, 0) }
    var versionLocation: Location { documents.first?.version.location ?? Location(document: 0, offset: 0) }

    /// All stages, in order.
    func resolve() {
        settleOptions()
        registerTypes()
        resolveEnums()
        resolveStructs()
        linkParents()
        registerProperties()
        resolveAttributes()
        resolveRelationships()
        pairInverses()
        checkRequiredCycles()
        decideStorage()
        resolveConstraints()
        checkDeleteRules()
        // Where the rules are not part of this version, that has been said.
        if options.cloudKit, features.contains(.cloudKit) { checkCloudKit() }
    }

    /// Whether nothing may be said of a model or type that is not found here.
    func mayBeElsewhere(_ name: String) -> Bool {
        isIncomplete || strayNames.contains(name) || invalidNames.contains { Identifier.isMeant(by: name, $0) }
    }

    /// The same of a model alone, which may be one of those that could not be read.
    func mayBeModelElsewhere(_ name: String) -> Bool {
        mayBeElsewhere(name) || !documents.allSatisfy(\.areModelsKnown)
    }

    /// The same of an enum or struct.
    func mayBeTypeElsewhere(_ name: String) -> Bool {
        mayBeElsewhere(name) || !documents.allSatisfy(\.areTypesKnown)
    }

    /// Reports the use of a feature that is not built.
    func require(_ feature: LanguageFeature, _ detail: String, at location: Location) {
        guard !features.contains(feature) else { return }
        problems.report(.unbuilt, "\(feature.subject) (\(detail)) is not part of this version", at: location)
    }
}
