import ModelSchema

/// What a shipped version says beyond its shape on which the data of stores depends: which case a stored raw value means,
/// and what the way of older stores to the version keeps.
///
/// It is apart from the shape, as the fingerprint is what stores say of themselves. Files that older builds wrote lack it.
public struct LockedMeaning: Hashable, Sendable, Codable {
    public struct Enumeration: Hashable, Sendable, Codable {
        public struct Case: Hashable, Sendable, Codable {
            public var name: String
            /// As text, whatever the type.
            public var rawValue: String
        }

        public var name: String
        public var rawType: String
        public var cases: [Case]
        public var unknown: String?
    }

    public struct Migration: Hashable, Sendable, Codable {
        public var steps: [String]
        public var willMigrate: Bool
        public var didMigrate: Bool
    }

    /// By name.
    public var enums: [Enumeration]?
    /// What models, and properties as `Model.property`, were called in the version before.
    public var originalNames: [String: String]?
    public var migration: Migration?

    /// Nil where there is nothing to tell.
    public init?(_ schema: ResolvedSchema) {
        let enums = schema.enums.map(Enumeration.init).sorted { $0.name < $1.name }
        let names = schema.description.originalNames
        self.enums = enums.isEmpty ? nil : enums
        originalNames = names.isEmpty ? nil : names
        migration = schema.migration.map {
            Migration(steps: $0.steps.sorted(), willMigrate: $0.willMigrate, didMigrate: $0.didMigrate)
        }
        if self.enums == nil, originalNames == nil, migration == nil { return nil }
    }
}

extension LockedMeaning.Enumeration {
    fileprivate init(_ enumeration: ResolvedEnum) {
        name = enumeration.name
        rawType = enumeration.rawType.name
        unknown = enumeration.unknown
        cases = enumeration.cases.map { item in
            switch item.rawValue {
            case .integer(let integer): Case(name: item.name, rawValue: "\(integer)")
            case .string(let text): Case(name: item.name, rawValue: text)
            default: Case(name: item.name, rawValue: "")
            }
        }
    }

    /// The enum as it was, to be compared; nil where the file was written by a build with other types.
    fileprivate var resolved: ResolvedEnum? {
        guard let type = StoredType.scalars[rawType] else { return nil }
        var found: [ResolvedEnum.Case] = []
        for item in cases {
            guard type.integerRange != nil else {
                found.append(ResolvedEnum.Case(name: item.name, doc: nil, rawValue: .string(item.rawValue)))
                continue
            }
            guard let integer = Int128(item.rawValue) else { return nil }
            found.append(ResolvedEnum.Case(name: item.name, doc: nil, rawValue: .integer(integer)))
        }
        return ResolvedEnum(
            name: name, doc: nil, rawType: type, cases: found, unknown: unknown,
            place: Place(path: "", line: 1, column: 1))
    }
}

/// Something of a shipped version that is not as it was.
public struct LockedChange: Hashable, Sendable {
    public var message: String
    /// The model and the property, as the declaration calls them now; nil for what concerns the version as a whole.
    public var model: String?
    public var property: String?
}

extension LockFile.Version {
    /// What a declaration of the version says otherwise than what was shipped, as far as stores have to do with it.
    ///
    /// What is only added changes nothing that is stored: enum cases, names that things had, steps.
    /// - Parameter isFirst: Whether no version before it is declared: then there is nothing whose names it could tell.
    public func changes(in schema: ResolvedSchema, isFirst: Bool) -> [LockedChange] {
        var found: [LockedChange] = []
        if schema.description.fingerprint != fingerprint {
            found = SchemaDifferences(from: description, to: schema.description).changes.map {
                LockedChange(message: $0.message, model: $0.model, property: $0.property)
            }
        }
        let mapping = SchemaMapping(from: description, to: schema.description)
        let enums = (meaning?.enums ?? []).compactMap(\.resolved)
        let kinds: Set<SchemaChange.Kind> = [.caseRemoved, .caseMoved, .unknownRemoved]
        for change in EnumComparison(enums, schema.enums, mapping).changes where kinds.contains(change.kind) {
            found.append(LockedChange(message: change.message, model: change.model, property: change.property))
        }
        guard !isFirst else { return found }
        return found + lostNames(in: schema.description) + lostMigrations(in: schema.migration)
    }

    private func lostNames(in now: SchemaDescription) -> [LockedChange] {
        let told = description.originalNames.merging(meaning?.originalNames ?? [:]) { $1 }
        let names = now.originalNames
        return told.sorted { $0.key < $1.key }.compactMap { key, name in
            guard names[key] != name else { return nil }
            let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
            // What is not there any more has been told as a change of the shape.
            guard let model = now.model(named: parts[0]), parts.count == 1 || model.hasProperty(parts[1]) else {
                return nil
            }
            let lost = parts.count == 1 ? "its objects" : "what it held"
            let rest = names[key].map { "and now '\($0)'" } ?? "and does not say so any more"
            return LockedChange(
                message: "'\(key)' was called '\(name)' in the version before, \(rest): \(lost) would be lost on the "
                    + "way",
                model: parts[0], property: parts.count == 1 ? nil : parts[1])
        }
    }

    private func lostMigrations(in now: ResolvedMigration?) -> [LockedChange] {
        guard let migration = meaning?.migration else { return [] }
        let steps = Set(now?.steps ?? [])
        var lost = migration.steps.filter { !steps.contains($0) }.map { "the step of '\($0)'" }
        if migration.willMigrate, now?.willMigrate != true { lost.append("'willMigrate'") }
        if migration.didMigrate, now?.didMigrate != true { lost.append("'didMigrate'") }
        return lost.map {
            LockedChange(message: "\($0) is not among its 'migrations' any more: its code would not run", model: nil)
        }
    }
}

extension SchemaDescription {
    /// What models, and properties as `Model.property`, were called in the version before.
    fileprivate var originalNames: [String: String] {
        var names: [String: String] = [:]
        for model in models {
            names[model.name] = model.originalName
            for attribute in model.attributes { names["\(model.name).\(attribute.name)"] = attribute.originalName }
            for relationship in model.relationships {
                names["\(model.name).\(relationship.name)"] = relationship.originalName
            }
        }
        return names
    }
}

extension ModelDescription {
    fileprivate func hasProperty(_ name: String) -> Bool {
        attributes.contains { $0.name == name } || relationships.contains { $0.name == name }
    }
}

extension KeyTable {
    static let lockedMeaning = KeyTable(
        "a locked meaning",
        [
            Key("enums", .list(.object(.lockedEnumeration)), "Which case each raw value means."),
            Key("originalNames", .anything, "What things were called in the version before."),
            Key("migration", .object(.lockedMigration), "Which code runs on the way from the version before."),
        ])

    static let lockedEnumeration = KeyTable(
        "a locked enum",
        [
            Key("name", .text, isRequired: true, "Name of the enum."),
            Key("rawType", .text, isRequired: true, "Type of its raw values."),
            Key("cases", .list(.object(.lockedCase)), isRequired: true, "Its cases."),
            Key("unknown", .text, "The case to read for a raw value that no case has."),
        ])

    static let lockedCase = KeyTable(
        "a locked case",
        [
            Key("name", .text, isRequired: true, "Name of the case."),
            Key("rawValue", .text, isRequired: true, "What is stored."),
        ])

    static let lockedMigration = KeyTable(
        "a locked migration",
        [
            Key("steps", .list(.text), isRequired: true, "Models with a step."),
            Key("willMigrate", .boolean, isRequired: true, "Code runs before."),
            Key("didMigrate", .boolean, isRequired: true, "Code runs after."),
        ])
}
