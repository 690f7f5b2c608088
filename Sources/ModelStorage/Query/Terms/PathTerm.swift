internal import Foundation
internal import ModelSchema

/// What a key path of a sort descriptor or an aggregate leads to: a property, one through a single to-one relationship, a
/// member of a struct.
enum PathTerm {
    static func term(of keyPath: AnyKeyPath, _ entity: _$Entity, _ object: ObjectTerm) throws -> Term {
        if let property = entity.propertyByKeyPath[keyPath] { return try Members.term(of: property, in: object) }
        entity.link()
        if let path = entity.paths[keyPath] { return try term(of: path, object) }
        return try Members.member(of: object, keyPath, as: entity.type)
    }

    static func term(of path: PropertyPath, _ object: ObjectTerm) throws -> Term {
        var term = try Members.term(of: path.property, in: object)
        if let target = path.target {
            guard case .object(let next) = term else {
                throw StorageError.unsupportedSortDescriptor("\(path.property.name), \(term.kindName)")
            }
            term = try Members.term(of: target, in: next)
            // Without the object there is no value; the row that is not there has NULL.
            if next.mayBeNil, case .scalar(var scalar) = term {
                scalar.mayBeNil = true
                term = .scalar(scalar)
            }
        }
        if let member = path.member {
            guard case .composite(let composite) = term else {
                throw StorageError.unsupportedSortDescriptor("\(path.property.name), \(term.kindName)")
            }
            term = try composite.member(member)
        }
        return term
    }
}

/// Where a key path of more than one component leads.
struct PropertyPath {
    var property: Property
    /// A property of the object that ``property`` points at.
    var target: Property?
    /// A member of the struct.
    var member: String?
    /// How the values are ordered, if not as they are stored.
    var collation: LocalizedCollation?

    /// The attribute at the end.
    fileprivate var attribute: AttributeDescription? { (target ?? property).attribute }
}

/// All key paths of a model that are not in its table of properties, made when the first such key path is met.
///
/// A key path that is put together at run time equals the literal, except one through an optional relationship: those are
/// literals of generated code.
///
/// Unchecked: key paths are not `Sendable` by their type; these are made of literals and never change.
struct PropertyPaths: @unchecked Sendable {
    private var paths: [AnyKeyPath: PropertyPath] = [:]

    subscript(keyPath: AnyKeyPath) -> PropertyPath? { paths[keyPath] }

    /// The table's own key path that equals one; that one if there is none.
    func known(_ keyPath: AnyKeyPath) -> AnyKeyPath {
        paths.index(forKey: keyPath).map { paths.keys[$0] } ?? keyPath
    }

    init(of entity: _$Entity) {
        for (keyPath, property) in entity.propertyByKeyPath {
            addMembers(keyPath, PropertyPath(property: property))
            guard let destination = property.destination, !property.isToMany,
                property.relationship?.isOptional == false
            else { continue }
            for (next, target) in destination.propertyByKeyPath where target.attribute != nil {
                guard let whole = keyPath.appending(path: next) else { continue }
                let path = PropertyPath(property: property, target: target)
                paths[whole] = path
                addMembers(whole, path)
            }
        }
        for (keyPath, link, target) in entity.hops {
            guard let property = entity.propertyByName[link], let target = property.destination?.propertyByName[target]
            else { continue }
            paths[keyPath] = PropertyPath(property: property, target: target)
        }
        addOrders(entity)
    }

    private mutating func addMembers(_ keyPath: AnyKeyPath, _ path: PropertyPath) {
        guard case .composite? = path.attribute?.type, path.attribute?.isOptional == false,
            let type = Swift.type(of: keyPath).valueType as? any _$Composite.Type
        else { return }
        for member in type._$keyPaths {
            guard let whole = keyPath.appending(path: member.keyPath) else { continue }
            var path = path
            path.member = member.name
            paths[whole] = path
        }
    }

    /// The key paths that descriptors of Booleans and of text in a language's order make of others.
    private mutating func addOrders(_ entity: _$Entity) {
        let plain = paths
        for (keyPath, property) in entity.propertyByKeyPath where property.attribute != nil {
            addOrders(keyPath, PropertyPath(property: property))
        }
        for (keyPath, path) in plain { addOrders(keyPath, path) }
    }

    private mutating func addOrders(_ keyPath: AnyKeyPath, _ path: PropertyPath) {
        for (order, collation) in SortKeyPaths.orders(of: Swift.type(of: keyPath).valueType) {
            guard let whole = keyPath.appending(path: order) else { continue }
            var path = path
            path.collation = collation
            paths[whole] = path
        }
    }
}
