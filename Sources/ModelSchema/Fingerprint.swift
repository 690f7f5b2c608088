/// FNV-1a of 128 bits (Fowler, Noll, Vo) over lines of text: tells shapes apart, does not protect against forgery.
public struct ShapeHash: Sendable {
    private var hash = UInt128(0x6c62_272e_07bb_0142) << 64 | UInt128(0x62b8_2175_6295_c58d)
    private static let prime = UInt128(1) << 88 | UInt128(0x13b)

    public init() {}

    public mutating func add(_ line: String) {
        for byte in line.utf8 { add(byte) }
        add(0x0A)
    }

    private mutating func add(_ byte: UInt8) {
        hash ^= UInt128(byte)
        hash = hash &* Self.prime
    }

    /// 32 hex digits.
    public var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }
}

extension SchemaDescription {
    /// 32 hex digits that change whenever the stored shape or a rule of it changes, and only then: docs, defaults,
    /// validation, access levels, names that things had before and the order of declarations are not in it.
    public var fingerprint: String {
        var hash = ShapeHash()
        for line in shape { hash.add(line) }
        return hash.text
    }

    /// The stored shape, a line for each fact, in an order that does not depend on the declaration's.
    var shape: [String] {
        var lines: [String] = []
        for model in models {
            var facts = ["model", model.name, model.parent ?? "", model.table]
            if model.isAbstract { facts.append("abstract") }
            lines.append(facts.shapeLine)
            for attribute in model.attributes where attribute.isStored {
                lines.append(
                    [
                        "attribute", model.name, attribute.name, attribute.type.shape, attribute.isOptional ? "?" : "",
                        attribute.column ?? "", attribute.isExternal ? "external" : "",
                    ].shapeLine)
            }
            for relationship in model.relationships {
                lines.append(
                    [
                        "relationship", model.name, relationship.name, relationship.destination,
                        relationship.isToMany ? "many" : relationship.isOptional ? "one?" : "one",
                        relationship.inverse ?? "", relationship.deleteRule.rawValue,
                        relationship.minimumCount.map(String.init) ?? "",
                        relationship.maximumCount.map(String.init) ?? "",
                        relationship.isOrdered ? "ordered" : "", relationship.storage.shape,
                    ].shapeLine)
            }
            for constraint in model.unique { lines.append((["unique", model.name] + constraint).shapeLine) }
            for index in model.indexes {
                let parts = index.parts.map { $0.order == .ascending ? $0.property : "-\($0.property)" }
                lines.append((["index", model.name, index.condition ?? ""] + parts).shapeLine)
            }
            for name in model.preserved { lines.append(["preserve", model.name, name].shapeLine) }
        }
        // Swift orders ASCII by bytes too, and does it faster.
        let isASCII = lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        return isASCII ? lines.sorted() : lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

extension [String] {
    /// Parts are joined by a control character that no name holds.
    fileprivate var shapeLine: String {
        var line = ""
        line.reserveCapacity(reduce(count) { $0 + $1.utf8.count })
        for (position, part) in enumerated() {
            if position > 0 { line += "\u{1F}" }
            line += part
        }
        return line
    }
}

extension StoredType {
    /// The type as storage sees it: names of enums and hand-written types do not matter, what is in the column does.
    fileprivate var shape: String {
        switch self {
        case .rawValue(_, let raw): raw.shape
        case .codable: "codable"
        case .composite(_, let fields):
            "{" + fields.map { "\($0.name):\($0.type.shape)\($0.isOptional ? "?" : "")" }.joined(separator: ",") + "}"
        case .array(let element, let optional): "[\(element.shape)\(optional ? "?" : "")]"
        case .set(let element): "Set<\(element.shape)>"
        case .dictionary(let element, let optional): "[String:\(element.shape)\(optional ? "?" : "")]"
        default: name
        }
    }
}

extension RelationshipStorage {
    fileprivate var shape: String {
        switch self {
        case .column(let name): "column \(name)"
        case .inverseColumn(let name): "inverse \(name)"
        case .joinTable(let name, let isSource): "join \(name) \(isSource ? "source" : "target")"
        }
    }
}
