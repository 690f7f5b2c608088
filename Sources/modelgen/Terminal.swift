internal import ModelDeclaration
internal import ModelGeneration

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Standard output and standard error. What was asked for goes to the first, all else to the second.
enum Terminal {
    static func show(_ text: String) throws(FileError) { try show(Array(text.utf8)) }

    /// - Throws: ``FileError``, but not where the reader has seen enough and gone.
    static func show(_ bytes: [UInt8]) throws(FileError) {
        let code = FileSystem.write(bytes, to: STDOUT_FILENO)
        if code != 0 && code != EPIPE {
            throw FileError(path: "<stdout>", action: .write, reason: String(cString: strerror(code)))
        }
    }

    static func note(_ text: String) { _ = FileSystem.write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// Says what is wrong with the call, with a file, or with what a command found.
    static func report(_ message: ToolMessage) { note(writesJSON ? message.jsonLine : message.text) }

    /// Whether messages are objects. Asked of the arguments themselves: they may be what is wrong.
    private static let writesJSON: Bool = {
        let words = CommandLine.arguments.prefix { $0 != "--" }
        return words.contains("--diagnostics=json")
            || zip(words, words.dropFirst()).contains { $0 == "--diagnostics" && $1 == "json" }
    }()

    static var isColored: Bool { isatty(STDERR_FILENO) != 0 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true }

    /// A reader that goes away ends the output, not the tool.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }
}

/// Shows messages about declarations.
struct Reporter {
    private let isJSON: Bool
    private let isQuiet: Bool
    private let isColored: Bool

    init(_ invocation: Invocation) {
        isJSON = invocation.value(.diagnostics) == "json"
        isQuiet = invocation.has(.quiet)
        isColored =
            switch invocation.value(.color) {
            case "always": true
            case "never": false
            default: Terminal.isColored
            }
    }

    func report(_ result: DeclarationResult) { report(result.diagnostics, documents: result.documents) }

    func report(_ diagnostics: [Diagnostic], documents: [SourceDocument]) {
        // Lines are looked up only in what there is something to say of.
        let paths = Set(diagnostics.map(\.place.path) + diagnostics.flatMap { $0.notes.map(\.place.path) })
        let shown = documents.filter { paths.contains($0.path) && $0.bytes.count <= Declarations.sizeLimit }
        let printer = DiagnosticPrinter(documents: shown, color: isColored && !isJSON)
        for diagnostic in diagnostics where !isQuiet || diagnostic.severity == .error {
            Terminal.note(isJSON ? printer.jsonLine(for: diagnostic) : printer.text(for: diagnostic))
        }
    }
}
