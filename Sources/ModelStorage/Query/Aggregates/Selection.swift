internal import Foundation

/// What an aggregate's statement computes: the columns of a key, then a column for each figure.
struct Selection {
    struct Figure {
        let function: AggregateFunction
        let keyPath: AnyKeyPath?
    }

    let entity: _$Entity
    let grouping: AnyKeyPath?
    private(set) var figures: [Figure] = []

    init<T, each Value>(
        entity: _$Entity, grouping: PartialKeyPath<T>?, _ aggregate: repeat Aggregate<T, each Value>
    ) {
        self.entity = entity
        self.grouping = grouping
        for aggregate in repeat each aggregate {
            figures.append(Figure(function: aggregate.function, keyPath: aggregate.keyPath))
        }
    }

    func addShape(_ shape: inout Shape) {
        shape.add(UInt(figures.count) << 1 | (grouping == nil ? 0 : 1))
        if let grouping { shape.add(grouping) }
        for figure in figures {
            shape.add(figure.function.rawValue)
            if let keyPath = figure.keyPath { shape.add(keyPath) }
        }
    }

    func name(ofColumn column: Int32) -> String {
        let keyPaths = [grouping].compactMap { $0 } + figures.compactMap(\.keyPath)
        return keyPaths.map { KeyPathName.describe($0, in: entity) }.joined(separator: ", ")
    }

    // MARK: SQL

    /// The SQL of the key's columns and of the figures, from terms over an object.
    func columns(_ object: ObjectTerm) throws -> (keys: [String], arguments: [Scalar?]) {
        var keys: [String] = []
        if let grouping {
            switch try PathTerm.term(of: grouping, entity, object) {
            case .scalar(let scalar): keys = [scalar.sql]
            case .object(let target): keys = [target.rowKey]
            case .composite(let composite): keys = [composite.presence].compactMap { $0 } + composite.leaves.map(\.sql)
            case .collection(let collection): keys = [collection.text.sql]
            case let term:
                throw StorageError.unsupportedSortDescriptor(
                    "grouping by \(KeyPathName.describe(grouping, in: entity)), \(term.kindName)")
            }
        }
        let arguments = try figures.map { figure -> Scalar? in
            guard let keyPath = figure.keyPath else { return nil }
            switch try PathTerm.term(of: keyPath, entity, object) {
            case .scalar(let scalar): return scalar
            case .object(let target) where figure.function == .distinctCount: return target.identifier
            case .collection(let collection) where figure.function == .distinctCount: return collection.text
            case let term:
                throw StorageError.unsupportedSortDescriptor(
                    "an aggregate of \(KeyPathName.describe(keyPath, in: entity)), \(term.kindName)")
            }
        }
        return (keys, arguments)
    }

    /// A figure's SQL.
    ///
    /// - Parameter name: how the statement names the argument.
    func sql(_ figure: Figure, _ argument: Scalar?, _ name: String) throws -> String {
        guard let argument else { return "count(*)" }
        switch figure.function {
        case .distinctCount: return "count(DISTINCT \(name))"
        case .sum: return "\(SQLFunction.sum)\(try kind(argument))(\(name))"
        case .average: return "\(SQLFunction.average)\(try kind(argument))(\(name))"
        default:
            guard argument.type.isOrdered else {
                throw StorageError.unsupportedSortDescriptor("an extreme of \(argument.type) values")
            }
            return "\(figure.function == .minimum ? "min" : "max")(\(name))"
        }
    }

    private func kind(_ scalar: Scalar) throws -> SumFunctions.Kind {
        guard let kind = SumFunctions.Kind(scalar.type) else {
            throw StorageError.unsupportedSortDescriptor("a sum of \(scalar.type) values")
        }
        return kind
    }
}
