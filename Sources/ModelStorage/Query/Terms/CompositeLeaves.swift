internal import ModelSchema

/// The columns of a struct's members, in storage order.
enum CompositeLeaves {
    struct Leaf {
        var type: ScalarType
        var isOptional: Bool
    }

    static func columns(of fields: [FieldDescription], isOptional: Bool = false) -> [Leaf] {
        fields.flatMap { field -> [Leaf] in
            if case .composite(_, let inner) = field.type {
                let leaves = columns(of: inner, isOptional: isOptional || field.isOptional)
                return field.isOptional ? [Leaf(type: .bool, isOptional: true)] + leaves : leaves
            }
            // Collections are text, equal where the texts are.
            return [Leaf(type: ScalarType(field.type) ?? .string, isOptional: isOptional || field.isOptional)]
        }
    }

    static func count(_ field: FieldDescription) -> Int {
        guard case .composite(_, let inner) = field.type else { return 1 }
        return inner.reduce(field.isOptional ? 1 : 0) { $0 + count($1) }
    }
}

extension CompositeTerm {
    /// A member's term.
    func member(_ name: String) throws -> Term {
        var place = 0
        for field in fields {
            let count = CompositeLeaves.count(field)
            if field.name == name { return term(of: field, Array(leaves[place..<place + count])) }
            place += count
        }
        throw StorageError.unsupportedKeyPath("\(self.name).\(name)")
    }

    private func term(of field: FieldDescription, _ leaves: [Scalar]) -> Term {
        switch field.type {
        case .composite(let name, let inner):
            return .composite(
                CompositeTerm(
                    name: name, fields: inner, presence: field.isOptional ? leaves.first?.sql : nil,
                    mayBeNil: field.isOptional, leaves: field.isOptional ? Array(leaves.dropFirst()) : leaves,
                    strictness: strictness))
        default:
            var scalar = leaves[0]
            scalar.mayBeNil = field.isOptional
            scalar.strictness |= strictness
            return StoredTerm.term(scalar, field.type)
        }
    }
}

/// What a stored value is as a term.
enum StoredTerm {
    static func term(_ scalar: Scalar, _ type: StoredType) -> Term {
        guard case .collection(let kind, let element, let optional) = ElementType(type) else { return .scalar(scalar) }
        return .collection(CollectionTerm(text: scalar, kind: kind, element: element, hasOptionalElements: optional))
    }
}
