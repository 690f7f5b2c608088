internal import ModelDeclaration
internal import ModelSchema

extension DatabaseConversion {
    mutating func convertIndexes(of index: Int) {
        let table = entities[index].table
        // How a column compares has been told, at the column.
        let told = SQLWords(table.sql).collations.map { [$0.column?.lowercased(), $0.text.uppercased()] }
        for item in table.indexes where !item.isPrimaryKey {
            let what = "\(item.isUnique ? "the unique index" : "the index") \(Escaping.quoted(item.name))"
            let location = importer.place(of: item.sql == nil ? table.name : item.name)
            let columns = item.parts.compactMap(\.column)
            guard columns.count == item.parts.count else {
                lose("\(what) over an expression", location)
                continue
            }
            let names = columns.compactMap { entities[index].properties[$0.lowercased()] }
            guard names.count == columns.count else {
                lose("\(what), whose columns are not all declared", location)
                continue
            }
            if let fault = linkElsewhere(names, of: index) {
                remark("\(what) is left out: \(Escaping.quoted(fault)) is kept at its other end", location)
                continue
            }
            let collation = item.parts.first { part in
                part.collation.uppercased() != "BINARY"
                    && !told.contains([part.column?.lowercased(), part.collation.uppercased()])
            }?.collation
            if item.isUnique {
                if item.isPartial {
                    lose("\(what) over some of the rows", location)
                    continue
                }
                if let collation {
                    change("\(what) compares as \(Escaping.quoted(collation)): texts are compared by bytes", location)
                }
                addUnique(columns, to: index)
                continue
            }
            // Links are indexed in any case.
            let isLink = names.count == 1 && entities[index].model.relationships.contains { $0.name == names[0] }
            if isLink, !item.isPartial { continue }
            var condition: String?
            if item.isPartial {
                condition = item.sql.flatMap { SQLWords($0).condition }.flatMap { self.condition($0, of: index) }
                if condition == nil { change("\(what) holds all rows, not only some", location) }
            }
            if let collation {
                change("\(what) compares as \(Escaping.quoted(collation)): texts are compared by bytes", location)
            }
            let draft = DraftIndex(names, isDescending: item.parts.map(\.isDescending), condition: condition)
            if !entities[index].model.indexes.contains(draft) { entities[index].model.indexes.append(draft) }
        }
    }

    /// One to one has one column: on the required side, else on the side whose name sorts first.
    private func linkElsewhere(_ names: [String], of index: Int) -> String? {
        let model = entities[index].model
        return names.first { name in
            guard let relationship = model.relationships.first(where: { $0.name == name }),
                case .named(let inverse) = relationship.inverse,
                let other = entities.first(where: { $0.model.name == relationship.destination })?.model
                    .relationships.first(where: { $0.name == inverse }), !other.isToMany, relationship.isOptional
            else { return false }
            return "\(relationship.destination).\(inverse)".utf8.lexicographicallyPrecedes("\(model.name).\(name)".utf8)
        }
    }

    /// The condition of a partial index, if it is one that the language has.
    private func condition(_ words: [SQLWords.Word], of index: Int) -> String? {
        var terms: [String] = []
        for term in words.split(omittingEmptySubsequences: false, whereSeparator: { $0.isKeyword("AND") }) {
            let term = Array(term)
            guard let first = term.first, case .name(let column) = first,
                let name = entities[index].properties[column.lowercased()]
            else { return nil }
            let rest = term.dropFirst().map { word -> String in
                switch word {
                case .name(let name): name.uppercased()
                case .symbol(let symbol): String(symbol)
                case .text, .number: "?"
                }
            }
            let type = entities[index].model.attributes.first { $0.name == name }?.type
            switch rest {
            case ["IS", "NULL"]: terms.append("\(name) is null")
            case ["IS", "NOT", "NULL"]: terms.append("\(name) is not null")
            case ["=", "?"], ["=", "=", "?"]:
                guard let last = term.last else { return nil }
                switch (last, type) {
                case (.number("1"), "Bool"): terms.append("\(name) = true")
                case (.number("0"), "Bool"): terms.append("\(name) = false")
                case (.number(let number), _) where Int64(number) != nil && type?.contains("Int") == true:
                    terms.append("\(name) = \(number)")
                case (.text(let text), "String")
                where !text.unicodeScalars.contains(where: { $0 == "'" || $0.value < 0x20 }):
                    terms.append("\(name) = '\(text)'")
                default: return nil
                }
            default: return nil
            }
        }
        return terms.joined(separator: " and ")
    }
}
