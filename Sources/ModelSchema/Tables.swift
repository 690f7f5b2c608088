/// A table of the store as SQL sees it.
public struct TableDescription: Hashable, Sendable {
    public var name: String
    public var columns: [ColumnDescription]
    /// Indexes, triggers and what else belongs to the table, as complete statements in the order to run them.
    public var statements: [String]
    /// A join table has no row id of its own.
    public var isJoinTable: Bool
}

/// A column of a table.
public struct ColumnDescription: Hashable, Sendable {
    public var name: String
    public var type: ColumnType
    public var isNullable: Bool
    /// The table that a foreign key points at; nil for plain columns and for links that no constraint guards.
    public var references: Reference?

    public struct Reference: Hashable, Sendable {
        public var table: String
        /// What SQLite does to this row when that one goes, for writers other than the runtime.
        public var action: String
    }

    public init(name: String, type: ColumnType, isNullable: Bool, references: Reference? = nil) {
        self.name = name
        self.type = type
        self.isNullable = isNullable
        self.references = references
    }
}

extension AttributeDescription {
    /// The columns of an attribute: none for a transient one, one per leaf for a composite, else one. An optional
    /// composite has a presence column in front, which holds 1 where there is a value.
    public var columns: [ColumnDescription] {
        guard let column else { return [] }
        return Self.columns(of: type, named: column, isOptional: isOptional)
    }

    static func columns(of type: StoredType, named name: String, isOptional: Bool) -> [ColumnDescription] {
        guard case .composite(_, let fields) = type else {
            // Every type but a composite has a column type.
            return [ColumnDescription(name: name, type: type.columnType ?? .any, isNullable: isOptional)]
        }
        var columns: [ColumnDescription] = []
        if isOptional { columns.append(ColumnDescription(name: name, type: .integer, isNullable: true)) }
        for field in fields {
            for leaf in Self.columns(of: field.type, named: "\(name).\(field.name)", isOptional: field.isOptional) {
                var leaf = leaf
                if isOptional { leaf.isNullable = true }
                columns.append(leaf)
            }
        }
        return columns
    }
}

extension ModelDescription {
    /// The model's own columns, in storage order: attributes as declared, then foreign keys.
    public func ownColumns(in schema: SchemaDescription) -> [ColumnDescription] {
        ownColumns(
            in: Hierarchies(schema), Set(schema.family(of: schema.root(of: self)).flatMap { $0.unique.joined() }))
    }

    /// - Parameter uniqueMembers: Properties that stand in a constraint of any model of the hierarchy.
    func ownColumns(in schema: Hierarchies, _ uniqueMembers: Set<String>) -> [ColumnDescription] {
        let inSubclass = parent != nil
        var columns: [ColumnDescription] = []
        for attribute in attributes {
            for column in attribute.columns {
                var column = column
                // Values that move between rows are parked as NULL, and rows of other classes have none.
                if inSubclass || uniqueMembers.contains(attribute.name) { column.isNullable = true }
                columns.append(column)
            }
        }
        for relationship in orderedRelationships {
            guard case .column(let name) = relationship.storage else { continue }
            let isOneToOne = schema.inverse(of: relationship).map { !$0.isToMany } ?? false
            let isNullable =
                relationship.isOptional || inSubclass || isOneToOne || uniqueMembers.contains(relationship.name)
            columns.append(
                ColumnDescription(
                    name: name, type: .integer, isNullable: isNullable,
                    references: schema.reference(of: relationship)))
        }
        return columns
    }
}

extension SchemaDescription {
    /// All tables, join tables last, each with its indexes and triggers.
    public var tables: [TableDescription] { Hierarchies(self).tables }

    /// The relationship that looks back, found on the destination or an ancestor of it.
    public func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let name = relationship.inverse, let destination = model(named: relationship.destination) else {
            return nil
        }
        return lineage(of: destination).relationship(named: name)
    }

    /// Columns that hold a property's value, by property name; nil for what has no column in the row.
    public func columns(of property: String, in model: ModelDescription) -> [ColumnDescription]? {
        lineage(of: model).columns(of: property)
    }

    /// The names of `model` and its heirs as an SQL list, to restrict statements on a hierarchy's table.
    public func classList(of model: ModelDescription) -> String {
        family(of: model).map { SQL.literal($0.name) }.joined(separator: ", ")
    }
}
