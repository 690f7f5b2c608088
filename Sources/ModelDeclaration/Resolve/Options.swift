import ModelSchema

extension SchemaResolver {
    /// Documents of one schema speak with one voice: what one of them says holds for all, and none may contradict it.
    func settleOptions() {
        if let access = agreed(documents.map(\.access), "'access'") { self.access = access }
        if let observable = agreed(documents.map { $0.options["observable"] }, "'observable'") {
            options.observable = observable
        }
        if let history = agreed(documents.map { $0.options["history"] }, "'history'") { options.history = history }
        if let cloudKit = agreed(documents.map { $0.options["cloudKit"] }, "'cloudKit'") { options.cloudKit = cloudKit }
        for document in documents {
            for module in document.imports where !TypeName.isDotted(module.value) {
                let words = module.value.split(separator: " ").map(String.init)
                let isImport = words.count == 2 && words[0] == "import" && TypeName.isDotted(words[1])
                problems.report(
                    .moduleName, "\(Escaping.quoted(module.value)) is no module name", at: module.location,
                    suggestion: isImport
                        ? .write(text: words[1])
                        : module.value.withoutMarks.flatMap { TypeName.isDotted($0) ? .write(text: $0) : nil })
            }
        }
    }

    private func agreed<Value: Equatable>(_ values: [Located<Value>?], _ what: String) -> Value? {
        let spelled = values.compactMap { $0 }
        guard let first = spelled.first else { return nil }
        for other in spelled.dropFirst() where other.value != first.value {
            problems.report(
                .documentsDisagree, "\(what) differs between the documents of schema \(Escaping.quoted(name))",
                at: other.location, notes: [Problems.Note("the other value is here", at: first.location)])
        }
        return first.value
    }

    /// Modules of all documents, each once, in order.
    var imports: [String] {
        var seen: Set<String> = []
        return documents.flatMap(\.imports).map(\.value).filter { seen.insert($0).inserted }
    }
}

extension String {
    /// The one name that is left without colons, semicolons, commas and spaces around it; nil where there is none, or where
    /// there are none of these.
    var withoutMarks: String? {
        let parts = split { ":;, ".contains($0) }
        return parts.count == 1 && parts[0].count < count && TypeName.isValid(String(parts[0])) ? String(parts[0]) : nil
    }
}
