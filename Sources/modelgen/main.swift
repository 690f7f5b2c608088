internal import ModelDeclaration
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
        Terminal.report(ToolMessage(nil, error.message, suggestion: error.hint))
        return .usage
    } catch let error as FileError {
        Terminal.report(ToolMessage(error.path, error.message))
        return .files
    } catch let error as TemplateError {
        Terminal.report(
            ToolMessage(
                error.template, error.message, position: Diagnostic.Position(line: error.line, column: error.column)))
        return .findings
    } catch {
        Terminal.report(ToolMessage(nil, "\(error)"))
        return .files
    }
}

Terminal.ignoreBrokenPipes()
exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
