internal import ModelGeneration

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads the command line, runs the command, and says what went wrong.
func run(_ arguments: [String]) -> ExitStatus {
    do {
        switch try Invocation.parse(arguments) {
        case .help(let command): try Terminal.show(Help.text(for: command))
        case .version: try Terminal.show(Help.version + "\n")
        case .run(let invocation): return try invocation.command.run(invocation)
        }
        return .done
    } catch let error as UsageError {
        Terminal.note("modelgen: error: \(error.message)" + (error.hint.map { "\n    help: \($0)" } ?? ""))
        return .usage
    } catch let error as FileError {
        Terminal.note(error.description)
        return .files
    } catch let error as TemplateError {
        Terminal.note(error.description)
        return .findings
    } catch {
        Terminal.note("modelgen: error: \(error)")
        return .files
    }
}

Terminal.ignoreBrokenPipes()
exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
