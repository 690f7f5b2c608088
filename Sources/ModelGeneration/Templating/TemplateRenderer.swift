/// Renders templates over values. Parsed partials are kept, so one renderer should serve a whole run.
package struct TemplateRenderer {
    /// What a tag that finds no value does.
    package enum MissingValues: Sendable {
        /// Shows nothing, as Mustache has it.
        case areEmpty
        /// Throws: whoever writes a template wants to know of a misspelled name.
        case areErrors
    }

    private let partials: @Sendable (String) -> (name: String, source: [UInt8])?
    private let missingValues: MissingValues
    /// By the tag that shows it, which is kept: where it stands decides how it is indented.
    private var parsed: [ObjectIdentifier: (tag: Template.Partial, template: Template)] = [:]
    /// The values of the sections that are open, the innermost last, and those of them that have members.
    private var stack: [TemplateValue] = []
    private var objects: [any TemplateObject] = []
    private var output: [UInt8] = []
    private var depth = 0

    /// Templates that show themselves without end are a mistake; plans are never nested this deep.
    private static let maximumDepth = 100

    /// - Parameter partials: the name for messages and the text of a partial, by the name in the tag.
    package init(
        missingValues: MissingValues, partials: @escaping @Sendable (String) -> (name: String, source: [UInt8])?
    ) {
        self.missingValues = missingValues
        self.partials = partials
    }

    package mutating func render(_ template: Template, _ value: TemplateValue) throws(TemplateError) -> [UInt8] {
        stack = []
        objects = []
        output = []
        depth = 0
        try render(template.nodes, of: template, over: value)
        return output
    }

    private mutating func render(_ nodes: [Template.Node], of template: Template) throws(TemplateError) {
        for node in nodes {
            switch node {
            case .text(let bytes): output += bytes
            case .value(let name):
                if let value = try find(name, in: template) { try append(value, name, template) }
            case .section(let name, let isInverted, let content):
                let value = try find(name, in: template) ?? .null
                if isInverted {
                    if !value.isTruthy { try render(content, of: template) }
                } else {
                    try renderSection(value, content, of: template)
                }
            case .partial(let partial): try renderPartial(partial, of: template)
            }
        }
    }

    private mutating func renderSection(
        _ value: TemplateValue, _ content: [Template.Node], of template: Template
    ) throws(TemplateError) {
        switch value {
        case .null, .bool(false): break
        case .bool(true): try render(content, of: template)
        case .list(let elements):
            for element in elements { try render(content, of: template, over: element) }
        case .text, .members: try render(content, of: template, over: value)
        }
    }

    /// Renders with a value that is the innermost one meanwhile.
    private mutating func render(
        _ nodes: [Template.Node], of template: Template, over value: TemplateValue
    ) throws(TemplateError) {
        stack.append(value)
        if case .members(let object) = value { objects.append(object) }
        try render(nodes, of: template)
        if case .members = value { objects.removeLast() }
        stack.removeLast()
    }

    private mutating func renderPartial(_ tag: Template.Partial, of template: Template) throws(TemplateError) {
        let name = tag.name
        let id = ObjectIdentifier(tag)
        if parsed[id] == nil {
            guard let partial = partials(name.text) else {
                if missingValues == .areEmpty { return }
                throw template.error("there is no template '\(name.text)'", at: name.offset)
            }
            parsed[id] = (
                tag, try Template(name: partial.name, source: partial.source, indentation: tag.indentation)
            )
        }
        guard let partial = parsed[id]?.template else { return }
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw template.error("template '\(name.text)' shows itself without end", at: name.offset)
        }
        try render(partial.nodes, of: partial)
        depth -= 1
    }

    private mutating func append(
        _ value: TemplateValue, _ name: Template.Name, _ template: Template
    ) throws(TemplateError) {
        switch value {
        case .null: break
        case .text(let text): output += text.utf8
        case .bool, .list, .members:
            if missingValues == .areErrors {
                throw template.error("'\(name.text)' is no text: use it in a section", at: name.offset)
            }
            if case .bool(let value) = value { output += (value ? "true" : "false").utf8 }
        }
    }

    /// The value that a name stands for: the first part is searched from the innermost value outwards.
    private func find(_ name: Template.Name, in template: Template) throws(TemplateError) -> TemplateValue? {
        guard let first = name.parts.first else { return stack.last }
        var found: TemplateValue?
        var level = objects.count
        while found == nil, level > 0 {
            level -= 1
            found = objects[level].member(first)
        }
        for part in name.parts.dropFirst() {
            guard case .members(let object)? = found else {
                found = nil
                break
            }
            found = object.member(part)
        }
        if found == nil && missingValues == .areErrors {
            throw template.error("there is no '\(name.text)' here", at: name.offset)
        }
        return found
    }
}
