/// What a template shows: the data of a plan, with nothing left to decide.
package indirect enum TemplateValue: Hashable, Sendable {
    /// Present, and shows nothing: the way to leave a key out without a misspelled one going unnoticed.
    case null
    case bool(Bool)
    case text(String)
    case list([TemplateValue])
    case object([String: TemplateValue])

    /// Whether a section over the value shows its content.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .list(let elements): !elements.isEmpty
        case .text, .object: true
        }
    }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }

    /// Text that may be missing.
    init(_ text: String?) { self = text.map(TemplateValue.text) ?? .null }
    init(_ lines: [String]) { self = .list(lines.map(TemplateValue.text)) }
}
