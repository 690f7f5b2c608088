// What is wrong with a schema or its versions.

extension DiagnosticRule {
    static let schemaRules: [DiagnosticRule] = [
        .documentsDisagree, .unknownOriginalName, .equalVersions, .historyNote,
    ]

    static let documentsDisagree = DiagnosticRule(
        "MG0901", .error, "Documents of one schema disagree",
        #"""
        All documents with the same "schema" and "version" are one schema. What one of them says of access
        or options holds for all, and none may say otherwise.
        """#)

    static let unknownOriginalName = DiagnosticRule(
        "MG0902", .error, "The previous version has no such name",
        #"""
        "originalName" is what a model or property was called in the version before this one, so that its
        data is kept.

        The message names the nearest one of that version.
        """#)

    static let equalVersions = DiagnosticRule(
        "MG0903", .warning, "Two versions store the same",
        #"""
        A new version that stores the same as the last one needs no migration. That is right just after
        `modelgen bump`, else one of the two can go.
        """#)

    static let historyNote = DiagnosticRule(
        "MG0904", .note, "History is not recorded yet",
        #"""
        "history" is part of the language and on by default. This version of the runtime records no changes;
        nothing needs to be changed in the declaration when it does.
        """#)
}
