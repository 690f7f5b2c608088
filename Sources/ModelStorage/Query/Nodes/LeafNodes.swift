internal import Foundation

extension PredicateExpressions.Variable: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        guard let key = place(\.key) else { return layout.add(.node(offset, TypedPlan<Self>())) }
        layout.add(.variable(offset + key))
    }
    func addShape(_ shape: inout Shape) { shape.add(key) }
    func bindValues(_ binding: inout ValueBinding) {}
    func lower(_ lowering: Lowering) throws -> Term { try lowering.term(of: key) }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {}
    func addShape(_ shape: inout Shape) {}
    func bindValues(_ binding: inout ValueBinding) {}
    func lower(_ lowering: Lowering) -> Term { .null }
}

extension PredicateExpressions.Value: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        guard let value = place(\.value) else { return layout.add(.node(offset, TypedPlan<Self>())) }
        layout.add(.value(offset + value))
    }
    func addShape(_ shape: inout Shape) { addShape(&shape, as: .list) }
    func addShape(_ shape: inout Shape, as use: CollectionUse) {
        let codec = shape.nextCodec(Output.self, use)
        withUnsafePointer(to: value) { codec.addShape($0, &shape) }
    }
    func bindValues(_ binding: inout ValueBinding) throws {
        let codec = binding.nextCodec()
        try withUnsafePointer(to: value) { try codec.bind($0, &binding) }
    }
    func lower(_ lowering: Lowering) throws -> Term {
        let codec = lowering.nextCodec()
        return try withUnsafePointer(to: value) { try codec.lower($0, lowering) }
    }
}

/// An expression whose value does not depend on the object.
protocol ConstantNode {}
extension PredicateExpressions.Value: ConstantNode {}
extension PredicateExpressions.KeyPath: ConstantNode where Root: ConstantNode {}

extension PredicateExpressions.KeyPath: PredicateNode where Root: PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        guard !(Self.self is any ConstantNode.Type), let root = place(\.root), let keyPath = place(\.keyPath) else {
            return layout.add(.node(offset, TypedPlan<Self>()))
        }
        layout.add(.noValue)
        Root.addSteps(&layout, at: offset + root)
        layout.add(.keyPath(offset + keyPath))
    }

    /// The value of a captured value's member.
    private func constant() throws -> Output { try evaluate(PredicateBindings()) }

    func addShape(_ shape: inout Shape) { addShape(&shape, as: .list) }
    func addShape(_ shape: inout Shape, as use: CollectionUse) {
        let codec = shape.nextCodec(ofMember: Self.self is any ConstantNode.Type) { ValueCodec.make(Output.self, use) }
        if let codec, let value = try? constant() {
            return withUnsafePointer(to: value) { codec.addShape($0, &shape) }
        }
        root.addShape(&shape)
        shape.add(keyPath)
    }

    func bindValues(_ binding: inout ValueBinding) throws {
        let codec = binding.nextCodec()
        if codec === ValueCodec.none { return try root.bindValues(&binding) }
        let value = try constant()
        try withUnsafePointer(to: value) { try codec.bind($0, &binding) }
    }

    func lower(_ lowering: Lowering) throws -> Term {
        let codec = lowering.nextCodec()
        if codec !== ValueCodec.none {
            let value = try constant()
            return try withUnsafePointer(to: value) { try codec.lower($0, lowering) }
        }
        let member = try known ?? (Root.Output.self as? any CollectionMembers.Type)?.member(keyPath)
        return try Self.member(of: try root.lower(lowering), keyPath, member, lowering)
    }

    private var known: CollectionMember? {
        get throws {
            switch kind {
            case .collectionCount?: .count
            case .collectionIsEmpty?: .isEmpty
            case .collectionFirst?: .first
            case .bidirectionalCollectionLast?: .last
            case nil: nil
            @unknown default: throw StorageError.unsupportedPredicate("\(keyPath)")
            }
        }
    }

    private static func member(
        of term: Term, _ keyPath: KeyPath<Root.Output, Output>, _ kind: CollectionMember?, _ lowering: Lowering
    ) throws -> Term {
        switch term {
        case .object(let object):
            guard let type = Root.Output.self as? any PersistentModel.Type else { break }
            return try Members.member(of: object, keyPath, as: type)
        case .composite(let composite):
            guard let type = Root.Output.self as? any _$Composite.Type else { break }
            if let member = type._$keyPaths.first(where: { $0.keyPath == keyPath }) {
                return try composite.member(member.name)
            }
        case .choice(let test, let first, let second):
            return .choice(
                test, try member(of: first, keyPath, kind, lowering), try member(of: second, keyPath, kind, lowering))
        case .scalar(let scalar):
            if let kind, let result = try scalarMember(scalar, kind) { return result }
            if RawValueKeyPaths.contain(keyPath) { return term }
        case .relation(let relation):
            if let kind { return try relationMember(relation, kind) }
        case .collection(let collection):
            if let kind { return try collectionMember(collection, kind, lowering) }
            if let part = (Root.Output.self as? any DictionaryType.Type)?.part(keyPath) {
                return try collection.part(part, lowering)
            }
        case .special(let pair as PairTerm):
            if let member = pair.member(keyPath, Output.self) { return member }
        case .captured(let captured):
            switch kind {
            case .count?: return .scalar(captured.count)
            case .isEmpty?:
                return .condition(.leaf("\(captured.count.sql) = 0", "\(captured.count.sql) <> 0"))
            default: break
            }
        default: break
        }
        throw StorageError.unsupportedKeyPath("\(Root.Output.self) \(keyPath)")
    }

    /// `count`, `isEmpty`, `first` and `last` of strings and data.
    private static func scalarMember(_ scalar: Scalar, _ kind: CollectionMember) throws -> Term? {
        func integer(_ sql: String) -> Term {
            var result = scalar
            (result.sql, result.type, result.isConstant) = (sql, .signed(bits: 64), false)
            return .scalar(result)
        }
        func character(_ function: String) -> Term {
            .optional(
                isNil: .leaf("\(scalar.sql) = ''", "\(scalar.sql) <> ''", mayTrap: scalar.mayTrap),
                .scalar(Scalar(sql: "\(function)(\(scalar.sql))", type: .character)))
        }
        switch (scalar.type, kind) {
        case (.string, .count): return integer("\(SQLFunction.characterCount)(\(scalar.sql))")
        case (.string, .isEmpty):
            return .condition(.leaf("\(scalar.sql) = ''", "\(scalar.sql) <> ''", mayTrap: scalar.mayTrap))
        case (.string, .first): return character(SQLFunction.firstCharacter)
        case (.string, .last): return character(SQLFunction.lastCharacter)
        case (.data, .count): return integer("length(\(scalar.sql))")
        case (.data, .isEmpty):
            return .condition(
                .leaf("length(\(scalar.sql)) = 0", "length(\(scalar.sql)) <> 0", mayTrap: scalar.mayTrap))
        default: return nil
        }
    }

    private static func relationMember(_ relation: Relation, _ kind: CollectionMember) throws -> Term {
        switch kind {
        case .count: return .scalar(relation.count)
        case .isEmpty: return .condition(relation.isEmpty)
        case .first: return try relation.element()
        case .last: return try relation.element(fromEnd: true)
        }
    }

    private static func collectionMember(
        _ collection: CollectionTerm, _ kind: CollectionMember, _ lowering: Lowering
    ) throws -> Term {
        switch kind {
        case .count: return .scalar(collection.count)
        case .isEmpty: return .condition(collection.isEmpty)
        default: return try relationMember(collection.elements(lowering), kind)
        }
    }
}

/// What can be asked of a collection by key path.
enum CollectionMember { case count, isEmpty, first, last }

/// Collections of which Foundation does not know the key paths.
private protocol CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember?
}

extension ArraySlice: CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember? {
        switch keyPath {
        case \Self.count: .count
        case \Self.isEmpty: .isEmpty
        case \Self.first: .first
        case \Self.last: .last
        default: nil
        }
    }
}
extension Data: CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember? {
        switch keyPath {
        case \Self.count: .count
        case \Self.isEmpty: .isEmpty
        default: nil
        }
    }
}
extension Set: CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember? {
        switch keyPath {
        case \Self.count: .count
        case \Self.isEmpty: .isEmpty
        default: nil
        }
    }
}
extension Dictionary: CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember? {
        switch keyPath {
        case \Self.count: .count
        case \Self.isEmpty: .isEmpty
        default: nil
        }
    }
}
extension Dictionary.Keys: CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember? {
        switch keyPath {
        case \Self.count: .count
        case \Self.isEmpty: .isEmpty
        default: nil
        }
    }
}
extension Dictionary.Values: CollectionMembers {
    static func member(_ keyPath: AnyKeyPath) -> CollectionMember? {
        switch keyPath {
        case \Self.count: .count
        case \Self.isEmpty: .isEmpty
        default: nil
        }
    }
}

/// `keys` and `values` of a dictionary.
enum DictionaryPart { case keys, values }

/// A dictionary where only the type is known.
private protocol DictionaryType {
    static func part(_ keyPath: AnyKeyPath) -> DictionaryPart?
}

extension Dictionary: DictionaryType {
    static func part(_ keyPath: AnyKeyPath) -> DictionaryPart? {
        if keyPath == \Self.keys { return .keys }
        return keyPath == \Self.values ? .values : nil
    }
}

extension PairTerm {
    /// `key` or `value` of a pair; nil for another key path.
    func member<Value>(_ keyPath: AnyKeyPath, _ type: Value.Type) -> Term? {
        if keyPath == \(key: String, value: Value).value { return value }
        return type == String.self ? key : nil
    }
}

/// The key paths to the raw values of enums and of types written by hand.
enum RawValueKeyPaths {
    static func contain<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
        guard let type = Root.self as? any _$StoredEnum.Type else { return false }
        return isRawValue(keyPath, of: type)
    }

    /// A type that lists its cases answers by their values; one that is nothing but its raw value by its layout.
    private static func isRawValue<Root, Value, T: _$StoredEnum>(_ keyPath: KeyPath<Root, Value>, of type: T.Type)
        -> Bool
    {
        guard let keyPath = keyPath as? KeyPath<T, T.RawValue> else { return false }
        if keyPath == \T.rawValue { return true }
        if let listed = type as? any CaseIterable.Type { return agrees(keyPath, listed) }
        return MemoryLayout<T>.offset(of: keyPath) == 0 && MemoryLayout<T>.size == MemoryLayout<T.RawValue>.size
    }

    private static func agrees<T: _$StoredEnum, C: CaseIterable>(_ keyPath: KeyPath<T, T.RawValue>, _ type: C.Type)
        -> Bool
    {
        C.allCases.allSatisfy { element in
            guard let element = element as? T else { return false }
            return "\(element[keyPath: keyPath])" == "\(element.rawValue)"
        }
    }
}
