import Testing

@testable import ModelStorage

/// The table of a context's objects, against a dictionary.
@Suite struct IdentityMapTests {
    @Test(arguments: [1_000 as Int64, 10_000_000]) func randomUseGivesWhatADictionaryGives(range: Int64) {
        var map = IdentityMap()
        var expected: [Int64: ModelObject] = [:]
        for _ in 0..<20_000 {
            let id = Int64.random(in: 1...range)
            switch Int.random(in: 0..<3) {
            case 0:
                let object = ModelObject()
                map.set(id, object)
                expected[id] = object
            case 1:
                if let object = expected[id] {
                    map.remove(id, Unmanaged.passUnretained(object).toOpaque())
                    expected[id] = nil
                }
            default:
                let found = map.find(id)
                #expect(found === expected[id])
            }
        }
        let count = map.count
        #expect(count == expected.count)
        for (id, object) in expected {
            let found = map.find(id)
            #expect(found === object)
        }
        var visited = 0
        map.visit { _ in visited += 1 }
        #expect(visited == expected.count)
    }

    @Test func unsavedObjectsHaveNegativeIDs() {
        var map = IdentityMap()
        let objects = (0..<100).map { _ in ModelObject() }
        for (index, object) in objects.enumerated() { map.set(-Int64(index) - 1, object) }
        // Another object under that id: nothing is removed.
        map.remove(-50, Unmanaged.passUnretained(objects[0]).toOpaque())
        let kept = map.find(-50)
        #expect(kept === objects[49])
        map.remove(-50, Unmanaged.passUnretained(objects[49]).toOpaque())
        let removed = map.find(-50)
        let unknown = map.find(-101)
        #expect(removed == nil && unknown == nil)
        map.removeTemporary()
        let first = map.find(-1)
        #expect(first == nil)
    }
}
