internal import Templates

/// The templates of a run: the tool's own, some of them replaced.
public struct TemplateSet: Sendable {
    /// Messages name a template by `label`: its file, where a file replaced it.
    struct Entry: Sendable {
        var label: String
        var source: [UInt8]
        var isReplaced: Bool
    }

    private(set) var entries: [String: Entry]

    /// The tool's own templates.
    public init() {
        entries = [:]
        var index = 0
        while let template = modelgen_template(index)?.pointee {
            let name = String(cString: template.name)
            let source = Array(UnsafeBufferPointer(start: template.bytes, count: template.length))
            entries[name] = Entry(label: "\(name).mustache", source: source, isReplaced: false)
            index += 1
        }
    }

    /// What a file that replaces a template is called.
    public static let fileSuffix = ".mustache"

    /// The names that a template can have, sorted.
    public var names: [String] { entries.keys.sorted() }

    /// Replaces a template.
    ///
    /// - Parameters:
    ///   - name: One of ``names``.
    ///   - label: What messages call the template, such as its path.
    /// - Returns: Whether there is a template of that name.
    public mutating func replace(_ name: String, with source: [UInt8], label: String) -> Bool {
        guard entries[name] != nil else { return false }
        entries[name] = Entry(label: label, source: source, isReplaced: true)
        return true
    }
}
