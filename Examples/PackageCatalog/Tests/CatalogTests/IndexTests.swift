import Catalog
import Foundation
import Testing

@Suite struct IndexTests {
    private func paragraphs(_ text: String) throws -> [[String: String]] {
        let reader = ControlFileReader(try file(text), keeping: ["package", "description", "tag"])
        var paragraphs: [[String: String]] = []
        while let paragraph = try reader.next() { paragraphs.append(paragraph.fields) }
        return paragraphs
    }

    @Test func paragraphsAreApartByEmptyLines() throws {
        #expect(
            try paragraphs("\n\nPackage: a\nDepends: x\n\n \t\nPackage:b")
                == [["package": "a"], ["package": "b"]])
    }

    @Test func valuesGoOnInIndentedLines() throws {
        #expect(
            try paragraphs("Description: sum\n one\n .\n\ttwo\nTag: a,\n b\n")
                == [["description": "sum\none\n.\ntwo", "tag": "a,\nb"]])
    }

    @Test func continuationsOfUnwantedFieldsAreLeftOut() throws {
        #expect(
            try paragraphs("Package: a\nConffiles:\n /etc/a 1\n /etc/b 2\nTag: t\n") == [["package": "a", "tag": "t"]])
    }

    @Test func lineEndsCaseAndCommentsDoNotMatter() throws {
        #expect(try paragraphs("PACKAGE: a\r\n# why\r\ntAG:t\r\n\r\n") == [["package": "a", "tag": "t"]])
    }

    @Test func linesThatAreNoFieldAreCounted() throws {
        let reader = ControlFileReader(
            try file("Package: a\nnonsense\n: nothing\nTag: t\n"), keeping: ["package", "tag"])
        #expect(try reader.next()?.fields == ["package": "a", "tag": "t"])
        #expect(reader.malformedLines == 2)
    }

    @Test func bytesThatAreNoUTF8AreLatin1() throws {
        let bytes = Array("Package: caf".utf8) + [0xE9] + Array("\n\nPackage: Jürgen\n".utf8)
        let reader = ControlFileReader(try file(bytes), keeping: ["package"])
        #expect(try reader.next()?["package"] == "café")
        #expect(try reader.next()?["package"] == "Jürgen")
        #expect(reader.repairedValues == 1)
    }

    @Test func anEndlessLineIsRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(repeating: 0x61, count: 3 << 20).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let handle = try FileHandle(forReadingFrom: folder)
        let reader = ControlFileReader(handle, keeping: ["package"])
        #expect(throws: ControlFileReader.ReadError.tooLong(line: 1)) { try reader.next() }
    }

    @Test func missingFieldsHaveDefaults() throws {
        let entries = try entries("Package: a\n\nVersion: 1\n")
        #expect(entries.map(\.name) == ["a"])
        let entry = try #require(entries.first)
        #expect(entry.architecture == "all")
        #expect(entry.installedSize == 0)
        #expect(entry.maintainer == nil && entry.section == nil && entry.priority == nil && entry.details == nil)
    }

    @Test func removedPackagesAreLeftOut() throws {
        let index = "Package: a\nStatus: deinstall ok config-files\n\nPackage: b\nStatus: hold ok installed\n"
        #expect(try entries(index).map(\.name) == ["b"])
    }

    private func entries(_ text: String) throws -> [PackageEntry] {
        let reader = ControlFileReader(try file(text), keeping: PackageEntry.fields)
        var entries: [PackageEntry] = []
        while let paragraph = try reader.next() {
            if let entry = PackageEntry(paragraph) { entries.append(entry) }
        }
        return entries
    }

    @Test func dependenciesHaveAlternativesAndVersions() {
        let field =
            "libc6 (>= 2.34), default-mta | mail-transport-agent,\n python3:any (<< 3.12) [amd64] <!nocheck>, , x (?)"
        let entries = DependencyEntry.parse(field, kind: .depends)
        #expect(
            entries.map { "\($0.group).\($0.alternative) \($0.target)" }
                == ["0.0 libc6", "1.0 default-mta", "1.1 mail-transport-agent", "2.0 python3", "4.0 x"])
        #expect(
            entries.map(\.constraint) == [
                VersionConstraint(relation: .laterOrEqual, version: "2.34"), nil, nil,
                VersionConstraint(relation: .earlier, version: "3.12"), nil,
            ])
    }

    @Test func maintainersHaveNameAndAddress() {
        let ada = PackageEntry.MaintainerEntry("Ada <ada@example.org>")
        #expect(ada.name == "Ada" && ada.email == "ada@example.org")
        let team = PackageEntry.MaintainerEntry("a team")
        #expect(team.name == "a team" && team.email.isEmpty)
    }
}
