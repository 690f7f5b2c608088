/// Parts of the declaration language that the runtime builds one by one. The front end knows them all; one that is not
/// built is refused with a message at its place, so that nothing is ignored in silence.
public enum LanguageFeature: String, CaseIterable, Sendable {
    case inheritance
    case collections
    case handWrittenTypes
    case validation
    case preservedValues
    case orderedRelationships
    case relationshipCounts
    case externalStorage
    case ephemeralAttributes
    case partialIndexes
    case ownInverses
    case severalVersions
    case originalNames
    case migrations
    case actors
    case cloudKit
    case derivedAttributes
    case spotlight
    case cloudEncryption

    /// Whether this version has it: the one place where a feature is switched on.
    public var isBuilt: Bool {
        switch self {
        case .inheritance: true
        case .collections: true
        case .handWrittenTypes: true
        case .validation: true
        case .preservedValues: true
        case .orderedRelationships: true
        case .relationshipCounts: true
        case .externalStorage: true
        case .ephemeralAttributes: true
        case .partialIndexes: true
        case .ownInverses: true
        case .severalVersions: true
        case .originalNames: true
        case .migrations: true
        case .actors: false
        case .cloudKit: true
        case .derivedAttributes: false
        case .spotlight: false
        case .cloudEncryption: false
        }
    }

    /// What messages call it, as the subject of a sentence.
    var subject: String {
        switch self {
        case .inheritance: "inheritance between models"
        case .collections: "an attribute that is a collection"
        case .handWrittenTypes: "an attribute of a hand-written type"
        case .validation: "validation"
        case .preservedValues: "preserving values of deleted objects"
        case .orderedRelationships: "an ordered relationship"
        case .relationshipCounts: "a bound on a relationship's count"
        case .externalStorage: "external storage"
        case .ephemeralAttributes: "an ephemeral attribute"
        case .partialIndexes: "a partial index"
        case .ownInverses: "a relationship that is its own inverse"
        case .severalVersions: "more than one version of a schema"
        case .originalNames: "renaming by 'originalName'"
        case .migrations: "a list of migrations"
        case .actors: "generating model actors"
        case .cloudKit: "checking CloudKit's rules"
        case .derivedAttributes: "a derived attribute"
        case .spotlight: "indexing for Spotlight"
        case .cloudEncryption: "encryption in CloudKit"
        }
    }
}

extension Set<LanguageFeature> {
    /// What this version builds.
    public static let built = Set(LanguageFeature.allCases.filter(\.isBuilt))
    /// The complete language.
    public static let all = Set(LanguageFeature.allCases)
}
