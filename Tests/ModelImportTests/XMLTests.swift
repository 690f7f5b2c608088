import Testing

@testable import ModelImport

@Suite("The XML of models")
struct XMLTests {
    @Test(arguments: [
        ("", "there is no element", 0), ("  x", "text outside of the root element", 0), ("<a>", "<a> is not closed", 0),
        ("<a></b>", "</b> closes nothing", 3), ("<a/><b/>", "a second root element", 4),
        ("<a b='1' b='2'/>", "the attribute 'b' is there twice", 9), ("<a b=1/>", "a value in quotes is missing", 5),
        ("<a b='1'c='2'/>", "a space is missing before this", 8),
        ("<a b='<'/>", "'<' must be written '&lt;' in a value", 6),
        ("<a b='&x;'/>", "the entity '&x;' is not one of XML's own", 6), ("<a>&</a>", "'&' must be written '&amp;'", 3),
        ("<a>&#0;</a>", "the entity '&#0;' is not one of XML's own", 3),
        ("<a>&#xD800;</a>", "the entity '&#xD800;' is not one of XML's own", 3),
        ("<!--", "the comment is not closed", 0), ("<a><![CDATA[", "the CDATA section is not closed", 3),
        ("<a", "<a> is not closed", 0), ("<a b", "'=' is missing after 'b'", 4),
        ("<a b='", "the value is not closed", 5),
        ("<", "a name is missing", 1), ("<!DOCTYPE", "the document type is not closed", 0),
        (
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            "the document type declares something, which is not read", 0
        ),
    ])
    func refused(_ text: String, _ message: String, _ offset: Int) {
        var scanner = XMLScanner(Array(text.utf8), document: 0)
        let error = #expect(throws: XMLSyntaxError.self) { try scanner.scan() }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    @Test func accepted() throws {
        let text = """
            \u{FEFF}<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//x" "http://localhost:1/x.dtd"><!-- a > b -->
            <a b = "1&#x41;&amp;\t'">x<c/>y<![CDATA[<z>&]]></a >
            """
        var scanner = XMLScanner(Array(text.utf8), document: 0)
        let root = try scanner.scan()
        #expect(root.name == "a" && root.value("b") == "1A& '" && root.text == "xy<z>&")
        #expect(root.children.map(\.name) == ["c"])
    }

    @Test("Depth and bytes are bounded, and every prefix and every changed byte gets an answer")
    func robustness() throws {
        var deep = XMLScanner(Array(String(repeating: "<a>", count: 100_000).utf8), document: 0)
        #expect(throws: XMLSyntaxError.self) { try deep.scan() }
        let model = coreDataModel(
            #"<entity name="E"><attribute name="a" attributeType="String" defaultValueString="&amp;&#65;"/></entity>"#)
        let bytes = Array(model.utf8)
        for index in bytes.indices {
            var prefix = XMLScanner(Array(bytes[..<index]), document: 0)
            _ = try? prefix.scan()
            var changed = bytes
            for byte in [UInt8(0), 0xFF, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: ">")] {
                changed[index] = byte
                _ = importModel(String(decoding: changed, as: UTF8.self))
            }
        }
    }

    @Test func otherDocumentsAreRefused() {
        #expect(
            importModel("<plist/>").briefs == ["MG1102 this is no Core Data model: its root is <plist>, not <model>"])
        #expect(importModel("{}").briefs == ["MG1101 text outside of the root element"])
    }
}
