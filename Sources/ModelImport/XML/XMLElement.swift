internal import ModelDeclaration

/// An element of an XML document, with places.
struct XMLElement {
    var name: String
    var location: Location
    var attributes: [XMLAttribute] = []
    var children: [XMLElement] = []
    /// The character data directly inside it, joined.
    var text = ""

    /// The value of an attribute; nil if the element has none of that name.
    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Where an attribute is, or the element where it has none of that name.
    func place(_ name: String) -> Location { attributes.first { $0.name == name }?.location ?? location }

    /// Whether the attribute says yes, as Xcode writes it.
    func isSet(_ name: String) -> Bool { value(name) == "YES" }

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

struct XMLAttribute {
    var name: String
    var value: String
    var location: Location
}

/// Why a text is no XML document that is read here.
struct XMLSyntaxError: Error {
    var message: String
    var offset: Int
    var suggestion: Suggestion?
}
