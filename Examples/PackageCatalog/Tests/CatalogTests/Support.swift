import Catalog
import Foundation
import ModelStorage

/// A pipe that holds a text, to be read like a file. The text must fit into a pipe (64 KB).
func file(_ bytes: [UInt8]) throws -> FileHandle {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    return pipe.fileHandleForReading
}

func file(_ text: String) throws -> FileHandle { try file(Array(text.utf8)) }

func memory() throws -> ModelContainer {
    try ModelContainer(for: Package.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

extension ModelContainer {
    @discardableResult
    func take(_ index: String, batchSize: Int = 2, prunes: Bool = false) throws -> Importer.Progress {
        try Importer(container: self, batchSize: batchSize, prunes: prunes).run(try file(index), named: "a test")
    }
}
