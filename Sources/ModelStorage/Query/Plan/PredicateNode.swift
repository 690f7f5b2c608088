internal import Foundation

/// A node of a predicate that has a meaning in SQL.
///
/// The nodes of Foundation conform where their parts do, so that one cast at the root of an expression proves that the
/// whole tree can be translated. Each of the three walks visits the same values in the same order: the number of a
/// captured value's first parameter depends on the expression's shape only.
protocol PredicateNode {
    /// Appends what the SQL text depends on: key paths, operators, which values are nil, sizes of collections.
    func addShape(_ shape: inout Shape)
    /// The same, for a parent that asks more of a captured collection than whether it contains a value.
    func addShape(_ shape: inout Shape, as use: CollectionUse)
    /// Binds the captured values.
    func bindValues(_ binding: inout ValueBinding) throws
    /// Adds where the walk finds what it visits in a node that lies at an offset.
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int)
    /// What the node is in SQL.
    func lower(_ lowering: Lowering) throws -> Term
}

extension PredicateNode {
    func addShape(_ shape: inout Shape, as use: CollectionUse) { addShape(&shape) }
}

/// What a captured collection becomes.
enum CollectionUse {
    /// Parameters, or a TEMP table, after `IN`.
    case list
    /// JSON text, as stored ones are.
    case text
}

/// What a statement's text depends on, apart from the type of the expression.
///
/// Two expressions of one type and equal words have the same SQL.
struct Shape {
    var words: [UInt] = []
    /// Variables in the order of their introduction; words name them by position, since their own numbers differ each time.
    private var variables: [(id: PredicateExpressions.VariableID, number: Int)] = []
    /// The codecs of the captured values by position, which an expression's type fixes.
    var codecs: [ValueCodec] = []
    private var nextValue = 0
    /// TEMP tables for captured collections, counted from the first that is free.
    var setCount = 0
    /// The objects whose addresses are among the words, if they are wanted: who keeps the words has to keep them alive.
    var addressed: [AnyObject]?

    /// The context that the query runs in.
    private(set) var context: ModelContext?

    mutating func start(_ context: ModelContext, codecs: [ValueCodec], keepsAddressed: Bool = false) {
        self.context = context
        words.removeAll(keepingCapacity: true)
        variables.removeAll(keepingCapacity: true)
        self.codecs = codecs
        nextValue = 0
        setCount = 0
        addressed = keepsAddressed ? [] : nil
    }

    mutating func end() { context = nil }

    @inline(__always)
    mutating func add(_ word: UInt) { words.append(word) }

    @inline(__always)
    mutating func add(_ keyPath: AnyKeyPath) {
        words.append(UInt(bitPattern: ObjectIdentifier(keyPath)))
        addressed?.append(keyPath)
    }

    mutating func introduce(_ variable: PredicateExpressions.VariableID) {
        variables.append((variable, variables.count))
    }

    /// Introduces another name of a variable.
    mutating func equate(_ variable: PredicateExpressions.VariableID, _ other: PredicateExpressions.VariableID) {
        variables.append((variable, number(of: other)))
    }

    mutating func add(_ variable: PredicateExpressions.VariableID) {
        words.append(UInt(bitPattern: number(of: variable)))
    }

    private func number(of variable: PredicateExpressions.VariableID) -> Int {
        variables.last { $0.id == variable }?.number ?? -1
    }

    /// A predicate inside this one: its plan is part of the shape, since the type of the whole does not tell it.
    mutating func addInlined<Expression: PredicateExpression>(_ expression: Expression) {
        guard let plan = try? context?.inlinedPlan(of: expression) else { return add(0) }
        add(UInt(bitPattern: ObjectIdentifier(plan)))
        addressed?.append(plan)
        let (outerCodecs, outerNext) = (codecs, nextValue)
        (codecs, nextValue) = (plan.codecs, 0)
        withUnsafePointer(to: expression) { plan.addShape($0, &self) }
        if plan.codecs.count != codecs.count { plan.codecs = codecs }
        (codecs, nextValue) = (outerCodecs, outerNext)
    }

    /// The codec of a node that may be a captured value's member; nil if it is not.
    mutating func nextCodec(ofMember isConstant: @autoclosure () -> Bool, _ make: () -> ValueCodec) -> ValueCodec? {
        if nextValue == codecs.count { codecs.append(isConstant() ? make() : ValueCodec.none) }
        defer { nextValue += 1 }
        return codecs[nextValue] === ValueCodec.none ? nil : codecs[nextValue]
    }

    /// The codec of the next captured value, in a shape that has been walked before.
    mutating func knownCodec() -> ValueCodec {
        defer { nextValue += 1 }
        return codecs[nextValue]
    }

    mutating func skipCodec() { nextValue += 1 }

    /// The codec of the next captured value.
    mutating func nextCodec<T>(_ type: T.Type, _ use: CollectionUse) -> ValueCodec {
        if nextValue == codecs.count { codecs.append(ValueCodec.make(type, use)) }
        defer { nextValue += 1 }
        return codecs[nextValue]
    }
}

/// How a type of expression is walked: made once per type and connection.
class Plan {
    /// The codecs of the captured values; complete after the first walk.
    var codecs: [ValueCodec] = []

    func addShape(_ expression: UnsafeRawPointer, _ shape: inout Shape) {}
    func bindValues(_ expression: UnsafeRawPointer, _ binding: inout ValueBinding) throws {}
    func lower(_ expression: UnsafeRawPointer, _ lowering: Lowering) throws -> Term { .null }
    /// Where things lie in expressions of the type.
    func layout() -> ExpressionLayout? { nil }

    // MARK: Repeated queries

    /// Once the codecs are known.
    private var known: ExpressionLayout?
    /// The query that was last made from the plan, and its shape: as a rule the next has the same.
    var last: (words: [UInt], query: CachedQuery)?

    /// Appends the shape of an expression of the plan's type to one that began with the plan's codecs.
    func walk(_ expression: UnsafeRawPointer, _ shape: inout Shape) {
        // Objects are not gathered on the way of a layout.
        if let known, shape.addressed == nil { return known.addShape(expression, &shape) }
        addShape(expression, &shape)
        if codecs.count != shape.codecs.count { codecs = shape.codecs }
        if known == nil { known = layout() }
    }

    func bind(_ expression: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        if let known { return try known.bindValues(expression, &binding) }
        try bindValues(expression, &binding)
    }
}

/// Walks a pointer to an expression, without a cast or a copy.
final class TypedPlan<Expression: PredicateNode>: Plan {
    override func layout() -> ExpressionLayout? { ExpressionLayout(of: Expression.self) }
    override func addShape(_ expression: UnsafeRawPointer, _ shape: inout Shape) {
        expression.assumingMemoryBound(to: Expression.self).pointee.addShape(&shape)
    }
    override func bindValues(_ expression: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        try expression.assumingMemoryBound(to: Expression.self).pointee.bindValues(&binding)
    }
    override func lower(_ expression: UnsafeRawPointer, _ lowering: Lowering) throws -> Term {
        try expression.assumingMemoryBound(to: Expression.self).pointee.lower(lowering)
    }
}

extension Plan {
    /// The plan of an expression's type, or an error that names the part without a meaning in SQL.
    static func make<Expression: PredicateExpression>(_ expression: Expression) throws -> Plan {
        guard let node = expression as? any PredicateNode else {
            throw StorageError.unsupportedPredicate(UnsupportedPart.name(in: expression))
        }
        return make(node: node)
    }

    private static func make<Node: PredicateNode>(node: Node) -> Plan { TypedPlan<Node>() }
}

/// Finds the part of an expression that keeps the whole from being translated.
enum UnsupportedPart {
    static func name(in expression: Any) -> String {
        var innermost = expression
        while let part = Mirror(reflecting: innermost).children.first(where: { child in
            child.value is any PredicateExpression && !(child.value is any PredicateNode)
        }) {
            innermost = part.value
        }
        return "\(type(of: innermost))".replacingOccurrences(of: "PredicateExpressions.", with: "")
    }
}
