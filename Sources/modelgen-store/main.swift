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
    } catch {
        note("\(request.store): error: \(error)")
        return error is CocoaError ? 3 : 1
    }
}

exit(main(Array(CommandLine.arguments.dropFirst())))
