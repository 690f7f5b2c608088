internal import Foundation
internal import ModelSchema

/// Sort descriptors as SQL.
enum SortOrder {
    /// Adds what the text depends on.
    static func addShape<T: PersistentModel>(_ descriptors: [SortDescriptor<T>], _ shape: inout Shape) {
        for descriptor in descriptors {
            switch descriptor.keyPath {
            case nil: shape.add(0)
            case let keyPath? where SortKeyPaths.isMade(keyPath):
                // A key path that is the same each time.
                shape.add(T._$entity.paths.known(keyPath))
            case let keyPath?: shape.add(keyPath)
            }
            shape.add(descriptor.order == .forward ? 1 : 2)
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
            keys.append(SortKey(sql: try value(of: keyPath, T.self, object) + direction))
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
        guard case .scalar(let scalar) = try PathTerm.term(of: keyPath, entity, object), scalar.type.isSortable else {
            throw StorageError.unsupportedSortDescriptor(KeyPathName.describe(keyPath, in: entity))
        }
        guard let collation = entity.paths[keyPath]?.collation else { return scalar.sql }
        return "\(scalar.sql) COLLATE \(collation.name)"
    }
}
