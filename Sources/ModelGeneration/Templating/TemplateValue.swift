/// What a template shows: the data of a plan, with nothing left to decide.
package enum TemplateValue: Sendable {
    /// Present, and shows nothing: the way to leave a key out without a misspelled one going unnoticed.
    case null
    case bool(Bool)
    case text(String)
    case list([TemplateValue])
    case members(any TemplateObject)

    package static func object(_ members: [String: TemplateValue]) -> TemplateValue { .members(NamedValues(members)) }

    /// Whether a section over the value shows its content.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .list(let elements): !elements.isEmpty
        case .text, .members: true
        }
    }
}

/// Something whose members templates show. A member is made when a tag asks for it.
///
/// Values are passed around much, so what they hold is one reference.
package protocol TemplateObject: AnyObject, Sendable {
    /// - Returns: nil where there is no such member.
    func member(_ name: MemberName) -> TemplateValue?
}

/// A part of a name in a tag.
package struct MemberName: Hashable, Sendable {
    let text: String
    /// What plans know it by; nil if no plan has such a member.
    let key: PlanKey?

    init(_ text: String) {
        self.text = text
        key = PlanKey(rawValue: text)
    }
}

/// Members of any names.
private final class NamedValues: TemplateObject {
    private let members: [String: TemplateValue]

    init(_ members: [String: TemplateValue]) { self.members = members }

    func member(_ name: MemberName) -> TemplateValue? { members[name.text] }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }

    /// Text that may be missing.
    init(_ text: String?) { self = text.map(TemplateValue.text) ?? .null }
    init(_ lines: [String]) { self = .list(lines.map(TemplateValue.text)) }
}
