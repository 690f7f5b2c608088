import Foundation
import PackagePlugin

/// `swift package modelgen …`: the tool with the arguments as given. Where a command needs files and none are named, it
/// takes all declarations of the package.
@main
struct ModelGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var arguments = Self.withoutPackageOptions(arguments)
        if Self.needsFiles(arguments) {
            let files = context.package.targets.flatMap { PackageDocuments(of: $0, in: context.package).files }
            if !files.isEmpty { arguments += ["--"] + files.map(\.path) }
        }
        if let command = arguments.firstIndex(where: { !$0.hasPrefix("-") }), !arguments.contains("--root") {
            arguments.insert(contentsOf: ["--root", context.package.directoryURL.path], at: command + 1)
        }

        let process = Process()
        process.executableURL = try context.tool(named: "modelgen").url
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: break
        case 1: Diagnostics.error("modelgen found what is shown above")
        case 3:
            Diagnostics.error(
                """
                modelgen could not read or write a file; if the write was refused, pass \
                --allow-writing-to-package-directory after 'modelgen'
                """)
        default: Diagnostics.error("modelgen ended with exit status \(process.terminationStatus)")
        }
    }

    /// SwiftPM honors its own options behind the verb, and passes them on all the same.
    private static func withoutPackageOptions(_ arguments: [String]) -> [String] {
        let flags: Set = ["--allow-writing-to-package-directory", "--disable-sandbox"]
        let withValue: Set = ["--allow-writing-to-directory", "--allow-network-connections", "--package"]
        var kept: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            if argument == "--" { return kept + arguments[index...] }
            if withValue.contains(argument) {
                index += 2
                continue
            }
            index += 1
            if flags.contains(argument) || withValue.contains(where: { argument.hasPrefix($0 + "=") }) { continue }
            kept.append(argument)
        }
        return kept
    }

    private static let commandsWithFiles: Set = [
        "generate", "validate", "schema", "freeze", "bump", "diff", "migration", "migration-tests", "docs",
    ]
    /// Commands whose first operand is a store.
    private static let commandsWithStore: Set = ["verify", "migrate"]

    /// Whether a command that takes files is given none.
    private static func needsFiles(_ arguments: [String]) -> Bool {
        guard let command = arguments.first else { return false }
        var operands = Self.commandsWithStore.contains(command) ? 1 : 0
        guard operands > 0 || Self.commandsWithFiles.contains(command) else { return false }
        let withValue: Set = [
            "--output", "--templates", "--root", "--version", "--diagnostics", "--color", "--planned-output", "--to",
            "--from", "--schema", "--fail-on", "--import", "--except", "--backup", "--format",
        ]
        var index = 1
        while index < arguments.count {
            let argument = arguments[index]
            if argument == "--help" || argument == "--" { return false }
            if argument == "-" || !argument.hasPrefix("-") {
                if operands == 0 { return false }
                operands -= 1
                index += 1
                continue
            }
            index += withValue.contains(argument) ? 2 : 1
        }
        return operands == 0
    }
}
