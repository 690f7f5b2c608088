// What importers say of the models that they read.

extension DiagnosticRule {
    static let importRules: [DiagnosticRule] = [
        .importSyntax, .importFormat, .importLoss, .importChange, .importRemark,
    ]

    package static let importSyntax = DiagnosticRule(
        "MG1101", .error, "The model's XML cannot be read",
        #"""
        A Core Data model is a small XML document in UTF-8. Documents that declare entities of their own are
        not read, and nothing that a document refers to is ever fetched.

        Open the model in Xcode and save it again.
        """#)

    package static let importFormat = DiagnosticRule(
        "MG1102", .error, "Not a model that can be imported",
        #"""
        `modelgen import coredata` reads a model as Xcode edits it: a folder X.xcdatamodeld with its versions,
        or one version, X.xcdatamodel. Compiled models (.momd, .mom) and those of Xcode 3 are not read.
        `modelgen import sqlite` reads a SQLite database.
        """#)

    package static let importLoss = DiagnosticRule(
        "MG1103", .warning, "Something could not be declared",
        #"""
        The model says something that declarations cannot say, or that this version does not build. It is
        left out of the declaration that was written; the message says what it was, and its place.

        Decide whether the app needs it, and write it in Swift where it does.
        """#)

    package static let importChange = DiagnosticRule(
        "MG1104", .warning, "Something is declared in another way",
        #"""
        The declaration that was written means nearly what the model says, but not quite: a name had to
        change, a type is another one, or a rule is stricter than a declaration may be. The message says
        what it was and what it became.
        """#)

    package static let importRemark = DiagnosticRule(
        "MG1105", .note, "A remark on what was imported",
        #"""
        What was guessed, or left out because it says nothing about what is stored. There is nothing to do
        unless the guess is wrong.
        """#)
}
