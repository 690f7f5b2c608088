import CJSON
import Testing

@testable import ModelDeclaration

@Suite("JSON, as RFC 8259 has it")
struct JSONTests {
    private func scan(_ bytes: [UInt8]) -> Result<ScannedNode, SyntaxError> {
        var scanner = JSONScanner(bytes)
        do { return .success(try scanner.scan()) } catch { return .failure(error) }
    }

    @Test(
        "JSONTestSuite: y_ is accepted, n_ refused at a place, i_ does no harm",
        .enabled(if: SharedData.isThere, SharedData.absent))
    func testSuite() throws {
        var counts: [Character: Int] = [:]
        for file in try SharedData.files(in: "data/json-test-suite") where file.hasSuffix(".json") {
            let bytes = try SharedData.bytes("data/json-test-suite/\(file)")
            counts[file.first ?? "?", default: 0] += 1
            switch (file.first, scan(bytes)) {
            case ("y", .failure(let error)): Issue.record("\(file) is refused: \(error.message)")
            case ("n", .success): Issue.record("\(file) is accepted")
            case ("n", .failure(let error)):
                #expect((0...max(0, bytes.count - 1)).contains(error.offset), "\(file)")
                let result = Declarations.resolve([SourceDocument(path: file, bytes: bytes)])
                #expect(result.hasErrors && result.schemas.isEmpty, "\(file)")
            default: _ = Declarations.resolve([SourceDocument(path: file, bytes: bytes)])
            }
        }
        #expect(counts["y", default: 0] > 90)
        #expect(counts["n", default: 0] > 180)
        #expect(counts["i", default: 0] > 30)
    }

    /// What json-c says of a text: nil if it refuses it.
    private func readByJSONC(_ bytes: [UInt8]) -> Bool {
        guard let tokener = json_tokener_new_ex(600) else { return false }
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        let object = (bytes + [0x20]).withUnsafeBytes {
            json_tokener_parse_ex(
                tokener, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count + 1))
        }
        json_object_put(object)
        return json_tokener_get_error(tokener) == json_tokener_success
    }

    @Test(
        "json-c takes all that the scanner takes, and beyond that only what is known",
        .enabled(if: SharedData.isThere, SharedData.absent))
    func agreementWithJSONC() throws {
        var taken: [String] = []
        for file in try SharedData.files(in: "data/json-test-suite") where file.hasSuffix(".json") {
            let bytes = try SharedData.bytes("data/json-test-suite/\(file)")
            switch (scan(bytes), readByJSONC(bytes)) {
            case (.success, false): Issue.record("json-c refuses \(file), which the scanner takes")
            case (.failure, true): taken.append(file)
            default: break
            }
        }
        #expect(taken == Self.laxities.values.joined().map { $0 + ".json" }.sorted())
    }

    /// What json-c takes, though it is no JSON: the reason why the scanner stands before it.
    static let laxities: [String: [String]] = [
        "halves of surrogate pairs": [
            "i_object_key_lone_2nd_surrogate", "i_string_1st_surrogate_but_2nd_missing",
            "i_string_1st_valid_surrogate_2nd_invalid", "i_string_incomplete_surrogate_and_escape_valid",
            "i_string_incomplete_surrogate_pair", "i_string_incomplete_surrogates_escape_valid",
            "i_string_invalid_lonely_surrogate", "i_string_invalid_surrogate",
            "i_string_inverted_surrogates_U+1D11E", "i_string_lone_second_surrogate",
        ],
        "bytes that look like UTF-8 and are not": [
            "i_string_UTF8_surrogate_U+D800", "i_string_not_in_unicode_range",
            "i_string_overlong_sequence_2_bytes",
        ],
        "nesting beyond our bound": [
            "i_structure_500_nested_arrays"
        ],
        "zeros in front, after a minus": [
            "n_number_-01", "n_number_neg_int_starting_with_zero",
        ],
        "a dot without digits after it": [
            "n_number_-2.", "n_number_0.e1", "n_number_2.e+3", "n_number_2.e-3", "n_number_2.e3",
            "n_number_neg_real_without_int_part", "n_number_real_without_fractional_part",
        ],
        "numbers that are none": [
            "n_number_NaN", "n_number_infinity", "n_number_minus_infinity",
        ],
        "raw control characters": [
            "n_string_unescaped_newline", "n_string_unescaped_tab",
        ],
        "keys in single quotes": [
            "n_object_single_quote"
        ],
        "anything after U+0000": [
            "n_multidigit_number_then_00"
        ],
    ]

    @Test(
        "The known differences between json-c and the standard",
        arguments: [
            "NaN", "[Infinity]", "[-Infinity]", "[1.]", "[\"a\tb\"]", "[\"a\nb\"]", #"["\ud800"]"#,
            #"["\udc00\ud800"]"#,
        ])
    func knownDifferences(text: String) {
        #expect(readByJSONC(Array(text.utf8)))
        #expect(throws: SyntaxError.self) { try scan(Array(text.utf8)).get() }
    }

    @Test("Values come from json-c, digits and places from the scanner")
    func values() throws {
        let text = #"{"a": [1, -0.5e3, 340282366920938463463, "\ud83d\ude00\u0000é", true, null], "b": {}}"#
        let document = SourceDocument(path: "a", bytes: Array(text.utf8))
        let root = try #require(Declarations.parse(document, 0, Problems([document])))
        let members = try #require(root.members)
        #expect(members.map(\.key) == ["a", "b"])
        #expect(members.map(\.keyLocation.offset) == [1, 78])
        let elements = try #require(members[0].value.elements)
        #expect(elements.map(\.location.offset) == [7, 10, 18, 41, 65, 71])
        guard case .number(let large) = elements[2].value, case .number(let fraction) = elements[1].value else {
            Issue.record("no numbers")
            return
        }
        #expect(large.text == "340282366920938463463")
        #expect(large.integer == 340_282_366_920_938_463_463)
        #expect(fraction.double == -500)
        #expect(fraction.integer == nil)
        #expect(elements[3].text == "😀\u{0}é")
        #expect(elements[4].noun == "true")
        #expect(elements[5].noun == "null")
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var text: String
        var expected: String
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ expected: String) {
            self.text = text
            self.expected = expected
        }
    }

    @Test(
        "Faults have a message at their place",
        arguments: [
            Fault("", "1:1 MG0101 the document is empty"),
            Fault("{", "1:1 MG0101 the document ends here, but the object is not closed"),
            Fault("{\"a\": [1,\n2", "2:1 MG0101 the document ends here, but the list is not closed"),
            Fault("{\"a\": 1,}", "1:9 MG0101 a key is missing after ','"),
            Fault("{\"a\": [1,]}", "1:10 MG0101 a value is missing after ','"),
            Fault("{\"a\": 1\n \"b\": 2}", "2:2 MG0101 ',' or '}' is missing after the value"),
            Fault("{\"a\" 1}", "1:6 MG0101 ':' is missing after the key"),
            Fault("{a: 1}", "1:2 MG0101 a key must stand in quotes"),
            Fault("{'a': 1}", "1:2 MG0101 JSON has no single quotes"),
            Fault("{\n  // why\n}", "2:3 MG0101 JSON has no comments"),
            Fault("{\"a\": True}", "1:7 MG0101 JSON has no 'True'"),
            Fault("{\"a\": NaN}", "1:7 MG0101 JSON has no number NaN"),
            Fault("{\"a\": yes}", "1:7 MG0101 a value is missing: 'yes' is no JSON value"),
            Fault("{\"a\": 01}", "1:9 MG0101 a number does not begin with a zero"),
            Fault("{\"a\": 1.}", "1:9 MG0101 a digit is missing after '.'"),
            Fault("{\"a\": +1}", "1:7 MG0101 a JSON number begins with a digit or '-'"),
            Fault("{\"a\": 1e}", "1:9 MG0101 the exponent has no digits"),
            Fault("{\"a\": \"x\ty\"}", "1:9 MG0101 a control character must be escaped in a string"),
            Fault("{\"a\": \"x\ny\"}", "1:9 MG0101 the string is not closed on its line"),
            Fault("{\"a\": \"\\x\"}", "1:8 MG0101 JSON has no such escape"),
            Fault("{\"a\": \"\\u12g4\"}", "1:8 MG0101 \\u needs four hexadecimal digits"),
            Fault("{\"a\": \"\\ud800\"}", "1:8 MG0101 half of a surrogate pair stands alone, which is no character"),
            Fault("{} {}", "1:4 MG0101 text after the end of the document"),
            Fault("{\"a\": ]}", "1:7 MG0101 a value is missing: ']' closes nothing here"),
            Fault("\u{FEFF}{}", "1:1 MG0102 the document begins with a byte-order mark"),
            Fault("[1]", "1:1 MG0201 the document must be an object, not a list"),
            Fault("{\"schema\": \"S\", \"\\u0000\": 1}", "1:17 MG0106 a key cannot contain U+0000"),
            Fault("{\"schema\": \"S\",\r\"schema\": \"T\"}", "2:1 MG0105 the key 'schema' is there twice"),
        ])
    func faults(fault: Fault) {
        let diagnostics = resolve(fault.text).diagnostics.filter { $0.code != "MG0203" }
        #expect(diagnostics.map(\.located) == ["a.model.json:" + fault.expected])
    }

    @Test("Bytes that are not UTF-8 are refused where they stand")
    func encoding() {
        for bad: [UInt8] in [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            let bytes = Array("{\"schema\": \"é".utf8) + bad + Array("\"}".utf8)
            let result = Declarations.resolve([SourceDocument(path: "a", bytes: bytes)])
            #expect(result.diagnostics.map(\.located) == ["a:1:15 MG0102 the bytes here are not UTF-8"])
        }
    }

    @Test("Nesting has a bound, however deep the document is")
    func nesting() {
        #expect(
            resolve(String(repeating: "[", count: 100_000)).diagnostics.map(\.located) == [
                "a.model.json:1:257 MG0104 values are nested more than 256 deep"
            ])
    }

    @Test("A document that is too large is refused unread")
    func size() {
        let document = SourceDocument(path: "a", bytes: Array(repeating: 0x20, count: Declarations.sizeLimit + 1))
        #expect(Declarations.resolve([document]).codes == ["MG0103"])
    }

    @Test("Of two equal keys the last one counts, as json-c has it, and the rest is still checked")
    func duplicateKeys() {
        let text = #"{"schema": "S", "models": 1, "models": [{"name": "A", "atributes": []}]}"#
        #expect(resolve(text).codes == ["MG0105", "MG0202"])
    }
}
