internal import Foundation
internal import ModelDeclaration
internal import ModelSchema
internal import ModelStorage

/// Constant defaults of declarations, bound as generated code would bind them.
struct DeclaredDefaults: Sendable {
    private struct Key: Hashable {
        var model: String
        var property: String
        var version: SchemaVersion
    }

    private struct Default {
        var value: DefaultValue
        var type: StoredType
        var isOptional: Bool
    }

    private var defaults: [Key: Default] = [:]
    /// Fields of structs and raw values of cases, by version: what a default leaves out or names.
    private var schemas: [SchemaVersion: ResolvedSchema] = [:]

    init(_ schemas: [ResolvedSchema]) {
        for schema in schemas {
            let version = schema.description.version
            self.schemas[version] = schema
            for model in schema.models {
                for lineage in schema.description.lineage(of: model.description) {
                    guard let owner = schema.models.first(where: { $0.description.name == lineage.name }) else {
                        continue
                    }
                    for attribute in owner.attributes {
                        guard let value = attribute.defaultValue else { continue }
                        let key = Key(
                            model: model.description.name, property: attribute.description.name, version: version)
                        defaults[key] = Default(
                            value: value, type: attribute.description.type, isOptional: attribute.description.isOptional
                        )
                    }
                }
            }
        }
    }

    /// Binds the columns of a default; false where it is an expression, or something that only code can write.
    func bind(_ binder: _$Binder, _ model: String, _ property: String, _ version: SchemaVersion) -> Bool {
        guard let found = defaults[Key(model: model, property: property, version: version)] else { return false }
        return DefaultWriter(binder: binder, schema: schemas[version])
            .write(found.value, found.type, isOptional: found.isOptional)
    }
}

private struct DefaultWriter {
    let binder: _$Binder
    let schema: ResolvedSchema?

    func write(_ value: DefaultValue, _ type: StoredType, isOptional: Bool) -> Bool {
        if case .composite(let name, let fields) = type {
            return writeComposite(value, name, fields, isOptional: isOptional)
        }
        switch (value, type) {
        case (.null, _): binder.null()
        case (.bool(let value), .bool): binder.bool(value)
        case (.integer(let value), .uint), (.integer(let value), .uint64):
            guard let value = UInt64(exactly: value) else { return false }
            binder.uint64(value)
        case (.integer(let value), .float), (.integer(let value), .double): binder.double(Double(value))
        case (.double(let value), .float): binder.float(Float(value))
        case (.double(let value), .double): binder.double(value)
        case (.integer, .decimal), (.double, .decimal), (.decimal, .decimal):
            guard let decimal = value.decimal else { return false }
            binder.decimal(decimal)
        case (.integer(let value), _) where type.columnType == .integer:
            guard let value = Int64(exactly: value) else { return false }
            binder.int64(value)
        case (.string(let value), .string): binder.string(value)
        case (.date(let value), .date): binder.double(value)
        case (.data(let value), .data): binder.data(Data(value))
        case (.uuid(let value), .uuid):
            guard let uuid = UUID(uuidString: value) else { return false }
            binder.uuid(uuid)
        case (.url(let value), .url):
            guard let url = URL(string: value) else { return false }
            binder.url(url)
        case (.enumCase(let name), .rawValue(let type, let raw)):
            guard let value = schema?.rawValue(of: name, in: type) else { return false }
            return write(value, raw, isOptional: false)
        case (.array, .array), (.array, .set), (.dictionary, .dictionary):
            guard let collection = DeclaredElement(value, type, in: schema) else { return false }
            binder.collection(collection)
        default: return false
        }
        return true
    }

    private func writeComposite(
        _ value: DefaultValue, _ name: String, _ fields: [FieldDescription], isOptional: Bool
    ) -> Bool {
        guard case .composite(let members) = value else {
            guard value == .null, isOptional else { return false }
            let attribute = AttributeDescription(
                name: "", type: .composite(name: name, fields: fields), isOptional: true, column: "x")
            for _ in attribute.columns { binder.null() }
            return true
        }
        if isOptional { binder.bool(true) }
        let declared = schema?.structs.first { $0.name == name }?.fields ?? []
        for field in fields {
            let given = members.first { $0.name == field.name }?.value
            let standard = declared.first { $0.description.name == field.name }?.defaultValue
            guard let value = given ?? standard ?? (field.isOptional ? .null : nil),
                write(value, field.type, isOptional: field.isOptional)
            else { return false }
        }
        return true
    }
}
