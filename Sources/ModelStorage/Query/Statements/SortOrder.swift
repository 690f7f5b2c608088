internal import Foundation
internal import ModelSchema

/// Sort descriptors as SQL.
enum SortOrder {
    /// Adds what the text depends on.
    static func addShape<T>(_ descriptors: [SortDescriptor<T>], _ shape: inout Shape) {
        for descriptor in descriptors {
            if let keyPath = descriptor.keyPath { shape.add(keyPath) } else { shape.add(0) }
            shape.add(descriptor.order == .forward ? 1 : 2)
            shape.add(descriptor.stringComparator.map { LocalizedSort.isLocalized($0) ? 2 : 1 } ?? 0)
        }
    }

    /// The parts of the ORDER BY. The last one is the row's id, so that the order is total (D48).
    static func keys<T: PersistentModel>(
        _ descriptors: [SortDescriptor<T>], _ object: ObjectTerm, isOverlaid: Bool
    ) throws -> [SortKey] {
        var keys: [SortKey] = []
        var direction = ""
        for descriptor in descriptors {
            direction = descriptor.order == .forward ? "" : " DESC"
            guard let keyPath = descriptor.keyPath else {
                throw StorageError.unsupportedSortDescriptor("a descriptor without a key path")
            }
            var sql = try value(of: keyPath, T.self, object)
            if let comparator = descriptor.stringComparator, LocalizedSort.isLocalized(comparator) {
                sql += " COLLATE \(LocalizedSort.collation)"
            }
            keys.append(SortKey(sql: sql + direction))
        }
        // Unsaved rows have negative ids that descend; they come after the saved ones, in order of insertion.
        if isOverlaid {
            keys.append(SortKey(sql: "\(object.key) < 0\(direction), abs(\(object.key))\(direction)"))
        } else {
            keys.append(SortKey(sql: object.key + direction))
        }
        return keys
    }

    private static func value<T: PersistentModel>(
        of keyPath: PartialKeyPath<T>, _ type: T.Type, _ object: ObjectTerm
    ) throws -> String {
        let entity = T._$entity
        var term: Term
        if let property = entity.propertyByKeyPath[keyPath] {
            term = try Members.term(of: property, in: object)
        } else if let path = entity.sortPath(keyPath) {
            term = .object(object)
            for property in path {
                guard case .object(let owner) = term else { break }
                term = try Members.term(of: property, in: owner)
            }
        } else {
            term = try Members.member(of: object, keyPath, as: T.self)
        }
        guard case .scalar(let scalar) = term else {
            throw StorageError.unsupportedSortDescriptor(
                "\(KeyPathName.describe(keyPath, in: entity)), \(term.kindName)")
        }
        return scalar.sql
    }
}
