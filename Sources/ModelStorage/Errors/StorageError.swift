internal import CSQLite
public import Foundation

/// What can go wrong between models and their store, with what is needed to act on it.
///
/// Each error also matches the ``SwiftDataError`` that SwiftData would throw in its place, where there is one:
/// `catch SwiftDataError.unsupportedPredicate` catches ``unsupportedPredicate(_:)``.
public enum StorageError: Error, Sendable {
    /// SQLite reported an error: its extended result code, its message, the statement, and the store's path.
    case sqlite(code: Int32, message: String, statement: String?, path: String)
    /// The SQLite library is older than 3.37.
    case unsupportedSQLite(version: String)
    /// The file is no store of this library, or not a database at all. It was left as it is.
    case foreignStore(path: String, reason: String)
    /// The store was written by a newer version of this library or of the schema. It was left as it is.
    case newerStore(path: String, found: String, supported: String)
    /// The store holds another shape of the schema than the one asked for. It was left as it is.
    case schemaMismatch(path: String, schema: String, differences: [String])
    /// The store could not be brought to the version asked for: the problems say why, naming rows. It was left as it is.
    case migrationFailed(path: String, from: String, to: String, problems: [String])
    /// The store has to be migrated, which nobody else may watch; another connection, of this program or another, is open.
    case storeInUse(path: String)
    /// A configuration cannot be used; nothing was opened.
    case invalidConfiguration(name: String, ConfigurationProblem)
    /// The store cannot be opened for another reason.
    case cannotOpen(path: String, reason: String)
    /// The container or context does not allow saving.
    case readOnly(path: String)
    /// Another writer held the store for longer than the time limit.
    case busy(path: String)
    /// There is no room left on the disk. The save changed nothing; it can be tried again.
    case diskFull(path: String)
    /// Objects break rules that their models declare. Nothing was saved.
    case validation([Violation])
    /// Values of a unique constraint would be in two rows. Nothing was saved.
    case uniqueConflict(UniqueConflict)
    /// Objects cannot go because a `deny` rule protects them. Nothing was saved.
    case deleteDenied([Violation])
    /// A changed object's row was deleted or changed by someone else. Nothing was saved.
    case conflict([PersistentIdentifier], reason: String)
    /// A stored value is not one of its property's type.
    case invalidStoredValue(model: String, identifier: Int64, property: String, value: String)
    /// A part of a predicate that has no meaning in SQL.
    case unsupportedPredicate(String)
    /// A sort descriptor that has no meaning in SQL.
    case unsupportedSortDescriptor(String)
    /// A key path that is no stored property of the model.
    case unsupportedKeyPath(String)
    /// An operation that must not leave unsaved changes has left some.
    case unsavedChanges(String)
    /// A result that its type cannot hold.
    case arithmeticOverflow(String)
    /// The model is not part of the container's schema.
    case unknownModel(String)

    /// What is wrong with a configuration.
    public enum ConfigurationProblem: Hashable, Sendable {
        /// File names have at most 255 bytes.
        case fileNameTooLong
        /// The name is empty, or has a slash or a NUL.
        case invalidCharacters
        /// Another configuration of the container names the same file.
        case duplicate
        /// Its schema has models of a declared schema that the container's does not have.
        case schemaNotInContainer(String)
        /// The model is tied to one that another configuration keeps; links do not leave a store.
        case related(model: String, otherConfiguration: String)
        /// No configuration keeps the model: name it in one, or give one that has no schema.
        case noConfiguration(model: String)
    }

    /// A broken rule: which object, which property, what is wrong.
    public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
        public var identifier: PersistentIdentifier
        public var property: String
        public var message: String

        public var description: String { "\(identifier.entityName).\(property) of \(identifier): \(message)" }
    }

    public struct UniqueConflict: Sendable, Hashable {
        public var entityName: String
        public var properties: [String]
        /// The objects that would have the same values.
        public var identifiers: [PersistentIdentifier]
    }
}

extension StorageError: CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .sqlite(let code, let message, let statement, let path):
            "SQLite error \(code) in '\(path)': \(message)" + (statement.map { " — in: \($0)" } ?? "")
        case .unsupportedSQLite(let version): "SQLite \(version) is too old: 3.37 or newer is needed"
        case .foreignStore(let path, let reason): "'\(path)' is not a store of ModelStorage: \(reason)"
        case .newerStore(let path, let found, let supported):
            "'\(path)' was written by a newer version (\(found)); this program knows \(supported). Update the program."
        case .schemaMismatch(let path, let schema, let differences):
            "'\(path)' holds another shape of schema '\(schema)': \(differences.joined(separator: "; "))"
        case .migrationFailed(let path, let from, let to, let problems):
            "'\(path)' cannot go from \(from) to \(to) and was left as it is: \(problems.joined(separator: "; "))"
        case .storeInUse(let path):
            "'\(path)' has to be migrated, and another connection has it open: close that one and try again"
        case .invalidConfiguration(let name, let problem): "configuration '\(name)' \(problem.sentence)"
        case .cannotOpen(let path, let reason): "cannot open '\(path)': \(reason)"
        case .readOnly(let path): "'\(path)' is open for reading only"
        case .busy(let path): "another writer holds '\(path)'; try again"
        case .diskFull(let path): "no room is left on the disk of '\(path)'; nothing was saved"
        case .validation(let violations), .deleteDenied(let violations):
            violations.map(\.description).joined(separator: "; ")
        case .uniqueConflict(let conflict):
            "\(conflict.entityName) must be unique in \(conflict.properties.joined(separator: ", ")); "
                + "the same values are in \(conflict.identifiers.map(\.description).joined(separator: ", "))"
        case .conflict(let identifiers, let reason):
            "\(reason): \(identifiers.map(\.description).joined(separator: ", "))"
        case .invalidStoredValue(let model, let identifier, let property, let value):
            "\(model) \(identifier) has an unreadable value in '\(property)': \(value)"
        case .unsupportedPredicate(let part): "the predicate cannot be evaluated in the store: \(part)"
        case .unsupportedSortDescriptor(let part): "the sort order cannot be evaluated in the store: \(part)"
        case .unsupportedKeyPath(let part): "\(part) is not a stored property"
        case .unsavedChanges(let part): "\(part) left unsaved changes; save them in the block, or allow them"
        case .arithmeticOverflow(let part): "\(part) does not fit in its type"
        case .unknownModel(let name): "model '\(name)' is not part of the container's schema"
        }
    }

    /// SQLite's error as the case a caller would look for.
    var classified: StorageError {
        guard case .sqlite(let code, _, _, let path) = self else { return self }
        return switch code & 0xFF {
        case SQLITE_BUSY: .busy(path: path)
        case SQLITE_FULL: .diskFull(path: path)
        case SQLITE_READONLY: .readOnly(path: path)
        default: self
        }
    }

    var sqliteCode: Int32? {
        guard case .sqlite(let code, _, _, _) = self else { return nil }
        return code
    }
}

extension StorageError.ConfigurationProblem {
    fileprivate var sentence: String {
        switch self {
        case .fileNameTooLong: "has a file name of more than 255 bytes"
        case .invalidCharacters: "has a name that no file can have: it is empty, or has a slash or a NUL"
        case .duplicate: "names the same file as another one of the container"
        case .schemaNotInContainer(let schema):
            "keeps models of schema '\(schema)', which is not part of the container's schema"
        case .related(let model, let other):
            "names \(model), which is tied to models of configuration '\(other)': what is related is kept in one store"
        case .noConfiguration(let model):
            "is not for \(model), and neither is another one: name the model in one, or give one without a schema"
        }
    }
}
