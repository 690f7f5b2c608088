internal import Foundation

/// Reads columns as values of a type that is known as a generic parameter only.
enum ColumnReading {
    typealias Reader<Value> = (_$Row, Int32) throws -> Value?

    /// Reads a value; nil where the column is NULL. Made once for many rows.
    static func reader<Value>(_ type: Value.Type) -> Reader<Value> {
        if let type = type as? any CapturedScalar.Type { return scalar(type) }
        if let type = type as? any _$Composite.Type { return composite(type) }
        if let type = type as? any _$StoredEnum.Type { return enumeration(type) }
        if let type = type as? any _$StoredCollection.Type { return collection(type) }
        if let type = type as? any OptionalProtocol.Type { return optional(type) }
        if let type = type as? any RawRepresentable.Type { return rawValue(type) }
        if let type = type as? any Codable.Type { return codable(type) }
        return { _, _ in throw StorageError.unsupportedKeyPath("a value of type \(type)") }
    }

    /// How many columns a value of a type takes.
    static func width<Value>(_ type: Value.Type) -> Int32 {
        if let type = type as? any _$Composite.Type { return type._$columnCount }
        if let type = type as? any OptionalProtocol.Type { return type.width }
        return 1
    }

    private static func scalar<Value, T: CapturedScalar>(_ type: T.Type) -> Reader<Value> {
        { row, column in T.read(row, column) as? Value }
    }
    private static func composite<Value, T: _$Composite>(_ type: T.Type) -> Reader<Value> {
        { row, column in row.composite(column, type) as? Value }
    }
    private static func enumeration<Value, T: _$StoredEnum>(_ type: T.Type) -> Reader<Value> {
        { row, column in row.optionalRawValue(column, type) as? Value }
    }
    private static func collection<Value, T: _$StoredCollection>(_ type: T.Type) -> Reader<Value> {
        { row, column in row.optionalCollection(column, type) as? Value }
    }
    private static func optional<Value, T: OptionalProtocol>(_ type: T.Type) -> Reader<Value> {
        let read = T.reader()
        return { row, column in try read(row, column) as? Value }
    }
    private static func rawValue<Value, T: RawRepresentable>(_ type: T.Type) -> Reader<Value> {
        let read = reader(T.RawValue.self)
        return { row, column in try read(row, column).flatMap { T(rawValue: $0) } as? Value }
    }
    private static func codable<Value, T: Codable>(_ type: T.Type) -> Reader<Value> {
        { row, column in row.optionalCodable(column, type) as? Value }
    }
}

/// Tells optional types apart where only the type is known.
protocol OptionalProtocol {
    static var nothing: Self { get }
    static var width: Int32 { get }
    static var wrappedType: Any.Type { get }
    static func reader() -> (_$Row, Int32) throws -> Self
}

extension Optional: OptionalProtocol {
    static var nothing: Wrapped? { nil }
    /// Structs have a presence column in front.
    static var width: Int32 { ColumnReading.width(Wrapped.self) + (Wrapped.self is any _$Composite.Type ? 1 : 0) }
    static var wrappedType: Any.Type { Wrapped.self }
    static func reader() -> (_$Row, Int32) throws -> Wrapped? {
        let read = ColumnReading.reader(Wrapped.self)
        guard Wrapped.self is any _$Composite.Type else { return { row, column in try read(row, column) } }
        return { row, column in row.optionalBool(column) == nil ? nil : try read(row, column + 1) }
    }
}

/// Reads the keys of groups: values, or objects that are read together afterwards.
struct KeyReader<Key> {
    enum Pending {
        case value(Key)
        case object(Int64)
    }

    let width: Int32
    private let read: (_$Row, Int32) throws -> Pending
    private let destination: _$Entity?

    init(_ selection: Selection, _ keyPath: AnyKeyPath) throws {
        let optional = Key.self as? any OptionalProtocol.Type
        let type: Any.Type = optional?.wrappedType ?? Key.self
        if let model = type as? any PersistentModel.Type {
            destination = model._$entity
            width = 1
            read = { row, column in .object(row.link(column)) }
            return
        }
        destination = nil
        width = ColumnReading.width(Key.self)
        let value = ColumnReading.reader(Key.self)
        read = { row, column in
            if let key = try value(row, column) { return .value(key) }
            row.fail(column)
            try row.throwFailure(selection)
            throw StorageError.unsupportedKeyPath("a value of type \(Key.self)")
        }
    }

    func read(_ row: _$Row) throws -> Pending { try read(row, 0) }

    /// The keys themselves.
    func resolve(_ pending: [Pending], in context: ModelContext) throws -> [Key] {
        guard let destination else {
            return pending.compactMap { if case .value(let key) = $0 { key } else { nil } }
        }
        let ids = pending.compactMap { if case .object(let id) = $0, id != 0 { id } else { nil } }
        var objects: [Int64: ModelObject] = [:]
        for object in try context.objects(destination, ids) { objects[object._$id] = object }
        let nothing = (Key.self as? any OptionalProtocol.Type)?.nothing as? Key
        return try pending.map { key in
            guard case .object(let id) = key else { throw StorageError.unsupportedKeyPath("\(Key.self)") }
            if let object = objects[id] as? Key, id != 0 { return object }
            if let nothing { return nothing }
            throw StorageError.invalidStoredValue(
                model: destination.name, identifier: id, property: "$id", value: "no such row")
        }
    }
}
