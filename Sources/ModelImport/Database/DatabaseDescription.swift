/// The tables of a SQLite database as its catalog has them.
public struct DatabaseDescription: Hashable, Sendable, Codable {
    public struct Table: Hashable, Sendable, Codable {
        public enum Kind: Hashable, Sendable, Codable { case table, view, virtual }

        public var name: String
        public var kind: Kind
        /// The statement that made it.
        public var sql: String
        public var columns: [Column]
        public var foreignKeys: [ForeignKey]
        /// Those that SQLite makes for constraints too.
        public var indexes: [Index]

        public init(
            name: String, kind: Kind, sql: String, columns: [Column] = [], foreignKeys: [ForeignKey] = [],
            indexes: [Index] = []
        ) {
            self.name = name
            self.kind = kind
            self.sql = sql
            self.columns = columns
            self.foreignKeys = foreignKeys
            self.indexes = indexes
        }
    }

    public struct Column: Hashable, Sendable, Codable {
        public var name: String
        /// As declared; empty where no type is.
        public var type: String
        public var isRequired: Bool
        /// SQL text of the default.
        public var defaultValue: String?
        /// The position in the primary key, from 1; 0 where it is no part of it.
        public var primaryKeyPosition: Int
        public var isGenerated: Bool
        /// What `typeof` says of the values of the first rows.
        public var storageClasses: Set<String>

        public init(
            name: String, type: String, isRequired: Bool = false, defaultValue: String? = nil,
            primaryKeyPosition: Int = 0, isGenerated: Bool = false, storageClasses: Set<String> = []
        ) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.defaultValue = defaultValue
            self.primaryKeyPosition = primaryKeyPosition
            self.isGenerated = isGenerated
            self.storageClasses = storageClasses
        }
    }

    public struct ForeignKey: Hashable, Sendable, Codable {
        public var table: String
        public var columns: [String]
        /// The columns that it points at; empty where it points at the primary key without naming it.
        public var targets: [String]
        /// SQL's words: `CASCADE`, `SET NULL`, `NO ACTION`, …
        public var onDelete: String
        /// The same for a change of the key that it points at.
        public var onUpdate: String

        public init(
            table: String, columns: [String], targets: [String] = [], onDelete: String = "NO ACTION",
            onUpdate: String = "NO ACTION"
        ) {
            self.table = table
            self.columns = columns
            self.targets = targets
            self.onDelete = onDelete
            self.onUpdate = onUpdate
        }
    }

    public struct Index: Hashable, Sendable, Codable {
        public struct Part: Hashable, Sendable, Codable {
            /// Nil for an expression.
            public var column: String?
            public var isDescending: Bool
            public var collation: String

            public init(column: String?, isDescending: Bool = false, collation: String = "BINARY") {
                self.column = column
                self.isDescending = isDescending
                self.collation = collation
            }
        }

        public var name: String
        public var isUnique: Bool
        /// Made by SQLite for the primary key.
        public var isPrimaryKey: Bool
        public var parts: [Part]
        /// The statement that made it; nil where a constraint did.
        public var sql: String?
        public var isPartial: Bool

        public init(
            name: String, isUnique: Bool, isPrimaryKey: Bool = false, parts: [Part], sql: String? = nil,
            isPartial: Bool = false
        ) {
            self.name = name
            self.isUnique = isUnique
            self.isPrimaryKey = isPrimaryKey
            self.parts = parts
            self.sql = sql
            self.isPartial = isPartial
        }
    }

    /// The name of the file without its extension.
    public var name: String
    /// How messages name the file.
    public var path: String
    public var tables: [Table]
    /// Triggers by name, with their statements.
    public var triggers: [String: String]

    public init(name: String, path: String, tables: [Table], triggers: [String: String] = [:]) {
        self.name = name
        self.path = path
        self.tables = tables
        self.triggers = triggers
    }
}
