import Foundation
import ModelDeclaration
import ModelSchema
import Testing

@testable import ModelImport

@Suite("Core Data models become declarations")
struct CoreDataImportTests {
    /// The declarations and messages stand beside the models: run with MODELGEN_RECORD=1 to write them anew. Models with
    ///
    /// - a bit of everything, in three versions (Library);
    /// - abstract parents several deep, derived attributes, fetched properties, configurations, rules (Clinic);
    /// - composites that hold others (Quakes);
    /// - links to parents and heirs, and circles of required ones (Links);
    /// - values at the edges of what is possible and beyond (Edges);
    /// - names that Swift, SQLite or the runtime have (Odd Names);
    /// - renamed things that move, in four versions (Notes).
    @Test(arguments: [
        ("Library", 3), ("Clinic", 1), ("Quakes", 1), ("Links", 1), ("Edges", 1), ("Odd Names", 1), ("Notes", 4),
    ])
    func fixtures(_ name: String, versions: Int) throws {
        let folder = CoreDataFolder.fixtures
        let bundle = try CoreDataFolder.bundle(
            folder.appending(path: "\(name).xcdatamodeld"), path: "\(name).xcdatamodeld")
        let result = CoreDataImporter(bundle, features: .all).run()
        let printer = DiagnosticPrinter(documents: [])
        var files = result.documents.map { ($0.name, $0.text) }
        files.append(
            ("\(name).messages", result.diagnostics.map { printer.text(for: $0) + "\n" }.joined()))
        #expect(!result.hasErrors)
        #expect(files.count == versions + 1)
        // Together they are one schema, whose versions follow one another.
        let sources = result.documents.map { SourceDocument(path: $0.name, bytes: Array($0.text.utf8)) }
        let resolved = Declarations.resolve(sources, features: .all)
        #expect(resolved.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        for (fileName, text) in files {
            let file = folder.appending(path: "\(name)/\(fileName)")
            if ProcessInfo.processInfo.environment["MODELGEN_RECORD"] == "1" {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(fileName)")
        }
    }

    @Test("What this version does not build is left out, so that the rest can be used")
    func builtFeatures() throws {
        let bundle = try CoreDataFolder.bundle(
            CoreDataFolder.fixtures.appending(path: "Library.xcdatamodeld"), path: "Library.xcdatamodeld")
        let result = CoreDataImporter(bundle).run()
        #expect(!result.hasErrors)
        let current = try #require(result.documents.first?.text)
        #expect(current.contains(#""cloudKit": true"#) == false)
        #expect(current.contains(#"{ "name": "cover", "type": "Data?", "externalStorage": true }"#))
        #expect(current.contains(#""preserve": true"#))
        let none = CoreDataImporter(bundle, features: []).run()
        #expect(none.briefs.contains { $0.contains("'Book.cover' may be stored externally: this version") })
    }

    @Test("External storage and preserved values are carried over; an attribute cannot have both")
    func externalAndPreserved() {
        let result = importAttributes(
            """
            <attribute name="a" attributeType="Binary" optional="YES" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="b" attributeType="String" optional="YES" preserveAfterDeletion="YES"/>
            <attribute name="c" attributeType="Binary" optional="YES" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>
            <attribute name="d" attributeType="Transformable" optional="YES" allowsExternalBinaryDataStorage="YES"/>
            """, features: .built)
        #expect(
            result.lines(with: "type") == [
                #"{ "name": "a", "type": "Data?", "externalStorage": true }"#,
                #"{ "name": "b", "type": "String?", "preserve": true }"#,
                #"{ "name": "c", "type": "Data?", "externalStorage": true }"#,
                #"{ "name": "d", "type": "Data?", "externalStorage": true }"#,
            ])
        #expect(
            result.briefs == [
                "MG1103 'E.c' is preserved after a deletion, but may be stored externally: that cannot be declared, and is left out",
                "MG1104 'E.d' is transformable: it becomes Data",
            ])
    }

    @Test("A default that breaks its attribute's rules is left out, as no object with it could be saved")
    func defaultsThatBreakRules() {
        let result = importAttributes(
            """
            <attribute name="a" attributeType="Integer 16" defaultValueString="0" minValueString="1"/>
            <attribute name="b" optional="YES" attributeType="String" defaultValueString="" minValueString="1" maxValueString="9"/>
            <attribute name="c" transient="YES" attributeType="Double" defaultValueString="0.5" minValueString="1"/>
            <attribute name="d" attributeType="Integer 16" defaultValueString="1" minValueString="1"/>
            """, features: .built)
        #expect(!result.hasErrors)
        #expect(
            result.lines(with: "type") == [
                #"{ "name": "a", "type": "Int16", "validation": { "min": 1 } }"#,
                #"{ "name": "b", "type": "String?", "validation": { "minLength": 1, "maxLength": 9 } }"#,
                #"{ "name": "c", "type": "Double", "default": 0.5, "ephemeral": true }"#,
                #"{ "name": "d", "type": "Int16", "default": 1, "validation": { "min": 1 } }"#,
            ])
        #expect(
            result.briefs == [
                "MG1103 the default of 'E.a', which breaks its rules: that cannot be declared, and is left out",
                "MG1103 the default of 'E.b', which breaks its rules: that cannot be declared, and is left out",
                "MG1103 the rules of 'E.c', which is not stored: that cannot be declared, and is left out",
            ])
    }

    @Test("Renaming identifiers under both of Xcode's keys become original names; those that lead nowhere are told")
    func renamingIdentifiers() throws {
        func version(_ name: String, _ content: String) -> CoreDataBundle.Version {
            .init(
                name: name,
                document: SourceDocument(path: "\(name)/contents", bytes: Array(coreDataModel(content).utf8)))
        }
        let old = version(
            "M",
            #"<entity name="A" elementID="x1"><attribute name="a" attributeType="String"/><attribute name="b" attributeType="String" elementID="z"/></entity>"#
        )
        let new = version(
            "M 2",
            """
            <entity name="B" elementID="x1"><attribute name="c" attributeType="String" elementID="a"/>\
            <attribute name="d" attributeType="String" renamingIdentifier="z" elementID="ignored"/>\
            <attribute name="e" attributeType="String" elementID="gone"/></entity>
            <entity name="C" elementID="D"><attribute name="n" optional="YES" attributeType="String" elementID="n"/></entity>
            """)
        let current = SourceDocument(
            path: ".xccurrentversion",
            bytes: Array(
                "<plist><dict><key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>".utf8))
        let result = CoreDataImporter(
            CoreDataBundle(name: "M", versions: [old, new], currentVersion: current), features: .built
        ).run()
        #expect(!result.hasErrors)
        #expect(
            result.lines(with: "originalName") == [
                #""originalName": "A""#, #"{ "name": "c", "type": "String", "originalName": "a" }"#,
                #"{ "name": "d", "type": "String", "originalName": "b" }"#,
            ])
        #expect(
            result.briefs == [
                "MG1105 'A' has the renaming identifier 'x1', which no older version has: it is left out",
                "MG1105 'A.b' has the renaming identifier 'z', which no older version has: it is left out",
                "MG1105 'B.e' has the renaming identifier 'gone', which nothing of the version before has: it is left out",
                "MG1105 'C' has the renaming identifier 'D', which nothing of the version before has: it is left out",
            ])
        let documents = result.documents.map { SourceDocument(path: $0.name, bytes: Array($0.text.utf8)) }
        #expect(Declarations.resolve(documents).diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    }

    @Test("What is used with CloudKit says so, unless the model breaks CloudKit's rules")
    func cloudKit() {
        func model(_ entity: String, configuration: String = "") -> ImportResult {
            importModel(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <model type="com.apple.IDECoreDataModeler.DataModel"\(configuration.isEmpty ? " usedWithCloudKit=\"YES\"" : "")>
                \(entity)\(configuration)
                </model>
                """, features: .built)
        }
        let fits = model(#"<entity name="E"><attribute name="a" optional="YES" attributeType="String"/></entity>"#)
        #expect(fits.text.contains(#""options": { "cloudKit": true }"#))
        #expect(
            fits.briefs == [
                "MG1105 the rules of CloudKit hold for the model, and are checked; nothing is synchronized"
            ])
        let required = #"<entity name="E"><attribute name="a" attributeType="String"/></entity>"#
        let breaks = model(required)
        #expect(!breaks.text.contains("cloudKit") && !breaks.hasErrors)
        #expect(
            breaks.briefs == [
                "MG1103 the model is used with CloudKit, but breaks its rules ('a' is required and has no default): the option is left out"
            ])
        #expect(breaks.diagnostics.first?.place.line == 2)
        let configuration =
            #"<configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="E"/></configuration>"#
        let part = model(required, configuration: configuration)
        #expect(!part.text.contains("cloudKit") && !part.hasErrors)
        #expect(Set(part.diagnostics.map(\.code)) == ["MG1103", "MG1105"])
    }

    @Test(
        .enabled(if: CoreDataFolder.shared != nil, "the folder 'shared' is not beside the repository"),
        arguments: [
            ("inaturalist/INaturalist", 18, 17), ("scout/ScoutModel", 4, 17), ("duckduckgo/BookmarksModel", 6, 1),
            ("duckduckgo/SyncMetadata", 4, 2), ("openedx/CoreDataModel", 1, 2), ("openedx/CourseCoreModel", 1, 18),
            ("openedx/DashboardCoreModel", 1, 4), ("openedx/DiscoveryCoreModel", 1, 2),
            ("openedx/DownloadCoursePreviewModel", 1, 1), ("openedx/ProfileCoreModel", 1, 2),
        ])
    func publicApps(_ path: String, versions: Int, models: Int) throws {
        let folder = try #require(CoreDataFolder.shared).appending(path: path + ".xcdatamodeld")
        let result = CoreDataImporter(try CoreDataFolder.bundle(folder, path: path)).run()
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        #expect(result.documents.count == versions)
        #expect(result.documents.map(\.version) == result.documents.map(\.version).sorted(by: >))
        let document = try #require(result.documents.first)
        let resolved = Declarations.resolve([SourceDocument(path: "a", bytes: Array(document.text.utf8))])
        #expect(resolved.schemas.first?.models.count == models)
    }

    // MARK: - Attributes

    @Test func typesAndDefaults() {
        let result = importAttributes(
            """
            <attribute name="a" attributeType="Integer 16" defaultValueString="7"/>
            <attribute name="b" optional="YES" attributeType="Integer 64" defaultValueString="9007199254740993"/>
            <attribute name="c" attributeType="Decimal" defaultValueString="0.10"/>
            <attribute name="d" attributeType="Double" defaultValueString="0.0"/>
            <attribute name="e" attributeType="Float" defaultValueString="1e30"/>
            <attribute name="f" attributeType="Boolean" defaultValueString="YES"/>
            <attribute name="g" attributeType="Date" defaultDateTimeInterval="-978307200.5"/>
            <attribute name="h" attributeType="Binary"/>
            <attribute name="i" attributeType="UUID" defaultValueString="e621e1f8-c36c-495a-93fc-0c247a3e6e5f"/>
            <attribute name="j" attributeType="URI" defaultValueString="https://example.com"/>
            <attribute name="k" attributeType="String" defaultValueString="&lt;&#x1F600;&#10;&gt;"/>
            """)
        #expect(result.briefs == [])
        #expect(
            result.lines(with: "type") == [
                #"{ "name": "a", "type": "Int16", "default": 7 }"#,
                #"{ "name": "b", "type": "Int64?", "default": "9007199254740993" }"#,
                #"{ "name": "c", "type": "Decimal", "default": "0.10" }"#,
                #"{ "name": "d", "type": "Double", "default": 0.0 }"#,
                #"{ "name": "e", "type": "Float", "default": 1e+30 }"#,
                #"{ "name": "f", "type": "Bool", "default": true }"#,
                #"{ "name": "g", "type": "Date", "default": "1969-12-31T23:59:59.500000000Z" }"#,
                #"{ "name": "h", "type": "Data" }"#,
                #"{ "name": "i", "type": "UUID", "default": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F" }"#,
                #"{ "name": "j", "type": "URL", "default": "https://example.com" }"#,
                #"{ "name": "k", "type": "String", "default": "<😀\u000a>" }"#,
            ])
    }

    @Test(
        "What cannot be declared is told at its place",
        arguments: [
            (
                #"<attribute name="a" attributeType="Integer 16" defaultValueString="40000"/>"#,
                "MG1103 the default '40000' of 'E.a', which is Int16: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="Boolean" defaultValueString="maybe"/>"#,
                "MG1103 the default 'maybe' of 'E.a', which is Bool: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" transient="YES"/>"#,
                "MG1103 'E.a' has no type: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="Object ID"/>"#,
                "MG1103 'E.a' has the type 'Object ID', which the importer does not know: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="String" newKey="5"/>"#,
                "MG1103 'E.a' has newKey='5', which the importer does not know: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="String"><future/></attribute>"#,
                "MG1103 'E.a' has a <future>, which the importer does not know: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="String" regularExpressionString="("/>"#,
                "MG1103 the pattern '(' of 'E.a', which is no regular expression of Swift: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="Double" minValueString="5" maxValueString="1"/>"#,
                "MG1103 the upper bound of 'E.a', which is below the lower one: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" optional="YES" attributeType="Transformable" customClassName="UIColor"/>"#,
                "MG1104 'E.a' is transformable to 'UIColor': it becomes Data"
            ),
            (
                #"<attribute name="a" optional="YES" attributeType="Transformable" customClassName="[String: Double]"/>"#,
                "MG1104 'E.a' is stored as the JSON text of [String: Double], no longer transformed"
            ),
            (
                #"<attribute name="a" attributeType="Integer 64" derived="YES" derivationExpression="items.@count"/>"#,
                "MG1104 'E.a' is derived as 'items.@count': it becomes a stored attribute that the app sets"
            ),
            (
                #"<fetchedProperty name="f"/>"#,
                "MG1103 'E.f' is a fetched property: that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="Double"/><fetchIndex name="i"><fetchIndexElement property="a" type="RTree"/></fetchIndex>"#,
                "MG1103 the index 'E.i' is of the type 'RTree': that cannot be declared, and is left out"
            ),
            (
                #"<attribute name="a" attributeType="Double"/><fetchIndex name="i"><fetchIndexElement expression="now()" type="Binary"/></fetchIndex>"#,
                "MG1103 the index 'E.i' is over the expression 'now()': that cannot be declared, and is left out"
            ),
            (
                #"<uniquenessConstraints><uniquenessConstraint><constraint value="b"/></uniquenessConstraint></uniquenessConstraints>"#,
                "MG1103 the uniqueness constraint of 'E' names 'b', which is not declared: that cannot be declared, and is left out"
            ),
            (
                #"<relationship name="r" destinationEntity="Nobody"/>"#,
                "MG1103 'E.r' leads to 'Nobody', which is not in the model: that cannot be declared, and is left out"
            ),
        ])
    func losses(_ content: String, _ message: String) throws {
        let result = importAttributes(content)
        #expect(result.briefs == [message])
        let place = try #require(result.diagnostics.first).place
        #expect(place.line == 3 && place.column >= 18)
    }

    @Test func partialIndexes() {
        let result = importAttributes(
            """
            <attribute name="a" optional="YES" attributeType="Integer 16"/><attribute name="b" attributeType="Boolean"/>
            <fetchIndex name="i" partialIndexPredicate="a != nil AND b == YES"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex>
            <fetchIndex name="j" partialIndexPredicate="a > 5"><fetchIndexElement property="b" type="Binary" order="ascending"/></fetchIndex>
            """)
        #expect(result.briefs == ["MG1104 the index 'E.j' holds all rows, not only those where 'a > 5'"])
        #expect(result.text.contains(#"{ "on": ["a"], "where": "a is not null and b = true" }"#))
        #expect(result.text.contains(#"["b"]"#))
    }

    @Test("Rules of what is not stored, and renaming identifiers of fields, are told")
    func lostRulesAndRenamings() {
        let result = importEntities(
            """
            <composite name="Address"><attribute name="city" optional="YES" attributeType="String" elementID="town"/><attribute name="zip" optional="YES" attributeType="String" renamingIdentifier="zip"/></composite>
            <entity name="E"><attribute name="home" optional="YES" attributeType="Composite" elementID="Address"/>
            <attribute name="n" optional="YES" transient="YES" attributeType="Integer 16" minValueString="1" maxValueString="9"/></entity>
            """)
        #expect(
            result.diagnostics.map { "\($0.place.line):\($0.place.column) \($0.code) \($0.message)" } == [
                "3:88 MG1103 the renaming identifier 'town' of 'Address.city', which is in a struct: that cannot be declared, and is left out",
                "5:36 MG1103 the rules of 'E.n', which is not stored: that cannot be declared, and is left out",
            ])
        #expect(result.lines(with: "ephemeral") == [#"{ "name": "n", "type": "Int16?", "ephemeral": true }"#])
    }

    @Test("Composites become structs")
    func composites() {
        let result = importEntities(
            """
            <composite name="Address"><attribute name="city" optional="YES" attributeType="String"/></composite>
            <entity name="E"><attribute name="home" optional="YES" attributeType="Composite" elementID="Address"/></entity>
            """)
        #expect(result.briefs == [])
        #expect(result.lines(with: "struct") == [#""struct": "Address","#.dropLast().description])
        #expect(result.lines(with: "home") == [#"{ "name": "home", "type": "Address?" }"#])
    }

    // MARK: - Relationships

    @Test func circlesOfRequiredLinksAreBrokenOnce() {
        let result = importEntities(
            """
            <entity name="A"><relationship name="b" maxCount="1" destinationEntity="B" inverseName="a" inverseEntity="B"/></entity>
            <entity name="B"><relationship name="a" maxCount="1" destinationEntity="A" inverseName="b" inverseEntity="A"/></entity>
            """)
        #expect(
            result.briefs == [
                "MG1104 'A.b' becomes optional: objects require each other in a circle, so that none could be made first"
            ])
        #expect(result.lines(with: "inverse").map { $0.contains("?") } == [true, false])
    }

    @Test(
        "An inverse that the language cannot pair is dropped on both sides",
        arguments: [
            (#"<relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="gone"/>"#, "", 1),
            (
                #"<relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="a"/>"#,
                #"<relationship name="a" optional="YES" maxCount="1" destinationEntity="A"/>"#, 1
            ),
            (
                #"<relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="a"/>"#,
                #"<relationship name="a" optional="YES" maxCount="1" destinationEntity="B" inverseName="a"/>"#, 1
            ),
        ])
    func inverses(_ left: String, _ right: String, count: Int) {
        let result = importEntities(#"<entity name="A">\#(left)</entity><entity name="B">\#(right)</entity>"#)
        #expect(!result.hasErrors)
        #expect(result.briefs.filter { $0.contains("loses its inverse") }.count == count)
    }

    @Test func inheritanceAndWhatIsDeclaredAgain() {
        let result = importEntities(
            """
            <entity name="Leaf" parentEntity="Root"><attribute name="a" attributeType="String"/></entity>
            <entity name="Root" isAbstract="YES"><attribute name="a" attributeType="String"/></entity>
            <entity name="Lost" parentEntity="Nobody"/>
            <entity name="X" parentEntity="Y"/><entity name="Y" parentEntity="X"/>
            """)
        #expect(
            result.briefs == [
                "MG1103 'Leaf.a' declares an inherited property again: that cannot be declared, and is left out",
                "MG1103 'Lost' inherits from 'Nobody', which is not there: that cannot be declared, and is left out",
                "MG1103 'Y' inherits from itself: that cannot be declared, and is left out",
            ])
    }

    @Test func countsOfToManys() {
        let result = importEntities(
            """
            <entity name="A">
            <relationship name="b" toMany="YES" destinationEntity="B"/>
            <relationship name="c" optional="YES" toMany="YES" minCount="3" maxCount="5" destinationEntity="B"/>
            <relationship name="d" optional="YES" toMany="YES" minCount="1" destinationEntity="B"/>
            </entity><entity name="B"/>
            """)
        #expect(
            result.briefs == [
                "MG1103 'A.c' has no objects, or at least 3 of them: that cannot be declared, and is left out"
            ])
        #expect(
            result.lines(with: "inverse") == [
                #"{ "name": "b", "type": "[B]", "inverse": null, "minCount": 1 }"#,
                #"{ "name": "c", "type": "[B]", "inverse": null, "maxCount": 5 }"#,
                #"{ "name": "d", "type": "[B]", "inverse": null }"#,
            ])
    }

    @Test("Hostile names and texts stay texts")
    func hostileText() {
        let result = importEntities(
            """
            <entity name="A&quot;, &quot;x&quot;: 1"><attribute name="&#10;b" attributeType="String" defaultValueString="\\&quot;&#27;[31m"/></entity>
            """)
        #expect(!result.hasErrors)
        #expect(result.diagnostics.allSatisfy { !$0.message.contains("\n") && !$0.message.contains("\u{1B}") })
        #expect(result.lines(with: "type") == [#"{ "name": "b", "type": "String", "default": "\\\"\u001b[31m" }"#])
    }

    // MARK: - Versions

    private func versions(_ names: [String], current: String?) -> ImportResult {
        let model = coreDataModel(#"<entity name="E"/>"#)
        let plist = current.map {
            "<plist><dict><key>_XCCurrentVersionName</key><string>\($0).xcdatamodel</string></dict></plist>"
        }
        return CoreDataImporter(
            CoreDataBundle(
                name: "M",
                versions: names.map {
                    .init(name: $0, document: SourceDocument(path: $0, bytes: Array(model.utf8)))
                },
                currentVersion: plist.map { SourceDocument(path: ".xccurrentversion", bytes: Array($0.utf8)) })
        ).run()
    }

    @Test(arguments: [
        (["M", "M 10", "M 2"], "M 10", ["10.0.0", "2.0.0", "1.0.0"]),
        (["M", "M2.1", "M2.10", "M2.9"], "M2.10", ["2.10.0", "2.9.0", "2.1.0", "1.0.0"]),
        (["Alpha", "Beta"], "Beta", ["2.0.0", "1.0.0"]),
        (["M", "M 1"], "M 1", ["2.0.0", "1.0.0"]),
        (["M1.2.3.4", "M1.2.3.5"], "M1.2.3.5", ["2.0.0", "1.0.0"]),
    ])
    func numbers(_ names: [String], _ current: String, _ versions: [String]) {
        let result = self.versions(names, current: current)
        #expect(result.documents.map(\.version.description) == versions)
        #expect(result.documents.first?.name == "M.model.json")
        #expect(result.documents.dropFirst().map(\.name) == versions.dropFirst().map { "M-\($0).model.json" })
        #expect(result.briefs == [])
    }

    @Test func currentVersions() {
        let newer = versions(["M", "M 2"], current: "M")
        #expect(newer.documents.map(\.version.description) == ["1.0.0"])
        #expect(newer.briefs == ["MG1103 'M 2' is newer than the current version, and left out"])
        let unnamed = versions(["M", "M 2"], current: nil)
        #expect(unnamed.documents.count == 2 && unnamed.briefs.count == 1)
        let gone = versions(["M", "M 2"], current: "M 3")
        #expect(gone.documents.isEmpty)
        #expect(gone.briefs == ["MG1102 there is no version 'M 3', which is to be the current one"])
    }

    @Test(
        "Dates survive being written as text",
        arguments: [0.0, -63_113_903_999.0, 694_224_000.25, 252_423_993_599.0])
    func dates(_ seconds: Double) throws {
        let text = try #require(DateSyntax.text(seconds))
        let result = importAttributes(
            #"<attribute name="a" attributeType="Date" defaultDateTimeInterval="\#(seconds)"/>"#)
        #expect(result.briefs == [])
        #expect(result.text.contains(text))
        let resolved = Declarations.resolve([SourceDocument(path: "a", bytes: Array(result.text.utf8))], features: .all)
        #expect(resolved.schemas.first?.models.first?.attributes.first?.defaultValue == .date(seconds))
    }
}
