/// The errors that SwiftData names, as values to compare with.
public struct SwiftDataError: Error, Hashable, Sendable {
    private let name: String
    private init(_ name: String) { self.name = name }

    public static let unsupportedPredicate = SwiftDataError("unsupportedPredicate")
    public static let unsupportedSortDescriptor = SwiftDataError("unsupportedSortDescriptor")
    public static let unsupportedKeyPath = SwiftDataError("unsupportedKeyPath")
    public static let includePendingChangesWithBatchSize = SwiftDataError("includePendingChangesWithBatchSize")
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError("sortingPendingChangesWithIdentifiers")
    public static let duplicateConfiguration = SwiftDataError("duplicateConfiguration")
    public static let configurationFileNameTooLong = SwiftDataError("configurationFileNameTooLong")
    public static let configurationFileNameContainsInvalidCharacters =
        SwiftDataError("configurationFileNameContainsInvalidCharacters")
    public static let configurationSchemaNotFoundInContainerSchema =
        SwiftDataError("configurationSchemaNotFoundInContainerSchema")
    public static let loadIssueModelContainer = SwiftDataError("loadIssueModelContainer")
    public static let missingModelContext = SwiftDataError("missingModelContext")
    public static let modelValidationFailure = SwiftDataError("modelValidationFailure")
    public static let backwardMigration = SwiftDataError("backwardMigration")
    public static let unknownSchema = SwiftDataError("unknownSchema")
    public static let historyTokenExpired = SwiftDataError("historyTokenExpired")
    public static let invalidTransactionFetchRequest = SwiftDataError("invalidTransactionFetchRequest")

    /// Lets `catch SwiftDataError.unsupportedPredicate` catch this error and the richer one that stands for it.
    public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool {
        if let error = error as? SwiftDataError { return error == pattern }
        return (error as? StorageError)?.swiftDataError == pattern
    }
}

extension SwiftDataError: CustomDebugStringConvertible {
    public var debugDescription: String { "SwiftDataError.\(name)" }
}

extension StorageError {
    /// The error that SwiftData would throw in its place; nil where it has none.
    public var swiftDataError: SwiftDataError? {
        switch self {
        case .unsupportedPredicate: .unsupportedPredicate
        case .unsupportedSortDescriptor: .unsupportedSortDescriptor
        case .unsupportedKeyPath: .unsupportedKeyPath
        case .validation, .deleteDenied: .modelValidationFailure
        case .newerStore: .backwardMigration
        case .foreignStore, .schemaMismatch, .cannotOpen, .unsupportedSQLite, .migrationFailed, .storeInUse:
            .loadIssueModelContainer
        case .unknownModel: .unknownSchema
        case .invalidConfiguration(_, let problem):
            switch problem {
            case .fileNameTooLong: .configurationFileNameTooLong
            case .invalidCharacters: .configurationFileNameContainsInvalidCharacters
            case .duplicate: .duplicateConfiguration
            case .schemaNotInContainer: .configurationSchemaNotFoundInContainerSchema
            case .related, .noConfiguration: .loadIssueModelContainer
            }
        case .sqlite, .readOnly, .busy, .diskFull, .uniqueConflict, .conflict, .invalidStoredValue,
            .arithmeticOverflow, .unsavedChanges:
            nil
        }
    }
}
