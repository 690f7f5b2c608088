/// A to-many relationship's type.
public protocol RelationshipCollection {
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    public typealias PersistentElement = Wrapped.Element
}

// Properties by key path, as SwiftData's accessors have them. They do what the property itself does.
extension PersistentModel {
    @_disfavoredOverload
    public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        self[keyPath: keyPath]
    }

    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
        self[keyPath: keyPath]
    }

    public func getValue<Value: RelationshipCollection, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
    where OtherModel == Value.PersistentElement {
        self[keyPath: keyPath]
    }

    public func getValue<Value: Decodable & RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        self[keyPath: keyPath]
    }

    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    @_disfavoredOverload
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        write(keyPath, newValue)
    }

    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        write(keyPath, newValue)
    }

    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?) {
        write(keyPath, newValue)
    }

    public func setValue<Value: RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        write(keyPath, newValue)
    }

    public func setValue<Value: Encodable & RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        write(keyPath, newValue)
    }

    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        write(keyPath, newValue)
    }

    private func write<Value>(_ keyPath: KeyPath<Self, Value>, _ value: Value) {
        if let writable = keyPath as? ReferenceWritableKeyPath<Self, Value> {
            self[keyPath: writable] = value
            return
        }
        // A setter that the caller does not see.
        let own = Self._$entity.propertyByKeyPath[keyPath]?.observer.keyPath
        guard let writable = own as? ReferenceWritableKeyPath<Self, Value> else {
            preconditionFailure("\(KeyPathName.describe(keyPath, in: Self._$entity)) cannot be set")
        }
        self[keyPath: writable] = value
    }
}
