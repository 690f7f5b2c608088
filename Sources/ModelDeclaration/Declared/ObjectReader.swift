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

    /// The name, or an empty one at the object's place where there is none; nothing is registered under that.
    func name(_ key: String = "name") -> Located<String> { text(key) ?? Located(value: "", location: location) }
}

extension [JSONNode] {
    var texts: [Located<String>] {
        compactMap { node in node.text.map { Located(value: $0, location: node.location) } }
    }
}
