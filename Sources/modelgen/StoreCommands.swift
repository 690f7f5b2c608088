internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

enum VerifyCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        try StoreTool.run("verify", invocation, [])
    }
}

enum MigrateCommand {
    @Sendable static func run(_ invocation: Invocation) throws -> ExitStatus {
        var options: [String] = []
        if let text = invocation.value(.toVersion) {
            guard SchemaVersion(text) != nil else {
                throw UsageError(
                    message: "'\(text)' is no version", hint: "a version is major.minor.patch, as in 1.0.0")
            }
            options.append("--to=\(text)")
        }
        if invocation.has(.dryRun) { options.append("--dry-run") }
        if let backup = invocation.value(.backup) { options.append("--backup=\(backup)") }
        return try StoreTool.run("migrate", invocation, options)
    }
}

/// The program beside this one that opens stores: this one never loads SQLite.
enum StoreTool {
    /// Checks the declarations, then lets the other program take this one's place.
    static func run(_ command: String, _ invocation: Invocation, _ options: [String]) throws -> ExitStatus {
        guard let store = invocation.operands.first else {
            throw UsageError(message: "there is no STORE", hint: "modelgen \(invocation.command.name) --help")
        }
        var invocation = invocation
        invocation.operands.removeFirst()
        guard !invocation.operands.contains("-") else {
            throw UsageError(message: "\(command) reads declarations from files only")
        }
        let documents = try Documents.read(invocation)
        let result = Declarations.resolve(documents)
        Reporter(invocation).report(result.diagnostics.filter { $0.severity == .error }, documents: documents)
        if result.hasErrors { return .findings }

        var arguments = [command, store] + options
        if invocation.value(.diagnostics) == "json" { arguments.append("--json") }
        if invocation.has(.quiet) { arguments.append("--quiet") }
        if isatty(STDERR_FILENO) != 0 { arguments.append("--progress") }
        let root = Path.absolute(invocation.value(.root) ?? ".")
        arguments.append("--")
        arguments += documents.map { $0.path.hasPrefix("/") ? $0.path : "\(root)/\($0.path)" }
        let names = try candidates()
        for path in names where access(path, X_OK) == 0 {
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &words)
            let reason = String(cString: strerror(errno))
            for word in words { free(word) }
            throw FileError(path: path, action: .read, reason: reason)
        }
        Terminal.note(
            """
            modelgen: error: modelgen-store, the program that opens stores, is not beside modelgen
                help: build it too: swift build --product modelgen-store
            """)
        return .files
    }

    /// Where it may be: SwiftPM calls programs that plugins use `NAME-tool`.
    private static func candidates() throws -> [String] {
        let own = try executablePath()
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let names = ["modelgen-store", "modelgen-store-tool"]
        return (own.hasSuffix("-tool") ? names.reversed() : names).map { "\(folder)/\($0)" }
    }

    private static func executablePath() throws -> String {
        #if canImport(Darwin)
            var size: UInt32 = 4_096
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0 else {
                throw FileError(path: "modelgen", action: .read, reason: "its own path is too long")
            }
        #else
            var buffer = [CChar](repeating: 0, count: 4_096)
            let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
            guard count > 0 else {
                throw FileError(path: "/proc/self/exe", action: .read, reason: String(cString: strerror(errno)))
            }
        #endif
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
