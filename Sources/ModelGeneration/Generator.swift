public import ModelDeclaration

/// A file as it is written.
public struct GeneratedFile: Hashable, Sendable {
    /// The file's name in the output folder.
    public var name: String
    public var text: [UInt8]

    public init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }
}

/// From resolved schemas to the text of Swift files: the one entry to this module.
public struct Generator: Sendable {
    public var templates: TemplateSet

    public init(templates: TemplateSet = TemplateSet()) {
        self.templates = templates
    }

    /// Plans and renders all files of a run. The same input gives the same bytes.
    ///
    /// - Parameters:
    ///   - schemas: Checked schemas, all versions of each.
    ///   - documents: Paths of all documents of the run, as the schemas name them.
    ///   - plannedFiles: The names of exactly the files to make; nil for a file per model and one per document.
    /// - Throws: ``TemplateError`` where a template has a mistake.
    public func generate(
        _ schemas: [ResolvedSchema], documents: [String], plannedFiles: [String]? = nil
    ) throws(TemplateError) -> [GeneratedFile] {
        try render(OutputPlan(schemas: schemas, documents: documents, plannedFiles: plannedFiles))
    }

    package func render(_ plan: OutputPlan) throws(TemplateError) -> [GeneratedFile] {
        try FileRenderer(templates).render(plan.files)
    }
}
