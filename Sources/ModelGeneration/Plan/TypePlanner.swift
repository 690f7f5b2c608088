import ModelDeclaration
import ModelSchema

extension EnumPlan {
    init(_ declared: ResolvedEnum, names: TypeNames) {
        documentation = Literal.comment(declared.doc)
        name = Identifier.escape(declared.name)
        rawType = names.type(declared.rawType)
        var next: Int128 = 0
        cases = declared.cases.map { item in
            let rawValue: String?
            if item.rawValue == .string(item.name) || item.rawValue == .integer(next) {
                rawValue = nil
            } else {
                rawValue = names.literal(item.rawValue, of: declared.rawType, isOptional: false)
            }
            if case .integer(let value) = item.rawValue { next = value + 1 }
            return Case(
                documentation: Literal.comment(item.doc), name: Identifier.escape(item.name), rawValue: rawValue)
        }
        zero = Identifier.escape(declared.cases.first?.name ?? "")
        unknown = declared.unknown.map(Identifier.escape)
    }
}

extension StructPlan {
    init(_ declared: ResolvedStruct, names: TypeNames) {
        documentation = Literal.comment(declared.doc)
        name = Identifier.escape(declared.name)
        expressionName = names.expression(declared.name)
        nameLiteral = Literal.string(declared.name)
        var column = 0
        fields = declared.fields.map { field in
            let position = column == 0 ? "index" : "index + \(column)"
            column += SchemaIndex.columnCount(
                of: field.description.type, isOptional: field.description.isOptional)
            return Field(attribute: AttributePlan(field, of: declared.name, names: names), position: position)
        }
        columnCount = column
    }
}

extension VersionPlan {
    init(_ schema: ResolvedSchema, index: SchemaIndex) {
        let names = index.names
        let description = schema.description
        name = SchemaNames.versionedSchema(description.name, description.version)
        self.schema = description.name
        versionText = description.version.description
        nameLiteral = Literal.string(description.name)
        version =
            [description.version.major, description.version.minor, description.version.patch]
            .map { Literal.integer(Int128($0)) }.joined(separator: ", ")
        fingerprintLiteral = Literal.string(description.fingerprint)
        // Models that the enum has another member for have no name in it.
        let taken: Set = ["models", "versionIdentifier", name]
        models = schema.models.map { model in
            let name = model.description.name
            return taken.contains(name) ? names.alias(name) : names.expression(name)
        }

        let models = Set(schema.models.map(\.description.name))
        aliases =
            schema.models.map { model in
                let name = model.description.name
                return Alias(
                    name: names.alias(name), target: Identifier.escape(name),
                    memberName: taken.contains(name) ? nil : Identifier.escape(name))
            }
            + names.aliased.filter { !models.contains($0) }
            .map { Alias(name: names.alias($0), target: Identifier.escape($0), memberName: nil) }
    }
}
