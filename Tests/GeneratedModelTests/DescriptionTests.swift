import Foundation
import ModelDeclaration
import ModelSchema
import ModelStorage
import Testing

@testable import SnapshotModels
@testable import SnapshotNames

/// What generated models say of themselves at run time is what the declaration says.
struct DescriptionTests {
    static let snapshots = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../ModelGenerationTests/Snapshots").standardized

    private static let schemas: [(folder: String, schema: _$Schema)] = [
        ("Scalars", ScalarsV1._$schema), ("Types", TypesV2_1._$schema), ("Features", FeaturesV1._$schema),
        ("Gallery", GalleryV1._$schema), ("Gallery", GalleryV2._$schema),
        ("Creatures", CreaturesV1_2_3._$schema), ("Relationships", RelationshipsV1._$schema),
        ("Runtime", RuntimeV1._$schema), ("Documents", SplitV1._$schema), ("Texts", TextsV1._$schema),
        ("Versions", VoyagesV1._$schema),
        ("Versions", VoyagesV1_1._$schema), ("Versions", VoyagesV2._$schema),
        ("Names/Keywords", KeywordsV1._$schema), ("Names/TypeNames", TypeNamesV1._$schema),
    ]

    @Test(arguments: schemas.indices) func descriptionsAgree(_ index: Int) throws {
        let (folder, schema) = Self.schemas[index]
        let resolved = try Self.resolve(folder)
        let declared = try #require(
            resolved.first { $0.description.name == schema.name && $0.description.version == schema.version })
        let own = schema.description.stored
        var other = declared.description.stored
        // Frozen code checks no rules.
        if !declared.isCurrent { other.removeValidation() }
        for (model, declared) in zip(own.models, other.models) where model != declared {
            Issue.record("\(folder)/\(model.name): \(model) is not \(declared)")
        }
        #expect(own.models.map(\.name) == other.models.map(\.name))
        #expect(schema.generatedFingerprint == declared.description.fingerprint)
    }

    static func resolve(_ folder: String) throws -> [ResolvedSchema] {
        let root = snapshots.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".model.json")
        }
        let documents = try paths.sorted().map {
            SourceDocument(path: $0, bytes: Array(try Data(contentsOf: root.appending(path: $0))))
        }
        return Declarations.resolve(documents).schemas
    }
}

extension SchemaDescription {
    fileprivate mutating func removeValidation() {
        for model in models.indices {
            for attribute in models[model].attributes.indices {
                models[model].attributes[attribute].validation = nil
            }
        }
    }

    /// Without what is not stored, which the runtime does not describe. That a to-many is optional means nothing.
    var stored: SchemaDescription {
        var schema = self
        for index in schema.models.indices {
            schema.models[index].attributes.removeAll { !$0.isStored }
            schema.models[index].relationships = schema.models[index].orderedRelationships.map { relationship in
                var relationship = relationship
                if relationship.isToMany { relationship.isOptional = true }
                return relationship
            }
        }
        return schema
    }
}
