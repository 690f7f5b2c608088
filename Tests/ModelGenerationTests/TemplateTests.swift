import Foundation
import Testing

@testable import ModelGeneration

/// What goes wrong in templates is said with its place; what is misspelled does not vanish.
struct TemplateTests {
    private func render(_ text: String, _ value: TemplateValue = .object([:])) throws -> String {
        let template = try Template(name: "test", source: Array(text.utf8))
        var renderer = TemplateRenderer(missingValues: .areErrors) { name in
            name == "self" ? ("self", Array("\n  {{> self }}".utf8)) : nil
        }
        return String(decoding: try renderer.render(template, value), as: UTF8.self)
    }

    @Test(arguments: [
        ("a\n {{x", 2, 2, "the tag is not closed"),
        ("{{#a}}\n{{/b}}", 2, 1, "'b' closes section 'a'"),
        ("x {{#a}} y", 1, 3, "section 'a' is not closed"),
        ("{{/a}}", 1, 1, "section 'a' is closed, but was not opened"),
        ("{{}}", 1, 1, "the tag has no name"),
        ("é{{a b}}", 1, 3, "the tag's name has spaces in it"),
        ("{{<a}}{{/a}}", 1, 1, "template inheritance is not supported"),
        ("{{=a=}}", 1, 1, "delimiters are set by two words, as in {{=<% %>=}}"),
        ("\n\n{{name}}", 3, 1, "there is no 'name' here"),
        ("{{#name}}{{/name}}", 1, 1, "there is no 'name' here"),
        ("{{> other}}", 1, 1, "there is no template 'other'"),
        ("{{> self}}", 2, 3, "template 'self' shows itself without end"),
    ])
    func mistakes(_ text: String, line: Int, column: Int, message: String) throws {
        do {
            _ = try render(text)
            Issue.record("no error")
        } catch let error as TemplateError {
            #expect(error.message == message)
            #expect(error.line == line)
            #expect(error.column == column)
        }
    }

    @Test func aListIsNoText() {
        #expect(throws: TemplateError.self) { try render("{{a}}", .object(["a": ["x"]])) }
    }

    @Test func nothingIsEscaped() throws {
        #expect(try render("{{a}}{{{a}}}{{&a}}", .object(["a": "<\"&'"])) == "<\"&'<\"&'<\"&'")
    }

    /// The list in `Templates.c` and the folder have the same files, and the tool has their text.
    @Test func builtInTemplatesAreThoseOfTheFolder() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Templates").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(TemplateSet.fileSuffix) }
        let templates = TemplateSet()
        #expect(Set(files) == Set(templates.names.map { $0 + TemplateSet.fileSuffix }))
        for name in templates.names {
            let text = Array(try Data(contentsOf: folder.appending(path: name + TemplateSet.fileSuffix)))
            #expect(templates.entries[name]?.source == text, "\(name)")
        }
    }

    @Test func aTemplateIsReplaced() throws {
        var templates = TemplateSet()
        let text = Array("// Mine: {{document}}\n".utf8)
        let isReplaced = templates.replace("Header", with: text, label: "mine/Header.mustache")
        #expect(isReplaced)
        let isKnown = templates.replace("Headr", with: text, label: "mine/Headr.mustache")
        #expect(!isKnown)
        let files = try Generator(templates: templates).generate([Fixture.trips], documents: [Fixture.path])
        for file in files { #expect(file.text.starts(with: "// Mine: Sources/App/Trips.model.json\n".utf8)) }
    }

    @Test func aMistakeInAReplacedTemplateNamesItsFile() throws {
        var templates = TemplateSet()
        _ = templates.replace("Enum", with: Array("enum\n  {{nmae}}".utf8), label: "mine/Enum.mustache")
        let error = #expect(throws: TemplateError.self) {
            try Generator(templates: templates).generate([Fixture.trips], documents: [Fixture.path])
        }
        #expect(error?.description == "mine/Enum.mustache:2:3: error: there is no 'nmae' here")
    }
}
