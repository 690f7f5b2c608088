import ModelSchema
import Testing

/// What changed between two versions, and what it does to the data.
@Suite("Differences between versions")
struct DifferenceTests {
    private static let base = SchemaDescription(
        name: "S", version: SchemaVersion(1, 0, 0),
        models: [
            ModelDescription(
                name: "A", table: "A",
                attributes: [
                    AttributeDescription(name: "n", type: .int32, column: "n"),
                    AttributeDescription(name: "s", type: .string, isOptional: true, column: "s"),
                    AttributeDescription(
                        name: "c",
                        type: .composite(
                            name: "C", fields: [FieldDescription(name: "x", type: .int, isOptional: false)]),
                        column: "c"),
                ],
                relationships: [
                    RelationshipDescription(
                        name: "bs", destination: "B", isToMany: true, isOptional: false, inverse: "a",
                        deleteRule: .cascade, storage: .inverseColumn("a")),
                    RelationshipDescription(
                        name: "tags", destination: "B", isToMany: true, isOptional: false, inverse: nil,
                        isOrdered: true,
                        storage: .joinTable("A.tags", isSource: true)),
                ], unique: [["n"]], indexes: [IndexDescription([.init("n", .descending)])]),
            ModelDescription(
                name: "B", table: "B",
                relationships: [
                    RelationshipDescription(
                        name: "a", destination: "A", isToMany: false, isOptional: true, inverse: "bs",
                        storage: .column("a"))
                ]),
            ModelDescription(
                name: "H", parent: "A", table: "A",
                attributes: [AttributeDescription(name: "h", type: .double, isOptional: true, column: "H.h")]),
        ])

    private func changes(_ change: (inout SchemaDescription) -> Void) -> [String] {
        var new = Self.base
        new.version = SchemaVersion(2, 0, 0)
        change(&new)
        return SchemaDifferences(from: Self.base, to: new).changes.map {
            "\($0.kind.rawValue) \($0.effect.rawValue) \($0.model)" + ($0.property.map { ".\($0)" } ?? "")
        }
    }

    private static func attribute(
        _ name: String, _ type: StoredType = .int, isOptional: Bool = false, was: String? = nil,
        default kind: AttributeDescription.DefaultKind? = nil, column: String? = nil
    ) -> AttributeDescription {
        AttributeDescription(
            name: name, originalName: was, type: type, isOptional: isOptional, column: column ?? name, defaultKind: kind
        )
    }

    @Test("Equal versions have none")
    func none() {
        #expect(changes { _ in } == [])
        #expect(changes { $0.models.swapAt(0, 1) } == [])
        #expect(SchemaDifferences(from: Self.base, to: Self.base).effect == nil)
    }

    @Test("M09: a new attribute needs a default, an optional type, or a step")
    func added() {
        #expect(changes { $0.models[1].attributes = [Self.attribute("x")] } == ["attributeAdded step B.x"])
        #expect(
            changes { $0.models[1].attributes = [Self.attribute("x", isOptional: true)] }
                == ["attributeAdded lightweight B.x"])
        #expect(
            changes { $0.models[1].attributes = [Self.attribute("x", default: .constant)] }
                == ["attributeAdded lightweight B.x"])
        #expect(
            changes {
                $0.models[1].relationships.append(
                    RelationshipDescription(
                        name: "r", destination: "A", isToMany: false, isOptional: false, inverse: nil,
                        storage: .column("r")))
            } == ["relationshipAdded step B.r"])
    }

    @Test("M11: one default for all cannot be unique; one for each can, and none can")
    func uniqueDefaults() {
        func adding(_ attribute: AttributeDescription, unique: [String] = ["x"]) -> [String] {
            changes {
                $0.models[1].attributes = [attribute, Self.attribute("y", default: .constant)]
                $0.models[1].unique = [unique]
            }.filter { $0.hasSuffix("B.x") && $0.hasPrefix("attribute") }
        }
        #expect(adding(Self.attribute("x", default: .constant)) == ["attributeAdded step B.x"])
        #expect(adding(Self.attribute("x", default: .constant), unique: ["x", "y"]) == ["attributeAdded step B.x"])
        #expect(
            adding(Self.attribute("x", default: .constant), unique: ["x", "a"]) == ["attributeAdded lightweight B.x"])
        #expect(adding(Self.attribute("x", default: .expression)) == ["attributeAdded lightweight B.x"])
        #expect(adding(Self.attribute("x", isOptional: true)) == ["attributeAdded lightweight B.x"])
    }

    @Test("What has changed of a struct's fields is told field by field")
    func fields() {
        func type(_ fields: FieldDescription...) -> StoredType { .composite(name: "P", fields: fields) }
        let old = type(
            FieldDescription(name: "a", type: .int32, isOptional: false),
            FieldDescription(name: "b", type: .string, isOptional: true),
            FieldDescription(name: "c", type: .string, isOptional: false),
            FieldDescription(
                name: "q", type: .composite(name: "Q", fields: [.init(name: "x", type: .int, isOptional: false)]),
                isOptional: false))
        let new = type(
            FieldDescription(name: "a", type: .double, isOptional: false),
            FieldDescription(name: "b", type: .date, isOptional: false),
            FieldDescription(name: "d", type: .int, isOptional: false),
            FieldDescription(name: "e", type: .int, isOptional: true),
            FieldDescription(
                name: "q", type: .composite(name: "Q", fields: [.init(name: "x", type: .int, isOptional: true)]),
                isOptional: false))
        let expected = [
            "'a' is Double, not Int32", "'b' is Date, not String: values have to be converted",
            "'b' is required: where there was none one is needed",
            "'d' is new, and values that are there need one, whatever the field's default", "'e' is new",
            "'q.x' is optional", "'c' is gone, and with it its values",
        ]
        #expect(old.fieldChanges(to: new) == expected)
        #expect(
            StoredType.array(old, optionalElements: false).fieldChanges(to: .array(new, optionalElements: false))
                == expected)
        #expect(old.fieldChanges(to: old) == [])
        var (before, after) = (Self.base, Self.base)
        before.models[1].attributes = [Self.attribute("p", old)]
        after.models[1].attributes = [Self.attribute("p", new)]
        let changes = SchemaDifferences(from: before, to: after).changes
        #expect(changes.map(\.message) == ["'B.p' has other fields: " + expected.joined(separator: "; ")])
        #expect(changes.map(\.effect) == [.step])
    }

    @Test("An index whose condition names a renamed attribute is the same; a model without objects loses none")
    func conditionsFollow() {
        func base(_ name: String, _ condition: String) -> SchemaDescription {
            var schema = Self.base
            schema.models[1].attributes = [
                Self.attribute(name, .string, was: name == "new" ? "old" : nil), Self.attribute("x", .int),
            ]
            schema.models[1].indexes = [IndexDescription([.init("x")], condition: condition)]
            return schema
        }
        let before = base("old", #""old" = 'the "old" one''s' AND "x" IS NOT NULL"#)
        let after = base("new", #""new" = 'the "old" one''s' AND "x" IS NOT NULL"#)
        #expect(SchemaDifferences(from: before, to: after).changes.map(\.kind) == [.attributeRenamed])
        var (abstract, without) = (Self.base, Self.base)
        abstract.models.append(ModelDescription(name: "Z", isAbstract: true, table: "Z"))
        without.models.removeAll { $0.name == "Z" }
        #expect(
            SchemaDifferences(from: abstract, to: without).changes.map(\.message) == [
                "model 'Z' is gone; it was abstract and had no objects of its own"
            ])
    }

    @Test("Types with raw values are told apart by what is stored, in collections and fields too")
    func rawTypes() {
        func message(_ before: StoredType, _ now: StoredType) -> [String] {
            var (old, new) = (Self.base, Self.base)
            new.version = SchemaVersion(2, 0, 0)
            old.models[0].attributes[0] = Self.attribute("k", before)
            new.models[0].attributes[0] = Self.attribute("k", now)
            return SchemaDifferences(from: old, to: new).changes.filter { $0.property == "k" }.map(\.message)
        }
        let (number, text) = (
            StoredType.rawValue(name: "Kind", raw: .int), StoredType.rawValue(name: "Kind", raw: .string)
        )
        #expect(message(number, text) == ["'A.k' is Kind (String), not Kind (Int): values have to be converted"])
        #expect(
            message(.array(number, optionalElements: false), .array(text, optionalElements: true)) == [
                "'A.k' is [Kind (String)?], not [Kind (Int)]: values have to be converted"
            ])
        #expect(message(.string, number) == ["'A.k' is Kind (Int), not String: values have to be converted"])
        func composite(_ type: StoredType) -> StoredType {
            .composite(name: "P", fields: [FieldDescription(name: "x", type: type, isOptional: false)])
        }
        #expect(
            message(composite(number), composite(text)) == [
                "'A.k' has other fields: 'x' is Kind (String), not Kind (Int): values have to be converted"
            ])
    }

    @Test("What moves up from one heir is new in the others")
    func movedUp() {
        func changes(_ attribute: AttributeDescription) -> [String] {
            var (old, new) = (Self.base, Self.base)
            new.version = SchemaVersion(2, 0, 0)
            let other = ModelDescription(name: "I", parent: "A", table: "A")
            old.models.append(other)
            new.models.append(other)
            var column = attribute
            column.column = "H.m"
            old.models[2].attributes.append(column)
            new.models[0].attributes.append(attribute)
            return SchemaDifferences(from: old, to: new).changes.filter { $0.kind == .attributeAdded }
                .map { "\($0.effect.rawValue) \($0.message)" }
        }
        #expect(
            changes(Self.attribute("m"))
                == ["A", "I"].map {
                    "step attribute '\($0).m' is new and has no default: objects that are there need a value"
                })
        #expect(
            changes(Self.attribute("m", default: .constant))
                == ["A", "I"].map {
                    "lightweight attribute '\($0).m' is new; objects that are there get the default"
                })
        #expect(
            changes(Self.attribute("m", isOptional: true))
                == ["A", "I"].map {
                    "lightweight attribute '\($0).m' is new; objects that are there get nil"
                })
    }

    @Test("M07: a rename is one where 'originalName' says so, else it is a loss and is proposed")
    func renames() {
        #expect(
            changes { $0.models[0].attributes[1] = Self.attribute("t", .string, isOptional: true, was: "s") }
                == ["attributeRenamed lightweight A.t"])
        var new = Self.base
        new.version = SchemaVersion(2, 0, 0)
        new.models[0].attributes[1] = Self.attribute("title", .string, isOptional: true)
        let differences = SchemaDifferences(from: Self.base, to: new)
        #expect(differences.changes.map(\.kind) == [.attributeAdded, .attributeRemoved])
        #expect(differences.effect == .destructive)
        #expect(differences.proposals == [RenameProposal(model: "A", from: "s", to: "title")])
        // Two names change places.
        #expect(
            changes {
                $0.models[1].attributes = []
                $0.models[0].attributes[0] = Self.attribute("n", .string, isOptional: true, was: "s")
                $0.models[0].attributes[1] = Self.attribute("s", .int32, was: "n")
                $0.models[0].unique = [["s"]]
                $0.models[0].indexes = [IndexDescription([.init("s", .descending)])]
            } == ["attributeRenamed lightweight A.n", "attributeRenamed lightweight A.s"])
        // A rename, and another type.
        #expect(
            changes { $0.models[0].attributes[1] = Self.attribute("t", .date, isOptional: true, was: "s") }
                == ["attributeRenamed lightweight A.t", "typeChanged step A.t"])
    }

    @Test("M17: a renamed model takes its relationships, constraints and table along")
    func renamedModel() {
        let renamed = changes {
            $0.models[1].name = "C"
            $0.models[1].table = "C"
            $0.models[1].originalName = "B"
            $0.models[0].relationships[0].destination = "C"
            $0.models[0].relationships[1].destination = "C"
        }
        #expect(renamed == ["modelRenamed lightweight C"])
        #expect(
            changes {
                $0.models[1].name = "C"
                $0.models[1].table = "C"
                $0.models[0].relationships[0].destination = "C"
                $0.models[0].relationships[1].destination = "C"
            }.contains("modelRemoved destructive B"))
    }

    @Test("Types that every value fits are lightweight")
    func types() {
        func type(_ type: StoredType) -> [String] { changes { $0.models[0].attributes[0].type = type } }
        #expect(type(.int64) == ["typeChanged lightweight A.n"])
        #expect(type(.double) == ["typeChanged lightweight A.n"])
        #expect(type(.decimal) == ["typeChanged lightweight A.n"])
        #expect(type(.int16) == ["typeChanged step A.n"])
        #expect(type(.uint64) == ["typeChanged step A.n"])
        #expect(type(.float) == ["typeChanged step A.n"])
        #expect(type(.string) == ["typeChanged step A.n"])
        func fields(_ fields: FieldDescription...) -> [String] {
            changes { $0.models[0].attributes[2].type = .composite(name: "C", fields: fields) }
        }
        let x = FieldDescription(name: "x", type: .int, isOptional: false)
        #expect(fields(x, FieldDescription(name: "y", type: .int, isOptional: true)) == ["typeChanged lightweight A.c"])
        #expect(fields(x, FieldDescription(name: "y", type: .int, isOptional: false)) == ["typeChanged step A.c"])
        #expect(fields(FieldDescription(name: "y", type: .int, isOptional: true)) == ["typeChanged destructive A.c"])
    }

    @Test("Optional and required")
    func optional() {
        #expect(changes { $0.models[0].attributes[0].isOptional = true } == ["madeOptional lightweight A.n"])
        #expect(changes { $0.models[0].attributes[1].isOptional = false } == ["madeRequired step A.s"])
        #expect(
            changes {
                $0.models[0].attributes[1].isOptional = false
                $0.models[0].attributes[1].defaultKind = .constant
            } == ["madeRequired lightweight A.s"])
        #expect(changes { $0.models[1].relationships[0].isOptional = false } == ["madeRequired step B.a"])
    }

    @Test("Relationships")
    func relationships() {
        #expect(
            changes { $0.models[0].relationships[0].deleteRule = .deny } == ["deleteRuleChanged lightweight A.bs"])
        #expect(changes { $0.models[0].relationships[1].isOrdered = false } == ["orderChanged destructive A.tags"])
        #expect(changes { $0.models[0].relationships[1].maximumCount = 3 } == ["boundsChanged lightweight A.tags"])
        #expect(
            changes {
                $0.models[0].relationships[1].isToMany = false
                $0.models[0].relationships[1].storage = .column("tags")
                $0.models[0].relationships[1].isOrdered = false
            } == ["madeToOne step A.tags", "orderChanged destructive A.tags"])
        #expect(
            changes {
                $0.models[1].relationships[0].isToMany = true
                $0.models[1].relationships[0].storage = .joinTable("A.bs", isSource: false)
                $0.models[0].relationships[0].storage = .joinTable("A.bs", isSource: true)
            } == ["madeToMany lightweight B.a"])
        #expect(changes { $0.models[0].relationships.removeLast() } == ["relationshipRemoved destructive A.tags"])
    }

    @Test("Inheritance: what moves with the objects stays, what they get from a new parent they need")
    func inheritance() {
        // An attribute moves up to the parent: other objects of the parent need one.
        #expect(
            changes {
                $0.models[2].attributes = []
                $0.models[0].attributes.append(Self.attribute("h", .double, isOptional: true))
            } == ["attributeMoved lightweight A.h", "attributeAdded lightweight A.h"])
        // B becomes a kind of A, whose n is required.
        let inherited = changes {
            $0.models[1].parent = "A"
            $0.models[1].table = "A"
        }
        #expect(inherited.contains("parentChanged lightweight B"))
        #expect(inherited.contains("attributeAdded step B.n"))
        #expect(inherited.contains("attributeAdded lightweight B.s"))
        #expect(changes { $0.models[0].isAbstract = true } == ["modelMadeAbstract step A"])
        // H leaves, and loses what it had from A.
        let left = changes {
            $0.models[2].parent = nil
            $0.models[2].table = "H"
        }
        #expect(left.contains("attributeRemoved destructive H.n"))
    }

    @Test("Steps are for the models that need them and their heirs, by their old names")
    func steps() {
        var new = Self.base
        new.version = SchemaVersion(2, 0, 0)
        new.models[0].attributes.append(Self.attribute("x"))
        new.models[2].name = "G"
        new.models[2].originalName = "H"
        let mapping = SchemaMapping(from: Self.base, to: new)
        let needy = SchemaDifferences(from: Self.base, to: new).modelsThatNeedSteps(in: mapping)
        #expect(needy.map(\.name) == ["A", "H"])
    }

    @Test("M08: a name that was freed and taken again is another attribute's")
    func namesTakenAgain() {
        var second = Self.base
        second.version = SchemaVersion(2, 0, 0)
        second.models[0].attributes[1] = Self.attribute("first", .string, isOptional: true, was: "s")
        second.models[0].attributes.append(Self.attribute("s", .string, isOptional: true))
        let mapping = SchemaMapping(from: Self.base, to: second)
        let origins = mapping.origins(in: second.models[0])
        #expect(origins["first"]?.name == "s")
        #expect(origins["s"] == nil)
    }

    /// Whatever changes the fingerprint is told: a locked version that differs must say in what.
    @Test("Every change of the shape is reported", arguments: 0..<200)
    func complete(_ seed: UInt64) {
        var random = Generator(state: seed)
        var new = Self.base
        new.version = SchemaVersion(2, 0, 0)
        for _ in 0..<Int.random(in: 1...3, using: &random) { Self.mutate(&new, &random) }
        guard new.fingerprint != Self.base.fingerprint else { return }
        let differences = SchemaDifferences(from: Self.base, to: new)
        #expect(!differences.isEmpty, "seed \(seed): \(new)")
        let back = SchemaDifferences(from: new, to: Self.base)
        #expect(!back.isEmpty, "seed \(seed), backwards: \(new)")
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static func mutate(_ schema: inout SchemaDescription, _ random: inout Generator) {
        let types: [StoredType] = [
            .int, .int64, .uint64, .string, .date, .rawValue(name: "E", raw: .string), .codable(name: "T"),
            .array(.int, optionalElements: false), .set(.int),
        ]
        let model = schema.models.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<16, using: &random) {
        case 0: schema.models[model].attributes.append(attribute("x", types.randomElement(using: &random) ?? .int))
        case 1: schema.models[model].attributes = schema.models[model].attributes.dropLast()
        case 2:
            for index in schema.models[model].attributes.indices.prefix(1) {
                schema.models[model].attributes[index].type = types.randomElement(using: &random) ?? .int
            }
        case 3:
            for index in schema.models[model].attributes.indices {
                schema.models[model].attributes[index].isOptional.toggle()
            }
        case 4:
            for index in schema.models[model].attributes.indices.prefix(1) {
                schema.models[model].attributes[index].column = "other"
            }
        case 5: schema.models[model].isAbstract.toggle()
        case 6: schema.models[model].unique = [["n"], ["s", "n"]]
        case 7: schema.models[model].indexes = [IndexDescription([.init("n")], condition: "\"n\" IS NULL")]
        case 8: schema.models[model].preserved = ["n"]
        case 9:
            for index in schema.models[model].relationships.indices {
                schema.models[model].relationships[index].deleteRule = .deny
            }
        case 10:
            for index in schema.models[model].relationships.indices {
                schema.models[model].relationships[index].maximumCount = 9
            }
        case 11:
            for index in schema.models[model].relationships.indices
            where schema.models[model].relationships[index].isToMany {
                schema.models[model].relationships[index].isOrdered.toggle()
            }
        case 12:
            for index in schema.models[model].attributes.indices {
                schema.models[model].attributes[index].isExternal.toggle()
            }
        case 13: schema.models.append(ModelDescription(name: "New", table: "New"))
        case 14: schema.models[0].relationships = Array(schema.models[0].relationships.dropLast())
        default: schema.models[0].table = "other"
        }
    }
}
