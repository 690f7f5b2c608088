internal import ModelDeclaration
internal import ModelGeneration
internal import ModelSchema

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
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
        options += invocation.values(.confirm).map { "--confirm=\($0)" }
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
        let path = try path()
        var words = words(path, arguments)
        execv(path, &words)
        throw FileError(path: path, action: .read, reason: String(cString: strerror(errno)))
    }

    /// What the program prints, read as JSON.
    ///
    /// - Parameter database: The file it is asked about: what it says of it goes to standard error.
    static func answer<Answer: Decodable>(
        _ type: Answer.Type, to arguments: [String], about database: String
    ) throws -> Answer {
        let path = try path()
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw FileError(path: path, action: .read, reason: String(cString: strerror(errno)))
        }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        defer { posix_spawn_file_actions_destroy(&actions) }
        var process: pid_t = 0
        let words = words(path, arguments)
        let code = posix_spawn(&process, path, &actions, nil, words, environ)
        for word in words { free(word) }
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { throw FileError(path: path, action: .read, reason: String(cString: strerror(code))) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(ends[0], &part, part.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            bytes += part[..<count]
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard status == 0, let answer = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            throw FileError(path: database, action: .read, reason: "see above")
        }
        return answer
    }

    private static func words(_ path: String, _ arguments: [String]) -> [UnsafeMutablePointer<CChar>?] {
        ([path] + arguments).map { strdup($0) } + [nil]
    }

    private static func path() throws -> String {
        let names = try candidates()
        if let path = names.first(where: { access($0, X_OK) == 0 }) { return path }
        throw FileError(
            path: names.first ?? "modelgen-store", action: .read,
            reason:
                "the program that opens databases is not beside modelgen; build it: swift build --product modelgen-store"
        )
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
