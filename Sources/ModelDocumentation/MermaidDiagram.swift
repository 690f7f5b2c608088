public import ModelDeclaration
internal import ModelSchema

/// A schema as a class diagram in the language of Mermaid, which GitHub, GitLab and many editors show.
public enum MermaidDiagram {
    public static func text(of schema: ResolvedSchema) -> String {
        // Names may hold what Mermaid takes for syntax, so classes have numbers, and their names are labels.
        let description = schema.description
        let numbers = Dictionary(
            description.models.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        func id(_ name: String) -> String { numbers[name].map { "m\($0)" } ?? "m" }
        var lines = [
            "---", "title: \(label("\(description.name) \(description.version)"))", "---", "classDiagram",
        ]
        for model in schema.models {
            let name = model.description.name
            lines.append("    class \(id(name))[\(label(name))]")
            if model.description.isAbstract { lines.append("    <<abstract>> \(id(name))") }
            for attribute in model.attributes {
                lines.append(
                    "    \(id(name)) : \(member("\(attribute.description.name) \(attribute.description.typeName)"))")
            }
        }
        for model in schema.models {
            if let parent = model.description.parent {
                lines.append("    \(id(parent)) <|-- \(id(model.description.name))")
            }
        }
        for model in description.models {
            for relationship in model.relationships {
                guard let line = line(relationship, of: model, in: description, id) else { continue }
                lines.append("    " + line)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A pair is one line, at the side that is declared first.
    private static func line(
        _ relationship: RelationshipDescription, of model: ModelDescription, in schema: SchemaDescription,
        _ id: (String) -> String
    ) -> String? {
        func bounds(_ relationship: RelationshipDescription) -> String {
            if !relationship.isToMany { return relationship.isOptional ? "0..1" : "1" }
            let least = relationship.minimumCount ?? 0
            return "\(least)..\(relationship.maximumCount.map { "\($0)" } ?? "*")"
        }
        let head = "\(id(model.name))"
        let tail = "\"\(bounds(relationship))\" \(id(relationship.destination))"
        guard let inverse = schema.inverse(of: relationship) else {
            return "\(head) --> \(tail) : \(member(relationship.name))"
        }
        let isFirst = schema.isFirst(relationship, of: model, before: inverse)
        guard isFirst else { return nil }
        // The rules of both sides decide which of them owns the other.
        let arrow =
            relationship.deleteRule == .cascade ? "*--" : inverse.deleteRule == .cascade ? "--*" : "--"
        let names = inverse.name == relationship.name ? relationship.name : "\(relationship.name) / \(inverse.name)"
        return "\(head) \"\(bounds(inverse))\" \(arrow) \(tail) : \(member(names))"
    }

    /// A text in quotes, with what Mermaid would take for syntax as its entities.
    private static func label(_ text: String) -> String { "\"\(escaped(text))\"" }

    private static func member(_ text: String) -> String { escaped(text) }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", "_", "-", ".", "?", "[", "]", "/", ",":
                result.unicodeScalars.append(scalar)
            case _ where scalar.value >= 0xA0 && scalar.properties.isAlphabetic: result.unicodeScalars.append(scalar)
            default: result += "#\(scalar.value);"
            }
        }
        return result
    }
}

extension SchemaDescription {
    /// Whether a relationship is declared before its inverse, or is its own.
    fileprivate func isFirst(
        _ relationship: RelationshipDescription, of model: ModelDescription, before inverse: RelationshipDescription
    ) -> Bool {
        for candidate in models {
            for other in candidate.relationships {
                if candidate.name == model.name, other.name == relationship.name { return true }
                if candidate.name == relationship.destination, other.name == inverse.name { return false }
            }
        }
        return true
    }
}
