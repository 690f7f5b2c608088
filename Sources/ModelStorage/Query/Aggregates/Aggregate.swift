public import Foundation

/// A figure that is computed in the store over the objects of a fetch: how many there are, a sum, an average, an extreme.
///
/// ```swift
/// let (count, total) = try context.aggregate(FetchDescriptor<Expense>(), .count, .sum(\.amount))
/// for (category, total) in try context.aggregate(FetchDescriptor<Expense>(), by: \.category, .sum(\.amount)) { … }
/// ```
/// A key path is a stored attribute, or one through a single to-one relationship (`\.trip?.price`). Nil is left out.
public struct Aggregate<Model: PersistentModel, Value> {
    let function: AggregateFunction
    let keyPath: PartialKeyPath<Model>?
    /// Reads the figure from its column.
    let read: (_$Row, Int32) throws -> Value

    fileprivate init(
        _ function: AggregateFunction, _ keyPath: PartialKeyPath<Model>?, read: @escaping (_$Row, Int32) throws -> Value
    ) {
        self.function = function
        self.keyPath = keyPath
        self.read = read
    }
}

extension Aggregate where Value == Int {
    /// How many objects there are.
    public static var count: Self { .init(.count, nil) { row, column in row.int(column) } }

    /// How many different values a property has; nil is none.
    public static func distinctCount<Property>(_ keyPath: KeyPath<Model, Property>) -> Self {
        .init(.distinctCount, keyPath) { row, column in row.int(column) }
    }
}

extension Aggregate {
    /// The sum of a number; zero where there are no values. A sum that does not fit makes the call throw
    /// ``StorageError/arithmeticOverflow(_:)``.
    public static func sum<Number: StoredNumber>(_ keyPath: KeyPath<Model, Number>) -> Self
    where Value == Number.Sum { .init(.sum, keyPath, read: Number._$readSum) }
    /// The sum of a number; zero where there are no values. A sum that does not fit makes the call throw
    /// ``StorageError/arithmeticOverflow(_:)``.
    public static func sum<Number: StoredNumber>(_ keyPath: KeyPath<Model, Number?>) -> Self
    where Value == Number.Sum { .init(.sum, keyPath, read: Number._$readSum) }

    /// The average of a number; nil where there are no values.
    public static func average<Number: StoredNumber>(_ keyPath: KeyPath<Model, Number>) -> Self
    where Value == Number.Average? { .init(.average, keyPath, read: Number._$readAverage) }
    /// The average of a number; nil where there are no values.
    public static func average<Number: StoredNumber>(_ keyPath: KeyPath<Model, Number?>) -> Self
    where Value == Number.Average? { .init(.average, keyPath, read: Number._$readAverage) }

    /// The least value; nil where there are none. Strings are ordered by their UTF-8 bytes, enums by their raw values.
    public static func minimum<Property: Comparable>(_ keyPath: KeyPath<Model, Property>) -> Self
    where Value == Property? { .init(.minimum, keyPath, read: ColumnReading.reader(Property.self)) }
    /// The least value; nil where there are none. Strings are ordered by their UTF-8 bytes, enums by their raw values.
    public static func minimum<Property: Comparable>(_ keyPath: KeyPath<Model, Property?>) -> Self
    where Value == Property? { .init(.minimum, keyPath, read: ColumnReading.reader(Property.self)) }

    /// The greatest value; nil where there are none. Strings are ordered by their UTF-8 bytes, enums by their raw values.
    public static func maximum<Property: Comparable>(_ keyPath: KeyPath<Model, Property>) -> Self
    where Value == Property? { .init(.maximum, keyPath, read: ColumnReading.reader(Property.self)) }
    /// The greatest value; nil where there are none. Strings are ordered by their UTF-8 bytes, enums by their raw values.
    public static func maximum<Property: Comparable>(_ keyPath: KeyPath<Model, Property?>) -> Self
    where Value == Property? { .init(.maximum, keyPath, read: ColumnReading.reader(Property.self)) }
}

enum AggregateFunction: UInt { case count, distinctCount, sum, average, minimum, maximum }

/// A number of which stores compute sums and averages.
public protocol StoredNumber: Comparable {
    /// What a sum is: `Int` for signed integers, `UInt` for unsigned ones, `Double` or `Decimal`.
    associatedtype Sum
    /// What an average is: `Double`, or `Decimal` for decimals.
    associatedtype Average
    static func _$readSum(_ row: _$Row, _ column: Int32) -> Sum
    static func _$readAverage(_ row: _$Row, _ column: Int32) -> Average?
}

extension StoredNumber where Self: SignedInteger {
    public static func _$readSum(_ row: _$Row, _ column: Int32) -> Int { row.int(column) }
    public static func _$readAverage(_ row: _$Row, _ column: Int32) -> Double? { row.optionalDouble(column) }
}
extension StoredNumber where Self: UnsignedInteger {
    public static func _$readSum(_ row: _$Row, _ column: Int32) -> UInt { row.uint(column) }
    public static func _$readAverage(_ row: _$Row, _ column: Int32) -> Double? { row.optionalDouble(column) }
}
extension StoredNumber where Self: BinaryFloatingPoint {
    /// SQLite has no NaN: the sum of both infinities comes as NULL.
    public static func _$readSum(_ row: _$Row, _ column: Int32) -> Double { row.optionalDouble(column) ?? .nan }
    public static func _$readAverage(_ row: _$Row, _ column: Int32) -> Double? { row.optionalDouble(column) }
}

extension Int: StoredNumber {}
extension Int8: StoredNumber {}
extension Int16: StoredNumber {}
extension Int32: StoredNumber {}
extension Int64: StoredNumber {}
extension UInt: StoredNumber {}
extension UInt8: StoredNumber {}
extension UInt16: StoredNumber {}
extension UInt32: StoredNumber {}
extension UInt64: StoredNumber {}
extension Double: StoredNumber {}
extension Float: StoredNumber {}
extension Decimal: StoredNumber {
    public static func _$readSum(_ row: _$Row, _ column: Int32) -> Decimal { row.decimal(column) }
    public static func _$readAverage(_ row: _$Row, _ column: Int32) -> Decimal? { row.optionalDecimal(column) }
}
