import Foundation
import Testing

@testable import ModelGeneration

/// The renderer passes the required modules of the Mustache specification.
struct MustacheSpecTests {
    struct Suite: Decodable {
        struct Test: Decodable, Sendable, CustomTestStringConvertible {
            var name: String
            var data: SpecValue
            var template: String
            var partials: [String: String]?
            var expected: String

            var testDescription: String { name }
        }
        var tests: [Test]
    }

    static let modules = ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"]

    @Test(arguments: modules) func module(_ name: String) throws {
        let folder = try #require(
            SharedFolder.url?.appending(path: "data/mustache-spec"),
            "The Mustache specification is not here: set MODELGEN_SHARED to the folder that has data/mustache-spec")
        let suite = try JSONDecoder().decode(
            Suite.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
        #expect(suite.tests.count > 10)
        for test in suite.tests {
            let partials = test.partials ?? [:]
            var renderer = TemplateRenderer(missingValues: .areEmpty) { name in
                partials[name].map { (name, Array($0.utf8)) }
            }
            let template = try Template(name: "test", source: Array(test.template.utf8))
            let rendered = String(decoding: try renderer.render(template, test.data.value), as: UTF8.self)
            // Escaping is off here: what is generated is Swift.
            let expected = test.name.contains("HTML Escaping") ? Self.unescaped(test.expected) : test.expected
            #expect(rendered == expected, "\(test.name)")
        }
    }

    private static func unescaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&lt;", with: "<")
            .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")
    }
}

/// A value of the specification's data.
struct SpecValue: Decodable, Sendable {
    var value: TemplateValue

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            value = .null
        } else if let bool = try? single.decode(Bool.self) {
            value = .bool(bool)
        } else if let integer = try? single.decode(Int.self) {
            value = .text(String(integer))
        } else if let double = try? single.decode(Double.self) {
            value = .text(String(double))
        } else if let text = try? single.decode(String.self) {
            value = .text(text)
        } else if let list = try? single.decode([SpecValue].self) {
            value = .list(list.map(\.value))
        } else {
            value = .object(try single.decode([String: SpecValue].self).mapValues(\.value))
        }
    }
}
