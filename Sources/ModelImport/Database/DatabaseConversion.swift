internal import ModelDeclaration
internal import ModelSchema

/// Converts the tables of a database, in steps: which tables are models, their attributes, their links, their
/// constraints.
struct DatabaseConversion {
    typealias Table = DatabaseDescription.Table
    typealias Column = DatabaseDescription.Column
    typealias ForeignKey = DatabaseDescription.ForeignKey

    /// A table on its way to a model.
    struct Entity {
        var table: Table
        var model: DraftModel
        var names: DraftNames
        /// By lowercased column: the attribute or to-one that it became.
        var properties: [String: String] = [:]
    }

    /// A foreign key that became a to-one.
    struct Link {
        var entity: Int
        var relationship: String
        var key: ForeignKey
        var destination: Int
    }

    let importer: DatabaseImporter
    var links: [Link] = []
    var entities: [Entity] = []
    /// By lowercased name of the table.
    var indices: [String: Int] = [:]
    var joinTables: [Table] = []

    init(_ importer: DatabaseImporter) { self.importer = importer }

    mutating func run() -> DraftSchema {
        var draft = DraftSchema(name: schemaName, version: SchemaVersion(1, 0, 0))
        sortTables(reserved: SchemaNames.reserved(draft.name, [draft.version]))
        for index in entities.indices { convertLinks(of: index) }
        for index in entities.indices { convertColumns(of: index) }
        for index in entities.indices { addInverses(of: index) }
        for table in joinTables { convertJoinTable(table) }
        breakRequiredCircles()
        for index in entities.indices { convertIndexes(of: index) }
        draft.models = entities.map(\.model)
        return draft
    }

    private var schemaName: String {
        let words = EnglishNames.words(importer.database.name)
        let name = Identifier.cleaned(EnglishNames.upperCamel(words)) ?? "Database"
        return ReservedNames.typeFault(name) == nil ? name : name + "Schema"
    }

    // MARK: - Tables

    private mutating func sortTables(reserved: Set<String>) {
        var names = DraftNames.types(reserved: reserved)
        for table in importer.database.tables {
            let quoted = Escaping.quoted(table.name)
            switch table.kind {
            case .view:
                lose("the view \(quoted)", importer.place(of: table.name), "write it in Swift, as a fetch")
                continue
            case .virtual:
                lose("the virtual table \(quoted)", importer.place(of: table.name))
                continue
            case .table: break
            }
            reportChecks(of: table)
            reportClauses(of: table)
            guard !isJoinTable(table) else {
                joinTables.append(table)
                continue
            }
            let guess = EnglishNames.upperCamel(EnglishNames.singular(EnglishNames.words(table.name)))
            let choice = names.choose(table.name, preferred: guess)
            if let reason = choice.reason {
                change(
                    "no model can be called \(Escaping.quoted(guess)): \(reason); \(quoted) becomes \(Escaping.quoted(choice.name))",
                    importer.place(of: table.name))
            }
            var model = DraftModel(name: choice.name)
            if table.name != choice.name {
                if let fault = StoredNames.fault(table.name) {
                    remark("the table \(quoted) gets another name: \(fault)", importer.place(of: table.name))
                } else {
                    model.table = table.name
                }
            }
            indices[table.name.lowercased()] = entities.count
            entities.append(Entity(table: table, model: model, names: .properties()))
        }
        for (name, _) in importer.database.triggers.sorted(by: { $0.key < $1.key }) {
            lose("the trigger \(Escaping.quoted(name))", importer.place(of: name))
        }
    }

    /// A table that says nothing but which rows of two tables belong together: two foreign keys, unique together, and no
    /// other column but perhaps a key of its own.
    private func isJoinTable(_ table: Table) -> Bool {
        guard table.foreignKeys.count == 2, table.foreignKeys.allSatisfy({ $0.columns.count == 1 }) else {
            return false
        }
        let links = table.foreignKeys.map { $0.columns[0].lowercased() }
        guard links[0] != links[1] else { return false }
        let others = table.columns.filter { !links.contains($0.name.lowercased()) }
        guard others.isEmpty || (others.count == 1 && others[0].isRowKey(in: table)) else { return false }
        let targets = table.foreignKeys.map { $0.table.lowercased() }
        let names = Set(importer.database.tables.filter { $0.kind == .table }.map { $0.name.lowercased() })
        guard targets.allSatisfy({ names.contains($0) && $0 != table.name.lowercased() }),
            table.foreignKeys.allSatisfy(isComplete)
        else { return false }
        // Something that another table points at is a thing of its own.
        guard
            !importer.database.tables.contains(where: { other in
                other.foreignKeys.contains { $0.table.lowercased() == table.name.lowercased() }
            })
        else { return false }
        // A link of its own that is unique makes it one to many, with the link in a table beside.
        return table.indexes.allSatisfy { index in
            !index.isUnique || index.isPartial || index.parts.count != 1
                || !links.contains(index.parts[0].column?.lowercased() ?? "")
        }
    }

    /// Conditions on rows, with the column where one alone is meant.
    private func reportChecks(of table: Table) {
        for check in SQLWords(table.sql).checks {
            let columns = table.columns.map(\.name).filter { column in
                check.names.contains { $0.lowercased() == column.lowercased() }
            }
            let column = check.column ?? (columns.count == 1 ? columns[0] : nil)
            let path = column.map { "\(table.name).\($0)" } ?? table.name
            var location = importer.place(of: table.name)
            location.offset += check.offset
            lose(
                "\(Escaping.quoted("CHECK \(check.text)")) of \(Escaping.quoted(path))", location,
                column == nil
                    ? "check it in Swift, before a save" : "rules on a value can be declared under 'validation'")
        }
    }

    /// Collations of columns, and what becomes of rows that break a constraint.
    private func reportClauses(of table: Table) {
        let words = SQLWords(table.sql)
        func path(_ clause: SQLWords.Clause) -> String {
            Escaping.quoted(clause.column.map { "\(table.name).\($0)" } ?? table.name)
        }
        func place(_ clause: SQLWords.Clause) -> Location {
            var location = importer.place(of: table.name)
            location.offset += clause.offset
            return location
        }
        for clause in words.collations where clause.text.uppercased() != "BINARY" {
            change(
                "\(path(clause)) compares as \(Escaping.quoted(clause.text)): texts are compared by bytes",
                place(clause))
        }
        // To abort is what SQLite does by itself.
        for clause in words.conflictClauses where !clause.text.hasSuffix(" ABORT") {
            lose("\(Escaping.quoted(clause.text)) of \(path(clause))", place(clause))
        }
    }

    /// Whether all columns are there that a foreign key points at.
    func isComplete(_ key: ForeignKey) -> Bool {
        guard let target = importer.database.tables.first(where: { $0.name.lowercased() == key.table.lowercased() })
        else { return false }
        return key.targets.allSatisfy { name in target.columns.contains { $0.name.lowercased() == name.lowercased() } }
    }

    // MARK: - Remarks

    func lose(_ what: String, _ location: Location, _ suggestion: Suggestion? = nil) {
        importer.problems.report(
            .importLoss, "\(what): that cannot be declared, and is left out", at: location, suggestion: suggestion)
    }

    func change(_ message: String, _ location: Location, _ suggestion: Suggestion? = nil) {
        importer.problems.report(.importChange, message, at: location, suggestion: suggestion)
    }

    func remark(_ message: String, _ location: Location, _ suggestion: Suggestion? = nil) {
        importer.problems.report(.importRemark, message, at: location, suggestion: suggestion)
    }
}

extension DatabaseDescription.Table {
    /// Whether a set of columns cannot have the same values in two rows.
    func isUnique(_ columns: [String]) -> Bool {
        let wanted = Set(columns.map { $0.lowercased() })
        let key = Set(self.columns.filter { $0.primaryKeyPosition > 0 }.map { $0.name.lowercased() })
        if key == wanted { return true }
        return indexes.contains { index in
            index.isUnique && !index.isPartial && Set(index.parts.compactMap { $0.column?.lowercased() }) == wanted
                && index.parts.allSatisfy { $0.column != nil }
        }
    }
}

extension DatabaseDescription.Column {
    /// Whether it is the key that SQLite gives each row.
    func isRowKey(in table: DatabaseDescription.Table) -> Bool {
        primaryKeyPosition == 1 && type.uppercased() == "INTEGER"
            && !table.columns.contains { $0.primaryKeyPosition > 1 }
    }
}
