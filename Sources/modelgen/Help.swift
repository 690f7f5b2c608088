/// The help, printed from the table of commands.
enum Help {
    static let version = "modelgen 0.1.0"

    static func text(for command: Command?) -> String {
        guard let command else { return overview }
        var text = "Usage: modelgen \(command.name) [OPTION]… \(command.operands)\n\n\(command.summary)\n"
        if !command.details.isEmpty { text += "\n" + wrap(command.details, indent: 0) }
        if command.operands.hasPrefix("FILE") {
            text += "\n" + wrap("FILE may be a folder: every *.model.json below it; '-' is standard input.", indent: 0)
        }
        return text + "\nOptions:\n" + list((command.options + Option.common).map(entry)) + "\n" + statuses
    }

    private static var overview: String {
        """
        Swift from model declarations.

        Usage: modelgen COMMAND [OPTION]… [FILE]…

        Commands:

        """ + list(Command.all.map { ("\($0.name) \($0.operands)", $0.summary) }) + "\nOptions:\n"
            + list(([Option.version] + Option.common).map(entry)) + "\n"
            + wrap("modelgen COMMAND --help shows the options of a command.", indent: 0) + "\n" + statuses
    }

    private static let statuses = """
        Exit status: 0 done; 1 the input has errors, or a check found what it looks for; 2 wrong usage; 3 a file could
        not be read or written.

        """

    private static func entry(_ option: Option) -> (String, String) {
        (option.argument.map { "\(option.name) \($0)" } ?? option.name, option.help)
    }

    private static func list(_ entries: [(name: String, help: String)]) -> String {
        let width = (entries.map(\.name.count).max() ?? 0) + 4
        return entries.map { entry in
            let name = "  " + entry.name
            return name + String(repeating: " ", count: width - name.count)
                + wrap(entry.help, indent: width).drop { $0 == " " }
        }.joined()
    }

    /// Text in lines of at most 100 columns.
    private static func wrap(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin
        for word in text.split(whereSeparator: \.isWhitespace) {
            if line.count > indent && line.count + 1 + word.count > 100 {
                lines.append(line)
                line = margin
            }
            line += line.count > indent ? " \(word)" : String(word)
        }
        return (lines + [line]).joined(separator: "\n") + "\n"
    }
}
