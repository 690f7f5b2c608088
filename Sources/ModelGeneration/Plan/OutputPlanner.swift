package import ModelDeclaration
import ModelSchema

/// The files of a run, planned from its schemas.
package struct OutputPlan: Hashable, Sendable {
    /// In the order of their names.
    package var files: [FilePlan]
}

extension OutputPlan {
    /// Plans all files.
    ///
    /// - Parameters:
    ///   - documents: Paths of all documents of the run, as the schemas name them: each has a schema file, also if it
    ///     declares nothing.
    ///   - plannedFiles: The names of the files that the build waits for; nil where nothing was planned. Each of them is
    ///     written whatever the documents now say, and no other, since SwiftPM does not plan anew when a document changes.
    package init(schemas: [ResolvedSchema], documents: [String], plannedFiles: [String]? = nil) {
        let plannedNames = plannedFiles.map(Set.init)
        var planner = OutputPlanner(schemas: schemas, documents: documents, plannedFiles: plannedNames)
        for schema in schemas {
            schema.isCurrent
                ? planner.plan(schema, versions: schema.versions(among: schemas)) : planner.planFrozen(schema)
        }
        files = planner.finish()
    }
}

/// Distributes what documents declare over files.
private struct OutputPlanner {
    private let plannedFiles: Set<String>?
    private let schemaFileNames: [String: String]
    private var schemaFiles: [String: FilePlan] = [:]
    private var modelFiles: [FilePlan] = []
    /// Names in lower case: on some disks names that differ only in case are one file.
    private var taken: Set<String> = []

    init(schemas: [ResolvedSchema], documents: [String], plannedFiles: Set<String>?) {
        self.plannedFiles = plannedFiles
        var names: [String: String] = [:]
        for (document, name) in zip(documents, OutputNames.schemas(of: documents)) {
            names[document] = name
            schemaFiles[document] = FilePlan(
                name: name, document: document, access: "", imports: [],
                content: .schema(SchemaFilePlan()))
            taken.insert(name.lowercased())
        }
        schemaFileNames = names
    }

    /// - Parameter versions: All versions of the schema, from the oldest to the current one.
    mutating func plan(_ schema: ResolvedSchema, versions: [ResolvedSchema]) {
        let index = SchemaIndex(schema)
        let access = schema.access == .internal ? "" : schema.access.rawValue + " "
        let migrations = versions.count > 1 ? MigrationPlan(versions) : nil
        let version = VersionPlan(schema, index: index, plan: migrations?.planName)
        for document in schema.documents {
            schemaFiles[document]?.access = access
            schemaFiles[document]?.imports = schema.imports
        }

        add(to: schema.documents.first) {
            $0.version = version
            $0.migrations = migrations
        }
        for item in schema.enums {
            add(to: item.place.path) { $0.enums.append(EnumPlan(item, names: index.names)) }
        }
        for item in schema.structs {
            add(to: item.place.path) { $0.structs.append(StructPlan(item, names: index.names)) }
        }
        for model in schema.models {
            let plan = ModelPlan(model, in: index)
            let wanted = OutputNames.model(model.description.name)
            if let name = plannedName(wanted), taken.insert(name.lowercased()).inserted {
                modelFiles.append(
                    FilePlan(
                        name: name, document: model.place.path, access: access, imports: schema.imports,
                        content: .model(plan)))
            } else {
                add(to: model.place.path) { $0.models.append(plan) }
            }
        }
    }

    /// An older version has all of a document in one file: its models are for migrations.
    mutating func planFrozen(_ schema: ResolvedSchema) {
        let frozen = schema.frozen
        let index = SchemaIndex(frozen)
        let access = schema.access == .internal ? "" : schema.access.rawValue + " "
        for document in schema.documents {
            var content = SchemaFilePlan()
            if document == schema.documents.first { content.version = VersionPlan(frozen, index: index) }
            content.enums = frozen.enums.filter { $0.place.path == document }.map { EnumPlan($0, names: index.names) }
            content.structs = frozen.structs.filter { $0.place.path == document }
                .map { StructPlan($0, names: index.names) }
            content.models = frozen.models.filter { $0.place.path == document }.map { ModelPlan($0, in: index) }
            schemaFiles[document]?.access = access
            schemaFiles[document]?.content =
                content.isEmpty ? .empty : .frozen(content, enum: index.names.versionEnum)
        }
    }

    /// The name of a file as it was planned, nil where it was not: equal names may be spelled with other bytes.
    private func plannedName(_ name: String) -> String? {
        guard let plannedFiles else { return name }
        return plannedFiles.firstIndex(of: name).map { plannedFiles[$0] }
    }

    private mutating func add(to document: String?, _ change: (inout SchemaFilePlan) -> Void) {
        guard let document, case .schema(var content)? = schemaFiles[document]?.content else { return }
        // The file lets go of it meanwhile: lists that are shared would be copied for each thing that is added.
        schemaFiles[document]?.content = .empty
        change(&content)
        schemaFiles[document]?.content = .schema(content)
    }

    func finish() -> [FilePlan] {
        var files = modelFiles
        for var file in schemaFiles.values {
            if case .schema(let content) = file.content, content.isEmpty { file.content = .empty }
            files.append(file)
        }
        if let plannedFiles {
            let present = Set(files.map(\.name))
            for name in plannedFiles where !present.contains(name) {
                files.append(
                    FilePlan(name: name, document: "", access: "", imports: [], content: .empty)
                )
            }
        }
        return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension ResolvedSchema {
    /// All versions of the schema, the oldest first.
    fileprivate func versions(among schemas: [ResolvedSchema]) -> [ResolvedSchema] {
        schemas.filter { $0.description.name == description.name }.sorted {
            $0.description.version < $1.description.version
        }
    }
}
