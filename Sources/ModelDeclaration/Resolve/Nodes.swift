import ModelSchema

// What the stages of resolution work on: declared things with their references filled in, step by step.

final class EnumNode {
    let declared: DeclaredEnum
    var rawType: StoredType = .string
    var cases: [ResolvedEnum.Case] = []

    init(_ declared: DeclaredEnum) { self.declared = declared }

    var name: String { declared.name.value }
    var type: StoredType { .rawValue(name: name, raw: rawType) }
}

final class StructNode {
    enum Progress { case waiting, running, done }

    let declared: DeclaredStruct
    var progress = Progress.waiting
    /// The fields whose types are known, in order.
    var fields: [ResolvedStruct.Field] = []
    /// The type where every field's is known.
    var type: StoredType?
    /// How many columns a value takes, bounded by what a table holds.
    var columnCount = 0

    init(_ declared: DeclaredStruct) { self.declared = declared }

    var name: String { declared.name.value }
}

final class ModelNode {
    let declared: DeclaredModel
    /// Unowned, as the heirs are owned from here: the resolver holds all models.
    private(set) unowned var parent: ModelNode?
    private(set) var heirs: [ModelNode] = []
    var attributes: [AttributeNode] = []
    var relationships: [RelationshipNode] = []
    var table: String = ""
    var unique: [[String]] = []
    var indexes: [IndexDescription] = []
    var preserved: [String] = []
    /// Another model has the name, and perhaps the properties.
    var isDeclaredTwice = false

    init(_ declared: DeclaredModel) { self.declared = declared }

    var name: String { declared.name.value }

    func inherit(from parent: ModelNode) {
        self.parent = parent
        parent.heirs.append(self)
    }

    func disinherit() {
        parent?.heirs.removeAll { $0 === self }
        parent = nil
    }

    /// The model and its ancestors, the model first.
    var lineage: [ModelNode] {
        var lineage = [self]
        while let parent = lineage[lineage.count - 1].parent { lineage.append(parent) }
        return lineage
    }

    /// Whether all ancestors and their properties are there; where one is not, nothing can be said about properties that are
    /// not found.
    var isLineageKnown: Bool {
        root.declared.inherits == nil
            && lineage.allSatisfy { $0.declared.arePropertiesKnown && !$0.isDeclaredTwice }
    }

    /// Whether a property that is not found may be there, under a name that is none yet, or among what could not be read.
    func mayHave(_ property: String) -> Bool {
        !isLineageKnown || propertyNames.contains { Identifier.isMeant(by: property, $0) }
    }

    var root: ModelNode {
        var root = self
        while let parent = root.parent { root = parent }
        return root
    }

    /// The model and all that inherit from it, parents first.
    var family: [ModelNode] {
        var family = [self]
        var index = 0
        while index < family.count {
            family += family[index].heirs
            index += 1
        }
        return family
    }

    func property(named name: String) -> PropertyNode? {
        for model in lineage {
            if let attribute = model.attributes.first(where: { $0.name == name }) { return .attribute(attribute) }
            if let relationship = model.relationships.first(where: { $0.name == name }) {
                return .relationship(relationship)
            }
        }
        return nil
    }

    /// Whether no two properties have the name, which is told where they are.
    func isDeclaredOnce(_ name: String) -> Bool { propertyNames.count { $0 == name } == 1 }

    /// Names of all properties, inherited ones too, to suggest from.
    var propertyNames: [String] {
        lineage.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
    }

    /// The column of a property if nothing else is declared.
    func defaultColumn(for property: String) -> String { parent == nil ? property : "\(name).\(property)" }
}

enum PropertyNode {
    case attribute(AttributeNode)
    case relationship(RelationshipNode)

    var nameLocation: Location {
        switch self {
        case .attribute(let attribute): attribute.declared.name.location
        case .relationship(let relationship): relationship.declared.name.location
        }
    }
}

final class AttributeNode {
    let declared: DeclaredAttribute
    unowned let owner: ModelNode
    /// Nil where the declared type is none; that has been reported.
    var type: StoredType?
    var isOptional = false
    var defaultValue: DefaultValue?
    var validation: ValidationRules?
    var column: String?

    init(_ declared: DeclaredAttribute, owner: ModelNode) {
        self.declared = declared
        self.owner = owner
    }

    var name: String { declared.name.value }
    var isTransient: Bool { declared.isSet("transient") }
    var isEphemeral: Bool { declared.isSet("ephemeral") }
    var isStored: Bool { !isTransient && !isEphemeral }
    var isExternal: Bool { declared.isSet("externalStorage") }
}

final class RelationshipNode {
    let declared: DeclaredRelationship
    unowned let owner: ModelNode
    /// Nil where the declared type is no model; that has been reported.
    unowned var destination: ModelNode?
    var isToMany = false
    /// A to-one that may be nil.
    var isOptional = false
    var isOptionalToMany = false
    unowned var inverse: RelationshipNode?
    /// The declared inverse is wrong; nothing is inferred in its place.
    var isFaulty = false
    var storage: RelationshipStorage?

    init(_ declared: DeclaredRelationship, owner: ModelNode) {
        self.declared = declared
        self.owner = owner
    }

    var name: String { declared.name.value }
    var qualifiedName: String { "\(owner.name).\(name)" }
    var deleteRule: DeleteRule { declared.deleteRule?.value ?? .nullify }
    var isRequired: Bool { !isToMany && !isOptional }
    /// The foreign key of a to-one that has one.
    var column: String? {
        guard case .column(let name) = storage else { return nil }
        return name
    }
}
