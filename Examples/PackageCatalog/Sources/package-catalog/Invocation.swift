import Foundation

struct UsageError: Error {
    var message: String
}

/// The audit found a difference, and said so.
struct CheckFailed: Error {}

/// A command line, read.
struct Invocation {
    var command: Command?
    var operands: [String] = []
    var store = "catalog.store"
    var batchSize = 500
    var limit = 10
    var section: String?
    var isAll = false
    var prunes = false
    var showsWeakDependencies = false
    var asksForHelp = false

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var onlyOperands = false
        while let argument = rest.popFirst() {
            if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
                try take(operand: argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            func value() throws -> String {
                if parts.count == 2 { return parts[1] }
                guard let value = rest.popFirst() else { throw UsageError(message: "'\(argument)' needs a value") }
                return value
            }
            func number() throws -> Int {
                let text = try value()
                guard let number = Int(text), number > 0 else {
                    throw UsageError(message: "'\(parts[0])' needs a whole number from 1 up, not '\(text)'")
                }
                return number
            }
            switch parts[0] {
            case "--": onlyOperands = true
            case "--help", "-h": asksForHelp = true
            case "--store": store = try value()
            case "--batch": batchSize = try number()
            case "--limit": limit = try number()
            case "--section": section = try value()
            case "--all": isAll = true
            case "--prune": prunes = true
            case "--weak": showsWeakDependencies = true
            default: throw UsageError(message: "there is no option '\(argument)'")
            }
        }
    }

    private mutating func take(operand: String) throws {
        if command != nil {
            operands.append(operand)
        } else if operand == "help" {
            asksForHelp = true
        } else if let command = Command(rawValue: operand) {
            self.command = command
        } else {
            let names = Command.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(message: "there is no command '\(operand)'; the commands are \(names)")
        }
    }

    func run() throws {
        if asksForHelp { return print(Self.help) }
        guard let command else { throw UsageError(message: "what is to be done? Give a command.\n\n\(Self.help)") }
        let expected = command.operands
        guard expected.contains(operands.count) else {
            throw UsageError(
                message: operands.count < expected.lowerBound
                    ? "'\(command.rawValue)' needs \(command.operandName)"
                    : "'\(operands[expected.upperBound])' is too much for '\(command.rawValue)'")
        }
        try command.run(self)
    }

    static let help = """
        Keeps the package index of a Debian system in a database, and answers from it.

        usage: package-catalog COMMAND [OPTION…]

          import [FILE]        reads an index: FILE, '-' for standard input, or /var/lib/dpkg/status;
                               what is in the database already is updated
          largest              the packages that take the most room
          dependents NAME      the packages that depend on NAME
          search TEXT          the packages whose name or description contains TEXT
          maintainer TEXT      the maintainers whose name or address contains TEXT, and their packages
          tag NAME             the packages that carry a tag, such as role::program or multi-arch::same
          show NAME            all about a package
          stats                how much there is of everything
          check                compares the database with what the imports recorded

          --store FILE         the database (default: catalog.store in the current folder)
          --limit N            answers with at most N lines (default: 10)
          --section NAME       largest: only in this section, such as libs
          --weak               dependents: also those that only recommend, suggest or enhance it
          --all                import: every package that this system could install, from apt-cache dumpavail
          --batch N            import: how many packages a save writes (default: 500)
          --prune              import: removes packages that the index does not have any more
          --help               shows this

        Exit status: 0 done, 1 failed or check found a difference, 2 wrong usage.
        """
}
