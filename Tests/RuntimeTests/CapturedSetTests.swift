import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Captured collections too long for parameters of a statement.
@Suite struct CapturedSetTests {
    @Test(arguments: Place.allCases) func aLongCapturedCollectionIsSearched(place: Place) throws {
        let store = try TestStore(place)
        let context = store.context()
        for index in 0..<300 { context.insert(Label(name: "\(index)")) }
        try context.save()
        for count in [100, 101, 250, 101] {
            let names = (0..<count).map { "\($0)" }
            let descriptor = FetchDescriptor<Label>(predicate: #Predicate { names.contains($0.name) })
            #expect(try context.fetch(descriptor).map(\.name) == names)
            #expect(try context.fetchCount(descriptor) == count)
        }
    }
}
