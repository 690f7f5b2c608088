import ModelDeclaration
import ModelSchema

/// What becomes of models, properties and values over several versions of a schema, as far as it can be told without
/// running anybody's code.
struct VersionChain {
    /// From the version that a store has to the current one.
    let versions: [ResolvedSchema]
    let names: [TypeNames]
    private let mappings: [SchemaMapping]
    private let steps: [VersionStep]

    init(_ versions: [ResolvedSchema]) {
        self.versions = versions
        names = versions.map(TypeNames.init)
        let pairs = Array(zip(versions, versions.dropFirst()))
        mappings = pairs.map { SchemaMapping(from: $0.description, to: $1.description) }
        steps = pairs.map { VersionStep(from: $0, to: $1, asked: $1.migration) }
    }

    var last: Int { versions.count - 1 }

    /// What objects of exactly one model are in each version; shorter than the chain where they do not go on.
    func models(from model: ModelDescription) -> [ModelDescription] {
        var chain = [model]
        for mapping in mappings {
            guard let next = mapping.successor(of: chain[chain.count - 1]), !next.isAbstract else { break }
            chain.append(next)
        }
        return chain
    }

    /// A property in each version, for as long as its values stay what they are without anybody's code.
    func properties(_ name: String, in models: [ModelDescription]) -> [SchemaMapping.Property] {
        guard let first = property(name, of: models[0], in: 0) else { return [] }
        var chain = [first]
        for index in models.indices.dropFirst() {
            let model = models[index]
            guard
                let next = mappings[index - 1].origins(in: model).first(where: {
                    $0.value.name == chain[chain.count - 1].name
                })?.key,
                let property = property(next, of: model, in: index), property.isAttribute == first.isAttribute
            else { break }
            let step = steps[index - 1].steps.first { $0.old.name == models[index - 1].name }
            if step?.open.contains(where: { $0.property == next }) ?? false { break }
            chain.append(property)
        }
        return chain
    }

    private func property(_ name: String, of model: ModelDescription, in version: Int) -> SchemaMapping.Property? {
        for owner in versions[version].description.lineage(of: model) {
            if let attribute = owner.attributes.first(where: { $0.name == name && $0.isStored }) {
                return .attribute(attribute, owner: owner.name)
            }
            if let relationship = owner.relationships.first(where: { $0.name == name }) {
                return .relationship(relationship, owner: owner.name)
            }
        }
        return nil
    }

    /// The declaration of an attribute in a version.
    func attribute(_ property: SchemaMapping.Property, in version: Int) -> ResolvedAttribute? {
        let model = versions[version].models.first { $0.description.name == property.owner }
        return model?.attributes.first { $0.description.name == property.name }
    }

    func enumeration(_ name: String, in version: Int) -> ResolvedEnum? {
        versions[version].enums.first { $0.name == name }
    }
}

extension SchemaMapping.Property {
    var isAttribute: Bool { if case .attribute = self { true } else { false } }

    var attribute: AttributeDescription? {
        if case .attribute(let attribute, _) = self { attribute } else { nil }
    }
}

/// A type over the versions of a chain, from the first on.
struct TypeChain {
    var types: [StoredType]
    var areOptional: [Bool]

    init(_ properties: [SchemaMapping.Property]) {
        types = properties.compactMap { $0.attribute?.type }
        areOptional = properties.compactMap { $0.attribute?.isOptional }
    }

    private init(_ types: [StoredType], _ areOptional: [Bool]) {
        self.types = types
        self.areOptional = areOptional
    }

    /// The field of a composite in the versions that have it.
    func field(_ name: String) -> TypeChain {
        var chain = TypeChain([], [])
        for type in types {
            guard case .composite(_, let fields) = type, let field = fields.first(where: { $0.name == name }) else {
                break
            }
            chain.types.append(field.type)
            chain.areOptional.append(field.isOptional)
        }
        return chain
    }

    /// The elements of a collection.
    var element: TypeChain {
        var chain = TypeChain([], [])
        for type in types {
            switch type {
            case .array(let element, let isOptional), .dictionary(let element, let isOptional):
                chain.types.append(element)
                chain.areOptional.append(isOptional)
            case .set(let element):
                chain.types.append(element)
                chain.areOptional.append(false)
            default: return chain
            }
        }
        return chain
    }
}

extension VersionChain {
    /// A value that a test gives to a property of an object, in the types of one version.
    ///
    /// - Parameters:
    ///   - number: The object's; objects of different numbers have different values, as far as the type has so many.
    ///   - handWritten: A value of a type that is written by hand, as the store has it.
    /// - Returns: An expression; nil where the value cannot be told in that version.
    func value(
        _ chain: TypeChain, at version: Int, number: Int, handWritten: String?
    ) -> String? {
        guard version < chain.types.count else { return nil }
        if isNull(chain, number, handWritten) { return chain.areOptional[version] ? "nil" : nil }
        let (first, type) = (chain.types[0], chain.types[version])
        switch type {
        case .rawValue(let name, let raw):
            guard case .rawValue(let origin, _) = first else { return nil }
            guard let enumeration = enumeration(name, in: version) else {
                return handWritten ?? scalar(raw, number)
            }
            guard self.enumeration(origin, in: 0) != nil else { return nil }
            guard let raw = rawValue(chain, number),
                let item = enumeration.cases.first(where: { $0.rawValue == raw })
            else { return nil }
            let path = names[version].inVersion(name)
            return Identifier.isShadowedAfterType(item.name)
                ? "\(path).allCases[\(enumeration.cases.firstIndex(of: item) ?? 0)]"
                : "\(path).\(Identifier.escape(item.name))"
        case .codable:
            guard case .codable = first else { return nil }
            return handWritten ?? Literal.string("{}")
        case .composite(let name, let fields):
            var arguments: [String] = []
            for field in fields {
                guard let value = value(chain.field(field.name), at: version, number: number, handWritten: nil) else {
                    return nil
                }
                arguments.append("\(Identifier.label(field.name)): \(value)")
            }
            return "\(names[version].inVersion(name))(\(arguments.joined(separator: ", ")))"
        case .array, .set:
            guard let element = value(chain.element, at: version, number: number, handWritten: nil) else { return nil }
            return "[\(element)]"
        case .dictionary:
            guard let element = value(chain.element, at: version, number: number, handWritten: nil) else { return nil }
            return "[\"key\": \(element)]"
        default:
            if case .rawValue(let origin, let raw) = first {
                guard self.enumeration(origin, in: 0) != nil else { return handWritten ?? scalar(raw, number) }
                return rawValue(chain, number).map { names[version].literal($0, of: type, isOptional: false) }
            }
            // Whole numbers may have become others.
            if first.isWhole, type != first { return String(number % 100) }
            if case .url = first, type == .string { return Literal.string(Self.url(number)) }
            return scalar(type, number)
        }
    }

    /// Every other optional value is nil.
    func isNull(_ chain: TypeChain, _ number: Int, _ handWritten: String?) -> Bool {
        guard chain.areOptional.first == true else { return false }
        return !number.isMultiple(of: 2)
    }

    /// The raw value of a case that no version of the chain has dropped.
    private func rawValue(_ chain: TypeChain, _ number: Int) -> DefaultValue? {
        var raws: [DefaultValue] = []
        for (version, type) in chain.types.enumerated() {
            guard case .rawValue(let name, _) = type, let enumeration = enumeration(name, in: version) else { continue }
            let known = enumeration.cases.map(\.rawValue)
            raws = version == 0 ? known : raws.filter(known.contains)
        }
        return raws.isEmpty ? nil : raws[number % raws.count]
    }

    private func scalar(_ type: StoredType, _ number: Int) -> String? {
        switch type {
        case .bool: number.isMultiple(of: 2) ? "true" : "false"
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: String(number % 100)
        case .float, .double: "\(number).5"
        case .decimal: "Decimal(sign: .plus, exponent: -2, significand: \(number)01)"
        case .string: Literal.string("text \(number)")
        case .date: "Date(timeIntervalSinceReferenceDate: \(number)000.5)"
        case .data: "Data([0, 255, \(number % 256)])"
        case .uuid:
            "UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, \(number / 256 % 256), \(number % 256)))"
        case .url: "url(\(Literal.string(Self.url(number))))"
        default: nil
        }
    }

    private static func url(_ number: Int) -> String { "https://example.org/\(number)" }
}

extension StoredType {
    fileprivate var isWhole: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: true
        default: false
        }
    }
}
