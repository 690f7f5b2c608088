public import ModelDeclaration
internal import ModelSchema

/// Turns the tables of a database into a declaration.
///
/// Rows become objects, foreign keys relationships with inverses, and tables that only join two others many-to-many
/// relationships. Names become Swift's, with the database's own beside them; what was guessed is told.
public struct DatabaseImporter {
    let database: DatabaseDescription
    let features: Set<LanguageFeature>
    /// The statements of the schema: what messages show.
    public let source: SourceDocument
    let problems: Problems
    private let places: [String: Range<Int>]

    public init(_ database: DatabaseDescription, features: Set<LanguageFeature> = .built) {
        self.database = database
        self.features = features
        var bytes: [UInt8] = []
        var places: [String: Range<Int>] = [:]
        let statements =
            database.tables.map { ($0.name, $0.sql) }
            + database.tables.flatMap { $0.indexes.map { ($0.name, $0.sql ?? "") } }
            + database.triggers.sorted { $0.key < $1.key }
        for (name, sql) in statements where !sql.isEmpty {
            let start = bytes.count
            bytes += sql.utf8
            places[name] = start..<bytes.count
            bytes += ";\n".utf8
        }
        source = SourceDocument(path: database.path, bytes: bytes)
        self.places = places
        problems = Problems([source])
    }

    public func run() -> ImportResult {
        guard !database.tables.contains(where: { $0.columns.contains { $0.name == "$id" } }) else {
            problems.report(
                .importFormat, "the database is a store of modelgen's own runtime", at: place(of: nil),
                suggestion: "go on from the declarations that it was made from")
            return ImportResult(documents: [], diagnostics: problems.diagnostics)
        }
        if database.tables.contains(where: { $0.name == "Z_METADATA" }) {
            problems.report(
                .importRemark, "the database is a store of Core Data, whose tables say less than its model",
                at: place(of: "Z_METADATA"), suggestion: "modelgen import coredata reads the model")
        }
        var conversion = DatabaseConversion(self)
        let draft = conversion.run()
        guard !problems.hasErrors else { return ImportResult(documents: [], diagnostics: problems.diagnostics) }
        var result = ImportResult(
            documents: [
                .init(name: "\(draft.name).model.json", version: draft.version, isCurrent: true, text: draft.text)
            ], diagnostics: problems.diagnostics)
        result.check(features: features)
        return result
    }

    /// The statement that made a table, index or trigger, or where a name stands in it.
    func place(of name: String?, _ part: String? = nil) -> Location {
        guard let name, let range = places[name] else { return Location(document: 0, offset: 0) }
        guard let part, !part.isEmpty else { return Location(document: 0, offset: range.lowerBound) }
        let text = Array(part.utf8)
        var index = range.lowerBound
        while index + text.count <= range.upperBound {
            let isWord = { (position: Int) in
                range.contains(position)
                    && (source.bytes[position] >= 0x80 || source.bytes[position] == UInt8(ascii: "_")
                        || Unicode.Scalar(source.bytes[position]).properties.isAlphabetic
                        || (0x30...0x39).contains(source.bytes[position]))
            }
            if source.bytes[index..<(index + text.count)].elementsEqual(text), !isWord(index - 1),
                !isWord(index + text.count)
            {
                return Location(document: 0, offset: index)
            }
            index += 1
        }
        return Location(document: 0, offset: range.lowerBound)
    }
}
