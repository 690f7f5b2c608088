import Foundation
import ModelDeclaration
import ModelImport
import ModelSchema
import Testing

/// The declaration of what a store says of itself.
@Suite struct StoreImportTests {
    private static let declarations: [URL] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("ModelGenerationTests/Snapshots")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter { $0.lastPathComponent.hasSuffix(".model.json") }
            .sorted { $0.path < $1.path }
    }()

    @Test("M02 the shape of any store becomes a declaration of the same shape", arguments: declarations)
    func sameShape(_ url: URL) throws {
        let document = SourceDocument(path: url.lastPathComponent, bytes: Array(try Data(contentsOf: url)))
        for schema in Declarations.resolve([document], features: .all).schemas {
            let importer = StoreImporter(schema.description, as: SchemaVersion(0, 9, 0))
            let result = importer.run()
            #expect(importer.differences(of: result) == [])
            #expect(result.documents.map(\.name) == ["\(schema.description.name)-0.9.0.model.json"])
            #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        }
    }
}
