internal import Foundation

/// The columns that a fetch with `propertiesToFetch` reads: links always, of the attributes those that were asked for.
struct PartialRow {
    /// By column of the entity's layout.
    let isSelected: [Bool]
    /// The attributes, as bits.
    let bits: UInt64

    /// Nil where the descriptor asks for all.
    ///
    /// - Throws: ``StorageError/unsupportedKeyPath(_:)`` for a key path that is no stored property.
    init?<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ entity: _$Entity) throws {
        if descriptor.propertiesToFetch.isEmpty { return nil }
        var wanted: Set<ObjectIdentifier> = []
        for keyPath in descriptor.propertiesToFetch {
            guard let property = entity.propertyByKeyPath[keyPath], property.column >= 0 || property.isList else {
                throw StorageError.unsupportedKeyPath(KeyPathName.describe(keyPath, in: entity))
            }
            wanted.insert(ObjectIdentifier(property))
        }
        let root: _$Entity = entity.root
        // `$id`, `$version` and, in hierarchies, `$class`.
        var isSelected = entity.layout.indices.map { $0 < (root.hierarchy.count > 1 ? 3 : 2) }
        var bits: UInt64 = 0
        var isWhole = entity.family.count == 1
        var lacksShared = false
        for other in root.hierarchy {
            for property in other.ownProperties where property.column >= 0 {
                guard property.isLink || wanted.contains(ObjectIdentifier(property)) else {
                    if entity.isKind(of: other) { isWhole = false }
                    if property.index >= 63 { lacksShared = true }
                    continue
                }
                bits |= property.bit
                for place in 0..<property.columnNames.count { isSelected[Int(property.column) + place] = true }
            }
        }
        if isWhole { return nil }
        // The last bit stands for several properties.
        if lacksShared { bits &= ~(1 << 63) }
        self.isSelected = isSelected
        self.bits = bits
    }
}
