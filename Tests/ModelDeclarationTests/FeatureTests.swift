import ModelDeclaration
import Testing

@Suite("Parts of the language that are not built are refused, located")
struct FeatureTests {
    private static func attribute(_ more: String, type: String = "Data") -> String {
        document(attribute: #"{"name": "a", "type": "\#(type)", \#(more)}"#)
    }

    private static let uses: [(LanguageFeature, String)] = [
        (.inheritance, document(models: #"{"name": "A"}, {"name": "B", "inherits": "A"}"#)),
        (.collections, document(attribute: #"{"name": "a", "type": "[String: [Int]]"}"#)),
        (.handWrittenTypes, attribute(#""storage": "codable""#, type: "Color?")),
        (.validation, attribute(#""validation": {"min": 1}"#, type: "Int")),
        (.preservedValues, attribute(#""preserve": true"#)),
        (
            .orderedRelationships,
            document(models: #"{"name": "A", "relationships": [{"name": "as", "type": "[A]", "ordered": true}]}"#)
        ),
        (
            .relationshipCounts,
            document(models: #"{"name": "A", "relationships": [{"name": "as", "type": "[A]", "maxCount": 2}]}"#)
        ),
        (.externalStorage, attribute(#""externalStorage": true"#)),
        (.ephemeralAttributes, attribute(#""ephemeral": true, "default": """#)),
        (
            .partialIndexes,
            document(
                models:
                    #"{"name": "A", "attributes": [{"name": "a", "type": "Int"}], "index": [{"on": ["a"], "where": "a is not null"}]}"#
            )
        ),
        (
            .ownInverses,
            document(models: #"{"name": "A", "relationships": [{"name": "a", "type": "A?", "inverse": "a"}]}"#)
        ),
        (.originalNames, attribute(#""originalName": "b""#)),
        (.actors, #"{"schema": "S", "actors": ["Worker"]}"#),
        (.cloudKit, #"{"schema": "S", "options": {"cloudKit": true}}"#),
        (.derivedAttributes, attribute(#""derived": "x""#)), (.spotlight, attribute(#""spotlight": true"#)),
        (.cloudEncryption, attribute(#""allowsCloudEncryption": true"#)),
    ]

    @Test("One message where the feature is used, none where it is switched on", arguments: uses)
    func feature(feature: LanguageFeature, text: String) {
        #expect(resolve(text, features: .all).diagnostics.filter { $0.severity != .note }.map(\.brief) == [])
        let result = resolve(text, features: Set.all.subtracting([feature]))
        #expect(result.codes == ["MG0205"])
        #expect(result.schemas.isEmpty)
        #expect(result.diagnostics.first?.message.hasSuffix("is not part of this version") == true)
    }

    @Test("Older versions are refused where they say their version")
    func severalVersions() {
        let new = #"{"schema": "S", "version": "2.0.0", "models": [{"name": "M"}]}"#
        let result = resolve(
            new, #"{"schema": "S", "version": "1.0.0"}"#, features: Set.all.subtracting([.severalVersions]))
        #expect(
            result.diagnostics.map(\.located) == [
                "b.model.json:1:28 MG0205 more than one version of a schema (the current one is 2.0.0) is not part of this version"
            ])
    }

    @Test("Migrations are refused where they are listed")
    func migrations() {
        let old = #"{"schema": "S", "models": [{"name": "M"}]}"#
        let new =
            #"{"schema": "S", "version": "2.0.0", "migrations": [{"from": "1.0.0", "steps": ["M"]}], "models": [{"name": "M", "attributes": [{"name": "a", "type": "Int?"}]}]}"#
        #expect(resolve(old, new, features: .all).briefs == [])
        #expect(resolve(old, new, features: Set.all.subtracting([.migrations])).codes == ["MG0205"])
    }

    @Test("Every feature is tested")
    func allFeatures() {
        #expect(Set(Self.uses.map(\.0)).union([.severalVersions, .migrations]) == Set(LanguageFeature.allCases))
        #expect(Set<LanguageFeature>.built == Set(LanguageFeature.allCases.filter(\.isBuilt)))
    }

    @Test("Saying what holds anyway uses no feature")
    func defaults() {
        let text =
            #"{"schema": "S", "actors": [], "migrations": [], "options": {"cloudKit": false}, "models": [{"name": "M", "abstract": false, "preserve": [], "attributes": [{"name": "a", "type": "Int", "externalStorage": false, "ephemeral": false}]}]}"#
        #expect(resolve(text, features: []).briefs == [])
    }
}

@Suite("The table of rules")
struct RuleTests {
    @Test("Codes, severities and titles do not change their meaning")
    func pinned() {
        #expect(DiagnosticRule.all.map { "\($0.code) \($0.severity.rawValue): \($0.title)" } == Self.rules)
    }

    @Test("Codes are unique, in order, and every rule explains itself")
    func complete() {
        let codes = DiagnosticRule.all.map(\.code)
        #expect(codes == Set(codes).sorted())
        for rule in DiagnosticRule.all {
            #expect(rule.code.utf8.count == 6 && rule.code.hasPrefix("MG"))
            #expect(rule.explanation.count > 60, "\(rule.code)")
            #expect(DiagnosticRule.named(rule.code.lowercased()) == rule)
        }
        #expect(DiagnosticRule.named("MG9999") == nil)
    }

    static let rules = [
        "MG0101 error: The document is not JSON",
        "MG0102 error: The document is not UTF-8",
        "MG0103 error: The document is too large",
        "MG0104 error: Values are nested too deep",
        "MG0105 error: A key is there twice",
        "MG0106 error: A key contains U+0000",
        "MG0107 error: There are too many problems",
        "MG0201 error: A value has the wrong JSON type",
        "MG0202 error: There is no such key",
        "MG0203 error: A key is missing",
        "MG0204 error: The value is none of those allowed",
        "MG0205 error: Not part of this version",
        "MG0206 error: A list is empty",
        "MG0207 error: Not a version",
        "MG0301 error: The name is no Swift identifier",
        "MG0302 error: No model or type can have this name",
        "MG0303 error: No property, field or case can have this name",
        "MG0304 error: A model or type is declared twice",
        "MG0305 error: A property is declared twice",
        "MG0306 error: A case is declared twice",
        "MG0307 error: Names of models differ only in case",
        "MG0308 error: Not a name for a table or column",
        "MG0309 error: Two models have one table",
        "MG0310 error: Two properties have one column",
        "MG0311 error: The name is generated for a schema",
        "MG0312 error: Two schemas declare the same name",
        "MG0401 error: There is no such type",
        "MG0402 error: Not a type",
        "MG0403 error: A model is no attribute's type",
        "MG0404 error: 'storage' and 'rawType' do not fit",
        "MG0405 error: A struct holds itself",
        "MG0406 error: More columns than SQLite takes",
        "MG0407 error: The raw value does not fit",
        "MG0408 error: Two cases have one raw value",
        "MG0409 error: There is no such case",
        "MG0410 error: Not a module's name",
        "MG0411 error: Not a protocol's name",
        "MG0501 error: The default does not fit its type",
        "MG0502 error: The number is beyond 2^53",
        "MG0503 error: Not one Swift expression",
        "MG0504 error: A property that is not stored has no default",
        "MG0505 error: The flag does not fit the attribute",
        "MG0506 error: The rule does not fit the attribute",
        "MG0507 error: The default breaks a rule of its own attribute",
        "MG0601 error: There is no such model",
        "MG0602 error: A model inherits from itself",
        "MG0603 error: A model that inherits has no table of its own",
        "MG0701 error: Not the type of a relationship",
        "MG0702 error: There is no such inverse",
        "MG0703 error: The inverse does not point back",
        "MG0704 error: The inverse is another's, or none's",
        "MG0705 error: The inverse is ambiguous",
        "MG0706 error: Required relationships in a circle",
        "MG0707 error: For to-many relationships only",
        "MG0708 warning: A delete would clear what is required",
        "MG0801 error: There is no such property",
        "MG0802 error: The property cannot be used here",
        "MG0803 error: Something is said twice",
        "MG0804 error: 'order' does not fit 'on'",
        "MG0805 error: Not a condition of an index",
        "MG0901 error: Documents of one schema disagree",
        "MG0902 error: The previous version has no such name",
        "MG0903 warning: Two versions store the same",
        "MG0904 note: History is not recorded yet",
        "MG0905 error: The migration does not fit the versions",
        "MG0906 error: A locked version has changed",
        "MG0907 error: The lock file cannot be used",
        "MG0908 warning: A locked version is not declared",
        "MG0909 warning: There is no older version to migrate from",
        "MG0910 note: Preserved values are not kept yet",
        "MG0911 note: Large values are not in files of their own yet",
        "MG0912 warning: This may have been renamed",
        "MG1001 error: CloudKit's rules are broken",
        "MG1101 error: The model's XML cannot be read", "MG1102 error: Not a model that can be imported",
        "MG1103 warning: Something could not be declared", "MG1104 warning: Something is declared in another way",
        "MG1105 note: A remark on what was imported",
    ]
}
