internal import ModelSchema

/// An option of the command line. The same entry reads it and prints its help.
struct Option: Hashable {
    var name: String
    /// What its argument is called in the help; nil for a flag.
    var argument: String?
    /// The arguments it takes, if they are few.
    var choices: [String] = []
    var help: String
    var isRepeatable = false

    static let help = Option(name: "--help", help: "Shows this.")
    static let version = Option(name: "--version", help: "Shows the version of modelgen.")
    static let diagnostics = Option(
        name: "--diagnostics", argument: "FORMAT", choices: ["text", "json"],
        help: "How messages are written: text (the default), or json, an object on each line.")
    static let color = Option(
        name: "--color", argument: "WHEN", choices: ["auto", "always", "never"],
        help: "Whether messages are colored: auto (the default) colors them on a terminal unless NO_COLOR is set.")
    static let quiet = Option(name: "--quiet", help: "Shows errors only.")
    static let root = Option(
        name: "--root", argument: "DIR",
        help: "Messages and generated text name files relative to DIR (default: the current folder).")

    static let output = Option(
        name: "--output", argument: "DIR",
        help: "Writes the files there, and nothing anywhere else. Without it, or with '-', all text goes to stdout.")
    static let check = Option(
        name: "--check", help: "Writes nothing; the exit status is 1 if a file in DIR is not as it would be written.")
    static let dryRun = Option(name: "--dry-run", help: "Writes nothing; lists what would be written.")
    static let templates = Option(
        name: "--templates", argument: "DIR",
        help: "Takes the templates in DIR instead of the built-in ones of their names.")
    static let plannedOutput = Option(
        name: "--planned-output", argument: "NAME",
        help: """
            For build plugins: a file that the build waits for. Given at least once, exactly these files are written: \
            a model without one goes into its document's schema file, one without content becomes a comment.
            """, isRepeatable: true)
    static let importOutput = Option(
        name: "--output", argument: "DIR",
        help: """
            Writes the declarations there, and nothing anywhere else; what is there already is not replaced. Without it, \
            or with '-', the current version goes to stdout.
            """)
    static let freezeCheck = Option(
        name: "--check", help: "Writes nothing; the exit status is 1 if a version is not in its lock file.")
    static let newVersion = Option(
        name: "--to", argument: "V", help: "The new version (default: the next major one).")
    static let schemaName = Option(
        name: "--schema", argument: "NAME", help: "The schema that is meant, where the documents declare several.")
    static let fromVersion = Option(
        name: "--from", argument: "V", help: "Compares that version of the documents with another one of them.")
    static let toVersion = Option(
        name: "--to", argument: "V", help: "The version to go to, or to compare with (default: the current one).")
    static let json = Option(name: "--json", help: "Shows a JSON list: for each schema its changes and likely renames.")
    static let failOn = Option(
        name: "--fail-on", argument: "EFFECT", choices: SchemaChange.Effect.allCases.map(\.rawValue),
        help: "The exit status is 1 if a change has this effect or a costlier one: lightweight, step, destructive.")
    static let migrationOutput = Option(
        name: "--output", argument: "DIR",
        help: "Writes <Schema>Migrations.swift there, unless it is there: then what it lacks goes to stdout.")
    static let testImport = Option(
        name: "--import", argument: "MODULE",
        help: "A module that the tests import: the one with the models, unless they are in the test target itself.",
        isRepeatable: true)
    static let testException = Option(
        name: "--except", argument: "NAME",
        help: """
            A model, or Model.property, as the current version calls it, that is not compared: what your own code changes \
            on the way.
            """, isRepeatable: true)
    static let confirm = Option(
        name: "--confirm", argument: "NAME",
        help: "A model, or Model.property, whose data is to be lost: one for each that is, or nothing is changed.",
        isRepeatable: true)
    static let backup = Option(
        name: "--backup", argument: "PATH", help: "Copies the store there before anything is changed.")
    static let importVersion = Option(
        name: "--version", argument: "V", help: "For store: the version that the shape becomes (default: the store's).")
    static let docsFormat = Option(
        name: "--format", argument: "FORMAT", choices: ["html", "mermaid"],
        help: "html (the default): a page that needs nothing beside it; mermaid: a class diagram.")
    static let docsOutput = Option(
        name: "--output", argument: "FILE", help: "Writes FILE. Without it, or with '-', the text goes to stdout.")
    static let schemaVersion = Option(
        name: "--version", argument: "V", help: "The version to show (default: the current one).")

    /// The options that every command has.
    static let common: [Option] = [.root, .diagnostics, .color, .quiet, .help]
}

/// A command, as the help shows it.
struct Command: Sendable {
    var name: String
    /// What stands after the options.
    var operands: String
    var summary: String
    var details: String = ""
    var options: [Option]
    var run: @Sendable (Invocation) throws -> ExitStatus

    static let all: [Command] = [
        Command(
            name: "generate", operands: "FILE…", summary: "Writes Swift from declarations.",
            details: """
                Makes a file for each model (Trip.model.swift) and one for each document (Trips.schema.swift). Files that \
                are as they should be are not touched; files that an earlier run made from the same documents, and \
                that nothing is declared for any more, are removed.
                """,
            options: [.output, .check, .dryRun, .templates, .plannedOutput], run: GenerateCommand.run),
        Command(
            name: "validate", operands: "FILE…", summary: "Shows errors and warnings only.", options: [],
            run: ValidateCommand.run),
        Command(
            name: "schema", operands: "FILE…", summary: "Shows the SQL of the tables, indexes and triggers.",
            options: [.schemaVersion], run: SchemaCommand.run),
        Command(
            name: "import", operands: "coredata PATH | sqlite FILE | store STORE",
            summary: "Makes declarations from models written elsewhere.",
            details: """
                coredata reads a model as Xcode edits it (X.xcdatamodeld, or one version X.xcdatamodel) and makes a \
                document for each version. sqlite reads the tables of a database. What the model says and declarations \
                cannot say is reported, and so is what was guessed. store writes the declaration of the shape that a store \
                has: when programs have written stores of a shape that nobody kept the declaration of, it becomes an \
                older version of its own (--version 0.9.0), and the way from there to the next is known.
                """,
            options: [.importOutput, .importVersion], run: ImportCommand.run),
        Command(
            name: "freeze", operands: "FILE…", summary: "Records the versions that are shipped.",
            details: """
                Adds every version that is not in it yet to <Schema>.lock.json, beside the current version's documents. \
                From then on a change of the version's shape is an error. Run it when you ship, and keep the file under \
                version control; what is in it is never changed.
                """,
            options: [.freezeCheck], run: FreezeCommand.run),
        Command(
            name: "bump", operands: "FILE…", summary: "Begins a new version of a schema.",
            details: """
                Copies the live document to <Schema>-<version>.model.json and raises the live one's version; where it \
                spoke of the version before ('originalName', 'migrations'), that goes. The older version is frozen: see \
                'freeze'. A shipped version that has been changed already is restored from the lock file.
                """,
            options: [.newVersion, .schemaName, .dryRun], run: BumpCommand.run),
        Command(
            name: "diff", operands: "OLD NEW", summary: "Shows what changed between two versions, and what it costs.",
            details: """
                OLD and NEW are declarations, or folders of them, or a store, whose shape is compared with declarations or \
                with another store's. With --from, FILE… are the documents of several versions. A change is lightweight (the store follows by itself), needs a step that somebody writes, or \
                is destructive (data is lost). What looks like a rename is proposed, never assumed.
                """,
            options: [.fromVersion, .toVersion, .schemaName, .json, .failOn], run: DiffCommand.run),
        Command(
            name: "migration", operands: "FILE…", summary: "Begins the file with the steps that you write.",
            details: """
                Where versions differ in what only you can decide, the generated plan asks for a type with a method for \
                each step: this writes it, once. What is known is filled in; what has to be decided is a placeholder that \
                does not compile. Without --output the text goes to stdout.
                """,
            options: [.migrationOutput], run: MigrationCommand.run),
        Command(
            name: "migration-tests", operands: "FILE…",
            summary: "Writes tests that stores of each version arrive intact in every later one.",
            details: """
                Makes <Schema>MigrationTests.swift for your own test target (Swift Testing): for each pair of versions, a \
                store of the older one with a value in every property is opened by the newer one through the generated \
                plan, and what goes on by itself is compared value by value. Without --output the text goes to stdout.
                """,
            options: [.output, .check, .testImport, .testException], run: MigrationTestsCommand.run),
        Command(
            name: "verify", operands: "STORE FILE…", summary: "Compares a store with its declarations.",
            details: """
                Compares versions and shapes, looks for tables, columns, indexes and triggers that others changed, for damage, \
                for links to nothing and for required values that are missing. Names each with its remedy and changes \
                nothing. The exit status is 1 if something has to be done. With --diagnostics json each finding is an \
                object on a line.
                """,
            options: [], run: VerifyCommand.run),
        Command(
            name: "migrate", operands: "STORE FILE…",
            summary: "Brings a store to a later version, where no code is needed.",
            details: """
                Goes through every version between the store's and the one asked for, in one transaction: all of it is done, or \
                nothing. Where a version needs code, only a program that has it can migrate the store: that is said, with \
                the steps. --dry-run does everything and undoes it, and so finds what the data forbids. What would be lost \
                is listed, and is lost only if it is named with --confirm.
                """,
            options: [.toVersion, .dryRun, .confirm, .backup], run: MigrateCommand.run),
        Command(
            name: "docs", operands: "FILE…", summary: "Shows the models as a page or a diagram.",
            options: [.docsFormat, .docsOutput], run: DocsCommand.run),
        Command(
            name: "json-schema", operands: "",
            summary: "Shows a JSON Schema of the declaration language, for editors that complete and check.",
            options: [],
            run: JSONSchemaCommand.run),
        Command(
            name: "explain", operands: "CODE", summary: "Explains a kind of message, such as MG0101.", options: [],
            run: ExplainCommand.run),
    ]
}

/// How the tool ends.
enum ExitStatus: Int32 {
    case done = 0
    /// The input has errors, or a check found what it looks for.
    case findings = 1
    case usage = 2
    /// A file could not be read or written.
    case files = 3
}
