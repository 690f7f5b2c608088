/// A mistake in a template, with its place.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String
    /// The template's name, or the path of the file that replaces it.
    public var template: String
    /// Line and column count from 1, columns in UTF-8 bytes.
    public var line: Int
    public var column: Int

    public var description: String { "\(template):\(line):\(column): error: \(message)" }
}
