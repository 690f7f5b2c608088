import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelGeneration

/// What declarations say stays text in generated code, whatever it is.
struct TokenTests {
    @Test(arguments: [
        ("plain", #""plain""#), ("\"", #""\"""#), ("\\(x)", #""\\(x)""#), ("\n\r\t\0", #""\n\r\t\0""#),
        ("\u{202E}\u{2028}\u{7F}\u{FEFF}", #""\u{202E}\u{2028}\u{7F}\u{FEFF}""#), ("👨‍👩‍👧 é", "\"👨‍👩‍👧 é\""),
    ])
    func strings(_ text: String, _ literal: String) { #expect(Literal.string(text) == literal) }

    @Test(arguments: [
        ("one", ["/// one"]), ("one\r\ntwo\rthree\nfour", ["/// one", "/// two", "/// three", "/// four"]),
        ("a\n\nb  ", ["/// a", "///", "/// b"]), ("\n\na\n\n", ["/// a"]), ("", []),
        ("a\u{2028}b\u{B}c", ["/// a", "/// b", "/// c"]), ("\0\u{202E}", [#"/// \u{0}\u{202E}"#]),
        ("\tx", ["///     x"]),
    ])
    func comments(_ text: String, _ lines: [String]) { #expect(Literal.comment(text) == lines) }

    @Test(arguments: [
        (0, "0"), (-1, "-1"), (999_999, "999999"), (1_000_000, "1_000_000"), (-12_345_678, "-12_345_678"),
    ])
    func integers(_ value: Int128, _ literal: String) { #expect(Literal.integer(value) == literal) }

    @Test func largestInteger() {
        #expect(Literal.integer(Int128(UInt64.max)) == "18_446_744_073_709_551_615")
        #expect(Literal.mask(1 << 63) == "0x8000_0000_0000_0000")
        #expect(Literal.mask(1 << 27) == "0x800_0000" || Literal.mask(1 << 27) == "0x8000000")
    }

    @Test func base64() {
        for (text, encoded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            #expect(Base64.encode(Array(text.utf8)) == encoded)
        }
    }

    @Test func propertiesBeyondTheLastBitShareIt() {
        #expect(propertyBit(62) == 1 << 62)
        #expect(propertyBit(63) == 1 << 63)
        #expect(propertyBit(500) == 1 << 63)
    }

    /// A property called like a type of the schema, or like a module, hides neither.
    @Test func hiddenNamesAreReachedAnotherWay() {
        let color = ResolvedEnum(
            name: "Color", doc: nil, rawType: .string,
            cases: [.init(name: "red", doc: nil, rawValue: .string("red"))], unknown: nil, place: Fixture.place)
        let names = TypeNames(
            Fixture.schema(
                enums: [color],
                models: [
                    Fixture.model(
                        "Car", attributes: [Fixture.attribute("Color", .int), Fixture.attribute("Swift", .int)])
                ]
            ))
        #expect(names.expression("Color") == "_$Trips_Color")
        #expect(names.declared("Color") == "Color")
        #expect(names.type(.int) == "Swift.Int")
        #expect(names.type(.int, inExpression: true) == "Swift::Int")
        #expect(names.type(.date) == "Foundation.Date")
        #expect(names.expression("Car") == "Car")
    }

    @Test(arguments: [
        // Calls take their arguments to lines of their own, as many on each as there is room for.
        (
            "    f(\"" + String(repeating: "a", count: 60) + "\", \"" + String(repeating: "b, (", count: 15) + "\", c)",
            [
                "    f(", "        \"" + String(repeating: "a", count: 60) + "\",",
                "        \"" + String(repeating: "b, (", count: 15) + "\", c)",
            ]
        ),
        (
            "if x { f(\"" + String(repeating: "a", count: 120) + "\") }",
            ["if x {", "    f(", "        \"" + String(repeating: "a", count: 120) + "\"", "    )", "}"]
        ),
        ("// " + String(repeating: "word ", count: 30), ["// " + String(repeating: "word ", count: 30)]),
    ])
    func longLines(_ line: String, _ lines: [String]) { #expect(LineLayout.layOut(line) == lines) }
}
