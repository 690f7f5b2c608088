internal import ModelDeclaration
internal import ModelSchema

/// One schema of a page: its entry in the contents, and its part of the page.
struct SchemaSection {
    private let schema: ResolvedSchema
    private let versions: [ResolvedSchema]
    private var description: SchemaDescription { schema.description }

    init(_ schema: ResolvedSchema, versions: [ResolvedSchema]) {
        self.schema = schema
        self.versions = versions
    }

    // MARK: - Contents

    var contents: HTML {
        let models = schema.models.map { model -> HTML in
            let depth = description.lineage(of: model.description).count
            return "<li\(depth > 1 ? " class=\"heir\"" as HTML : "")>\(link(model.description.name))</li>\n"
        }
        let types = schema.enums.map(\.name) + schema.structs.map(\.name)
        let list: HTML =
            types.isEmpty
            ? "" : "<h3>Types</h3>\n<ul>\n\(types.map { name -> HTML in "<li>\(link(name))</li>\n" })</ul>\n"
        return """
            <h2><a href="#\(anchor)">\(description.name)</a></h2>
            <h3>Models</h3>
            <ul>
            \(models)</ul>
            \(list)
            """
    }

    // MARK: - The page

    var html: HTML {
        let attributes = description.models.reduce(0) { $0 + $1.attributes.count }
        let relationships = description.models.reduce(0) { $0 + $1.relationships.count }
        let counts = [
            count(schema.models.count, "model"), count(attributes, "attribute"), count(relationships, "relationship"),
        ]
        return """
            <h1 id="\(anchor)">\(description.name) <small>\(description.version.description)</small></h1>
            <p class="soft">\(counts.joined(separator: ", ")). Fingerprint <code>\(description.fingerprint)</code>.</p>
            \(versionTable)\(schema.models.map(section))\(schema.enums.map(section))\(schema.structs.map(section))<details>
            <summary>Diagram, in the language of Mermaid</summary>
            <pre><code>\(MermaidDiagram.text(of: schema))</code></pre>
            </details>

            """
    }

    private var versionTable: HTML {
        guard versions.count > 1 else { return "" }
        let rows = versions.sorted { $0.description.version > $1.description.version }.map { version -> [HTML] in
            let remark: HTML = version.isCurrent ? " <span class=\"tag\">current</span>" : ""
            return [
                "\(version.description.version.description)\(remark)", "\(version.models.count)",
                "<code>\(version.description.fingerprint)</code>",
            ]
        }
        return "<h4>Versions</h4>\n\(table(["Version", "Models", "Fingerprint"], rows))"
    }

    // MARK: - Models

    private func section(of model: ResolvedModel) -> HTML {
        let facts = model.description
        return """
            <section class="model" id="\(anchor(of: facts.name))">
            <h2 class="name">\(facts.name)</h2>
            \(tags(of: model))\(documentation(model.doc))\(attributes(of: model))\(relationships(of: model))\(constraints(of: model))</section>

            """
    }

    private func tags(of model: ResolvedModel) -> HTML {
        let facts = model.description
        var tags: [HTML] = []
        if facts.isAbstract { tags.append("<span class=\"tag\">abstract</span>") }
        if let parent = facts.parent { tags.append("<span class=\"tag\">inherits \(link(parent))</span>") }
        let heirs = description.models.filter { $0.parent == facts.name }
        if !heirs.isEmpty {
            tags.append("<span class=\"tag\">heirs: \(heirs.map { link($0.name) }, separator: ", ")</span>")
        }
        tags.append("<span class=\"tag\">table \(facts.table)</span>")
        if let original = facts.originalName { tags.append("<span class=\"tag\">was \(original)</span>") }
        for conformance in model.conformances { tags.append("<span class=\"tag\">\(conformance)</span>") }
        return "<p>\(tags)</p>\n"
    }

    private func attributes(of model: ResolvedModel) -> HTML {
        guard !model.attributes.isEmpty else { return "" }
        let unique = Set(model.description.unique.filter { $0.count == 1 }.joined())
        let rows = model.attributes.map { attribute -> [HTML] in
            let facts = attribute.description
            var rules = attribute.rules
            if unique.contains(facts.name) { rules.insert("unique", at: 0) }
            if let column = facts.column, column != facts.name, column != "\(model.description.name).\(facts.name)" {
                rules.append("column \(column)")
            }
            if let original = facts.originalName { rules.append("was \(original)") }
            return [
                "<code>\(facts.name)</code>", type(facts.type, facts.isOptional), value(attribute.defaultValue),
                list(rules), "\(HTML.lines(attribute.doc ?? ""))",
            ]
        }
        return "<h4>Attributes</h4>\n\(table(["Name", "Type", "Default", "Rules", "Documentation"], rows))"
    }

    private func relationships(of model: ResolvedModel) -> HTML {
        guard !model.relationships.isEmpty else { return "" }
        let rows = model.relationships.map { relationship -> [HTML] in
            let facts = relationship.description
            let target: HTML = "<a href=\"#\(anchor(of: facts.destination))\">"
            let inverse: HTML =
                facts.inverse.map { "\(target)<code>\(facts.destination).\($0)</code></a>" }
                ?? "<span class=\"soft\">none</span>"
            var rules = facts.rules + [facts.storageText]
            if let original = facts.originalName { rules.append("was \(original)") }
            return [
                "<code>\(facts.name)</code>", "\(target)<code>\(relationship.typeName)</code></a>", inverse,
                list(rules),
                "\(HTML.lines(relationship.doc ?? ""))",
            ]
        }
        return "<h4>Relationships</h4>\n\(table(["Name", "Type", "Inverse", "Rules", "Documentation"], rows))"
    }

    private func constraints(of model: ResolvedModel) -> HTML {
        let facts = model.description
        var items: [HTML] = facts.unique.filter { $0.count > 1 }.map { names in
            "<li>unique together: <code>\(names.joined(separator: ", "))</code></li>\n"
        }
        items += facts.indexes.map { "<li>index: <code>\($0.text)</code></li>\n" }
        if !facts.preserved.isEmpty {
            items.append("<li>preserved: <code>\(facts.preserved.joined(separator: ", "))</code></li>\n")
        }
        return items.isEmpty ? "" : "<h4>Constraints and indexes</h4>\n<ul>\n\(items)</ul>\n"
    }

    // MARK: - Types

    private func section(of type: ResolvedEnum) -> HTML {
        let rows = type.cases.map { item -> [HTML] in
            let isUnknown: HTML = item.name == type.unknown ? " <span class=\"tag\">for unknown values</span>" : ""
            return [
                "<code>\(item.name)</code>\(isUnknown)", "<code>\(item.rawValue.text)</code>",
                "\(HTML.lines(item.doc ?? ""))",
            ]
        }
        return """
            <section class="model" id="\(anchor(of: type.name))">
            <h2 class="name">\(type.name)</h2>
            <p><span class="tag">enum</span><span class="tag">\(type.rawType.name)</span></p>
            \(documentation(type.doc))\(table(["Case", "Raw value", "Documentation"], rows))</section>

            """
    }

    private func section(of type: ResolvedStruct) -> HTML {
        let rows = type.fields.map { field -> [HTML] in
            let facts = field.description
            return [
                "<code>\(facts.name)</code>", self.type(facts.type, facts.isOptional), value(field.defaultValue),
                "\(HTML.lines(field.doc ?? ""))",
            ]
        }
        return """
            <section class="model" id="\(anchor(of: type.name))">
            <h2 class="name">\(type.name)</h2>
            <p><span class="tag">struct</span></p>
            \(documentation(type.doc))\(table(["Field", "Type", "Default", "Documentation"], rows))</section>

            """
    }

    // MARK: - Parts

    private func documentation(_ doc: String?) -> HTML {
        doc.map { "<p class=\"doc\">\(HTML.lines($0))</p>\n" } ?? ""
    }

    private func value(_ value: DefaultValue?) -> HTML { value.map { "<code>\($0.text)</code>" } ?? "" }

    /// A table, without the columns that say nothing.
    private func table(_ heads: [String], _ rows: [[HTML]]) -> HTML {
        let shown = heads.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
        let head = shown.map { column -> HTML in "<th>\(heads[column])</th>" }
        let body = rows.map { row -> HTML in
            let cells = shown.map { column -> HTML in
                let style: HTML = heads[column] == "Documentation" ? " class=\"doc\"" : ""
                return "<td\(style)>\(row[column])</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return "<div class=\"scroll\"><table>\n<tr>\(head)</tr>\n\(body)</table></div>\n"
    }

    /// Types of the schema are links.
    private func type(_ type: StoredType, _ isOptional: Bool) -> HTML {
        let name = type.name + (isOptional ? "?" : "")
        switch type {
        case .rawValue(let declared, _) where schema.enums.contains { $0.name == declared }:
            return "<a href=\"#\(anchor(of: declared))\"><code>\(name)</code></a>"
        case .composite(let declared, _): return "<a href=\"#\(anchor(of: declared))\"><code>\(name)</code></a>"
        default: return "<code>\(name)</code>"
        }
    }

    private func list(_ rules: [String]) -> HTML {
        "\(rules.map { rule -> HTML in "<span class=\"tag\">\(rule)</span>" })"
    }

    private func link(_ name: String) -> HTML { "<a href=\"#\(anchor(of: name))\">\(name)</a>" }

    /// Names of schemas and types are identifiers, so a dot keeps them apart.
    private var anchor: String { "schema.\(description.name)" }
    private func anchor(of type: String) -> String { "\(description.name).\(type)" }
}
