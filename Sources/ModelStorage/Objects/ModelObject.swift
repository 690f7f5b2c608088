public import Observation

/// The base class of all generated models: identity, context, changes.
///
/// Its members begin with `_$`, so that a model may have any property; what users need of a model is in
/// ``PersistentModel``.
open class ModelObject {
    /// The row's id; negative while the object is unsaved, 0 outside a context.
    @exclusivity(unchecked) public internal(set) final var _$id: Int64 = 0
    /// The context does not own its unchanged objects, nor they it; it clears this when it goes.
    @exclusivity(unchecked) @usableFromInline final var _$contextReference: Unmanaged<ModelContext>?
    /// Properties changed since the last save (or since the context last put the changes into its overlay).
    @exclusivity(unchecked) @usableFromInline final var _$dirty: UInt64 = 0
    /// What few objects have: observers, links to objects outside a context.
    @exclusivity(unchecked) @usableFromInline final var _$extras: _$Extras?
    @exclusivity(unchecked) final var flags: Flags = []
    /// The row's version when it was read.
    @exclusivity(unchecked) final var rowVersion: UInt32 = 0

    struct Flags: OptionSet {
        let rawValue: UInt32
        /// Not saved yet.
        static let inserted = Flags(rawValue: 1)
        /// In the context's list of changed objects.
        static let changed = Flags(rawValue: 2)
        static let deleted = Flags(rawValue: 4)
        /// The row is gone; the object keeps its last values.
        static let gone = Flags(rawValue: 8)
        static let deletedOrGone: Flags = [.deleted, .gone]
        /// A stand-in for a row that does not exist.
        static let placeholder = Flags(rawValue: 16)
        /// In the context's list of changes that its overlay does not show yet.
        static let unsynchronized = Flags(rawValue: 32)

        /// In the context's list of objects whose lists have members that the store does not know.
        static let held = Flags(rawValue: 64)

        /// Deleted since the rules said so, not for itself.
        static let followed = Flags(rawValue: 128)

        /// The upper bits tell the store of an object whose context has gone: see `StoreNumbers`.
        var storeNumber: UInt32 {
            get { rawValue >> 8 }
            set { self = Flags(rawValue: rawValue & 0xFF | newValue << 8) }
        }
    }

    public init() {}

    /// Makes an object of a row. Its identity is set by whoever reads the row.
    public required init(_$row row: _$Row) {}

    deinit {
        if let reference = _$contextReference {
            reference._withUnsafeGuaranteedRef { $0.forget(self, id: _$id) }
        } else if let reference = _$extras?.partialContext {
            reference._withUnsafeGuaranteedRef { $0.forget(self, id: _$id) }
        }
    }

    // MARK: What generated classes override

    open class var _$entity: _$Entity { preconditionFailure("\(self) was not written by modelgen") }

    /// Takes a row in again, except the properties whose bits are set in `kept`.
    open func _$load(_ row: _$Row, keeping kept: UInt64) {}
    /// Binds the columns of the properties in `mask`, in column order.
    open func _$bind(_ statement: _$Binder, _ mask: UInt64) {}
    /// Takes all attributes of another object of the same class.
    open func _$assign(from other: ModelObject) {}
    open func _$link(_ index: Int) -> Int64 { 0 }
    open func _$setLink(_ index: Int, _ id: Int64) {}
    open func _$list(_ index: Int) -> _$ToMany? { nil }
    open func _$setList(_ index: Int, _ list: _$ToMany?) {}
    /// Binds the columns of an attribute to its default value, for rows that are older than the attribute.
    open class func _$bindDefault(_ index: Int, _ statement: _$Binder) {}
}

extension ModelObject: Hashable, Observable {
    /// Two references to one instance. Compare `persistentModelID` across contexts.
    public static func == (left: ModelObject, right: ModelObject) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ModelObject {
    final var entity: _$Entity { Swift.type(of: self)._$entity }

    final var context: ModelContext? {
        if let reference = _$contextReference { return reference.takeUnretainedValue() }
        return _$extras?.partialContext?.takeUnretainedValue()
    }

    /// Takes the object out of its context.
    final func leaveContext() {
        _$contextReference = nil
        _$extras?.partialContext = nil
    }

    final func extras() -> _$Extras {
        if let extras = _$extras { return extras }
        let extras = _$Extras()
        _$extras = extras
        return extras
    }

    final var isPending: Bool { !flags.isDisjoint(with: [.inserted, .changed, .deleted]) }

    // MARK: Accessors of generated properties

    /// Comes before a read.
    @inlinable @inline(__always)
    public final func _$get(_ index: Int) {
        if let reference = _$contextReference {
            if reference._withUnsafeGuaranteedRef({ $0.probe.isTracking }) { _$observeRead(index) }
        } else {
            _$observeRead(index)
        }
    }

    /// Comes before a change.
    @inlinable @inline(__always)
    public final func _$willSet(_ index: Int) {
        if _$extras != nil { _$observeWillSet(index) }
    }

    /// Comes after a change.
    @inlinable @inline(__always)
    public final func _$didSet(_ index: Int) {
        _$touch(index)
        if _$extras != nil { _$observeDidSet(index) }
    }

    /// Notes a change of a property that nobody observes.
    @inlinable @inline(__always)
    public final func _$touch(_ index: Int) {
        let bit: UInt64 = 1 << UInt64(index < 63 ? index : 63)
        if _$dirty & bit == 0 { _$firstTouch(bit) }
    }

    @inlinable @inline(__always)
    public final func _$willSetTransient(_ index: Int) {
        if _$extras != nil { _$observeWillSet(index) }
    }

    @inlinable @inline(__always)
    public final func _$didSetTransient(_ index: Int) {
        if _$extras != nil { _$observeDidSet(index) }
    }

    @usableFromInline @inline(never)
    final func _$firstTouch(_ bit: UInt64) {
        _$dirty |= bit
        context?.noteChange(of: self)
    }
}
