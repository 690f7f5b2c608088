internal import Foundation
internal import ModelSchema

/// A collection of which only the type is known.
protocol CollectionShape {
    static var kind: CollectionTerm.Kind { get }
    /// The type of the elements, or of a dictionary's values.
    static var elementType: Any.Type { get }
}

extension Array: CollectionShape {
    static var kind: CollectionTerm.Kind { .array }
    static var elementType: Any.Type { Element.self }
}
extension Set: CollectionShape {
    static var kind: CollectionTerm.Kind { .set }
    static var elementType: Any.Type { Element.self }
}
extension Dictionary: CollectionShape {
    static var kind: CollectionTerm.Kind { .dictionary }
    static var elementType: Any.Type { Value.self }
}

extension ElementType {
    /// The type of elements, and whether they are optional; nil where they have no form in a store.
    static func make(_ type: Any.Type) -> (type: ElementType, isOptional: Bool)? {
        if let optional = type as? any OptionalProtocol.Type {
            return make(optional.wrappedType).map { ($0.type, true) }
        }
        if let scalar = type as? any CapturedScalar.Type { return (.scalar(scalar.scalarType), false) }
        if let enumeration = type as? any _$StoredEnum.Type { return make(rawValueType(enumeration)) }
        if let composite = type as? any _$Composite.Type, case .composite(let name, let fields) = composite._$type {
            return (.composite(name: name, fields: fields), false)
        }
        if let collection = type as? any CollectionShape.Type, let element = make(collection.elementType) {
            return (.collection(collection.kind, element.type, hasOptionalElements: element.isOptional), false)
        }
        return nil
    }

    private static func rawValueType<T: _$StoredEnum>(_ type: T.Type) -> Any.Type { T.RawValue.self }
}

/// A captured collection as JSON text, in the form of stored ones: for closures over it, subscripts and comparisons.
final class CollectionTextCodec<T: _$StoredCollection>: ValueCodec {
    private let kind: CollectionTerm.Kind
    private let element: (type: ElementType, isOptional: Bool)

    init(kind: CollectionTerm.Kind, element: (type: ElementType, isOptional: Bool)) {
        self.kind = kind
        self.element = element
    }

    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        var writer = _$CollectionWriter()
        value.assumingMemoryBound(to: T.self).pointee._$encode(&writer)
        // NaN is written as null: it equals nothing.
        binding.text(String(decoding: writer.bytes, as: UTF8.self))
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        .collection(
            CollectionTerm(
                text: Scalar(sql: lowering.parameter(), type: .string, isConstant: true), kind: kind,
                element: element.type, hasOptionalElements: element.isOptional))
    }
}

extension CollectionTextCodec where T == [String] {
    /// The codec of a collection's type; nil where its elements have no form in a store.
    static func make(_ type: any CollectionShape.Type) -> ValueCodec? {
        guard let element = ElementType.make(type.elementType), let stored = type as? any _$StoredCollection.Type else {
            return nil
        }
        func opened<S: _$StoredCollection>(_ stored: S.Type) -> ValueCodec {
            CollectionTextCodec<S>(kind: type.kind, element: element)
        }
        return opened(stored)
    }
}

extension Dictionary: CapturedValue {
    static func makeCodec() -> ValueCodec {
        CollectionTextCodec.make(Self.self) ?? UnsupportedCodec(name: "\(Self.self)")
    }
}
