/// The objects of a relationship that is not a foreign key in the object's own row. Only for generated code.
///
/// Elements are kept as the common base class, so that the runtime handles all relationships with the same code.
public final class _$ToMany {
    @usableFromInline
    var elements: [ModelObject]
    /// The elements as the other sides know them; nil while no access is under way or was since the last save.
    var known: [ModelObject]?
    /// The elements by identity, for lists long enough that a scan would cost.
    private var members: Set<ObjectIdentifier>?
    /// An access is under way: the elements are in its hands.
    var isOpen = false
    /// It is the first access since the last save.
    var isFirstAccess = false
    /// Where the elements were when the access began: those of an array that is assigned are elsewhere.
    var storage: UnsafeRawPointer?

    init(_ elements: [ModelObject] = []) { self.elements = elements }

    /// The elements as their own type.
    ///
    /// All elements are `T`: whoever puts one in has checked that. An array's storage holds references of one size whatever
    /// the class, so that the array can be handed over without a copy; converting it element by element would make each
    /// append linear.
    @inlinable
    public subscript<T: ModelObject>(as type: T.Type) -> [T] {
        get { unsafeBitCast(elements, to: [T].self) }
        _modify {
            var array = unsafeBitCast(elements, to: [T].self)
            elements = []
            defer { elements = unsafeBitCast(array, to: [ModelObject].self) }
            yield &array
        }
    }

    /// The elements of a relationship declared `[Other]?`: setting nil empties it.
    @inlinable
    public subscript<T: ModelObject>(optional type: T.Type) -> [T]? {
        get { unsafeBitCast(elements, to: [T].self) }
        _modify {
            var array: [T]? = unsafeBitCast(elements, to: [T].self)
            elements = []
            defer { elements = unsafeBitCast(array ?? [], to: [ModelObject].self) }
            yield &array
        }
    }

    /// Whether the other sides know the object as an element.
    func knows(_ object: ModelObject) -> Bool {
        let known = known ?? elements
        if known.count < 32 { return known.contains { $0 === object } }
        if let members { return members.contains(ObjectIdentifier(object)) }
        let members = Set(known.map(ObjectIdentifier.init))
        self.members = members
        return members.contains(ObjectIdentifier(object))
    }

    /// Whether the elements are those that the other sides know, in the same order.
    var isAsKnown: Bool {
        guard let known else { return true }
        return elements.count == known.count && !zip(elements, known).contains { $0 !== $1 }
    }

    /// Where the elements are.
    var address: UnsafeRawPointer? { elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }

    /// Whether the elements begin with those that the other sides know.
    ///
    /// All are compared unless they are where they were; they move when the array grows, but seldom. Then the last one tells,
    /// and what else was done in place is found by `processPendingChanges`, which looks at all, once.
    var beginsAsKnown: Bool {
        guard let known, let last = known.last else { return true }
        if address == storage { return elements[known.count - 1] === last }
        return !zip(known, elements).contains { $0 !== $1 }
    }

    func noteMember(_ object: ModelObject) { members?.insert(ObjectIdentifier(object)) }

    /// Adds an element that is not there yet.
    func append(_ object: ModelObject) {
        elements.append(object)
        known?.append(object)
        members?.insert(ObjectIdentifier(object))
    }

    func remove(_ object: ModelObject) {
        members?.remove(ObjectIdentifier(object))
        // Ends are taken off more often than middles, and the last ones most often.
        if let index = elements.lastIndex(where: { $0 === object }) { elements.remove(at: index) }
        if let index = known?.lastIndex(where: { $0 === object }) { known?.remove(at: index) }
    }

    func forgetMembers() { members = nil }

    /// Takes out objects whose rows others have deleted.
    func dropGone() {
        guard elements.contains(where: { $0.flags.contains(.gone) }) else { return }
        elements.removeAll { $0.flags.contains(.gone) }
        known?.removeAll { $0.flags.contains(.gone) }
        members = nil
    }
}
