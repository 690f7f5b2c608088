public import Observation

/// What only few objects need. Only for generated code.
public final class _$Extras {
    /// Made at the first tracked read.
    var registrar: ObservationRegistrar?
    /// To-one targets of an object outside a context, by property index.
    var links: [Int: ModelObject] = [:]
    /// The context of an object of which only some attributes were read. The object's own reference is nil meanwhile, so that
    /// every access comes by here and finds out; those of whole objects cost nothing more.
    var partialContext: Unmanaged<ModelContext>?
    /// Bits of the attributes that were read.
    var loadedBits: UInt64 = 0
    /// Bits of the attributes that are being read for the first time: that changes nothing.
    var arrivingBits: UInt64 = 0
    /// All was read but for data that is too large to come with its row.
    var lacksOnlyData = false
    /// The temporary identifier of an object outside a context, or the last one of an object that left it.
    var identifier: PersistentIdentifier?
}

extension ModelObject {
    @usableFromInline @inline(never)
    final func _$observeRead(_ index: Int) {
        let extras = extras()
        if let reference = extras.partialContext {
            let context = reference.takeUnretainedValue()
            if !hasLoaded(index) { context.complete(self) }
            if !context.probe.isTracking { return }
        }
        // Objects outside a context have no probe to ask: their own registrar finds out whether someone tracks.
        let registrar = extras.registrar ?? ObservationRegistrar()
        extras.registrar = registrar
        entity.properties[index].observer.access(self, registrar)
    }

    @usableFromInline @inline(never)
    final func _$observeWillSet(_ index: Int) {
        if let reference = _$extras?.partialContext { reference.takeUnretainedValue().complete(self) }
        if let registrar = _$extras?.registrar { entity.properties[index].observer.willSet(self, registrar) }
        context?.undo?.willSet(self, index)
    }

    /// Tells observers of a change that is not the user's: there is nothing to undo.
    final func tellWillSet(_ property: Property) {
        if let registrar = _$extras?.registrar { property.observer.willSet(self, registrar) }
    }

    /// The stored properties whose values a row has otherwise. Only for observed objects: it boxes.
    final func changes(in row: _$Row, keeping kept: UInt64) -> [Property] {
        let fresh = Swift.type(of: self).init(_$row: row)
        let deferred = row.failure?.pointee.deferred ?? []
        let isPart = _$extras?.partialContext != nil
        let arriving = _$extras?.arrivingBits ?? 0
        return entity.properties.filter { property in
            if property.column < 0 || property.bit & (kept | arriving) != 0 { return false }
            if property.isLink {
                let id = _$link(property.index)
                return (context?.permanentID(of: id) ?? id) != fresh._$link(property.index)
            }
            // What is not in memory cannot be compared.
            if deferred.contains(property.column) || isPart && !hasLoaded(property.index) { return true }
            return !property.observer.hasSameValue(self, fresh)
        }
    }

    /// Whether a property of an object that was read in part has its value.
    private func hasLoaded(_ index: Int) -> Bool {
        let property = entity.properties[index]
        return property.attribute == nil || (_$extras?.loadedBits ?? 0) & property.bit != 0
    }

    @usableFromInline @inline(never)
    final func _$observeDidSet(_ index: Int) {
        if let registrar = _$extras?.registrar { entity.properties[index].observer.didSet(self, registrar) }
    }
}

/// Tells with public API whether a read happens inside `withObservationTracking`.
///
/// A tracked access puts its key path in a set, which hashes it, which hashes the argument of its subscript, which raises a
/// flag. Outside tracking an access only reads a thread-local: 12 ns with this probe against 35 and an allocation with a
/// registrar in each object.
@usableFromInline
final class ObservationProbe {
    struct Argument: Hashable {
        let flag: UnsafeMutablePointer<Bool>
        static func == (left: Argument, right: Argument) -> Bool { left.flag == right.flag }
        func hash(into hasher: inout Hasher) {
            flag.pointee = true
            hasher.combine(flag)
        }
    }

    @usableFromInline struct Subject: Observable {
        @usableFromInline init() {}
        subscript(_ argument: Argument) -> Int { 0 }
    }

    /// Trackings that never fire leave an entry behind; a new registrar after this many bounds them.
    private static let hitsPerRegistrar = 1_024

    @exclusivity(unchecked) @usableFromInline var registrar = ObservationRegistrar()
    @exclusivity(unchecked) @usableFromInline let flag: UnsafeMutablePointer<Bool>
    @exclusivity(unchecked) @usableFromInline let keyPath: KeyPath<Subject, Int>
    private var hits = 0
    /// Without hashing there is no answer: then every read counts as tracked, which is right but slower.
    private static let works: Bool = selfTest()
    @exclusivity(unchecked) @usableFromInline var alwaysTracks = false

    init(testing: Bool = false) {
        flag = .allocate(capacity: 1)
        flag.initialize(to: false)
        keyPath = \Subject[Argument(flag: flag)]
        if !testing { alwaysTracks = !Self.works }
    }

    deinit { flag.deallocate() }

    @inlinable @inline(__always)
    var isTracking: Bool {
        // The end of a tracking hashes the key path once more, so the flag is cleared first.
        flag.pointee = false
        registrar.access(Subject(), keyPath: keyPath)
        return flag.pointee || alwaysTracks ? noteHit() : false
    }

    @usableFromInline @inline(never)
    func noteHit() -> Bool {
        flag.pointee = false
        hits += 1
        if hits >= Self.hitsPerRegistrar {
            hits = 0
            registrar = ObservationRegistrar()
        }
        return true
    }

    private static func selfTest() -> Bool {
        let probe = ObservationProbe(testing: true)
        let outside = probe.isTracking
        var inside = false
        withObservationTracking {
            inside = probe.isTracking
        } onChange: {
        }
        return inside && !outside
    }
}
