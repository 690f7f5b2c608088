internal import ModelSchema

/// How the columns of an attribute are filled from those it had.
struct AttributeChange {
    let before: AttributeDescription?
    let after: AttributeDescription

    init(from before: AttributeDescription?, to after: AttributeDescription) {
        self.before = before
        self.after = after
    }

    /// Rows that have no value for the attribute.
    struct Obstacle {
        /// Holds for the rows `t` that are meant.
        var condition: String
        var reason: String
    }

    /// An expression for each column, over a row `t`, and what stands in the way.
    ///
    /// - Parameter defaultValue: The expression that gives a column of the default, by its number.
    func expressions(_ defaultValue: (Int) -> String) -> (sql: [String], obstacle: Obstacle?) {
        let columns = after.columns
        let hasDefault = after.defaultKind != nil
        let defaults = columns.indices.map { hasDefault ? defaultValue($0) : "NULL" }
        guard let before, let column = before.column else {
            let obstacle =
                hasDefault || after.isOptional
                ? nil : Obstacle(condition: "1", reason: "'\(after.name)' is required and has no default")
            return (defaults, obstacle)
        }
        guard
            let values = Self.values(
                from: before.type, named: column, isOptional: before.isOptional, to: after.type,
                isOptional: after.isOptional)
        else {
            let presence = Self.presence(of: before, column)
            return (
                columns.map { _ in "NULL" },
                Obstacle(
                    condition: presence.map { "\($0) IS NOT NULL" } ?? "1",
                    reason: "'\(after.name)' is \(after.type.name) and was \(before.type.name)")
            )
        }
        guard before.isOptional, !after.isOptional, let presence = Self.presence(of: before, column) else {
            return (values, nil)
        }
        guard hasDefault else {
            return (
                values,
                Obstacle(condition: "\(presence) IS NULL", reason: "'\(after.name)' is required, and is not there")
            )
        }
        if values.count == 1, case .composite = after.type {
        } else if values.count == 1 {
            return (["coalesce(\(values[0]), \(defaults[0]))"], nil)
        }
        return (zip(values, defaults).map { "CASE WHEN \(presence) IS NULL THEN \($1) ELSE \($0) END" }, nil)
    }

    /// A column that is NULL where an optional attribute has no value.
    private static func presence(of attribute: AttributeDescription, _ column: String) -> String? {
        attribute.isOptional ? "t.\(SQL.quote(column))" : nil
    }

    /// An expression for each column of the new type; nil if values of the old one do not fit.
    private static func values(
        from old: StoredType, named column: String, isOptional wasOptional: Bool, to new: StoredType, isOptional: Bool
    ) -> [String]? {
        guard case .composite(_, let newFields) = new else {
            if case .composite = old { return nil }
            return old.widening(to: new).map { [convert("t.\(SQL.quote(column))", $0)] }
        }
        guard case .composite(_, let oldFields) = old else { return nil }
        // Whether there is a value: where there always was one, there still is.
        var values = isOptional ? [wasOptional ? "t.\(SQL.quote(column))" : "1"] : []
        for field in newFields {
            guard let origin = oldFields.first(where: { $0.name == field.name }) else {
                guard field.isOptional else { return nil }
                values += AttributeDescription(name: "", type: field.type, isOptional: true, column: "x").columns
                    .map { _ in "NULL" }
                continue
            }
            if origin.isOptional && !field.isOptional { return nil }
            guard
                let leaves = Self.values(
                    from: origin.type, named: "\(column).\(field.name)", isOptional: origin.isOptional,
                    to: field.type, isOptional: field.isOptional)
            else { return nil }
            // A field that always was there is not where the whole is not.
            let becomesPresent = field.isOptional && !origin.isOptional
            if wasOptional, becomesPresent, case .composite = field.type {
                values.append("CASE WHEN t.\(SQL.quote(column)) IS NOT NULL THEN 1 END")
                values += leaves.dropFirst()
            } else {
                values += leaves
            }
        }
        return values
    }

    private static func convert(_ value: String, _ widening: StoredType.Widening) -> String {
        switch widening {
        case .same: value
        case .toReal: "CAST(\(value) AS REAL)"
        case .toOffset: "(\(value) + (-9223372036854775807 - 1))"
        case .toDecimal(let isOffset): "\(MigrationFunctions.decimal)(\(value), \(isOffset ? 1 : 0))"
        }
    }
}

/// What a column that takes no NULL holds until a step sets it: the zero value of its type.
enum StandIn {
    static func literal(for attribute: AttributeDescription, leaf: Int) -> String {
        let types = leaves(of: attribute.type, isOptional: attribute.isOptional)
        return leaf < types.count ? literal(types[leaf]) : "NULL"
    }

    private static func leaves(of type: StoredType, isOptional: Bool) -> [StoredType] {
        guard case .composite(_, let fields) = type else { return [type] }
        return (isOptional ? [.bool] : []) + fields.flatMap { leaves(of: $0.type, isOptional: $0.isOptional) }
    }

    private static func literal(_ type: StoredType) -> String {
        switch type {
        case .uint, .uint64: "(-9223372036854775807 - 1)"
        case .float, .double, .date: "0.0"
        case .string, .url: "''"
        case .decimal: "x'02'"
        case .uuid: "zeroblob(16)"
        case .data: "x''"
        case .array, .set: "'[]'"
        case .dictionary: "'{}'"
        case .codable: "'null'"
        case .rawValue(_, let raw): literal(raw)
        default: "0"
        }
    }
}
