import ModelDeclaration
import ModelSchema

/// Names that generated files would declare twice at the top level of a module. Within a schema the declarations' own
/// checks see to that; here are the names that the generator makes, and those of several schemas.
enum NameClashes {
    private struct Declared {
        var what: String
        var place: Place
    }

    static func find(in schemas: [ResolvedSchema]) -> [Diagnostic] {
        var declared: [String: Declared] = [:]
        var diagnostics: [Diagnostic] = []
        func declare(_ name: String, as what: String, at place: Place) {
            guard let earlier = declared[name] else {
                declared[name] = Declared(what: what, place: place)
                return
            }
            diagnostics.append(
                Diagnostic(
                    code: "MG0701", severity: .error,
                    message: "\(what) '\(name)' has the name of \(earlier.what)", place: place,
                    notes: [Diagnostic.Note("'\(name)' is declared here", at: earlier.place)]))
        }
        for schema in schemas where schema.isCurrent {
            for item in schema.enums { declare(item.name, as: "the enum", at: item.place) }
            for item in schema.structs { declare(item.name, as: "the struct", at: item.place) }
            for model in schema.models { declare(model.description.name, as: "the model", at: model.place) }
        }
        for schema in schemas {
            guard let path = schema.documents.first else { continue }
            let description = schema.description
            declare(
                VersionPlan.name(schema: description.name, version: description.version),
                as: "the enum of schema \(description.name) \(description.version),",
                at: Place(path: path, line: 1, column: 1))
        }
        return diagnostics
    }
}
