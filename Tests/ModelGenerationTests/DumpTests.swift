import Foundation
import Testing
import ModelDeclaration
@testable import ModelGeneration
@Test func dump() throws {
    for (s, n) in [(Fixture.trips, "trips"), (Fixture.animals, "animals")] {
        let files = try Generator().generate([s], documents: s.documents)
        let dir = "/tmp/gen-exp/dump/\(n)"
        try FileManager.default.createDirectory(atPath: dir, withIntermediateDirectories: true)
        for f in files { try Data(f.text).write(to: URL(filePath: dir + "/" + f.name)) }
    }
}
