import ModelDeclaration
import ModelSchema

extension ResolvedSchema {
    /// What of a version's declaration is in its frozen code: what is stored, and no more. Whatever else it says, of
    /// documentation, protocols, modules, rules and code of the user's, may be gone or mean something else by now.
    ///
    /// The description stays as it is, so that the shape is the same.
    var frozen: ResolvedSchema {
        var schema = self
        schema.imports = []
        let declared = Dictionary(structs.map { ($0.name, $0.fields) }, uniquingKeysWith: { first, _ in first })
        // An expression is not evaluated in frozen code, nor is a struct that would evaluate one of its own.
        func constant(_ value: DefaultValue?, _ type: StoredType) -> DefaultValue? {
            value.flatMap { $0.isEvaluated(as: type) { declared[$0] ?? [] } ? nil : $0 }
        }
        for index in schema.enums.indices {
            schema.enums[index].doc = nil
            for item in schema.enums[index].cases.indices { schema.enums[index].cases[item].doc = nil }
        }
        for index in schema.structs.indices {
            schema.structs[index].doc = nil
            for field in schema.structs[index].fields.indices {
                let description = schema.structs[index].fields[field].description
                schema.structs[index].fields[field].doc = nil
                schema.structs[index].fields[field].defaultValue = constant(
                    schema.structs[index].fields[field].defaultValue, description.type)
            }
        }
        for index in schema.models.indices {
            schema.models[index].doc = nil
            schema.models[index].conformances = []
            schema.models[index].attributes = schema.models[index].attributes.compactMap { attribute in
                guard attribute.description.isStored else { return nil }
                var attribute = attribute
                attribute.doc = nil
                attribute.description.validation = nil
                attribute.defaultValue = constant(attribute.defaultValue, attribute.description.type)
                return attribute
            }
            for link in schema.models[index].relationships.indices {
                schema.models[index].relationships[link].doc = nil
            }
        }
        return schema
    }
}
