internal import ModelDeclaration
internal import ModelSchema

/// Puts the versions of a model in order and gives them numbers.
///
/// Core Data's versions have names only. Numbers at the ends of the names say the order, as Xcode gives them: `Trips`,
/// `Trips 2`, `Trips 3`, or `Trips2.14`.
struct CoreDataVersions {
    struct Entry {
        var index: Int
        var version: SchemaVersion
    }

    /// From the oldest to the current one.
    private(set) var entries: [Entry] = []
    /// Versions that are newer than the current one.
    private(set) var newer: [Int] = []

    init(_ bundle: CoreDataBundle, currentName: String?) {
        let numbers = bundle.versions.map { Self.number(atEndOf: $0.name) }
        let order = bundle.versions.indices.sorted { left, right in
            let (one, other) = (numbers[left] ?? [], numbers[right] ?? [])
            if one != other { return one.lexicographicallyPrecedes(other) }
            return bundle.versions[left].name.utf8.lexicographicallyPrecedes(bundle.versions[right].name.utf8)
        }
        let current = order.firstIndex { bundle.versions[$0].name == currentName } ?? order.count - 1
        newer = Array(order.dropFirst(current + 1))
        let shown = order.prefix(current + 1)
        // A name without a number is the first version; its number must then be below all others.
        var versions = shown.map { index -> SchemaVersion? in
            guard let parts = numbers[index] else { return SchemaVersion(1, 0, 0) }
            guard parts.count <= 3 else { return nil }
            let padded = parts + [0, 0]
            return SchemaVersion(padded[0], padded[1], padded[2])
        }
        let isAscending = zip(versions, versions.dropFirst()).allSatisfy { old, new in
            guard let old, let new else { return false }
            return old < new
        }
        if !isAscending || versions.contains(nil) {
            versions = shown.indices.map { SchemaVersion($0 + 1, 0, 0) }
        }
        entries = zip(shown, versions).compactMap { index, version in version.map { Entry(index: index, version: $0) } }
    }

    /// The number that a name ends with, in parts; nil where it ends with none.
    private static func number(atEndOf name: String) -> [Int]? {
        let digits = name.utf8.reversed().prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }.reversed()
        let parts = String(decoding: digits, as: UTF8.self).split(separator: ".")
        let numbers = parts.compactMap { $0.utf8.count <= 9 ? Int($0) : nil }
        return numbers.isEmpty || numbers.count < parts.count ? nil : numbers
    }
}
