// Opens stores for `modelgen`, which never loads SQLite itself. `modelgen` has checked the command line and the declarations;
// this is no tool of its own.
internal import Foundation
internal import ModelDeclaration
internal import ModelSchema
internal import ModelStorage

/// Prints a line to standard error.
func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

func main(_ arguments: [String]) -> Int32 {
    guard let request = StoreRequest(arguments) else {
        note("modelgen-store: error: it is called by 'modelgen verify' and 'modelgen migrate'")
        return 2
    }
    do {
        return try request.run()
    } catch let error as StorageError {
        request.fail(error.description)
        return error.isAboutTheFile ? 3 : 1
    } catch let error as CocoaError {
        request.fail(error.localizedDescription)
        return 3
    } catch {
        request.fail("\(error)")
        return 1
    }
}

extension StorageError {
    /// Whether a file could not be read or written, whatever it holds.
    fileprivate var isAboutTheFile: Bool {
        switch self {
        case .cannotOpen, .readOnly, .diskFull, .busy, .storeInUse: true
        case .sqlite(let code, _, _, _): [10, 14].contains(code & 0xFF)
        default: false
        }
    }
}

exit(main(Array(CommandLine.arguments.dropFirst())))
