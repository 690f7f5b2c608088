internal import Dispatch
internal import Synchronization

/// Turns plans of files into their text.
struct FileRenderer: Sendable {
    private let entries: [String: TemplateSet.Entry]
    private let model: Template
    private let schema: Template
    private let frozen: Template
    private let empty: Template

    init(_ templates: TemplateSet) throws(TemplateError) {
        let entries = templates.entries
        func template(_ name: String) throws(TemplateError) -> Template {
            try Template(name: entries[name]?.label ?? name, source: entries[name]?.source ?? [])
        }
        self.entries = entries
        model = try template("ModelFile")
        schema = try template("SchemaFile")
        frozen = try template("FrozenFile")
        empty = try template("EmptyFile")
    }

    /// No file depends on another, so many are rendered at once, in parts; what comes out is in order.
    func render(_ files: [FilePlan]) throws(TemplateError) -> [GeneratedFile] {
        // Each part reads the templates that others show, so it should have work enough.
        let size = max(32, (files.count + 7) / 8)
        let parts = stride(from: 0, to: files.count, by: size).map { files[$0..<min($0 + size, files.count)] }
        let rendered = Mutex<[Int: Result<[GeneratedFile], TemplateError>]>([:])
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let result = Result { () throws(TemplateError) in try render(part: parts[index]) }
            rendered.withLock { $0[index] = result }
        }
        let results = rendered.withLock { $0 }
        var all: [GeneratedFile] = []
        all.reserveCapacity(files.count)
        for index in parts.indices { all += try results[index]?.get() ?? [] }
        return all
    }

    private func render(part files: ArraySlice<FilePlan>) throws(TemplateError) -> [GeneratedFile] {
        var renderer = TemplateRenderer(missingValues: .areErrors) { [entries] name in
            entries[name].map { ($0.label, $0.source) }
        }
        var rendered: [GeneratedFile] = []
        for file in files {
            let text = try renderer.render(template(of: file), FileValues(file).templateValue)
            rendered.append(GeneratedFile(name: file.name, text: LineLayout.apply(to: text)))
        }
        return rendered
    }

    private func template(of file: FilePlan) -> Template {
        switch file.content {
        case .model: model
        case .schema: schema
        case .frozen: frozen
        case .empty: empty
        }
    }
}
