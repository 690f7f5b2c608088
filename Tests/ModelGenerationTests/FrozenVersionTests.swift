import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelGeneration

/// Older versions, and the plan that leads from each to the next.
struct FrozenVersionTests {
    private static let old = #"""
        {"schema": "S", "version": "1.0.0", "access": "public", "imports": ["Colors"],
         "types": [{"enum": "Kind", "doc": "D", "cases": [{"name": "a", "doc": "D"}]}],
         "models": [
           {"name": "Trip", "doc": "D", "conformances": ["Named"], "attributes": [
             {"name": "name", "type": "String", "doc": "D", "default": {"expression": "makeName()"}},
             {"name": "kind", "type": "Kind", "default": "a"},
             {"name": "color", "type": "Color", "storage": "rawValue", "rawType": "Int16", "default": {"expression": "Color.red"}},
             {"name": "shape", "type": "Shape?", "storage": "codable"},
             {"name": "size", "type": "Int", "validation": {"min": 1}},
             {"name": "shown", "type": "Bool", "transient": true, "default": true}]}]}
        """#

    private static func live(_ version: String, _ attributes: String, more: String = "") -> String {
        #"{"schema": "S", "version": "\#(version)", "access": "public", \#(more) "models": [{"name": "Trip", "attributes": [\#(attributes)]}]}"#
    }

    private func files(_ texts: (String, String)...) throws -> [String: String] {
        let documents = texts.map { SourceDocument(path: $0, bytes: Array($1.utf8)) }
        let result = Declarations.resolve(documents)
        try #require(!result.hasErrors, "\(result.diagnostics.map(\.message))")
        let files = try Generator().generate(result.schemas, documents: documents.map(\.path))
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, String(decoding: $0.text, as: UTF8.self)) })
    }

    @Test("M01: a newer live declaration leaves frozen files as they are, byte for byte")
    func newerVersionsChangeNothing() throws {
        let two = Self.live("2.0.0", #"{"name": "name", "type": "String"}"#)
        let three = Self.live(
            "3.0.0", #"{"name": "Kind", "type": "Int", "default": 1}, {"name": "Trip", "type": "String?"}"#)
        let before = try files(("S-1.0.0.model.json", Self.old), ("S-2.0.0.model.json", two), ("S.model.json", three))
        let four = #"{"schema": "S", "version": "4.0.0", "models": [{"name": "Color"}, {"name": "Trip"}]}"#
        let after = try files(
            ("S-1.0.0.model.json", Self.old), ("S-2.0.0.model.json", two), ("S-3.0.0.model.json", three),
            ("S.model.json", four))
        for name in ["S-1.0.0.schema.swift", "S-2.0.0.schema.swift"] {
            #expect(before[name] != nil)
            #expect(before[name] == after[name])
        }
    }

    @Test("Frozen code has what is stored and nothing else")
    func onlyWhatIsStored() throws {
        let files = try files(
            ("S-1.0.0.model.json", Self.old),
            ("S.model.json", Self.live("2.0.0", #"{"name": "size", "type": "Int"}"#)))
        let frozen = try #require(files["S-1.0.0.schema.swift"])
        for word in ["Colors", "/// D", "Named", "makeName", "Color.red", "shown", "validation", ": Color", "Shape?"] {
            #expect(!frozen.contains(word), "\(word)")
        }
        for text in [
            "extension SV1 {", "public nonisolated final class Trip", "color: Swift.Int16,",
            "shape: Swift.String? = nil",
            "name: Swift.String,", #".rawValue(name: "Color", raw: .int16)"#, #".codable(name: "Shape")"#,
            #"column: "name", default: .expression)"#, "statement.rawValue(Kind.a as Kind)",
        ] { #expect(frozen.contains(text), "\(text)") }
        #expect(Set(files.keys) == ["S-1.0.0.schema.swift", "S.schema.swift", "Trip.model.swift"])
    }

    @Test("Documents of one frozen version are one enum with extensions")
    func severalDocuments() throws {
        let one = #"{"schema": "S", "models": [{"name": "A", "relationships": [{"name": "bs", "type": "[B]"}]}]}"#
        let other = #"{"schema": "S", "models": [{"name": "B", "attributes": [{"name": "A", "type": "Int"}]}]}"#
        let files = try files(
            ("One.model.json", one), ("Other.model.json", other), ("Types.model.json", #"{"schema": "S"}"#),
            ("S.model.json", #"{"schema": "S", "version": "2.0.0", "models": [{"name": "B"}]}"#))
        let first = try #require(files["One.schema.swift"])
        #expect(first.contains("nonisolated enum SV1: ModelStorage.VersionedSchema"))
        // A property of B hides the model A.
        #expect(first.contains("typealias _$$SV1_$A = SV1.A"))
        let second = try #require(files["Other.schema.swift"])
        #expect(second.contains("extension SV1 {\n    nonisolated final class B"))
        #expect(!second.contains("VersionedSchema"))
        #expect(files["Types.schema.swift"]?.contains("extension") == false)
    }

    @Test("A locked version says so, and no other")
    func locked() throws {
        var schemas = Declarations.resolve([
            SourceDocument(path: "S-1.0.0.model.json", bytes: Array(Self.old.utf8)),
            SourceDocument(
                path: "S.model.json", bytes: Array(Self.live("2.0.0", #"{"name": "size", "type": "Int"}"#).utf8)),
        ]).schemas
        for index in schemas.indices { schemas[index].isLocked = !schemas[index].isCurrent }
        let files = try Generator().generate(schemas, documents: ["S-1.0.0.model.json", "S.model.json"])
        let locked = files.filter { String(decoding: $0.text, as: UTF8.self).contains("isLocked: true") }.map(\.name)
        #expect(locked == ["S-1.0.0.schema.swift"])
    }

    private func plan(_ old: String, _ new: String, more: String = "") throws -> String {
        let files = try files(
            ("S-1.0.0.model.json", Self.live("1.0.0", old)), ("S.model.json", Self.live("2.0.0", new, more: more)))
        return try #require(files["S.schema.swift"])
    }

    @Test("A stage without code is lightweight, and asks for nothing")
    func lightweight() throws {
        let plan = try plan(#"{"name": "a", "type": "Int"}"#, #"{"name": "b", "type": "Int", "originalName": "a"}"#)
        #expect(plan.contains(".lightweight(fromVersion: SV1.self, toVersion: SV2.self)"))
        #expect(plan.contains("plan: SMigrationPlan.self"))
        #expect(!plan.contains("SMigrations"))
    }

    @Test("A change that needs code is a requirement that says why")
    func requirement() throws {
        let plan = try plan(
            #"{"name": "a", "type": "Int"}"#, #"{"name": "a", "type": "Int"}, {"name": "b", "type": "Int"}"#)
        #expect(plan.contains("protocol SV1ToV2Migration: Swift.SendableMetatype"))
        #expect(
            plan.contains(
                """
                    /// - attribute 'Trip.b' is new and has no default: objects that are there need a value
                    ///
                    /// Has its value already: a.
                    static func migrate(_ old: SV1.Trip, to new: SV2.Trip, in context: ModelStorage.MigrationContext) throws
                """))
        #expect(plan.contains("any SV1ToV2Migration.Type = SMigrations.self"))
    }

    @Test("A declaration may ask for code of its own before and after")
    func hooks() throws {
        let plan = try plan(
            #"{"name": "a", "type": "Int"}"#, #"{"name": "a", "type": "Int?"}"#,
            more: #""migrations": [{"from": "1.0.0", "willMigrate": true}],"#)
        #expect(
            plan.contains(
                "return .custom(fromVersion: SV1.self, toVersion: SV2.self, willMigrate: willMigrate, didMigrate: nil)")
        )
        #expect(
            plan.contains(
                "static func willMigrate(from: SV1.Type, to: SV2.Type, in context: ModelStorage.ModelContext)"))
    }
}
