import ModelDeclaration
import ModelSchema

extension AttributePlan {
    /// - Parameters:
    ///   - owner: The model or struct as it is declared.
    ///   - index: The property's number, inherited ones counted.
    init(_ attribute: ResolvedAttribute, of owner: String, index: Int, column: Int?, names: TypeNames) {
        let description = attribute.description
        self.init(
            name: description.name, type: description.type, isOptional: description.isOptional, doc: attribute.doc,
            defaultValue: attribute.defaultValue, of: owner, names: names)
        self.index = index
        mask = Literal.mask(propertyBit(index))
        self.column = column
        columnLiteral = description.column.map(Literal.string)
        isTransient = attribute.isTransient
        isEphemeral = attribute.isEphemeral
        isExternal = description.isExternal
        originalNameLiteral = description.originalName.map(Literal.string)
        validation = description.validation.flatMap(Self.rules)
        // Optional ones are nil without a word; the checks have seen to it that all others have a default.
        // Frozen code does not know the expression, so whoever makes an object says the value.
        if names.isFrozen, description.defaultKind == .expression, attribute.defaultValue == nil {
            parameter.defaultValue = nil
        }
        defaultKind = description.defaultKind?.rawValue
        if defaultKind != nil, let value = parameter.defaultValue {
            boundDefault = stored.accessorType.isEmpty ? value : "\(value) as \(type)"
        }
        if column == nil { initialValue = parameter.defaultValue ?? "nil" }
    }

    init(_ field: ResolvedStruct.Field, of owner: String, names: TypeNames) {
        let description = field.description
        self.init(
            name: description.name, type: description.type, isOptional: description.isOptional, doc: field.doc,
            defaultValue: field.defaultValue, of: owner, names: names)
    }

    private init(
        name: String, type: StoredType, isOptional: Bool, doc: String?, defaultValue: DefaultValue?, of owner: String,
        names: TypeNames
    ) {
        self.documentation = Literal.comment(doc)
        self.name = Identifier.escape(name)
        nameLiteral = Literal.string(name)
        self.type = names.type(type, isOptional: isOptional)
        storage = "_$_\(name)"
        stored = StoredTypePlan(type, isOptional: isOptional, names: names)
        self.isOptional = isOptional
        keyPath = names.keyPath(
            name, of: owner, type: names.type(type, isOptional: isOptional, inExpression: true))
        index = 0
        mask = ""
        isTransient = false
        isEphemeral = false
        isExternal = false

        var value = defaultValue.map { names.literal($0, of: type, isOptional: isOptional) }
        if case .expression(_, let place)? = defaultValue, let expression = value {
            let function = "_$default_\(name)"
            value = "\(names.expression(owner)).\(function)()"
            defaultFunction = DefaultFunctionPlan(
                name: function, type: self.type, expression: expression, pathLiteral: Literal.string(place.path),
                line: place.line)
        }
        parameter = ParameterPlan(
            parameter: Identifier.parameter(name), label: Identifier.label(name), argument: Identifier.argument(name),
            type: self.type, defaultValue: value ?? (isOptional ? "nil" : nil))
        // The checks have seen to it that there is a default: placeholders read as it.
        if !isOptional, names.isHandWritten(type), let value { stored.accessorType += ", zero: \(value)" }
    }

    private static func rules(_ rules: ValidationRules) -> String? {
        var arguments: [String] = []
        if let min = rules.min { arguments.append("min: \(Literal.string(min))") }
        if let max = rules.max { arguments.append("max: \(Literal.string(max))") }
        if let length = rules.minLength { arguments.append("minLength: \(Literal.integer(Int128(length)))") }
        if let length = rules.maxLength { arguments.append("maxLength: \(Literal.integer(Int128(length)))") }
        if let pattern = rules.pattern { arguments.append("pattern: \(Literal.string(pattern))") }
        return arguments.isEmpty ? nil : arguments.joined(separator: ", ")
    }
}

/// The bit of a property in the masks of changes: properties from the 64th on share the last one.
func propertyBit(_ index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }

extension RelationshipPlan {
    init(_ relationship: ResolvedRelationship, of owner: String, index: Int, column: Int?, names: TypeNames) {
        let description = relationship.description
        let destination = names.declared(description.destination)
        documentation = Literal.comment(relationship.doc)
        name = Identifier.escape(description.name)
        nameLiteral = Literal.string(description.name)
        isOptional = description.isToMany ? relationship.isOptionalToMany : description.isOptional
        let mark = isOptional ? "?" : ""
        type = description.isToMany ? "[\(destination)]\(mark)" : destination + mark
        self.destination = names.expression(description.destination)
        destinationLiteral = Literal.string(description.destination)
        storage = "_$_\(description.name)"
        self.index = index
        mask = Literal.mask(propertyBit(index))
        self.column = column
        form = description.isToMany ? .list : column == nil ? .single : .link
        let defaultValue = isOptional ? "nil" : description.isToMany ? "[]" : nil
        parameter = ParameterPlan(
            parameter: Identifier.parameter(description.name), label: Identifier.label(description.name),
            argument: Identifier.argument(description.name), type: type, defaultValue: defaultValue)
        keyPath = names.keyPath(
            description.name, of: owner,
            type: description.isToMany ? "[\(self.destination)]\(mark)" : self.destination + mark)
        self.description = Self.arguments(description)
    }

    private static func arguments(_ description: RelationshipDescription) -> [String] {
        var arguments: [String] = []
        if !description.isToMany && description.isOptional { arguments.append("isOptional: true") }
        if let inverse = description.inverse { arguments.append("inverse: \(Literal.string(inverse))") }
        if description.deleteRule != .nullify { arguments.append("rule: .\(description.deleteRule.rawValue)") }
        if let count = description.minimumCount { arguments.append("minimumCount: \(Literal.integer(Int128(count)))") }
        if let count = description.maximumCount { arguments.append("maximumCount: \(Literal.integer(Int128(count)))") }
        if description.isOrdered { arguments.append("isOrdered: true") }
        if let name = description.originalName { arguments.append("originalName: \(Literal.string(name))") }
        let storage =
            switch description.storage {
            case .column(let name): ".column(\(Literal.string(name)))"
            case .inverseColumn(let name): ".inverseColumn(\(Literal.string(name)))"
            case .joinTable(let name, let isSource): ".joinTable(\(Literal.string(name)), isSource: \(isSource))"
            }
        arguments.append("storage: \(storage)")
        return arguments
    }
}
