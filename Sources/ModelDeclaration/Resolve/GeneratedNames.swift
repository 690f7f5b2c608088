public import ModelSchema

/// The names of what is generated for a schema as a whole.
public enum SchemaNames {
    /// The enum of a version: `Trips` at 2.1.0 gives `TripsV2_1`; a patch and a minor of zero are left out.
    public static func versionedSchema(_ schema: String, _ version: SchemaVersion) -> String {
        var name = "\(schema)V\(version.major)"
        if version.minor != 0 || version.patch != 0 { name += "_\(version.minor)" }
        if version.patch != 0 { name += "_\(version.patch)" }
        return name
    }

    public static func migrationPlan(_ schema: String) -> String { "\(schema)MigrationPlan" }

    /// The protocol of what the user writes for the step between two versions.
    public static func stepProtocol(_ schema: String, _ from: SchemaVersion, _ to: SchemaVersion) -> String {
        let number = versionedSchema("", to)
        return "\(versionedSchema(schema, from))To\(number)Migration"
    }

    /// The type that the user writes, with the steps.
    public static func migrations(_ schema: String) -> String { "\(schema)Migrations" }

    /// All of them: names that no model or type of the schema can have.
    package static func reserved(_ schema: String, _ versions: [SchemaVersion]) -> Set<String> {
        Set(versions.map { versionedSchema(schema, $0) } + [migrationPlan(schema), migrations(schema)])
    }
}

extension SchemaSet {
    /// Current models, enums and structs of all schemas are top-level types of one module, together with what is
    /// generated for the schemas themselves.
    func checkGeneratedNames() {
        var generated: [String: String] = [:]
        for schema in versionsBySchema {
            guard let name = schema.last?.name else { continue }
            for version in schema { generated[SchemaNames.versionedSchema(name, version.version)] = name }
            for (old, new) in zip(schema, schema.dropFirst()) {
                generated[SchemaNames.stepProtocol(name, old.version, new.version)] = name
            }
            generated[SchemaNames.migrationPlan(name)] = name
            generated[SchemaNames.migrations(name)] = name
        }
        // In a frozen version's enum, only that enum's own name would be taken.
        for frozen in versionsBySchema.flatMap({ $0.dropLast() }) {
            let name = SchemaNames.versionedSchema(frozen.name, frozen.version)
            guard let location = frozen.typePlaces[name] else { continue }
            problems.report(
                .generatedName,
                "\(Escaping.quoted(name)) is the name of what is generated for the schema \(Escaping.quoted(frozen.name))",
                at: location)
        }
        var taken: [String: (schema: String, location: Location)] = [:]
        var files: [String: (model: Located<String>, schema: String)] = [:]
        for current in versionsBySchema.compactMap(\.last) {
            for (name, location) in current.typePlaces.sorted(by: { $0.value < $1.value }) {
                if let schema = generated[name] {
                    problems.report(
                        .generatedName,
                        "\(Escaping.quoted(name)) is the name of what is generated for the schema \(Escaping.quoted(schema))",
                        at: location)
                }
                if let first = taken[name] {
                    problems.report(
                        .duplicateAcrossSchemas,
                        "\(Escaping.quoted(name)) is declared in the schema \(Escaping.quoted(first.schema)) too",
                        at: location, notes: [Problems.Note("it is declared here", at: first.location)])
                } else {
                    taken[name] = (current.name, location)
                }
            }
            checkFileNames(of: current, &files)
        }
    }

    /// One file per model, and one folder for all schemas: names that differ only in case are one file on many a disk.
    private func checkFileNames(
        of schema: SchemaResolver, _ files: inout [String: (model: Located<String>, schema: String)]
    ) {
        for name in schema.models.map(\.declared.name) where !name.value.isEmpty {
            guard let first = files[name.value.lowercased()] else {
                files[name.value.lowercased()] = (name, schema.name)
                continue
            }
            // In one schema it has been told.
            guard first.schema != schema.name, first.model.value != name.value else { continue }
            problems.report(
                .caseCollision,
                "the models \(Escaping.quoted(first.model.value)) and \(Escaping.quoted(name.value)) differ only in case",
                at: name.location, notes: [Problems.Note("the other one is here", at: first.model.location)])
        }
    }
}
