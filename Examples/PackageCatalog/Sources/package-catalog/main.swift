import Foundation

// Readers of the output may go early: `package-catalog search lib | head`.
signal(SIGPIPE, SIG_DFL)

do {
    try Invocation(Array(CommandLine.arguments.dropFirst())).run()
} catch let error as UsageError {
    Terminal.complain("\(error.message)\nTry 'package-catalog --help'.")
    exit(2)
} catch is CheckFailed {
    exit(1)
} catch {
    Terminal.complain("\(error)")
    exit(1)
}
