internal import Foundation
internal import ModelSchema

/// How captured values of one type become parameters. Made once per place in an expression's type.
class ValueCodec {
    /// Appends what the SQL text depends on: nil or not, the size class of a collection.
    func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {}
    func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {}
    func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term { .null }

    /// Stands for a node that is no captured value after all.
    nonisolated(unsafe) static let none = ValueCodec()

    /// The codec of a type; one that throws when it is asked for SQL if the type has no form in the store.
    static func make<T>(_ type: T.Type, _ use: CollectionUse = .list) -> ValueCodec {
        if type == Bool.self { return BoolCodec() }
        if use == .text, let type = type as? any CollectionShape.Type, let codec = CollectionTextCodec.make(type) {
            return codec
        }
        return makeElement(type)
    }

    /// The codec of a type whose values are parameters, also where they decide conditions.
    static func makeElement<T>(_ type: T.Type) -> ValueCodec {
        if let type = type as? any CapturedValue.Type { return make(captured: type) }
        if let type = type as? any _$StoredEnum.Type { return make(enumeration: type) }
        if let type = type as? any _$Composite.Type { return make(composite: type) }
        return UnsupportedCodec(name: "\(type)")
    }

    private static func make<T: CapturedValue>(captured type: T.Type) -> ValueCodec { T.makeCodec() }
    private static func make<T: _$StoredEnum>(enumeration type: T.Type) -> ValueCodec {
        guard let raw = T.RawValue.self as? any CapturedScalar.Type else { return UnsupportedCodec(name: "\(type)") }
        return make(type, raw: raw)
    }
    private static func make<T: _$StoredEnum, Raw: CapturedScalar>(_ type: T.Type, raw: Raw.Type) -> ValueCodec {
        MappedCodec<T, Raw> { ($0.rawValue as? Raw) }
    }
    private static func make<T: _$Composite>(composite type: T.Type) -> ValueCodec { CompositeCodec<T>() }

    /// Codecs of single values bind exactly one parameter, and can so be elements of collections.
    var scalarType: ScalarType? { nil }
    /// Whether a value is one that SQLite binds as NULL.
    func isNull(_ value: UnsafeRawPointer) -> Bool { false }
}

/// A type of which predicates may capture values.
protocol CapturedValue {
    static func makeCodec() -> ValueCodec
}

/// A type whose values are one SQL value.
protocol CapturedScalar: CapturedValue {
    static var scalarType: ScalarType { get }
    func bind(_ binding: inout ValueBinding)
    /// SQLite binds the value as NULL: NaN.
    var isUnbindable: Bool { get }
    /// The value in a column; nil where it is NULL.
    static func read(_ row: _$Row, _ column: Int32) -> Self?
}

extension CapturedScalar {
    static func makeCodec() -> ValueCodec { ScalarCodec<Self>() }
    var isUnbindable: Bool { false }
    /// Types that no column has.
    static func read(_ row: _$Row, _ column: Int32) -> Self? { nil }
}

final class ScalarCodec<T: CapturedScalar>: ValueCodec {
    private let hasUnbindable = T.scalarType.isFloating || T.scalarType == .decimal

    override var scalarType: ScalarType? { T.scalarType }

    override func isNull(_ value: UnsafeRawPointer) -> Bool {
        hasUnbindable && value.assumingMemoryBound(to: T.self).pointee.isUnbindable
    }
    override func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {
        if hasUnbindable { shape.add(isNull(value) ? 1 : 0) }
    }
    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        value.assumingMemoryBound(to: T.self).pointee.bind(&binding)
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        .scalar(Scalar(sql: lowering.parameter(), type: T.scalarType, mayBeNaN: isNull(value), isConstant: true))
    }
}

/// A Boolean is part of the statement's text, which so becomes simpler: `x == false` is `NOT x`.
final class BoolCodec: ValueCodec {
    override var scalarType: ScalarType? { .bool }

    override func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {
        shape.add(value.assumingMemoryBound(to: Bool.self).pointee ? 1 : 0)
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        .condition(.always(value.assumingMemoryBound(to: Bool.self).pointee))
    }
}

/// A type that is bound as another: an enum as its raw value.
final class MappedCodec<T, Raw: CapturedScalar>: ValueCodec {
    private let map: (T) -> Raw?
    init(_ map: @escaping (T) -> Raw?) { self.map = map }

    override var scalarType: ScalarType? { Raw.scalarType }

    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        if let raw = map(value.assumingMemoryBound(to: T.self).pointee) { raw.bind(&binding) } else { binding.null() }
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        .scalar(Scalar(sql: lowering.parameter(), type: Raw.scalarType, isConstant: true))
    }
}

/// Nil is part of the statement's text, so that an index serves both.
final class OptionalCodec<Wrapped>: ValueCodec {
    private let wrapped = ValueCodec.makeElement(Wrapped.self)

    override var scalarType: ScalarType? { wrapped.scalarType }

    private func withPayload(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) rethrows -> Bool {
        if case .none = value.assumingMemoryBound(to: Wrapped?.self).pointee { return false }
        // What an optional wraps lies at its beginning.
        try body(value)
        return true
    }

    override func isNull(_ value: UnsafeRawPointer) -> Bool {
        var isNull = true
        _ = withPayload(value) { isNull = wrapped.isNull($0) }
        return isNull
    }
    override func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {
        let place = shape.words.count
        shape.add(1)
        if !withPayload(value, { wrapped.addShape($0, &shape) }) { shape.words[place] = 0 }
    }
    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        _ = try withPayload(value) { try wrapped.bind($0, &binding) }
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        var term = Term.null
        _ = try withPayload(value) { term = try wrapped.lower($0, lowering) }
        return term
    }
}

extension Optional: CapturedValue {
    static func makeCodec() -> ValueCodec { OptionalCodec<Wrapped>() }
}

/// A captured struct of a declaration: a parameter per leaf.
final class CompositeCodec<T: _$Composite>: ValueCodec {
    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        let binder = _$Binder(binding.statement.handle, in: binding.context)
        binder.start(after: binding.index)
        value.assumingMemoryBound(to: T.self).pointee._$bind(binder)
        binding.skip(T._$columnCount)
        // The binder's bytes go with it; the statement keeps it until then.
        binding.statement.keep(binder)
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        guard case .composite(let name, let fields) = T._$type else { return .null }
        let columns = CompositeLeaves.columns(of: fields)
        let leaves = columns.map { leaf in
            Scalar(sql: lowering.parameter(), type: leaf.type, mayBeNil: leaf.isOptional, isConstant: true)
        }
        return .composite(CompositeTerm(name: name, fields: fields, presence: nil, mayBeNil: false, leaves: leaves))
    }
}

/// A type without a form in the store.
final class UnsupportedCodec: ValueCodec {
    private let name: String
    init(name: String) { self.name = name }

    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        throw StorageError.unsupportedPredicate("a captured value of type \(name)")
    }
}
