import ModelDeclaration
import ModelImport

/// Shows an input to the importer of Core Data models, as it is and in a model's clothes.
struct XMLProbe {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func run() {
        let dressed =
            Array("<model><entity name=\"E\"><attribute name=\"".utf8) + bytes + Array("\"/></entity></model>".utf8)
        for document in [bytes, dressed] {
            let version = CoreDataBundle.Version(
                name: "M", document: SourceDocument(path: "contents", bytes: document))
            _ = CoreDataImporter(CoreDataBundle(name: "M", versions: [version])).run()
        }
    }
}
