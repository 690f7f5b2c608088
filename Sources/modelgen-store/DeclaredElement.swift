internal import Foundation
internal import ModelDeclaration
internal import ModelSchema
internal import ModelStorage

/// An element of a collection that a declaration gives as a default, written as generated code writes it.
indirect enum DeclaredElement: Hashable, _$Element, _$StoredCollection {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    case array([DeclaredElement])
    case set(Set<DeclaredElement>)
    case dictionary([String: DeclaredElement])

    /// - Returns: nil for what only code can write: expressions, and structs, which encode themselves.
    init?(_ value: DefaultValue, _ type: StoredType, in schema: ResolvedSchema?) {
        switch (value, type) {
        case (.null, _): self = .null
        case (.bool(let value), .bool): self = .bool(value)
        case (.integer(let value), .uint), (.integer(let value), .uint64):
            guard let value = UInt64(exactly: value) else { return nil }
            self = .unsigned(value)
        case (.integer(let value), .float), (.integer(let value), .double): self = .double(Double(value))
        // As a value of that width.
        case (.double(let value), .float): self = .double(Double(Float(value)))
        case (.double(let value), .double), (.date(let value), .date): self = .double(value)
        case (.integer, .decimal), (.double, .decimal), (.decimal, .decimal):
            guard let value = value.decimal else { return nil }
            self = .decimal(value)
        case (.integer(let value), _) where type.columnType == .integer:
            guard let value = Int64(exactly: value) else { return nil }
            self = .integer(value)
        case (.string(let value), .string): self = .string(value)
        case (.data(let value), .data): self = .data(Data(value))
        case (.uuid(let value), .uuid):
            guard let value = UUID(uuidString: value) else { return nil }
            self = .uuid(value)
        case (.url(let value), .url):
            guard let value = URL(string: value) else { return nil }
            self = .url(value)
        case (.enumCase(let name), .rawValue(let type, let raw)):
            guard let value = schema?.rawValue(of: name, in: type) else { return nil }
            self.init(value, raw, in: schema)
        case (.array(let values), .array(let type, _)):
            guard let elements = Self.elements(values, type, schema) else { return nil }
            self = .array(elements)
        case (.array(let values), .set(let type)):
            guard let elements = Self.elements(values, type, schema) else { return nil }
            self = .set(Set(elements))
        case (.dictionary(let members), .dictionary(let type, _)):
            guard let elements = Self.elements(members.map(\.value), type, schema) else { return nil }
            self = .dictionary(
                Dictionary(zip(members.map(\.name), elements)) { _, last in last })
        default: return nil
        }
    }

    private static func elements(
        _ values: [DefaultValue], _ type: StoredType, _ schema: ResolvedSchema?
    ) -> [DeclaredElement]? {
        let elements = values.compactMap { DeclaredElement($0, type, in: schema) }
        return elements.count == values.count ? elements : nil
    }

    func _$encode(_ writer: inout _$CollectionWriter) {
        switch self {
        case .null: (nil as Int?)._$encode(&writer)
        case .bool(let value): value._$encode(&writer)
        case .integer(let value): value._$encode(&writer)
        case .unsigned(let value): value._$encode(&writer)
        case .double(let value): value._$encode(&writer)
        case .decimal(let value): value._$encode(&writer)
        case .string(let value): value._$encode(&writer)
        case .data(let value): value._$encode(&writer)
        case .uuid(let value): value._$encode(&writer)
        case .url(let value): value._$encode(&writer)
        case .array(let elements): elements._$encode(&writer)
        case .set(let elements): elements._$encode(&writer)
        case .dictionary(let elements): elements._$encode(&writer)
        }
    }

    static var _$empty: DeclaredElement { .array([]) }

    /// Declared defaults are never read back.
    static func _$decode(_ reader: inout _$CollectionReader) throws -> DeclaredElement {
        throw CocoaError(.featureUnsupported)
    }
}

extension DefaultValue {
    /// A number as a decimal one, with the digits that were declared.
    var decimal: Decimal? {
        switch self {
        case .integer(let value): Decimal(string: String(value))
        case .double(let value): Decimal(string: value.description)
        case .decimal(let digits): Decimal(string: digits)
        default: nil
        }
    }
}

extension ResolvedSchema {
    func rawValue(of name: String, in enumeration: String) -> DefaultValue? {
        enums.first { $0.name == enumeration }?.cases.first { $0.name == name }?.rawValue
    }
}
