import ModelDeclaration
import ModelSchema

extension ModelPlan {
    init(_ model: ResolvedModel, in index: SchemaIndex) {
        let names = index.names
        let description = model.description
        let ancestors = index.lineage(of: model).dropLast()
        let inherited = ancestors.flatMap { Self.properties(of: $0) }
        let own = Self.properties(of: model)

        documentation = Literal.comment(model.doc)
        name = names.declaration(description.name)
        expressionName = names.expression(description.name)
        nameLiteral = Literal.string(description.name)
        tableLiteral = Literal.string(description.table)
        superclass = description.parent.map(names.declared) ?? "ModelStorage.ModelObject"
        superclassExpression = description.parent.map(names.expression) ?? superclass
        storageModule = names.storage("")
        isRoot = description.parent == nil
        isFinal = !index.parents.contains(description.name) && !description.isAbstract
        isAbstract = description.isAbstract
        conformances = model.conformances
        schemaEnum = names.expression(names.versionEnum)

        attributes = []
        relationships = []
        var ownParameters: [ParameterPlan] = []
        var number = inherited.count
        for property in own {
            let column = index.column(of: property.name, in: model)
            switch property {
            case .attribute(let attribute):
                let plan = AttributePlan(attribute, of: description.name, index: number, column: column, names: names)
                attributes.append(plan)
                if !attribute.isTransient { ownParameters.append(plan.parameter) }
            case .relationship(let relationship):
                let plan = RelationshipPlan(
                    relationship, of: description.name, index: number, column: column, names: names)
                relationships.append(plan)
                ownParameters.append(plan.parameter)
            }
            number += 1
        }

        let inheritedParameters = ancestors.flatMap { ancestor in
            Self.properties(of: ancestor).compactMap {
                Self.parameter(of: $0, owner: ancestor.description.name, names: names)
            }
        }
        parameters = inheritedParameters + ownParameters
        superArguments = inheritedParameters.map { "\($0.label): \($0.argument)" }
        // Also the runtime's base class has one that takes nothing.
        overridesInitializer = ownParameters.isEmpty

        self.inherited = inherited.map { property in
            InheritedPlan(
                nameLiteral: Literal.string(property.name),
                keyPath: names.keyPath(property.name, of: description.name, type: property.type(names)))
        }
        hops = (inherited + own).flatMap { Self.hops($0, of: description.name, in: index) }
        unique = description.unique.map { $0.map(Literal.string) }
        indexes = description.indexes.map { index in
            IndexPlan(
                parts: index.parts.map { part in
                    let order = part.order == .descending ? ", .descending" : ""
                    return ".init(\(Literal.string(part.property))\(order))"
                }, conditionLiteral: index.condition.map(Literal.string))
        }
        preserved = description.preserved.map(Literal.string)
        originalNameLiteral = description.originalName.map(Literal.string)
    }

    /// A property as declared.
    private enum Property {
        case attribute(ResolvedAttribute)
        case relationship(ResolvedRelationship)

        var name: String {
            switch self {
            case .attribute(let attribute): attribute.description.name
            case .relationship(let relationship): relationship.description.name
            }
        }

        /// The Swift type where an expression stands.
        func type(_ names: TypeNames) -> String {
            switch self {
            case .attribute(let attribute):
                names.type(
                    attribute.description.type, isOptional: attribute.description.isOptional, inExpression: true)
            case .relationship(let relationship):
                RelationshipPlan(relationship, of: "", index: 0, column: nil, names: names).expressionType
            }
        }
    }

    /// What objects can be sorted by through an optional relationship. A path through a required one is put together by the
    /// runtime, which no optional path can be: it would not equal the literal.
    private static func hops(_ property: Property, of owner: String, in index: SchemaIndex) -> [HopPlan] {
        guard case .relationship(let relationship) = property, !relationship.description.isToMany,
            relationship.description.isOptional, let destination = index.models[relationship.description.destination]
        else { return [] }
        return index.lineage(of: destination).flatMap(\.attributes).map(\.description).compactMap { target in
            guard target.isStored, target.type.isSortable,
                let keyPath = index.names.keyPath(property.name, optional: target.name, of: owner)
            else { return nil }
            return HopPlan(
                keyPath: keyPath, linkLiteral: Literal.string(property.name), targetLiteral: Literal.string(target.name)
            )
        }
    }

    /// In the order of their numbers: attributes, then to-ones, then to-manys.
    private static func properties(of model: ResolvedModel) -> [Property] {
        model.attributes.map(Property.attribute)
            + model.relationships.filter { !$0.description.isToMany }.map(Property.relationship)
            + model.relationships.filter(\.description.isToMany).map(Property.relationship)
    }

    /// What the initializer takes for a property; nil for those that it does not take.
    private static func parameter(of property: Property, owner: String, names: TypeNames) -> ParameterPlan? {
        switch property {
        case .attribute(let attribute):
            attribute.isTransient
                ? nil : AttributePlan(attribute, of: owner, index: 0, column: nil, names: names).parameter
        case .relationship(let relationship):
            RelationshipPlan(relationship, of: owner, index: 0, column: nil, names: names).parameter
        }
    }
}

extension RelationshipPlan {
    fileprivate var expressionType: String {
        let mark = isOptional ? "?" : ""
        return form == .list ? "[\(destination)]\(mark)" : destination + mark
    }
}

extension StoredType {
    /// Whether there is an order that means something.
    fileprivate var isSortable: Bool {
        switch self {
        case .data, .codable, .composite, .array, .set, .dictionary: false
        default: true
        }
    }
}
