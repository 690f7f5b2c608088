import ModelDeclaration
import ModelSchema

extension TypeNames {
    /// A default as an expression of its type. Expressions are not written where they are used: they stand in a function
    /// of their own, since a default argument could not show the compiler where the text comes from.
    func literal(_ value: DefaultValue, of type: StoredType, isOptional: Bool) -> String {
        switch value {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value):
            type == .decimal ? decimal(String(value)) : Literal.integer(value)
        case .double(let value): type == .decimal ? decimal(value.description) : Literal.double(value)
        case .decimal(let digits): type == .decimal ? decimal(digits) : digits
        case .string(let text): Literal.string(text)
        case .date(let seconds):
            foundation("Date(timeIntervalSinceReferenceDate: \(Literal.double(seconds)))")
        case .data(let bytes): storage("_$data(\(Literal.string(Base64.encode(bytes))))")
        case .uuid(let text): storage("_$uuid(\(Literal.string(text)))")
        case .url(let text): storage("_$url(\(Literal.string(text)))")
        case .enumCase(let name): enumCase(name, of: type, isOptional: isOptional)
        case .composite(let members): composite(members, of: type)
        case .array(let elements): array(elements, of: type)
        case .dictionary(let members): dictionary(members, of: type)
        case .expression(let text, _): "(\(text))"
        }
    }

    private func decimal(_ digits: String) -> String { storage("_$decimal(\(Literal.string(digits)))") }

    private func enumCase(_ name: String, of type: StoredType, isOptional: Bool) -> String {
        let escaped = Identifier.escape(name)
        guard Identifier.isShadowedAfterType(name) else { return "\(self.type(type, inExpression: true)).\(escaped)" }
        return isOptional ? ".some(.\(escaped))" : ".\(escaped)"
    }

    private func composite(_ members: [DefaultValue.Member], of type: StoredType) -> String {
        guard case .composite(let name, let fields) = type else { return "nil" }
        let arguments = members.compactMap { member in
            fields.first { $0.name == member.name }.map { field in
                "\(Identifier.label(member.name)): "
                    + literal(member.value, of: field.type, isOptional: field.isOptional)
            }
        }
        return "\(expression(name))(\(arguments.joined(separator: ", ")))"
    }

    private func array(_ elements: [DefaultValue], of type: StoredType) -> String {
        let (element, isOptional) =
            switch type {
            case .array(let element, let optional): (element, optional)
            case .set(let element): (element, false)
            default: (type, false)
            }
        return "[\(elements.map { literal($0, of: element, isOptional: isOptional) }.joined(separator: ", "))]"
    }

    private func dictionary(_ members: [DefaultValue.Member], of type: StoredType) -> String {
        guard case .dictionary(let element, let isOptional) = type, !members.isEmpty else { return "[:]" }
        let pairs = members.map {
            "\(Literal.string($0.name)): \(literal($0.value, of: element, isOptional: isOptional))"
        }
        return "[\(pairs.joined(separator: ", "))]"
    }
}

/// Bytes as base64 (RFC 4648).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let group = bytes[index..<min(index + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(3 - group.count) * 8
            for digit in 0..<4 {
                let isPadding = digit > group.count
                encoded.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)])
            }
            index += 3
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
