import Foundation
import PackagePlugin

/// Generates Swift from the declarations of a target, as part of the build.
///
/// One command per target takes all documents. SwiftPM plans it once and does not plan anew when a document changes, so
/// the plan names its files without knowing what will be in them: the tool fills each of them, and no other.
@main
struct ModelGenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let documents = PackageDocuments(of: target, in: context.package)
        guard !documents.files.isEmpty else {
            Diagnostics.warning(
                "ModelGenPlugin: target '\(target.name)' has no declaration: no file named *\(OutputNames.documentSuffix)"
            )
            return []
        }
        let folder = context.pluginWorkDirectoryURL
        let outputs = documents.outputs
        var arguments = ["generate", "--output", folder.path, "--root", context.package.directoryURL.path]
        for output in outputs { arguments += ["--planned-output", output] }
        arguments += ["--"] + documents.files.map(\.path)
        return [
            .buildCommand(
                displayName: "Generating the models of \(target.name)",
                executable: try context.tool(named: "modelgen").url,
                arguments: arguments, inputFiles: documents.files + documents.locks,
                outputFiles: outputs.map { folder.appending(path: $0) })
        ]
    }
}
