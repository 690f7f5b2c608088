internal import Foundation
internal import ModelSchema

/// What key paths lead to.
enum Members {
    /// A property of a model object.
    static func member(of object: ObjectTerm, _ keyPath: AnyKeyPath, as type: any PersistentModel.Type) throws -> Term {
        let entity = type._$entity
        if let property = entity.propertyByKeyPath[keyPath] { return try term(of: property, in: object) }
        if IdentifierKeyPaths.contain(keyPath, of: type) {
            return .scalar(object.identifier)
        }
        throw StorageError.unsupportedKeyPath(KeyPathName.describe(keyPath, in: entity))
    }

    static func term(of property: Property, in object: ObjectTerm) throws -> Term {
        switch property.kind {
        case .transient: throw StorageError.unsupportedKeyPath("\(property.entity.name).\(property.name) (transient)")
        case .attribute(let attribute): return attributeTerm(attribute, property, object)
        case .toMany: return .relation(try object.scope.lowering.relation(property, of: object))
        case .toOne(let relationship): return try target(property, relationship, object)
        }
    }

    private static func attributeTerm(_ attribute: AttributeDescription, _ property: Property, _ object: ObjectTerm)
        -> Term
    {
        // A row that is not there (`mayTrap`) has NULL in all columns, which then says nothing about the attribute.
        let mayBeNil = attribute.isOptional
        let term: Term
        if case .composite(let name, let fields) = attribute.type {
            var names = property.columnNames[...]
            let presence = mayBeNil ? names.popFirst().map(object.column) : nil
            let leaves = zip(names, CompositeLeaves.columns(of: fields)).map { name, leaf in
                Scalar(
                    sql: object.column(name), type: leaf.type, mayBeNil: leaf.isOptional, mayTrap: object.mayTrap,
                    strictness: object.strictness)
            }
            term = .composite(
                CompositeTerm(
                    name: name, fields: fields, presence: presence, mayBeNil: mayBeNil, leaves: leaves,
                    strictness: object.strictness))
        } else {
            let scalar = Scalar(
                sql: object.column(property.columnNames.first ?? ""), type: ScalarType(attribute.type) ?? .string,
                mayBeNil: mayBeNil, mayTrap: object.mayTrap && !mayBeNil, strictness: object.strictness)
            term = StoredTerm.term(scalar, attribute.type)
        }
        return mayBeNil && object.mayTrap ? guarded(term, object) : term
    }

    private static func target(
        _ property: Property, _ relationship: RelationshipDescription, _ object: ObjectTerm
    ) throws -> Term {
        guard let destination = property.destination else {
            throw StorageError.unsupportedKeyPath("\(property.entity.name).\(property.name)")
        }
        var target = ObjectTerm(
            entity: destination, key: "", scope: object.scope, mayBeNil: relationship.isOptional,
            mayTrap: object.mayTrap && !relationship.isOptional, strictness: object.strictness)
        switch relationship.storage {
        case .column(let name):
            target.key = object.column(name)
            // Without a constraint (`noAction` on the other side) the row may be gone, and the link then reads as nil.
            target.mayDangle = property.inverse?.relationship?.deleteRule == .noAction && relationship.isOptional
        case .inverseColumn(let column):
            let alias = object.scope.alias(table: destination.root.table, column: column, key: object.key)
            target.key = "\(alias).\"$id\""
            object.scope.setAlias(alias, ofKey: target.key)
        case .joinTable:
            throw StorageError.unsupportedKeyPath("\(property.entity.name).\(property.name)")
        }
        let term = Term.object(target)
        return relationship.isOptional && object.mayTrap ? guarded(term, object) : term
    }

    /// An optional of an object that was unwrapped by force: the row's absence is a trap, not nil.
    private static func guarded(_ term: Term, _ object: ObjectTerm) -> Term {
        guard let isNil = try? term.isNil(), case .leaf(let leaf) = isNil else { return term }
        let test = "CASE WHEN \(object.key) IS NOT NULL THEN \(leaf.whenTrue) END"
        return .optional(isNil: .value(test), term.unwrapped())
    }
}

/// The key paths that lead to an object's identifier.
enum IdentifierKeyPaths {
    static func contain(_ keyPath: AnyKeyPath, of type: any PersistentModel.Type) -> Bool {
        isIdentifier(keyPath, type)
    }

    private static func isIdentifier<Model: PersistentModel>(_ keyPath: AnyKeyPath, _ type: Model.Type) -> Bool {
        guard keyPath is KeyPath<Model, PersistentIdentifier> else { return false }
        // The type picks the member that PersistentModel gives, not the requirement of Identifiable: literals name that one.
        let id: KeyPath<Model, PersistentIdentifier> = \.id
        return keyPath == \Model.persistentModelID || keyPath == id
    }
}

/// Names a key path in messages.
enum KeyPathName {
    static func describe(_ keyPath: AnyKeyPath, in entity: _$Entity) -> String {
        let text = "\(keyPath)"
        if text.hasPrefix("\\"), !text.contains("<computed") { return "\(text.dropFirst())" }
        return "a key path of \(entity.name) (\(text))"
    }
}
