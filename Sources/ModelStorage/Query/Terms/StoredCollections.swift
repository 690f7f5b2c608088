internal import ModelSchema

extension CollectionTerm {
    /// The type of the elements, or of a dictionary's values, as single SQL values.
    private func elementType(_ purpose: String) throws -> (type: ScalarType, kind: ElementKind) {
        guard let type = ScalarType(element), let kind = ElementKind(type) else {
            throw StorageError.unsupportedPredicate("\(purpose) on a stored collection of \(element.name)")
        }
        return (type, kind)
    }

    /// Whether a value is among the elements.
    func contains(_ value: Term) throws -> Condition {
        let (_, kind) = try elementType("contains")
        guard self.kind != .dictionary else {
            throw StorageError.unsupportedPredicate("contains on a stored dictionary")
        }
        let value = try value.isNilLiteral ? Scalar(sql: "NULL", type: .bool) : value.scalar("contains")
        if value.mayTrap || value.mayBeNaN {
            throw StorageError.unsupportedPredicate("contains on a stored collection with a computed value")
        }
        return TextCondition.call(
            "\(SQLFunction.hasElement)(\(text.sql), \(kind.rawValue), \(value.sql))", text, value)
    }

    /// The value of a dictionary's key; nil where there is none.
    func value(of key: Term) throws -> Term {
        let (type, kind) = try elementType("a subscript")
        guard self.kind == .dictionary, !hasOptionalElements else {
            throw StorageError.unsupportedPredicate("a subscript of a stored collection")
        }
        let key = try key.text("a subscript")
        return .scalar(
            Scalar(
                sql: "\(SQLFunction.value)(\(text.sql), \(kind.rawValue), \(key.sql))", type: type, mayBeNil: true,
                strictness: text.strictness))
    }
}

extension Term {
    fileprivate var isNilLiteral: Bool { if case .null = self { true } else { false } }
}
