import ModelSchema
import Testing

@testable import ModelDeclaration

/// Versions that were shipped, and what happens to them when a declaration changes.
@Suite("Lock files")
struct LockTests {
    private static let shipped =
        #"{"schema": "S", "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"}]}]}"#

    private static func resolve(_ texts: [String], lock: [UInt8]?) -> DeclarationResult {
        let documents = zip("abcdefgh", texts).map { letter, text in
            SourceDocument(path: "\(letter).model.json", bytes: Array(text.utf8))
        }
        return Declarations.resolve(documents) { _, _ in
            lock.map { [SourceDocument(path: "S.lock.json", bytes: $0)] } ?? []
        }
    }

    private static func lock(_ texts: String...) -> LockFile {
        let result = resolve(texts, lock: nil)
        var lock = LockFile(schema: "S")
        _ = lock.add(
            result.schemas, documents: [LockFile.Document(name: "S.model.json", bytes: Array((texts.last ?? "").utf8))])
        return lock
    }

    @Test("A version that is in the file and as it was is locked")
    func unchanged() throws {
        let result = Self.resolve([Self.shipped], lock: Self.lock(Self.shipped).text())
        #expect(result.briefs == [])
        #expect(result.schemas.map(\.isLocked) == [true])
        #expect(Self.resolve([Self.shipped], lock: nil).schemas.map(\.isLocked) == [false])
        #expect(Self.resolve([Self.shipped], lock: LockFile(schema: "S").text()).schemas.map(\.isLocked) == [false])
    }

    @Test("What no store knows of may change: documentation, defaults, rules, access")
    func harmless() throws {
        let text =
            #"{"schema": "S", "access": "public", "models": [{"name": "M", "doc": "D", "attributes": [{"name": "a", "type": "Int", "default": 1, "validation": {"min": 0}}]}]}"#
        #expect(Self.resolve([text], lock: Self.lock(Self.shipped).text()).briefs == [])
    }

    /// Before the first freeze stores follow the declaration (D57), by the names that things had: so a first version may
    /// tell them. Once it is locked nothing can need them, and the next version would look for them in this one.
    @Test("What things were called is a warning in a first version that was shipped, and says something before")
    func originalNamesOfTheFirstVersion() throws {
        let text =
            #"{"schema": "S", "models": [{"name": "M", "originalName": "L", "attributes": [{"name": "a", "type": "Int", "originalName": "b"}], "relationships": [{"name": "m", "type": "M?", "inverse": null, "originalName": "n"}]}]}"#
        #expect(Self.resolve([text], lock: nil).briefs == [])
        #expect(Self.resolve([text], lock: LockFile(schema: "S").text()).briefs == [])
        let result = Self.resolve([text], lock: Self.lock(text).text())
        #expect(
            result.briefs
                == ["L", "b", "n"].map {
                    "MG0909 nothing of 'S' is older than 1.0.0, which was shipped, so nothing was called '\($0)'"
                })
        #expect(result.diagnostics.map(\.suggestion) == Array(repeating: "remove 'originalName'", count: 3))
        #expect(result.schemas.count == 1)
        // A version that was bumped since is history.
        let next =
            #"{"schema": "S", "version": "2.0.0", "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"}]}]}"#
        #expect(Self.resolve([text, next], lock: Self.lock(text).text()).briefs == [])
    }

    @Test("A locked version that changed is an error that tells each change at its place, and the ways out")
    func changed() throws {
        let text =
            #"{"schema": "S", "version": "1.0.0", "models": [{"name": "M", "attributes": [{"name": "b", "type": "Int"}]}]}"#
        let result = Self.resolve([text], lock: Self.lock(Self.shipped).text())
        #expect(
            result.diagnostics.map(\.located) == [
                "a.model.json:1:28 MG0906 version 1.0.0 of 'S' was shipped with another shape"
            ])
        let diagnostic = try #require(result.diagnostics.first)
        #expect(diagnostic.suggestion == "undo the change, or make it a new version: modelgen bump")
        #expect(
            diagnostic.notes.dropLast().map { "\($0.place.column) \($0.message)" } == [
                "86 attribute 'M.b' is new and has no default: objects that are there need a value",
                "57 attribute 'M.a' is gone, and with it its values",
            ])
        #expect(diagnostic.notes.last?.place.path == "S.lock.json")
        #expect(result.schemas.isEmpty)
    }

    @Test("A frozen version can only be put back")
    func changedFrozen() throws {
        let new = #"{"schema": "S", "version": "2.0.0", "models": [{"name": "M"}]}"#
        let result = Self.resolve(
            [new, Self.shipped.replacing("Int", with: "String")], lock: Self.lock(Self.shipped, new).text())
        #expect(result.codes == ["MG0906"])
        #expect(result.diagnostics.first?.suggestion == "undo the change: this version is what stores of it have")
    }

    // MARK: What stored values mean

    private static func kinds(_ cases: String, version: String = "1.0.0", more: String = "") -> String {
        #"{"schema": "S", "version": "\#(version)", "types": [{"enum": "K", "rawType": "Int", "cases": [\#(cases)]\#(more)}], "models": [{"name": "M", "attributes": [{"name": "k", "type": "K"}]}]}"#
    }

    @Test("Cases of a locked version neither go nor change what is stored for them")
    func lockedCases() throws {
        let lock = Self.lock(Self.kinds(#""a", "b""#)).text()
        #expect(Self.resolve([Self.kinds(#""a", "b""#)], lock: lock).briefs == [])
        let gone = Self.resolve([Self.kinds(#""a""#)], lock: lock)
        #expect(
            gone.diagnostics.map(\.located) == [
                "a.model.json:1:28 MG0906 version 1.0.0 of 'S' was shipped with the same shape and another meaning"
            ])
        let diagnostic = try #require(gone.diagnostics.first)
        #expect(
            diagnostic.notes.map(\.message) == [
                "the enum 'K' of 'M.k' has no 'b' any more: objects that have it need another value before, or the enum an "
                    + "'unknown' case", "it is locked here",
            ])
        #expect(diagnostic.suggestion == "undo the change, or make it a new version: modelgen bump")
        let swapped = Self.resolve([Self.kinds(#""b", "a""#)], lock: lock)
        #expect(swapped.codes == ["MG0906"])
        #expect(
            swapped.diagnostics.first?.notes.first?.message.hasPrefix(
                "the enum 'K' of 'M.k' stores 'a' as 1, not 0, 'b' as 0, not 1") == true)
        // One for unknown values does not make a case come back.
        #expect(Self.resolve([Self.kinds(#""a""#, more: #", "unknown": "a""#)], lock: lock).codes == ["MG0906"])
        let unknown = Self.lock(Self.kinds(#""a", "b""#, more: #", "unknown": "a""#)).text()
        #expect(Self.resolve([Self.kinds(#""a", "b""#)], lock: unknown).codes == ["MG0906"])
        #expect(Self.resolve([Self.kinds(#""a", "b""#)], lock: unknown).schemas.isEmpty)
    }

    @Test("A frozen version has another way out: the change belongs into the current one")
    func lockedCasesOfFrozenVersion() {
        let new = Self.kinds(#""a", "b""#, version: "2.0.0")
        let result = Self.resolve([new, Self.kinds(#""b", "a""#)], lock: Self.lock(Self.kinds(#""a", "b""#)).text())
        #expect(result.codes.contains("MG0906"))
        #expect(
            result.diagnostics.first { $0.code == "MG0906" }?.suggestion
                == "undo the change, or make it in version 2.0.0: of this one there are stores")
    }

    @Test("Cases that are added or called otherwise leave what is stored as it is; freeze takes them in")
    func addedCases() {
        var lock = Self.lock(Self.kinds(#""a", "b""#))
        let more = Self.kinds(#""a", {"name": "bee", "rawValue": 1}, "c""#)
        let result = Self.resolve([more], lock: lock.text())
        #expect(result.briefs == [])
        #expect(lock.supplement(result.schemas) == [SchemaVersion(1, 0, 0)])
        #expect(lock.supplement(result.schemas) == [])
        #expect(Self.resolve([more], lock: lock.text()).briefs == [])
        #expect(Self.resolve([Self.kinds(#""a", "b""#)], lock: lock.text()).codes == ["MG0906"])
    }

    @Test("M01: a file that an older build wrote says nothing of meaning: the text that it keeps does")
    func olderFile() throws {
        var lock = Self.lock(Self.kinds(#""a", "b""#))
        lock.versions[0].meaning = nil
        lock.versions[0].documents = [
            LockFile.Document(name: "S.model.json", bytes: Array(Self.kinds(#""a", "b""#).utf8))
        ]
        let text = lock.text()
        #expect(!String(decoding: text, as: UTF8.self).contains("meaning"))
        #expect(Self.resolve([Self.kinds(#""a", "b""#)], lock: text).briefs == [])
        let swapped = Self.resolve([Self.kinds(#""b", "a""#)], lock: text)
        #expect(
            swapped.briefs == ["MG0906 version 1.0.0 of 'S' was shipped with the same shape and another meaning"])
        #expect(
            swapped.diagnostics.first?.notes.first?.message.hasPrefix(
                "the enum 'K' of 'M.k' stores 'a' as 1, not 0, 'b' as 0, not 1") == true)
        // What is added is right, and the next freeze keeps a text that says it.
        let more = Self.kinds(#""a", "b", "c""#)
        let result = Self.resolve([more], lock: text)
        #expect(result.briefs == [])
        let documents = [LockFile.Document(name: "S.model.json", bytes: Array(more.utf8))]
        #expect(lock.supplement(result.schemas, documents: documents) == [SchemaVersion(1, 0, 0)])
        #expect(lock.versions[0].documents == documents)
        #expect(lock.supplement(result.schemas, documents: documents) == [])
        let cases = lock.versions[0].meaning?.enums?.first?.cases ?? []
        #expect(cases.map { "\($0.name) \($0.rawValue)" } == ["a 0", "b 1", "c 2"])
    }

    @Test("M01: what an older build's text says of the way to the version counts too")
    func olderFileOfLaterVersion() {
        var lock = Self.lock(Self.first, Self.second)
        for index in lock.versions.indices { lock.versions[index].meaning = nil }
        lock.versions[1].documents = [LockFile.Document(name: "S.model.json", bytes: Array(Self.second.utf8))]
        let bare = Self.second.replacing(Self.migrations, with: "")
        #expect(
            Self.resolve([Self.first, bare], lock: lock.text()).diagnostics.first { $0.code == "MG0906" }?
                .notes.map(\.message) == [
                    "the step of 'Lead' is not among its 'migrations' any more: its code would not run",
                    "'willMigrate' is not among its 'migrations' any more: its code would not run",
                    "'didMigrate' is not among its 'migrations' any more: its code would not run",
                    "it is locked here",
                ])
    }

    private static let first =
        #"{"schema": "S", "models": [{"name": "M", "attributes": [{"name": "name", "type": "String?"}]}, {"name": "Lead"}]}"#
    private static let migrations =
        #""migrations": [{"from": "1.0.0", "steps": ["Lead"], "willMigrate": true, "didMigrate": true}], "#
    private static let second =
        #"{"schema": "S", "version": "2.0.0", \#(migrations)"models": [{"name": "N", "originalName": "M", "attributes": [{"name": "title", "type": "String?", "originalName": "name"}]}]}"#
    private static let third =
        #"{"schema": "S", "version": "3.0.0", "models": [{"name": "N", "attributes": [{"name": "title", "type": "String?"}, {"name": "x", "type": "Int?"}]}]}"#

    @Test("What a locked version says of the way to it stays, or older stores would lose data")
    func lockedWay() throws {
        let lock = Self.lock(Self.first, Self.second, Self.third).text()
        let texts = [Self.first, Self.second, Self.third]
        #expect(Self.resolve(texts, lock: lock).codes.filter { $0 == "MG0906" } == [])
        let bare = Self.second.replacing(#""originalName": "M", "#, with: "")
            .replacing(#", "originalName": "name""#, with: "")
            .replacing(Self.migrations, with: "")
        let result = Self.resolve([Self.first, bare, Self.third], lock: lock)
        let diagnostic = try #require(result.diagnostics.first { $0.code == "MG0906" })
        #expect(diagnostic.message == "version 2.0.0 of 'S' was shipped with the same shape and another meaning")
        #expect(
            diagnostic.notes.map(\.message) == [
                "'N' was called 'M' in the version before, and does not say so any more: its objects would be lost on the "
                    + "way",
                "'N.title' was called 'name' in the version before, and does not say so any more: what it held would be "
                    + "lost on the way",
                "the step of 'Lead' is not among its 'migrations' any more: its code would not run",
                "'willMigrate' is not among its 'migrations' any more: its code would not run",
                "'didMigrate' is not among its 'migrations' any more: its code would not run", "it is locked here",
            ])
        #expect(diagnostic.suggestion == "undo the change, or make it in version 3.0.0: of this one there are stores")
        // The names are in the files of older builds too.
        var older = Self.lock(Self.first, Self.second, Self.third)
        for index in older.versions.indices { older.versions[index].meaning = nil }
        #expect(
            Self.resolve([Self.first, bare, Self.third], lock: older.text()).diagnostics.first { $0.code == "MG0906" }?
                .notes.count == 3)
    }

    @Test("What a locked version says in addition keeps more of older stores, and is right")
    func lockedWayAdded() {
        let bare =
            #"{"schema": "S", "version": "2.0.0", "models": [{"name": "N", "attributes": [{"name": "title", "type": "String?"}]}]}"#
        let lock = Self.lock(Self.first, bare, Self.third).text()
        #expect(!Self.resolve([Self.first, Self.second, Self.third], lock: lock).hasErrors)
    }

    @Test("A locked version that nobody declares any more is missed")
    func lost() throws {
        let new = #"{"schema": "S", "version": "2.0.0", "models": [{"name": "M"}]}"#
        let result = Self.resolve([new], lock: Self.lock(Self.shipped, new).text())
        #expect(result.briefs == ["MG0908 version 1.0.0 of 'S' was shipped, and no document declares it"])
        #expect(result.schemas.count == 1)
    }

    @Test(
        "A file that freeze did not write so is refused, at its place",
        arguments: [
            ("", "MG0101 the document is empty"),
            ("{}", "MG0203 the lock file has no 'schema'"),
            (#"{"schema": "S", "versions": [], "x": 1}"#, "MG0202 the lock file has no key 'x'"),
            (#"{"schema": "T", "versions": []}"#, "MG0907 it is the lock of 'T', not of 'S'"),
            (
                #"{"schema": "S", "versions": [{"version": "1.0", "fingerprint": "", "description": {}}]}"#,
                "MG0207 '1.0' is no version: it is three numbers, major.minor.patch"
            ),
            (
                #"{"schema": "S", "versions": [{"version": "1.0.0", "fingerprint": "", "description": {}}]}"#,
                "MG0907 it is not what 'modelgen freeze' writes: versions.[0].description: 'name' is missing"
            ),
            (
                #"{"schema": "S", "versions": [{"version": "1.0.0", "fingerprint": "0", "description": {"name": "S", "version": "1.0.0", "models": []}}]}"#,
                "MG0907 version 1.0.0 is not what was locked: somebody has edited it"
            ),
        ])
    func unusable(_ text: String, _ message: String) {
        let result = Self.resolve([Self.shipped], lock: Array(text.utf8))
        #expect(result.briefs.first == message)
        #expect(result.diagnostics.first?.place.path == "S.lock.json")
        #expect(result.schemas.isEmpty)
    }

    @Test("Reading and writing gives the same text; adding again adds nothing")
    func roundTrip() throws {
        var lock = Self.lock(Self.shipped)
        let text = lock.text()
        let result = Self.resolve([Self.shipped], lock: text)
        #expect(result.locks == [lock])
        #expect(lock.add(result.schemas, documents: []).isEmpty)
        #expect(lock.text() == text)
        #expect(lock.versions.first?.documents?.first?.bytes == Array(Self.shipped.utf8))
    }

    @Test("Only the newest version keeps its text")
    func texts() {
        let new = #"{"schema": "S", "version": "2.0.0", "models": [{"name": "M"}]}"#
        let lock = Self.lock(Self.shipped, new)
        #expect(lock.versions.map(\.version.description) == ["1.0.0", "2.0.0"])
        #expect(lock.versions.map { $0.documents != nil } == [false, true])
    }
}

@Suite("Editing a declaration for a new version")
struct DocumentEditorTests {
    private func edit(_ text: String, _ change: (inout DocumentEditor) -> Void) throws -> String {
        var editor = try #require(DocumentEditor(Array(text.utf8)))
        change(&editor)
        return String(decoding: editor.result, as: UTF8.self)
    }

    @Test(
        "The version is replaced, or put behind the schema's name",
        arguments: [
            (#"{"version" : "1.0.0","schema":"S"}"#, #"{"version" : "2.0.0","schema":"S"}"#),
            (#"{ "schema": "S" }"#, #"{ "schema": "S", "version": "2.0.0" }"#),
            (#"{"schema":"S","models":[]}"#, #"{"schema":"S","version": "2.0.0","models":[]}"#),
            (
                "{\n\t\"schema\": \"S\",\n\t\"models\": []\n}\n",
                "{\n\t\"schema\": \"S\",\n\t\"version\": \"2.0.0\",\n\t\"models\": []\n}\n"
            ),
            (
                "{\n  \"access\": \"public\",\n  \"schema\": \"S\"\n}",
                "{\n  \"access\": \"public\",\n  \"schema\": \"S\",\n  \"version\": \"2.0.0\"\n}"
            ),
        ])
    func version(_ text: String, _ expected: String) throws {
        #expect(try edit(text) { $0.setVersion(SchemaVersion(2, 0, 0)) } == expected)
    }

    @Test("Names that the older text told go, others stay")
    func originalNames() throws {
        let old =
            #"{"schema": "S", "models": [{"name": "M", "originalName": "L", "attributes": [{"name": "a", "originalName": "z", "type": "Int"}, {"name": "b", "type": "Int"}]}]}"#
        let told = try #require(DocumentEditor(Array(old.utf8))).originalNames
        #expect(told.count == 2)
        #expect(
            try edit(old) { $0.removeOriginalNames(toldBy: told) }
                == #"{"schema": "S", "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"}, {"name": "b", "type": "Int"}]}]}"#
        )
        // What was new then is a part of the version before now.
        let null =
            #"{"schema": "S", "models": [{"name": "M", "originalName": null, "attributes": [{"name": "a", "type": "Int", "originalName": null}]}]}"#
        let new = try #require(DocumentEditor(Array(null.utf8))).originalNames
        #expect(
            try edit(null) { $0.removeOriginalNames(toldBy: new) }
                == #"{"schema": "S", "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int"}]}]}"#)
        #expect(try edit(null) { $0.removeOriginalNames(toldBy: []) } == null)
        // The model and b were renamed since.
        let later =
            #"{"schema": "S", "models": [{"name": "N", "originalName": "M", "attributes": [{"name": "a", "type": "Int", "originalName": "z"}, {"name": "c", "originalName": "b", "type": "Int"}]}]}"#
        #expect(
            try edit(later) { $0.removeOriginalNames(toldBy: told) }
                == #"{"schema": "S", "models": [{"name": "N", "originalName": "M", "attributes": [{"name": "a", "type": "Int"}, {"name": "c", "originalName": "b", "type": "Int"}]}]}"#
        )
    }

    @Test("What it says of migrations to the older version goes")
    func migrations() throws {
        let text = "{\n  \"schema\": \"S\",\n  \"migrations\": [ { \"from\": \"1.0.0\" } ]\n}\n"
        #expect(
            try edit(text) { $0.removeMigrations(notFrom: SchemaVersion(2, 0, 0)) } == "{\n  \"schema\": \"S\"\n}\n")
        #expect(try edit(text) { $0.removeMigrations(notFrom: SchemaVersion(1, 0, 0)) } == text)
        #expect(
            try edit(text) {
                $0.setVersion(SchemaVersion(3, 0, 0))
                $0.removeMigrations(notFrom: SchemaVersion(2, 0, 0))
            } == "{\n  \"schema\": \"S\",\n  \"version\": \"3.0.0\"\n}\n")
    }
}

@Suite("What a declaration says of migrations")
struct MigrationDeclarationTests {
    private func codes(
        _ migrations: String, old: String = #"{"name": "A", "abstract": true}, {"name": "M", "inherits": "A"}"#
    ) -> [String] {
        resolve(
            #"{"schema": "S", "models": [\#(old)]}"#,
            #"{"schema": "S", "version": "2.0.0", "migrations": [\#(migrations)], "models": [{"name": "N"}]}"#
        ).diagnostics.map { "\($0.place.column) \($0.message)" + ($0.suggestion.map { " (\($0))" } ?? "") }
    }

    @Test("Steps and hooks are carried")
    func carried() throws {
        let result = resolve(
            #"{"schema": "S", "models": [{"name": "M"}]}"#,
            #"{"schema": "S", "version": "2.0.0", "migrations": [{"from": "1.0.0", "steps": ["M"], "didMigrate": true}], "models": [{"name": "N"}]}"#
        )
        #expect(
            result.schemas.first { $0.isCurrent }?.migration == ResolvedMigration(steps: ["M"], didMigrate: true))
        #expect(result.schemas.first { !$0.isCurrent }?.migration == nil)
    }

    @Test("Mistakes are told at their places")
    func mistakes() {
        #expect(codes(#"{"steps": ["M"]}"#) == ["52 a migration has no 'from'"])
        #expect(
            codes(#"{"from": "0.9.0"}"#) == ["61 the version before 2.0.0 is 1.0.0, not 0.9.0 (write \"1.0.0\")"])
        #expect(
            codes(#"{"from": "1.0.0", "steps": ["m"]}"#)
                == ["80 version 1.0.0 has no model 'm' (did you mean 'M'?)"])
        #expect(
            codes(#"{"from": "1.0.0", "steps": ["A"]}"#)
                == ["80 'A' is abstract: there are objects of its heirs only (name the heirs: M)"])
        #expect(
            codes(#"{"from": "1.0.0", "steps": ["M"]}, {"from": "1.0.0", "steps": ["M"]}"#)
                == [
                    "87 'migrations' has one object, which says all of the step to a version (put what this one says into that one)"
                ])
        #expect(
            codes(#"{"from": "1.0.0", "steps": ["M", "M"]}"#) == ["85 the step of 'M' is there twice"])
        #expect(
            resolve(#"{"schema": "S", "migrations": [{"from": "1.0.0"}]}"#).diagnostics.map(\.message)
                == ["no document declares a version of 'S' before 1.0.0"])
    }
}
