internal import Foundation
internal import ModelSchema

/// How many parameters a captured collection takes.
private enum SizeClass {
    static let empty: UInt = 0
    /// A TEMP table instead.
    static let set: UInt = 255
}

/// A captured sequence: up to 100 elements are parameters of the statement, more go to a TEMP table.
///
/// The number of parameters is rounded up and the last element repeated, so that a few statements serve all sizes.
final class CollectionCodec<S: Collection>: ValueCodec {
    private let element = ValueCodec.makeElement(S.Element.self)
    private static var largestList: Int { 100 }

    private func pointee(_ value: UnsafeRawPointer) -> S { value.assumingMemoryBound(to: S.self).pointee }

    /// The elements that are values, and whether one is nil.
    private func sizes(_ value: UnsafeRawPointer) -> (places: UInt, hasNull: Bool) {
        var count = 0
        var hasNull = false
        for element in pointee(value) {
            if withUnsafePointer(to: element, { self.element.isNull($0) }) {
                hasNull = true
            } else {
                count += 1
                if count > Self.largestList { break }
            }
        }
        if count > Self.largestList { return (SizeClass.set, hasNull || containsNull(value)) }
        var places = min(count, 4)
        while places < count { places = min(places * 2, Self.largestList) }
        return (UInt(places), hasNull)
    }

    private func containsNull(_ value: UnsafeRawPointer) -> Bool {
        guard S.Element.self is any OptionalProtocol.Type || element.scalarType?.isFloating == true else {
            return false
        }
        return pointee(value).contains { withUnsafePointer(to: $0) { self.element.isNull($0) } }
    }

    override func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {
        guard element.scalarType != nil else { return }
        let (places, hasNull) = sizes(value)
        shape.add(places << 1 | (hasNull ? 1 : 0))
        if places == SizeClass.set { shape.setCount += 1 }
    }

    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        let places = sizes(value).places
        // The count comes first.
        binding.integer(Int64(pointee(value).count))
        if places == SizeClass.set {
            return try binding.fillSet(pointee(value)) { item, binding in
                try withUnsafePointer(to: item) { pointer in
                    if element.isNull(pointer) { return false }
                    try element.bind(pointer, &binding)
                    return true
                }
            }
        }
        var remaining = places
        var last: S.Element?
        for item in pointee(value) {
            try withUnsafePointer(to: item) { pointer in
                if element.isNull(pointer) { return }
                try element.bind(pointer, &binding)
                remaining -= 1
                last = item
            }
        }
        if let last {
            for _ in 0..<remaining { try withUnsafePointer(to: last) { try element.bind($0, &binding) } }
        }
    }

    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        guard let type = element.scalarType else {
            throw StorageError.unsupportedPredicate("a captured collection of \(S.Element.self)")
        }
        let (places, hasNull) = sizes(value)
        let count = Scalar(sql: lowering.parameter(), type: .signed(bits: 64), isConstant: true)
        var parameters: [String] = []
        var list: String?
        if places == SizeClass.set {
            list = "SELECT \"value\" FROM \(lowering.nextSet())"
        } else if places != SizeClass.empty {
            for _ in 0..<places { parameters.append(lowering.parameter()) }
            list = parameters.joined(separator: ", ")
        }
        let isNaN = S.Element.self is any OptionalProtocol.Type == false
        return .captured(
            CapturedCollection(
                list: list, parameters: parameters, type: type, containsNil: hasNull && !isNaN, count: count))
    }
}

extension Array: CapturedValue {
    static func makeCodec() -> ValueCodec { CollectionCodec<Self>() }
}
extension ArraySlice: CapturedValue {
    static func makeCodec() -> ValueCodec { CollectionCodec<Self>() }
}
extension ContiguousArray: CapturedValue {
    static func makeCodec() -> ValueCodec { CollectionCodec<Self>() }
}
extension Set: CapturedValue {
    static func makeCodec() -> ValueCodec { CollectionCodec<Self>() }
}

// MARK: Ranges

/// A captured range: its bounds are parameters.
final class RangeCodec<R, Bound>: ValueCodec {
    private let bounds: (R) -> (lower: Bound?, upper: Bound?)
    private let includesUpper: Bool
    private let bound = ValueCodec.make(Bound.self)

    init(includesUpper: Bool, _ bounds: @escaping (R) -> (lower: Bound?, upper: Bound?)) {
        self.bounds = bounds
        self.includesUpper = includesUpper
    }

    private func each(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) rethrows {
        let (lower, upper) = bounds(value.assumingMemoryBound(to: R.self).pointee)
        if let lower { try withUnsafePointer(to: lower) { try body(UnsafeRawPointer($0)) } }
        if let upper { try withUnsafePointer(to: upper) { try body(UnsafeRawPointer($0)) } }
    }

    override func addShape(_ value: UnsafeRawPointer, _ shape: inout Shape) {
        each(value) { bound.addShape($0, &shape) }
    }
    override func bind(_ value: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        try each(value) { try bound.bind($0, &binding) }
    }
    override func lower(_ value: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        let (lower, upper) = bounds(value.assumingMemoryBound(to: R.self).pointee)
        var terms: [Term] = []
        try each(value) { terms.append(try bound.lower($0, lowering)) }
        return .range(
            RangeTerm(
                lower: lower == nil ? nil : terms.first, upper: upper == nil ? nil : terms.last,
                includesUpper: includesUpper, mayBeInvalid: false))
    }
}

extension Range: CapturedValue {
    static func makeCodec() -> ValueCodec {
        RangeCodec<Self, Bound>(includesUpper: false) { ($0.lowerBound, $0.upperBound) }
    }
}
extension ClosedRange: CapturedValue {
    static func makeCodec() -> ValueCodec {
        RangeCodec<Self, Bound>(includesUpper: true) { ($0.lowerBound, $0.upperBound) }
    }
}
extension PartialRangeFrom: CapturedValue {
    static func makeCodec() -> ValueCodec { RangeCodec<Self, Bound>(includesUpper: false) { ($0.lowerBound, nil) } }
}
extension PartialRangeThrough: CapturedValue {
    static func makeCodec() -> ValueCodec { RangeCodec<Self, Bound>(includesUpper: true) { (nil, $0.upperBound) } }
}
extension PartialRangeUpTo: CapturedValue {
    static func makeCodec() -> ValueCodec { RangeCodec<Self, Bound>(includesUpper: false) { (nil, $0.upperBound) } }
}
