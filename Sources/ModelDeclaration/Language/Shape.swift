/// What JSON a place of a declaration takes. The parser checks it, and a JSON Schema can be written from it.
indirect enum Shape: Sendable {
    case text
    /// A text that names something new: a Swift identifier.
    case identifier
    /// `major.minor.patch`
    case version
    case boolean
    /// A whole number from zero up.
    case count
    /// One of the texts.
    case choice([String])
    case list(Shape, isEmptyAllowed: Bool = true)
    case object(KeyTable)
    /// An object whose first key, one of the tables' first keys, tells which table it follows.
    case tagged([KeyTable])
    /// Either of two, told apart by their JSON types.
    case either(Shape, Shape)
    case nullable(Shape)
    /// Any JSON, but an object with the key `expression` is one.
    case value
    /// Any JSON; what follows decides.
    case anything
}

/// The keys of a kind of object.
final class KeyTable: Sendable {
    /// What the object is, with its article.
    let noun: String
    let keys: [Key]
    let requiredKeys: [Key]
    private let keysByName: [String: Key]

    init(_ noun: String, _ keys: [Key]) {
        self.noun = noun
        self.keys = keys
        requiredKeys = keys.filter(\.isRequired)
        keysByName = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> Key? { keysByName[name] }
}

struct Key: Sendable {
    var name: String
    var shape: Shape
    var isRequired: Bool
    /// What must be built for the key to be accepted.
    var feature: LanguageFeature?
    /// What the key says, for editors.
    var summary: String

    init(
        _ name: String, _ shape: Shape, isRequired: Bool = false, feature: LanguageFeature? = nil, _ summary: String
    ) {
        self.name = name
        self.shape = shape
        self.isRequired = isRequired
        self.feature = feature
        self.summary = summary
    }
}
