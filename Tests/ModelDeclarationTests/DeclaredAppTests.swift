import Foundation
import ModelDeclaration
import ModelSchema
import Testing

/// Whole models of public apps, written as declarations in `Tests/RealModels`. `Scripts/test-imports` compiles what is
/// generated from them.
@Suite("Models of real apps, whole")
struct DeclaredAppTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../RealModels").standardized

    private func documents(_ prefix: String) throws -> [SourceDocument] {
        try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasPrefix(prefix) }.sorted()
            .map { SourceDocument(path: $0, bytes: Array(try Data(contentsOf: Self.folder.appending(path: $0)))) }
    }

    @Test(arguments: [
        ("Dash", 17, 250, 38), ("Vultisig", 23, 199, 31), ("KMReader", 10, 145, 0), ("VivaDicta", 13, 106, 16),
    ])
    func counts(_ name: String, models: Int, attributes: Int, relationships: Int) throws {
        let result = Declarations.resolve(try documents(name))
        #expect(result.diagnostics.filter { $0.severity != .note }.map(\.message) == [])
        let schema = try #require(result.schemas.first).description
        #expect(schema.models.count == models)
        #expect(schema.models.reduce(0) { $0 + $1.attributes.count } == attributes)
        #expect(schema.models.reduce(0) { $0 + $1.relationships.count } == relationships)
    }

    @Test("R08: both sides of each link of the hub agree, and its four uniques stand alone")
    func vultisigHub() throws {
        let schema = try #require(Declarations.resolve(try documents("Vultisig")).schemas.first).description
        let vault = try #require(schema.model(named: "Vault"))
        #expect(vault.unique == [["name"], ["pubKeyECDSA"], ["pubKeyEdDSA"], ["publicKeyMLDSA44"]])
        #expect(vault.relationships.count == 14)
        for relationship in vault.relationships {
            #expect(relationship.deleteRule == .cascade && relationship.inverse == "vault")
            #expect(schema.inverse(of: relationship)?.destination == "Vault")
        }
    }

    @Test("VivaDicta keeps to CloudKit's rules, and is told where it would not")
    func vivaDictaCloud() throws {
        let document = try #require(try documents("VivaDicta").first)
        #expect(Declarations.resolve([document]).schemas.first?.options.cloudKit == true)
        let text = String(decoding: document.bytes, as: UTF8.self)
        let broken = text.replacing(
            #""type": "Transcription?", "inverse": "chatConversations" }"#,
            with: #""type": "Transcription", "inverse": "chatConversations" }"#)
        let result = Declarations.resolve([SourceDocument(path: "a", bytes: Array(broken.utf8))])
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.code) == ["MG1001"])
    }

    @Test("Links of Dash that nothing looks back at are one-way, the silent ones are paired where one fits")
    func dashLinks() throws {
        let schema = try #require(Declarations.resolve(try documents("Dash")).schemas.first).description
        #expect(try schema.relationship("HDAccount", "externalAddresses").inverse == "account")
        #expect(try schema.relationship("HDAccount", "coinJoinAddresses").inverse == nil)
        #expect(try schema.relationship("PersistentIdentity", "tokenBalances").inverse == "identity")
        #expect(try schema.attribute("PersistentDocument", "isDeleted").isStored)
    }
}
