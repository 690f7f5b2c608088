import PackagePlugin

@main
struct ModelGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {}
}
