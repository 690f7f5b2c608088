internal import ModelDeclaration

/// A command line, read.
struct Invocation {
    var command: Command
    var operands: [String] = []
    private var values: [Option: [String]] = [:]

    init(command: Command) {
        self.command = command
    }

    func has(_ option: Option) -> Bool { values[option] != nil }
    func value(_ option: Option) -> String? { values[option]?.last }
    func values(_ option: Option) -> [String] { values[option] ?? [] }
}

/// Wrong usage, with a hint where something is near to what was written.
struct UsageError: Error {
    var message: String
    var hint: String?
}

extension Invocation {
    /// What the arguments ask for.
    enum Request {
        case run(Invocation)
        case help(Command?)
        case version
    }

    /// Reads the arguments after the tool's name. Options stand anywhere; `--` ends them; `-` is an operand.
    static func parse(_ arguments: [String]) throws(UsageError) -> Request {
        // The command is the first word that is no option: what options there are depends on it.
        let options = arguments.prefix { $0 != "--" }
        let everywhere = Option.common.filter { $0.argument != nil }.map(\.name)
        var command: Command?
        var commandIndex: Int?
        var index = options.startIndex
        while index < options.endIndex {
            let word = options[index]
            if word.hasPrefix("-") && word != "-" {
                index += everywhere.contains(word) ? 2 : 1
                continue
            }
            commandIndex = index
            command = Command.all.first { $0.name == word }
            if command == nil { throw unknownCommand(word) }
            break
        }
        guard let command, let commandIndex else {
            if options.contains("--version") { return .version }
            if let unknown = options.first(where: { $0.hasPrefix("-") && $0 != "--help" }) {
                if !everywhere.contains(where: { unknown == $0 || unknown.hasPrefix($0 + "=") })
                    && unknown != Option.quiet.name
                {
                    throw unknownOption(unknown, [Option.version] + Option.common)
                }
            }
            if options.contains("--help") { return .help(nil) }
            throw UsageError(message: "there is no command", hint: "modelgen --help lists them")
        }
        var rest = arguments
        rest.remove(at: commandIndex)
        return try parse(rest, for: command)
    }

    private static func parse(_ arguments: [String], for command: Command) throws(UsageError) -> Request {
        var invocation = Invocation(command: command)
        var index = 0
        var isOptions = true
        while index < arguments.count {
            let word = arguments[index]
            index += 1
            guard isOptions, word.hasPrefix("-"), word != "-" else {
                invocation.operands.append(word)
                continue
            }
            if word == "--" {
                isOptions = false
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let known = command.options + Option.common
            guard let option = known.first(where: { $0.name == parts[0] }) else { throw unknownOption(parts[0], known) }
            guard let argumentName = option.argument else {
                guard parts.count == 1 else { throw UsageError(message: "\(option.name) takes no argument") }
                invocation.values[option] = [""]
                continue
            }
            var value = parts.count > 1 ? parts[1] : nil
            if value == nil, index < arguments.count {
                value = arguments[index]
                index += 1
            }
            guard let value, !value.isEmpty else { throw UsageError(message: "\(option.name) needs \(argumentName)") }
            guard option.choices.isEmpty || option.choices.contains(value) else {
                throw UsageError(
                    message: "'\(value)' is no \(argumentName) of \(option.name)",
                    hint: "it takes " + option.choices.joined(separator: ", "))
            }
            guard option.isRepeatable || invocation.values[option] == nil else {
                throw UsageError(message: "\(option.name) is there twice")
            }
            invocation.values[option, default: []].append(value)
        }
        return invocation.has(.help) ? .help(command) : .run(invocation)
    }

    private static func unknownCommand(_ name: String) -> UsageError {
        let names = Command.all.map(\.name)
        let hint =
            Suggestions.didYouMean(name, among: names)?.text ?? "the commands are " + names.joined(separator: ", ")
        return UsageError(message: "the command '\(name)' is not part of this version", hint: hint)
    }

    private static func unknownOption(_ name: String, _ options: [Option]) -> UsageError {
        let hint = Suggestions.didYouMean(name, among: options.map(\.name))?.text
        return UsageError(message: "there is no option '\(name)' here", hint: hint)
    }
}
