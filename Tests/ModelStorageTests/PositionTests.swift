import Testing

@testable import ModelStorage

/// Places in ordered lists ascend, and change as little as they can.
@Suite struct PositionTests {
    private let gap: Int64 = 1 << 20

    @Test func appendingLeavesAllOthersAlone() {
        #expect(SaveOperation.places(for: [1, 2, 3], [1: 10, 2: 20]) == [10, 20, 20 + gap])
        #expect(SaveOperation.places(for: [1, 2], [:]) == [gap, 2 * gap])
        #expect(SaveOperation.places(for: [], [:]) == [])
    }

    @Test func insertingTakesAPlaceBetweenTheNeighbours() {
        #expect(SaveOperation.places(for: [1, 9, 2], [1: 10, 2: 20]) == [10, 15, 20])
        #expect(SaveOperation.places(for: [9, 1], [1: 10]) == [10 - gap, 10])
    }

    @Test func withoutRoomTheWholeListGetsNewPlaces() {
        #expect(SaveOperation.places(for: [1, 9, 2], [1: 10, 2: 11]) == [gap, 2 * gap, 3 * gap])
    }

    @Test func randomMovesAlwaysAscend() {
        for _ in 0..<500 {
            let ids = (1...Int64.random(in: 1...12)).map { $0 }.shuffled()
            var stored: [Int64: Int64] = [:]
            for id in ids where Bool.random() { stored[id] = Int64.random(in: -5...5) * (Bool.random() ? 1 : gap) }
            let places = SaveOperation.places(for: ids, stored)
            #expect(places.count == ids.count)
            #expect(!zip(places, places.dropFirst()).contains { $0 >= $1 }, "\(ids) \(stored) \(places)")
        }
    }
}
