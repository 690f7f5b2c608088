import ModelDeclaration
import ModelSchema
import Testing

@Suite("Types and defaults")
struct ValueTests {
    static let types = """
        [{"enum": "Mood", "cases": ["good", {"name": "bad", "rawValue": "B", "doc": "Not good."}], "unknown": "good"},
         {"enum": "Level", "doc": "How far.", "rawType": "UInt8", "cases": ["low", {"name": "mid", "rawValue": 5}, "high"]},
         {"struct": "Point", "fields": [{"name": "x", "type": "Double"}, {"name": "y", "type": "Double", "default": 1, "doc": "Up."}]},
         {"struct": "Line", "fields": [{"name": "from", "type": "Point"}, {"name": "to", "type": "Point?"}, {"name": "mood", "type": "Mood"}]}]
        """

    static let point = StoredType.composite(
        name: "Point",
        fields: [
            FieldDescription(name: "x", type: .double, isOptional: false),
            FieldDescription(name: "y", type: .double, isOptional: false),
        ])
    static let mood = StoredType.rawValue(name: "Mood", raw: .string)

    private func attribute(_ text: String) throws -> ResolvedAttribute {
        let resolved = try schema(document(attribute: text, types: Self.types))
        return try #require(resolved.models.first?.attributes.first)
    }

    @Test(
        "Every type is read, plain and optional",
        arguments: [
            ("Bool", StoredType.bool), ("Int", .int), ("Int8", .int8), ("Int16", .int16), ("Int32", .int32),
            ("Int64", .int64),
            ("UInt", .uint), ("UInt8", .uint8), ("UInt16", .uint16), ("UInt32", .uint32), ("UInt64", .uint64),
            ("Float", .float), ("Double", .double), ("Decimal", .decimal), ("String", .string), ("Date", .date),
            ("Data", .data), ("UUID", .uuid), ("URL", .url), ("Mood", mood),
            ("Level", .rawValue(name: "Level", raw: .uint8)),
            ("Point", point),
            (
                "Line",
                .composite(
                    name: "Line",
                    fields: [
                        FieldDescription(name: "from", type: point, isOptional: false),
                        FieldDescription(name: "to", type: point, isOptional: true),
                        FieldDescription(name: "mood", type: mood, isOptional: false),
                    ])
            ),
            ("[String]", .array(.string, optionalElements: false)), ("[Int?]", .array(.int, optionalElements: true)),
            ("[[Mood]]", .array(.array(mood, optionalElements: false), optionalElements: false)),
            ("Set<UUID>", .set(.uuid)), ("[String: Point]", .dictionary(point, optionalElements: false)),
            ("[ String : Date? ]", .dictionary(.date, optionalElements: true)),
        ])
    func types(spelling: String, type: StoredType) throws {
        let plain = try attribute(#"{"name": "a", "type": "\#(spelling)"}"#)
        #expect(plain.description == AttributeDescription(name: "a", type: type, column: "a"))
        let optional = try attribute(#"{"name": "a", "type": "\#(spelling)?"}"#)
        #expect(optional.description == AttributeDescription(name: "a", type: type, isOptional: true, column: "a"))
    }

    @Test("Hand-written types say how they are stored")
    func handWritten() throws {
        let raw = try attribute(#"{"name": "a", "type": "My.Color?", "storage": "rawValue", "rawType": "Int32"}"#)
        #expect(raw.description.type == .rawValue(name: "My.Color", raw: .int32))
        #expect(raw.description.isOptional)
        let codable = try attribute(#"{"name": "a", "type": "Box<Int, [String]>?", "storage": "codable"}"#)
        #expect(codable.description.type == .codable(name: "Box<Int, [String]>"))
    }

    @Test("Enums: raw values as declared, else as Swift gives them")
    func enums() throws {
        let resolved = try schema(document(models: "", types: Self.types))
        #expect(
            resolved.enums == [
                ResolvedEnum(
                    name: "Mood", doc: nil, rawType: .string,
                    cases: [
                        .init(name: "good", doc: nil, rawValue: .string("good")),
                        .init(name: "bad", doc: "Not good.", rawValue: .string("B")),
                    ], unknown: "good", place: Place(path: "a.model.json", line: 1, column: 37)),
                ResolvedEnum(
                    name: "Level", doc: "How far.", rawType: .uint8,
                    cases: [
                        .init(name: "low", doc: nil, rawValue: .integer(0)),
                        .init(name: "mid", doc: nil, rawValue: .integer(5)),
                        .init(name: "high", doc: nil, rawValue: .integer(6)),
                    ], unknown: nil, place: Place(path: "a.model.json", line: 2, column: 11)),
            ])
    }

    @Test("Structs: fields in order, with their defaults")
    func structs() throws {
        let resolved = try schema(document(models: "", types: Self.types))
        #expect(resolved.structs.map(\.name) == ["Point", "Line"])
        #expect(resolved.structs[0].fields.map(\.defaultValue) == [nil, .integer(1)])
        #expect(resolved.structs[0].fields.map(\.doc) == [nil, "Up."])
        #expect(resolved.structs[1].fields.map(\.description.type) == [Self.point, Self.point, Self.mood])
    }

    @Test(
        "Defaults",
        arguments: [
            ("Bool", "true", DefaultValue.bool(true)), ("Int", "-3", .integer(-3)), ("Int?", "null", .null),
            ("Int64", #""-9223372036854775808""#, .integer(-9_223_372_036_854_775_808)),
            ("UInt64", #""18446744073709551615""#, .integer(18_446_744_073_709_551_615)),
            ("Int", "9007199254740992", .integer(9_007_199_254_740_992)),
            ("Double", "2", .integer(2)), ("Double", "2.5", .double(2.5)), ("Double", "-0", .double(-0.0)),
            ("Double", "1e3", .double(1000)), ("Float", "0.1", .double(0.1)),
            ("Double", "5e-324", .double(.leastNonzeroMagnitude)),
            ("Double", "12345678901234567890", .double(12_345_678_901_234_567_168)),
            (
                "Decimal", #""-12345678901234567890123456789012345678""#,
                .decimal("-12345678901234567890123456789012345678")
            ),
            ("Decimal", #""1.50e-3""#, .decimal("1.50e-3")), ("String", #""a\"\u0000b""#, .string("a\"\u{0}b")),
            ("Date", #""2001-01-01T00:00:00Z""#, .date(0)), ("Date", #""2000-12-31T23:59:59.5Z""#, .date(-0.5)),
            ("Date", #""2024-02-29T12:30:00+02:00""#, .date(730_895_400)),
            ("Date", #""0001-01-01T00:00:00Z""#, .date(-63_113_904_000)),
            ("Date", #""9999-12-31T23:59:59Z""#, .date(252_423_993_599)),
            ("Data", #""AQID""#, .data([1, 2, 3])), ("Data", #""""#, .data([])),
            ("UUID", #""9b2c8e6a-0d5f-4b0e-8a55-0f5c1d1e2a3b""#, .uuid("9B2C8E6A-0D5F-4B0E-8A55-0F5C1D1E2A3B")),
            ("URL", #""https://example.org/?q=ü""#, .url("https://example.org/?q=ü")),
            ("Mood", #""bad""#, .enumCase("bad")),
            ("Point", #"{"x": 0}"#, .composite([.init(name: "x", value: .integer(0))])),
            (
                "Line", #"{"mood": "good", "from": {"y": 2, "x": 1}}"#,
                .composite([
                    .init(
                        name: "from",
                        value: .composite([.init(name: "x", value: .integer(1)), .init(name: "y", value: .integer(2))])),
                    .init(name: "mood", value: .enumCase("good")),
                ])
            ),
            ("[Int?]", "[1, null]", .array([.integer(1), .null])),
            ("Set<Mood>", #"["good"]"#, .array([.enumCase("good")])),
            (
                "[String: Int]", #"{"b": 1, "a": 2}"#,
                .dictionary([.init(name: "b", value: .integer(1)), .init(name: "a", value: .integer(2))])
            ),
            (
                "Int", #"{"expression": "max(1, 2)"}"#,
                .expression("max(1, 2)", Place(path: "a.model.json", line: 4, column: 229))
            ),
        ])
    func defaults(type: String, value: String, expected: DefaultValue) throws {
        let resolved = try attribute(#"{"name": "a", "type": "\#(type)", "default": \#(value)}"#)
        if case .expression(let text, _) = expected {
            guard case .expression(text, let place)? = resolved.defaultValue else {
                Issue.record("no expression")
                return
            }
            #expect(place.line == 4)
        } else {
            #expect(resolved.defaultValue == expected)
        }
        if case .double(let number)? = resolved.defaultValue, number == 0 { #expect(number.sign == .minus) }
    }

    @Test("Validation is carried as it is spelled")
    func validation() throws {
        let number = try attribute(
            #"{"name": "a", "type": "Int", "validation": {"min": 1, "max": "9007199254740993"}}"#)
        #expect(number.description.validation == ValidationRules(min: "1", max: "9007199254740993"))
        let text = try attribute(
            #"{"name": "a", "type": "String", "validation": {"minLength": 1, "maxLength": 3, "pattern": "[a-z]+"}}"#)
        #expect(text.description.validation == ValidationRules(minLength: 1, maxLength: 3, pattern: "[a-z]+"))
    }

    @Test("What is not stored has no column")
    func notStored() throws {
        let transient = try attribute(#"{"name": "a", "type": "Int", "transient": true, "default": 0}"#)
        #expect(transient.isTransient && !transient.isEphemeral && transient.description.column == nil)
        let ephemeral = try attribute(#"{"name": "a", "type": "Int?", "ephemeral": true}"#)
        #expect(!ephemeral.isTransient && ephemeral.isEphemeral && ephemeral.description.column == nil)
    }
}
