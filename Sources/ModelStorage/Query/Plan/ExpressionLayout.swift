internal import Foundation

/// Where in the memory of expressions of one type the things lie that a walk visits, in the walk's order.
///
/// The type of an expression fixes the whole tree. So a repeated query does not go through it node by node, by generic calls:
/// it follows a list of places. Nodes that do not tell their places are walked as they are.
struct ExpressionLayout {
    enum Step {
        /// A key path, as its address.
        case keyPath(Int)
        /// An operator: an enum without values.
        case operation(Int)
        case variable(Int)
        case introduction(Int)
        /// A captured value.
        case value(Int)
        /// A node that could have been a captured value's member, and is not.
        case noValue
        case node(Int, Plan)
    }

    private(set) var steps: [Step] = []
    /// Those of them that captured values need.
    private(set) var bindings: [Step] = []

    init<Expression: PredicateNode>(of type: Expression.Type) { type.addSteps(&self, at: 0) }

    mutating func add(_ step: Step) {
        steps.append(step)
        switch step {
        case .value, .noValue, .node: bindings.append(step)
        case .keyPath, .operation, .variable, .introduction: break
        }
    }

    func addShape(_ expression: UnsafeRawPointer, _ shape: inout Shape) {
        for step in steps {
            switch step {
            case .keyPath(let offset): shape.add(expression.load(fromByteOffset: offset, as: UInt.self))
            case .operation(let offset): shape.add(UInt(expression.load(fromByteOffset: offset, as: UInt8.self)))
            case .variable(let offset):
                shape.add(expression.load(fromByteOffset: offset, as: PredicateExpressions.VariableID.self))
            case .introduction(let offset):
                shape.introduce(expression.load(fromByteOffset: offset, as: PredicateExpressions.VariableID.self))
            case .value(let offset): shape.knownCodec().addShape(expression + offset, &shape)
            case .noValue: shape.skipCodec()
            case .node(let offset, let plan): plan.addShape(expression + offset, &shape)
            }
        }
    }

    func bindValues(_ expression: UnsafeRawPointer, _ binding: inout ValueBinding) throws {
        for step in bindings {
            switch step {
            case .value(let offset): try binding.nextCodec().bind(expression + offset, &binding)
            case .node(let offset, let plan): try plan.bindValues(expression + offset, &binding)
            default: binding.skipCodec()
            }
        }
    }
}

extension PredicateNode {
    static func addSteps(_ layout: inout ExpressionLayout, at offset: Int) {
        layout.add(.node(offset, TypedPlan<Self>()))
    }

    /// The place of a stored property; nil where Foundation does not tell it, as on systems with a stable binary interface.
    static func place(_ property: PartialKeyPath<Self>) -> Int? { MemoryLayout<Self>.offset(of: property) }

    /// Adds the steps of the one part that a node has.
    static func addSteps<Part: PredicateNode>(
        of part: KeyPath<Self, Part>, _ layout: inout ExpressionLayout, at offset: Int
    ) {
        guard let place = place(part) else { return layout.add(.node(offset, TypedPlan<Self>())) }
        Part.addSteps(&layout, at: offset + place)
    }

    /// Adds the steps of the two parts of a node, after those of its operator.
    static func addSteps<First: PredicateNode, Second: PredicateNode>(
        of first: KeyPath<Self, First>, _ second: KeyPath<Self, Second>, operation: PartialKeyPath<Self>? = nil,
        _ layout: inout ExpressionLayout, at offset: Int
    ) {
        guard let firstPlace = place(first), let secondPlace = place(second) else {
            return layout.add(.node(offset, TypedPlan<Self>()))
        }
        if let operation {
            guard let place = place(operation) else { return layout.add(.node(offset, TypedPlan<Self>())) }
            layout.add(.operation(offset + place))
        }
        First.addSteps(&layout, at: offset + firstPlace)
        Second.addSteps(&layout, at: offset + secondPlace)
    }
}

/// An operator as a word of a shape, equal to what a layout reads: the byte of an enum without values.
func operationWord<Operator>(_ operation: Operator) -> UInt {
    withUnsafeBytes(of: operation) { bytes in bytes.first.map(UInt.init) ?? 0 }
}
