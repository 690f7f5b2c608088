// A program that a test ends in the middle of what it does to a store.
//
// usage: crash-victim migrate|save STORE exit|full|kill N
internal import FailingVFS
internal import Foundation
internal import ModelStorage
internal import SnapshotModels

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let limit = Int(arguments[4]) else {
    fail("usage: crash-victim migrate|save STORE exit|full|kill N")
}
// With `kill` someone else ends it.
if arguments[3] != "kill" {
    let mode = arguments[3] == "full" ? failing_vfs_full : failing_vfs_exit
    guard failing_vfs_install(mode, limit) == 0 else { fail("the file system cannot be installed") }
}
let configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[2]))

do {
    if arguments[1] == "migrate" {
        _ = try ModelContainer(for: Schema(versionedSchema: VoyagesV2.self), configurations: configuration)
    } else {
        let container = try ModelContainer(for: Schema(versionedSchema: VoyagesV1.self), configurations: configuration)
        let context = ModelContext(container)
        for sailor in try context.fetch(FetchDescriptor<VoyagesV1.Sailor>()) {
            sailor.age += 1
            sailor.voyage?.labels.append(String(repeating: "x", count: 3_000))
            context.insert(VoyagesV1.Sailor(fullName: "New \(sailor.fullName)", age: 1))
        }
        try context.delete(model: VoyagesV1.Ticket.self)
        try context.save()
    }
    print(failing_vfs_count())
} catch StorageError.diskFull {
    exit(4)
} catch {
    fail("\(error)")
}
