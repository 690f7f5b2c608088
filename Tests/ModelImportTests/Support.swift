import Foundation
import ModelDeclaration
import ModelImport
import Testing

/// A model around some entities, as Xcode writes it.
func coreDataModel(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    \(content)
    </model>
    """
}

/// Imports one version, named `M`.
func importModel(_ text: String, features: Set<LanguageFeature> = .all) -> ImportResult {
    let document = SourceDocument(path: "M/contents", bytes: Array(text.utf8))
    return CoreDataImporter(
        CoreDataBundle(name: "M", versions: [.init(name: "M", document: document)]), features: features
    ).run()
}

/// Imports some entities.
func importEntities(_ content: String, features: Set<LanguageFeature> = .all) -> ImportResult {
    importModel(coreDataModel(content), features: features)
}

/// Imports an entity `E` with some attributes.
func importAttributes(_ content: String, features: Set<LanguageFeature> = .all) -> ImportResult {
    importEntities(#"<entity name="E">\#(content)</entity>"#, features: features)
}

extension ImportResult {
    var briefs: [String] { diagnostics.map { "\($0.code) \($0.message)" } }

    /// The text of the only document.
    var text: String { documents.first?.text ?? "" }

    /// The lines of the only document that hold a key.
    func lines(with key: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains("\"\(key)\"") }.map {
            var line = Substring($0).drop { $0 == " " }
            if line.hasSuffix(",") { line = line.dropLast() }
            return String(line)
        }
    }
}

/// A Core Data model on the disk.
enum CoreDataFolder {
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    static func bundle(_ folder: URL, path: String) throws -> CoreDataBundle {
        func document(_ name: String) throws -> SourceDocument {
            let data = try Data(contentsOf: folder.appending(path: name))
            return SourceDocument(path: "\(path)/\(name)", bytes: Array(data))
        }
        let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return CoreDataBundle(
            name: folder.deletingPathExtension().lastPathComponent,
            versions: try entries.filter { $0.hasSuffix(".xcdatamodel") }.map {
                .init(name: String($0.dropLast(12)), document: try document("\($0)/contents"))
            },
            currentVersion: entries.contains(".xccurrentversion") ? try document(".xccurrentversion") : nil)
    }

    /// The folder with models of public apps that lies beside the repository; nil where it is not there.
    static let shared: URL? = {
        if let named = ProcessInfo.processInfo.environment["MODELGEN_SHARED"] {
            return URL(filePath: named).appending(path: "data/coredata")
        }
        var folder = URL(filePath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appending(path: "shared/data/coredata")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        return nil
    }()
}
