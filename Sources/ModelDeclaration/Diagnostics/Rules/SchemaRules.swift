// What is wrong with a schema or its versions.

extension DiagnosticRule {
    static let schemaRules: [DiagnosticRule] = [
        .documentsDisagree, .unknownOriginalName, .equalVersions, .historyNote, .migration, .lockedVersion, .lockFile,
        .lostVersion, .migrationFromNowhere, .preserveNote, .externalStorageNote, .likelyRename,
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

    static let migration = DiagnosticRule(
        "MG0905", .error, "The migration does not fit the versions",
        #"""
        "migrations" says what the step from the version before needs beyond what can be inferred.

            "migrations": [ { "from": "1.0.0", "steps": ["Lead"], "willMigrate": true } ]

        The list has one object. "from" is the version just before this one; "steps" names models of that version of which there can
        be objects.
        """#)

    static let lockedVersion = DiagnosticRule(
        "MG0906", .error, "A locked version has changed",
        #"""
        The lock file has the shape of every version that was shipped: stores of that version exist, and code
        that reads them expects what they hold. It also has what stored values mean, the cases of enums with
        their raw values, and what the way to the version keeps: "originalName" and "migrations". None of
        that may go or change; to add a case, a name or a step loses nothing, and is right.

        Undo the change, or make it a new version: `modelgen bump` keeps the shipped one as a document of its
        own and gives the live one a higher number.
        """#)

    static let lockFile = DiagnosticRule(
        "MG0907", .error, "The lock file cannot be used",
        #"""
        <Schema>.lock.json stands beside the documents of a schema. `modelgen freeze` writes it; it is not
        edited by hand, and of two branches that both added a version one has to give way.

        Take the file from version control, and run `modelgen freeze`.
        """#)

    static let lostVersion = DiagnosticRule(
        "MG0908", .warning, "A locked version is not declared",
        #"""
        The lock file has a version that no document declares: stores of it cannot be opened any more.

        Bring its document back. If no such store is left anywhere, remove the version from the lock file.
        """#)

    static let migrationFromNowhere = DiagnosticRule(
        "MG0909", .warning, "There is no older version to migrate from",
        #"""
        "migrations" says what the step from the version before needs, and no document declares that version:
        nothing comes of it. "originalName" says what a thing was called before: in a first version that is
        not locked, stores of an earlier shape of it follow by that name; once the version is locked no store
        can need it.

        Name the older version's document too; modelgen takes a folder as well. Remove an "originalName" that
        nothing needs.
        """#)

    static let preserveNote = DiagnosticRule(
        "MG0910", .note, "Preserved values are not kept yet",
        #"""
        "preserve" names attributes whose last values outlive the object in the history, as its tombstone. This
        version of the runtime records no history: a deleted object leaves nothing behind. Which attributes
        are preserved is part of the schema already; nothing needs to be changed in the declaration when the
        history is recorded.
        """#)

    static let externalStorageNote = DiagnosticRule(
        "MG0911", .note, "Large values are not in files of their own yet",
        #"""
        "externalStorage" lets large values live in files beside the store. This version of the runtime keeps
        them in their rows, where nothing is lost, and reads those of more than 4 KB when they are first
        touched. That an attribute is stored externally is part of the schema already; nothing needs to be
        changed in the declaration when the files are.
        """#)

    static let likelyRename = DiagnosticRule(
        "MG0912", .warning, "This may have been renamed",
        #"""
        A model or property of the version before is gone, and one like it is new. By its name alone nobody can
        tell whether it was renamed, and without a word stores lose what the old one held.

            { "name": "title", "originalName": "name", "type": "String" }

        Say what it was called, and its data stays; or say "originalName": null, which means that it is new and
        that the other one and its data go. Nothing else comes of the null, and the next version does not need
        it: `modelgen bump` removes it.
        """#)
}
