internal import ModelDeclaration
internal import ModelSchema

// Drafts as the text of a declaration, with keys in the order in which the language lists them.

extension DraftSchema {
    var text: String {
        var members: [(String, JSONText)] = [
            ("$schema", .string("https://json.schemastore.org/modelgen.json")), ("schema", .string(name)),
            ("version", .string(version.description)),
        ]
        if isCloudKit { members.append(("options", .object([("cloudKit", .word("true"))]))) }
        if !structs.isEmpty { members.append(("types", .array(structs.map(\.json)))) }
        members.append(("models", .array(models.map(\.json))))
        return JSONText.object(members).laidOut() + "\n"
    }
}

extension DraftStruct {
    fileprivate var json: JSONText {
        .object([("struct", .string(name)), ("fields", .array(fields.map(\.json)))])
    }
}

extension DraftModel {
    fileprivate var json: JSONText {
        var members: [(String, JSONText)] = [("name", .string(name))]
        if let doc { members.append(("doc", .string(doc))) }
        if let inherits { members.append(("inherits", .string(inherits))) }
        if isAbstract { members.append(("abstract", .word("true"))) }
        if let originalName { members.append(("originalName", .string(originalName))) }
        if let table { members.append(("table", .string(table))) }
        // A constraint on one attribute is shorter as its flag.
        let flagged = Set(unique.filter { $0.count == 1 }.joined())
        let attributes = attributes.map { attribute in
            var attribute = attribute
            if flagged.contains(attribute.name) { attribute.flags.insert("unique", at: 0) }
            return attribute
        }
        let flags = Set(attributes.map(\.name)).intersection(flagged)
        let unique = unique.filter { $0.count > 1 || !flags.contains($0[0]) }
        if !attributes.isEmpty { members.append(("attributes", .array(attributes.map(\.json)))) }
        if !relationships.isEmpty { members.append(("relationships", .array(relationships.map(\.json)))) }
        if !unique.isEmpty {
            members.append(("unique", .array(unique.map { .array($0.map { .string($0) }) })))
        }
        if !indexes.isEmpty { members.append(("index", .array(indexes.map(\.json)))) }
        if !preserved.isEmpty { members.append(("preserve", .array(preserved.map { .string($0) }))) }
        return .object(members)
    }
}

extension DraftAttribute {
    fileprivate var json: JSONText {
        var members: [(String, JSONText)] = [("name", .string(name))]
        if let doc { members.append(("doc", .string(doc))) }
        members.append(("type", .string(type + (isOptional ? "?" : ""))))
        members += storage.map { ($0.key, $0.value) }
        if let defaultValue { members.append(("default", defaultValue)) }
        for flag in flags { members.append((flag, .word("true"))) }
        if let originalName { members.append(("originalName", .string(originalName))) }
        if let column { members.append(("column", .string(column))) }
        if !validation.isEmpty { members.append(("validation", .object(validation.map { ($0.key, $0.value) }))) }
        return .object(members)
    }
}

extension DraftRelationship {
    fileprivate var json: JSONText {
        let type = isToMany ? "[\(destination)]" : destination + (isOptional ? "?" : "")
        var members: [(String, JSONText)] = [("name", .string(name))]
        if let originalName { members.append(("originalName", .string(originalName))) }
        members.append(("type", .string(type)))
        switch inverse {
        case .open: break
        case .none: members.append(("inverse", .word("null")))
        case .named(let name): members.append(("inverse", .string(name)))
        }
        if deleteRule != .nullify { members.append(("deleteRule", .string(deleteRule.rawValue))) }
        if let minCount { members.append(("minCount", .word(String(minCount)))) }
        if let maxCount { members.append(("maxCount", .word(String(maxCount)))) }
        if isOrdered { members.append(("ordered", .word("true"))) }
        return .object(members)
    }
}

extension DraftIndex {
    fileprivate var json: JSONText {
        let list = JSONText.array(parts.map { .string($0) })
        guard isDescending.contains(true) || condition != nil else { return list }
        var members = [("on", list)]
        if isDescending.contains(true) {
            members.append(("order", .array(isDescending.map { .string($0 ? "descending" : "ascending") })))
        }
        if let condition { members.append(("where", .string(condition))) }
        return .object(members)
    }
}
