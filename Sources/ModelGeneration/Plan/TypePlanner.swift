import ModelDeclaration
import ModelSchema

extension EnumPlan {
    init(_ declared: ResolvedEnum, names: TypeNames) {
        documentation = Literal.comment(declared.doc)
        name = names.declaration(declared.name)
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
        name = names.declaration(declared.name)
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
    /// - Parameter plan: The migration plan of the current version, where there are older ones.
    init(_ schema: ResolvedSchema, index: SchemaIndex, plan: String? = nil) {
        let names = index.names
        let description = schema.description
        name = names.versionEnum
        self.schema = description.name
        versionText = description.version.description
        nameLiteral = Literal.string(description.name)
        version =
            [description.version.major, description.version.minor, description.version.patch]
            .map { Literal.integer(Int128($0)) }.joined(separator: ", ")
        fingerprintLiteral = Literal.string(description.fingerprint)
        isLocked = schema.isLocked
        self.plan = plan
        // In the enum of the current version, the names of its own members are not the models'.
        models = schema.models.map { model in
            let name = model.description.name
            let isTaken = names.member(name) != Identifier.escape(name)
            return isTaken && !names.isFrozen ? names.alias(name) : names.expression(name)
        }

        guard !names.isFrozen else {
            aliases = names.aliased.map { Alias(name: names.alias($0), target: names.topLevel($0), memberName: nil) }
            return
        }
        let types = schema.models.map(\.description.name) + schema.enums.map(\.name) + schema.structs.map(\.name)
        let known = Set(types)
        aliases =
            types.map { Alias(name: names.alias($0), target: names.topLevel($0), memberName: names.member($0)) }
            + names.aliased.filter { !known.contains($0) }
            .map { Alias(name: names.alias($0), target: names.topLevel($0), memberName: nil) }
    }
}
