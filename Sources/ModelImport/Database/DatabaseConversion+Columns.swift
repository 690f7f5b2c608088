internal import ModelDeclaration
internal import ModelSchema

extension DatabaseConversion {
    /// The columns that are no foreign keys.
    mutating func convertColumns(of index: Int) {
        let table = entities[index].table
        for column in table.columns where entities[index].properties[column.name.lowercased()] == nil {
            let path = Escaping.quoted("\(table.name).\(column.name)")
            let location = importer.place(of: table.name, column.name)
            guard !column.isGenerated else {
                lose("the generated column \(path)", location)
                continue
            }
            let words = EnglishNames.words(column.name)
            let guess =
                Identifier.cleaned(EnglishNames.lowerCamel(words)) ?? Identifier.cleaned(column.name) ?? "column"
            let choice = entities[index].names.choose(column.name, preferred: guess)
            if let reason = choice.reason {
                change(
                    "\(path) cannot be called \(Escaping.quoted(guess)): \(reason); it becomes \(Escaping.quoted(choice.name))",
                    location)
            }
            let (type, remark) = ColumnType.guess(column)
            if let remark { self.remark("\(path) \(remark)", location) }
            var attribute = DraftAttribute(name: choice.name, type: type)
            attribute.isOptional = !column.isRequired && column.primaryKeyPosition == 0
            remarkKey(column, of: table)
            if column.name != choice.name {
                if let fault = StoredNames.fault(column.name) {
                    self.remark("the column \(path) gets another name: \(fault)", location)
                } else {
                    attribute.column = column.name
                }
            }
            if let text = column.defaultValue, text.uppercased() != "NULL" {
                attribute.defaultValue = ColumnType.literal(text, type)
                if attribute.defaultValue == nil {
                    lose("the default \(Escaping.quoted(text)) of \(path)", location)
                }
            }
            if column.isRowKey(in: table) {
                self.remark(
                    "the key \(path) is an attribute that the app sets; each object has an identifier of its own too",
                    location, "remove it if nothing but the database needs it")
            }
            entities[index].properties[column.name.lowercased()] = choice.name
            entities[index].model.attributes.append(attribute)
        }
        let key = table.columns.filter { $0.primaryKeyPosition > 0 }.sorted {
            $0.primaryKeyPosition < $1.primaryKeyPosition
        }
        addUnique(key.map(\.name), to: index)
    }

    /// SQLite takes NULL in primary keys that do not say otherwise, save in those of rows; objects are told apart by theirs.
    func remarkKey(_ column: Column, of table: Table) {
        guard column.primaryKeyPosition > 0, !column.isRequired, !column.isRowKey(in: table) else { return }
        remark(
            "\(Escaping.quoted("\(table.name).\(column.name)")) is part of the primary key, where SQLite takes NULL: it becomes required",
            importer.place(of: table.name, column.name))
    }

    /// A list of columns that are unique together.
    mutating func addUnique(_ columns: [String], to index: Int) {
        let names = columns.compactMap { entities[index].properties[$0.lowercased()] }
        guard !names.isEmpty, names.count == columns.count else { return }
        let model = entities[index].model
        // A to-one that is unique by itself is one to one already.
        if names.count == 1, model.relationships.contains(where: { $0.name == names[0] }) { return }
        guard !model.unique.contains(where: { Set($0) == Set(names) }) else { return }
        entities[index].model.unique.append(names)
    }
}

/// What columns hold, by their declared types and the values that are there.
enum ColumnType {
    private static let types: [String: String] = [
        "INTEGER": "Int", "INT": "Int", "BIGINT": "Int", "INT8": "Int", "MEDIUMINT": "Int32", "INT4": "Int32",
        "SMALLINT": "Int16", "INT2": "Int16", "TINYINT": "Int8", "UNSIGNED BIG INT": "Int", "BIGSERIAL": "Int",
        "SERIAL": "Int", "BOOLEAN": "Bool", "BOOL": "Bool", "TEXT": "String", "VARCHAR": "String", "CHAR": "String",
        "CHARACTER": "String", "NVARCHAR": "String", "NCHAR": "String", "CLOB": "String", "STRING": "String",
        "VARYING CHARACTER": "String", "NATIVE CHARACTER": "String", "CITEXT": "String", "JSON": "String",
        "BLOB": "Data", "BINARY": "Data", "VARBINARY": "Data", "BYTEA": "Data", "REAL": "Double", "DOUBLE": "Double",
        "DOUBLE PRECISION": "Double", "FLOAT": "Double", "NUMERIC": "Decimal", "DECIMAL": "Decimal",
        "MONEY": "Decimal", "DATE": "Date", "DATETIME": "Date", "TIMESTAMP": "Date", "TIMESTAMPTZ": "Date",
        "UUID": "UUID", "GUID": "UUID", "URL": "URL",
    ]

    /// A type, and what to say where it is a guess.
    static func guess(_ column: DatabaseDescription.Column) -> (type: String, remark: String?) {
        var name = column.type.uppercased()
        if let bracket = name.firstIndex(of: "(") { name = String(name[..<bracket]) }
        name = name.split(separator: " ").joined(separator: " ")
        let isUnsigned = name.hasSuffix(" UNSIGNED")
        if isUnsigned { name = String(name.dropLast(9)) }
        if let type = types[name] {
            switch type {
            case "Date":
                let found = column.storageClasses.sorted().joined(separator: " and ")
                return (type, "is taken for a date\(found.isEmpty ? "" : "; its values are \(found)")")
            case "Bool" where !column.storageClasses.isSubset(of: ["integer"]):
                return ("String", "is declared \(column.type) but holds \(list(column.storageClasses))")
            case "Int8" where column.type.uppercased() == "TINYINT(1)": return ("Bool", "is taken for true or false")
            case "Int", "Int8", "Int16", "Int32":
                if column.storageClasses.contains("text") {
                    return ("String", "is declared \(column.type) but holds \(list(column.storageClasses))")
                }
                if column.storageClasses.contains("real") {
                    return ("Double", "is declared \(column.type) but holds \(list(column.storageClasses))")
                }
                return (isUnsigned && type != "Int" ? "U\(type)" : type, nil)
            case "Decimal":
                if column.storageClasses == ["text"] { return (type, "holds texts, taken for decimal numbers") }
                return (type, nil)
            default: return (type, nil)
            }
        }
        // What the values are decides; else SQLite's own rules of affinity.
        let remark = name.isEmpty ? "has no type" : "has the type \(Escaping.quoted(column.type))"
        let guess: String
        switch column.storageClasses.sorted() {
        case ["integer"]: guess = "Int"
        case ["real"], ["integer", "real"]: guess = "Double"
        case ["text"]: guess = "String"
        case ["blob"]: guess = "Data"
        default:
            if name.contains("INT") {
                guess = "Int"
            } else if ["CHAR", "CLOB", "TEXT"].contains(where: name.contains) || !column.storageClasses.isEmpty {
                guess = "String"
            } else if name.isEmpty || name.contains("BLOB") {
                guess = "Data"
            } else if ["REAL", "FLOA", "DOUB"].contains(where: name.contains) {
                guess = "Double"
            } else {
                guess = "String"
            }
        }
        let found =
            column.storageClasses.isEmpty ? "no value says more" : "its values are \(list(column.storageClasses))"
        return (guess, "\(remark): taken for \(guess), since \(found)")
    }

    private static func list(_ classes: Set<String>) -> String { classes.sorted().joined(separator: " and ") }

    /// The literal of a default, if it is one and of the type.
    static func literal(_ sql: String, _ type: String) -> JSONText? {
        var text = sql
        while text.hasPrefix("("), text.hasSuffix(")"), text.count > 1 { text = String(text.dropFirst().dropLast()) }
        if let word = SQLWords(text).only {
            switch (word, type) {
            case (.text(let value), "String"): return .string(value)
            case (.text(let value), "Decimal") where LiteralSyntax.isDecimal(value): return .string(value)
            case (.text(let value), "UUID"): return LiteralSyntax.uuid(value).map { .string($0) }
            case (.text(let value), "URL") where LiteralSyntax.isURL(value): return .string(value)
            case (.text(let value), _): text = value
            case (.name(let value), "Bool") where ["true", "false"].contains(value.lowercased()):
                return .word(value.lowercased())
            default: break
            }
        }
        switch type {
        case "Bool": return text == "1" ? .word("true") : text == "0" ? .word("false") : nil
        case "Double": return Double(text).flatMap { $0.isFinite ? .word("\($0)") : nil }
        case "Decimal": return LiteralSyntax.isDecimal(text) ? .string(text) : nil
        case "String": return Double(text) == nil ? nil : .string(text)
        default:
            guard let range = StoredType.scalars[type]?.integerRange, let whole = Int128(text), range.contains(whole)
            else { return nil }
            return whole.magnitude > 1 << 53 ? .string("\(whole)") : .word("\(whole)")
        }
    }
}
