public import ModelSchema

/// Changes a declaration's text where it says its version and what things were called in the version before. All else,
/// layout included, stays as a person wrote it.
public struct DocumentEditor {
    /// A name that a model or property had in the previous version; none for one that says it is new.
    public struct OriginalName: Hashable, Sendable {
        var model: String
        var property: String?
        var name: String?
    }

    private let bytes: [UInt8]
    private let root: [ScannedMember]
    private let rootRange: Range<Int>
    /// In no order; none overlaps another.
    private var edits: [(range: Range<Int>, text: [UInt8])] = []

    /// Nil where the text is no JSON object.
    public init?(_ bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        guard let node = try? scanner.scan(), case .object(let members) = node.kind else { return nil }
        self.bytes = bytes
        root = members
        rootRange = node.range
    }

    /// The text with all changes.
    public var result: [UInt8] {
        var result: [UInt8] = []
        var position = 0
        // What is inserted at a place comes before what is removed there.
        for edit in edits.sorted(by: {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }) {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.text
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }

    public mutating func setVersion(_ version: SchemaVersion) {
        let text = Array("\"\(version)\"".utf8)
        if let member = root.first(where: { $0.key == "version" }) {
            edits.append((member.value.range, text))
            return
        }
        guard let index = root.firstIndex(where: { $0.key == "schema" }) else { return }
        // A new member begins as the one before it does: on a line of its own, or behind it.
        let end = root[index].value.range.upperBound
        let before = index == 0 ? rootRange.lowerBound + 1 : root[index - 1].value.range.upperBound + 1
        let space = bytes[before..<root[index].keyOffset].filter { $0 != UInt8(ascii: ",") }
        edits.append((end..<end, Array(",".utf8) + space + Array("\"version\": ".utf8) + text))
    }

    /// Removes what the declaration says of a migration to it, unless that is one from the given version.
    public mutating func removeMigrations(notFrom version: SchemaVersion) {
        guard let index = root.firstIndex(where: { $0.key == "migrations" }) else { return }
        guard case .array(let migrations) = root[index].value.kind else { return }
        let isKept = migrations.allSatisfy { text(of: "from", in: $0) == version.description }
        if !isKept || migrations.isEmpty { remove(index, of: root) }
    }

    /// All names of the previous version that the document tells.
    public var originalNames: Set<OriginalName> { Set(members.map(\.name)) }

    /// Removes names of the previous version, except those that an older text of the document did not tell.
    public mutating func removeOriginalNames(toldBy older: Set<OriginalName>) {
        let told = members
        // A model that was renamed since has the older text's names under its own older name.
        let renamed = Dictionary(
            told.filter { $0.name.property == nil && !older.contains($0.name) }.compactMap { member in
                member.name.name.map { (member.name.model, $0) }
            },
            uniquingKeysWith: { first, _ in first })
        for member in told {
            var name = member.name
            name.model = renamed[name.model] ?? name.model
            if older.contains(name) { remove(member.index, of: member.object) }
        }
    }

    // MARK: The text's parts

    private var members: [(name: OriginalName, index: Int, object: [ScannedMember])] {
        var found: [(name: OriginalName, index: Int, object: [ScannedMember])] = []
        func collect(_ node: ScannedNode, model: String, property: String?) {
            guard case .object(let members) = node.kind,
                let index = members.firstIndex(where: { $0.key == "originalName" })
            else { return }
            let name = text(of: members[index].value)
            if name == nil {
                guard case .null = members[index].value.kind else { return }
            }
            found.append((OriginalName(model: model, property: property, name: name), index, members))
        }
        for model in elements("models", of: root) {
            guard case .object(let members) = model.kind, let name = text(of: "name", in: model) else { continue }
            collect(model, model: name, property: nil)
            for property in elements("attributes", of: members) + elements("relationships", of: members) {
                guard let own = text(of: "name", in: property) else { continue }
                collect(property, model: name, property: own)
            }
        }
        return found
    }

    private func elements(_ key: String, of members: [ScannedMember]) -> [ScannedNode] {
        guard case .array(let elements)? = members.first(where: { $0.key == key })?.value.kind else { return [] }
        return elements
    }

    private func text(of key: String, in node: ScannedNode) -> String? {
        guard case .object(let members) = node.kind else { return nil }
        return members.first { $0.key == key }.flatMap { text(of: $0.value) }
    }

    private func text(of node: ScannedNode) -> String? {
        guard case .string = node.kind else { return nil }
        var scanner = JSONScanner(Array(bytes[node.range]))
        return try? scanner.scanString(decoding: true)
    }

    /// Removes a member with its comma and the space up to the next member, or from the one before on.
    private mutating func remove(_ index: Int, of object: [ScannedMember]) {
        if index + 1 < object.count {
            edits.append((object[index].keyOffset..<object[index + 1].keyOffset, []))
        } else if index > 0 {
            edits.append((object[index - 1].value.range.upperBound..<object[index].value.range.upperBound, []))
        } else {
            edits.append((object[index].keyOffset..<object[index].value.range.upperBound, []))
        }
    }
}
