import CJSON

/// Builds the values of a scanned text with json-c, and gives them the scanner's places.
struct JSONBuilder {
    let bytes: [UInt8]
    let document: Int
    /// Keys that hold U+0000, at which json-c cuts them.
    private(set) var unusableKeys: [Location] = []

    init(bytes: [UInt8], document: Int) {
        self.bytes = bytes
        self.document = document
    }

    /// The values; nil if json-c refuses what the scanner took, which a test rules out.
    mutating func build(_ root: ScannedNode) -> JSONNode? {
        guard let tokener = json_tokener_new_ex(Int32(JSONScanner.depthLimit + 2)) else { return nil }
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        // A number at the top ends only where json-c sees something after it.
        var text = Array(bytes[root.range])
        text.append(0x20)
        guard let length = Int32(exactly: text.count) else { return nil }
        let object = text.withUnsafeBytes { buffer in
            json_tokener_parse_ex(tokener, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), length)
        }
        defer { json_object_put(object) }
        guard json_tokener_get_error(tokener) == json_tokener_success else { return nil }
        return node(root, object)
    }

    private mutating func node(_ scanned: ScannedNode, _ object: OpaquePointer?) -> JSONNode? {
        let location = Location(document: document, offset: scanned.range.lowerBound)
        switch scanned.kind {
        case .null:
            return JSONNode(value: .null, location: location)
        case .bool:
            guard json_object_is_type(object, json_type_boolean) != 0 else { return nil }
            return JSONNode(value: .bool(json_object_get_boolean(object) != 0), location: location)
        case .number:
            // json-c clamps integers beyond 64 bits, so the digits themselves go along.
            let text = String(decoding: bytes[scanned.range], as: UTF8.self)
            guard json_object_is_type(object, json_type_int) != 0 || json_object_is_type(object, json_type_double) != 0
            else { return nil }
            let isWhole = Int128(text) != nil
            let double = isWhole ? Double(text) : json_object_get_double(object)
            return JSONNode(
                value: .number(JSONNumber(text: text, double: double ?? .infinity)), location: location)
        case .string:
            guard json_object_is_type(object, json_type_string) != 0, let start = json_object_get_string(object) else {
                return nil
            }
            let buffer = UnsafeRawBufferPointer(start: start, count: Int(json_object_get_string_len(object)))
            return JSONNode(value: .string(String(decoding: buffer, as: UTF8.self)), location: location)
        case .array(let elements):
            guard json_object_is_type(object, json_type_array) != 0 else { return nil }
            var nodes: [JSONNode] = []
            nodes.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                if let node = node(element, json_object_array_get_idx(object, index)) { nodes.append(node) }
            }
            return JSONNode(value: .array(nodes), location: location)
        case .object(let members):
            guard json_object_is_type(object, json_type_object) != 0 else { return nil }
            var nodes: [JSONMember] = []
            nodes.reserveCapacity(members.count)
            for member in members {
                let keyLocation = Location(document: document, offset: member.keyOffset)
                guard !member.key.utf8.contains(0) else {
                    unusableKeys.append(keyLocation)
                    continue
                }
                var value: OpaquePointer?
                guard json_object_object_get_ex(object, member.key, &value) != 0 else { continue }
                // A cut key may have taken the place of this one; it is reported, and this one is left out.
                guard let node = node(member.value, value) else { continue }
                nodes.append(
                    JSONMember(
                        key: member.key, keyLocation: keyLocation, value: node, isRepeated: member.isRepeated))
            }
            return JSONNode(value: .object(nodes), location: location)
        }
    }
}
