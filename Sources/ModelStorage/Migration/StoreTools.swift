internal import CSQLite
internal import Foundation
package import ModelSchema

/// What command-line tools do with stores whose models they know from declarations only.
package struct StoreTools {
    package let path: String

    package init(path: String) { self.path = path }

    /// A schema as it is declared.
    package struct DeclaredSchema: Hashable, Sendable {
        /// From the oldest to the current one; never empty.
        package let versions: [SchemaDescription]
        /// Versions that were shipped: their shape cannot change.
        package let locked: Set<SchemaVersion>
        package let current: SchemaDescription

        /// - Returns: nil without versions.
        package init?(_ versions: [SchemaDescription], locked: Set<SchemaVersion> = []) {
            guard let current = versions.last else { return nil }
            self.versions = versions
            self.locked = locked
            self.current = current
        }
    }

    // MARK: Looking

    /// Something about a store that is not as its declaration says.
    package struct Finding: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The declaration has a schema that the store does not hold.
            case schemaMissing
            case olderVersion, newerVersion
            /// The store's version has the number of a declared one and another shape, which may still change.
            case otherShape
            /// The same of a version that was shipped: no program opens the store.
            case lockedShape
            /// No declaration has the store's version: no program opens the store.
            case unknownVersion
            /// Tables, indexes or triggers are not as the store says of itself.
            case objectMissing, objectChanged
            /// Others have added something; nothing is wrong with that.
            case objectAdded
            /// The file is damaged.
            case damaged
            case danglingLink
            /// A required property has no value.
            case valueMissing
            /// A value is none of its property's type.
            case valueUnreadable
        }

        package var kind: Kind
        package var schema: String?
        package var message: String
        /// What to do about it.
        package var remedy: String
        /// Whether it has to be dealt with.
        package var isProblem: Bool { kind != .objectAdded }
    }

    /// What the store says of the schemas it holds.
    package func schemas() throws -> [SchemaDescription] {
        let connection = try inspector()
        return try Self.names(on: connection).compactMap {
            try StoreMetadata.schema(named: $0, on: connection)?.description()
        }
    }

    func inspector() throws -> Connection {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StorageError.cannotOpen(path: path, reason: "there is no such file")
        }
        let connection: Connection
        do {
            connection = try StoreOpening.inspector(path)
        } catch let error as StorageError {
            guard let code = error.sqliteCode, code & 0xFF == SQLITE_NOTADB || code & 0xFF == SQLITE_CORRUPT else {
                throw error.classified
            }
            throw StorageError.foreignStore(path: path, reason: error.description)
        }
        try StoreMetadata.checkHeader(on: connection)
        return connection
    }

    private static func names(on connection: Connection) throws -> [String] {
        let statement = try connection.prepare("SELECT \"name\" FROM \"$schemas\" ORDER BY \"name\"")
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }

    /// Compares a store with its declarations, and with what it says of itself. Nothing is changed.
    ///
    package func verify(against schemas: [DeclaredSchema]) throws -> [Finding] {
        let connection = try inspector()
        var findings: [Finding] = []
        for schema in schemas { findings += try compare(schema, on: connection) }
        var held: [SchemaDescription] = []
        for name in try Self.names(on: connection) {
            if let stored = try StoreMetadata.schema(named: name, on: connection) {
                held.append(try stored.description())
            }
        }
        findings += try compareTables(held, on: connection)
        let isIntact = try checkIntegrity(on: connection, &findings)
        if isIntact, !findings.contains(where: { $0.kind == .objectMissing || $0.kind == .objectChanged }) {
            for schema in held { try checkValues(schema, on: connection, &findings) }
            try checkLinks(on: connection, &findings)
        }
        return findings
    }

    private func compare(_ declared: DeclaredSchema, on connection: Connection) throws -> [Finding] {
        let schema = declared.current
        func finding(_ kind: Finding.Kind, _ message: String, _ remedy: String) -> Finding {
            Finding(kind: kind, schema: schema.name, message: message, remedy: remedy)
        }
        guard let stored = try StoreMetadata.schema(named: schema.name, on: connection) else {
            return [
                finding(
                    .schemaMissing, "the store does not hold schema '\(schema.name)'",
                    "a container that is asked for its models adds it")
            ]
        }
        let place =
            "the store is at version \(stored.version) of '\(schema.name)', the declaration at \(schema.version)"
        if stored.version > schema.version {
            return [
                finding(
                    .newerVersion, place, "use the newer declaration: no program of this version opens the store")
            ]
        }
        if stored.version == schema.version, stored.fingerprint == schema.fingerprint { return [] }
        if let index = stored.index(in: declared.versions) {
            let shape = declared.versions[index].version
            return [
                finding(
                    .olderVersion,
                    shape == stored.version ? place : "\(place); its shape is that of version \(shape)",
                    "a program of version \(schema.version) migrates it when it opens it, or 'modelgen migrate' does")
            ]
        }
        let itself =
            "'modelgen import store --version V' writes its shape as an older version of its own, and the way on is known"
        guard let same = declared.versions.first(where: { $0.version == stored.version }) else {
            return [
                finding(
                    .unknownVersion,
                    "the store is at version \(stored.version) of '\(schema.name)', which no declaration has",
                    "add that version's declaration; where nobody has it, \(itself)")
            ]
        }
        let differences = SchemaDifferences(from: try stored.description(), to: same).changes.map(\.message)
        let list = differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")
        let message = "the store has another shape of version \(same.version) of '\(schema.name)'\(list)"
        if declared.locked.contains(same.version) {
            return [
                finding(
                    .lockedShape, message,
                    "\(StorageError.frozen(same.version)): no program opens the store; \(itself)")
            ]
        }
        return [
            finding(
                .otherShape, message,
                "version \(same.version) is not frozen: the store follows when a program opens it, or with 'modelgen migrate'"
            )
        ]
    }

    /// The file's tables, indexes and triggers against the store's own description.
    private func compareTables(_ schemas: [SchemaDescription], on connection: Connection) throws -> [Finding] {
        var present: [String: String] = [:]
        let statement = try connection.prepare(
            "SELECT \"type\" || ' ' || \"name\", \"sql\" FROM sqlite_schema WHERE \"sql\" IS NOT NULL ORDER BY 1")
        var order: [String] = []
        while try statement.step() {
            present[statement.text(0)] = statement.text(1)
            order.append(statement.text(0))
        }
        var known: Set<String> = ["table $metadata", "table $schemas"]
        var findings: [Finding] = []
        let remedy = "another tool did that: undo it there, or restore a backup; 'modelgen schema' shows the statement"
        for schema in schemas {
            for sql in schema.statements {
                let name = Self.object(of: sql)
                known.insert(name)
                guard let found = present[name] else {
                    findings.append(
                        Finding(
                            kind: .objectMissing, schema: schema.name, message: "there is no \(name)", remedy: remedy))
                    continue
                }
                if found != sql {
                    let columns = try changedColumns(name, schema, on: connection)
                    findings.append(
                        Finding(
                            kind: .objectChanged, schema: schema.name,
                            message: "\(name) is not as it was made\(columns)",
                            remedy: remedy))
                }
            }
        }
        for name in order where !known.contains(name) {
            findings.append(
                Finding(
                    kind: .objectAdded, schema: nil, message: "another tool made \(name)",
                    remedy: "nothing has to be done"))
        }
        return findings
    }

    private func changedColumns(_ object: String, _ schema: SchemaDescription, on connection: Connection) throws
        -> String
    {
        guard let table = schema.tables.first(where: { "table \($0.name)" == object }) else { return "" }
        let statement = try connection.prepare("SELECT \"name\" FROM pragma_table_info(?)")
        statement.bind(table.name, at: 1)
        var found: Set<String> = []
        while try statement.step() { found.insert(statement.text(0)) }
        let wanted = Set(table.columns.map(\.name))
        var parts: [String] = []
        let (missing, added) = (wanted.subtracting(found).sorted(), found.subtracting(wanted).sorted())
        if !missing.isEmpty { parts.append("without \(missing.joined(separator: ", "))") }
        if !added.isEmpty { parts.append("with \(added.joined(separator: ", "))") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    /// `table Trip`, `index $unique.Trip.name`: what a statement of ours makes.
    private static func object(of sql: String) -> String {
        let words = sql.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
        let kind = words[1] == "UNIQUE" ? words[2] : words[1]
        guard let start = sql.firstIndex(of: "\"") else { return kind.lowercased() }
        var name = ""
        var index = sql.index(after: start)
        while index < sql.endIndex {
            if sql[index] == "\"" {
                let next = sql.index(after: index)
                guard next < sql.endIndex, sql[next] == "\"" else { break }
                index = next
            }
            name.append(sql[index])
            index = sql.index(after: index)
        }
        return "\(kind.lowercased()) \(name)"
    }

    private func checkIntegrity(on connection: Connection, _ findings: inout [Finding]) throws -> Bool {
        let statement = try connection.prepare("PRAGMA integrity_check(20)")
        var isIntact = true
        while try statement.step() {
            if statement.text(0) == "ok" { continue }
            isIntact = false
            findings.append(
                Finding(
                    kind: .damaged, schema: nil, message: statement.text(0),
                    remedy: "restore a backup; 'sqlite3 STORE .recover' may save what is readable"))
        }
        return isIntact
    }

    private func checkLinks(on connection: Connection, _ findings: inout [Finding]) throws {
        let statement = try connection.prepare(
            "SELECT \"table\", coalesce(\"rowid\", ''), \"parent\", count(*) FROM pragma_foreign_key_check GROUP BY 1, 3 LIMIT 50"
        )
        while try statement.step() {
            let count = statement.integer(3)
            findings.append(
                Finding(
                    kind: .danglingLink, schema: nil,
                    message:
                        "\(count) \(count == 1 ? "row" : "rows") of \(statement.text(0)), \(statement.text(1)) among them, "
                        + "lead to no object of \(statement.text(2))",
                    remedy: "a program wrote without foreign keys: the links read as nil; set them or delete the rows"))
        }
    }

    private func checkValues(
        _ schema: SchemaDescription, on connection: Connection, _ findings: inout [Finding]
    ) throws {
        for model in schema.models {
            let condition =
                schema.hierarchy(of: schema.root(of: model)).count > 1
                ? " AND \"$class\" IN (\(schema.classList(of: model)))" : ""
            for (name, column) in model.requiredColumns {
                let query =
                    "SELECT count(*), min(\"$id\") FROM \(SQL.quote(model.table)) WHERE \(SQL.quote(column)) IS NULL\(condition)"
                let statement = try connection.prepare(query)
                guard try statement.step(), statement.integer(0) > 0 else { continue }
                findings.append(
                    Finding(
                        kind: .valueMissing, schema: schema.name,
                        message: "'\(model.name).\(name)' is required and missing in \(statement.integer(0)) rows, "
                            + "\(statement.integer(1)) among them",
                        remedy: "another tool took it out: such rows cannot be fetched; set a value or delete them"))
            }
            for attribute in model.attributes {
                guard let unreadable = attribute.unreadable else { continue }
                let statement = try connection.prepare(
                    "SELECT count(*), min(\"$id\") FROM \(SQL.quote(model.table)) WHERE (\(unreadable))\(condition)")
                guard try statement.step(), statement.integer(0) > 0 else { continue }
                findings.append(
                    Finding(
                        kind: .valueUnreadable, schema: schema.name,
                        message: "'\(model.name).\(attribute.name)' is no \(attribute.type.name) in "
                            + "\(statement.integer(0)) rows, \(statement.integer(1)) among them",
                        remedy: "another tool wrote it: such rows cannot be fetched; set a value or delete them"))
            }
            if model.parent == nil, schema.hierarchy(of: model).count > 1 {
                let query =
                    "SELECT count(*), min(\"$id\") FROM \(SQL.quote(model.table)) WHERE \"$class\" NOT IN (\(schema.classList(of: model)))"
                let statement = try connection.prepare(query)
                guard try statement.step(), statement.integer(0) > 0 else { continue }
                findings.append(
                    Finding(
                        kind: .valueMissing, schema: schema.name,
                        message:
                            "\(statement.integer(0)) rows of \(model.table), \(statement.integer(1)) among them, are of no model",
                        remedy: "another tool wrote their \"$class\": set it to the model's name, or delete them"))
            }
        }
    }
}

extension AttributeDescription {
    /// A condition for rows whose value cannot be read, as far as SQL can tell; nil where any value of the column can.
    fileprivate var unreadable: String? {
        guard isStored, let column else { return nil }
        let name = SQL.quote(column)
        func outside(_ range: ClosedRange<Int64>) -> String {
            "\(name) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        }
        switch type {
        case .bool: return outside(0...1)
        case .int8: return outside(-128...127)
        case .int16: return outside(-32_768...32_767)
        case .int32: return outside(-2_147_483_648...2_147_483_647)
        case .uint8: return outside(0...255)
        case .uint16: return outside(0...65_535)
        case .uint32: return outside(0...4_294_967_295)
        case .float, .double, .date: return "typeof(\(name)) NOT IN ('real', 'integer', 'null')"
        case .uuid: return "length(\(name)) <> 16"
        case .array, .set, .dictionary, .codable: return "NOT json_valid(\(name))"
        default: return nil
        }
    }
}

extension ModelDescription {
    /// Required properties with the columns that hold their values.
    var requiredColumns: [(property: String, column: String)] {
        var columns: [(String, String)] = []
        for attribute in attributes where !attribute.isOptional {
            if case .composite = attribute.type { continue }
            if let column = attribute.column { columns.append((attribute.name, column)) }
        }
        for relationship in relationships where !relationship.isToMany && !relationship.isOptional {
            if case .column(let column) = relationship.storage { columns.append((relationship.name, column)) }
        }
        return columns
    }
}
