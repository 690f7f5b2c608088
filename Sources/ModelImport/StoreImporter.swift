internal import ModelDeclaration
public import ModelSchema

/// Makes the declaration of a shape that stores have and no document says any more, so that it can be an older version.
///
/// Types that only code knows, enums and types written by hand, are in stored form, as in all frozen code.
public struct StoreImporter {
    private let schema: SchemaDescription
    private let version: SchemaVersion

    /// - Parameter version: The number that the shape gets; that of the store where nil.
    public init(_ schema: SchemaDescription, as version: SchemaVersion? = nil) {
        self.schema = schema
        self.version = version ?? schema.version
    }

    public func run() -> ImportResult {
        var draft = DraftSchema(name: schema.name, version: version)
        for model in schema.models {
            draft.models.append(self.draft(model))
            for attribute in model.attributes { collect(attribute.type, &draft.structs) }
        }
        let name = "\(schema.name)-\(version).model.json"
        var result = ImportResult(
            documents: [ImportResult.Document(name: name, version: version, isCurrent: true, text: draft.text)],
            diagnostics: [])
        result.check(features: .built)
        return result
    }

    /// Whether a declaration that was made says just what the store holds; what differs, if anything.
    public func differences(of result: ImportResult) -> [String] {
        let documents = result.documents.map { SourceDocument(path: $0.name, bytes: Array($0.text.utf8)) }
        guard let made = Declarations.resolve(documents).schemas.first?.description else { return [] }
        if made.fingerprint == schema.fingerprint { return [] }
        let changes = SchemaDifferences(from: schema, to: made).changes.map(\.message)
        return changes.isEmpty ? ["something that has no name differs"] : changes
    }

    private func draft(_ model: ModelDescription) -> DraftModel {
        var draft = DraftModel(name: model.name, inherits: model.parent, isAbstract: model.isAbstract)
        if model.parent == nil, model.table != model.name { draft.table = model.table }
        for attribute in model.attributes where attribute.isStored {
            draft.attributes.append(self.draft(attribute, model))
        }
        for relationship in model.relationships {
            draft.relationships.append(
                DraftRelationship(
                    name: relationship.name, destination: relationship.destination, isToMany: relationship.isToMany,
                    isOptional: relationship.isOptional, inverse: relationship.inverse.map { .named($0) } ?? .none,
                    deleteRule: relationship.deleteRule, minCount: relationship.minimumCount,
                    maxCount: relationship.maximumCount, isOrdered: relationship.isOrdered))
        }
        draft.unique = model.unique
        for index in model.indexes {
            draft.indexes.append(
                DraftIndex(
                    index.parts.map(\.property), isDescending: index.parts.map { $0.order == .descending },
                    condition: index.condition.map { condition($0, model) }))
        }
        draft.preserved = model.preserved.filter { name in !model.attributes.contains { $0.name == name } }
        return draft
    }

    private func draft(_ attribute: AttributeDescription, _ model: ModelDescription) -> DraftAttribute {
        var draft = DraftAttribute(
            name: attribute.name, type: Self.spelled(attribute.type), isOptional: attribute.isOptional)
        if case .codable = attribute.type {
            draft.storage = [("storage", .string("codable"))]
            // A hand-written type that is required has one; frozen code never evaluates it.
            if !attribute.isOptional {
                draft.defaultValue = .object([("expression", .string("\(Self.spelled(attribute.type))()"))])
            }
        }
        if model.preserved.contains(attribute.name) { draft.flags.append("preserve") }
        if attribute.isExternal { draft.flags.append("externalStorage") }
        let standard = model.parent == nil ? attribute.name : "\(model.name).\(attribute.name)"
        if let column = attribute.column, column != standard { draft.column = column }
        return draft
    }

    /// A type in stored form.
    private static func spelled(_ type: StoredType) -> String {
        switch type {
        case .rawValue(_, let raw): raw.name
        case .array(let element, let optional): "[\(spelled(element))\(optional ? "?" : "")]"
        case .set(let element): "Set<\(spelled(element))>"
        case .dictionary(let element, let optional): "[String: \(spelled(element))\(optional ? "?" : "")]"
        default: type.name
        }
    }

    private func collect(_ type: StoredType, _ structs: inout [DraftStruct]) {
        switch type {
        case .composite(let name, let fields):
            guard !structs.contains(where: { $0.name == name }) else { return }
            for field in fields { collect(field.type, &structs) }
            structs.append(
                DraftStruct(
                    name: name,
                    fields: fields.map {
                        DraftAttribute(name: $0.name, type: Self.spelled($0.type), isOptional: $0.isOptional)
                    }))
        case .array(let element, _), .set(let element), .dictionary(let element, _): collect(element, &structs)
        default: break
        }
    }

    /// The condition of an index as declarations write it: with names of properties for those of columns.
    private func condition(_ sql: String, _ model: ModelDescription) -> String {
        var text = sql
        for owner in schema.lineage(of: model) {
            for attribute in owner.attributes {
                if let column = attribute.column {
                    text = Self.replacing(SQL.quote(column), with: attribute.name, in: text)
                }
            }
            for relationship in owner.relationships {
                if case .column(let column) = relationship.storage {
                    text = Self.replacing(SQL.quote(column), with: relationship.name, in: text)
                }
            }
        }
        for (upper, lower) in [(" IS NOT NULL", " is not null"), (" IS NULL", " is null"), (" AND ", " and ")] {
            text = Self.replacing(upper, with: lower, in: text)
        }
        return text
    }

    private static func replacing(_ part: String, with other: String, in text: String) -> String {
        var result = ""
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(part) {
                result += other
                rest = rest.dropFirst(part.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
