/// Reads the members of an object. What is missing or has the wrong shape gives nil: the shape check has reported it.
struct ObjectReader {
    let members: [JSONMember]
    let location: Location

    init?(_ node: JSONNode) {
        guard let members = node.members else { return nil }
        self.members = members
        location = node.location
    }

    subscript(_ key: String) -> JSONNode? { members.first { $0.key == key }?.value }

    func has(_ key: String) -> Bool { self[key] != nil }

    func text(_ key: String) -> Located<String>? {
        guard let node = self[key], let text = node.text else { return nil }
        return Located(value: text, location: node.location)
    }

    func isNull(_ key: String) -> Bool {
        if case .null? = self[key]?.value { true } else { false }
    }

    func flag(_ key: String) -> Located<Bool>? {
        guard let node = self[key], case .bool(let flag) = node.value else { return nil }
        return Located(value: flag, location: node.location)
    }

    func count(_ key: String) -> Located<Int>? {
        guard let node = self[key], case .number(let number) = node.value, let integer = number.whole,
            let count = Int32(exactly: integer), count >= 0
        else { return nil }
        return Located(value: Int(count), location: node.location)
    }

    func elements(_ key: String) -> [JSONNode] { self[key]?.elements ?? [] }

    func objects(_ key: String) -> [ObjectReader] { elements(key).compactMap(ObjectReader.init) }

    func texts(_ key: String) -> [Located<String>] { elements(key).texts }

    /// Whether a key's value is to be relied on: it is there as it should be, or not there, and no other key can have meant it.
    ///
    /// - Parameter isRead: Whether the value was read, where it is there.
    func isCertain(_ key: String, in table: KeyTable, isRead: Bool) -> Bool {
        guard let member = members.first(where: { $0.key == key }) else {
            return !members.contains { table[$0.key] == nil && ShapeChecker.meant($0.key, in: table) == key }
        }
        return isRead && !member.isRepeated
    }

    /// The same for a list of objects with names.
    func isCertain(
        _ key: String, in table: KeyTable, nameKeys: [String] = ["name"], areTextsNames: Bool = false
    ) -> Bool {
        let isRead = self[key]?.elements?.allSatisfy { node in
            guard let reader = ObjectReader(node) else { return areTextsNames && node.text != nil }
            return nameKeys.contains { reader.text($0)?.value.isEmpty == false }
        }
        return isCertain(key, in: table, isRead: isRead ?? false)
    }

    /// Whether a key that the table does not know holds objects, which may be any of those that others hold.
    func hasUnknownObjects(in table: KeyTable) -> Bool {
        members.contains { member in
            guard table[member.key] == nil else { return false }
            return member.value.members?.isEmpty == false
                || member.value.elements?.contains { $0.members != nil } == true
        }
    }

    /// Whether a key that the table does not know says that a value may be missing, as a question mark would.
    var saysOptional: Bool {
        members.contains { member in
            guard case .bool(let flag) = member.value.value else { return false }
            switch member.key.lowercased() {
            case "optional", "nullable", "isoptional": return flag
            case "required", "isrequired": return !flag
            default: return false
            }
        }
    }

    /// The name, or an empty one at the object's place where there is none; nothing is registered under that.
    func name(_ key: String = "name") -> Located<String> { text(key) ?? Located(value: "", location: location) }
}

extension [JSONNode] {
    var texts: [Located<String>] {
        compactMap { node in node.text.map { Located(value: $0, location: node.location) } }
    }
}
