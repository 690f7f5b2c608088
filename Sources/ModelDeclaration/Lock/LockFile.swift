public import ModelSchema

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The shapes of a schema's versions that were shipped: what `<Schema>.lock.json` holds.
///
/// Stores of such a version exist, so nothing of it may change any more.
public struct LockFile: Hashable, Sendable, Codable {
    public struct Version: Hashable, Sendable, Codable {
        public var version: SchemaVersion
        public var fingerprint: String
        public var description: SchemaDescription
        /// What was declared, for the version that is the live one: when the declaration changes and only then becomes a
        /// new version, the shipped one is still there. Older versions have documents of their own.
        public var documents: [Document]?
        /// What stored values mean; nil where there is nothing to tell, and in files that older builds wrote.
        public var meaning: LockedMeaning?

        public init(_ schema: ResolvedSchema, documents: [Document]?) {
            meaning = LockedMeaning(schema)
            version = schema.description.version
            fingerprint = schema.description.fingerprint
            description = schema.description
            self.documents = documents
        }
    }

    public struct Document: Hashable, Sendable, Codable {
        /// The file's name.
        public var name: String
        public var lines: [String]

        public init(name: String, bytes: [UInt8]) {
            self.name = name
            lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }

        public var bytes: [UInt8] { Array(lines.joined(separator: "\n").utf8) }
    }

    public var schema: String
    /// From the oldest to the newest.
    public var versions: [Version]

    public init(schema: String, versions: [Version] = []) {
        self.schema = schema
        self.versions = versions
    }

    /// The file's name.
    public static func name(of schema: String) -> String { "\(schema).lock.json" }

    public subscript(version: SchemaVersion) -> Version? { versions.first { $0.version == version } }

    /// Adds versions that are not in it yet.
    ///
    /// - Parameter documents: The documents of the current version.
    /// - Returns: What was added.
    public mutating func add(_ schemas: [ResolvedSchema], documents: [Document]) -> [SchemaVersion] {
        var added: [SchemaVersion] = []
        for schema in schemas where self[schema.description.version] == nil {
            versions.append(Version(schema, documents: schema.isCurrent ? documents : nil))
            added.append(schema.description.version)
        }
        versions.sort { $0.version < $1.version }
        // Versions that have documents of their own need no copy.
        let frozen = Set(schemas.filter { !$0.isCurrent }.map(\.description.version))
        for index in versions.indices where frozen.contains(versions[index].version) { versions[index].documents = nil }
        return added
    }

    /// Takes in what versions that are in it say beyond their shape: what older builds did not write down, and what was added
    /// since, such as enum cases. Only to be asked for where nothing is said otherwise than it was.
    ///
    /// - Parameter documents: The documents of the current version: where more is known of it, they take the place of those
    ///   that are kept, which do not say it.
    /// - Returns: The versions of which something was known that is more now.
    public mutating func supplement(_ schemas: [ResolvedSchema], documents: [Document] = []) -> [SchemaVersion] {
        var extended: [SchemaVersion] = []
        for index in versions.indices {
            guard let schema = schemas.first(where: { $0.description.version == versions[index].version }) else {
                continue
            }
            let meaning = LockedMeaning(schema)
            if versions[index].meaning != meaning {
                extended.append(versions[index].version)
                if schema.isCurrent, !documents.isEmpty { versions[index].documents = documents }
            }
            versions[index].meaning = meaning
        }
        return extended
    }

    /// The file's text: the same for the same versions.
    public func text() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Nothing of it can fail to be encoded: there are no floating-point numbers.
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [0x0A]
    }
}

/// Reads a lock file as strictly as a declaration.
struct LockReader {
    let problems: Problems
    let features: Set<LanguageFeature>

    /// A lock file with the places of its versions.
    struct Located {
        var file: LockFile
        var places: [SchemaVersion: Location]
        var location: Location
    }

    /// - Parameter index: The document among those of the run.
    /// - Returns: nil where the file cannot be used, which was reported.
    func read(_ index: Int, of schema: String) -> Located? {
        let document = problems.documents[index]
        guard let root = Declarations.parse(document, index, problems) else { return nil }
        let before = problems.count
        ShapeChecker(problems: problems, features: features).check(root, .object(.lock), "the lock file")
        guard problems.count == before, let reader = ObjectReader(root) else { return nil }
        let file: LockFile
        do {
            file = try JSONDecoder().decode(LockFile.self, from: Data(document.bytes))
        } catch {
            fail("it is not what 'modelgen freeze' writes: \(Self.describe(error))", at: root.location)
            return nil
        }
        guard file.schema == schema else {
            fail(
                "it is the lock of \(Escaping.quoted(file.schema)), not of \(Escaping.quoted(schema))",
                at: root.location)
            return nil
        }
        var places: [SchemaVersion: Location] = [:]
        for (version, entry) in zip(file.versions, reader.objects("versions")) {
            let place = entry.text("version")?.location ?? entry.location
            if let first = places.updateValue(places[version.version] ?? place, forKey: version.version) {
                fail(
                    "version \(version.version) is there twice", at: place,
                    notes: [Problems.Note("it is here first", at: first)])
                return nil
            }
            guard version.description.fingerprint == version.fingerprint, version.description.name == schema,
                version.description.version == version.version
            else {
                fail("version \(version.version) is not what was locked: somebody has edited it", at: place)
                return nil
            }
        }
        return Located(file: file, places: places, location: root.location)
    }

    private func fail(_ message: String, at location: Location, notes: [Problems.Note] = []) {
        problems.report(
            .lockFile, message, at: location, notes: notes,
            suggestion: "take the file from version control, and run 'modelgen freeze'")
    }

    private static func describe(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        let (context, what): (DecodingError.Context, String) =
            switch error {
            case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, context.debugDescription)
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? what : "\(path): \(what)"
    }
}

extension KeyTable {
    static let lock = KeyTable(
        "the lock file",
        [
            Key("schema", .identifier, isRequired: true, "Name of the schema."),
            Key("versions", .list(.object(.lockedVersion)), isRequired: true, "The versions that were shipped."),
        ])

    static let lockedVersion = KeyTable(
        "a locked version",
        [
            Key("version", .version, isRequired: true, "The version."),
            Key("fingerprint", .text, isRequired: true, "Tells its shape from others."),
            Key("description", .anything, isRequired: true, "Its shape."),
            Key("documents", .list(.object(.lockedDocument)), "What was declared."),
            Key("meaning", .object(.lockedMeaning), "What stored values mean."),
        ])

    static let lockedDocument = KeyTable(
        "a locked document",
        [
            Key("name", .text, isRequired: true, "The file's name."),
            Key("lines", .list(.text), isRequired: true, "Its text."),
        ])
}
