extension StoredType {
    /// How a stored value of this type becomes one of another without loss, whatever the value.
    public enum Widening: Hashable, Sendable {
        /// What is in the column stays as it is.
        case same
        /// An integer becomes a floating-point value.
        case toReal
        /// An integer becomes an unsigned 64-bit one, which is stored with an offset.
        case toOffset
        /// An unsigned 64-bit integer becomes a decimal, or another one does.
        case toDecimal(isOffset: Bool)
    }

    /// The way from this type to another, or nil if values might be lost: then a step has to say what they become.
    public func widening(to other: StoredType) -> Widening? {
        let (from, to) = (stored, other.stored)
        if from == to { return .same }
        if let source = from.integerBits {
            if let target = to.integerBits {
                let fits =
                    source.isSigned == target.isSigned
                    ? source.count <= target.count : !source.isSigned && source.count < target.count
                guard fits else { return nil }
                return to.isOffset && !from.isOffset ? .toOffset : .same
            }
            switch to {
            case .double: return source.count <= 32 ? .toReal : nil
            case .float: return source.count <= 16 ? .toReal : nil
            case .decimal: return .toDecimal(isOffset: from.isOffset)
            default: return nil
            }
        }
        switch (from, to) {
        case (.float, .double): return .same
        case (.url, .string): return .same
        default: return nil
        }
    }

    /// What is in the column: a raw value for an enum; names of types do not matter.
    private var stored: StoredType {
        switch self {
        case .rawValue(_, let raw): raw
        case .codable: .codable(name: "")
        case .array(let element, let optional): .array(element.stored, optionalElements: optional)
        case .set(let element): .set(element.stored)
        case .dictionary(let element, let optional): .dictionary(element.stored, optionalElements: optional)
        case .composite(_, let fields):
            .composite(
                name: "",
                fields: fields.map { FieldDescription(name: $0.name, type: $0.type.stored, isOptional: $0.isOptional) })
        default: self
        }
    }

    private var integerBits: (count: Int, isSigned: Bool)? {
        switch self {
        case .int8: (8, true)
        case .int16: (16, true)
        case .int32: (32, true)
        case .int, .int64: (64, true)
        case .uint8: (8, false)
        case .uint16: (16, false)
        case .uint32: (32, false)
        case .uint, .uint64: (64, false)
        default: nil
        }
    }

    /// Stored as value − 2^63, so that the order is right.
    private var isOffset: Bool { self == .uint || self == .uint64 }

    /// The fields of a composite that goes on as another: new fields by name, with what each was.
    ///
    /// nil where a field that was there has another type that values do not fit, or one is new that has no value yet.
    public func fieldsThatGoOn(to other: StoredType) -> Bool {
        guard case .composite(_, let oldFields) = self, case .composite(_, let newFields) = other else { return false }
        return newFields.allSatisfy { field in
            guard let origin = oldFields.first(where: { $0.name == field.name }) else { return field.isOptional }
            if origin.isOptional && !field.isOptional { return false }
            if case .composite = field.type { return origin.type.fieldsThatGoOn(to: field.type) }
            return origin.type.widening(to: field.type) != nil
        }
    }

    /// Whether fields of a composite that hold values are gone in another one.
    public func losesFields(to other: StoredType) -> Bool {
        guard case .composite(_, let oldFields) = self, case .composite(_, let newFields) = other else { return false }
        return oldFields.contains { field in
            guard let successor = newFields.first(where: { $0.name == field.name }) else { return true }
            return field.type.losesFields(to: successor.type)
        }
    }

    /// What has changed of the fields of a composite that goes on as another, a phrase for each, those of composites within it
    /// by their paths; empty for other types.
    public func fieldChanges(to other: StoredType, path: String = "") -> [String] {
        switch (self, other) {
        case (.array(let before, _), .array(let now, _)), (.set(let before), .set(let now)),
            (.dictionary(let before, _), .dictionary(let now, _)):
            return before.fieldChanges(to: now, path: path)
        default: break
        }
        guard case .composite(_, let oldFields) = self, case .composite(_, let newFields) = other else { return [] }
        var found: [String] = []
        for field in newFields {
            let name = "'\(path)\(field.name)'"
            guard let origin = oldFields.first(where: { $0.name == field.name }) else {
                // What a field defaults to is for values to come: a store does not know it.
                found.append(
                    "\(name) is new"
                        + (field.isOptional ? "" : ", and values that are there need one, whatever the field's default")
                )
                continue
            }
            if case .composite = origin.type, case .composite = field.type {
                found += origin.type.fieldChanges(to: field.type, path: "\(path)\(field.name).")
            } else if origin.type.widening(to: field.type) != .same {
                let fits = origin.type.widening(to: field.type) != nil
                found.append(
                    "\(name) is \(field.type.shownName), not \(origin.type.shownName)"
                        + (fits ? "" : ": values have to be converted"))
            }
            if origin.isOptional != field.isOptional {
                found.append(
                    field.isOptional ? "\(name) is optional" : "\(name) is required: where there was none one is needed"
                )
            }
        }
        for field in oldFields where !newFields.contains(where: { $0.name == field.name }) {
            found.append("'\(path)\(field.name)' is gone, and with it its values")
        }
        return found
    }
}
