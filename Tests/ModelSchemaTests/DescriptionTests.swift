import ModelSchema
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Versions, fingerprints and descriptions")
struct DescriptionTests {
    private static let base = SchemaDescription(
        name: "S", version: SchemaVersion(1, 0, 0),
        models: [
            ModelDescription(
                name: "A", table: "A",
                attributes: [
                    AttributeDescription(name: "n", type: .int, column: "n"),
                    AttributeDescription(
                        name: "e", type: .rawValue(name: "E", raw: .string), isOptional: true, column: "e"),
                ],
                relationships: [
                    RelationshipDescription(
                        name: "bs", destination: "B", isToMany: true, isOptional: false, inverse: "a",
                        storage: .inverseColumn("a"))
                ], unique: [["n"]], indexes: [IndexDescription([.init("n", .descending)])]),
            ModelDescription(
                name: "B", table: "B",
                relationships: [
                    RelationshipDescription(
                        name: "a", destination: "A", isToMany: false, isOptional: true, inverse: "bs",
                        storage: .column("a"))
                ]),
        ])

    private func changed(_ change: (inout SchemaDescription) -> Void) -> String {
        var description = Self.base
        change(&description)
        return description.fingerprint
    }

    @Test("The fingerprint is pinned: it tells stores apart, so it must never change by itself")
    func pinned() {
        #expect(Self.base.fingerprint == "149a57b90e2aff5b4775751ec5cda9ed")
        #expect(
            SchemaDescription(name: "", version: SchemaVersion(0, 0, 0), models: []).fingerprint
                == "6c62272e07bb014262b821756295c58d")
    }

    @Test("What is not stored does not change it")
    func unchanged() {
        let fingerprint = Self.base.fingerprint
        #expect(changed { $0.models.reverse() } == fingerprint)
        #expect(changed { $0.models[0].attributes.reverse() } == fingerprint)
        #expect(changed { $0.version = SchemaVersion(2, 0, 0) } == fingerprint)
        #expect(changed { $0.models[0].originalName = "Z" } == fingerprint)
        #expect(changed { $0.models[0].attributes[0].originalName = "z" } == fingerprint)
        #expect(changed { $0.models[0].attributes[0].validation = ValidationRules(min: "1") } == fingerprint)
        #expect(changed { $0.models[0].attributes[1].type = .rawValue(name: "Other", raw: .string) } == fingerprint)
        #expect(
            changed { $0.models[0].attributes.append(AttributeDescription(name: "t", type: .int, column: nil)) }
                == fingerprint)
    }

    @Test("What is stored, and each rule, does")
    func different() {
        let fingerprints = [
            Self.base.fingerprint,
            changed { $0.models[0].name = "C" }, changed { $0.models[0].table = "x" },
            changed { $0.models[0].isAbstract = true },
            changed { $0.models[1].parent = "A" }, changed { $0.models[0].attributes[0].name = "m" },
            changed { $0.models[0].attributes[0].type = .int8 },
            changed { $0.models[0].attributes[0].isOptional = true },
            changed { $0.models[0].attributes[0].column = "c" },
            changed { $0.models[0].attributes[0].isExternal = true },
            changed { $0.models[0].attributes[1].type = .rawValue(name: "E", raw: .int) },
            changed { $0.models[0].relationships[0].deleteRule = .deny },
            changed { $0.models[0].relationships[0].isOrdered = true },
            changed { $0.models[0].relationships[0].maximumCount = 3 },
            changed { $0.models[0].relationships[0].minimumCount = 3 },
            changed { $0.models[0].relationships[0].inverse = nil },
            changed { $0.models[1].relationships[0].isOptional = false },
            changed { $0.models[1].relationships[0].storage = .joinTable("x", isSource: true) },
            changed { $0.models[0].unique = [] }, changed { $0.models[0].unique = [["n", "e"]] },
            changed { $0.models[0].indexes = [IndexDescription([.init("n")])] },
            changed { $0.models[0].indexes[0].condition = "x" }, changed { $0.models[0].preserved = ["n"] },
        ]
        #expect(Set(fingerprints).count == fingerprints.count)
        #expect(fingerprints.allSatisfy { $0.utf8.count == 32 })
    }

    @Test("A description survives its JSON")
    func codable() throws {
        var description = Self.base
        description.models[0].attributes += [
            AttributeDescription(name: "s", type: .set(.uuid), column: "s"),
            AttributeDescription(
                name: "d", type: .dictionary(.array(.date, optionalElements: true), optionalElements: false),
                column: "d"),
            AttributeDescription(
                name: "c",
                type: .composite(
                    name: "P", fields: [FieldDescription(name: "x", type: .codable(name: "C"), isOptional: true)]),
                column: "c", validation: ValidationRules(min: "1", max: "2", minLength: 3, maxLength: 4, pattern: "x")),
        ]
        let data = try JSONEncoder().encode(description)
        #expect(try JSONDecoder().decode(SchemaDescription.self, from: data) == description)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(StoredType.self, from: Data(#""Nothing""#.utf8))
        }
    }

    @Test(
        "Versions",
        arguments: [
            ("1.0.0", true), ("0.0.0", true), ("10.20.30", true), ("999999999.0.0", true), ("1", false), ("1.0", false),
            ("1.0.0.0", false), ("01.0.0", false), ("1.-1.0", false), ("1.0.x", false), ("", false), ("1..0", false),
            ("9999999999.0.0", false), ("1.0.0 ", false), ("+1.0.0", false), ("１.0.0", false),
        ])
    func versions(text: String, isVersion: Bool) {
        #expect(SchemaVersion(text)?.description == (isVersion ? text : nil))
    }

    @Test("Versions are ordered by number, not by text")
    func order() {
        #expect(SchemaVersion(1, 9, 0) < SchemaVersion(1, 10, 0))
        #expect(SchemaVersion(1, 10, 0) < SchemaVersion(2, 0, 0))
        #expect(SchemaVersion(1, 0, 1) > SchemaVersion(1, 0, 0))
    }

    @Test("Lineage, family and root; circles end")
    func hierarchy() throws {
        var description = SchemaDescription(
            name: "S", version: SchemaVersion(1, 0, 0),
            models: [
                ModelDescription(name: "A", table: "A"), ModelDescription(name: "B", parent: "A", table: "A"),
                ModelDescription(name: "C", parent: "B", table: "A"), ModelDescription(name: "D", table: "D"),
            ])
        let (a, b, c) = (description.models[0], description.models[1], description.models[2])
        #expect(description.lineage(of: c).map(\.name) == ["C", "B", "A"])
        #expect(description.root(of: c).name == "A")
        #expect(description.family(of: b).map(\.name) == ["B", "C"])
        #expect(description.hierarchy(of: a).map(\.name) == ["A", "B", "C"])
        #expect(description.classList(of: b) == "'B', 'C'")
        description.models[0].parent = "C"
        #expect(description.lineage(of: description.models[0]).map(\.name) == ["A", "C", "B"])
    }
}
