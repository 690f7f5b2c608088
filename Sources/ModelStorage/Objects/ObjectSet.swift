/// Objects in the order in which they came, each once; looking one up or taking one out does not depend on their number.
struct ObjectSet {
    private var slots: [ModelObject?] = []
    private var places: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { places.isEmpty }
    var elements: [ModelObject] { slots.compactMap { $0 } }

    func contains(_ object: ModelObject) -> Bool { places[ObjectIdentifier(object)] != nil }

    mutating func insert(_ object: ModelObject) {
        if places[ObjectIdentifier(object)] != nil { return }
        places[ObjectIdentifier(object)] = slots.count
        slots.append(object)
    }

    mutating func remove(_ object: ModelObject) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(object)) else { return }
        slots[place] = nil
        if places.isEmpty { slots.removeAll() }
    }
}
